import { useState } from 'preact/hooks';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { signOut } from '../lib/enter.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Destroy } from '../parts/act.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Day, Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { ShowLink } from '../parts/sign-in-link.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { passkeys: wording } = rareTexts;
const { common, shell } = screenTexts;

type Passkey = Schemas['Passkey'];

/** The passkeys of the person who is signed in. */
export function Passkeys() {
  const { way } = useStore(session)!;
  const list = useLoaded(async () => (await api.get('/iam/v1/passkeys')).passkeys, 'passkeys');
  return (
    <Screen title={shell.passkeys} lead={wording.lead}>
      <Load of={list}>
        {(passkeys) => (
          <section aria-label={shell.passkeys}>
            <ul class="passkeys">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.identity}
                  passkey={passkey}
                  only={passkeys.length === 1}
                  onChange={() => void list.reload()}
                />
              ))}
            </ul>
          </section>
        )}
      </Load>
      {way.kind !== 'application' && (
        <section aria-labelledby="add">
          <h2 id="add">{wording.addDevice}</h2>
          <p>{wording.addHint}</p>
          <ShowLink
            button={wording.makeLink}
            title={wording.addDevice}
            label={wording.link}
            note={wording.linkNote}
            make={() => api.post('/iam/v1/passkeys:link')}
          />
        </section>
      )}
    </Screen>
  );
}

function PasskeyRow({ passkey, only, onChange }: { passkey: Passkey; only: boolean; onChange: () => void }) {
  const { identity, display_name, synced, current, created, used } = passkey;
  const params = { path: { uuid: uuidOf(identity) } };
  const remove = async (): Promise<void> => {
    await api.delete('/iam/v1/passkeys/{uuid}', { params: { ...params, query: only ? { last: 'true' } : {} } });
    if (current) await signOut();
    else onChange();
  };
  return (
    <li>
      <div>
        <strong>
          <bdi>{display_name}</bdi>
        </strong>{' '}
        {current && <span class="note">{wording.inUse}</span>}
        <p class="note">
          {wording.about(
            <Day at={created} />,
            used === null ? wording.unused : <LastUse at={used} />,
            synced ? wording.synchronized : wording.oneDevice,
          )}
        </p>
      </div>
      <div class="actions">
        <Rename passkey={passkey} onChange={onChange} />
        <Destroy
          label={common.remove}
          what={display_name}
          question={wording.removeQuestion(display_name)}
          consequence={
            (only ? wording.removeOnly : wording.removeOther) + (current ? wording.signedOut : wording.sessionsEnd)
          }
          act={remove}
        />
      </div>
    </li>
  );
}

const LastUse = ({ at }: { at: string }) => <>{wording.lastUsed(<Moment at={at} />)}</>;

function Rename({ passkey, onChange }: { passkey: Passkey; onChange: () => void }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState(passkey.display_name);
  const submit = async (): Promise<void> => {
    const params = { path: { uuid: uuidOf(passkey.identity) } };
    await api.patch('/iam/v1/passkeys/{uuid}', { params, body: { display_name: name } });
    setOpen(false);
    onChange();
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={wording.renameOf(passkey.display_name)}
        onClick={() => setOpen(true)}
      >
        {wording.rename}
      </button>
      {open && (
        <Dialog title={wording.renameTitle} onClose={() => setOpen(false)}>
          <Form
            submit={wording.rename}
            onSubmit={submit}
            label={wording.rename}
            extra={
              <button type="button" class="quiet" onClick={() => setOpen(false)}>
                {texts.action.cancel}
              </button>
            }
          >
            <Field label={common.name} name="display_name" value={name} onInput={setName} required />
          </Form>
        </Dialog>
      )}
    </>
  );
}
