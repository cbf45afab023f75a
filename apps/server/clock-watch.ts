import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks. */
const EVERY = 1000;
/** Milliseconds by which the clock may be set back without a restart: what waits is delayed by as much. */
const TOLERATED = 1000;

type ClockOptions = {
  /** The time in milliseconds that the timers of a Durable Object use. Rejects while the runtime does not run. */
  timersAt: () => Promise<number>;
  /** Restarts the runtime. `behind`: the milliseconds by which the clock is behind the timers. */
  restart: (behind: number) => void;
  now?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
};

/**
 * Restarts the runtime when the clock of the machine was set back. The time of a Durable Object never decreases in
 * workerd, so all its timers stop until the clock shows their time again. Returns a function that stops the checks.
 */
export function watchClock({ timersAt, restart, now = Date.now, wait = pause }: ClockOptions): () => void {
  const stopped = new AbortController();
  const watch = async (): Promise<void> => {
    for (; !stopped.signal.aborted; await wait(EVERY)) {
      const behind = await timersAt().then(
        (at) => at - now(),
        () => 0,
      );
      if (behind > TOLERATED && !stopped.signal.aborted) restart(behind);
    }
  };
  void watch();
  return () => stopped.abort();
}

const pause = (milliseconds: number): Promise<unknown> => sleep(milliseconds, undefined, { ref: false });
