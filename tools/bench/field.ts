import { launch } from '../../test/pages/support/browser.ts';
import { signIn } from '../../test/pages/support/console.ts';
import { visit } from './console.ts';
import { median, verdict, type Bench } from './report.ts';

/** Rounds of one kind of visit. */
const ROUNDS = 5;
/** Milliseconds until a person can record, and compressed bytes of the page until then. */
const USABLE_GOAL_MS = 4000;
const BYTES_GOAL = 80_000;

/**
 * Measures how soon a person who is signed in can record on an asset whose label they have scanned, with the network
 * and processor of `measureConsole`: the asset is shown, and _Record_ has opened its form. A first visit has neither a
 * cache nor the service worker.
 */
export async function measureField(bench: Bench, rounds = ROUNDS): Promise<void> {
  const account = await bench.open('field');
  const attributes = { arc_display_name: 'Pump 1', arc_display_type: 'Pump' };
  const made = await account.call('POST', '/v2/assets', { attributes });
  if (made.status !== 200) throw new Error(made.text);
  const { identity } = JSON.parse(made.text) as { identity: string };
  const at = account.server.url.origin;
  const browser = await launch();
  try {
    const visits = {
      first: [] as Awaited<ReturnType<typeof visit>>[],
      later: [] as Awaited<ReturnType<typeof visit>>[],
    };
    for (let i = 0; i < rounds; i++) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(`${at}/console/`);
      await signIn(page, account.credentials);
      await page.close();
      for (const kind of ['first', 'later'] as const)
        visits[kind].push(await visit(context, `${at}/field/#/${identity}`, kind === 'first', watch, `${at}/field/`));
      await context.close();
    }
    for (const [kind, all] of Object.entries(visits)) {
      const of = (figure: 'headingMs' | 'usableMs' | 'bytes' | 'requests'): number =>
        median(all.map((each) => each[figure]));
      const row = {
        name: `field: ${kind} visit`,
        usableMs: of('usableMs'),
        bytes: of('bytes'),
        requests: of('requests'),
      };
      console.log(
        `${row.name.padEnd(30)}heading ${of('headingMs').toFixed(0)} ms  usable ${row.usableMs.toFixed(0)} ms  ` +
          `${row.bytes} bytes in ${row.requests} requests  ms: ` +
          `${verdict(row.usableMs <= USABLE_GOAL_MS, USABLE_GOAL_MS)}; bytes: ` +
          verdict(row.bytes <= BYTES_GOAL, BYTES_GOAL),
      );
      bench.report.push({ ...row, goalMs: USABLE_GOAL_MS, goalBytes: BYTES_GOAL });
    }
  } finally {
    await browser.close();
  }
}

/** Runs in the page: presses _Record_ once the asset is shown, and records the times since the navigation. */
function watch(): void {
  const times: { headingMs?: number; usableMs?: number; completeMs?: number } = {};
  (window as unknown as { times: typeof times }).times = times;
  const look = (): void => {
    const now = performance.now();
    const record = document.querySelector<HTMLElement>('main a.button.wide');
    if (record && times.headingMs === undefined) {
      times.headingMs = now;
      record.click();
    }
    if (!document.querySelector('main textarea')) return;
    times.usableMs ??= now;
    times.completeMs ??= now;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
}
