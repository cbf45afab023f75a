import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BrowserContext, Page } from 'playwright-core';
import { DESKTOP, launch, PHONE } from '../../test/pages/support/browser.ts';
import build from '../../test/support/build.ts';
import { startService } from '../../test/support/service.ts';
import { startReceiver } from '../../test/webhooks/support/receiver.ts';
import { startBus } from '../azure/bus.ts';
import { fleet } from '../azure/devices.ts';
import { startHub } from '../azure/hub.ts';
import { consoleShots } from './console.ts';
import { startProvider } from './people.ts';
import { unusedRules, type Coverage } from './coverage.ts';
import { viewerShots, type Shot } from './viewer.ts';
import { makeWorld } from './world.ts';

/**
 * Writes screenshots of all screens and pages to `.build/screenshots`, each at phone and desktop width, in light and
 * dark mode, and the style rules that no screen of the console used to `unused.txt` there. Fails if a screen has no
 * picture or a page is wider than the phone. With `--readme`, writes only docs/viewer.png. Usage: `npm run
 * screenshots [-- --readme] [-- --only TEXT]`; `--only`: names that contain one of these texts, separated by commas.
 */
const { values: options } = parseArgs({
  options: { readme: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const ROOT = join(import.meta.dirname, '../..');
const out = join(ROOT, '.build/screenshots');
/** Milliseconds after which the run fails. */
const DEADLINE = 30 * 60_000;

setTimeout(() => {
  console.error(`not finished after ${DEADLINE / 60_000} minutes`);
  process.exit(1);
}, DEADLINE).unref();

const removeStorage = await build();
const receiver = await startReceiver();
const hub = await startHub({});
Object.assign(hub, { devices: fleet(3) });
const bus = await startBus({ queues: ['devices'] });
const { idp, trust } = await startProvider();
const service = await startService({
  vars: {
    TRUSTED_ISSUERS: trust,
    ANCHOR_WINDOW_SECONDS: '1',
    WEBHOOK_ALLOWED_HOSTS: receiver.host,
    AZURE_ALLOWED_HOSTS: `${hub.host},${bus.host}`,
  },
});
idp.serve(`${service.at}/console/`);
const browser = await launch();
const contexts = new Map<string, { context: BrowserContext; page: Page }>();
const coverage: Coverage = [];
const tooWide: string[] = [];
try {
  const viewer = await viewerShots(service, browser);
  if (options.readme) await forReadme(viewer);
  else {
    const azure = { hub: hub.connectionString, bus: bus.connectionString };
    const world = await makeWorld(service, browser, receiver, azure, idp);
    const wanted = options.only.split(',');
    await all(
      [...viewer, ...consoleShots(service, world)].filter(({ name }) => wanted.some((text) => name.includes(text))),
    );
  }
} finally {
  await browser.close();
  await service.close();
  await hub.close();
  await bus.close();
  await idp.close();
  await receiver.disappear();
  removeStorage();
}
if (tooWide.length > 0) console.error(`wider than the phone: ${tooWide.join(', ')}`);
process.exit(tooWide.length > 0 ? 1 : 0);

/** Opens the page of a shot, in the context of its session if it has one. */
async function opened({ address, session, locale = 'en-GB', ready }: Shot): Promise<Page> {
  const known = session === undefined ? undefined : contexts.get(session);
  const context = known?.context ?? (await browser.newContext({ viewport: DESKTOP, locale }));
  const page = known?.page ?? (await context.newPage());
  await page.setViewportSize(DESKTOP);
  if (!known) {
    if (session !== undefined) {
      contexts.set(session, { context, page });
      await page.coverage.startCSSCoverage({ resetOnNavigation: false });
    }
    await page.goto(address);
  }
  await ready?.(page);
  return page;
}

async function all(shots: Shot[]): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const shot of shots) {
    const page = await opened(shot);
    for (const [width, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const bytes = await page.screenshot({ fullPage: true });
        writeFileSync(join(out, `${shot.name}-${width}-${colorScheme}.png`), bytes);
      }
      const [scrollWidth, clientWidth] = await page.evaluate(() => {
        const { scrollWidth: content, clientWidth: window } = document.documentElement;
        return [content, window] as const;
      });
      if (scrollWidth > clientWidth) tooWide.push(`${shot.name} (${width}: ${scrollWidth} px)`);
    }
    if (shot.session === undefined) await page.context().close();
  }
  for (const { page } of contexts.values()) coverage.push(...(await page.coverage.stopCSSCoverage()));
  const unused = unusedRules(coverage, '/console/console.css');
  writeFileSync(join(out, 'unused.txt'), unused.map((rule) => `${rule}\n`).join(''));
  console.log(`${shots.length * 4} screenshots in ${out}; ${unused.length} rules of the console were not used`);
}

/** The image for the README: the page of an asset and a verified event, side by side. */
async function forReadme(shots: Shot[]): Promise<void> {
  const file = join(ROOT, 'docs/viewer.png');
  const view = async (name: string): Promise<string> => {
    const page = await opened(shots.find((shot) => shot.name === name)!);
    await page.setViewportSize({ width: 460, height: 600 });
    if (name === 'event-checked')
      await page.locator('[data-report]').evaluate((report) => report.scrollIntoView({ block: 'start' }));
    const bytes = await page.screenshot();
    await page.context().close();
    return `<img src="data:image/png;base64,${bytes.toString('base64')}">`;
  };
  const both = [await view('asset'), await view('event-checked')];
  const page = await browser.newPage({ viewport: { width: 960, height: 600 } });
  await page.setContent(
    '<style>body{margin:20px 10px;background:#dcd9d0;display:flex;gap:20px}' +
      'img{border-radius:6px;width:460px;height:560px;object-fit:cover;object-position:top}</style>' +
      both.join(''),
  );
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const bytes = await page.screenshot();
  if (bytes.length > 120_000) throw new Error(`docs/viewer.png: must have at most 120000 bytes, not ${bytes.length}`);
  writeFileSync(file, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
