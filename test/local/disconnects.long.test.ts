import { mkdtempSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launch, type Launched } from '../support/launcher.ts';
import { RECORD } from '../support/record.ts';
import { removeDirectory } from '../support/directory.ts';

const EVENTS = 200;

describe('clients that disconnect before their response', () => {
  const temporary = mkdtempSync(join(tmpdir(), 'disconnects-'));
  let service: Launched;
  let token: string;
  let asset: string;

  beforeAll(async () => {
    service = await launch(join(temporary, 'state'));
    token = await service.token();
    ({ identity: asset } = await sent('POST', '/v2/assets', { public: true, attributes: { a: 'b' } }));
    for (let n = 0; n < 6; n++) await sent('POST', '/v2/assets/-/events:batch', batch(`${n}`));
  });
  afterAll(async () => {
    await service.stop();
    removeDirectory(temporary);
  });

  const authorized = (): Record<string, string> => ({
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  });

  async function sent(method: string, path: string, body?: object): Promise<any> {
    const response = await fetch(service.base + path, { method, headers: authorized(), body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return response.json();
  }

  const batch = (value: string) => ({
    events: Array.from({ length: EVENTS }, (_, n) => ({
      asset_identity: asset,
      ...RECORD,
      event_attributes: { n: `${value} ${n}` },
    })),
  });

  /** Sends requests at once, and closes their connections after some milliseconds. Resolves when all have ended. */
  async function abandon(count: number, after: number, path: string, init: RequestInit): Promise<void> {
    const given = new AbortController();
    const url = service.base + path;
    const all = Array.from({ length: count }, () =>
      fetch(url, { ...init, signal: given.signal }).catch(() => undefined),
    );
    await sleep(after);
    given.abort();
    await Promise.all(all);
  }

  test.each(['public', 'of a tenancy'])('do not keep later searches waiting (%s)', async (kind) => {
    const list = kind === 'public' ? asset.replace('assets/', 'publicassets/') : asset;
    const path = `/v2/${list}/events?event_attributes.n=none*&page_size=5`;
    const headers: Record<string, string> = kind === 'public' ? {} : authorized();
    for (const after of [5, 10, 20, 40]) await abandon(20, after, path, { headers });
    const response = await fetch(service.base + path, { headers });
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('"events":[]')]);
  });

  test('do not keep the memory and the turns of batches', async () => {
    const init = { method: 'POST', headers: authorized(), body: JSON.stringify(batch('abandoned')) };
    for (const after of [50, 100, 200]) await abandon(8, after, '/v2/assets/-/events:batch', init);
    const { results } = await sent('POST', '/v2/assets/-/events:batch', batch('last'));
    expect(results.filter((result: object) => 'event' in result)).toHaveLength(EVENTS);
  });

  test('do not keep the memory of uploads', async () => {
    for (let n = 0; n < 4; n++) {
      const headers = {
        ...authorized(),
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': String(40 * 2 ** 20),
      };
      const upload = request({ port: service.port, method: 'POST', path: '/archivist/v1/blobs', headers });
      upload.on('error', () => undefined);
      upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n');
      await new Promise((resolve) => upload.write(Buffer.alloc(2 ** 20), resolve));
      upload.destroy();
    }
    const form = new FormData();
    form.set('file', new Blob(['x'.repeat(2 ** 20)]), 'f.txt');
    const upload = () =>
      fetch(`${service.base}/v1/blobs`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    await expect.poll(async () => (await upload()).status).toBe(200);
  });
});
