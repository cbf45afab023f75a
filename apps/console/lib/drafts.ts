import { session, type SignedInUser } from './session.ts';

/**
 * What this browser keeps of a form that was not sent: `value` has its fields. `title`: what it is, after “You have”.
 * `path`: the screen with the form. `base`: the form before it was changed. `key` and `lost`: of its attempts
 * (idempotent.ts).
 */
export type StoredDraft = {
  owner: string;
  title: string;
  path: string;
  at: number;
  value: Record<string, unknown>;
  base: string;
  key: string;
  lost: boolean;
};

/** Limits of what is kept: drafts in all, the characters of each, and milliseconds. */
const MOST = 20;
const LENGTH = 100_000;
const AGE = 7 * 86_400_000;

const PREFIX = 'draft ';

const ownerOf = ({ issuer, subject }: SignedInUser): string => JSON.stringify([issuer, subject]);

/** Where the draft of a form of the current session is kept; undefined without a session. */
function entryOf(path: string): string | undefined {
  const tenancy = session.get()?.tenancy?.identity;
  return tenancy === undefined ? undefined : `${PREFIX}${tenancy} ${path}`;
}

function parsed(text: string | null): StoredDraft | undefined {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<StoredDraft> | null;
    const isWhole =
      typeof kept?.value === 'object' &&
      typeof kept.at === 'number' &&
      [kept.owner, kept.title, kept.path, kept.base, kept.key].every((part) => typeof part === 'string');
    return isWhole && Date.now() - kept.at! < AGE ? (kept as StoredDraft) : undefined;
  } catch {
    return undefined;
  }
}

/** The entries of all drafts in this browser. A browser without storage has none. */
function entries(): [entry: string, kept: StoredDraft | undefined][] {
  try {
    return Object.keys(localStorage)
      .filter((entry) => entry.startsWith(PREFIX))
      .map((entry) => [entry, parsed(localStorage.getItem(entry))]);
  } catch {
    return [];
  }
}

/** The drafts of the person in their tenancy, the newest first. */
export function drafts(): StoredDraft[] {
  const [now, start] = [session.get(), entryOf('')];
  if (!now || start === undefined) return [];
  return entries()
    .flatMap(([entry, kept]) => (entry.startsWith(start) && kept?.owner === ownerOf(now) ? [kept] : []))
    .toSorted((a, b) => b.at - a.at);
}

/** The draft of the form at a path. */
export const draftOf = (path: string): StoredDraft | undefined => drafts().find((kept) => kept.path === path);

/** Keeps a draft of the current session. Returns false if the browser does not allow it, or if it is too long. */
export function keepDraft(draft: Omit<StoredDraft, 'owner' | 'at'>): boolean {
  const [now, entry] = [session.get(), entryOf(draft.path)];
  if (!now || entry === undefined) return false;
  const text = JSON.stringify({ ...draft, owner: ownerOf(now), at: Date.now() } satisfies StoredDraft);
  if (text.length > LENGTH) return false;
  const others = entries().filter(([each]) => each !== entry);
  const oldest = others.toSorted(([, a], [, b]) => (a?.at ?? 0) - (b?.at ?? 0));
  try {
    for (const [each] of oldest.slice(0, Math.max(0, others.length - MOST + 1))) localStorage.removeItem(each);
    localStorage.setItem(entry, text);
    return true;
  } catch {
    return false;
  }
}

/** Removes the draft of the form at a path. */
export function removeDraft(path: string): void {
  const entry = entryOf(path);
  if (entry !== undefined) remove((each) => each === entry);
}

/** Removes all drafts, at sign-out: other people may use the browser. */
export const removeDrafts = (): void => remove(() => true);

/** Removes the drafts of others, and those that are too old. */
export function removeForeignDrafts(): void {
  const now = session.get();
  remove((_, kept) => !now || kept?.owner !== ownerOf(now));
}

function remove(isWanted: (entry: string, kept: StoredDraft | undefined) => boolean): void {
  for (const [entry, kept] of entries()) if (isWanted(entry, kept)) localStorage.removeItem(entry);
}
