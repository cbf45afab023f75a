import { mkdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { z } from 'zod';
import { readRegularFile, syncDirectories } from '../../server/state/files.ts';
import { damaged, writeAtomically } from '../../server/state/directory.ts';
import { isSignedBy, parseShown, vkeysAt, type KeyPeriod, type CheckpointHead } from './checkpoints.ts';
import type { Alarm } from './findings.ts';

/** What a monitor knows about a log: the keys that it trusts, and the last tree that it verified. */
export type MonitorState = {
  /** `base_url` and the name of the log, as in the arguments. */
  url: string;
  name: string;
  /** The id and the origin of the log. They change if the log is replaced. */
  log: string;
  origin: string;
  /** The origins of the logs that this one replaced since the monitor began. */
  earlier?: string[] | undefined;
  keys: KeyPeriod[];
  /** The signed note of the largest tree that was verified. */
  checkpoint: string;
  /** When the log last showed a valid checkpoint that continues the one before: RFC 3339. */
  valid_at: string;
  /** The first of the checkpoints since then that were smaller and not known to be inconsistent. */
  smaller?: { since: string; checkpoint: string } | undefined;
};

const Time = z.iso.datetime();
const State = z.strictObject({
  version: z.literal(1),
  url: z.string(),
  name: z.string(),
  log: z.string(),
  origin: z.string(),
  earlier: z.array(z.string()).optional(),
  keys: z.array(z.strictObject({ from: z.int().min(0), vkeys: z.array(z.string()).min(1) })).min(1),
  checkpoint: z.string(),
  valid_at: Time,
  smaller: z.strictObject({ since: Time, checkpoint: z.string() }).optional(),
});

/** The tree of the state's checkpoint. */
export const treeOf = ({ checkpoint, origin }: MonitorState): CheckpointHead => parseShown(checkpoint, origin);

/**
 * Reads a state file; undefined if it does not exist. Throws an Error for the user if it is damaged, which includes a
 * checkpoint that no trusted key has signed.
 */
export async function readState(file: string): Promise<MonitorState | undefined> {
  const content = readRegularFile(file);
  if (!content) return undefined;
  try {
    const { version: _, ...state } = State.parse(JSON.parse(new TextDecoder().decode(content)));
    const shown = parseShown(state.checkpoint, state.origin);
    if (!(await isSignedBy(shown, vkeysAt(state.keys, shown.size)))) throw new Error('the checkpoint is not signed');
    return state;
  } catch (error) {
    const reason = 'it does not contain the state of a monitor';
    const remedy =
      'restore it from a copy; or remove it to start again, which accepts what the log shows then, and pass --vkey';
    throw Object.assign(damaged(file, reason, remedy), { cause: error });
  }
}

/** Replaces a state file (mode 600) atomically. It is durable when this resolves. Creates the directory. */
export async function writeState(file: string, state: MonitorState): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeAtomically(file, `${JSON.stringify({ version: 1, ...state }, null, 2)}\n`);
  await syncDirectories(dirname(file), [basename(file)]);
}

/** Writes what an alarm is about into a new file beside the state, with both checkpoints. Returns its path. */
export async function writeEvidence(
  stateFile: string,
  time: Date,
  { kind, message, evidence }: Alarm,
  state: MonitorState | undefined,
): Promise<string> {
  const file = `${stateFile}.alarm-${time.toISOString().replaceAll(':', '')}.json`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const content = { alarm: kind, message, time: time.toISOString(), seen: state?.checkpoint, ...evidence, state };
  writeAtomically(file, `${JSON.stringify(content, null, 2)}\n`);
  await syncDirectories(dirname(file), [basename(file)]);
  return file;
}
