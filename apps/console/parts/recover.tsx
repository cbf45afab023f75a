import { useState } from 'preact/hooks';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { Dialog } from './dialog.tsx';
import { Field, Form } from './form.tsx';
import { LinkToShow } from './sign-in-link.tsx';

/** Lets a member with passkeys in again, who has lost a device. */
export function Recover({ user: { identity, email } }: { user: Schemas['User'] }) {
  const [open, setOpen] = useState(false);
  const [keep, setKeep] = useState('no');
  const [link, setLink] = useState<Schemas['SignInLink']>();
  const close = (): void => {
    setOpen(false);
    setLink(undefined);
  };
  const submit = async (): Promise<void> => {
    const params = { path: { uuid: uuidOf(identity) } };
    setLink(await api.post('/v1/tenancies/users/{uuid}:recover', { params, body: { keep_passkeys: keep === 'yes' } }));
  };
  return (
    <>
      <button type="button" class="quiet" aria-label={`Recover access of ${email}`} onClick={() => setOpen(true)}>
        Recover access
      </button>
      {open && (
        <Dialog title={`Recover the access of ${email}`} onClose={close}>
          {link ? (
            <>
              <LinkToShow of={link} label="Recovery link" />
              <p class="actions">
                <button type="button" onClick={close}>
                  Close
                </button>
              </p>
            </>
          ) : (
            <Form
              submit="Make the link"
              onSubmit={submit}
              label="Recover access"
              extra={
                <button type="button" class="quiet" onClick={close}>
                  Cancel
                </button>
              }
            >
              <p>Make sure that it is really this person who asks: the link lets in whoever opens it.</p>
              <Field
                label="Their present passkeys"
                value={keep}
                onInput={setKeep}
                choices={[
                  ['no', 'Remove them now'],
                  ['yes', 'Keep them'],
                ]}
                hint="Remove them if a device was lost or stolen. Sessions that they have started end at once."
              />
            </Form>
          )}
        </Dialog>
      )}
    </>
  );
}
