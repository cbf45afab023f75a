import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { sharedBrowser } from './support/browser.ts';
import { leave, open, signIn, visit, type Visitor } from './support/console.ts';
import { pageOf } from './support/story.ts';

/** A zone whose time differs from UTC: by two hours in summer, by one in winter. */
const ZONE = { timezoneId: 'Europe/Berlin' };
const OCTOBER = '2026-10-01T12:00:00Z';
const JUNE = '2026-06-01T06:30:00Z';

let service: Service;
let client: Client;
let browser: Browser;
let tenant: Tenant;
/** A public asset with events that were recorded in another order than that of their declared times. */
let asset: string;
/** When the asset was created. */
let createdAt: string;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  browser = await sharedBrowser();
  tenant = await newTenant(service, 'Harbour Works');
  const post = (path: string, body: object): Promise<any> => done(client, tenant.token, 'POST', path, body);
  const made = await post('/v2/assets', { public: true, attributes: { arc_display_name: 'Pump 7' } });
  [asset, createdAt] = [made.identity, made.at_time];
  for (const [type, timestamp_declared] of [
    ['Inspection', OCTOBER],
    ['Installation', JUNE],
  ])
    await post(`/v2/${asset}/events`, {
      ...RECORD,
      event_attributes: { arc_display_type: type },
      timestamp_declared,
      principal_declared: { issuer: 'https://id.example', subject: 'bob', display_name: 'Bob', email: 'b@example.com' },
    });
});

describe('in the console', () => {
  let visitor: Visitor;
  let page: Page;
  beforeEach(async () => {
    visitor = await visit(browser, service, '', ZONE);
    ({ page } = visitor);
    await signIn(page, tenant);
  });
  afterEach(() => leave(visitor));

  const rows = (): Promise<string[]> => page.locator('tbody tr').allInnerTexts();

  it('events are listed by declared time in the local zone, with their assets and the declared person', async () => {
    await page.clock.setFixedTime(createdAt);
    await open(page, 'events', 'Events');
    await page.getByRole('link', { name: 'Pump 7' }).first().waitFor();
    expect(await page.locator('thead th').allInnerTexts()).toEqual(['Event', 'Asset', 'When', 'Who']);
    const [created, inspected, installed] = await rows();
    expect(created).toMatch(/^Asset created\s+Pump 7\s.*CES?T\s+just now\s+Administrator/s);
    expect(created).not.toMatch(/accepted|recorded by/);
    expect(inspected).toMatch(
      new RegExp(
        String.raw`^Inspection\s+Pump 7\s+1 Oct 2026, 14:00 CEST\s+` +
          String.raw`accepted \d+ \w+ 20\d\d, \d\d:\d\d \S+\s+Bob\s+recorded by Administrator`,
      ),
    );
    expect(installed).toMatch(/^Installation\s+Pump 7\s+1 June? 2026, 08:30 CEST/);
    const time = page.locator('time').nth(1);
    expect(await time.getAttribute('title')).toBe(`1 Oct 2026, 14:00:00 CEST (${OCTOBER})`);
    await page.getByRole('link', { name: 'Pump 7' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Pump 7' }).waitFor();
    const timeline = (): Promise<string[]> => page.getByRole('article').allInnerTexts();
    await expect.poll(async () => (await timeline()).length).toBe(3);
    expect((await timeline()).slice(1, 3)).toEqual([
      expect.stringMatching(/^Inspection\s+14:00 CEST\s+accepted /),
      expect.stringMatching(/^Installation\s+08:30 CEST/),
    ]);
  });

  it('filters use the same zone and the same time as the list, and keep it in the address in UTC', async () => {
    await open(page, 'events', 'Events');
    await page.locator('summary', { hasText: 'Search' }).click();
    await page.getByLabel('Since').fill('2026-10-01T14:00');
    await page.getByLabel('Before', { exact: true }).fill('2026-10-01T14:01');
    await page.getByText('In your time zone, Europe/Berlin.').first().waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await expect
      .poll(async () => (await rows()).map((row) => /Inspection|Installation|created/.exec(row)?.[0]))
      .toEqual(['Inspection']);
    expect(decodeURIComponent(page.url())).toContain('since=2026-10-01T12:00:00.000Z');
    await page.getByLabel('Before', { exact: true }).fill('2026-10-01T14:00');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('No events found.').waitFor();
    await page.getByLabel('Time', { exact: true }).selectOption('timestamp_accepted');
    await page.getByLabel('Before', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect.poll(async () => (await rows()).length).toBe(3);
  });

  it('an address with times that are not valid shows the list without them', async () => {
    await open(page, 'events?since=yesterday&before=99', 'Events');
    await expect.poll(async () => (await rows()).length).toBe(3);
  });
});

describe.each([
  ['with scripts', true, '1 Oct 2026, 14:00 CEST'],
  ['without scripts', false, '1 October 2026, 12:00:00 UTC'],
])('on a public page %s', (_name, javaScriptEnabled, october) => {
  let context: BrowserContext;
  let page: Page;
  beforeEach(async () => {
    context = await browser.newContext({ ...ZONE, javaScriptEnabled });
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const timeline = async (): Promise<string[]> =>
    (await page.locator('ol.timeline > li').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));

  it('events are in the order of their declared times, with the accepted time beside', async () => {
    for (const address of [pageOf(service, asset), `${pageOf(service, asset)}/events`]) {
      await page.goto(address);
      const [created, inspected, installed] = await timeline();
      expect(created).toMatch(/^Asset created/);
      expect(created).not.toContain('accepted');
      expect(inspected).toContain(`Inspection ${october} accepted`);
      expect(installed).toMatch(/^Installation 1 June? 2026/);
    }
    await page.getByRole('link', { name: 'Inspection' }).click();
    await page.getByRole('heading', { level: 1, name: 'Inspection' }).waitFor();
    await page.locator('header').getByText(october).first().waitFor();
  });

  it('the next page continues in this order', async () => {
    await page.goto(`${pageOf(service, asset)}/events?page_size=1`);
    const seen = await timeline();
    for (let i = 0; i < 2; i++) {
      await page.getByRole('link', { name: 'Older events' }).click();
      await page.waitForURL(/page_token/);
      await expect.poll(async () => (await timeline())[0]).not.toBe(seen.at(-1));
      seen.push(...(await timeline()));
    }
    expect(seen.map((text) => /created|Inspection|Installation/.exec(text)?.[0])).toEqual([
      'created',
      'Inspection',
      'Installation',
    ]);
    expect(await page.getByRole('link', { name: 'Older events' }).count()).toBe(0);
  });

  it('the asset can be shown at an earlier time, and the form keeps a time at which it did not exist', async () => {
    await page.goto(pageOf(service, asset));
    const field = page.getByLabel('Show the asset at');
    await field.fill('2001-01-01T00:00:05');
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('The asset did not exist yet');
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Pump 7');
    // Nothing of today.
    expect([await page.locator('dl').count(), await page.locator('ol').count()]).toEqual([0, 0]);
    await expect.poll(() => field.inputValue()).toBe('2001-01-01T00:00:05');
    await field.fill('2100-01-01T12:00');
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.getByText('has not come yet. This page shows it as it is now.').waitFor();
    const time = javaScriptEnabled ? '1 Jan 2100, 12:00 CET' : '1 January 2100, 12:00:00 UTC';
    await page.locator('.notice').getByText(time).waitFor();
    await expect.poll(() => field.inputValue()).toMatch(/^2100-01-01T12:00/);
  });
});

it('a public page shows the asset as it is for a time that is not valid, and the JSON form stays strict', async () => {
  const read = (query: string, accept: string) => fetch(`${pageOf(service, asset)}?${query}`, { headers: { accept } });
  const page = await read('at=%3Cb%3Enonsense', 'text/html');
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('“<bdi>&lt;b&gt;nonsense</bdi>” is not a date and time.');
  expect((await read('at_time=2026-10-01T12:00', 'application/json')).status).toBe(400);
  expect((await read('at=nonsense', 'application/json')).status).toBe(200);
  const unknown = '/publicassets/00000000-0000-4000-8000-000000000000?at=nonsense';
  expect((await fetch(`${service.base}${unknown}`, { headers: { accept: 'text/html' } })).status).toBe(404);
});

it('pages of assets that do not exist do not delay the pages of others', async () => {
  const unknown = `${service.base}/publicassets/00000000-0000-4000-8000-000000000000`;
  for (let i = 0; i < 5; i++)
    for (const address of [unknown, `${unknown}/events`, pageOf(service, asset), `${pageOf(service, asset)}/events`])
      expect((await fetch(address, { headers: { accept: 'text/html' } })).status).toBe(
        address.startsWith(unknown) ? 404 : 200,
      );
});
