import { screenTexts } from '../screens/texts/texts.ts';

const { logPins: wording } = screenTexts;
/** The key of a log that a person of this browser has compared, and when (RFC 3339). */
export type LogPin = { vkey: string; saved: string };

/** Logs are named by the origins of their checkpoints. */
const keyOf = (origin: string): string => `log-key ${origin}`;

/** The known key of a log; undefined if this browser has none. */
export function logPin(origin: string): LogPin | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(origin)) ?? 'null') as Partial<LogPin> | null;
    return typeof found?.vkey === 'string' && typeof found.saved === 'string' ? (found as LogPin) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the known key of a log in this browser; undefined removes it. Throws if the browser does not allow it. */
export function keepLogPin(origin: string, vkey: string | undefined): void {
  if (vkey === undefined) return localStorage.removeItem(keyOf(origin));
  try {
    localStorage.setItem(keyOf(origin), JSON.stringify({ vkey, saved: new Date().toISOString() }));
  } catch {
    throw new Error(wording.notKept);
  }
}
