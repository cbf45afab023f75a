import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type Service } from '../support/service.ts';
import { expectAccessible } from './support/axe.ts';
import { launch } from './support/browser.ts';
import { author, awaited, onChain, pageOf, tell, type Story } from './support/story.ts';

let service: Service;
let browser: Browser;
let story: Story;
/** The proof of the inspection, as it comes. */
let proof: string;

beforeAll(async () => {
  // Long enough for all of the story to be of one window.
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '5' } });
  browser = await launch();
  story = await tell(service, browser);
  await onChain(service, story.updated);
  await onChain(service, story.inspected);
  proof = await (await fetch(`${pageOf(service, story.inspected)}:proof`)).text();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const press = (): Promise<void> => page.getByRole('button', { name: 'Check it in this browser' }).click();

/** The steps of the report, and what came of each. */
async function report(): Promise<Record<string, string>> {
  await page.locator('[data-report] .verdict').waitFor();
  return Object.fromEntries(
    await page
      .locator('[data-report] li')
      .evaluateAll((items: HTMLElement[]) => items.map(({ dataset }) => [dataset['step']!, dataset['kind']!])),
  );
}
const verdict = (): Promise<string | null> => page.locator('[data-report] .verdict').textContent();

const HOLDS = {
  format: 'holds',
  event: 'holds',
  window: 'holds',
  view: 'holds',
  hash: 'holds',
  calldata: 'holds',
  transaction: 'holds',
  inclusion: 'holds',
  header: 'holds',
  time: 'holds',
  seal: 'holds',
  genesis: 'skipped',
};
/** What the page says of a proof of which nothing is known from elsewhere. */
const UNVOUCHED = 'The proof is consistent in itself, but nothing vouches for its chain.';

describe('on the page of an event', () => {
  it('the proof is fetched and checked, step by step', async () => {
    await page.goto(pageOf(service, story.inspected));
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'holds' });
    expect(await verdict()).toBe(`– ${UNVOUCHED}`);
    await page.getByText('compare the chain with what it publishes').waitFor();
    await page.getByText('anybody can make a chain of their own').waitFor();
    expect(await page.locator('[data-report]').textContent()).not.toContain('operator');
    expect(asked.toSorted()).toEqual([`/archivist/public${story.inspected}:proof`, '/static/examine.js']);
    const live = page.locator('[aria-live=polite]');
    expect(await live.locator('li').count()).toBe(13);
    expect(await live.locator('.unseen').allTextContents()).toContain('holds: ');
  });

  it('and on the page of its asset for the newest that is on the chain', async () => {
    await page.goto(pageOf(service, story.asset));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'holds' });
    const { event } = JSON.parse(await (await fetch(`${pageOf(service, story.updated)}:proof`)).text());
    await page.getByText(event.identity).first().waitFor({ state: 'attached' });
  });

  /** Changes the last but `n` characters of the text that a field has. */
  const change =
    (pattern: RegExp, n = 0) =>
    (text: string): string => {
      const [, before = '', value = ''] = pattern.exec(text)!;
      const at = text.indexOf(before + value) + (before + value).length - 1 - n;
      return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
    };
  it.each<[what: string, step: string, damage: (text: string) => string]>([
    ['the beginning', 'format', (text) => `[${text.slice(1)}`],
    ['a name', 'format', (text) => text.replace('"mechanism"', '"mechanisn"')],
    ['what the event says', 'window', (text) => text.replace('C-5521', 'C-5522')],
    ['when it was accepted', 'window', change(/("timestamp_accepted":")([^"]+\d)Z/)],
    ['the status', 'event', (text) => text.replace('"CONFIRMED"', '"PENDING"')],
    ['another event of the window', 'hash', (text) => text.replaceAll('TL-2201-0101', 'TL-2201-0102')],
    ['the fingerprint', 'hash', change(/("anchor_hash":")([0-9a-f]+)/)],
    ['what the transaction states', 'calldata', change(/("transaction":")(0x[0-9a-f]+)/, 900)],
    ['the signature of the transaction', 'transaction', change(/("transaction":")(0x[0-9a-f]+)/)],
    ['the way into the block', 'inclusion', change(/("inclusion":\[")(0x[0-9a-f]+)/)],
    ['the hash of the block', 'header', change(/("block_hash":")(0x[0-9a-f]+)/)],
    ['the seal of the block', 'header', change(/("block_header":")(0x[0-9a-f]+)/, 40)],
    ['the validator', 'seal', change(/("validator_address":")(0x[0-9a-f]+)/)],
    ['the first block', 'genesis', change(/("genesis_hash":")(0x[0-9a-f]+)/)],
  ])('a proof in which %s was changed on the way fails at %s', async (_what, step, damage) => {
    const damaged = damage(proof);
    expect(damaged).not.toBe(proof);
    await context.route('**/*:proof', (route) => route.fulfill({ body: damaged, contentType: 'application/json' }));
    await page.goto(pageOf(service, story.inspected));
    await press();
    const steps = await report();
    expect(Object.entries(steps).filter(([, kind]) => kind === 'fails')).toEqual([[step, 'fails']]);
    expect(Object.keys(steps).at(-1)).toBe(step);
    expect(await verdict()).toBe(`✕ The proof does not hold: it fails at the step “${step}”.`);
    const failing = page.locator(`[data-step=${step}]`);
    expect(await failing.locator('.unseen').textContent()).toBe('fails: ');
    expect(await failing.locator('details').getAttribute('open')).toBe('');
  });

  it('a proof of another event, and a page that shows something else, are told', async () => {
    const other = await (await fetch(`${pageOf(service, story.installed)}:proof`)).text();
    await context.route('**/*:proof', (route) => route.fulfill({ body: other, contentType: 'application/json' }));
    await page.goto(pageOf(service, story.inspected));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'fails' });
    await context.unroute('**/*:proof');

    await context.route(pageOf(service, story.inspected), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('C-5521', 'C-5522') });
    });
    await page.goto(pageOf(service, story.inspected));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'fails' });
  });

  it('says so when the proof cannot be had, and can be asked again', async () => {
    await page.goto(pageOf(service, story.inspected));
    await context.route('**/*:proof', (route) => route.fulfill({ status: 503, body: '{}' }));
    await press();
    expect(
      await verdict()
        .then(() => report())
        .then(verdict),
    ).toBe('✕ The service does not give the proof now: it answers 503.');
    await context.unroute('**/*:proof');
    await context.setOffline(true);
    await press();
    await page.getByText('The proof could not be fetched').waitFor();
    await context.setOffline(false);
    await press();
    await page.getByText(UNVOUCHED).waitFor();
  });

  it('says what is so of an event that has no proof for everybody', async () => {
    const { by } = story;
    const asset = await by.asset({ arc_display_name: 'Ledger' }, { proof_mechanism: 'KHIPU' });
    const event = await by.event(asset, { arc_display_type: 'Sale' });
    const { transaction_id, block_number } = await onChain(service, event);
    await page.goto(pageOf(service, event));
    await page.getByText('The event is on the chain by itself').waitFor();
    expect(await page.locator('section', { hasText: 'Check it yourself' }).textContent()).toContain(transaction_id);
    expect(await page.locator('.facts', { hasText: 'Block' }).first().textContent()).toContain(
      `${block_number}, place`,
    );
    await expect.poll(() => page.getByRole('button', { name: 'Check' }).count()).toBe(0);
    await page.goto(pageOf(service, asset));
    await page.getByText('Each event of this asset goes to the chain by itself').waitFor();
  });

  it('says what is so of an event that is not on the chain yet', async () => {
    const slow = await startService();
    try {
      const by = await author(slow, 'Slow');
      const asset = await by.asset({});
      const event = await by.event(asset, { arc_display_type: 'Reading' });
      await awaited(slow, event, ({ confirmation_status }) => confirmation_status === 'CONFIRMED');
      await page.goto(pageOf(slow, event));
      await page.getByText('The event is settled, but not on the chain yet').waitFor();
      await page.goto(pageOf(slow, asset));
      await page.getByText('None of these events is on the chain yet').waitFor();
      await slow.db.prepare("UPDATE events SET confirmation = 'PENDING' WHERE id = ?").bind(event.split('/')[3]).run();
      // By its other address, which the browser has not kept.
      await page.goto(`${slow.base}/v2/public${event}`);
      await page.getByText('The event is pending: it is not settled yet').waitFor();
      await expect.poll(() => page.getByRole('button', { name: 'Check' }).count()).toBe(0);
    } finally {
      await slow.close();
    }
  });
});

describe('a saved proof', () => {
  const choose = async (text: string): Promise<void> => {
    const buffer = Buffer.from(text);
    await page
      .getByLabel('The file, as saved')
      .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer });
  };

  it('that has changed on the disk is not told to hold, nor one of which other pins are entered', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'proof-')), 'proof.json');
    writeFileSync(file, proof);
    await page.goto(`${service.at}/verify/`);
    await page.getByLabel('The file, as saved').setInputFiles(file);
    await page.getByText(UNVOUCHED).waitFor();
    await page.getByText('What you know from elsewhere').click();
    await page.getByLabel("The hash of the chain's first block").fill(`0x${'1'.repeat(64)}`);
    await page.getByText(UNVOUCHED).waitFor({ state: 'detached' });
    await page.getByLabel("The hash of the chain's first block").fill('');
    writeFileSync(file, `${proof} `);
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('cannot be read, or has changed').waitFor();
  });

  it('is checked with the network off', async () => {
    await page.goto(pageOf(service, story.inspected));
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save this proof' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`proof-${story.inspected.split('/').at(-1)}.json`);
    const file = await download.path();
    expect(readFileSync(file, 'utf8')).toBe(proof);

    await page.goto(`${service.at}/verify/`);
    await context.setOffline(true);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.getByLabel('The file, as saved').setInputFiles(file);
    expect(await report()).toEqual(HOLDS);
    await expect.poll(() => page.getByText('C-5521').count()).toBe(1);

    const { genesis_hash, validator_address } = JSON.parse(proof).chain;
    await page.getByText('What you know from elsewhere').click();
    await page.getByLabel("The hash of the chain's first block").fill(genesis_hash);
    await page.getByLabel("The address of the chain's validator").fill(validator_address);
    await page.getByRole('button', { name: 'Check it' }).click();
    await expect.poll(report).toEqual({ ...HOLDS, genesis: 'holds' });
    expect(await verdict()).toBe('✓ The proof holds.');

    await page.getByLabel("The address of the chain's validator").fill(`0x${'1'.repeat(40)}`);
    await page.getByRole('button', { name: 'Check it' }).click();
    await expect.poll(async () => (await report())['seal']).toBe('fails');
    expect(await verdict()).toContain('fails at the step “seal”');

    await page.getByLabel('The address that the service sends from').fill('0x1');
    await page.getByLabel("The address of the chain's validator").fill('');
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('What you entered as signer is not 0x and 40 hexadecimal digits.').waitFor();
    expect(asked).toEqual([]);
  });

  it.each<[string, string]>([
    ['', 'format'],
    ['{}', 'format'],
    ['not a proof', 'format'],
    ['{"a":1,"a":1}', 'format'],
  ])('that is %s fails', async (text, step) => {
    await page.goto(`${service.at}/verify/`);
    await choose(text);
    expect(await report()).toEqual({ [step]: 'fails' });
  });

  it('cannot send anything: the page may not connect', async () => {
    const response = await page.goto(`${service.at}/verify/`);
    expect(response!.headers()['content-security-policy']).toContain("connect-src 'none'");
    const refused = await page.evaluate(() =>
      fetch('/archivist/openapi.json').then(
        () => false,
        () => true,
      ),
    );
    expect(refused).toBe(true);
  });

  it('is checked by a page that everybody can use', async () => {
    await expectAccessible(browser, `${service.at}/verify/`);
    await expectAccessible(browser, `${service.at}/verify/`, async (each) => {
      await each
        .getByLabel('The file, as saved')
        .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(proof) });
      await each.getByText(UNVOUCHED).waitFor();
      await each.getByText('What you know from elsewhere').click();
    });
    await expectAccessible(browser, pageOf(service, story.inspected), async (each) => {
      await each.route('**/*:proof', (route) => route.fulfill({ body: proof.replace('C-5521', 'C-5522') }));
      await each.getByRole('button', { name: 'Check it in this browser' }).click();
      await each.getByText('The proof does not hold').waitFor();
    });
  });

  it('needs scripts, and says so', async () => {
    const without = await browser.newContext({ javaScriptEnabled: false });
    const plain = await without.newPage();
    await plain.goto(`${service.at}/verify/`);
    await plain.locator('noscript p').waitFor();
    expect(await plain.locator('noscript p').textContent()).toContain('npm run verify -- FILE');
    expect(await plain.getByRole('button').count()).toBe(0);
    await without.close();
  });
});
