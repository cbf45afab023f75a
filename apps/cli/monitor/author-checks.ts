import { ENTRY_SCHEMAS, parseEntry } from '../../../src/formats/log/entry.ts';
import { fromCanonicalBase64 } from '../../../src/lib/text.ts';
import { formatMicros } from '../../../src/lib/time.ts';
import { examineAuthor } from '../../../src/proof/log-author.ts';
import { treeOf } from '../../../src/proof/log-entry.ts';
import type { LogProof } from '../../../src/proof/log-format.ts';
import { authorKeyOf } from '../../../src/proof/pin-file.ts';
import { examineBytes, isOfLog } from '../../../src/proof/verify.ts';
import { readRegularFile } from '../../server/state/files.ts';
import { UsageError } from '../command-line.ts';
import { LOGGED_WITHIN, type AuthorKeyChange, type LoggedAuthorKeys } from './author-keys.ts';
import type { CheckpointHead } from './checkpoints.ts';
import type { LogClient } from './client.ts';
import { Alarm } from './findings.ts';
import { assertContinues } from './trees.ts';

/** A file with a proof by a log entry that is valid on its own. */
export type SavedProof = { file: string; proof: LogProof };

/** Reads a saved proof. Throws a UsageError for a file without a valid proof by a log entry. */
export function readSavedProof(file: string): SavedProof {
  const bytes = readRegularFile(file);
  if (!bytes) throw new UsageError(`--proof: ${file} does not exist`);
  const { report, proof } = examineAuthor(examineBytes(bytes), {});
  if (proof && isOfLog(proof)) return { file, proof };
  const failed = report.steps.find(({ ok }) => !ok);
  throw new UsageError(`--proof: ${file} must have a valid proof by a log entry${failed ? `: ${failed.detail}` : ''}`);
}

/**
 * Compares a saved proof with the log, whose entries were read up to a tree that is not smaller than that of the proof.
 * Throws an Alarm if its tree is not one of the log, or if it does not show that the key of the author was revoked.
 */
export async function checkSavedProof(
  client: LogClient,
  { log, tree, note }: { log: string; tree: CheckpointHead; note: string },
  keys: LoggedAuthorKeys,
  { file, proof }: SavedProof,
): Promise<void> {
  const shown = treeOf(proof.checkpoint);
  await assertContinues(client, log, shown, tree, { seen: proof.checkpoint, shown: note, file });
  const thumbprint = authorKeyOf(proof);
  if (thumbprint === undefined || !proof.author) return;
  const changes = changesIn(proof.author.entries);
  const isShown = ({ index }: AuthorKeyChange): boolean => changes.some((change) => change === index);
  const hidden = keys
    .of(thumbprint)
    .find((change) => change.change === 'revoked' && change.index < shown.size && !isShown(change));
  // A key without any entry can be of another tenancy. Here, it was revoked.
  if (!hidden || (changes.length === 0 && hidden.index > proof.index)) return;
  const { index, created } = hidden;
  const where = index < proof.index ? 'before' : 'after';
  throw new Alarm(
    'author',
    `the proof ${file} does not show that its key ${thumbprint} was revoked at ${created}, in entry ${index}, ` +
      `${where} entry ${proof.index} of the event`,
    { shown: note, proof, index },
  );
}

/** The indexes of the changes of keys among the entries of a proof. */
const changesIn = (entries: readonly { index: number; entry: string }[]): number[] =>
  entries
    .filter(({ entry }) => parseEntry(fromCanonicalBase64(entry)!).schema === ENTRY_SCHEMAS.authorKey)
    .map(({ index }) => index);

/** Compares the list of signing keys with the entries, which were read before. Throws an Alarm if they differ. */
export async function checkListedKeys(client: LogClient, keys: LoggedAuthorKeys, note: string, now: Date) {
  const listed = await client.authorKeys();
  const problem = keys.problemOf(listed, formatMicros((now.getTime() - LOGGED_WITHIN) * 1000));
  if (problem !== undefined) throw new Alarm('author', problem, { shown: note, listed });
}
