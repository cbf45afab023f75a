import { SELF_SUBJECT } from '../../../src/lib/identifiers.ts';
import { useState } from 'preact/hooks';
import { api, ApiError, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { Act, Copy, Destroy } from '../parts/act.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { sharing: wording } = rareTexts;
const { common, menu } = screenTexts;

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
    <Screen title={menu.sharing} lead={wording.lead}>
      <section aria-labelledby="own">
        <h2 id="own">{wording.yours}</h2>
        <Load of={self}>
          {(subject) => (
            <>
              <p class="note">{wording.yoursHint}</p>
              <Copy label={wording.sharingString} value={btoa(JSON.stringify(subject))} rows={4} />
              <dl class="facts">
                <dt>{wording.wallet}</dt>
                <dd>
                  <code>{subject.wallet_address.join(', ')}</code>
                </dd>
              </dl>
            </>
          )}
        </Load>
      </section>
      <section aria-labelledby="import">
        <h2 id="import">{wording.importTitle}</h2>
        <Import onDone={again} />
      </section>
      <section aria-labelledby="partners">
        <h2 id="partners">{common.partners}</h2>
        <List
          caption={common.partners}
          of={SUBJECTS}
          reload={`subjects ${turn}`}
          identity={({ identity }) => identity}
          empty={wording.none}
          columns={[
            [common.name, ({ display_name }) => display_name],
            [wording.status, ({ confirmation_status: status }) => wording.states[status]],
            [wording.wallet, ({ wallet_address }) => <code>{wallet_address[0]}</code>],
            [texts.table.actions, (subject) => <Remove subject={subject} onDone={again} />],
          ]}
        />
        <p class="actions">
          <Act label={common.refresh} act={async () => again()} />
        </p>
      </section>
    </Screen>
  );
}

function Import({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const [notice, setNotice] = useState('');
  const submit = async (): Promise<void> => {
    setNotice('');
    const { display_name } = await api.post('/iam/v1/subjects', { body: { display_name: name, ...keysOf(text) } });
    setNotice(wording.imported(display_name));
    setName('');
    setText('');
    onDone();
  };
  return (
    <Form submit={wording.import} onSubmit={submit} extra={<span role="status">{notice}</span>}>
      <Field label={wording.partner} name="display_name" value={name} onInput={setName} required />
      <Field label={wording.theirs} name="wallet_pub_key" rows={4} value={text} onInput={setText} required />
    </Form>
  );
}

function Remove({ subject, onDone }: { subject: Subject; onDone: () => void }) {
  return (
    <Destroy
      label={common.remove}
      what={subject.display_name}
      question={wording.question(subject.display_name)}
      consequence={wording.consequence}
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
  const description = wording.notAString;
  throw new ApiError(0, wording.cannotImport, '', [{ field: 'wallet_pub_key', description }]);
}
