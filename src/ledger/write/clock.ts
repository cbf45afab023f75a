import { retryLater } from '../../core/errors.ts';
import { log } from '../../core/log.ts';
import { formatSeconds, nowMicros, type Micros } from '../../core/time.ts';

/** Milliseconds that a commit waits for a clock that has stepped back. */
const WAIT_MS = 2000;
/** Milliseconds between two alarms of one ledger. */
const ALARM_EVERY_MS = 60_000;

/** Up to when times have been given: nothing is accepted before either. */
export type Given = {
  /** The acceptance of the asset's last event; 0 for none. */
  headUs: Micros;
  /** The end of the last window of anchors; 0 for none. */
  guardUs: Micros;
};

/** The clock of one asset's ledger: keeps accepted times increasing and never ahead of the real time. */
export class LedgerClock {
  readonly #asset: string;
  #alarmedAt = -Infinity;

  constructor(asset: string) {
    this.#asset = asset;
  }

  /**
   * Waits until the clock has passed what has been given. Accepted times run ahead of it by no more than a counter
   * inside one millisecond. Throws 503, and raises an alarm, where the clock is behind by more than a moment: then
   * it was fast before (docs/operations.md).
   */
  async pass(given: Given): Promise<void> {
    const aheadMs = aheadOf(given);
    if (aheadMs > WAIT_MS) {
      this.#alarm(given);
      throw retryLater('unavailable', 'the clock is behind what this asset has recorded', 5);
    }
    const isCrowded = aheadMs === 0 && given.headUs % 1000 > 700;
    if (aheadMs > 0 || isCrowded) await scheduler.wait(aheadMs + 1);
  }

  /** Whether the clock is so far behind that `pass` throws. */
  isBehind(given: Given): boolean {
    return aheadOf(given) > WAIT_MS;
  }

  #alarm({ headUs, guardUs }: Given): void {
    const now = nowMicros() / 1000;
    if (now - this.#alarmedAt < ALARM_EVERY_MS) return;
    this.#alarmedAt = now;
    const message =
      guardUs > headUs
        ? 'an asset takes no events: a window of anchors ends in the future'
        : 'an asset takes no events: its last event is in the future';
    log('alarm', message, { asset: this.#asset, until: formatSeconds(Math.max(headUs, guardUs)) });
  }
}

/** Milliseconds until the clock has passed what has been given; 0 when it has. */
function aheadOf({ headUs, guardUs }: Given): number {
  const lastUs = Math.max(headUs, guardUs - 1);
  return Math.max(0, Math.floor(lastUs / 1000) - Math.floor(nowMicros() / 1000));
}
