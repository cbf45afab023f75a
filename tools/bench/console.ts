import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { launch } from '../../test/pages/support/browser.ts';
import { signIn } from '../../test/pages/support/console.ts';
import type { Account } from './account.ts';
import { median, verdict, type Bench } from './report.ts';

/** Rounds of one kind of visit. */
const ROUNDS = 5;
/** The throttled browser: a slow phone and a slow mobile network. */
const CPU_SLOWDOWN = 4;
const BITS_PER_SECOND = 1_600_000;
const ROUND_TRIP_MS = 150;
/** Milliseconds until the home screen must be usable, and compressed bytes of the console. */
const USABLE_GOAL_MS = 2000;
const BYTES_GOAL = 100_000;
const [ASSETS, EVENTS] = [60, 5];

/** What one visit took: milliseconds since the navigation began, and bytes and requests of the console's own files. */
type Visit = { headingMs: number; usableMs: number; completeMs: number; bytes: number; requests: number };

/**
 * Measures how soon the home screen of the console can be used by a person who is signed in: its heading is shown, and
 * the first control (“Go to…”) opens its dialog. The browser is throttled. A first visit has no cache, a later one has
 * that of the first. Also the bytes of the console's files as the service sends them.
 */
export async function measureConsole(bench: Bench, rounds = ROUNDS): Promise<void> {
  const account = await bench.open('console');
  await fill(account);
  const at = account.server.url.origin;
  const browser = await launch();
  try {
    for (const kind of ['first', 'later'] as const) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${at}/console/`);
      await signIn(page, account.credentials);
      await page.close();
      const visits: Visit[] = [];
      for (let i = 0; i < rounds; i++) visits.push(await visit(context, `${at}/console/`, kind === 'first'));
      await context.close();
      const of = (figure: keyof Visit): number => median(visits.map((each) => each[figure]));
      const row = {
        name: `console: ${kind} visit`,
        headingMs: of('headingMs'),
        usableMs: of('usableMs'),
        completeMs: of('completeMs'),
        bytes: of('bytes'),
        requests: of('requests'),
        ...(kind === 'first' ? { goalMs: USABLE_GOAL_MS, goalBytes: BYTES_GOAL } : {}),
      };
      const goals =
        kind === 'first'
          ? `  ms: ${verdict(row.usableMs <= USABLE_GOAL_MS, USABLE_GOAL_MS)}; bytes: ` +
            `${verdict(row.bytes <= BYTES_GOAL, BYTES_GOAL)}`
          : '';
      console.log(
        `${row.name.padEnd(30)}heading ${row.headingMs.toFixed(0)} ms  usable ${row.usableMs.toFixed(0)} ms  ` +
          `complete ${row.completeMs.toFixed(0)} ms  ${row.bytes} bytes in ${row.requests} requests${goals}`,
      );
      bench.report.push(row);
    }
  } finally {
    await browser.close();
  }
}

/** Creates assets with events, so that no panel of the home screen is empty. */
async function fill({ call }: Account): Promise<void> {
  for (let i = 0; i < ASSETS; i++) {
    const attributes = { arc_display_name: `Pump ${i}`, arc_display_type: ['Pump', 'Crane', 'Light'][i % 3] };
    const made = await call('POST', '/v2/assets', { attributes });
    if (made.status !== 200) throw new Error(made.text);
    const { identity } = JSON.parse(made.text) as { identity: string };
    for (let j = 0; j < EVENTS; j++) {
      const event_attributes = { arc_display_type: 'Inspection', arc_description: `number ${j}` };
      const event = { operation: 'Record', behaviour: 'RecordEvidence', event_attributes };
      const { status, text } = await call('POST', `/v2/${identity}/events`, event);
      if (status !== 200) throw new Error(text);
    }
  }
}

/**
 * Opens a page with a throttled browser. `watch` runs in the page and records when it can be used; files of `of` are
 * counted.
 */
export async function visit(
  context: BrowserContext,
  address: string,
  isFirst: boolean,
  watching: () => void = watch,
  of: string = address,
): Promise<Visit> {
  const page = await context.newPage();
  try {
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    if (isFirst) await session.send('Network.clearBrowserCache');
    const bytes = Math.floor(BITS_PER_SECOND / 8);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ROUND_TRIP_MS,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const received = countBytes(session, of);
    await page.addInitScript(watching);
    await page.goto(address, { waitUntil: 'commit' });
    const times = await usable(page);
    return { ...times, ...received };
  } finally {
    await page.close();
  }
}

/** Counts the bytes of the page and its static files, with their headers, from now on. */
function countBytes(session: CDPSession, address: string): { bytes: number; requests: number } {
  const sums = { bytes: 0, requests: 0 };
  const own = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, response: { url, fromDiskCache } }) => {
    if (url.startsWith(address) && !fromDiskCache) own.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!own.has(requestId)) return;
    sums.bytes += encodedDataLength;
    sums.requests += 1;
  });
  return sums;
}

type Times = { headingMs?: number; usableMs?: number; completeMs?: number };

/**
 * Runs in the page: presses the first control once the heading is shown, and records the times since the navigation.
 */
function watch(): void {
  const times: Times = {};
  (window as unknown as { times: Times }).times = times;
  const look = (): void => {
    const now = performance.now();
    const heading = document.querySelector('.columns h1');
    if (heading && times.headingMs === undefined) {
      times.headingMs = now;
      document.querySelector<HTMLElement>('header [aria-keyshortcuts]')?.click();
    }
    if (document.querySelector('dialog[open]')) times.usableMs ??= now;
    if (heading && !/Loading…/.test(document.body.innerText)) times.completeMs ??= now;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}

async function usable(page: Page): Promise<Required<Times>> {
  const all = await page.waitForFunction(() => {
    const { times } = window as unknown as { times: Times };
    return times.usableMs !== undefined && times.completeMs !== undefined ? times : undefined;
  });
  return (await all.jsonValue()) as Required<Times>;
}
