import { useId, useRef, useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';
import { Problem } from './form.tsx';

/**
 * The state of a call that a button starts: only one at a time, and its error. The button is not `disabled` meanwhile,
 * because it would lose the focus.
 */
function useAct(call: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const [error, setError] = useState<Error>();
  const act = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setError(undefined);
    try {
      await call();
    } catch (thrown) {
      setError(thrown as Error);
    }
    running.current = false;
    setBusy(false);
  };
  return { busy, error, act, forget: () => setError(undefined) };
}

/** A button whose call must be confirmed in a dialog. */
export function Destroy(of: {
  label: string;
  question: string;
  consequence: string;
  act: () => Promise<unknown>;
  /** What the button acts on, for screen readers. */
  what?: string;
}) {
  const [asking, setAsking] = useState(false);
  const { busy, error, act, forget } = useAct(async () => {
    await of.act();
    setAsking(false);
  });
  const close = (): void => {
    setAsking(false);
    forget();
  };
  return (
    <>
      <button
        type="button"
        class="danger"
        onClick={() => setAsking(true)}
        aria-label={of.what ? `${of.label} ${of.what}` : undefined}
      >
        {of.label}
      </button>
      {asking && (
        <Dialog title={of.question} onClose={close}>
          <p>{of.consequence}</p>
          {error && <Problem error={error} />}
          <p class="actions">
            <button type="button" onClick={close}>
              {texts.action.cancel}
            </button>
            <button type="button" class="danger" aria-disabled={busy} onClick={() => void act()}>
              {busy ? texts.action.wait : of.label}
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}

/** A button that starts a call and shows its error. */
export function Act(of: { label: string; act: () => Promise<unknown>; what?: string }) {
  const { busy, error, act } = useAct(of.act);
  return (
    <>
      <button
        type="button"
        aria-disabled={busy}
        onClick={() => void act()}
        aria-label={of.what ? `${of.label} ${of.what}` : undefined}
      >
        {busy ? texts.action.wait : of.label}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

/** A text with a button that copies it. */
export function Copy({ label, value, rows }: { label: string; value: string; rows?: number }) {
  const [notice, setNotice] = useState('');
  const at = useRef<HTMLTextAreaElement & HTMLInputElement>(null);
  const id = useId();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setNotice(texts.action.copied);
    } catch {
      at.current?.select();
      setNotice(texts.action.copySelected);
    }
  };
  const common = { id, ref: at, value, readOnly: true, spellcheck: false } as const;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy">
        {rows ? <textarea {...common} rows={rows} /> : <input {...common} class="code" />}
        <button type="button" onClick={() => void copy()} aria-label={texts.action.copyOf(label)}>
          {texts.action.copy}
        </button>
      </div>
      <p class="note" role="status">
        {notice}
      </p>
    </div>
  );
}
