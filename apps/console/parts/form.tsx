import { createContext, type ComponentChildren } from 'preact';
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from '../lib/api.ts';
import { refusalInWords } from '../lib/words.ts';
import { texts } from '../texts/texts.ts';
import { Resume, type FormDraft } from './draft.tsx';
import { OfService } from './of-service.tsx';
import { moveOn, useSending, type Question, type FormUploads } from './submission.tsx';

export type { Question };

type Problem = { error: Error; claimed: Set<string> };
type FormState = { problem: Problem | undefined; names: Set<string>; uploads: FormUploads; deliberate: boolean };

const NO_UPLOADS: FormUploads = { unready: new Map(), changed: () => undefined, failed: () => undefined };
const Context = createContext<FormState>({
  problem: undefined,
  names: new Set(),
  uploads: NO_UPLOADS,
  deliberate: false,
});

/** Shows an error with its request id. Takes the focus, so that screen readers read it. */
export function Problem({ error, except }: { error: Error; except?: (field: string) => boolean }) {
  const at = useRef<HTMLDivElement>(null);
  // With the text, not after it: the user may already be in a field, which would lose the focus.
  useLayoutEffect(() => at.current?.focus(), [error]);
  const all = error instanceof ApiError ? error.fields : [];
  // A missing right is said in a sentence, which names what it is about.
  const missing = error instanceof ApiError && error.status === 403 ? all : [];
  const fields = missing.length > 0 ? [] : all.filter(({ field }) => !except?.(field));
  // The message of a 400 only repeats the names and the reasons of the fields.
  const isShownAtFields = error instanceof ApiError && error.status === 400 && all.length > 0 && fields.length === 0;
  const shown = (): ComponentChildren => {
    if (missing.length > 0) {
      const reasons = [...new Set(missing.map(({ description }) => description))];
      return texts.form.notPermitted(reasons.map((text, i) => [i > 0 && '; ', <OfService key={text} text={text} />]));
    }
    if (isShownAtFields) return texts.form.refused;
    return error instanceof ApiError ? <ErrorText error={error} /> : error.message;
  };
  const id = error instanceof ApiError ? error.requestId : '';
  return (
    <div class="problem" role="alert" tabIndex={-1} ref={at}>
      <p>{shown()}</p>
      {fields.length > 0 && (
        <ul>
          {fields.map(({ field, description }) => (
            <li key={field}>
              <code>{field}</code> <OfService text={description} />
            </li>
          ))}
        </ul>
      )}
      {id !== '' && (
        <p class="note">
          {texts.form.requestId} <code>{id}</code>
        </p>
      )}
    </div>
  );
}

/** The message of an error. That of the service is English, and follows what its status means. */
function ErrorText({ error: { status, message } }: { error: ApiError }) {
  if (status === 0 || message === texts.service.responded(status)) return <>{message}</>;
  const meaning = texts.service.meaningOf(status);
  return (
    <>
      {meaning !== '' && `${meaning} `}
      <OfService text={message} />
    </>
  );
}

/** Whether the field of a violation is the field `name` or inside it. */
const isOf = (field: string, name: string): boolean =>
  field === name || field.startsWith(`${name}.`) || field.startsWith(`${name}[`);

/**
 * A form whose submission is a call. It cannot be sent again while the call runs. Violations are shown next to their
 * fields, other errors above the form. `confirm` checks the input, throws what is wrong with it, and returns what must
 * be confirmed; Ctrl+Enter asks for that as the button does. `deliberate`: only the button sends the form, and Enter
 * moves on to the next field, because what is sent cannot be undone; by default with `confirm`. `draft`: what the
 * browser keeps of the form until it was sent.
 */
export function Form({
  onSubmit,
  confirm,
  submit,
  children,
  extra,
  label,
  draft,
  deliberate = confirm !== undefined,
}: {
  onSubmit: () => Promise<unknown>;
  confirm?: (() => Question) | undefined;
  submit: string;
  children?: ComponentChildren;
  extra?: ComponentChildren;
  label?: string;
  draft?: FormDraft;
  deliberate?: boolean;
}) {
  const names = useRef(new Set<string>()).current;
  const { busy, error, send, review, dialog, uploads } = useSending({
    onSubmit,
    confirm,
  });
  if (draft?.found) return <Resume draft={draft} />;
  const problem = error && { error, claimed: names };
  return (
    <Context.Provider value={{ problem, names, uploads, deliberate }}>
      <form
        onSubmit={deliberate ? (event) => event.preventDefault() : send}
        onKeyDown={(event) => {
          review(event);
          if (deliberate) moveOn(event);
        }}
        noValidate
        aria-label={label}
      >
        {error && <Problem error={error} except={(field) => [...names].some((name) => isOf(field, name))} />}
        {children}
        <p class="actions">
          {/* Not `disabled`, because the button would lose the focus. */}
          <button
            type={deliberate ? 'button' : 'submit'}
            class="send"
            onClick={deliberate ? send : undefined}
            aria-keyshortcuts={confirm && 'Control+Enter Meta+Enter'}
            aria-disabled={busy}
            aria-busy={busy}
          >
            {busy ? texts.action.wait : submit}
          </button>
          {extra}
        </p>
      </form>
      {dialog}
    </Context.Provider>
  );
}

/**
 * Prevents the form from being sent while there is a reason. `upload`: the file for which a confirmed form can wait.
 */
export function useUnready(why: string | undefined, upload?: string): void {
  const { uploads } = useContext(Context);
  const id = useId();
  useLayoutEffect(() => {
    if (why === undefined) return undefined;
    uploads.unready.set(id, { why, upload });
    return () => {
      uploads.unready.delete(id);
      // Not before the next reason, such as the next file, takes its place.
      queueMicrotask(uploads.changed);
    };
  }, [why, upload, id, uploads]);
}

/** Tells the form that the upload of a file has failed, or was stopped. */
export const useFailed = (): FormUploads['failed'] => useContext(Context).uploads.failed;

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
    .map(({ field, description }) => `${field.slice(name.length)} ${refusalInWords(description)}`.trim())
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
  type?: 'text' | 'search' | 'password' | 'email' | 'number' | 'date' | 'datetime-local';
  required?: boolean;
  readOnly?: boolean;
  rows?: number;
  choices?: readonly (readonly [value: string, text: string])[];
  autoComplete?: string;
  /** Texts that are proposed while the user types. */
  suggestions?: readonly string[];
  onFocus?: () => void;
  /** Below the input. */
  warning?: ComponentChildren;
};

/** Inputs whose values are not written by people in their language. */
const OF_OTHERS = new Set(['password', 'email', 'number', 'date', 'datetime-local']);

/** An input with its label, hint and violations; with `rows` a text area, with `choices` a selection. */
export function Field(of: FieldProps) {
  const id = useId();
  const { deliberate } = useContext(Context);
  const violation = useViolation(of.name);
  const described = [of.hint ? `${id}-hint` : '', violation ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  const common = {
    id,
    value: of.value,
    onInput: (event: Event) => of.onInput((event.currentTarget as HTMLInputElement).value),
    'aria-describedby': described || undefined,
    'aria-invalid': violation !== '',
    required: of.required,
    // What people write has its own direction.
    dir: of.choices || OF_OTHERS.has(of.type ?? 'text') ? undefined : 'auto',
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
      ) : (
        of.rows && <textarea {...common} rows={of.rows} readOnly={of.readOnly} spellcheck={false} />
      )}
      {!of.choices && !of.rows && (
        <input
          {...common}
          type={(of.type ?? 'text') as 'text'}
          readOnly={of.readOnly}
          enterKeyHint={deliberate ? 'next' : undefined}
          autoComplete={of.autoComplete ?? 'off'}
          spellcheck={false}
          list={of.suggestions && `${id}-list`}
          onFocus={of.onFocus}
        />
      )}
      <Suggestions id={`${id}-list`} of={of.suggestions} />
      {of.warning}
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

/** The texts that are proposed for an input. */
export const Suggestions = ({ id, of }: { id: string; of: readonly string[] | undefined }) =>
  of === undefined ? null : (
    <datalist id={id}>
      {of.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );

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
