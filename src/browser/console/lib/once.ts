import { useRef } from 'preact/hooks';
import { ApiError } from './api.ts';

const POSSIBLY_SAVED =
  'Not sent: the response to your first attempt was lost, so it may have been saved, and you have changed the form ' +
  'since then. Check in another window. If you submit the form again, another record is created.';

/**
 * For a call that must take effect once: passes it an Idempotency-Key, which stays the same for all attempts. A 409 says
 * that the key was used with another body, and a new key is made. If the response to an earlier attempt was lost, that
 * attempt may have succeeded: the person is told before the form can be sent with the new key.
 */
export function useOnce(): <T>(call: (key: string) => Promise<T>) => Promise<T> {
  const key = useRef(crypto.randomUUID());
  const lost = useRef(false);
  return async (call) => {
    try {
      return await call(key.current);
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status !== 409) {
        if (status < 400 || status >= 500) lost.current = true;
        throw error;
      }
      key.current = crypto.randomUUID();
      if (!lost.current) throw error;
      lost.current = false;
      throw new ApiError(status, POSSIBLY_SAVED, (error as ApiError).requestId);
    }
  };
}
