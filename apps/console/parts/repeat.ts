import { useEffect, useRef } from 'preact/hooks';

/** Milliseconds between two calls. */
const PAUSE = 2000;

/** Repeats a call while `active`, each two seconds after the one before has ended. Its errors end the repetition. */
export function useRepeated(active: boolean, call: () => Promise<unknown>): void {
  const newest = useRef(call);
  newest.current = call;
  useEffect(() => {
    if (!active) return undefined;
    let timer = 0;
    const next = (): void => void (timer = window.setTimeout(() => void run(), PAUSE));
    const run = async (): Promise<void> => {
      try {
        await newest.current();
      } catch {
        return;
      }
      if (timer !== 0) next();
    };
    next();
    return () => {
      clearTimeout(timer);
      timer = 0;
    };
  }, [active]);
}
