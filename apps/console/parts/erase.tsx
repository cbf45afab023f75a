import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import { Dialog } from './dialog.tsx';
import { Field, Form, Tick } from './form.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { erase: wording } = rareTexts;
const { common } = screenTexts;

/** A button with which an administrator erases an event, after a warning. A reason is required. */
export function Erase(of: { params: { path: { asset_uuid: string; uuid: string } }; onErased: () => Promise<void> }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const [accepted, setAccepted] = useState(false);
  const close = (): void => setAsking(false);
  const erase = async (): Promise<void> => {
    const body = { reason, ...(accepted ? { accept_unsalted_chain_hash: true } : {}) };
    await api.post('/v2/assets/{asset_uuid}/events/{uuid}:erase', { params: of.params, body });
    // Removes this component with its dialog, which moves the focus to the title of the screen.
    await of.onErased();
  };
  const cancel = (
    <button type="button" class="quiet" onClick={close}>
      {texts.action.cancel}
    </button>
  );
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        {wording.erase}
      </button>
      {asking && (
        <Dialog title={wording.question} onClose={close}>
          <p>{wording.warning}</p>
          <Form onSubmit={erase} submit={wording.permanently} extra={cancel} label={wording.erase} deliberate>
            <Field
              label={common.reason}
              name="reason"
              value={reason}
              onInput={setReason}
              hint={wording.reasonHint}
              required
            />
            <Tick label={wording.unsalted} checked={accepted} onChange={setAccepted} hint={wording.unsaltedHint} />
          </Form>
        </Dialog>
      )}
    </>
  );
}
