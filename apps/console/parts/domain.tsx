import { useState } from 'preact/hooks';
import { api, type Schemas } from '../lib/api.ts';
import { Act, Copy, Destroy } from './act.tsx';
import { Field, Form } from './form.tsx';
import { Moment } from './moment.tsx';
import { Load, useLoaded } from './page.tsx';

type State = Schemas['TenancyDomain'];

const PATH = '/v1/tenancies/self/domain';

const HINT =
  'A domain of your organization, such as example.com. You prove that it is yours with a TXT record in its DNS.';

/** The verified domain of the tenancy, and the record that verifies one. */
export function Domain() {
  const loaded = useLoaded(() => api.get(PATH), 'domain');
  return <Load of={loaded}>{(state) => <DomainState state={state} reload={loaded.reload} />}</Load>;
}

function DomainState({ state, reload }: { state: State; reload: () => Promise<void> }) {
  const { verified_domain: verified, missing_since: missing, record } = state;
  const [notice, setNotice] = useState('');
  const verify = async (domain: string): Promise<void> => {
    setNotice('');
    await api.post(`${PATH}:verify`, { body: { domain } });
    setNotice(`${domain} is verified.`);
    await reload();
  };
  const claim = <Claim isFirst={verified === ''} onAsk={() => setNotice('')} verify={verify} />;
  return (
    <>
      {verified === '' ? (
        <p>No domain is verified. Public pages say that the name of the tenancy is not verified.</p>
      ) : (
        <>
          <p>
            <strong>{verified}</strong> is verified. Public pages show it beside the name of the tenancy. Keep its TXT
            record in the DNS.
          </p>
          {missing !== null && (
            <div class="problem" role="alert">
              <p>
                The TXT record is missing since <Moment at={missing} />. The domain is withdrawn after 72 hours without
                it.
              </p>
            </div>
          )}
          {missing !== null && record && <TxtRecord record={record} />}
          <p class="actions">
            <Act label="Check now" what={verified} act={() => verify(verified)} />
            <Destroy
              label="Remove"
              what={verified}
              question={`Remove ${verified}?`}
              consequence="Public pages then say that the name of the tenancy is not verified."
              act={async () => {
                await api.delete(PATH);
                setNotice(`${verified} is removed.`);
                await reload();
              }}
            />
          </p>
        </>
      )}
      <p class="note" role="status">
        {notice}
      </p>
      {verified === '' ? (
        claim
      ) : (
        <details>
          <summary>Verify another domain</summary>
          {claim}
        </details>
      )}
    </>
  );
}

/** The form that shows the record of a domain, and the button that verifies it. */
function Claim(of: { isFirst: boolean; onAsk: () => void; verify: (domain: string) => Promise<void> }) {
  const [name, setName] = useState('');
  const [asked, setAsked] = useState<State['record']>(null);
  const verify = async (domain: string): Promise<void> => {
    await of.verify(domain);
    setAsked(null);
    setName('');
  };
  return (
    <>
      <Form
        label="Domain"
        submit="Show the record"
        onSubmit={async () => {
          of.onAsk();
          setAsked((await api.get(PATH, { params: { query: { domain: name } } })).record);
        }}
      >
        <Field
          label={of.isFirst ? 'Domain' : 'Another domain'}
          name="domain"
          value={name}
          onInput={setName}
          hint={HINT}
          required
        />
      </Form>
      {asked && (
        <div class="result">
          <p>
            Publish this TXT record in the DNS of {asked.domain}. Then verify it; a new record can take a while to be
            visible.
          </p>
          <TxtRecord record={asked} />
          <p class="actions">
            <Act label="Verify" what={asked.domain} act={() => verify(asked.domain)} />
          </p>
        </div>
      )}
    </>
  );
}

/** A record to publish. */
const TxtRecord = ({ record: { name, value } }: { record: NonNullable<State['record']> }) => (
  <>
    <Copy label="Name of the TXT record" value={name} />
    <Copy label="Value of the TXT record" value={value} />
  </>
);
