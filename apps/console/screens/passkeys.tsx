import { useState } from 'preact/hooks';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { signOut } from '../lib/enter.ts';
import { Destroy } from '../parts/act.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Day, Moment } from '../parts/moment.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { ShowLink } from '../parts/sign-in-link.tsx';

type Passkey = Schemas['Passkey'];

/** The passkeys of the person who is signed in. */
export function Passkeys() {
  const list = useLoaded(async () => (await api.get('/iam/v1/passkeys')).passkeys, 'passkeys');
  return (
    <Screen
      title="Your passkeys"
      lead="You sign in with any of them. Have two, on different devices, so that losing one does not lock you out."
    >
      <Load of={list}>
        {(passkeys) => (
          <section aria-label="Your passkeys">
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
      <section aria-labelledby="add">
        <h2 id="add">Add a device</h2>
        <p>Make a link and open it on the other device, or scan its code there. It works once, within ten minutes.</p>
        <ShowLink
          button="Make a link for a device"
          title="Add a device"
          label="Link for the device"
          note="Whoever opens it first can sign in as you: open it on your own device only."
          make={() => api.post('/iam/v1/passkeys:link')}
        />
      </section>
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
        <strong>{display_name}</strong> {current && <span class="note">in use now</span>}
        <p class="note">
          Created <Day at={created} />, {used === null ? 'not used to sign in yet' : <LastUse at={used} />}.{' '}
          {synced ? 'Synchronized by the provider of the device.' : 'On this one device only.'}
        </p>
      </div>
      <div class="actions">
        <Rename passkey={passkey} onChange={onChange} />
        <Destroy
          label="Remove"
          what={display_name}
          question={`Remove ${display_name}?`}
          consequence={
            (only
              ? 'It is your only passkey: afterwards, only an administrator can let you in again. '
              : 'You can no longer sign in with it. ') +
            (current ? 'You are signed out.' : 'Sessions that were started with it end.')
          }
          act={remove}
        />
      </div>
    </li>
  );
}

const LastUse = ({ at }: { at: string }) => (
  <>
    last used <Moment at={at} />
  </>
);

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
      <button type="button" class="quiet" aria-label={`Rename ${passkey.display_name}`} onClick={() => setOpen(true)}>
        Rename
      </button>
      {open && (
        <Dialog title="Rename the passkey" onClose={() => setOpen(false)}>
          <Form
            submit="Rename"
            onSubmit={submit}
            label="Rename"
            extra={
              <button type="button" class="quiet" onClick={() => setOpen(false)}>
                Cancel
              </button>
            }
          >
            <Field label="Name" name="display_name" value={name} onInput={setName} required />
          </Form>
        </Dialog>
      )}
    </>
  );
}
