import { toHex } from '../../../src/lib/text.ts';
import { formatVkey, parseVkey, type VerifierKey } from '../../../src/formats/log/note.ts';
import { TILE_WIDTH } from '../../../src/formats/log/tiles.ts';
import { logVkeys, parseShown, tryVkey, vkeysAt, type ShownCheckpoint } from './checkpoints.ts';
import type { LogClient } from './client.ts';
import type { CheckResult } from './log-check.ts';
import { Alarm, AccessDenied, Replaced, Unavailable } from './findings.ts';
import { follow, throughKeyChanges } from './continuation.ts';
import { readEntry, type MonitoredEntry, type PreviousEnd } from './log-entry.ts';
import type { MonitorState } from './state.ts';
import { assertContinues, hasEntry } from './trees.ts';

type Genesis = Extract<MonitoredEntry, { schema: 'genesis' }>;

/** The new log, and the end of the old one as the new one names it. */
export type Replacement = CheckResult & { previous: PreviousEnd };

/**
 * Continues with the log that replaces that of the state. Its first entry must name the old log, and a last tree of it
 * that is, or continues, the one in the state. It must be signed by a key of the old log, or by one of the given keys.
 * Throws an Alarm otherwise, and Unavailable if the new log cannot be read.
 */
export async function followReplacement(
  client: LogClient,
  state: MonitorState,
  { by }: Replaced,
  vkeys: readonly VerifierKey[],
  now: Date,
): Promise<Replacement> {
  if (by === undefined) throw broken('the log was replaced, and the service does not name the new one', state);
  const { log, origin, shown, bytes } = await newLog(client, state, by);
  const evidence = { seen: state.checkpoint, shown: shown.note, first_entry: toHex(bytes) };
  const genesis = genesisIn(bytes, { log, origin }, state, evidence);
  const { trusted, last } = await trustedKeys(client, genesis, origin, state, vkeys);
  if (trusted.length === 0)
    throw broken(
      `no trusted key signs the new log ${origin}: verify its key, and pass it with --vkey`,
      state,
      evidence,
    );
  const followed = await follow(client, { log, origin, keys: [{ from: 0, vkeys: trusted }], last: undefined }, shown);
  if (!(await hasEntry(client, log, shown, 0, bytes)))
    throw broken(`the first entry of the new log ${origin} is not in its tree`, state, evidence);
  const previous = await verifiedEnd(client, genesis, last, state, evidence);
  const earlier = [...(state.earlier ?? []), state.origin];
  const next = { ...state, log, origin, earlier, keys: followed.keys, checkpoint: shown.note, smaller: undefined };
  return { state: { ...next, valid_at: now.toISOString() }, relation: 'first', size: shown.size, previous };
}

/** The description, the checkpoint and the first entry of the new log, none of which is verified. */
async function newLog(client: LogClient, state: MonitorState, by: string) {
  try {
    const { log, origin } = await client.describe(by);
    if (log !== by) throw new Unavailable(`the service describes the log ${by} as ${log}`);
    const shown = parseShown(await client.checkpoint(log), origin);
    const [bytes] = await client.entries(log, 0, Math.min(TILE_WIDTH, shown.size));
    if (!bytes) throw new Unavailable(`the log ${origin} has no entries`);
    return { log, origin, shown, bytes };
  } catch (error) {
    if (error instanceof AccessDenied)
      throw broken(
        `the log was replaced by ${by}, whose first entry is for administrators and auditors of its tenancy, so ` +
          `it cannot be verified that it continues this one`,
        state,
      );
    if (!(error instanceof Replaced)) throw error;
    throw broken(`the log ${by}, which replaced this one, was replaced too, so it cannot be verified`, state);
  }
}

function genesisIn(
  bytes: Uint8Array,
  { log, origin }: { log: string; origin: string },
  state: MonitorState,
  evidence: Record<string, unknown>,
): Genesis {
  try {
    const entry = readEntry(bytes, log);
    if (entry.schema !== 'genesis' || entry.origin !== origin) throw new RangeError('it must name the log');
    return entry;
  } catch (error) {
    const reason = (error as Error).message;
    throw broken(`the first entry of the new log ${origin} is not valid: ${reason}`, state, evidence);
  }
}

/**
 * The keys of the new log that may be trusted: the given ones, else those with a public key that signed the old log. If
 * the old log has changed its keys after the last check, they are followed up until it ended. `last`: its last tree
 * that was verified.
 */
async function trustedKeys(
  client: LogClient,
  { vkeys, previous }: Genesis,
  newOrigin: string,
  { log, origin, keys, checkpoint }: MonitorState,
  given: readonly VerifierKey[],
): Promise<{ trusted: string[]; last: ShownCheckpoint }> {
  const last = parseShown(checkpoint, origin);
  const pinned = given.filter(({ name }) => name === newOrigin).map(formatVkey);
  if (pinned.length > 0) return { trusted: pinned, last };
  const signing = (before: readonly string[]): string[] => {
    const known = new Set(before.map((vkey) => toHex(parseVkey(vkey).publicKey)));
    return logVkeys(vkeys, newOrigin).filter((vkey) => known.has(toHex(tryVkey(vkey)!.publicKey)));
  };
  const trusted = signing(vkeysAt(keys, last.size));
  if (trusted.length > 0 || previous?.log !== log) return { trusted, last };
  const followed = await throughKeyChanges(client, { log, origin, keys, last }, previous.size).catch(
    (error: unknown) => {
      // The service does not serve the keys of the old log any more.
      if (!(error instanceof Replaced)) throw error;
    },
  );
  if (!followed?.last) return { trusted, last };
  return { trusted: signing(vkeysAt(followed.keys, followed.last.size)), last: followed.last };
}

/** The end of the old log that the new one names, if it is, or continues, the last tree that was verified. */
async function verifiedEnd(
  client: LogClient,
  { previous }: Genesis,
  last: ShownCheckpoint,
  state: MonitorState,
  evidence: Record<string, unknown>,
): Promise<PreviousEnd> {
  if (previous?.log !== state.log || previous.origin !== state.origin)
    throw broken('the new log does not name this one as the log that it replaces', state, evidence);
  if (previous.size < last.size) {
    const sizes = `size ${previous.size}, and ${last.size} was signed`;
    throw broken(`the new log names an end of this one that is too early: ${sizes}`, state, evidence);
  }
  try {
    await assertContinues(client, state.log, last, previous, evidence);
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof Replaced)) throw error;
    const sizes = `from size ${last.size}, which was verified, to ${previous.size}`;
    throw broken(
      `the new log names an end of this one that cannot be verified, because its tiles ${sizes} cannot be read`,
      state,
      evidence,
    );
  }
  return previous;
}

const broken = (message: string, { log, checkpoint }: MonitorState, evidence: Record<string, unknown> = {}): Alarm =>
  new Alarm('replaced', message, { replaced: log, seen: checkpoint, ...evidence });
