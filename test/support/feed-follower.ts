import { setTimeout as sleep } from 'node:timers/promises';
import { EventStream, FEED } from './event-stream.ts';

/** A service, and the token of the readers. */
export type Source = { base: string; token: string };

/** What a reader has stored: its events and the cursor after them. */
export type Stored = { events: string[]; cursor: string };

/** Reads once, until `signal`: stores events with their cursor. */
export type Read = (source: Source, stored: Stored, signal: AbortSignal) => Promise<void>;

/** A response of the feed other than 200. */
export class Refused extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

/**
 * Reads until `isDone`, disconnects again and again, each time `every` milliseconds, and continues from what is
 * stored. An error of a reader that did not disconnect itself is thrown unless `survives` resolves to true.
 */
export async function follow(
  source: Source,
  every: number,
  isDone: (stored: Stored) => boolean,
  read: Read,
  survives: (error: unknown) => Promise<boolean> = () => Promise.resolve(false),
): Promise<{ stored: Stored; disconnects: number }> {
  const stored: Stored = { events: [], cursor: '' };
  for (let disconnects = 0; ; disconnects++) {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), every);
    try {
      while (!stop.signal.aborted && !isDone(stored)) await read(source, stored, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted && !(await survives(error))) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (isDone(stored)) return { stored, disconnects };
  }
}

/** Reads one page with this query. */
export const pageWith =
  (query: Record<string, string>): Read =>
  async ({ base, token }, stored, signal) => {
    const url = `${base}${FEED}?${new URLSearchParams({ ...query, cursor: stored.cursor })}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal });
    const text = await response.text();
    if (response.status !== 200) throw new Refused(response.status, text);
    const body = JSON.parse(text) as { events: { identity: string }[]; next_cursor: string };
    stored.events.push(...body.events.map(({ identity }) => identity));
    stored.cursor = body.next_cursor;
  };

/** Reads a stream until it ends. */
export const streamed: Read = async (source, stored, signal) => {
  const stream = await EventStream.open(source, source.token, {}, stored.cursor);
  signal.addEventListener('abort', () => stream.close());
  if (signal.aborted) return stream.close();
  // Its predecessors are released when their disconnection is noticed.
  if (stream.status === 429) return void (await sleep(50));
  if (stream.status !== 200) throw new Refused(stream.status, '');
  for (let next = await stream.next(); next; next = await stream.next()) {
    if (next.data) stored.events.push(next.data.identity);
    if (next.id !== undefined) stored.cursor = next.id;
  }
};

/** A reader of each kind: of pages, of waiting requests with large and small pages, and of two streams. */
export const FIVE_READERS: readonly Read[] = [
  pageWith({ page_size: '7' }),
  pageWith({ wait: '20' }),
  pageWith({ wait: '20', page_size: '3' }),
  streamed,
  streamed,
];
