import { formatVkey, type VerifierKey } from '../../../src/formats/log/note.ts';
import { isSignedBy, logVkeys, parseShown, vkeysAt, type ShownCheckpoint } from './checkpoints.ts';
import type { LogClient } from './client.ts';
import { Alarm, Unavailable } from './findings.ts';
import { follow } from './continuation.ts';
import type { MonitorState } from './state.ts';
import { assertContinues } from './trees.ts';
import { UsageError } from '../command-line.ts';

/** The result of a check: the next state, and how the tree that the log shows relates to the one before. */
export type CheckResult = { state: MonitorState; relation: 'first' | 'same' | 'larger' | 'smaller'; size: number };

/**
 * Milliseconds for which a log may show a smaller tree that is not known to be inconsistent: a service whose database
 * was restored needs a moment to notice it.
 */
export const SMALLER_WITHIN = 120_000;

/**
 * Checks a log for the first time. Trusts the given keys, or without any those that the service names; `onFirstUse` is
 * called with these. Throws a UsageError if the given keys are not of this log, an Alarm, or Unavailable.
 */
export async function firstCheck(
  client: LogClient,
  { url, name, vkeys }: { url: string; name: string; vkeys: readonly VerifierKey[] },
  now: Date,
  onFirstUse: (vkeys: readonly string[]) => void,
): Promise<CheckResult> {
  const { log, origin } = await client.describe(name);
  const given = vkeys.map(formatVkey);
  requireOrigin(vkeys, name, [origin]);
  const trusted = given.length > 0 ? given : await publishedKeys(client, log, origin);
  if (given.length === 0) onFirstUse(trusted);
  const shown = parseShown(await client.checkpoint(log), origin);
  const { keys, last } = await follow(
    client,
    { log, origin, keys: [{ from: 0, vkeys: trusted }], last: undefined },
    shown,
  );
  const state = { url, name, log, origin, keys, checkpoint: last.note, valid_at: now.toISOString() };
  return { state, relation: 'first', size: last.size };
}

/**
 * Throws a UsageError for a given key that is of none of these origins: of the log with this name, and of the logs that
 * it replaced. Such a key would have no effect.
 */
export function requireOrigin(
  vkeys: readonly VerifierKey[],
  name: string,
  [origin, ...earlier]: readonly [string, ...string[]],
): void {
  const other = vkeys.find((key) => key.name !== origin && !earlier.includes(key.name));
  if (other)
    throw new UsageError(
      `--vkey: must be a key of the log ${name}, whose origin is ${origin}, and not of ${other.name}`,
    );
}

/** The keys for checkpoints that the service uses now. */
async function publishedKeys(client: LogClient, log: string, origin: string): Promise<string[]> {
  const published = await client.keys(log);
  const current = published.filter(({ until }) => until === '').map(({ vkey }) => vkey);
  const vkeys = logVkeys(current, origin);
  if (vkeys.length === 0) throw new Unavailable(`the service names no keys for checkpoints of the log ${origin}`);
  return vkeys;
}

/**
 * Checks that the checkpoint that the log shows now continues that of the state. Throws an Alarm if it does not,
 * Unavailable if the log cannot be checked, and Replaced if it was replaced.
 */
export async function checkLog(client: LogClient, state: MonitorState, now: Date): Promise<CheckResult> {
  const { log, origin, keys } = state;
  const last = parseShown(state.checkpoint, origin);
  const shown = parseShown(await client.checkpoint(log), origin);
  if (shown.size < last.size) return checkSmaller(client, state, { last, shown }, now);
  const followed = await follow(client, { log, origin, keys, last }, shown);
  const isLarger = shown.size > last.size;
  return {
    state: {
      ...state,
      keys: followed.keys,
      checkpoint: isLarger ? shown.note : state.checkpoint,
      valid_at: now.toISOString(),
      smaller: undefined,
    },
    relation: isLarger ? 'larger' : 'same',
    size: shown.size,
  };
}

/** Throws an Alarm if the smaller tree is not the beginning of the last one, or has been shown for two minutes. */
async function checkSmaller(
  client: LogClient,
  state: MonitorState,
  { last, shown }: { last: ShownCheckpoint; shown: ShownCheckpoint },
  now: Date,
): Promise<CheckResult> {
  const evidence = { seen: last.note, shown: shown.note };
  if (!(await isSignedBy(shown, vkeysAt(state.keys, shown.size))))
    throw new Alarm('signature', `the log shows a checkpoint of size ${shown.size} without a trusted key`, evidence);
  try {
    await assertContinues(client, state.log, shown, last, evidence);
  } catch (error) {
    // A log that was rolled back does not have the tiles of the larger tree.
    if (!(error instanceof Unavailable)) throw error;
  }
  const since = state.smaller?.since ?? now.toISOString();
  if (now.getTime() - Date.parse(since) >= SMALLER_WITHIN)
    throw new Alarm(
      'rollback',
      `the log shows size ${shown.size} since ${since}, and had ${last.size} before`,
      evidence,
    );
  const smaller = state.smaller ?? { since, checkpoint: shown.note };
  return { state: { ...state, smaller }, relation: 'smaller', size: shown.size };
}
