import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../texts/texts.ts';
import { Dialog } from './dialog.tsx';

/**
 * What a person must confirm before a form is sent, because it cannot be undone. `summary`: what is sent. `outcome`:
 * what becomes of it, such as `recorded`. `act`: the label of the button that sends it.
 */
export type Question = {
  title: string;
  consequence: ComponentChildren;
  summary?: ComponentChildren;
  outcome: string;
  act: string;
};

/** Why a form cannot be sent yet. `upload`: the file that is being uploaded, for which a confirmed form can wait. */
export type Unready = { why: string; upload: string | undefined };

/**
 * What parts of a form tell it. Call `changed` after a reason was removed, and `failed` if an upload did not end well.
 */
export type FormUploads = {
  unready: Map<string, Unready>;
  changed: () => void;
  failed: (file: string, error: Error) => void;
};

/** The state of a form that is checked, confirmed and sent: only once at a time, and after its uploads. */
export function useSending(of: { onSubmit: () => Promise<unknown>; confirm: (() => Question) | undefined }) {
  const [busy, setBusy] = useState(false);
  // The state changes only at the next rendering, which is too late for a double click.
  const running = useRef(false);
  const [error, setError] = useState<Error>();
  const [question, setQuestion] = useState<Question>();
  const [waitsFor, setWaitsFor] = useState<string>();
  const waits = useRef(false);
  const mounted = useMounted();
  // An upload that has ended changes what is sent.
  const latest = useRef(of.onSubmit);
  latest.current = of.onSubmit;
  const close = (): void => {
    waits.current = false;
    setWaitsFor(undefined);
    setQuestion(undefined);
  };
  const run = async (): Promise<void> => {
    close();
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await latest.current();
    } catch (thrown) {
      if (mounted.current) setError(thrown as Error);
    }
    running.current = false;
    if (mounted.current) setBusy(false);
  };
  const proceed = (): void => {
    const file = [...uploads.unready.values()].find(({ upload }) => upload !== undefined)?.upload;
    if (file === undefined) return void run();
    waits.current = true;
    setWaitsFor(file);
  };
  const uploads = useRef<FormUploads>({
    unready: new Map(),
    changed: () => {
      if (waits.current && mounted.current) proceed();
    },
    failed: (file, reason) => {
      if (!waits.current) return;
      close();
      setError(new Error(texts.form.notUploaded(file, reason.message)));
    },
  }).current;
  const send = (event: Event): void => {
    event.preventDefault();
    if (running.current) return;
    setError(undefined);
    try {
      const blocked = [...uploads.unready.values()].find(({ upload }) => upload === undefined || !of.confirm);
      if (blocked) throw new Error(blocked.why);
      if (of.confirm) return setQuestion(of.confirm());
    } catch (thrown) {
      return setError(thrown as Error);
    }
    proceed();
  };
  /** Ctrl+Enter asks what must be confirmed. A form that asks nothing is sent by its button only. */
  const review = (event: KeyboardEvent): void => {
    const isShortcut = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.isComposing;
    if (!isShortcut || !of.confirm) return;
    event.preventDefault();
    if (!event.repeat && !question) send(event);
  };
  const dialog = question && <Confirm question={question} waitsFor={waitsFor} onAct={proceed} onClose={close} />;
  return { busy, error, send, review, dialog, uploads };
}

function Confirm(of: { question: Question; waitsFor: string | undefined; onAct: () => void; onClose: () => void }) {
  const { title, summary, consequence, outcome, act } = of.question;
  const waits = of.waitsFor !== undefined;
  return (
    <Dialog title={title} onClose={of.onClose}>
      {summary}
      <p>{consequence}</p>
      <p role="status">{waits && texts.form.waitsFor(outcome, of.waitsFor!)}</p>
      {waits && <progress aria-label={texts.form.waiting} />}
      <p class="actions">
        <button type="button" class="quiet" onClick={of.onClose}>
          {texts.action.cancel}
        </button>
        <button
          type="button"
          class={waits ? 'quiet' : undefined}
          aria-disabled={waits}
          onClick={() => waits || of.onAct()}
        >
          {act}
        </button>
      </p>
    </Dialog>
  );
}

function useMounted(): { current: boolean } {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);
  return mounted;
}

/** Fields to which Enter can move on. */
const FIELDS = 'input, select, textarea';

/**
 * Moves the focus from a field with one line to the next field on Enter, which a keyboard of a phone has as its main
 * key. It stays in the last one: Enter in a field never reaches a button.
 */
export function moveOn(event: KeyboardEvent): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.isComposing || event.defaultPrevented) return;
  // Enter opens the dialog of a field for files.
  if (!(target instanceof HTMLInputElement) || target.type === 'file') return;
  event.preventDefault();
  const fields = [...(currentTarget as HTMLFormElement).querySelectorAll<HTMLElement>(FIELDS)];
  fields[fields.indexOf(target) + 1]?.focus();
}
