import { printable } from '../core/text.ts';

/** The names of the steps, which scripts may depend on. */
export type StepName =
  | 'format'
  | 'event'
  | 'window'
  | 'view'
  | 'preimage'
  | 'hash'
  | 'calldata'
  | 'transaction'
  | 'inclusion'
  | 'header'
  | 'time'
  | 'seal'
  | 'genesis'
  | 'node';

/** One thing that was checked; `skipped` where there was nothing to check it by. */
export type Step = { name: StepName; ok: boolean; detail: string; skipped?: true };

export type Report = {
  /** Whether every step holds. Only with `vouched` that is a proof. */
  ok: boolean;
  /** In their order; the last is the one that failed, where one did. */
  steps: Step[];
} & Word;

/** On whose word a proof rests that holds; empty where it does not hold. */
export type Word = {
  word: string;
  /**
   * Whether something that the verifier knows from elsewhere vouches for the chain: of an embedded one its genesis
   * hash, a validator or a node; of an outside one a node, and the signer. Without that, a proof is consistent in
   * itself, which anybody's own chain is.
   */
  vouched: boolean;
};

export const NO_WORD: Word = { word: '', vouched: false };

/** Why a step fails. */
export class Problem extends Error {}

/** Fails a step unless `holds`. */
export function must(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Problem(why);
}

/** What a step found; a skipped one says why. */
export type Found = string | { skipped: string };

/** A step that is still to be taken. */
export type Check = [name: StepName, take: () => Found];

/** Takes one step. Whatever is thrown on the way fails it. */
export function taken(name: StepName, take: () => Found): Step {
  try {
    const found = take();
    return typeof found === 'string'
      ? { name, ok: true, detail: found }
      : { name, ok: true, detail: found.skipped, skipped: true };
  } catch (error) {
    return { name, ok: false, detail: reasonOf(error) };
  }
}

/** One line, without what a document may have smuggled into it. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [line = ''] = message.split('\n');
  return error instanceof Problem ? message : printable(line) || 'it cannot be read';
}
