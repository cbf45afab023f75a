import { setTimeout as sleep } from 'node:timers/promises';
import { append, creation, type Shown, type Write } from '../../../tools/crash/load.ts';
import type { Access } from './evidence.ts';

/** Milliseconds within which every request must have its response: longer than anything that the service waits for. */
const RESPONDS_WITHIN = 90_000;

/** How a request ended: its status, or `cut` where the connection was closed, or `no answer`. */
export type Outcome = {
  write: Write;
  status: number | 'cut' | 'no answer';
  text: string;
  headers: Headers | undefined;
};

/** Sends a write once, without a retry. */
export async function attempt({ base, token }: Access, write: Write): Promise<Outcome> {
  try {
    const response = await fetch(`${base}${write.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': write.key },
      body: JSON.stringify(write.body),
      signal: AbortSignal.timeout(RESPONDS_WITHIN),
    });
    const text = await response.text();
    if (response.status === 200) write.acknowledged ??= JSON.parse(text) as Shown;
    return { write, status: response.status, text, headers: response.headers };
  } catch (error) {
    const status = (error as Error).name === 'TimeoutError' ? 'no answer' : 'cut';
    return { write, status, text: String(error), headers: undefined };
  }
}

/** Clients that write, each one thing after the other, until `stop` is called. */
export function pressOn(access: Access, assets: readonly string[], writers: number) {
  const outcomes: Outcome[] = [];
  const stopping = new AbortController();
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      for (let i = n; !stopping.signal.aborted; i++) {
        const write = i % 5 === 0 ? creation(0) : append(0, n, assets[i % assets.length]!);
        const outcome = await attempt(access, write);
        outcomes.push(outcome);
        // Clients that are told to come back later do not come back at once.
        if (outcome.status !== 200) await sleep(20);
      }
    }),
  );
  return {
    outcomes,
    /** How many requests have ended so, since the outcome number `since`. */
    count: (status: Outcome['status'], since = 0): number =>
      outcomes.slice(since).filter((outcome) => outcome.status === status).length,
    stop: async (): Promise<void> => {
      stopping.abort();
      await writing;
    },
  };
}

/** The different outcomes other than success, each once, with a text of it. */
export function failures(outcomes: readonly Outcome[]): [status: Outcome['status'], message: string][] {
  const seen = new Map<string, [Outcome['status'], string]>();
  for (const { status, text } of outcomes) {
    if (status === 200) continue;
    const message = text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text;
    seen.set(`${status} ${message}`, [status, message]);
  }
  return [...seen.values()];
}
