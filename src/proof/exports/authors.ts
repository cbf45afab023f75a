import type { ExportVersion } from '../../formats/exports/format.ts';
import type { ExportedAuthor } from '../../formats/exports/lines.ts';
import type { ExportLog } from '../../formats/exports/manifest.ts';
import { ENTRY_SCHEMAS, parseEntry } from '../../formats/log/entry.ts';
import { toBase64Url } from '../../lib/text.ts';
import { bracketOf, InvalidKey, readEntry, UnknownTree, type AuthorEntry } from '../author-bracket.ts';
import { checkStatement } from '../log-author.ts';
import type { LogProof } from '../log-format.ts';
import { must, reasonOf } from '../report.ts';
import { entryBytes } from './manifest.ts';
import type { MapLines } from './maps.ts';

/** Keys that are told apart: a hostile export can have as many as events. */
const MOST_KEYS = 10_000;

/** Thumbprints of keys that the verifier knows: `must` of those that must have signed an event, and `may` of others. */
export type KnownAuthors = { must: readonly string[]; may: readonly string[] };

/** How many events of an export have which statements. */
export type AuthorCounts = {
  /** Whose statement was verified. */
  signed: number;
  /** Of these: by keys that the verifier knows, and with a key that the tenancy had not enrolled. */
  known: number;
  foreign: number;
  /** Of these: by keys that the log shows as enrolled later or revoked before, which were used in another tenancy. */
  invalid: number;
  /** Whose author claims to have seen a tree that is none of the log before the event. */
  unplaced: number;
  /** That are signed, but without a statement in the export: an earlier version of the service has made it. */
  without: number;
  /** Different keys, of which at most 10,000 are counted. */
  keys: number;
};

/** Counts of no events. */
export const noCounts = (): AuthorCounts => ({
  signed: 0,
  known: 0,
  foreign: 0,
  invalid: 0,
  unplaced: 0,
  without: 0,
  keys: 0,
});

/** Verifies the statements of authors, with the entries of the log that the manifest and the files of maps have. */
export class ExportAuthors {
  readonly #version: ExportVersion;
  readonly #maps: MapLines;
  readonly #known: KnownAuthors;
  readonly #keys = new Set<string>();
  /** The entries of each key, by its thumbprint. */
  readonly #entriesOf: ReadonlyMap<string, readonly AuthorEntry[]>;
  /** The first entry, if the log replaces another one. */
  readonly #genesis: readonly AuthorEntry[];
  readonly #counts: AuthorCounts = noCounts();

  constructor(
    log: ExportLog,
    { version, maps, known }: { version: ExportVersion; maps: MapLines; known: KnownAuthors },
  ) {
    this.#version = version;
    this.#maps = maps;
    this.#known = known;
    this.#entriesOf = keyEntries(log);
    const genesis = readEntry(0, entryBytes(log.genesis), log.id);
    const previous = genesis.fields['previous'];
    this.#genesis = typeof previous === 'object' && 'origin' in previous ? [genesis] : [];
  }

  get counts(): AuthorCounts {
    return { ...this.#counts, keys: this.#keys.size };
  }

  /** The known keys that have signed no event. */
  get missing(): string[] {
    return this.#known.must.filter((key) => !this.#keys.has(key));
  }

  /** What is wrong with the statement of an event, whose proof is otherwise valid. */
  problem(proof: LogProof, author: ExportedAuthor | undefined): string | undefined {
    try {
      this.#check(proof, author);
      return undefined;
    } catch (error) {
      return reasonOf(error);
    }
  }

  #check(proof: LogProof, author: ExportedAuthor | undefined): void {
    if (!author) {
      const isSigned = proof.entry.author_statement !== undefined && !proof.event.erased;
      must(!isSigned || this.#version < 3, 'the export lacks the statement of the author, to which the entry commits');
      this.#counts.without += isSigned ? 1 : 0;
      return;
    }
    must(this.#version >= 3, 'the statement of the author must be in an export of version 3');
    must('seed' in proof.content, 'an erased event must have no statement');
    const { statement } = checkStatement(proof, author);
    const thumbprint = toBase64Url(statement.key);
    const seen = statement.payload.checkpoint?.size ?? 0;
    const entries = this.#entries(proof, author, { thumbprint, seen });
    const failure = failureOf(() => bracketOf(proof, { entries, consistency: author.consistency }, statement));
    const isInvalid = failure instanceof InvalidKey;
    const isRequired = this.#known.must.includes(thumbprint);
    // Who has the key may use it as a member of another tenancy, but not for someone who relies on it.
    if (isInvalid && (author.enrolled || isRequired)) throw failure;
    this.#counts.signed += 1;
    this.#counts.foreign += author.enrolled ? 0 : 1;
    this.#counts.invalid += isInvalid ? 1 : 0;
    this.#counts.unplaced += failure instanceof UnknownTree ? 1 : 0;
    const isKnown = !isInvalid && (isRequired || this.#known.may.includes(thumbprint));
    this.#counts.known += isKnown ? 1 : 0;
    if (this.#keys.size < MOST_KEYS || isKnown) this.#keys.add(thumbprint);
  }

  /** The entries by which the time of a statement is found, in the order of the log. `seen`: the size of a tree. */
  #entries(
    { index }: LogProof,
    { enrolled }: ExportedAuthor,
    { thumbprint, seen }: { thumbprint: string; seen: number },
  ): AuthorEntry[] {
    const ofKey = this.#entriesOf.get(thumbprint) ?? [];
    must(
      !enrolled || ofKey.some(({ fields }) => fields['change'] === 'enrolled'),
      `the log has no enrolment of the key ${thumbprint} before entry ${index}`,
    );
    const map = this.#maps.lastBefore(seen);
    return [...this.#genesis, ...ofKey, ...(map ? [map] : [])].toSorted((a, b) => a.index - b.index);
  }
}

/** What the log shows against the time or the key of a statement. Throws what is a problem of the export. */
function failureOf(check: () => unknown): InvalidKey | UnknownTree | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidKey || error instanceof UnknownTree) return error;
    throw error;
  }
}

function keyEntries(log: ExportLog): ReadonlyMap<string, readonly AuthorEntry[]> {
  const found = new Map<string, AuthorEntry[]>();
  for (const { index, entry } of log.entries) {
    const bytes = entryBytes(entry);
    if (parseEntry(bytes).schema !== ENTRY_SCHEMAS.authorKey) continue;
    const read = readEntry(index, bytes, log.id);
    const thumbprint = String(read.fields['thumbprint']);
    const own = found.get(thumbprint);
    if (own) own.push(read);
    else found.set(thumbprint, [read]);
  }
  return found;
}
