import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { RECORD } from '../support/record.ts';
import { barriersOf } from './support/axe.ts';
import { leave, open, signIn, visit } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { attached, author } from './support/story.ts';

const on = consoleTest();

/** Drops files on the page, or a folder, which has an entry but no content. */
const drop = (page: Page, names: string[], folder = false): Promise<void> =>
  page.evaluate(
    ([list, isFolder]) => {
      const data = new DataTransfer();
      for (const name of list) data.items.add(new File(['dropped'], name));
      // A script cannot make the entry of a folder.
      if (isFolder)
        Object.defineProperty(DataTransferItem.prototype, 'webkitGetAsEntry', {
          configurable: true,
          value: () => ({ isDirectory: true }),
        });
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [names, folder] as const,
  );

/** The requests of a page from now on: method, address and body, as text. */
function requestsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  return sent;
}

it('the start page finds the public events that carry a file without sending the file', async () => {
  const by = await author(on.service, 'Quay');
  const secret = randomBytes(3_000_000);
  secret.write('the content of this file stays here');
  const stored = await by.upload(secret, 'scan.bin');
  const asset = await by.asset({ arc_display_name: 'Crane' });
  for (const type of ['Inspection', '<b>Repair</b>'])
    await by.event(asset, { arc_display_type: type, scan: attached(stored, 'scan.bin') });

  const visitor = await visit(on.browser, on.service);
  const { page } = visitor;
  await page.goto(`${on.service.at}/`);
  const input = page.getByLabel('File', { exact: true });
  await input.waitFor();
  const sent = requestsOf(page);
  const found = page.locator('[data-found]');

  await input.setInputFiles({ name: 'any name.bin', mimeType: 'application/octet-stream', buffer: secret });
  await found.getByText('2 public events carry the file “any name.bin”.').waitFor();
  expect(await found.getByRole('link', { name: '<b>Repair</b>' }).count()).toBe(1);
  expect(sent.length).toBe(1);
  expect(sent[0]).toBe(
    `GET ${on.service.base}/v2/publicassets/-/events?attachment_sha256=${stored.hash.value}&page_size=50 `,
  );
  expect(await barriersOf(page)).toEqual([]);
  const proof = await fetch(
    new URL((await found.getByRole('link', { name: 'Proof' }).first().getAttribute('href'))!, on.service.at),
  );
  expect(proof.status).not.toBe(404);

  await input.setInputFiles({ name: 'empty', mimeType: 'text/plain', buffer: Buffer.alloc(0) });
  await found.getByText('No public event carries the file “empty”.').waitFor();
  await found.getByText('The file is empty.').waitFor();
  await drop(page, ['other.txt']);
  await found.getByText('No public event carries the file “other.txt”.').waitFor();
  await drop(page, ['a.txt', 'b.txt']);
  await found.getByText('These are several files.').waitFor();
  await drop(page, ['folder'], true);
  await found.getByText('This is a folder, which has no hash. Choose a single file.').waitFor();
  expect(sent.every((each) => each.startsWith(`GET ${on.service.base}/v2/publicassets/-/events?`))).toBe(true);

  await found.page().getByLabel('File', { exact: true }).focus();
  expect(await input.evaluate((it) => it === document.activeElement)).toBe(true);
  await leave(visitor);
});

it('the console finds the events that carry a file, and none of another tenancy', async () => {
  const { page } = on.visitor;
  const bytes = Buffer.from('a private drawing');
  const other = await author(on.service, 'Other tenancy');
  const theirs = await other.upload(bytes, 'drawing.txt');
  const asset = (await other.post('/v2/assets', { behaviours: ['RecordEvidence', 'Attachments'] })).identity;
  await other.event(asset, { arc_display_type: 'Theirs', drawing: attached(theirs, 'drawing.txt') });
  await signIn(page, on.tenant);
  await open(page, 'find', 'Find by file');
  const sent = requestsOf(page);
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'drawing.txt', mimeType: 'text/plain', buffer: bytes });
  await page.getByText('No event that you may see carries this file.').waitFor();
  expect(sent.every((each) => each.startsWith('GET ') && !each.includes('private'))).toBe(true);

  const form = new FormData();
  form.append('file', new Blob([bytes]), 'drawing.txt');
  const headers = { authorization: `Bearer ${on.tenant.token}` };
  const post = async (path: string, body: FormData | object): Promise<any> => {
    const json: Record<string, string> = body instanceof FormData ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${on.service.base}${path}`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const own = await post('/v1/blobs', form);
  const crane = await post('/v2/assets', {
    behaviours: ['RecordEvidence', 'Attachments'],
    attributes: { arc_display_name: 'Own crane' },
  });
  await post(`/v2/${crane.identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Drawn', drawing: attached(own, 'drawing.txt') },
    asset_attributes: {},
  });
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'again.txt', mimeType: 'text/plain', buffer: bytes });
  await page.getByRole('heading', { name: 'Events with “again.txt”' }).waitFor();
  await page.getByRole('rowheader', { name: 'Drawn' }).waitFor();
  expect(await page.getByText('Theirs').count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  await drop(page, ['folder'], true);
  await page.getByText('This is a folder, which has no hash. Choose a single file.').waitFor();
  await page.getByRole('heading', { name: /^Events with/ }).waitFor({ state: 'detached' });
});
