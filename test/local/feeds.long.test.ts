import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventStream, FEED } from '../support/event-stream.ts';
import { launch, type Launched } from '../support/launcher.ts';
import { removeDirectory } from '../support/directory.ts';

/** Limits of a tenancy. */
const [STREAMS, WAITING] = [32, 64];

describe('event feeds of the service on one machine', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'feeds-'));
  let service: Launched;
  let token: string;
  let cursor: string;

  beforeAll(async () => {
    service = await launch(join(temporary, 'state'));
    token = await service.token();
    await add();
    ({ next_cursor: cursor } = (await (await get({ wait: '25' })).json()) as { next_cursor: string });
  });
  afterAll(async () => {
    await service.stop();
    removeDirectory(temporary);
  });

  const headers = (): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });
  const get = (query: Record<string, string>, signal?: AbortSignal): Promise<Response> =>
    fetch(`${service.base}${FEED}?${new URLSearchParams(query)}`, {
      headers: headers(),
      ...(signal ? { signal } : {}),
    });
  async function add(): Promise<void> {
    const response = await fetch(`${service.base}/v2/assets`, { method: 'POST', headers: headers(), body: '{}' });
    expect(response.status).toBe(200);
  }

  test('release a stream when its client disconnects', async () => {
    for (let round = 0; round < 3; round++) {
      const streams = [];
      while (streams.length < STREAMS) {
        const stream = await EventStream.open(service, token, { cursor });
        if (stream.status === 200) streams.push(stream);
        else expect(stream.status).toBe(429);
      }
      expect((await EventStream.open(service, token)).status).toBe(429);
      for (const stream of streams) stream.close();
    }
  });

  test('release a request that waits when its client disconnects', async () => {
    for (let round = 0; round < 3; round++) {
      const stop = new AbortController();
      const query = { cursor, wait: '25' };
      // A place may still be taken by a request of `isFull` or of the round before.
      const wait = async (): Promise<void> => {
        while ((await get(query, stop.signal)).status === 429);
      };
      const all = Array.from({ length: WAITING }, () => wait().catch(() => undefined));
      const isFull = async (): Promise<boolean> => {
        const own = new AbortController();
        const first = await Promise.race([get(query, own.signal), get({})]);
        const isRefused = first.status === 429;
        own.abort();
        return isRefused;
      };
      await expect.poll(isFull).toBe(true);
      stop.abort();
      await Promise.all(all);
      await expect.poll(isFull).toBe(false);
    }
  });

  test('do not keep other requests of the client waiting', async () => {
    const streams = [];
    for (let n = 0; n < 20; n++) streams.push(await EventStream.open(service, token, { cursor }));
    const other = { ...headers(), 'x-forwarded-for': '192.0.2.7' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetch(`${service.base}/v2/assets`, { headers: other })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await add();
    for (const stream of streams) expect(await stream.take(1)).toHaveLength(1);
    for (const stream of streams) stream.close();
  });

  test('are disconnected when the service stops', async () => {
    const stream = await EventStream.open(service, token, { cursor });
    await Promise.all([service.stop(), expect(stream.rest()).rejects.toThrow('terminated')]);
  });
});
