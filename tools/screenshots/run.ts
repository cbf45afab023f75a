import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DESKTOP, launch, PHONE } from '../../test/pages/support/browser.ts';
import build from '../../test/support/build.ts';
import { startService } from '../../test/support/service.ts';
import { consoleShots } from './console.ts';
import { viewerShots, type Shot } from './viewer.ts';

/**
 * Writes screenshots of the pages to `.build/screenshots`: each at phone and desktop width, in light and dark mode.
 * With `--readme`, writes only docs/viewer.png. Usage: `npm run screenshots [-- --readme] [-- --only TEXT]`.
 */
const { values: options } = parseArgs({
  options: { readme: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const ROOT = join(import.meta.dirname, '../..');
const out = join(ROOT, '.build/screenshots');

const removeStorage = await build();
const service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '1' } });
const browser = await launch();
try {
  // New parts of the pages add their list of screenshots here.
  const shots: Shot[] = [...(await viewerShots(service, browser)), ...(await consoleShots(service))];
  if (options.readme) await forReadme(shots);
  else await all(shots.filter(({ name }) => name.includes(options.only)));
} finally {
  await browser.close();
  await service.close();
  removeStorage();
}
process.exit(0);

async function take(
  { address, ready }: Shot,
  viewport: typeof PHONE,
  colorScheme: 'light' | 'dark',
  fullPage: boolean,
) {
  const page = await browser.newPage({ viewport, colorScheme });
  try {
    await page.goto(address);
    await ready?.(page);
    return await page.screenshot({ fullPage });
  } finally {
    await page.close();
  }
}

async function all(shots: Shot[]): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  for (const shot of shots)
    for (const [width, viewport] of Object.entries({ phone: PHONE, desktop: DESKTOP }))
      for (const scheme of ['light', 'dark'] as const)
        writeFileSync(join(out, `${shot.name}-${width}-${scheme}.png`), await take(shot, viewport, scheme, true));
  console.log(`${shots.length * 4} screenshots in ${out}`);
}

/** The image for the README: the page of an asset and a verified event, side by side. */
async function forReadme(shots: Shot[]): Promise<void> {
  const file = join(ROOT, 'docs/viewer.png');
  const viewport = { width: 460, height: 920 };
  const named = (name: string): Shot => shots.find((shot) => shot.name === name)!;
  const both = [
    await take(named('asset'), viewport, 'light', false),
    await take(named('event-checked'), viewport, 'light', false),
  ].map((bytes) => `<img src="data:image/png;base64,${bytes.toString('base64')}">`);
  const page = await browser.newPage({ viewport: { width: 960, height: 920 } });
  await page.setContent(
    `<style>body{margin:20px 10px;background:#dcd9d0;display:flex;gap:20px}img{border-radius:6px;width:460px;height:880px;object-fit:cover;object-position:top}</style>${both.join('')}`,
  );
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const bytes = await page.screenshot();
  if (bytes.length > 200_000) throw new Error(`docs/viewer.png: must have at most 200000 bytes, not ${bytes.length}`);
  writeFileSync(file, bytes);
  console.log(`${file}: ${bytes.length} bytes`);
}
