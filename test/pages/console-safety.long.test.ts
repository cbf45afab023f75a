import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, sharedService, type Service } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { DESKTOP, sharedBrowser, PHONE } from './support/browser.ts';
import { loaded, signIn, titled, visit } from './support/console.ts';
import { furnish, SCREENS, type Furnished } from './support/furnish.ts';
import { asName, PAYLOADS } from './support/payloads.ts';

let service: Service;
let browser: Browser;
let client: Client;
let plain: Furnished;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  browser = await sharedBrowser();
  plain = await furnish(service, client, (what) => what);
});

describe('values that are markup', () => {
  it('run no script and create no element on any screen', async () => {
    const markup = (what: string): string =>
      `${what}<img src=x onerror="window.ran=1"><script>window.ran=1</script>"'><svg onload=window.ran=1>`;
    const evil = await furnish(service, client, markup);
    const { page, context, complaints } = await visit(browser, service);
    await signIn(page, evil.tenant);
    for (const { name, path } of SCREENS) {
      await loaded(page, path(evil));
      // The fields of the template, too.
      if (name === 'record') await page.getByLabel('Template').selectOption({ index: 1 });
      // The markup is shown, so it could run. Some screens show lists that they read after their title.
      const isShown = async (): Promise<boolean> =>
        page.locator('main').evaluate((main) => {
          const inputs = [...main.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
          return `${(main as HTMLElement).innerText} ${inputs.join()}`.includes('<img src=x');
        });
      if (!WITHOUT_RECORDED_TEXT.has(name))
        await expect.poll(isShown, { message: `${name} shows recorded text` }).toBe(true);
      const made = await page.evaluate(
        () => document.querySelectorAll('img:not(.picture), svg:not(.map):not(.chart), #app script').length,
      );
      expect([name, made]).toEqual([name, 0]);
      expect([name, await page.evaluate(() => (window as { ran?: number }).ran)]).toEqual([name, undefined]);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('200 hostile texts', () => {
  it('are shown as text everywhere, without running scripts or sending requests elsewhere', async () => {
    const tenant = await newTenant(service, 'Hostile');
    const all = Object.fromEntries(PAYLOADS.map((text, i) => [`${i} ${asName(text)}`, text]));
    const post = (path: string, body: object) => done(client, tenant.token, 'POST', path, body);
    const asset = await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: all });
    const event = await post(`/v2/${asset.identity}/events`, { ...RECORD, event_attributes: all });
    const { results } = await post('/v2/assets:batch', {
      assets: PAYLOADS.map((text) => ({
        behaviours: ['RecordEvidence'],
        attributes: { arc_display_name: text, arc_display_type: text },
      })),
    });
    expect(results.filter(({ error }: { error?: object }) => error)).toEqual([]);
    const { page, context, complaints } = await visit(browser, service);
    const away: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.at)) away.push(request.url());
    });
    await signIn(page, tenant);
    for (const path of [asset.identity, event.identity, 'assets']) {
      await loaded(page, path);
      const text = (await page.locator('main').textContent()) ?? '';
      const shown = PAYLOADS.filter((payload) => text.includes(payload)).length;
      expect([path, shown > (path === 'assets' ? 10 : 190)]).toEqual([path, true]);
      const found = await page.evaluate(() => [
        document.querySelectorAll('main :is(img, svg, script, iframe, object, embed, video, audio, math, base, meta)')
          .length,
        (window as { __ran?: unknown }).__ran,
      ]);
      expect([path, ...found]).toEqual([path, 0, undefined]);
    }
    expect(away).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

/** Screens without recorded texts, except for the name of the tenancy in the header. */
const WITHOUT_RECORDED_TEXT = new Set(['new asset', 'find by file', 'new application', 'node', 'log', 'new location']);

const DEVICES = {
  desktop: { viewport: DESKTOP },
  phone: { viewport: PHONE, hasTouch: true, isMobile: true },
};
const LOOKS = (['desktop', 'phone'] as const).flatMap((device) =>
  (['light', 'dark'] as const).map((mode) => ({ device, mode })),
);

describe.each(LOOKS)('on a $device', ({ device, mode: colorScheme }) => {
  const options = DEVICES[device];
  it(`all screens are accessible in ${colorScheme} mode`, async () => {
    const { page, context, complaints } = await visit(browser, service, '', { ...options, colorScheme });
    const barriers: unknown[] = [];
    const look = async (name: string): Promise<void> => {
      barriers.push(...(await barriersOf(page)).map((barrier) => [name, barrier]));
    };
    await titled(page, 'Sign in');
    await look('sign-in');
    await signIn(page, plain.tenant);
    for (const { name, path } of SCREENS) {
      await loaded(page, path(plain));
      await look(name);
    }
    const menu = page.getByRole('button', { name: 'Menu' });
    if (await menu.isVisible()) {
      expect(await page.getByRole('link', { name: 'Events', exact: true }).count()).toBe(0);
      await menu.click();
      await look('menu');
      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await titled(page, 'Events');
      expect(await menu.getAttribute('aria-expanded')).toBe('false');
    }
    await loaded(page, `applications/${plain.application}`);
    await page.getByRole('button', { name: 'Delete the application' }).click();
    await page.getByRole('dialog').waitFor();
    await look('question');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Delete the application' }).waitFor();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').waitFor();
    await look('problem');
    expect(barriers).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('the console can be used with the keyboard only, from the sign-in to a new application', async () => {
  const tenant = await newTenant(service, 'Keys');
  const { page, context } = await visit(browser, service);
  await titled(page, 'Sign in');
  const { keyboard } = page;
  const to = async (name: string | RegExp, role: 'textbox' | 'link' | 'button'): Promise<void> => {
    const target = page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first();
    await target.waitFor();
    for (let i = 0; i < 60 && !(await target.evaluate((it) => it === document.activeElement)); i++)
      await keyboard.press('Tab');
    expect(await target.evaluate((it) => it === document.activeElement)).toBe(true);
  };
  const isSummary = () => page.evaluate(() => document.activeElement?.tagName === 'SUMMARY');
  for (let i = 0; i < 20 && !(await isSummary()); i++) await keyboard.press('Tab');
  await keyboard.press('Enter');
  await to(/^Client id/, 'textbox');
  await keyboard.type(tenant.client_id);
  await keyboard.press('Tab');
  await keyboard.type(tenant.client_secret);
  await keyboard.press('Enter');
  await titled(page, 'Keys');
  await to('Create an application', 'link');
  await keyboard.press('Enter');
  await titled(page, 'Create an application');
  await to(/^Name/, 'textbox');
  await keyboard.type('Typed');
  await keyboard.press('Enter');
  await titled(page, 'Created Typed');
  await context.close();
});
