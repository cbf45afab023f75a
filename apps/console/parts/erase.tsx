import { useState } from 'preact/hooks';
import { api } from '../lib/api.ts';
import { Dialog } from './dialog.tsx';
import { Field, Form, Tick } from './form.tsx';

const WARNING =
  'This cannot be undone. The attributes and the principals of the event are deleted, and the files that only erased ' +
  'events name. Proofs of whole time windows that contain the event cannot be verified any more. Receipts stay valid.';
const REASON =
  'Everyone who may read the asset can read the reason. It is recorded permanently, so do not repeat what you erase.';
const UNSALTED = 'Only needed if the service asks for it: operators can test guesses of the content with this hash.';

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
      Cancel
    </button>
  );
  return (
    <>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Erase the content
      </button>
      {asking && (
        <Dialog title="Erase the content of this event?" onClose={close}>
          <p>{WARNING}</p>
          <Form onSubmit={erase} submit="Erase permanently" extra={cancel} label="Erase the content" deliberate>
            <Field label="Reason" name="reason" value={reason} onInput={setReason} hint={REASON} required />
            <Tick
              label="Accept that a chain hash without a salt stays"
              checked={accepted}
              onChange={setAccepted}
              hint={UNSALTED}
            />
          </Form>
        </Dialog>
      )}
    </>
  );
}
