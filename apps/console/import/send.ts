import { importTexts } from './texts.ts';
import { generalRefusal, storeResults, type ItemResult } from '../../../src/formats/import/batch-results.ts';
import type { PlannedAsset } from './plan.ts';
import { BATCH_LIMITS } from './limits.ts';

/** The response to a batch: its body, or that the service cannot accept it now. `wait`: seconds; 0 if it says none. */
export type BatchAnswer = { body?: unknown; busy?: string; wait: number };

export type AssetSending = {
  assets: readonly PlannedAsset[];
  /** Results by the index of their asset, which are added to. An asset that has one is not sent again. */
  results: ItemResult[];
  /** Sends the items (JSON texts) of one batch. Rejects if there is no response, or if the batch is refused. */
  post: (items: readonly string[]) => Promise<BatchAnswer>;
  onProgress: () => void;
  /** Called before a pause of so many seconds. */
  onPause: (reason: string, seconds: number) => void;
  /** Aborted to stop after the batch that is being sent, and at once while there is a pause. */
  stop: AbortSignal;
};

/** Attempts that follow each other without any result, and the longest pause in seconds. */
const [ATTEMPTS, PAUSE] = [10, 60];

/**
 * Creates the assets that have no result yet, batch by batch. Each has an idempotency key, so that sending it again
 * creates no second one. Returns whether all have a result; false if it was stopped. Throws an Error for people if the
 * service cannot be used: the assets of that batch keep no result, and can be sent again.
 */
export async function sendAssets(of: AssetSending): Promise<boolean> {
  let failed = 0;
  for (;;) {
    const open = nextBatch(of);
    if (open.length === 0) return true;
    if (of.stop.aborted) return false;
    const answer = await of.post(open.map((index) => of.assets[index]!.text));
    const { passing, reason } = outcomeOf(answer, open, of.results);
    requireIndependent(open, of.results);
    of.onProgress();
    if (passing === 0) {
      failed = 0;
      continue;
    }
    failed = passing < open.length ? 1 : failed + 1;
    if (failed === ATTEMPTS) throw new Error(importTexts().gaveUp(ATTEMPTS, reason));
    if (of.stop.aborted) return false;
    const seconds = Math.min(PAUSE, answer.wait || 2 ** failed);
    of.onPause(reason, seconds);
    await pause(seconds, of.stop);
  }
}

/** The indices of the next assets that have no result. */
function nextBatch({ assets, results }: AssetSending): number[] {
  const open: number[] = [];
  let size = 0;
  for (const [index, { text }] of assets.entries()) {
    if (results[index] !== undefined) continue;
    // No character has more than three bytes for each code unit.
    size += 3 * text.length;
    if (open.length === BATCH_LIMITS.items || (open.length > 0 && size > BATCH_LIMITS.bytes)) break;
    open.push(index);
  }
  return open;
}

function outcomeOf(
  { body, busy }: BatchAnswer,
  open: readonly number[],
  results: ItemResult[],
): { passing: number; reason: string } {
  if (busy !== undefined) return { passing: open.length, reason: busy };
  const stored = storeResults(body, open, results);
  if (!stored) throw new Error(importTexts().noResults);
  return { passing: stored.passing.length, reason: stored.reason };
}

/** Throws if assets were refused for a reason that does not depend on them, and removes these results. */
function requireIndependent(open: readonly number[], results: ItemResult[]): void {
  const known = open.filter((index) => results[index] !== undefined);
  const general = generalRefusal(known.map((index) => results[index]!));
  if (!general) return;
  const { kind, error } = general;
  for (const index of known) {
    const result = results[index]!;
    if ('error' in result && result.error.code === error.code) delete results[index];
  }
  throw new Error(`${importTexts()[kind]}: ${error.message}.`);
}

const pause = (seconds: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    stop.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
