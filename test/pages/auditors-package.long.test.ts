import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildVerifier } from '../../apps/server/build/verifier.mjs';
import { ZipWriter } from '../../src/formats/package/zip.ts';
import { sha256Hex } from '../../src/lib/digest.ts';
import { editLine, linesOf, seal, someExport, type Files } from '../proof/support/exports.ts';
import { LOG_VKEY } from '../proof/support/log-proofs.ts';
import { packageFor } from '../proof/support/packages.ts';
import { earlyAuthority, stampedExport } from '../proof/support/stamped-exports.ts';
import { barriersOf } from './support/axe.ts';
import { PHONE, sharedBrowser } from './support/browser.ts';

type Entries = Record<string, Uint8Array>;

const directory = mkdtempSync(join(tmpdir(), 'package-'));
afterAll(() => rmSync(directory, { recursive: true }));
let page: Page;
const harm: string[] = [];
let original: Entries;
const { files, manifest } = someExport();

/** The identity of the asset of an event, by the number of the event in all files. */
const EVENTS = 'events-00002.jsonl.gz';
const touched: string = JSON.parse(linesOf(files.get(EVENTS)!)[2]!).event.asset_identity;

beforeAll(async () => {
  const { text } = await buildVerifier();
  writeFileSync(join(directory, 'verify.html'), text);
  original = unzipSync(await packageFor(files, { verifier: text }));
  page = await (await sharedBrowser()).newPage({ locale: 'en-GB' });
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) harm.push(request.url());
  });
  page.on('pageerror', (error) => harm.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') harm.push(message.text());
  });
  await page.goto(`file://${join(directory, 'verify.html')}`);
});
afterAll(() => page?.context().close());

/** Drops a file into the page, and returns what it says: its verdict, its failed steps and the assets that failed. */
async function checked(bytes: Uint8Array, known = LOG_VKEY) {
  await page.locator('#known').fill(known);
  await page.locator('#file').setInputFiles([]);
  await page
    .locator('#file')
    .setInputFiles({ name: 'package.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) });
  const report = page.locator('section.report');
  await report.waitFor();
  const named = (selector: string, name: string): Promise<string[]> =>
    report.locator(selector).evaluateAll((all, key) => all.map((each) => (each as HTMLElement).dataset[key]!), name);
  return {
    verdict: await report.getAttribute('data-verdict'),
    steps: await named('[data-step][data-state="fails"]', 'step'),
    assets: await named('[data-asset][data-state="fails"]', 'asset'),
    text: await report.innerText(),
  };
}

/** A package with these entries, in the form that a package has. */
async function packed(entries: Entries): Promise<Buffer> {
  const zip = new ZipWriter('2026-05-01T00:00:00Z');
  const parts: Uint8Array[] = [];
  for (const [name, bytes] of Object.entries(entries))
    for await (const part of zip.store(name, once(bytes))) parts.push(part);
  return Buffer.concat([...parts, ...zip.end()]);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** The package with another export, whose hashes were computed again, as someone does who wants to deceive. */
async function repacked(change: (files: Files) => void): Promise<Uint8Array> {
  const changed = new Map(files);
  change(changed);
  seal(changed, manifest.log);
  return packageFor(changed, { verifier: strFromU8(original['verify.html']!) });
}

describe('the page that verifies packages, opened from a disk', () => {
  it('says that nothing was changed, for each asset, and whether the log is the known one', async () => {
    const valid = await checked(await packed(original));
    expect([valid.verdict, valid.steps, valid.assets]).toEqual(['holds', [], []]);
    expect(valid.text).toContain('Assets: 4 passed');
    expect(valid.text).toContain(sha256Hex(original['verify.html']!));
    const unknown = await checked(await packed(original), '');
    expect([unknown.verdict, unknown.text]).toEqual(['open', expect.stringContaining('anyone can make a log')]);
    const hash = await checked(await packed(original), sha256Hex(files.get('manifest.json')!));
    expect(hash.verdict).toBe('holds');
  });

  const asset = touched.slice('assets/'.length);
  it.each<[string, string[], boolean, (entries: Entries) => Entries | Promise<Uint8Array>]>([
    [
      'an event was changed and all hashes were computed again',
      ['events', 'tree'],
      true,
      () => repacked((of) => editLine(of, EVENTS, 3, ({ event }) => (event.event_attributes.n = 'x'))),
    ],
    [
      'a proof was changed',
      ['events', 'tree'],
      true,
      () => repacked((of) => editLine(of, EVENTS, 3, ({ proof }) => (proof.content.seed = 'A'.repeat(43)))),
    ],
    [
      'the page of an asset was changed',
      ['report'],
      true,
      (entries) => ({ ...entries, [`assets/${asset}.html`]: strToU8('<h1>Another asset</h1>') }),
    ],
    [
      'a table was changed',
      ['report'],
      false,
      (entries) => ({ ...entries, 'events.csv': strToU8(strFromU8(entries['events.csv']!).replace('2026', '2025')) }),
    ],
    [
      'a file was changed',
      ['files'],
      true,
      (entries) => {
        const name = Object.keys(entries).find((each) => each.startsWith('files/'))!;
        return { ...entries, [name]: strToU8(strFromU8(entries[name]!).toUpperCase()) };
      },
    ],
    ['a page was removed', ['report'], true, ({ [`assets/${asset}.html`]: _removed, ...entries }) => entries],
    ['a file of the proofs was removed', ['files'], false, ({ [`proofs/${EVENTS}`]: _removed, ...entries }) => entries],
    ['a page was added', ['report'], false, (entries) => ({ ...entries, 'more.html': strToU8('<h1>More</h1>') })],
    ['the verifier was changed', ['report'], false, (entries) => ({ ...entries, 'verify.html': strToU8('Valid!') })],
    ['it has another form', ['package'], false, () => Promise.resolve(strToU8('not a ZIP file, and long enough'))],
  ])('names the step that fails where %s', async (_what, steps, isOfAsset, change) => {
    const changed = await change({ ...original });
    const {
      verdict,
      steps: failed,
      assets,
    } = await checked(changed instanceof Uint8Array ? changed : await packed(changed));
    expect(verdict).toBe('fails');
    for (const step of steps) expect(failed).toContain(step);
    if (isOfAsset) expect(assets.length).toBeGreaterThan(0);
    if (isOfAsset && !steps.includes('files')) expect(assets).toContain(touched);
  });

  it('says since when, with the certificate of the authority: for the whole and for each asset', async () => {
    const authority = earlyAuthority();
    const stamped = await packageFor(
      stampedExport([
        [authority, 11, '2026-05-01T12:00:00Z'],
        [authority, 19, '2026-05-01T13:00:00Z'],
      ]),
    );
    const since = page.locator('[data-since]');
    await checked(await packed(original));
    expect(await since.innerText()).toContain('– Since when: by the clock of the log; the package has no time stamps');
    await checked(stamped);
    expect(await since.innerText()).toContain('The package has 2 time stamps of its trees: choose the certificate');
    const step = page.locator('[data-step=stamps]');
    expect(await step.getAttribute('data-state')).toBe('open');
    await page.locator('#tsa').setInputFiles(authority.pathOf('root.pem'));
    await page.locator('[data-since=good]').waitFor();
    expect(await since.innerText()).toBe(
      '✓ Since when: the first 19 of 26 entries existed at the latest on 1 May 2026, 13:00:01 UTC, by the authority ' +
        'CN=Example TSA.',
    );
    expect(await step.getAttribute('data-state')).toBe('holds');
    const first = page.locator('[data-asset]').first();
    await first.getByText('since when: 3 parts').click();
    expect(await first.locator('details li').allInnerTexts()).toEqual([
      'events 1 to 3 existed at the latest on 1 May 2026, 12:00:01 UTC, by the authority CN=Example TSA',
      'events 4 to 5 existed at the latest on 1 May 2026, 13:00:01 UTC, by the authority CN=Example TSA',
      'event 6 newer than the last time stamp: by the clock of the log',
    ]);
    expect(await barriersOf(page)).toEqual([]);
    // A file that is no certificate, and the certificate of another authority.
    await page.locator('#tsa').setInputFiles(authority.pathOf('root.key'));
    await page.getByText('Certificate root.key: the file contains a private key').waitFor();
    const other = earlyAuthority('Other TSA');
    await page.locator('#tsa').setInputFiles(other.pathOf('root.pem'));
    await page.locator('[data-since=bad]').waitFor();
    expect(await since.innerText()).toMatch(/^✕ Since when: no path leads from CN=Example TSA/);
    expect((await checked(stamped)).verdict).toBe('fails');
    await page.locator('#tsa').setInputFiles([]);
    for (const each of [authority, other]) each.remove();
  });

  it('needs no network, and neither the page nor the report has a barrier or another script', async () => {
    expect(harm).toEqual([]);
    await checked(await packed(original));
    expect(await barriersOf(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await barriersOf(page)).toEqual([]);
    for (const [name, bytes] of Object.entries(original)) {
      mkdirSync(dirname(join(directory, 'report', name)), { recursive: true });
      writeFileSync(join(directory, 'report', name), bytes);
    }
    await page.goto(`file://${join(directory, 'report/index.html')}`);
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Pump 0' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pump 0' }).waitFor();
    expect(await page.locator('script').count()).toBe(0);
    expect(await barriersOf(page)).toEqual([]);
  });
});
