import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { anchoringService } from '../support/anchoring.ts';
import { exported } from '../support/exports.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { confirmed, open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest(anchoringService);
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const get = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);

it('an export is created, its files are downloaded by their addresses, and it is deleted', async () => {
  const { page, context } = on.visitor;
  await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  await signIn(page, on.tenant);
  await page.getByRole('link', { name: 'Exports' }).click();
  await titled(page, 'Exports');
  await page.getByText('No exports yet.').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('End of the year');
  await page.getByRole('checkbox', { name: 'With the contents of all files' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'End of the year' }).waitFor();
  // The screen follows the job without a reload.
  await page.getByRole('heading', { name: 'Files' }).waitFor();
  await page.getByText('Finished', { exact: true }).waitFor();
  expect(await page.getByRole('progressbar').count()).toBe(0);
  const [listed] = (await get('/v1/exports')).exports;
  const { files, manifest_sha256: manifest } = await get(`/v1/${listed.identity}`);
  expect(listed.blobs).toBe(true);
  const authorized: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/files/') && 'authorization' in request.headers()) authorized.push(request.url());
  });
  for (const [name, sha256] of [['manifest.json', manifest], ...files.map((file: any) => [file.name, file.sha256])] as [
    string,
    string,
  ][]) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    const bytes = await readFile(await download.path());
    expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, sha256]);
  }
  expect(authorized).toEqual([]);
  expect(await page.getByLabel('Command that verifies', { exact: true }).inputValue()).toBe(
    `npm run -s verify -- my-export --manifest-sha256 ${manifest}`,
  );
  await page.getByRole('button', { name: 'Delete the export' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await get('/v1/exports')).exports).toHaveLength(1);
  await confirmed(page, 'Delete the export');
  await titled(page, 'Exports');
  await page.getByText('No exports yet.').waitFor();
});

it('an export that an erasure has ended says so, and has no files to download', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  const event = await post(`/v2/${identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Inspection' },
  });
  const { identity: ended } = await exported(on.client, on.tenant, { display_name: 'Before' });
  // An event can be erased once its window is anchored.
  const erase = () =>
    on.client.call(on.tenant.token, 'POST', `/v2/${event.identity}:erase`, { body: { reason: 'requested' } });
  await expect.poll(async () => (await erase()).status).toBe(200);
  await signIn(page, on.tenant);
  await open(page, 'exports', 'Exports');
  await page.getByText('Ended by an erasure').waitFor();
  await open(page, ended, 'Before');
  await page.getByText('Ended by an erasure').waitFor();
  expect(await page.getByRole('heading', { name: 'Files' }).count()).toBe(0);
});
