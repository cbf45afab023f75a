import { useState } from 'preact/hooks';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { Dialog } from './dialog.tsx';
import { Field, Form } from './form.tsx';
import { LinkToShow } from './sign-in-link.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { recover: wording, signInLink } = rareTexts;
const { common } = screenTexts;

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
      <button type="button" class="quiet" aria-label={wording.recoverOf(email)} onClick={() => setOpen(true)}>
        {wording.recover}
      </button>
      {open && (
        <Dialog title={wording.title(email)} onClose={close}>
          {link ? (
            <>
              <LinkToShow of={link} label={wording.link} />
              <p class="actions">
                <button type="button" onClick={close}>
                  {common.close}
                </button>
              </p>
            </>
          ) : (
            <Form
              submit={signInLink.make}
              onSubmit={submit}
              label={wording.recover}
              extra={
                <button type="button" class="quiet" onClick={close}>
                  {texts.action.cancel}
                </button>
              }
            >
              <p>{wording.advice}</p>
              <Field
                label={wording.present}
                value={keep}
                onInput={setKeep}
                choices={[
                  ['no', wording.remove],
                  ['yes', wording.keep],
                ]}
                hint={wording.hint}
              />
            </Form>
          )}
        </Dialog>
      )}
    </>
  );
}
