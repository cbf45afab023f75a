import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { thumbprintOf } from '../../src/formats/statement/key.ts';
import { toBase64Url } from '../../src/lib/text.ts';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { newTenant, ORIGIN, sharedService, type Service } from '../support/service.ts';
import { expectAccessible } from './support/accessible.ts';
import { sharedBrowser } from './support/browser.ts';

/** The signature of an author on the page that verifies saved proofs. */

let service: Service;
let browser: Browser;
let signed: string;
let unsigned: string;
const author = newAuthorKey();
const known = toBase64Url(thumbprintOf(author.key));

beforeAll(async () => {
  service = await sharedService();
  browser = await sharedBrowser();
  const tenant = await newTenant(service, 'Authors');
  const client = new EvidenceClient({ url: service.base, token: tenant.token });
  const enrolment = author.enrolment(`${ORIGIN}/archivist`, claimsOf(tenant.token, tenant.tenant_identity));
  await client.request('POST', '/v1/signing_keys', { body: { display_name: 'Phone', enrolment } });
  const { identity: asset } = await client.assets.create({});
  const event = { event_attributes: { note: 'C-5521' } };
  const signer = { publicJwk: author.key, sign: author.sign };
  const proofOf = async (identity: string): Promise<string> =>
    new TextDecoder().decode(await client.proofs.wait(identity));
  const record = client.events.record(asset, await client.events.sign(asset, event, signer));
  signed = await proofOf((await record).identity);
  unsigned = await proofOf((await client.events.record(asset, event)).identity);
});

async function opened(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(`${service.at}/verify/`);
  await page.context().setOffline(true);
  return page;
}
const choose = (page: Page, text: string): Promise<void> =>
  page
    .getByLabel('Proof file')
    .setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(text) });
const step = (page: Page, kind: string) => page.locator(`[data-report] li[data-step=author][data-kind=${kind}]`);

test('the page checks the signature of an author, without a network', async () => {
  const page = await opened();
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(request.url()));
  await choose(page, signed);
  await step(page, 'skipped').getByText('Not checked: who has signed').waitFor();
  await page.getByText('Verify the author as well').click();
  const keys = page.getByLabel('Thumbprints of keys of the author');
  await keys.fill(`${'A'.repeat(43)}\n${known}`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await step(page, 'holds').waitFor();
  await keys.fill('A'.repeat(43));
  await page.getByRole('button', { name: 'Verify' }).click();
  await step(page, 'fails').getByText(`the event is signed by the key ${known}`).waitFor();
  await page.getByText('the step “author” failed').waitFor();
  await keys.fill('thumb');
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Keys of the author: must be the thumbprint of a key').waitFor();
  expect(asked).toEqual([]);
  await page.close();
});

test('the page refuses a changed signature, and an unsigned event of an author whose key is known', async () => {
  const page = await opened();
  const { author: part } = JSON.parse(signed) as { author: { signature: string } };
  const other = part.signature.replace(/.(?=.{6}$)/, (digit) => (digit === 'A' ? 'B' : 'A'));
  await choose(page, signed.replace(part.signature, other));
  await step(page, 'fails').waitFor();
  await choose(page, unsigned);
  await page.getByText('was added to this log').waitFor();
  expect(await page.locator('[data-step=author]').count()).toBe(0);
  await page.getByText('Verify the author as well').click();
  await page.getByLabel('Thumbprints of keys of the author').fill(known);
  await page.getByRole('button', { name: 'Verify' }).click();
  await step(page, 'fails').getByText('the event is not signed').waitFor();
  await page.close();
});

test('the page says that it could not load the code for signatures, and verifies other proofs', async () => {
  const page = await browser.newPage();
  await page.route('**/static/author.js', (route) => route.abort());
  await page.goto(`${service.at}/verify/`);
  await choose(page, unsigned);
  await page.getByText('was added to this log').waitFor();
  await choose(page, signed);
  await page.getByText('The code that checks the signature of the author was not loaded').waitFor();
  await page.close();
});

test('the report of a signed event is accessible', async () => {
  await expectAccessible(browser, `${service.at}/verify/`, async (page) => {
    await page.getByText('Verify the author as well').click();
    await choose(page, signed);
    await step(page, 'skipped').waitFor();
  });
});
