import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { anchoringService } from '../support/anchoring.ts';
import { namedAs, upload } from '../support/blobs.ts';
import { exported } from '../support/exports.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { sampled } from '../support/size.ts';
import { confirmed, open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { stripes } from './support/furnish.ts';
import { PAYLOADS } from './support/payloads.ts';

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

it('an auditor’s package takes two clicks, and a stranger opens and checks it from a disk', async () => {
  const { page, context } = on.visitor;
  const hostile = sampled(PAYLOADS, 5).filter((text) => text.isWellFormed());
  const picture = await upload(on.client, on.tenant.token, stripes(), { name: 'picture.png' });
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: hostile[0]!, ok: '=1+1' } });
  await post(`/v2/${identity}/events`, {
    ...RECORD,
    event_attributes: {
      arc_display_type: 'Inspection',
      ...Object.fromEntries(hostile.map((text, n) => [`text ${n}`, text])),
      photo: namedAs(picture, { arc_file_name: 'photo.png' }),
    },
  });
  await signIn(page, on.tenant);
  await page.getByRole('link', { name: 'Exports' }).click();
  await titled(page, 'Exports');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Make the package' }).click(),
  ]);
  await page.getByText(/^Saved auditors-package-/).waitFor();
  const directory = mkdtempSync(join(tmpdir(), 'package-'));
  const zip = join(directory, 'package.zip');
  await download.saveAs(zip);
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(zip)))) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), bytes);
  }
  const stranger = await context.newPage();
  const asked: string[] = [];
  stranger.on('request', (request) => {
    if (!/^(?:file|blob):/.test(request.url())) asked.push(request.url());
  });
  await stranger.goto(`file://${join(directory, 'index.html')}`);
  await stranger.getByRole('cell').getByRole('link').first().click();
  const image = stranger.getByRole('figure').locator('img');
  await expect.poll(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(320);
  const text = await stranger.locator('main').evaluate((main) => main.textContent);
  expect(hostile.filter((each) => !text.includes(each.replaceAll(/\r\n?/g, '\n')))).toEqual([]);
  expect(await stranger.locator('script, iframe, svg, object, form, [onerror], [onload]').count()).toBe(0);
  const { keys } = await get(`/v1/logs/${on.tenant.tenant_identity.replace('tenant/', '')}/keys`);
  await stranger.goto(`file://${join(directory, 'verify.html')}`);
  await stranger.locator('#known').fill(keys[0].vkey);
  await stranger.locator('#file').setInputFiles(zip);
  await stranger.locator('section.report[data-verdict="holds"]').waitFor();
  expect(await stranger.locator('[data-asset][data-state="holds"]').count()).toBe(1);
  expect(await stranger.evaluate(() => (window as { __ran?: unknown }).__ran)).toBe(undefined);
  expect(asked).toEqual([]);
  rmSync(directory, { recursive: true });
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
