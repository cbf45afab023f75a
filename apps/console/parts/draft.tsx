import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { draftOf, drafts, keepDraft, removeDraft, type StoredDraft } from '../lib/drafts.ts';
import type { Attempts, KeptAttempts } from '../lib/idempotent.ts';
import { useRoute } from '../lib/router.ts';
import { Moment } from './moment.tsx';
import { texts } from '../texts/texts.ts';
import type { DraftKind } from '../texts/en.ts';

const { draft: wording } = texts;

/** The fields of a form, which the browser keeps until the form was sent. */
export type Draft<T> = {
  value: T;
  /** Changes fields. A function gets those of before, also if it follows another change at once. */
  set: (part: Partial<T> | ((before: T) => Partial<T>)) => void;
  /** What an earlier visit has left. The form waits for the decision to resume or to discard it. */
  found: StoredDraft | undefined;
  /** It was made of another state of the record than the form has now. */
  stale: boolean;
  resume: () => void;
  discard: () => void;
  /** Removes what is kept, when the form was sent: before another screen opens. */
  end: () => void;
  attempts: KeptAttempts;
};

/** The part of a draft that its form needs. */
export type FormDraft = Pick<Draft<object>, 'found' | 'stale' | 'resume' | 'discard'>;

/**
 * The fields of the form at `path`, kept in the browser while they differ from `blank`. `title`: what the draft is,
 * after “You have”. `omitted`: fields that are never kept, such as an address that can contain a secret.
 */
export function useDraft<T extends object>(
  path: string,
  blank: T,
  title: (value: T) => string,
  omitted: readonly (keyof T)[] = [],
): Draft<T> {
  const base = useRef(JSON.stringify(blank)).current;
  const [found, setFound] = useState(() => draftOf(path));
  const resumes = useRoute().query.has('resume');
  const [value, setValue] = useState<T>(() => (found && resumes ? restored(blank, found) : blank));
  const isDecided = found === undefined || resumes;
  const attempts = useRef<Attempts>({ key: found?.key ?? crypto.randomUUID(), lost: found?.lost ?? false });
  const over = useRef(false);
  const isKept = useRef(true);
  const save = (): void => {
    if (over.current || !isDecided) return;
    if (JSON.stringify(value) === base) {
      isKept.current = true;
      return removeDraft(path);
    }
    const kept = Object.fromEntries(Object.entries(value).filter(([name]) => !omitted.includes(name as keyof T)));
    isKept.current = keepDraft({ title: title(value), path, value: kept, base, ...attempts.current });
  };
  // Before the page can be closed or another screen opened.
  useLayoutEffect(save, [value, isDecided]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (!isKept.current && !over.current) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  const latest = useRef(save);
  latest.current = save;
  const end = (): void => {
    over.current = true;
    removeDraft(path);
  };
  return {
    value,
    set: (part) => setValue((before) => ({ ...before, ...(typeof part === 'function' ? part(before) : part) })),
    found: isDecided ? undefined : found,
    stale: found !== undefined && found.base !== base,
    resume: () => {
      setValue(restored(blank, found!));
      setFound(undefined);
    },
    discard: () => {
      removeDraft(path);
      attempts.current = { key: crypto.randomUUID(), lost: false };
      setFound(undefined);
    },
    end,
    attempts: {
      get key() {
        return attempts.current.key;
      },
      get lost() {
        return attempts.current.lost;
      },
      set: (next) => {
        attempts.current = next;
        latest.current();
      },
      end,
    },
  };
}

/** The fields of a draft; those that it lacks, or that have another shape, are blank. */
function restored<T extends object>(blank: T, { value }: StoredDraft): T {
  const isAlike = (a: unknown, b: unknown): boolean => typeof a === typeof b && Array.isArray(a) === Array.isArray(b);
  return Object.fromEntries(
    Object.entries(blank).map(([name, part]) => [name, isAlike(part, value[name]) ? value[name] : part]),
  ) as T;
}

/** What the draft of a new record is, after “You have”. */
export const unsaved = (kind: DraftKind, name: string): string => wording.unsaved(kind, name.trim());

/** Asks whether to resume or to discard what an earlier visit has left. */
export function Resume({ draft }: { draft: FormDraft }) {
  const { title, at, lost } = draft.found!;
  return (
    <div class="warning" role="region" aria-label={wording.draft}>
      <p>
        {wording.found(
          title,
          <Moment at={new Date(at).toISOString()} />,
          lost && wording.maybeSent,
          draft.stale && wording.stale,
        )}
      </p>
      <p class="actions">
        <button type="button" class="send" onClick={draft.resume}>
          {wording.resume}
        </button>
        <button type="button" onClick={draft.discard}>
          {wording.discard}
        </button>
      </p>
    </div>
  );
}

/** The forms that the person has not sent, or those whose path is `path`. */
export function Drafts({ path }: { path?: string }) {
  const [, setTurn] = useState(0);
  const all = drafts().filter((kept) => path === undefined || kept.path === path);
  if (all.length === 0) return null;
  return (
    <div class="warning" role="region" aria-label={wording.drafts}>
      <ul class="plainlist">
        {all.map((kept) => (
          <li key={kept.path}>
            <p>{wording.kept(kept.title, <Moment at={new Date(kept.at).toISOString()} />)}</p>
            <p class="actions">
              <a href={`#/${kept.path}?resume`}>{wording.resume}</a>
              <button
                type="button"
                class="quiet"
                aria-label={wording.discardOf(kept.title)}
                onClick={() => {
                  removeDraft(kept.path);
                  setTurn((turn) => turn + 1);
                }}
              >
                {wording.discard}
              </button>
            </p>
          </li>
        ))}
      </ul>
    </div>
  );
}
