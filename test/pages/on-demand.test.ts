import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();

const FAILURE = /^This part of the console could not be loaded/;
/** The file of the screen of exports, in any version. */
const EXPORTS = '**/console/exports-*.js';

/** Collects the compressed sizes of the console's own files that a page loads from now on, by their paths. */
function sizesOf(page: Page): Map<string, Promise<number>> {
  const sizes = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/console/'))
      sizes.set(
        pathname,
        response.body().then((body) => gzipSync(body).length),
      );
  });
  return sizes;
}

it('a first visit of a German browser, until the overview, transfers less than 100 KB', async () => {
  const context = await on.browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  const sizes = sizesOf(page);
  await page.goto(`${on.service.at}/console/#/`);
  await page.locator('summary', { hasText: 'Als Anwendung' }).click();
  await page.getByRole('textbox', { name: 'Client-ID' }).fill(on.tenant.client_id);
  await page.getByLabel('Geheimnis').fill(on.tenant.client_secret);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Works' }).waitFor();
  await page.getByText('Wird geladen …', { exact: true }).first().waitFor({ state: 'detached' });
  const files = await Promise.all([...sizes].map(async ([path, size]) => [path, await size] as const));
  const total = files.reduce((sum, [, size]) => sum + size, 0);
  for (const [path, size] of files) console.log(`${path}: ${size} compressed`);
  console.log(`the console: ${total} bytes on the wire`);
  expect(files.map(([path]) => path)).toEqual(
    expect.arrayContaining(['/console/', '/console/app.js', '/console/console.css']),
  );
  expect(files.some(([path]) => /^\/console\/de-\w+\.js$/.test(path))).toBe(true);
  expect(total).toBeLessThan(100_000);
  await context.close();
});

it('a screen whose file cannot be loaded says so, and opens when it is tried again', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  await titled(page, 'Find by file');
  await context.setOffline(true);
  await page.evaluate(() => void (location.hash = '#/exports'));
  await page.getByText(FAILURE).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(FAILURE).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await titled(page, 'Exports');
  // A screen that was loaded once needs no network.
  await open(page, 'find', 'Find by file');
  await context.setOffline(true);
  await page.evaluate(() => void (location.hash = '#/exports'));
  await page.getByRole('heading', { level: 1, name: 'Exports' }).waitFor();
  await context.setOffline(false);
});

it('a page of an earlier version, whose files no longer exist, is loaded again when it is tried again', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  await titled(page, 'Find by file');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  let isEarlier = true;
  await context.route(EXPORTS, (route) => (isEarlier ? route.fulfill({ status: 404, body: '' }) : route.continue()));
  // The page asks whether the service responds, before it loads itself again.
  await context.route('**/console/', async (route) => {
    isEarlier = false;
    await route.continue();
  });
  await page.evaluate(() => void (location.hash = '#/exports'));
  await page.getByText(FAILURE).waitFor();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try again' }).click();
  await reloaded;
  await titled(page, 'Exports');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false);
});

it('a part of a screen that cannot be loaded can be closed, and reloads the page only when asked to', async () => {
  const { page, context } = on.visitor;
  await done(on.client, on.tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'Pump 1' } });
  await signIn(page, on.tenant, 'assets');
  await titled(page, 'Assets');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await context.route('**/console/{bulk,shortcuts}-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  const button = (name: string): Locator => page.getByRole('button', { name });
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await button('Record an event on the selected').click();
  await page.getByText(FAILURE).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await button('Close').click();
  expect(await page.getByText(FAILURE).count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await page.getByText(FAILURE).waitFor();
  await button('Close').click();
  expect(await page.getByText(FAILURE).count()).toBe(0);

  await button('Record an event on the selected').click();
  await button('Try again').click();
  await page.getByText('what is selected on it is lost').waitFor();
  await page.getByText('1 selected').waitFor();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await context.unroute('**/console/{bulk,shortcuts}-*.js');
  const reloaded = page.waitForEvent('load');
  await button('Load the page again').click();
  await reloaded;
  await titled(page, 'Assets');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await button('Record an event on the selected').click();
  await page.getByRole('dialog', { name: 'Record an event on 1 asset' }).waitFor();
});

it('the page does not keep the title of a screen while the next one is loaded', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  await titled(page, 'Find by file');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(EXPORTS, async (route) => {
    await held;
    await route.continue();
  });
  await page.evaluate(() => void (location.hash = '#/exports'));
  await expect.poll(() => page.title()).toMatch(/^Loading…/);
  release();
  await titled(page, 'Exports');
  expect(await page.title()).toMatch(/^Exports/);
});

it('a screen whose German texts cannot be loaded is not shown in English', async () => {
  const context = await on.browser.newContext({ locale: 'de-DE' });
  const page = await context.newPage();
  await page.goto(`${on.service.at}/console/#/`);
  await page.locator('summary', { hasText: 'Als Anwendung' }).click();
  await page.getByRole('textbox', { name: 'Client-ID' }).fill(on.tenant.client_id);
  await page.getByLabel('Geheimnis').fill(on.tenant.client_secret);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Harbour Works' }).waitFor();
  await context.route('**/console/de-rare-*.js', (route) => route.abort());
  await page.evaluate(() => void (location.hash = '#/exports'));
  await page.getByText('Dieser Teil der Konsole ließ sich nicht laden.').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Nicht geladen']);
  await context.unroute('**/console/de-rare-*.js');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByRole('heading', { level: 1, name: 'Exporte' }).waitFor();
  await context.close();
});
