import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { leafOf } from '../../src/proof/log-entry.ts';
import { verifyHistory } from '../../src/proof/history.ts';
import { utf8 } from '../../src/lib/text.ts';
import { logProof } from '../proof/support/log-proofs.ts';
import { earlyAuthority } from '../proof/support/stamped-exports.ts';
import { stampOf } from '../proof/support/stamps.ts';
import { sharedService, type Service } from '../support/service.ts';
import vectors from '../vectors/transparency/histories.json' with { type: 'json' };
import { barriersOf } from './support/axe.ts';
import { sharedBrowser } from './support/browser.ts';

/** The time stamps of proofs and histories on the page that verifies saved proofs. */

const NAME = 'Example TSA <b>';
const authority = earlyAuthority(NAME);
const other = earlyAuthority('Other TSA');
afterAll(() => [authority, other].forEach((each) => each.remove()));
const plain = logProof();
const stampedAt = (time: string, by = authority): object => ({
  ...plain,
  stamps: [stampOf(plain, leafOf(plain), by, time)],
});
const stamped = stampedAt('2026-06-01T12:00:00Z');

let service: Service;
let context: BrowserContext;
let page: Page;
const harm: string[] = [];
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  context = await (await sharedBrowser()).newContext({ locale: 'en-GB', timezoneId: 'UTC' });
  page = await opened();
});
afterEach(async () => {
  await context.close();
  if (harm.length > 0) throw new Error(harm.splice(0).join('; '));
});

async function opened(): Promise<Page> {
  const tab = await context.newPage();
  tab.on('pageerror', (error) => harm.push(String(error)));
  await tab.goto(`${service.at}/verify/`, { waitUntil: 'networkidle' });
  return tab;
}
const choose = (document: object, tab = page): Promise<void> =>
  tab.getByLabel('Proof file').setInputFiles({
    name: 'proof.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(document)),
  });
const certificate = async (file: string, of = authority): Promise<void> => {
  await page.getByLabel('Certificate of the authority, PEM').setInputFiles(of.pathOf(file));
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
};
const since = (kind: string, tab = page) => tab.locator(`[data-report] [data-since=${kind}]`);

test('the page says by whom and when a proof was stamped, with the certificate and without a network', async () => {
  await context.setOffline(true);
  await choose(plain);
  await since('skipped').getByText('the file has no time stamp').waitFor();
  await choose(stamped);
  await since('skipped').getByText('the certificate of its authority checks it').waitFor();
  await page.locator('[data-since] + .actions button').click();
  expect(await page.locator('#tsa').evaluate((field) => field === document.activeElement)).toBe(true);
  await certificate('root.pem');
  const line = await since('holds').innerText();
  expect(line).toContain('Since when: stamped by');
  expect(line).toContain('at 1 Jun 2026, 12:00:01 UTC');
  await page.locator('[data-step=authority][data-kind=holds]').waitFor();
  await page.locator('[data-step=stamp][data-kind=holds]').waitFor();
  expect(await page.locator('[data-report] b').count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
});

test('the page fails a stamp of another authority, one that contradicts the event, and a missing one', async () => {
  await choose(stamped);
  await certificate('root.pem', other);
  await since('fails').getByText('no path leads from').waitFor();
  await page.getByText('the step “authority” failed').waitFor();
  await certificate('root.pem');
  await since('holds').waitFor();
  await choose(stampedAt('2026-02-01T12:00:00Z'));
  await since('fails').getByText('before the event was accepted').waitFor();
  const [one] = (stamped as { stamps: { token: string }[] }).stamps;
  await choose({ ...plain, stamps: [{ ...one!, index: 1 }] });
  await since('fails').waitFor();
  await choose(plain);
  await since('fails').getByText('the proof has no time stamp').waitFor();
});

test('the page refuses a file that is no certificate, and shows no result', async () => {
  await choose(stamped);
  await certificate('root.key');
  await page.getByText('Certificate of the authority: the file contains a private key').waitFor();
  expect(await page.locator('[data-since]').count()).toBe(0);
});

test('the browser keeps a certificate once, uses it for other files, and forgets it', async () => {
  await choose(stamped);
  await certificate('root.pem');
  await page.getByRole('button', { name: 'keep the certificate in this browser' }).click();
  const later = await opened();
  await choose(stamped, later);
  await since('holds', later).waitFor();
  // A proof without stamps is not one that a kept certificate contradicts.
  await choose(plain, later);
  await since('skipped', later).waitFor();
  await choose(stampedAt('2026-06-01T12:00:00Z', other), later);
  await since('fails', later).getByText('no path leads from CN=Other TSA').waitFor();
  await choose(stamped, later);
  await later.getByRole('button', { name: 'Forget it' }).click();
  await since('skipped', later).getByText('the certificate of its authority checks it').waitFor();
  expect(await later.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('authority ')))).toEqual(
    [],
  );
});

test('the page says by whom and when the map of a complete history was stamped', async () => {
  const [{ history }] = vectors.histories as any;
  const { proven } = await verifyHistory([utf8(JSON.stringify(history))]);
  const time = new Date(Date.parse(proven!.accepted) + 60_000).toISOString();
  const { events, ...head } = history;
  const stamps = [stampOf(proven!.stamped, proven!.leaf, authority, time)];
  const document = { ...head, stamps, events };
  await choose(history);
  await since('skipped').getByText('the file has no time stamp').waitFor();
  await choose(document);
  await since('skipped').getByText('the certificate of its authority checks it').waitFor();
  await certificate('root.pem');
  await since('holds').waitFor();
  await certificate('root.pem', other);
  await since('fails').waitFor();
});

test('the page in German says since when', async () => {
  const german = await (await sharedBrowser()).newContext({ locale: 'de-DE', timezoneId: 'UTC' });
  page = await german.newPage();
  await page.goto(`${service.at}/verify/de`, { waitUntil: 'networkidle' });
  const file = { name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(stamped)) };
  await page.getByLabel('Datei des Nachweises').setInputFiles(file);
  await since('skipped').getByText('Seit wann: Der Zeitstempel wurde nicht geprüft').waitFor();
  await page.getByLabel('Zertifikat der Zeitstempelstelle, PEM').setInputFiles(authority.pathOf('root.pem'));
  await page.getByRole('button', { name: 'Nachprüfen', exact: true }).click();
  await since('holds').getByText('Seit wann: Zeitstempel von').waitFor();
  await german.close();
});
