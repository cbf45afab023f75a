import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { parseCheckpoint, type Checkpoint } from '../../../src/formats/log/checkpoint.ts';
import { parseNote, type VerifierKey } from '../../../src/formats/log/note.ts';
import { verifyNote } from '../../../src/formats/log/note-signatures.ts';
import { readRegularFile, syncDirectories } from '../../server/state/files.ts';
import { damaged, writeAtomically } from '../../server/state/directory.ts';
import { createKey, readKey, type WitnessKey } from './key.ts';
import { UsageError } from '../command-line.ts';

/** The latest checkpoint that was cosigned for a log. `note` has the signatures of the log and the cosignature. */
export type Cosigned = {
  note: string;
  checkpoint: Checkpoint;
  /** The time of the cosignature, in seconds since the epoch. */
  time: number;
};

/** The notes of all logs. */
const StateFile = z.strictObject({ version: z.literal(1), checkpoints: z.array(z.string()) });

const REMEDY =
  'do not restore an older copy, because the witness could then cosign a tree that contradicts a later one. ' +
  'Start with ' +
  'a new --state directory, and give its vkey to the logs';

/** The latest checkpoints that a witness has cosigned, in one file. Their cosignatures show that it is undamaged. */
export class CosignedCheckpoints {
  readonly #file: string;
  readonly #byOrigin: Map<string, Cosigned>;

  private constructor(file: string, byOrigin: Map<string, Cosigned>) {
    this.#file = file;
    this.#byOrigin = byOrigin;
  }

  /** Reads the file; undefined if it does not exist. Throws an Error for the user if it is damaged. */
  static async read(file: string, key: VerifierKey): Promise<CosignedCheckpoints | undefined> {
    const content = readRegularFile(file);
    if (!content) return undefined;
    try {
      const cosigned = await Promise.all(notesIn(content).map((note) => cosignedBy(key, note)));
      const byOrigin = new Map(cosigned.map((each) => [each.checkpoint.origin, each]));
      if (byOrigin.size !== cosigned.length) throw new Error('an origin is duplicated');
      return new CosignedCheckpoints(file, byOrigin);
    } catch {
      throw damaged(file, 'it does not contain checkpoints with cosignatures of this witness', REMEDY);
    }
  }

  /** Creates a file without checkpoints. */
  static async create(file: string): Promise<void> {
    await new CosignedCheckpoints(file, new Map()).#write();
  }

  get(origin: string): Cosigned | undefined {
    return this.#byOrigin.get(origin);
  }

  /**
   * Replaces the checkpoint of its origin. It is durable when this resolves, and unchanged for `get` until then. Calls
   * must not overlap.
   */
  async set(cosigned: Cosigned): Promise<void> {
    const next = new Map(this.#byOrigin).set(cosigned.checkpoint.origin, cosigned);
    await new CosignedCheckpoints(this.#file, next).#write();
    this.#byOrigin.set(cosigned.checkpoint.origin, cosigned);
  }

  async #write(): Promise<void> {
    const checkpoints = [...this.#byOrigin.values()].map(({ note }) => note);
    writeAtomically(this.#file, `${JSON.stringify({ version: 1, checkpoints }, null, 2)}\n`);
    await syncDirectories(dirname(this.#file), [basename(this.#file)]);
  }
}

/**
 * The key and the checkpoints in a state directory, which must be locked. The first call creates them, with a key that
 * has this name. Throws an Error for the user if one of the files is damaged or missing.
 */
export async function openState(
  directory: string,
  name: string | undefined,
): Promise<{ key: WitnessKey; cosigned: CosignedCheckpoints }> {
  const files = { key: join(directory, 'witness-key.json'), cosigned: join(directory, 'cosigned.json') };
  const existing = await readKey(files.key, name);
  if (!existing && name === undefined) throw new UsageError('--name: must be given for the first start');
  const key = existing ?? (await createFirst(files, name!));
  const cosigned = await CosignedCheckpoints.read(files.cosigned, key.verifier);
  if (!cosigned) throw damaged(files.cosigned, 'it is missing', REMEDY);
  return { key, cosigned };
}

/** Creates both files. The key is the last one: while it is missing, nothing was cosigned. */
async function createFirst(files: { key: string; cosigned: string }, name: string): Promise<WitnessKey> {
  const content = readRegularFile(files.cosigned);
  if (content && !isEmpty(content))
    throw damaged(files.key, `it is missing, but ${files.cosigned} exists`, 'restore it from a copy');
  await CosignedCheckpoints.create(files.cosigned);
  return createKey(files.key, name);
}

function isEmpty(content: Uint8Array): boolean {
  try {
    return notesIn(content).length === 0;
  } catch {
    return false;
  }
}

const notesIn = (content: Uint8Array): string[] =>
  StateFile.parse(JSON.parse(new TextDecoder().decode(content))).checkpoints;

/** Throws if the note does not have a valid cosignature of this key. */
async function cosignedBy(key: VerifierKey, note: string): Promise<Cosigned> {
  const parsed = parseNote(note);
  const [cosignature] = await verifyNote(parsed, [key]);
  return { note, checkpoint: parseCheckpoint(parsed.text), time: cosignature!.time! };
}
