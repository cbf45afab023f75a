import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { FEED } from './event-stream.ts';
import type { Actor } from './tenancy.ts';

export const PUBLIC_FEED = '/v2/publicassets/-/events:feed';

/** Reads all pages of a feed from a cursor to the end of the log. Every page must be 200. */
export async function readAll(
  who: Pick<Actor, 'call'>,
  query: Record<string, string> = {},
  path = FEED,
): Promise<{ events: any[]; cursor: string; pages: number }> {
  const events: any[] = [];
  let cursor = query['cursor'] ?? '';
  for (let pages = 1; ; pages++) {
    const { status, body, text }: Answer = await who.call('GET', path, { query: { ...query, cursor } });
    expect(status, text).toBe(200);
    events.push(...body.events);
    if (body.next_cursor === cursor) return { events, cursor, pages };
    cursor = body.next_cursor;
  }
}

/** Reads a feed until it has this number of events: waits for them. */
export async function readUntil(who: Pick<Actor, 'call'>, count: number, path = FEED): Promise<any[]> {
  const events: any[] = [];
  for (let cursor = ''; events.length < count;) {
    const { status, body, text }: Answer = await who.call('GET', path, { query: { cursor, wait: '20' } });
    expect(status, text).toBe(200);
    events.push(...body.events);
    cursor = body.next_cursor;
  }
  return events;
}
