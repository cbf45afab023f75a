import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventPage } from '../../src/http/pages/event.ts';
import type { ShownEvent } from '../../src/http/pages/model.ts';
import { en } from '../../src/http/pages/texts/en.ts';
import { eventList } from '../../src/http/pages/timeline.ts';
import { anchoringService } from '../support/anchoring.ts';
import { type Service } from '../support/service.ts';
import { sharedBrowser, PHONE } from './support/browser.ts';
import { signIn, titled } from './support/console.ts';
import { attached, awaited, onChain, pageOf, picture, tell, type Story, type Stored } from './support/story.ts';

let service: Service;
let browser: Browser;
let story: Story;

beforeAll(async () => {
  service = await anchoringService();
  browser = await sharedBrowser();
  story = await tell(service, browser);
  await onChain(service, story.updated);
});

/** Runs an action that opens another page, and waits until it is loaded. */
async function navigated(page: Page, action: () => Promise<unknown>): Promise<void> {
  const loaded = page.waitForEvent('load');
  await action();
  await loaded;
}

const headings = (page: Page): Promise<string[]> => page.locator('ol.timeline h3').allTextContents();

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('an anonymous reader %s', (_name, javaScriptEnabled) => {
  it('reads an asset, its events and files, and saves a proof', async () => {
    const context = await browser.newContext({ viewport: PHONE, javaScriptEnabled, acceptDownloads: true });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    try {
      await page.goto(pageOf(service, story.asset));
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Traffic light 101');
      expect(await page.locator('header .kind').first().textContent()).toBe('Highways');
      await page.getByText('Highways, as it calls itself. The service has not verified the name.').waitFor();
      expect(await headings(page)).toEqual(['Firmware update', 'Inspection', 'Installation', 'Asset created']);
      const image = page.getByRole('img', { name: 'light.png' });
      await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(960);
      const map = page.getByRole('link', { name: '52.2048, 0.1219 on a map' }).first();
      expect([await map.getAttribute('href'), await map.getAttribute('rel')]).toEqual([
        'https://www.openstreetmap.org/?mlat=52.204800&mlon=0.121900#map=15/52.204800/0.121900',
        'noreferrer',
      ]);
      expect(await recorded(page)).toMatchObject({ condition: 'good', arc_firmware_version: '3.3.0' });
      const { transaction_id, block_number } = await onChain(service, story.updated);
      expect(await page.locator('ol.timeline > li').first().textContent()).toMatch(
        new RegExp(`Anchored[^]*Block ${block_number}, transaction ${transaction_id}`),
      );

      await navigated(page, () => page.getByRole('link', { name: 'Inspection' }).first().click());
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Inspection');
      expect(await recorded(page)).toMatchObject({ inspector_certificate: 'C-5521', condition: 'good' });
      expect(await page.getByText('temperature').count()).toBe(1);
      await page.locator('.badge', { hasText: 'Anchored' }).waitFor();

      const downloading = page.waitForEvent('download');
      await page.getByRole('link', { name: 'inspection-2026-11.pdf' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toBe('inspection-2026-11.pdf');
      expect(readFileSync(await download.path(), 'latin1')).toContain('an inspection report');
      expect(await page.getByText(story.report.hash.value).count()).toBe(2);

      await navigated(page, () => page.getByRole('link', { name: 'Show the asset after this event' }).click());
      await page.getByText('This page shows the asset at').waitFor();
      expect(await recorded(page)).toMatchObject({ condition: 'good', arc_firmware_version: '3.2.1' });
      expect(await headings(page)).toEqual(['Inspection', 'Installation', 'Asset created']);
      await navigated(page, () => page.getByRole('link', { name: 'Show it now' }).click());

      await page.getByLabel('Show only events of type').fill('Installation');
      await navigated(page, () => page.getByLabel('Show only events of type').press('Enter'));
      await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor();
      expect(await headings(page)).toEqual(['Installation']);
      expect(await page.getByLabel('Show only events of type').inputValue()).toBe('Installation');
      await navigated(page, () => page.getByRole('link', { name: 'Show all events' }).click());
      expect(await headings(page)).toHaveLength(4);

      expect(await page.getByRole('button', { name: 'Verify in this browser' }).count()).toBe(0);
      await navigated(page, () => page.getByRole('link', { name: 'Firmware update' }).click());
      await page.getByRole('heading', { name: 'Verify it yourself' }).waitFor();
      const button = page.getByRole('button', { name: 'Verify in this browser' });
      if (javaScriptEnabled) await button.waitFor();
      else expect(await button.count()).toBe(0);
      const saving = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save this proof' }).click();
      const proof = JSON.parse(readFileSync(await (await saving).path(), 'utf8'));
      expect(proof.event.identity).toBe(`public${story.updated}`);
    } finally {
      await context.close();
    }
    expect(complaints).toEqual([]);
  });
});

/** The attributes on a page, as text. */
const recorded = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .locator('dl.attributes > div')
      .evaluateAll((rows) =>
        rows.map((row) => [row.querySelector('dt bdi')!.textContent, row.querySelector('dd')!.textContent.trim()]),
      ),
  );

describe('the timeline', () => {
  it('has links to further pages until the last one', async () => {
    const page = await browser.newPage();
    await page.goto(`${pageOf(service, story.asset)}/events?page_size=3`);
    expect(await headings(page)).toEqual(['Firmware update', 'Inspection', 'Installation']);
    await navigated(page, () => page.getByRole('link', { name: 'Older events' }).click());
    await page.getByRole('link', { name: 'Newest' }).waitFor();
    expect(await headings(page)).toEqual(['Asset created']);
    expect(await page.getByRole('link', { name: 'Older events' }).count()).toBe(0);
    await page.close();
  });
});

/** The HTML of a public record, without a cache. */
const pageText = async (identity: string, query = ''): Promise<string> =>
  (await fetch(`${pageOf(service, identity)}${query}`, { headers: { accept: 'text/html' } })).text();

it('a corrected event has a mark on each page, with a link to the correction on its own asset', async () => {
  const { by } = story;
  const asset = await by.asset({ arc_display_name: 'Gauge' });
  const wrong = await by.event(asset, { arc_display_type: 'Reading' });
  const corrects = (event: string) => ({ arc_corrects_event_identity: event });
  const other = await by.asset({ arc_display_name: 'Crane' });
  await by.event(other, { arc_display_type: 'Lie', ...corrects(wrong) });
  const hidden = await by.asset({ arc_display_name: 'Internal' }, { public: false });
  await by.event(hidden, { arc_display_type: 'Internal note', ...corrects(wrong) });
  const marked = /<p class="notice">\s*<strong>Corrected by<\/strong>[^]*?<\/p>/g;
  const marks = async (identity: string, query = ''): Promise<string[]> =>
    [...(await pageText(identity, query)).matchAll(marked)].map(([mark]) => mark);
  expect([await marks(asset), await marks(wrong), await marks(`${asset}/events`)]).toEqual([[], [], []]);
  const right = await by.event(asset, { arc_display_type: 'Reading <2>', ...corrects(wrong) });
  const before = `?at_time=${(await awaited(service, wrong, () => true)).timestamp_accepted}`;
  for (const [page, query] of [[asset], [wrong], [`${asset}/events`], [asset, before]] as const) {
    const [mark, ...more] = await marks(page, query);
    expect(mark, page).toContain(`href="/archivist/public${right}"`);
    expect(mark, page).toContain('Reading &lt;2&gt;');
    expect(more, page).toEqual([]);
  }
  expect(await marks(right)).toEqual([]);
  expect(await pageText(right)).toContain(`Corrects <a href="/archivist/public${wrong}">another event</a>`);
  const everything = await Promise.all([asset, wrong, `${asset}/events`].map((page) => pageText(page)));
  expect(everything.join('')).not.toMatch(/Lie|Internal/);
});

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const scanned = (file: Stored, status: string): Promise<unknown> =>
  service.db.prepare('UPDATE blobs SET scanned_status = ? WHERE id = ?').bind(status, uuidOf(file)).run();
const uuidOf = ({ identity }: Stored): string => identity.split('/')[1]!;

it('a file is shown as an image only if its type cannot run scripts and the scan found no threat', async () => {
  const { by } = story;
  const png = await by.upload(await picture(browser), 'a.png');
  const svg = await by.upload(SVG, 'b.png');
  const drawing = async (file: Stored): Promise<string> => by.asset({ arc_primary_image: attached(file, 'image.png') });
  const [good, active] = [await drawing(png), await drawing(svg)];
  const source = `/archivist/v2/attachments/public${good}/${uuidOf(png)}`;
  for (const [status, words] of [
    ['NOT_SCANNED', 'not scanned yet'],
    ['SCANNED_OK', 'scanned, no threat found'],
  ] as const) {
    await scanned(png, status);
    const page = await pageText(good);
    expect(page).toContain(`<img class="primary" src="${source}"`);
    expect(page).toMatch(new RegExp(`<a href="${source}" download\\s*>`));
    expect(page).toContain(words);
    expect(await pageText(active)).not.toContain('<img');
  }
  expect(await pageText(active)).toContain('image/svg+xml');
  await scanned(png, 'SCANNED_BAD');
  const page = await pageText(good);
  expect(page).toContain('scanned, threat found');
  expect(page).not.toContain('<img');
  expect(page).not.toContain(source);
  expect((await fetch(`${service.at}${source}`)).status).toBe(400);
});

it('a file of an earlier state is linked only if it can still be downloaded', async () => {
  const { by } = story;
  const [kept, gone] = [await by.upload(Buffer.from('kept'), 'k'), await by.upload(Buffer.from('gone'), 'g')];
  const asset = await by.asset({ kept: attached(kept, 'kept.txt'), gone: attached(gone, 'gone.txt') });
  const { at_time } = (await (await fetch(pageOf(service, asset))).json()) as { at_time: string };
  await by.event(asset, {}, { gone: 'no more' });
  const page = await pageText(asset, `?at_time=${at_time}`);
  expect(page).toContain('gone.txt');
  const links = [...page.matchAll(/href="([^"]*attachments[^"]*)"/g)].map(([, link]) => link!);
  expect(links).toEqual([`/archivist/v2/attachments/public${asset}/${uuidOf(kept)}`]);
  for (const link of links) expect((await fetch(`${service.at}${link}`)).status).toBe(200);
  expect((await fetch(`${service.base}/v2/attachments/public${asset}/${uuidOf(gone)}`)).status).toBe(404);
});

describe('the coordinates', () => {
  it.each<[lat: string, lng: string, shown: string | undefined]>([
    ['52.2', '0.12', '52.2000, 0.1200'],
    ['-33.9', '+151.2', '-33.9000, 151.2000'],
    ['90', '-180', '90.0000, -180.0000'],
    ['90.1', '0', undefined],
    ['0', '180.5', undefined],
    ['1e1', '0', undefined],
    ['0x10', '0', undefined],
    ['NaN', 'Infinity', undefined],
    ['', '', undefined],
    ['52.2&x=', '0', undefined],
    ['51°30′', '0', undefined],
  ])('%s, %s link to a map as: %s', async (arc_gis_lat, arc_gis_lng, shown) => {
    const page = await pageText(await story.by.asset({ arc_gis_lat, arc_gis_lng }));
    const links = [...page.matchAll(/href="(https?:[^"]*)" rel="noreferrer"\s*>([^<]*)</g)].map(([, , text]) => text);
    expect(links).toEqual(shown === undefined ? [] : [`${shown} on a map`]);
    expect(page.match(/https?:/g)?.length ?? 0).toBe(links.length);
  });
});

describe('an event', () => {
  const asset = 'publicassets/00000000-0000-4000-8000-000000000001';
  const shown = (more: Partial<ShownEvent>): ShownEvent => ({
    identity: `${asset}/events/00000000-0000-4000-8000-000000000002`,
    asset_identity: asset,
    event_attributes: {},
    asset_attributes: {},
    operation: 'Record',
    behaviour: 'RecordEvidence',
    timestamp_declared: '2026-11-21T08:46:00Z',
    timestamp_accepted: '2026-11-21T08:46:00Z',
    timestamp_committed: '2026-11-21T08:46:00Z',
    confirmation_status: 'CONFIRMED',
    transaction_id: '',
    block_number: 0,
    transaction_index: 0,
    from: '',
    tenant_identity: '',
    ...more,
  });

  it.each([
    ['SIMPLE_HASH', 'PENDING', '', false],
    ['SIMPLE_HASH', 'PENDING', '0xab', false],
    ['SIMPLE_HASH', 'CONFIRMED', '', false],
    ['SIMPLE_HASH', 'CONFIRMED', '0xab', true],
    ['KHIPU', 'PENDING', '', false],
    ['KHIPU', 'CONFIRMED', '0xab', false],
  ])('an event of %s that is %s in transaction "%s" has a public proof: %s', async (proof_mechanism, ...of) => {
    const [confirmation_status, transaction_id, proven] = of;
    const event = shown({ confirmation_status, transaction_id });
    const page = await eventPage({
      texts: en,
      base: '/archivist',
      asset: { identity: asset, attributes: {}, proof_mechanism },
      organization: { name: 'Highways', domain: '' },
      event,
      corrections: { of: new Map(), more: false },
      files: [],
    });
    expect(page.includes(`/archivist/${event.identity}:proof`)).toBe(proven);
  });

  it('an event is shown in a timeline with truncated texts and a limited number of changes', async () => {
    const many = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`n${i}`, 'x'.repeat(5000)]));
    const long = { arc_display_type: 'y'.repeat(5000), arc_description: 'z'.repeat(5000) };
    const event = shown({ event_attributes: long, asset_attributes: many });
    const text = String(await eventList(en, '/archivist', [event], { of: new Map(), more: false }));
    expect(
      text
        .match(/x+|y+|z{9,}/g)!
        .filter((each) => each.length > 9)
        .map(({ length }) => length),
    ).toEqual(Array(8).fill(280));
    expect(text).toContain('and 4 more');
  });
});

describe('a page', () => {
  it('leads members to the console and the field page, and strangers to other pages', async () => {
    const page = await browser.newPage({ viewport: PHONE });
    await page.goto(pageOf(service, story.inspected));
    expect(await page.getByRole('link', { name: 'Open in the console' }).getAttribute('href')).toBe(
      `/console/#/${story.inspected}`,
    );
    await navigated(page, () => page.getByRole('link', { name: 'Traffic light 101' }).click());
    for (const [name, href] of [
      ['Open in the console', `/console/#/${story.asset}`],
      ['Find by file', '/#find-file'],
      ['Verify a saved proof', '/verify/'],
    ] as const)
      expect(await page.getByRole('link', { name, exact: true }).last().getAttribute('href')).toBe(href);
    await navigated(page, () => page.getByRole('link', { name: 'Record an event' }).click());
    await signIn(page, story.by);
    await titled(page, 'Traffic light 101');
    await page.getByRole('link', { name: 'Record', exact: true }).click();
    await titled(page, 'Record');
    await page.close();
  });

  it('can be used with the keyboard, including the verification of a proof', async () => {
    const page = await browser.newPage();
    await page.goto(pageOf(service, story.updated));
    const button = page.getByRole('button', { name: 'Verify in this browser' });
    await button.waitFor();
    for (let presses = 0; presses < 10 && !(await button.evaluate((own) => own === document.activeElement)); presses++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('[aria-live=polite]').getByText('Unchanged since').waitFor();
    expect(await button.evaluate((own) => own === document.activeElement)).toBe(true);
    await page.close();
  });
});

describe('the size of pages', () => {
  /** Transferred bytes by path: compressed, with scripts and styles, without attachments. */
  async function weigh(address: string, ready: (page: Page) => Promise<void>): Promise<Record<string, number>> {
    const page = await browser.newPage();
    const responses: Response[] = [];
    page.on('response', (response) => void responses.push(response));
    await page.goto(address);
    await ready(page);
    const sizes: Record<string, number> = {};
    for (const response of responses) {
      const path = new URL(response.url()).pathname;
      if (!path.includes('/attachments/')) sizes[path] = gzipSync(await response.body()).length;
    }
    await page.close();
    return sizes;
  }
  const total = (sizes: Record<string, number>): number => Object.values(sizes).reduce((sum, size) => sum + size, 0);

  it('a page transfers less than 60 KB', async () => {
    const { by } = story;
    const asset = await by.asset({ arc_display_name: 'Busy', arc_description: 'a thing with a long history' });
    let last = '';
    for (let i = 0; i < 25; i++) {
      const attributes = {
        arc_display_type: `Inspection ${i}`,
        arc_description: `What was found, number ${i}, was ${crypto.randomUUID()}`,
      };
      last = await by.event(
        asset,
        { ...attributes, inspector: crypto.randomUUID() },
        { state: crypto.randomUUID(), seen: String(i) },
      );
    }
    await onChain(service, last);
    const still = async (): Promise<void> => undefined;
    for (const [name, address, ready] of [
      ['asset', pageOf(service, asset), still],
      ['timeline', `${pageOf(service, asset)}/events?page_size=50`, still],
      ['event', pageOf(service, last), still],
      [
        'event, checked',
        pageOf(service, last),
        async (page: Page) => {
          await page.getByRole('button', { name: 'Verify in this browser' }).click();
          await page.getByText('Unchanged since').waitFor();
        },
      ],
    ] as const) {
      const sizes = await weigh(address, ready);
      console.log(`${name}: ${total(sizes)} bytes`, sizes);
      if (name !== 'event, checked')
        expect(Object.keys(sizes).filter((path) => path.endsWith('examine.js'))).toEqual([]);
      expect(total(sizes), name).toBeLessThan(60_000);
    }
  });
});
