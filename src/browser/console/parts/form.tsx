import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, REFUSED } from '../lib/api.ts';
import { Dialog } from './dialog.tsx';

type Problem = { error: Error; claimed: Set<string> };
/** `unready` maps the id of a component to the reason why the form cannot be sent yet. */
type FormState = { problem: Problem | undefined; names: Set<string>; unready: Map<string, string> };

const Context = createContext<FormState>({ problem: undefined, names: new Set(), unready: new Map() });

/** Shows an error with its request id. Takes the focus, so that screen readers read it. */
export function Problem({ error, except }: { error: Error; except?: (field: string) => boolean }) {
  const at = useRef<HTMLDivElement>(null);
  useEffect(() => at.current?.focus(), [error]);
  const all = error instanceof ApiError ? error.fields : [];
  const fields = all.filter(({ field }) => !except?.(field));
  // The message of a 400 only repeats the names and the reasons of the fields.
  const isShownAtFields = error instanceof ApiError && error.status === 400 && all.length > 0 && fields.length === 0;
  const id = error instanceof ApiError ? error.requestId : '';
  return (
    <div class="problem" role="alert" tabIndex={-1} ref={at}>
      <p>{isShownAtFields ? REFUSED : error.message}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, description }) => (
            <li key={field}>
              <code>{field}</code> {description}
            </li>
          ))}
        </ul>
      )}
      {id !== '' && (
        <p class="note">
          Request id <code>{id}</code>
        </p>
      )}
    </div>
  );
}

/** Whether the field of a violation is the field `name` or inside it. */
const isOf = (field: string, name: string): boolean =>
  field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);

/** What a person must confirm before a form is sent, because it cannot be undone. */
export type Question = { title: string; consequence: ComponentChildren };

/**
 * A form whose submission is a call. It cannot be sent again while the call runs. Violations are shown next to their
 * fields, other errors above the form. `confirm` checks the input, throws what is wrong with it, and returns what must be
 * confirmed.
 */
export function Form({
  onSubmit,
  confirm,
  submit,
  children,
  extra,
  label,
}: {
  onSubmit: () => Promise<unknown>;
  confirm?: (() => Question | undefined) | undefined;
  submit: string;
  children?: ComponentChildren;
  extra?: ComponentChildren;
  label?: string;
}) {
  const [busy, setBusy] = useState(false);
  // The state changes only at the next rendering, which is too late for a double click.
  const running = useRef(false);
  const [error, setError] = useState<Error>();
  const names = useRef(new Set<string>()).current;
  const unready = useRef(new Map<string, string>()).current;
  const mounted = useMounted();
  const [question, setQuestion] = useState<Question>();
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (running.current) return;
    const [why] = unready.values();
    if (why !== undefined) return setError(new Error(why));
    setError(undefined);
    try {
      const asked = confirm?.();
      if (asked) return setQuestion(asked);
    } catch (thrown) {
      return setError(thrown as Error);
    }
    return run();
  };
  const run = async (): Promise<void> => {
    setQuestion(undefined);
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await onSubmit();
    } catch (thrown) {
      if (mounted.current) setError(thrown as Error);
    }
    running.current = false;
    if (mounted.current) setBusy(false);
  };
  const problem = error && { error, claimed: names };
  return (
    <Context.Provider value={{ problem, names, unready }}>
      <form onSubmit={send} noValidate aria-label={label}>
        {error && <Problem error={error} except={(field) => [...names].some((name) => isOf(field, name))} />}
        {children}
        <p class="actions">
          {/* Not `disabled`, because the button would lose the focus. */}
          <button type="submit" aria-disabled={busy} aria-busy={busy}>
            {busy ? 'Please wait…' : submit}
          </button>
          {extra}
        </p>
      </form>
      {question && (
        <Dialog title={question.title} onClose={() => setQuestion(undefined)}>
          <p>{question.consequence}</p>
          <p class="actions">
            <button type="button" class="quiet" onClick={() => setQuestion(undefined)}>
              Cancel
            </button>
            <button type="button" onClick={() => void run()}>
              {submit}
            </button>
          </p>
        </Dialog>
      )}
    </Context.Provider>
  );
}

/** Prevents the form from being sent while there is a reason. */
export function useUnready(why: string | undefined): void {
  const { unready } = useContext(Context);
  const id = useId();
  useLayoutEffect(() => {
    if (why === undefined) return undefined;
    unready.set(id, why);
    return () => void unready.delete(id);
  }, [why, id, unready]);
}

function useMounted(): { current: boolean } {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => void (mounted.current = false);
  }, []);
  return mounted;
}

/** The violations of a field, as text; without those of fields inside it that have inputs of their own. */
export function useViolation(name: string | undefined): string {
  const { problem, names } = useContext(Context);
  useLayoutEffect(() => {
    if (name === undefined) return undefined;
    names.add(name);
    return () => void names.delete(name);
  }, [name, names]);
  if (name === undefined || !(problem?.error instanceof ApiError)) return '';
  return problem.error.fields
    .filter(
      ({ field }) =>
        isOf(field, name) && ![...names].some((each) => each !== name && isOf(each, name) && isOf(field, each)),
    )
    .map(({ field, description }) => (field === name ? description : `${field.slice(name.length)} ${description}`))
    .join('; ');
}

type FieldProps = {
  label: string;
  value: string;
  onInput: (value: string) => void;
  /** The name of the field in the API. */
  name?: string;
  hint?: string;
  hideLabel?: boolean;
  type?: 'text' | 'search' | 'password' | 'email' | 'number' | 'datetime-local';
  required?: boolean;
  readOnly?: boolean;
  rows?: number;
  choices?: readonly (readonly [value: string, text: string])[];
  autoComplete?: string;
};

/** An input with its label, hint and violations; with `rows` a text area, with `choices` a selection. */
export function Field(of: FieldProps) {
  const id = useId();
  const violation = useViolation(of.name);
  const described = [of.hint ? `${id}-hint` : '', violation ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  const common = {
    id,
    value: of.value,
    onInput: (event: Event) => of.onInput((event.currentTarget as HTMLInputElement).value),
    'aria-describedby': described || undefined,
    'aria-invalid': violation !== '',
    required: of.required,
  } as const;
  return (
    <div class="field">
      <label for={id} class={of.hideLabel ? 'unseen' : undefined}>
        {of.label}
        {of.required && <span aria-hidden="true"> *</span>}
      </label>
      {of.choices ? (
        <select {...common}>
          {of.choices.map(([value, text]) => (
            <option key={value} value={value} selected={value === of.value}>
              {text}
            </option>
          ))}
        </select>
      ) : of.rows ? (
        <textarea {...common} rows={of.rows} readOnly={of.readOnly} spellcheck={false} />
      ) : (
        <input
          {...common}
          type={(of.type ?? 'text') as 'text'}
          readOnly={of.readOnly}
          autoComplete={of.autoComplete ?? 'off'}
          spellcheck={false}
        />
      )}
      {of.hint && (
        <p class="note" id={`${id}-hint`}>
          {of.hint}
        </p>
      )}
      {violation && (
        <p class="wrong" id={`${id}-wrong`}>
          {violation}
        </p>
      )}
    </div>
  );
}

/** A checkbox. */
export function Tick(of: { label: string; checked: boolean; onChange: (checked: boolean) => void; hint?: string }) {
  const id = useId();
  return (
    <div class="field tick">
      <input
        type="checkbox"
        id={id}
        checked={of.checked}
        onChange={(event) => of.onChange(event.currentTarget.checked)}
        aria-describedby={of.hint ? `${id}-hint` : undefined}
      />
      <label for={id}>{of.label}</label>
      {of.hint && (
        <p class="note" id={`${id}-hint`}>
          {of.hint}
        </p>
      )}
    </div>
  );
}
