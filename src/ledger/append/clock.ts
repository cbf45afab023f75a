import { retryLater } from '../../lib/errors.ts';
import { raise } from '../../platform/alarms.ts';
import { formatSeconds, nowMicros, type Micros } from '../../lib/time.ts';

/** Milliseconds that a commit waits for a clock that was set back. */
const WAIT_MS = 2000;
/** Minimum time between two alarms of one ledger, in milliseconds. */
const ALARM_EVERY_MS = 60_000;
/** Seconds until a retry, at most: the operator can reopen a window or correct the clock. */
const RETRY_AFTER = 60;

/** The times that the accepted time of the next event must be after. */
export type LastTimes = {
  /** The accepted time of the asset's last event; 0 for none. */
  headUs: Micros;
  /** The end of the last window of anchors; 0 for none. */
  guardUs: Micros;
};

/**
 * The clock of one asset's ledger: keeps accepted times increasing, and less than a millisecond ahead of the time of
 * day.
 */
export class LedgerClock {
  readonly #asset: string;
  #alarmedAt = -Infinity;

  constructor(asset: string) {
    this.#asset = asset;
  }

  /**
   * Waits until the clock is past these times, so that accepted times are ahead of it by less than a millisecond.
   * Throws 503 and raises an alarm if the clock is more than two seconds behind: it was fast before
   * (docs/operations.md).
   */
  async pass(last: LastTimes): Promise<void> {
    const aheadMs = aheadOf(last);
    if (aheadMs > WAIT_MS) {
      this.#alarm(last);
      throw retryLater('unavailable', refusalOf(last), Math.min(Math.ceil(aheadMs / 1000), RETRY_AFTER));
    }
    const isCrowded = aheadMs === 0 && last.headUs % 1000 > 700;
    if (aheadMs > 0 || isCrowded) await scheduler.wait(aheadMs + 1);
  }

  /** Whether the clock is so far behind that `pass` throws. */
  isBehind(last: LastTimes): boolean {
    return aheadOf(last) > WAIT_MS;
  }

  #alarm(last: LastTimes): void {
    const now = nowMicros() / 1000;
    // The last alarm is in the future if the clock was set back since.
    if (Math.abs(now - this.#alarmedAt) < ALARM_EVERY_MS) return;
    this.#alarmedAt = now;
    raise(isWindow(last) ? 'asset-window-future' : 'asset-event-future', { asset: this.#asset, until: endOf(last) });
  }
}

/** The message of the 503: until when, why, and what the operator does. */
const refusalOf = (last: LastTimes): string =>
  isWindow(last)
    ? `the clock was set back: appends are refused until ${endOf(last)}, when a window of anchors ends. ` +
      'An operator can reopen the window'
    : `the clock was set back: the asset accepts no event until ${endOf(last)}, the time of its last event. ` +
      'Record urgent events on another asset';

/** Whether a window of anchors, and not the last event of the asset, determines until when appends are refused. */
const isWindow = ({ headUs, guardUs }: LastTimes): boolean => guardUs > headUs;
const endOf = ({ headUs, guardUs }: LastTimes): string => formatSeconds(Math.max(headUs, guardUs));

/** Milliseconds until the clock is past these times; 0 if it is. */
function aheadOf({ headUs, guardUs }: LastTimes): number {
  const lastUs = Math.max(headUs, guardUs - 1);
  return Math.max(0, Math.floor(lastUs / 1000) - Math.floor(nowMicros() / 1000));
}
