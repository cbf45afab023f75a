import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWorkerConfig } from '../../apps/server/workerd/worker-config.ts';

/*
 * Requests that wait for each other in the real runtime, which cancels a request that waits without I/O of its own:
 * "your Worker's code had hung".
 */

let miniflare: Miniflare;
let url: URL;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'support/lanes-worker.ts')],
    bundle: true,
    format: 'esm',
    target: 'es2024',
    write: false,
  });
  miniflare = new Miniflare({
    cf: false,
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name: 'lanes',
          compatibilityDate: readWorkerConfig().compatibility_date,
          manifest: {
            mainModule: 'worker.js',
            modulesRoot: '/',
            modules: { 'worker.js': { type: 'esm', contents: outputFiles[0]!.text } },
          },
          env: { DB: { type: 'd1', id: 'lanes' } },
        },
      },
    ],
  });
  url = await miniflare.ready;
});
afterAll(() => miniflare?.dispose());

const get = async (path: string): Promise<string> => {
  const response = await fetch(new URL(path, url));
  return `${response.status} ${await response.text()}`;
};

test('requests that wait for a lane get it, and none is canceled because it waits', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => get('/?ms=20')));
  expect(answers).toEqual(Array.from({ length: 8 }, () => '200 done'));
});

test('a lane is free again although the client that waited for it is gone', async () => {
  const requests = () => get('/requests');
  await get('/hold');
  const first = get('/?ms=0');
  await expect.poll(requests).toBe('200 {"working":1,"sent":1}');
  const gone = new AbortController();
  const waiting = fetch(new URL('/?ms=20', url), { signal: gone.signal }).catch(() => 'gone');
  await expect.poll(requests).toBe('200 {"working":1,"sent":2}');
  gone.abort();
  expect(await waiting).toBe('gone');
  await get('/release');
  expect(await first).toBe('200 done');
  expect(await get('/?ms=20')).toBe('200 done');
});

test.for([1, 4])('a request is let in while %i others work in a lane again and again', async (clients) => {
  const before = Number((await get('/asked')).split(' ')[1]);
  const pieces = 200;
  const working = Array.from({ length: clients }, () => get(`/ask?pieces=${pieces / clients}`));
  // Each answer shows that it was let in between two pieces of work.
  const seen = new Set<number>();
  const watch = async (): Promise<void> => {
    for (let done = 0; done < pieces; seen.add(done)) done = Number((await get('/asked')).split(' ')[1]) - before;
  };
  await Promise.all([watch(), ...working]);
  expect(seen.size).toBeGreaterThan(10);
});
