import { useState } from 'preact/hooks';
import { api, type Schemas } from '../lib/api.ts';
import { Act, Copy, Destroy } from './act.tsx';
import { Field, Form } from './form.tsx';
import { Moment } from './moment.tsx';
import { Load, useLoaded } from './page.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { domain: wording } = rareTexts;
const { common } = screenTexts;

type State = Schemas['TenancyDomain'];

const PATH = '/v1/tenancies/self/domain';

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
    setNotice(wording.verified(domain));
    await reload();
  };
  const claim = <Claim isFirst={verified === ''} onAsk={() => setNotice('')} verify={verify} />;
  return (
    <>
      {verified === '' ? (
        <p>{wording.none}</p>
      ) : (
        <>
          <p>
            {wording.isVerified(
              <strong>
                <bdi>{verified}</bdi>
              </strong>,
            )}
          </p>
          {missing !== null && (
            <div class="problem" role="alert">
              <p>{wording.missing(<Moment at={missing} />)}</p>
            </div>
          )}
          {missing !== null && record && <TxtRecord record={record} />}
          <p class="actions">
            <Act label={wording.check} what={verified} act={() => verify(verified)} />
            <Destroy
              label={common.remove}
              what={verified}
              question={wording.removeQuestion(verified)}
              consequence={wording.removeConsequence}
              act={async () => {
                await api.delete(PATH);
                setNotice(wording.removed(verified));
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
          <summary>{wording.another}</summary>
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
        label={wording.domain}
        submit={wording.showRecord}
        onSubmit={async () => {
          of.onAsk();
          setAsked((await api.get(PATH, { params: { query: { domain: name } } })).record);
        }}
      >
        <Field
          label={of.isFirst ? wording.domain : wording.anotherDomain}
          name="domain"
          value={name}
          onInput={setName}
          hint={wording.hint}
          required
        />
      </Form>
      {asked && (
        <div class="result">
          <p>{wording.publish(asked.domain)}</p>
          <TxtRecord record={asked} />
          <p class="actions">
            <Act label={wording.verify} what={asked.domain} act={() => verify(asked.domain)} />
          </p>
        </div>
      )}
    </>
  );
}

/** A record to publish. */
const TxtRecord = ({ record: { name, value } }: { record: NonNullable<State['record']> }) => (
  <>
    <Copy label={wording.recordName} value={name} />
    <Copy label={wording.recordValue} value={value} />
  </>
);
