import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { launch } from '../../test/pages/support/browser.ts';
import type { Account } from './account.ts';
import { expectOk } from './load.ts';
import { batchOf, createAssets } from './operations.ts';
import { processTree } from './process-tree.ts';
import { median, verdict, type Bench } from './report.ts';

/** Events of the history. */
const EVENTS = 10_000;
const BATCH = 1000;
/** Maximum MiB by which the processes of the service grow while they send it, and milliseconds of its verification. */
const GOALS = { mib: 64, ms: 5000 };
/** How long a reader stops after its first bytes, and how often the memory is read, in milliseconds. */
const [STOPPED, WATCHED_EVERY] = [3000, 50];

/**
 * Measures the complete history of an asset with 10,000 events: the memory of the service while it sends it, also to a
 * reader that stops reading, and the time in which the page /verify/ verifies it.
 */
export async function measureHistories(bench: Bench, scale: number): Promise<void> {
  const account = await bench.open('histories', { COMPLETENESS_SECONDS: '2' });
  const [asset] = (await createAssets(account.call, 1)) as [string];
  const events = Math.round(EVENTS * scale);
  for (let left = events - 1; left > 0; left -= BATCH) {
    const { path, body } = batchOf([asset], Math.min(left, BATCH));
    expectOk(await account.call('POST', path, body));
  }
  let text = '';
  do {
    await wait(1000);
    const reply = await account.call('GET', `/v2/${asset}:history`);
    text = reply.status === 200 ? reply.text : '';
  } while (!text.includes(`"count":${events},`));
  await measureMemory(bench, account, asset, 0);
  await measureMemory(bench, account, asset, STOPPED);
  await measureVerification(bench, account, text, events);
}

/** The MiB by which the service grows while it sends a history. `stopped`: milliseconds after the first bytes. */
async function measureMemory({ report }: Bench, { server, token }: Account, asset: string, stopped: number) {
  const memory = (): number => processTree(server.pid()).reduce((total, { pss }) => total + pss, 0);
  const before = memory();
  let most = before;
  const done = new AbortController();
  const watched = (async () => {
    while (!done.signal.aborted) {
      most = Math.max(most, memory());
      await wait(WATCHED_EVERY);
    }
  })();
  const started = performance.now();
  const bytes = await received(new URL(`/archivist/v2/${asset}:history`, server.url), token, stopped);
  const ms = performance.now() - started;
  done.abort();
  await watched;
  const grown = most - before;
  const name = `histories: sent${stopped > 0 ? ', reader stops' : ''}`;
  console.log(
    `${name.padEnd(30)}${(bytes / 1e6).toFixed(1)} MB in ${ms.toFixed(0)} ms, memory +${grown.toFixed(1)} MiB  ` +
      verdict(grown <= GOALS.mib, GOALS.mib),
  );
  report.push({ name, bytes, ms, grownMiB: grown, goalMiB: GOALS.mib });
}

/** Reads a response, and returns the number of its bytes. */
function received(url: URL, token: string, stopped: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        if (bytes === 0 && stopped > 0) {
          response.pause();
          setTimeout(() => response.resume(), stopped);
        }
        bytes += chunk.length;
      });
      response.on('error', reject);
      response.on('end', () => resolve(bytes));
    });
    sending.on('error', reject);
    sending.end();
  });
}

/** The time from the choice of the file until the page shows that no event is missing. */
async function measureVerification(bench: Bench, { server }: Account, text: string, events: number): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-history-'));
  const file = join(directory, 'history.json');
  writeFileSync(file, text);
  const browser = await launch();
  try {
    const times: number[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      const page = await browser.newPage();
      await page.goto(`${server.url.origin}/verify/`);
      await page.locator('form#proof:not([hidden])').waitFor();
      const started = performance.now();
      await page.setInputFiles('#file', file);
      await page.locator('.verdict', { hasText: 'Complete' }).waitFor();
      times.push(performance.now() - started);
      await page.close();
    }
    const ms = median(times);
    const name = 'histories: verified on a page';
    console.log(`${name.padEnd(30)}${ms.toFixed(0)} ms, ${events} events  ${verdict(ms <= GOALS.ms, GOALS.ms)}`);
    bench.report.push({ name, ms, events, goal: GOALS.ms });
  } finally {
    await browser.close();
    rmSync(directory, { recursive: true, force: true });
  }
}
