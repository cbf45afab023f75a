import { SELF_SUBJECT } from '../../../src/lib/identifiers.ts';
import { useState } from 'preact/hooks';
import { api, ApiError, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { Act, Copy, Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';

const LEAD =
  'To share with a partner, exchange sharing strings: each imports the string of the other. ' +
  'Then access policies can refer to the partner.';

type Subject = Schemas['Subject'];

const SUBJECTS = pages('/iam/v1/subjects', 'subjects');

/** The partners of the tenancy. Sharing works when both have imported the sharing string of the other. */
export function Sharing() {
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  const self = useLoaded(
    () => api.get('/iam/v1/subjects/{uuid}', { params: { path: { uuid: SELF_SUBJECT } } }),
    SELF_SUBJECT,
  );
  return (
    <Screen title="Sharing" lead={LEAD}>
      <section aria-labelledby="own">
        <h2 id="own">Your sharing string</h2>
        <Load of={self}>
          {(subject) => (
            <>
              <p class="note">Contains public keys and no secrets. You can send it through any channel.</p>
              <Copy label="Sharing string" value={btoa(JSON.stringify(subject))} rows={4} />
              <dl class="facts">
                <dt>Wallet address</dt>
                <dd>
                  <code>{subject.wallet_address.join(', ')}</code>
                </dd>
              </dl>
            </>
          )}
        </Load>
      </section>
      <section aria-labelledby="import">
        <h2 id="import">Import the string of a partner</h2>
        <Import onDone={again} />
      </section>
      <section aria-labelledby="partners">
        <h2 id="partners">Partners</h2>
        <List
          caption="Partners"
          of={SUBJECTS}
          reload={`subjects ${turn}`}
          identity={({ identity }) => identity}
          empty="No partners yet."
          columns={[
            ['Name', ({ display_name }) => display_name],
            ['Status', ({ confirmation_status: status }) => STATES[status]],
            ['Wallet address', ({ wallet_address }) => <code>{wallet_address[0]}</code>],
            ['Actions', (subject) => <Remove subject={subject} onDone={again} />],
          ]}
        />
        <p class="actions">
          <Act label="Refresh" act={async () => again()} />
        </p>
      </section>
    </Screen>
  );
}

const STATES: Record<Subject['confirmation_status'], string> = {
  CONFIRMED: 'Confirmed: both have imported',
  PENDING: 'Pending: they have not imported yours yet',
  CONFIRMATION_STATUS_UNSPECIFIED: 'Self',
};

function Import({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [notice, setNotice] = useState('');
  const submit = async (): Promise<void> => {
    setNotice('');
    const { display_name } = await api.post('/iam/v1/subjects', { body: { display_name: name, ...keysOf(text) } });
    setNotice(`${display_name} was imported.`);
    setName('');
    setText('');
    onDone();
  };
  return (
    <Form submit="Import" onSubmit={submit} extra={<span role="status">{notice}</span>}>
      <Field label="Name of the partner" name="display_name" value={name} onInput={setName} required />
      <Field label="Their sharing string" name="wallet_pub_key" rows={4} value={text} onInput={setText} required />
    </Form>
  );
}

function Remove({ subject, onDone }: { subject: Subject; onDone: () => void }) {
  return (
    <Destroy
      label="Remove"
      what={subject.display_name}
      question={`Remove ${subject.display_name}?`}
      consequence="Sharing with them ends at once, in both directions."
      act={async () => {
        await api.delete('/iam/v1/subjects/{uuid}', { params: { path: { uuid: uuidOf(subject.identity) } } });
        onDone();
      }}
    />
  );
}

/** The keys in a sharing string. */
function keysOf(text: string): Pick<Subject, 'wallet_pub_key' | 'tessera_pub_key'> {
  try {
    const { wallet_pub_key, tessera_pub_key } = JSON.parse(atob(text.replaceAll(/\s/g, ''))) as Subject;
    if (Array.isArray(wallet_pub_key) && Array.isArray(tessera_pub_key)) return { wallet_pub_key, tessera_pub_key };
  } catch {
    // Treated like a string without keys.
  }
  const description = 'is not a sharing string; must be the whole string';
  throw new ApiError(0, 'The partner cannot be imported.', '', [{ field: 'wallet_pub_key', description }]);
}
