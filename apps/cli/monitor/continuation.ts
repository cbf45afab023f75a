import { provenChange } from '../../../src/formats/log/key-change.ts';
import { formatVkey } from '../../../src/formats/log/note.ts';
import { TILE_WIDTH } from '../../../src/formats/log/tiles.ts';
import {
  hasUnknownSignature,
  isSignedBy,
  logVkeys,
  parseShown,
  vkeysAt,
  type KeyPeriod,
  type ShownCheckpoint,
} from './checkpoints.ts';
import type { LogClient } from './client.ts';
import { Alarm, AccessDenied } from './findings.ts';
import { readEntry } from './log-entry.ts';
import { assertContinues, assertRoot, hasEntry } from './trees.ts';

/** What is trusted about a log. `last` is the largest tree that was verified, undefined before the first one. */
export type Trusted = { log: string; origin: string; keys: KeyPeriod[]; last: ShownCheckpoint | undefined };

/** As `Trusted`, after a tree was verified. */
export type Followed = Trusted & { last: ShownCheckpoint };

/**
 * The number of newest entries of a tree that are searched for a change of keys. The first checkpoint that includes
 * such a change is signed by the old and the new keys, and the service adds at most 2,000 entries between two
 * checkpoints.
 */
const SEARCHED = 8_192;

/**
 * Verifies that a checkpoint, which is at least as large as the last one, is signed by a trusted key and continues the
 * last one. Follows changes of keys that the log contains. Throws an Alarm if it does not, and Unavailable if the log
 * does not show what is needed.
 */
export async function follow(client: LogClient, trusted: Trusted, shown: ShownCheckpoint): Promise<Followed> {
  if (await isSignedBy(shown, vkeysAt(trusted.keys, shown.size))) return accept(client, trusted, shown);
  const current = await throughKeyChanges(client, trusted, shown.size);
  if (await isSignedBy(shown, vkeysAt(current.keys, shown.size))) return accept(client, current, shown);
  throw new Alarm(
    'signature',
    `the log shows a checkpoint of size ${shown.size} that no trusted key has signed, and no change of keys ` +
      `leads to it`,
    { shown: shown.note },
  );
}

/**
 * Verifies the checkpoints of at most this size that the service names for its changes of keys, in order, as far as
 * trusted keys lead. Throws as `follow`.
 */
export async function throughKeyChanges(client: LogClient, trusted: Trusted, size: number): Promise<Trusted> {
  const published = await client.keys(trusted.log);
  const changes = published
    .flatMap(({ checkpoint }) => (checkpoint === undefined ? [] : [parseShown(checkpoint, trusted.origin)]))
    .toSorted((a, b) => a.size - b.size);
  let current = trusted;
  for (const change of changes) {
    if (change.size <= (current.last?.size ?? 0) || change.size > size) continue;
    if (await isSignedBy(change, vkeysAt(current.keys, change.size))) current = await accept(client, current, change);
  }
  return current;
}

/** Accepts a checkpoint that a trusted key has signed if it continues the last one, with a change of keys in it. */
async function accept(client: LogClient, trusted: Trusted, shown: ShownCheckpoint): Promise<Followed> {
  const { log, origin, keys, last } = trusted;
  const evidence = { seen: last?.note, shown: shown.note };
  if (last) await assertContinues(client, log, last, shown, evidence);
  else await assertRoot(client, log, shown, evidence);
  const after = last?.size ?? 0;
  const mayChange = shown.size > after && hasUnknownSignature(shown, origin, vkeysAt(keys, shown.size));
  const change = mayChange ? await changeIn(client, trusted, shown, after) : undefined;
  if (change && !(await isSignedBy(shown, change.vkeys)))
    throw new Alarm('signature', 'the first checkpoint with a change of keys is not signed by the new keys', evidence);
  return { log, origin, keys: change ? [...keys, change] : keys, last: shown };
}

/** The last change of keys in a tree at this index or later, undefined without one. */
async function changeIn(
  client: LogClient,
  trusted: Trusted,
  shown: ShownCheckpoint,
  after: number,
): Promise<KeyPeriod | undefined> {
  try {
    return await changeAmongEntries(client, trusted, shown, after);
  } catch (error) {
    if (!(error instanceof AccessDenied)) throw error;
    return changeAmongKeys(client, trusted, shown, after);
  }
}

/**
 * As `changeIn`, for readers to whom the service refuses entries: by the inclusion proof that it names with its keys.
 */
async function changeAmongKeys(
  client: LogClient,
  { log, origin }: Trusted,
  shown: ShownCheckpoint,
  after: number,
): Promise<KeyPeriod | undefined> {
  const changes = (await client.keys(log)).flatMap(({ change }) => change ?? []);
  const change = changes.find(({ note, index }) => index >= after && parseShown(note, origin).size === shown.size);
  if (!change) return undefined;
  try {
    const { keys } = provenChange({ ...change, note: shown.note }, { log, origin });
    return { from: change.index + 1, vkeys: keys.map(formatVkey) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `the log shows a change of keys as entry ${change.index} that is not valid: ${error.message}`;
    throw new Alarm('entries', message, { shown: shown.note });
  }
}

/** As `changeIn`, by the entries. */
async function changeAmongEntries(
  client: LogClient,
  { log, origin }: Trusted,
  shown: ShownCheckpoint,
  after: number,
): Promise<KeyPeriod | undefined> {
  const start = Math.max(after, shown.size - SEARCHED);
  for (let first = firstOfBundle(shown.size - 1); first + TILE_WIDTH > start; first -= TILE_WIDTH) {
    const entries = await client.entries(log, first / TILE_WIDTH, Math.min(TILE_WIDTH, shown.size - first));
    const at = entries.findLastIndex((entry, i) => first + i >= start && vkeysIn(entry, log) !== undefined);
    if (at < 0) continue;
    const [index, entry] = [first + at, entries[at]!];
    if (!(await hasEntry(client, log, shown, index, entry)))
      throw new Alarm('entries', `the log shows a change of keys as entry ${index} that is not in its tree`, {
        shown: shown.note,
      });
    const vkeys = logVkeys(vkeysIn(entry, log)!, origin);
    if (vkeys.length > 0) return { from: index + 1, vkeys };
    throw new Alarm('entries', `entry ${index} of the log names no keys for its checkpoints`, { shown: shown.note });
  }
  return undefined;
}

const firstOfBundle = (index: number): number => index - (index % TILE_WIDTH);

/** The vkeys of an entry that changes keys, undefined for all others. */
function vkeysIn(bytes: Uint8Array, log: string): string[] | undefined {
  try {
    const entry = readEntry(bytes, log);
    return entry.schema === 'keys' ? entry.vkeys : undefined;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return undefined;
  }
}
