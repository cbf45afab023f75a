import { formatNote, formatSignatures, type NoteSignature, type VerifierKey } from '../../../src/formats/log/note.ts';
import { equalBytes } from '../../../src/lib/bytes.ts';
import { cosign, verifyNote } from '../../../src/formats/log/note-signatures.ts';
import { verifyConsistency } from '../../../src/formats/log/proofs.ts';
import { emptyRoot } from '../../../src/formats/log/tree.ts';
import { formatKnownSize, parseAddCheckpoint } from '../../../src/formats/log/witness.ts';
import type { WitnessKey } from './key.ts';
import type { CosignedCheckpoints } from './state.ts';

/** The keys of each log, by its origin. A log has several while its key is replaced. */
export type WitnessedLogs = ReadonlyMap<string, readonly VerifierKey[]>;

/**
 * The response to a request. `reason` is for the log of the witness, with the origin and the size of the checkpoint.
 */
export type WitnessReply = {
  status: number;
  contentType: string;
  body: string;
  reason?: string;
  origin?: string;
  size?: number;
};

type Request = ReturnType<typeof parseAddCheckpoint>;

const TEXT = 'text/plain; charset=utf-8';

/**
 * Cosigns checkpoints of the logs that it knows, each only if it continues the one before. C2SP tlog-witness, with the
 * statuses of https://github.com/C2SP/C2SP/pull/280 (July 2026): 422 for another root of the same size, and for a wrong
 * root of the empty tree.
 */
export class CheckpointWitness {
  readonly #key: WitnessKey;
  readonly #logs: WitnessedLogs;
  readonly #cosigned: CosignedCheckpoints;
  readonly #now: () => number;
  readonly #onFork: (notes: { cosigned: string; submitted: string }) => void;
  /**
   * Ends with the step that is in progress: checking a checkpoint and storing it must not overlap with another step.
   */
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * `now` returns the seconds since the epoch. `onFork` is called with the notes of two trees of one size that the log
   * has signed.
   */
  constructor({
    key,
    logs,
    cosigned,
    now,
    onFork,
  }: {
    key: WitnessKey;
    logs: WitnessedLogs;
    cosigned: CosignedCheckpoints;
    now: () => number;
    onFork: (notes: { cosigned: string; submitted: string }) => void;
  }) {
    this.#key = key;
    this.#logs = logs;
    this.#cosigned = cosigned;
    this.#now = now;
    this.#onFork = onFork;
  }

  /** Responds to a request to cosign a checkpoint. Rejects if the checkpoint cannot be stored. */
  async addCheckpoint(body: string): Promise<WitnessReply> {
    let request: Request;
    try {
      request = parseAddCheckpoint(body);
    } catch (error) {
      return refusal(400, messageOf(error));
    }
    const { origin, size } = request.checkpoint;
    return { origin, size, ...(await this.#add(request)) };
  }

  /** The note that was cosigned last for an origin. Undefined if the witness has cosigned none. */
  latest(origin: string): string | undefined {
    return this.#cosigned.get(origin)?.note;
  }

  async #add(request: Request): Promise<WitnessReply> {
    const keys = this.#logs.get(request.checkpoint.origin);
    if (!keys) return refusal(404, 'origin: is not that of a log of this witness');
    let signatures: NoteSignature[];
    try {
      const verified = await verifyNote(request.parsed, keys);
      // One for each key: a note may repeat a signature, and the stored note must not be longer than notes may be.
      signatures = [...new Map(verified.map(({ key, signature }) => [key.keyId, signature])).values()];
    } catch (error) {
      return refusal(403, messageOf(error));
    }
    const result = this.#turn.then(() => this.#cosign(request, signatures));
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Checks that the checkpoint continues the one before, stores it and returns the cosignature. */
  async #cosign(
    { oldSize, proof, checkpoint, parsed, note }: Request,
    signatures: NoteSignature[],
  ): Promise<WitnessReply> {
    const before = this.#cosigned.get(checkpoint.origin);
    const { size, root } = before?.checkpoint ?? { size: 0, root: emptyRoot() };
    if (oldSize !== size) return conflict(size, `old: must be ${size}`);
    if (checkpoint.size === size && !equalBytes(checkpoint.root, root)) {
      if (before) this.#onFork({ cosigned: before.note, submitted: note });
      return refusal(
        422,
        `root: must be that of the tree of size ${size}, ${before ? 'which was cosigned' : 'the empty one'}`,
      );
    }
    const of = { first: size, second: checkpoint.size, firstRoot: root, secondRoot: checkpoint.root };
    const isProved = size === 0 ? proof.length === 0 : verifyConsistency(of, proof);
    if (!isProved) return refusal(422, `proof: must be the consistency proof from ${size} to ${checkpoint.size}`);
    const time = this.#now();
    const line = await cosign(parsed.text, time, this.#key);
    const stored = { note: formatNote({ text: parsed.text, signatures: [...signatures, line] }), checkpoint, time };
    // Repeated requests within a second have the same cosignature, and need no write.
    if (before?.note !== stored.note) await this.#cosigned.set(stored);
    return { status: 200, contentType: TEXT, body: formatSignatures([line]) };
  }
}

/** A response with the reason as its text. */
export const refusal = (status: number, reason: string): WitnessReply => ({
  status,
  contentType: TEXT,
  body: `${reason}\n`,
  reason,
});

const conflict = (size: number, reason: string): WitnessReply => ({
  status: 409,
  contentType: 'text/x.tlog.size',
  body: formatKnownSize(size),
  reason,
});

function messageOf(error: unknown): string {
  if (!(error instanceof RangeError)) throw error;
  return error.message;
}
