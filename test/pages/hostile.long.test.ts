import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anchoringService } from '../support/anchoring.ts';
import { RECORD } from '../support/record.ts';
import { type Service } from '../support/service.ts';
import { sharedBrowser } from './support/browser.ts';
import { asName, PAYLOADS } from './support/payloads.ts';
import { attached, author, onChain, pageOf, type Author, type Stored } from './support/story.ts';

let service: Service;
let browser: Browser;
let context: BrowserContext;
let by: Author;
let file: Stored;
/** Scripts that ran, dialogs, new windows, and requests to other origins. */
let harm: string[] = [];

beforeAll(async () => {
  service = await anchoringService();
  browser = await sharedBrowser();
  by = await author(service, 'Hostile');
  file = await by.upload(Buffer.from('a file'), 'a.txt');
  context = await browser.newContext();
  await context.exposeFunction('__ran', () => void harm.push('a script ran'));
  context.on('dialog', (dialog) => {
    harm.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== service.at) harm.push(`a request: ${request.url()}`);
  });
  context.on('page', (page) => page.on('popup', () => void harm.push('a window')));
});
afterAll(() => context?.close());
beforeEach(() => void (harm = []));

/** Attributes with a payload in every field that holds a text. */
const everywhere = (payload: string) => ({
  arc_display_type: payload,
  arc_description: payload,
  arc_serial_number: payload,
  arc_gis_lat: payload,
  arc_gis_lng: payload,
  arc_home_location_identity: payload,
  arc_primary_image: attached(file, payload, { arc_display_name: payload, [asName(payload)]: payload }),
  arc_attachments: [
    {
      arc_attachment_identity: file.identity,
      arc_hash_alg: 'SHA256',
      arc_hash_value: file.hash.value,
      arc_display_name: payload,
    },
  ],
  [asName(payload)]: payload,
  map: { [asName(payload)]: payload },
  list: [{ [asName(payload)]: payload }, { [asName(payload)]: payload }],
});

/** A text after HTML parsing, which normalizes line ends. */
const parsed = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** How often a page shows each recorded text. */
async function shownOn(page: Page): Promise<Map<string, number>> {
  const texts = await page.evaluate(() => [...document.querySelectorAll('bdi')].map((bdi) => bdi.textContent));
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Processes a list with three pages in parallel. */
async function withPages<T>(items: readonly T[], use: (page: Page, item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      const page = await context.newPage();
      for (let item = left.pop(); item !== undefined; item = left.pop()) await use(page, item);
      await page.close();
    }),
  );
}

/** Fails if the document has elements or event handlers that pages do not have. */
async function expectOwnElements(page: Page, payload: string): Promise<void> {
  const foreign = await page.evaluate(() => {
    const odd = [
      ...document.querySelectorAll('script,style,iframe,object,embed,svg,math,base,audio,video,template,frame'),
    ];
    const handlers = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on') || name === 'style'),
    );
    return [...odd.filter((element) => element.getAttribute('src') !== '/static/pages.js'), ...handlers].map(
      ({ outerHTML }) => outerHTML.slice(0, 200),
    );
  });
  expect(foreign, payload).toEqual([]);
}

describe('hostile recorded texts', () => {
  it('the test detects a script that runs', async () => {
    const page = await context.newPage();
    await page.goto(`${service.at}/verify/`);
    await page.evaluate('__ran()');
    expect(harm).toEqual(['a script ran']);
    await page.close();
  });

  it('consist of 200 different texts', () => expect(new Set(PAYLOADS).size).toBe(200));

  it('are shown as text on every page', async () => {
    await withPages(PAYLOADS, async (page, payload) => {
      const text = parsed(payload);
      const asset = await by.asset({ ...everywhere(payload), arc_display_name: payload });
      const { identity: event } = await by.post(`/v2/${asset}/events`, {
        ...RECORD,
        principal_declared: { issuer: payload, subject: payload, display_name: payload, email: payload },
        event_attributes: everywhere(payload),
        asset_attributes: { [asName(payload)]: payload, note: payload },
      });

      await page.goto(pageOf(service, asset));
      const onAsset = await shownOn(page);
      // Name, heading, type twice, description twice, file three times, the event's title, description and changes, …
      expect(onAsset.get(text) ?? 0, payload).toBeGreaterThanOrEqual(14);
      expect(onAsset.get(asName(payload)) ?? 0, payload).toBeGreaterThanOrEqual(5);
      expect(squeezed(await page.title()), payload).toBe(squeezed(`\u2068${text}\u2069`));
      await expectOwnElements(page, payload);

      await page.goto(pageOf(service, event));
      const onEvent = await shownOn(page);
      expect(onEvent.get(text) ?? 0, payload).toBeGreaterThanOrEqual(14);
      expect(onEvent.get(asName(payload)) ?? 0, payload).toBeGreaterThanOrEqual(6);
      await expectOwnElements(page, payload);

      await page.goto(
        `${pageOf(service, asset)}/events?event_attributes.arc_display_type=${encodeURIComponent(payload)}`,
      );
      expect((await shownOn(page)).get(text) ?? 0, payload).toBeGreaterThanOrEqual(4);
      const typed = await page.getByLabel('Show only events of type').inputValue();
      expect(typed, payload).toBe(text.replaceAll('\n', ''));
      await expectOwnElements(page, payload);
    });
    expect(harm).toEqual([]);
  });

  it('are shown as text by the verification of a proof, on the event page and from a file', async () => {
    const all = Object.fromEntries(PAYLOADS.map((payload, i) => [`${i} ${asName(payload)}`, payload]));
    const asset = await by.asset({});
    const event = await by.event(asset, all, { map: { a: PAYLOADS[0]! }, list: [{ b: PAYLOADS[1]! }] });
    await onChain(service, event);
    const page = await context.newPage();
    await page.goto(pageOf(service, event));
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('Unchanged since').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save this proof' }).click();
    const saved = await (await downloading).path();

    await page.goto(`${service.at}/verify/`);
    await page.getByLabel('Proof file').setInputFiles(saved);
    await page.getByText('Proven event', { exact: true }).waitFor();
    const shown = await shownOn(page);
    for (const payload of PAYLOADS) expect(shown.has(payload), payload).toBe(true);
    await expect.poll(() => page.locator('main script, main img, main svg, main iframe').count()).toBe(0);
    await page.close();
    expect(harm).toEqual([]);
  });
});

/** A title without line ends and control characters, which browsers do not show in it. */
const squeezed = (text: string): string => text.replaceAll(/[\p{Cc} ]+/gu, ' ').trim();
