import { useRef } from 'preact/hooks';
import { ApiError } from './api.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { retry: wording } = screenTexts;

/** The Idempotency-Key of a form's attempts, and whether the response to one of them may have been lost. */
export type Attempts = { key: string; lost: boolean };

/** Attempts that outlive the page. `set` must keep them before it returns. `end`: one has succeeded. */
export type KeptAttempts = Readonly<Attempts> & { set: (next: Attempts) => void; end: () => void };

/**
 * For a call that must take effect once: passes it an Idempotency-Key, which stays the same for all attempts. A 409
 * says that the key was used with another body, and a new key is made. If the response to an earlier attempt was lost,
 * that attempt may have succeeded: the person is told before the form can be sent with the new key. `kept`: the
 * attempts of a draft, which continue after a reload.
 */
export function useOnce(kept?: KeptAttempts): <T>(call: (key: string) => Promise<T>) => Promise<T> {
  const own = useRef<Attempts>({ key: crypto.randomUUID(), lost: false });
  const keep = kept?.set ?? ((next: Attempts) => void (own.current = next));
  return async (call) => {
    const { key, lost } = kept ?? own.current;
    // The page may be closed before the response arrives.
    keep({ key, lost: true });
    try {
      const result = await call(key);
      kept?.end();
      return result;
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status !== 409) {
        keep({ key, lost: lost || status < 400 || status >= 500 });
        throw error;
      }
      keep({ key: crypto.randomUUID(), lost: false });
      if (!lost) throw error;
      throw new ApiError(status, wording.changed, (error as ApiError).requestId);
    }
  };
}
