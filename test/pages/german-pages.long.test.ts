import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { formTexts, siteTexts } from '../../apps/site/texts/de.ts';
import { en as siteEnglish, formsInEnglish } from '../../apps/site/texts/en.ts';
import { de } from '../../src/http/pages/texts/de.ts';
import { en } from '../../src/http/pages/texts/en.ts';
import { anchoringService } from '../support/anchoring.ts';
import type { Service } from '../support/service.ts';
import vectors from '../vectors/transparency/histories.json' with { type: 'json' };
import { barriersOf } from './support/axe.ts';
import { PHONE, sharedBrowser } from './support/browser.ts';
import { englishIn, namesIn, patternsOf } from './support/english-texts.ts';
import { awaited, onChain, pageOf, tell, type Story } from './support/story.ts';

const GERMAN = { locale: 'de-AT', timezoneId: 'Europe/Berlin', viewport: PHONE };
const PATTERNS = [
  ...patternsOf(en, de),
  ...patternsOf(siteEnglish, siteTexts),
  ...patternsOf(formsInEnglish, formTexts),
];
/** Words of recorded texts that are like texts of the pages. */
const RECORDED = new Set(['Installation', 'Inspection', 'Record']);
/** Words that are the same in both languages, or names of programs. */
const SAME = new RegExp(
  String.raw`^(?:publicassets/.*|0x\w+|Inspection|Status|SHA-256|Block|GTIN|Name|Hash|API|Wallet|npm run verify.*|` +
    String.raw`verify\.html|English|Deutsch)$`,
);

let service: Service;
let story: Story;
let logged: string;
let khipu: string;
beforeAll(async () => {
  service = await anchoringService();
  story = await tell(service, await sharedBrowser());
  const inLog = await story.by.asset({ arc_display_name: 'Statue' }, { proof_mechanism: 'MERKLE_LOG' });
  logged = await story.by.event(inLog, { note: 'C-5521' });
  khipu = await story.by.event(await story.by.asset({}, { proof_mechanism: 'KHIPU' }), { note: '' });
  await onChain(service, story.updated);
  await awaited(service, logged, ({ confirmation_status }) => confirmation_status === 'CONFIRMED');
});

/** The visible texts of a page that nobody recorded. */
const textsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { parentElement: at, textContent } = nodes.currentNode;
      if (at!.closest('bdi, code, body [lang], a[download]') || !at!.checkVisibility()) continue;
      texts.push(textContent!.replaceAll(/\s+/g, ' ').trim());
    }
    return texts;
  });

type Visit = { path: () => string; ready?: (page: Page) => Promise<void> };

const verified = async (page: Page): Promise<void> => {
  await page.locator('button[data-proof]').click();
  await page.locator('[data-report] .verdict').waitFor();
  for (const each of await page.locator('[data-report] summary').all()) await each.click();
  await page.locator('.whose code').first().waitFor();
};

const chosen = (bytes: () => Promise<Buffer>) => async (page: Page) => {
  await page.locator('form:not([hidden])').waitFor();
  const file = { name: 'proof.json', mimeType: 'application/json', buffer: await bytes() };
  await page.locator('#file').setInputFiles(file);
  await page.locator('[data-report] .verdict').waitFor();
  for (const each of await page.locator('summary').all()) await each.click();
};
const proofOf = async (event: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${service.base}/v2/public${event}:proof?form=window`)).arrayBuffer());

const found = async (page: Page): Promise<void> => {
  const buffer = Buffer.from('%PDF-1.4\n% an inspection report\n');
  const file = { name: 'inspection.pdf', mimeType: 'application/pdf', buffer };
  await page.locator('#find-file').setInputFiles(file);
  await page.locator('[data-found] a').first().waitFor();
};

const VISITS: Record<string, Visit> = {
  'the start page': { path: () => service.at, ready: found },
  'an asset': { path: () => pageOf(service, story.asset) },
  'an asset earlier': { path: () => `${pageOf(service, story.asset)}?at_time=${new Date().toISOString()}` },
  'an asset before it was created': { path: () => `${pageOf(service, story.asset)}?at_time=2020-01-01T00:00:00Z` },
  'an asset at no time': { path: () => `${pageOf(service, story.asset)}?at=gestern` },
  'an asset in the future': { path: () => `${pageOf(service, story.asset)}?at=2999-01-01T00:00` },
  'a timeline': { path: () => `${pageOf(service, story.asset)}/events?page_size=2` },
  'a filtered timeline': { path: () => `${pageOf(service, story.asset)}/events?event_attributes.arc_display_type=X` },
  'an event in a window': { path: () => pageOf(service, story.updated), ready: verified },
  'an event with files': { path: () => pageOf(service, story.inspected) },
  'an event in the log': { path: () => pageOf(service, logged), ready: verified },
  'an event with its own transaction': { path: () => pageOf(service, khipu) },
  'a label': { path: () => `${service.at}/a/${crypto.randomUUID()}` },
  'an unknown asset': { path: () => `${service.base}/publicassets/${crypto.randomUUID()}` },
  'an invalid request': { path: () => `${pageOf(service, story.asset)}/events?page_size=0` },
  'an unknown path': { path: () => `${service.at}/nothing` },
  'a proof that is verified': {
    path: () => `${service.at}/verify/`,
    ready: chosen(() => proofOf(story.updated)),
  },
  'a proof that was changed': {
    path: () => `${service.at}/verify/`,
    ready: chosen(async () => Buffer.from((await proofOf(story.updated)).toString().replace('Firmware', 'Hardware'))),
  },
  'a complete history': {
    path: () => `${service.at}/verify/`,
    ready: chosen(async () => Buffer.from(JSON.stringify(vectors.histories[1]!.history))),
  },
  'a file that is no proof': { path: () => `${service.at}/verify/`, ready: chosen(async () => Buffer.from('{}')) },
};

it('the German texts of pages have the names of the English ones', () => {
  expect(namesIn(siteTexts)).toEqual(namesIn(siteEnglish));
  expect(namesIn(formTexts)).toEqual(namesIn(formsInEnglish));
  expect(namesIn(de)).toEqual(namesIn(en));
});

it.each(Object.keys(VISITS))(
  'the page of %s is whole in German, accessible, and not wider than a phone',
  async (name) => {
    const { path, ready } = VISITS[name]!;
    const browser = await sharedBrowser();
    const address = path();
    const texts: string[][] = [];
    for (const options of [{ ...GERMAN, locale: 'en-GB' }, GERMAN]) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(address);
      await page.locator('button[lang]:not([hidden])').waitFor();
      await ready?.(page);
      texts.push((await textsOn(page)).filter((text) => /\p{L}{2}/u.test(text) && !SAME.test(text)));
      if (options === GERMAN) {
        expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
        expect((await englishIn(page, PATTERNS)).filter((text) => !RECORDED.has(text))).toEqual([]);
        expect(await barriersOf(page)).toEqual([]);
      }
      await context.close();
    }
    expect(texts[0]!.length).toBeGreaterThan(3);
    expect(texts[1]!.filter((text) => texts[0]!.includes(text))).toEqual([]);
  },
);

it('a reader chooses another language for all pages, and without scripts gets that of the browser', async () => {
  const browser = await sharedBrowser();
  const context = await browser.newContext(GERMAN);
  const page = await context.newPage();
  await page.goto(`${pageOf(service, story.updated)}#check`);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Verify it yourself' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.getByRole('button', { name: 'Verify in this browser' }).click();
  await page.getByText('Unchanged since').waitFor();
  await page.getByRole('link', { name: 'verify a saved proof', exact: true }).click();
  await page.getByRole('heading', { name: 'Verify a saved proof' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/verify/');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Gespeicherten Nachweis nachprüfen' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/verify/de');
  // A page that cannot be fetched in the chosen language stays in that of the browser.
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  await page.route(`${service.at}/`, async (route) => {
    if (route.request().resourceType() === 'fetch') await route.abort();
    else await route.continue();
  });
  await page.goto(service.at);
  await page.getByRole('heading', { name: 'Mit Datei suchen' }).waitFor();
  await page.getByRole('button', { name: 'English' }).waitFor();
  await context.close();
  const plain = await browser.newContext({ ...GERMAN, javaScriptEnabled: false });
  const reader = await plain.newPage();
  await reader.goto(pageOf(service, story.asset));
  await reader.getByRole('heading', { name: 'Merkmale' }).waitFor();
  await plain.close();
});
