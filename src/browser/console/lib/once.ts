import { useRef } from 'preact/hooks';
import { ApiError } from './api.ts';

const DONE =
  'Not sent again: the answer to what you sent first got lost, so it may have been done. It is not the same as what stands ' +
  'here now. Look, in another window, whether it is there; what you send from here next is one more.';

/**
 * For a call that must be done once, however often it is sent: gives it its Idempotency-Key, which stays the same until
 * the service says that it has done something else with it. After an answer that got lost, this may be what was sent
 * first: the person is told, before it is sent with another key.
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
      throw new ApiError(status, DONE, (error as ApiError).requestId);
    }
  };
}
