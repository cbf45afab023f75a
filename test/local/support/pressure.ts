import { setTimeout as sleep } from 'node:timers/promises';
import { append, creation, type Shown, type Write } from '../../../tools/crash/load.ts';
import type { Access } from './evidence.ts';

/** Milliseconds within which every request must have a response: longer than all timeouts of the service. */
const RESPONDS_WITHIN = 90_000;

/** The result of a request: its status, `closed` if the connection was closed, or `no response`. */
export type Outcome = {
  write: Write;
  status: number | 'closed' | 'no response';
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
    const status = (error as Error).name === 'TimeoutError' ? 'no response' : 'closed';
    return { write, status, text: String(error), headers: undefined };
  }
}

/** Starts `writers` clients, each of which writes sequentially until `stop` is called. */
export function pressOn(access: Access, assets: readonly string[], writers: number) {
  const outcomes: Outcome[] = [];
  const stopping = new AbortController();
  const writing = Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      for (let i = n; !stopping.signal.aborted; i++) {
        const write = i % 5 === 0 ? creation(0) : append(0, n, assets[i % assets.length]!);
        const outcome = await attempt(access, write);
        outcomes.push(outcome);
        // Clients that are refused do not retry at once.
        if (outcome.status !== 200) await sleep(200);
      }
    }),
  );
  return {
    outcomes,
    /** The number of requests with this status, from index `since`. */
    count: (status: Outcome['status'], since = 0): number =>
      outcomes.slice(since).filter((outcome) => outcome.status === status).length,
    stop: async (): Promise<void> => {
      stopping.abort();
      await writing;
    },
  };
}

/** The distinct unsuccessful outcomes, each with its message. */
export function failures(outcomes: readonly Outcome[]): [status: Outcome['status'], message: string][] {
  const seen = new Map<string, [Outcome['status'], string]>();
  for (const { status, text } of outcomes) {
    if (status === 200) continue;
    const message = text.startsWith('{') ? (JSON.parse(text) as { message: string }).message : text;
    seen.set(`${status} ${message}`, [status, message]);
  }
  return [...seen.values()];
}
