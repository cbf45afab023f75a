import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedService, startService, type Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible.ts';
import { sharedBrowser } from './support/browser.ts';
import { author, awaited, onChain, pageOf, tell, type Story } from './support/story.ts';

let service: Service;
let browser: Browser;
let story: Story;
/** The proof of the inspection, as text. */
let proof: string;

beforeAll(async () => {
  // Long enough for all events of the story to be in one window.
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '5' } });
  browser = await sharedBrowser();
  story = await tell(service, browser);
  await onChain(service, story.updated);
  await onChain(service, story.inspected);
  proof = await (await fetch(`${pageOf(service, story.inspected)}:proof?form=window`)).text();
});
afterAll(() => service?.close());

let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const press = (): Promise<void> => page.getByRole('button', { name: 'Verify in this browser' }).click();

/** The steps of the report, and their results. */
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
/** The address of the proof of any event. */
const PROOF = /:proof\?form=window$/;
/** The answers for a proof without pins. */
const SINCE = /^✓ Unchanged since \d+ \w+ \d{4}, \d\d:\d\d /;
const UNVOUCHED = 'Whose chain: not checked';

describe('on a public page', () => {
  it('the proof is fetched and verified, with a result for each step', async () => {
    await page.goto(pageOf(service, story.inspected));
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'holds' });
    expect(await verdict()).toMatch(SINCE);
    expect(await page.locator('.answer').allTextContents()).toEqual([
      `– ${UNVOUCHED}`,
      '– Who: not shown; the proof has no signature of the author',
      '– Complete: a proof of one event cannot show it, but the complete history of the asset does',
    ]);
    await page.getByText('Anyone can make a chain').waitFor();
    await page.getByText('Check it', { exact: true }).click();
    const { chain } = JSON.parse(await (await fetch(`${pageOf(service, story.inspected)}:proof?form=window`)).text());
    await page.locator('.whose code', { hasText: chain.genesis_hash }).waitFor();
    // The field is below “Check it”, and the page has none for the other values that identify a chain.
    expect(await page.getByText(/^Block: /).textContent()).toMatch(/^Block: sealed by 0x\w{40}\.$/);
    expect(await page.locator('[data-report]').textContent()).not.toContain('operator');
    expect(asked.toSorted()).toEqual([`/archivist/public${story.inspected}:proof`, '/static/examine.js']);
    const live = page.locator('[aria-live=polite]');
    expect(await live.locator('li').count()).toBe(13);
    expect(await live.locator('.unseen').allTextContents()).toContain('passed: ');
  });

  it('the page of the asset verifies the newest event that is on the chain', async () => {
    await page.goto(pageOf(service, story.asset));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'holds' });
    const { event } = JSON.parse(await (await fetch(`${pageOf(service, story.updated)}:proof?form=window`)).text());
    await page.getByText(event.identity).first().waitFor({ state: 'attached' });
  });

  /** Changes one character of the text that a field has, `n` characters before its end. */
  const change =
    (pattern: RegExp, n = 0) =>
    (text: string): string => {
      const [, before = '', value = ''] = pattern.exec(text)!;
      const at = text.indexOf(before + value) + (before + value).length - 1 - n;
      return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);
    };
  const damages: [what: string, step: string, damage: (text: string) => string][] = [
    ['the beginning', 'format', (text) => `[${text.slice(1)}`],
    ['a name', 'format', (text) => text.replace('"mechanism"', '"mechanisn"')],
    ['an attribute of the event', 'window', (text) => text.replace('C-5521', 'C-5522')],
    ['the accepted time', 'window', change(/("timestamp_accepted":")([^"]+\d)Z/)],
    ['the status', 'event', (text) => text.replace('"CONFIRMED"', '"PENDING"')],
    ['another event of the window', 'hash', (text) => text.replaceAll('TL-2201-0101', 'TL-2201-0102')],
    ['the anchor hash', 'hash', change(/("anchor_hash":")([0-9a-f]+)/)],
    ['the calldata of the transaction', 'calldata', change(/("transaction":")(0x[0-9a-f]+)/, 900)],
    ['the signature of the transaction', 'transaction', change(/("transaction":")(0x[0-9a-f]+)/)],
    ['the inclusion proof', 'inclusion', change(/("inclusion":\[")(0x[0-9a-f]+)/)],
    ['the hash of the block', 'header', change(/("block_hash":")(0x[0-9a-f]+)/)],
    ['the seal of the block', 'header', change(/("block_header":")(0x[0-9a-f]+)/, 40)],
    ['the validator', 'seal', change(/("validator_address":")(0x[0-9a-f]+)/)],
    ['the genesis hash', 'genesis', change(/("genesis_hash":")(0x[0-9a-f]+)/)],
  ];
  it.each(damages)('a proof in which %s was changed in transit fails at the step %s', async (_what, step, damage) => {
    const damaged = damage(proof);
    expect(damaged).not.toBe(proof);
    await context.route(PROOF, (route) => route.fulfill({ body: damaged, contentType: 'application/json' }));
    await page.goto(pageOf(service, story.inspected));
    await press();
    const steps = await report();
    expect(Object.entries(steps).filter(([, kind]) => kind === 'fails')).toEqual([[step, 'fails']]);
    expect(Object.keys(steps).at(-1)).toBe(step);
    expect(await verdict()).toBe(`✕ The proof is not valid: the step “${step}” failed.`);
    const failing = page.locator(`[data-step=${step}]`);
    expect(await failing.locator('.unseen').textContent()).toBe('failed: ');
    expect(await failing.locator('details').getAttribute('open')).toBe('');
  });

  it('reports a proof of another event, and a page that shows other values than the proof', async () => {
    const other = await (await fetch(`${pageOf(service, story.installed)}:proof?form=window`)).text();
    await context.route(PROOF, (route) => route.fulfill({ body: other, contentType: 'application/json' }));
    await page.goto(pageOf(service, story.inspected));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'fails' });
    await context.unroute(PROOF);

    await context.route(pageOf(service, story.inspected), async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('C-5521', 'C-5522') });
    });
    await page.goto(pageOf(service, story.inspected));
    await press();
    expect(await report()).toEqual({ ...HOLDS, page: 'fails' });
  });

  it('reports that the proof could not be fetched, and can be retried', async () => {
    await page.goto(pageOf(service, story.inspected));
    await context.route(PROOF, (route) => route.fulfill({ status: 503, body: '{}' }));
    await press();
    expect(
      await verdict()
        .then(() => report())
        .then(verdict),
    ).toBe('✕ The proof could not be fetched: the service responded with status 503.');
    await context.unroute(PROOF);
    await context.setOffline(true);
    await press();
    await page.getByText('The proof could not be fetched').waitFor();
    await context.setOffline(false);
    await press();
    await page.getByText(UNVOUCHED).waitFor();
  });

  it('shows the transaction of an event without a public proof', async () => {
    const { by } = story;
    const asset = await by.asset({ arc_display_name: 'Ledger' }, { proof_mechanism: 'KHIPU' });
    const event = await by.event(asset, { arc_display_type: 'Sale' });
    const { transaction_id, block_number } = await onChain(service, event);
    await page.goto(pageOf(service, event));
    await page.getByText('This event has its own transaction on the chain').waitFor();
    expect(await page.locator('section', { hasText: 'Verify it yourself' }).textContent()).toContain(transaction_id);
    expect(await page.locator('.facts', { hasText: 'Block' }).first().textContent()).toContain(
      `${block_number}, transaction index`,
    );
    await expect.poll(() => page.getByRole('button', { name: 'Verify' }).count()).toBe(0);
    await page.goto(pageOf(service, asset));
    await page.getByText('Each event of this asset has its own transaction on the chain').waitFor();
  });

  it('shows that an event is not on the chain yet', async () => {
    const slow = await sharedService();
    const by = await author(slow, 'Slow');
    const asset = await by.asset({});
    const event = await by.event(asset, { arc_display_type: 'Reading' });
    await awaited(slow, event, ({ confirmation_status }) => confirmation_status === 'CONFIRMED');
    await page.goto(pageOf(slow, event));
    await page.getByText('This event is confirmed, but not on the chain yet').waitFor();
    await page.goto(pageOf(slow, asset));
    await page.getByText('None of these events is on the chain yet').waitFor();
    await slow.db.prepare("UPDATE events SET confirmation = 'PENDING' WHERE id = ?").bind(event.split('/')[3]).run();
    // Under another path, which the browser has not cached.
    await page.goto(`${slow.base}/v2/public${event}`);
    await page.getByText('This event is not confirmed yet').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Verify' }).count()).toBe(0);
  });
});

describe('a saved proof', () => {
  const choose = async (text: string): Promise<void> => {
    const buffer = Buffer.from(text);
    await page.getByLabel('Proof file').setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer });
  };

  it('a saved proof is not reported as valid after the file or the entered pins have changed', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'proof-')), 'proof.json');
    writeFileSync(file, proof);
    await page.goto(`${service.at}/verify/`);
    await page.getByLabel('Proof file').setInputFiles(file);
    await page.getByText(UNVOUCHED).waitFor();
    await page.getByText('Verify the chain as well').click();
    await page.getByLabel('Genesis hash').fill(`0x${'1'.repeat(64)}`);
    await page.getByText(UNVOUCHED).waitFor({ state: 'detached' });
    await page.getByLabel('Genesis hash').fill('');
    writeFileSync(file, `${proof} `);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('cannot be read, or was changed').waitFor();
  });

  it('is verified without a network', async () => {
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
    await page.getByLabel('Proof file').setInputFiles(file);
    expect(await report()).toEqual(HOLDS);
    await expect.poll(() => page.getByText('C-5521').count()).toBe(1);

    const { genesis_hash, validator_address } = JSON.parse(proof).chain;
    await page.getByText('Verify the chain as well').click();
    await page.getByLabel('Genesis hash').fill(genesis_hash);
    await page.getByLabel('Validator address').fill(validator_address);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect.poll(report).toEqual({ ...HOLDS, genesis: 'holds' });
    expect(await verdict()).toMatch(SINCE);
    expect(await page.locator('.answer.holds').textContent()).toBe('✓ Whose chain: the chain that you have identified');

    await page.getByLabel('Validator address').fill(`0x${'1'.repeat(40)}`);
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect.poll(async () => (await report())['seal']).toBe('fails');
    expect(await verdict()).toContain('the step “seal” failed');

    await page.getByLabel('Signer address of the service').fill('0x1');
    await page.getByLabel('Validator address').fill('');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Signer address: must be 0x and 40 hexadecimal digits.').waitFor();
    expect(asked).toEqual([]);
  });

  it.each<[string, string]>([
    ['', 'format'],
    ['{}', 'format'],
    ['not a proof', 'format'],
    ['{"a":1,"a":1}', 'format'],
  ])('a saved proof with the content "%s" fails', async (text, step) => {
    await page.goto(`${service.at}/verify/`);
    await choose(text);
    expect(await report()).toEqual({ [step]: 'fails' });
    expect(await verdict()).toBe('✕ This is not a proof.');
  });

  it('a saved proof is distinguished from other files, which lead to Find by file', async () => {
    const others = [
      ['a.pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'The file is not JSON.'],
      ['a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'The file is not JSON.'],
      ['a.json', Buffer.from('{"mechanism":"X"}'), 'The file is JSON, but does not say that it is a proof.'],
      ['a.txt', Buffer.alloc(0), 'The file is empty.'],
    ] as const;
    await page.goto(`${service.at}/verify/`);
    for (const [name, buffer, reason] of others) {
      await page.getByLabel('Proof file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
      await page.getByText(reason, { exact: true }).waitFor();
      expect(await verdict()).toBe('✕ This is not a proof.');
    }
    await page.getByLabel('Proof file').evaluate((it: HTMLInputElement) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(20_600_000)], 'a.iso'));
      it.files = files.files;
      it.dispatchEvent(new Event('change'));
    });
    await page.getByText('The file has 21 MB, and a proof at most 20 MB.').waitFor();
    // A proof that was cut off is one that failed.
    await choose(proof.slice(0, 2000));
    await page.getByText('The proof is not valid: the step “format” failed.').waitFor();
    await choose('{}');
    await page.locator('[data-report]').getByRole('link', { name: 'Find by file' }).click();
    const file = page.getByLabel('File', { exact: true });
    await expect.poll(() => file.evaluate((it) => it === document.activeElement)).toBe(true);
  });

  it('a saved proof cannot be sent anywhere: the policy of the page forbids connections', async () => {
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

  it('a saved proof is verified by an accessible page', async () => {
    for (const isChosen of [true, false])
      await expectAccessible(browser, `${service.at}/verify/`, async (each) => {
        if (!isChosen) return;
        await each
          .getByLabel('Proof file')
          .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(proof) });
        await each.getByText(UNVOUCHED).waitFor();
        await each.getByText('Verify the chain as well').click();
      });
    await expectAccessible(browser, pageOf(service, story.inspected), async (each) => {
      await each.route(PROOF, (route) => route.fulfill({ body: proof.replace('C-5521', 'C-5522') }));
      await each.getByRole('button', { name: 'Verify in this browser' }).click();
      await each.getByText('The proof is not valid').waitFor();
    });
  });

  it('a saved proof needs scripts to be verified in the browser, and the page says so', async () => {
    const without = await browser.newContext({ javaScriptEnabled: false });
    const plain = await without.newPage();
    await plain.goto(`${service.at}/verify/`);
    await plain.locator('noscript .notice').waitFor();
    expect(await plain.locator('noscript .notice').textContent()).toContain('npm run verify -- FILE');
    expect(await plain.getByRole('button').count()).toBe(0);
    await without.close();
  });
});
