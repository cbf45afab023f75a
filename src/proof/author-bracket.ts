import { ENTRY_SCHEMAS, parseEntry } from '../formats/log/entry.ts';
import { rootFromConsistency, verifyInclusion } from '../formats/log/proofs.ts';
import { leafHash } from '../formats/log/tree.ts';
import type { AuthorStatement, SeenCheckpoint } from '../formats/statement/statement.ts';
import { equalBytes } from '../lib/bytes.ts';
import { fromCanonicalBase64, printable, toBase64Url } from '../lib/text.ts';
import { parseTimestamp, type Micros } from '../lib/time.ts';
import { momentOf } from './event.ts';
import { hashesOf } from './log-document.ts';
import { treeOf, type Tree } from './log-entry.ts';
import type { AuthorPart, LogProof } from './log-format.ts';
import { must, Problem } from './report.ts';

/** An entry of the log that is in its tree. `created`: as the entry has it. */
export type AuthorEntry = {
  index: number;
  schema: string;
  created: string;
  fields: Pick<ReturnType<typeof parseEntry>, string>;
};

/** The tree that an author claims to have seen is none of the log before the event. Any author can claim that. */
export class UnknownTree extends Problem {}

/** The log shows the key as enrolled after the event, or as revoked before it. */
export class InvalidKey extends Problem {}

/** What shows when an author has signed. `known`: the size of a tree of the log that the verifier knows. */
type BracketEvidence = { entries: readonly AuthorEntry[]; consistency: string | undefined; known?: number };

/** How far the clocks of the operator may differ. */
const TOLERANCE: Micros = 60_000_000;

/**
 * When the author has signed, by the entries of the log: after the tree that they have seen, and before the entry of
 * the event; where the key was enrolled, and up to which size of the log no revocation is shown. Throws InvalidKey if
 * the key was enrolled later, or was revoked before, then UnknownTree if the tree that the author has seen is not one
 * of this log before the event, and otherwise Problem.
 */
export function bracketOf(
  proof: LogProof,
  { entries, consistency, known = 0 }: BracketEvidence,
  statement: AuthorStatement,
): string {
  const tree = treeOf(proof.checkpoint);
  const earlier = earlierLog(entries, proof);
  const sizes = { shown: tree.size, known };
  // Who has seen a tree of this log has signed after the earlier one had ended.
  const isOfEarlier = earlier?.hasEvent === true && statement.payload.checkpoint?.origin !== tree.origin;
  const enrolment = enrolmentIn(entries, proof, { key: statement.key, isOfEarlier, sizes });
  const { checkpoint: seen } = statement.payload;
  const { timestamp_accepted: accepted } = proof.event;
  const before = `before entry ${proof.index}, accepted at ${accepted}`;
  if (!seen) return `signed ${before}; ${enrolment}`;
  if (earlier && seen.origin !== tree.origin) {
    const isNext = seen.origin === earlier.origin;
    return (
      `signed ${before}, after a checkpoint of ${isNext ? 'the log that this one replaces' : 'another log'}, ` +
      `${printable(seen.origin)}, which was not verified; ${enrolment}`
    );
  }
  mustBeSeen(seen, { tree, index: proof.index, consistency });
  const last = entries.findLast(({ index }) => index < seen.size);
  const after = `after the tree of ${seen.size} entries`;
  if (!last) return `signed ${after} and ${before}; ${enrolment}`;
  must(
    momentOfEntry(last) <= momentOf(proof.event, 'timestamp_accepted') + TOLERANCE,
    `the event was accepted at ${accepted}, but its author had seen entry ${last.index}, ` +
      `which was made at ${last.created}`,
  );
  return (
    `signed between ${last.created} and ${accepted} by the clock of the operator, ${after} and before entry ` +
    `${proof.index}; ${enrolment}`
  );
}

/** The entries that come with a statement. Throws Problem for one that is not in the tree of the proof. */
export function provenEntries({ checkpoint }: LogProof, { entries }: AuthorPart): AuthorEntry[] {
  const { log, size, root } = treeOf(checkpoint);
  return entries.map(({ index, entry, path }) => {
    const bytes = fromCanonicalBase64(entry)!;
    must(
      verifyInclusion({ index, size, leaf: leafHash(bytes), root }, hashesOf(path)),
      `entry ${index} of the statement does not lead to the root of the checkpoint`,
    );
    return readEntry(index, bytes, log);
  });
}

/** An entry of the log with this id, of keys, of a map or the first one. Throws Problem where it has another form. */
export function readEntry(index: number, bytes: Uint8Array, log: string): AuthorEntry {
  const fields = parseEntry(bytes);
  const { created } = fields;
  must(fields.log === log, `entry ${index} must be of the log ${log}`);
  must(typeof created === 'string' && parseTimestamp(created) !== undefined, `entry ${index} must have a time`);
  return { index, schema: fields.schema, created, fields };
}

const momentOfEntry = ({ created }: AuthorEntry): Micros => parseTimestamp(created)!.us;

/**
 * The log that this one replaces, if the first entry of this one is proven and names it. `hasEvent`: by the clock of
 * the operator, the event was accepted before this log was created, so the earlier one had it. Nothing else shows that.
 */
function earlierLog(
  entries: readonly AuthorEntry[],
  { event }: LogProof,
): { origin: string; hasEvent: boolean } | undefined {
  const genesis = entries.find(({ schema, index }) => schema === ENTRY_SCHEMAS.genesis && index === 0);
  const previous = genesis?.fields['previous'];
  if (!genesis || typeof previous !== 'object' || !('origin' in previous)) return undefined;
  const hasEvent = momentOf(event, 'timestamp_accepted') < momentOfEntry(genesis);
  return { origin: String(previous['origin']), hasEvent };
}

/**
 * Where the key was enrolled, and revoked. A log that replaces another one has all of these entries, which can be
 * before events of the earlier log: with `isOfEarlier`, a revocation counts from its time on.
 */
function enrolmentIn(
  entries: readonly AuthorEntry[],
  { event, index }: LogProof,
  { key, isOfEarlier, sizes }: { key: Uint8Array; isOfEarlier: boolean; sizes: Record<'shown' | 'known', number> },
): string {
  const changes = entries.filter(({ schema }) => schema === ENTRY_SCHEMAS.authorKey);
  const thumbprint = toBase64Url(key);
  for (const { index: at, fields } of changes)
    must(fields['thumbprint'] === thumbprint, `entry ${at} must be of the key ${thumbprint}`);
  const [enrolled, revoked] = ['enrolled', 'revoked'].map((change) =>
    changes.find(({ fields }) => fields['change'] === change),
  );
  const isValid =
    !revoked ||
    revoked.index > index ||
    (isOfEarlier && momentOfEntry(revoked) > momentOf(event, 'timestamp_accepted'));
  if (!isValid)
    throw new InvalidKey(`the key was revoked in entry ${revoked.index}, before entry ${index} of the event`);
  if (!enrolled) return 'the proof does not show the enrolment of the key';
  if (enrolled.index > index)
    throw new InvalidKey(`the key was enrolled in entry ${enrolled.index}, after entry ${index} of the event`);
  const enrolment = `key enrolled in entry ${enrolled.index} at ${enrolled.created}`;
  if (revoked) return `${enrolment}, and revoked later, in entry ${revoked.index} at ${revoked.created}`;
  const { shown, known } = sizes;
  const unknown = known > shown ? `, and nothing of the entries after it, of which you know a tree of ${known}` : '';
  return `${enrolment}; the proof shows no revocation up to size ${shown}${unknown}`;
}

/** Fails unless a checkpoint that the author has seen is one of the log of the tree, before the entry at `index`. */
function mustBeSeen(
  { origin, size, root }: SeenCheckpoint,
  { tree, index, consistency }: { tree: Tree; index: number; consistency: string | undefined },
): void {
  const checkpoint = `the checkpoint of ${size} entries that the author has seen`;
  if (origin !== tree.origin)
    throw new UnknownTree(`${checkpoint} is of the log ${printable(origin)}, not of ${tree.origin}`);
  if (size === 0 || size > index) throw new UnknownTree(`${checkpoint} is not one before entry ${index} of the event`);
  must(consistency !== undefined, `${checkpoint} needs a consistency proof, which the proof does not have`);
  const reached = rootFromConsistency({ first: size, second: tree.size, firstRoot: root }, hashesOf(consistency));
  if (!reached || !equalBytes(reached, tree.root))
    throw new UnknownTree(`${checkpoint} is not one of this log: the tree of the proof does not continue it`);
}
