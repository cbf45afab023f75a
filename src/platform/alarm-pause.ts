import { ambient } from '../lib/time.ts';

/** The subjects whose last alarm an isolate remembers. */
const REMEMBERED = 1000;

/** Limits how often this isolate raises an alarm, or an alarm about the same subject. */
export class AlarmPause {
  readonly #milliseconds: number;
  readonly #raisedAt = new Map<string, number>();

  /** `milliseconds`: between two alarms about a subject. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Whether the alarm about a subject is to be raised now; its pause begins then. */
  isOver(subject = ''): boolean {
    if (this.isPaused(subject)) return false;
    if (this.#raisedAt.size >= REMEMBERED) this.#raisedAt.clear();
    this.#raisedAt.set(subject, ambient.now());
    return true;
  }

  /** Whether no alarm about a subject would be raised now. */
  isPaused(subject = ''): boolean {
    const now = ambient.now();
    const last = this.#raisedAt.get(subject);
    return last !== undefined && now >= last && now - last < this.#milliseconds;
  }
}
