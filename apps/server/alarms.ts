import { ALARMS, type AlarmName } from '../../src/platform/alarms.ts';
import type { RotatingLog } from './logs.ts';

type Raised = { name: AlarmName; fields: Record<string, unknown> };

/** Alarms of the launcher that wait for the Worker: the oldest are dropped. */
const MAX_WAITING = 100;
/** Milliseconds until alarms are passed on again after the Worker did not accept them. */
const RETRY_MS = 5000;

/**
 * The alarms of the launcher: lines of its log, which it passes on to the Worker, so that they are counted and sent to
 * the operator like those of the Worker.
 */
export class LauncherAlarms {
  readonly #log: RotatingLog;
  readonly #waiting: Raised[] = [];
  #forward: ((alarms: Raised[]) => Promise<void>) | undefined;
  #isForwarding = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: RotatingLog) {
    this.#log = log;
  }

  raise(name: AlarmName, fields: Record<string, unknown>): void {
    this.#log.event('alarm', ALARMS[name], fields);
    this.#waiting.push({ name, fields });
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift();
    void this.#send();
  }

  /** Passes alarms on from now on, those that wait included. `forward` rejects if the Worker does not accept them. */
  forwardTo(forward: (alarms: Raised[]) => Promise<void>): void {
    this.#forward = forward;
    void this.#send();
  }

  stop(): void {
    this.#forward = undefined;
    clearTimeout(this.#timer);
  }

  async #send(): Promise<void> {
    if (!this.#forward || this.#isForwarding || this.#waiting.length === 0) return;
    this.#isForwarding = true;
    const alarms = this.#waiting.splice(0);
    try {
      await this.#forward(alarms);
    } catch {
      this.#waiting.unshift(...alarms);
      this.#timer = setTimeout(() => void this.#send(), RETRY_MS).unref();
      return;
    } finally {
      this.#isForwarding = false;
    }
    await this.#send();
  }
}
