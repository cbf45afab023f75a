import { EvidenceError } from './errors.ts';

/** The time of a client. Tests replace it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Resolves after the milliseconds; rejects when the signal is aborted. */
  sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(cancelled(signal));
      const stop = (): void => {
        clearTimeout(timer);
        reject(cancelled(signal!));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};

/** The error of a call that the caller has stopped. */
export const cancelled = (signal: AbortSignal): EvidenceError =>
  new EvidenceError('CANCELLED', 'the caller stopped the request', { cause: signal.reason });

/** A random idempotency key. Unlike `crypto.randomUUID`, also on pages that were loaded without TLS. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Milliseconds before a repetition: a random part of a limit that doubles with each one, up to `max`. */
export const backoff = (attempt: number, base: number, max: number, random: () => number): number =>
  Math.round(Math.min(max, base * 2 ** attempt) * (0.5 + random() / 2));
