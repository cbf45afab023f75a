import { printable } from '../lib/text.ts';

/** The names of the steps. They are stable: scripts may depend on them. */
export type StepName =
  | 'format'
  | 'event'
  | 'window'
  | 'view'
  | 'entry'
  | 'chainhash'
  | 'map'
  | 'path'
  | 'checkpoint'
  | 'log'
  | 'consistency'
  | 'preimage'
  | 'hash'
  | 'stamp'
  | 'calldata'
  | 'transaction'
  | 'inclusion'
  | 'header'
  | 'time'
  | 'seal'
  | 'genesis'
  | 'node'
  | 'authority'
  | 'author';

/** The result of one check. `skipped` is set where the known values do not allow the check. */
export type Step = { name: StepName; ok: boolean; detail: string; skipped?: true };

export type Report = {
  /** Whether every step passed. The proof is valid only if `vouched` is true as well. */
  ok: boolean;
  /** The steps in order, up to the first one that failed. */
  steps: Step[];
  /**
   * The number of erased events, if the proof fails because of them: then it is neither valid nor refuted, because the
   * hash cannot be computed any more.
   */
  erased?: number;
} & Word;

/** What a proof relies on whose steps passed. */
export type Word = {
  /** A text for the user. Empty where a step failed. */
  word: string;
  /**
   * Whether the chain was verified by a value that the verifier knows from another source: the genesis hash, a
   * validator or a node for an embedded chain; a node and the signer for an external one. Otherwise the proof is only
   * consistent, and anyone can create a chain for a consistent proof. For a proof by a log entry, a key of the log, its
   * first entry or a saved checkpoint verifies its log as well.
   */
  vouched: boolean;
  /** What was verified, or was not: the log of a proof by a log entry; absent: the chain of another proof. */
  of?: 'log';
};

export const NO_WORD: Word = { word: '', vouched: false };

/** The reason why a step fails. */
export class Problem extends Error {}

/** Fails a step unless `holds`. */
export function must(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Problem(why);
}

/** The detail of a step that passed, or the reason why it was skipped. */
export type StepOutcome = string | { skipped: string };

/** A step to run. */
export type Check = [name: StepName, check: () => StepOutcome];

/** Runs one step. Any exception fails it. */
export function runStep(name: StepName, check: () => StepOutcome): Step {
  try {
    const found = check();
    return typeof found === 'string'
      ? { name, ok: true, detail: found }
      : { name, ok: true, detail: found.skipped, skipped: true };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}

/** The error as one line, without control characters that a document may have injected. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [line = ''] = message.split('\n');
  return error instanceof Problem ? message : printable(line) || 'it could not be decoded';
}
