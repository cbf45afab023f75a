import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tokenOf } from '../support/service.ts';
import { done, record as event } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { confirmed, create, open, record, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const get = (path: string, token = on.tenant.token): Promise<any> => done(on.client, token, 'GET', path);

describe('first steps in the console', () => {
  it('a new administrator signs in, creates an asset and records an event with an attachment', async () => {
    const { page } = on.visitor;
    await titled(page, 'Sign in');
    await signIn(page, on.tenant, '');
    await titled(page, 'Harbour Works');

    await page.getByRole('link', { name: 'Assets', exact: true }).click();
    await titled(page, 'Assets');
    await page.getByText('No assets found.').waitFor();
    await page.getByRole('link', { name: 'Create an asset' }).click();
    await titled(page, 'Create an asset');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pump 7');
    await page.getByRole('combobox', { name: 'Type', exact: true }).fill('Pump');
    await page.getByRole('button', { name: 'Add an attribute' }).click();
    await page.getByLabel('Name 1').fill('serial');
    await page.getByLabel('Value 1').fill('s-1');
    await create(page);
    await titled(page, 'Pump 7');
    await expect.poll(() => page.locator('dl[aria-label=Attributes]').innerText()).toContain('s-1');
    // The record is confirmed; nothing is said of the state of the pump.
    expect(await page.locator('dl[aria-label="At a glance"] dt').allInnerTexts()).toEqual(
      expect.arrayContaining(['Type', 'Compliance', 'Proof']),
    );

    await page.getByRole('link', { name: 'Record an event' }).click();
    await titled(page, 'Record an event');
    await page.getByRole('combobox', { name: 'Type', exact: true }).fill('Inspection');
    // Enter moves on, because an event cannot be undone.
    await page.keyboard.press('Enter');
    const description = page.getByRole('textbox', { name: 'Description' });
    await expect.poll(() => description.evaluate((it) => it === document.activeElement)).toBe(true);
    await description.fill('All is well');
    const bytes = Buffer.alloc(300_000, 'evidence ');
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'report.final.txt', mimeType: 'text/plain', buffer: bytes });
    await page.getByRole('button', { name: 'Remove report.final.txt' }).waitFor();
    await page.getByRole('checkbox', { name: 'Attach the files to the asset as well' }).check();
    await page.getByRole('button', { name: 'Add a change' }).click();
    await page.getByLabel('Name 1').fill('condition');
    await page.getByLabel('Value 1').fill('good');
    const summary = await record(page);
    for (const part of ['Pump 7', 'Inspection', 'All is well', 'report.final.txt', 'good', 'now'])
      expect(summary).toContain(part);
    await titled(page, 'Inspection');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download report.final.txt' }).first().click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('report.final.txt');
    expect(readFileSync(await download.path()).equals(bytes)).toBe(true);

    await page.getByRole('link', { name: 'Back to the asset' }).click();
    await titled(page, 'Pump 7');
    await page
      .getByRole('article', { name: 'Inspection' })
      .getByText(/^\d\d:\d\d /)
      .first()
      .waitFor();
    const [asset] = (await get('/v2/assets')).assets;
    expect(asset.attributes).toEqual({
      report_final_txt: expect.objectContaining({ arc_attribute_type: 'arc_attachment' }),
      arc_display_name: 'Pump 7',
      arc_display_type: 'Pump',
      serial: 's-1',
      condition: 'good',
    });
    const [event] = (await get(`/v2/${asset.identity}/events`)).events;
    expect(event.event_attributes).toMatchObject({
      arc_display_type: 'Inspection',
      arc_description: 'All is well',
      report_final_txt: { arc_attribute_type: 'arc_attachment', arc_file_name: 'report.final.txt' },
    });
  });

  it('a new administrator creates an application, sees its secret once, and makes it an administrator', async () => {
    const { page } = on.visitor;
    await signIn(page, on.tenant);
    await open(page, 'applications/new', 'Create an application');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gateway');
    await page.getByRole('button', { name: 'Add a claim' }).click();
    await page.getByLabel('Name 1').fill('role');
    await page.getByLabel('Value 1').fill('inspector');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Save the secret now').waitFor();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    const id = await page.getByLabel('Client id', { exact: true }).inputValue();
    expect(secret).not.toBe('');
    const token = await tokenOf(on.service, id, secret);
    expect((await get('/v1/whoami', token)).roles).toEqual(['Non-Administrator']);

    await page.getByRole('link', { name: 'I have saved it' }).click();
    await titled(page, 'Gateway');
    expect(await page.content()).not.toContain(secret);
    await page.goBack();
    await titled(page, 'Create an application');
    expect(await page.content()).not.toContain(secret);

    await open(page, 'settings', 'Settings');
    await page.getByLabel('Application', { exact: true }).selectOption(id);
    await page.getByRole('button', { name: 'Make it an administrator' }).click();
    await page.getByText('Gateway is an administrator now.').waitFor();
    expect((await get('/v1/whoami', token)).roles).toEqual(['Administrator']);
    const remove = page.getByRole('button', { name: 'Remove Gateway', exact: true });
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => remove.evaluate((it) => it === document.activeElement)).toBe(true);
    expect((await get('/v1/whoami', token)).roles).toEqual(['Administrator']);
    await confirmed(page, 'Remove Gateway');
    await expect.poll(async () => (await get('/v1/whoami', token)).roles).toEqual(['Non-Administrator']);

    await open(page, `applications/${id}`, 'Gateway');
    await confirmed(page, 'Generate a new secret');
    const fresh = await page.getByRole('textbox', { name: 'Secret', exact: true }).inputValue();
    expect(fresh).not.toBe(secret);
    await tokenOf(on.service, id, fresh);
    await confirmed(page, 'Delete the application');
    await titled(page, 'Applications');
    expect((await on.client.call(on.tenant.token, 'GET', `/iam/v1/applications/${id}`)).status).toBe(404);
  });
});

describe('uploads and downloads in the console', () => {
  it('shows the progress of an upload, which can be stopped', async () => {
    const { page, context } = on.visitor;
    await signIn(page, on.tenant);
    await open(page, 'assets/new', 'Create an asset');
    const requests: string[] = [];
    // The upload is never answered, so that it stays in progress.
    await context.route('**/v1/blobs', (route) => void requests.push(route.request().method()));
    const file = { name: 'film.mov', mimeType: 'video/quicktime', buffer: Buffer.alloc(1000) };
    await page.getByLabel('Files', { exact: true }).setInputFiles(file);
    await page.getByRole('progressbar', { name: 'Upload of film.mov' }).waitFor();
    await page.getByText(/^film.mov: \d+ %$/).waitFor();
    await expect.poll(() => requests).toEqual(['POST']);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The upload was stopped.').waitFor();
    await context.unroute('**/v1/blobs');
    await page.getByLabel('Files', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Remove film.mov' }).waitFor();
  });

  it('creates an asset, and records an event, when the upload that is still running has ended', async () => {
    const { page, context } = on.visitor;
    const { identity } = await done(on.client, on.tenant.token, 'POST', '/v2/assets', { attributes: {} });
    await signIn(page, on.tenant);
    const held: (() => void)[] = [];
    await context.route('**/v1/blobs', async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && !request.url().endsWith('/blobs')) posted.push(request.url());
    });
    const file = { name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') };
    const dialog = page.getByRole('dialog');
    for (const [path, title, button, outcome] of [
      ['assets/new', 'Create an asset', 'Create', 'created'],
      [`${identity}/record`, 'Record an event', 'Review and record', 'recorded'],
    ] as const) {
      await open(page, path, title);
      const [role, name] = button === 'Create' ? (['textbox', 'Name'] as const) : (['combobox', 'Type'] as const);
      await page.getByRole(role, { name, exact: true }).fill('Late');
      await page.getByLabel('Files', { exact: true }).setInputFiles(file);
      await expect.poll(() => held.length).toBe(1);
      await page.getByRole('button', { name: button, exact: true }).click();
      await dialog.getByText('late.txt, which is still being uploaded').waitFor();
      const send = dialog.getByRole('button', { name: button === 'Create' ? 'Create' : 'Record', exact: true });
      await send.dblclick();
      await dialog.getByText(`Will be ${outcome} when late.txt is uploaded.`).waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: button, exact: true }).click();
      await send.click();
      await dialog.getByText(`Will be ${outcome} when late.txt is uploaded.`).waitFor();
      expect(posted).toEqual([]);
      held.pop()!();
      await page.getByRole('button', { name: 'Download late.txt' }).first().waitFor();
      expect(posted.splice(0)).toHaveLength(1);
    }
  });

  it('does not record an event whose upload has failed, and says so', async () => {
    const { page, context } = on.visitor;
    const { identity } = await done(on.client, on.tenant.token, 'POST', '/v2/assets', { attributes: {} });
    await signIn(page, on.tenant);
    let fail = (): void => undefined;
    await context.route('**/v1/blobs', async (route) => {
      await new Promise<void>((resolve) => (fail = resolve));
      await route.abort();
    });
    await open(page, `${identity}/record`, 'Record an event');
    await page.getByRole('combobox', { name: 'Type', exact: true }).fill('Late');
    const file = { name: 'late.txt', mimeType: 'text/plain', buffer: Buffer.from('late') };
    await page.getByLabel('Files', { exact: true }).setInputFiles(file);
    await record(page);
    await page.getByText('Will be recorded when late.txt is uploaded.').waitFor();
    fail();
    await page.getByText('Not sent: late.txt could not be uploaded. The service could not be reached.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await get(`/v2/${identity}/events`)).events).toHaveLength(1);
  });

  it('a download of a whole list shows its progress, can be stopped, and saves a file', async () => {
    const { page, context } = on.visitor;
    const { identity } = await done(on.client, on.tenant.token, 'POST', '/v2/assets', {
      attributes: { arc_display_name: 'A' },
    });
    await done(on.client, on.tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'B' } });
    await signIn(page, on.tenant);
    await open(page, 'assets', 'Assets');
    // Pages of one record. The second is delayed, so that the download can be stopped.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await context.route('**/v2/assets?*page_size=500*', async (route) => {
      const address = new URL(route.request().url());
      address.searchParams.set('page_size', '1');
      if (address.searchParams.has('page_token')) await held;
      await route.continue({ url: address.href });
    });
    await page.getByRole('button', { name: 'Download all as JSON' }).click();
    await page.getByText('1 read…').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    await page.getByText(/^Stopped after 2/).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all as JSON' }).click();
    const download = await downloading;
    const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(saved.map((asset: any) => asset.attributes.arc_display_name)).toEqual(['B', 'A']);
    expect(saved[1].identity).toBe(identity);
  });

  it('signing out stops a download', async () => {
    const { page, context } = on.visitor;
    for (const name of ['A', 'B'])
      await done(on.client, on.tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: name } });
    await signIn(page, on.tenant);
    await open(page, 'assets', 'Assets');
    let release: (() => void) | undefined;
    let pages = 0;
    await context.route('**/v2/assets?*page_size=500*', async (route) => {
      pages++;
      const address = new URL(route.request().url());
      address.searchParams.set('page_size', '1');
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue({ url: address.href });
    });
    await page.getByRole('button', { name: 'Download all as JSON' }).click();
    await expect.poll(() => release !== undefined).toBe(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await titled(page, 'Sign in');
    const answered = page.waitForResponse('**/v2/assets?*');
    release!();
    await answered;
    await signIn(page, on.tenant);
    expect(pages).toBe(1);
  });
});

describe('drafts', () => {
  it('a form that was not sent can be resumed after a reload, with its files, and is removed at sign-out', async () => {
    const { page } = on.visitor;
    const { identity } = await done(on.client, on.tenant.token, 'POST', '/v2/assets', {
      attributes: { arc_display_name: 'Pump 3' },
    });
    const type = page.getByRole('combobox', { name: 'Type', exact: true });
    await signIn(page, on.tenant);
    await done(on.client, on.tenant.token, 'POST', `/v2/${identity}/events`, event('Inspection'));
    await open(page, `${identity}/record`, 'Record an event');
    // A type that differs from one that exists only by case or spaces is probably the same one.
    await type.fill('inspection ');
    await page.getByText('“Inspection” exists already.').waitFor();
    const list = page.locator(`datalist[id="${await type.getAttribute('list')}"] option`);
    expect(await list.evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value))).toEqual(['Inspection']);
    await page.getByRole('button', { name: 'Use “Inspection”' }).click();
    await page.getByText('exists already').waitFor({ state: 'detached' });
    expect(await type.inputValue()).toBe('Inspection');
    await page.getByRole('textbox', { name: 'Description' }).fill('The seal leaks');
    const photo = { name: 'seal.txt', mimeType: 'text/plain', buffer: Buffer.from('a picture') };
    await page.getByLabel('Files', { exact: true }).setInputFiles(photo);
    await page.getByRole('button', { name: 'Remove seal.txt' }).waitFor();
    await page.reload();
    await page.getByText('You have an unrecorded Inspection of Pump 3, from').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    expect(await type.inputValue()).toBe('Inspection');
    await page.getByRole('button', { name: 'Remove seal.txt' }).waitFor();

    // The screen of the asset and the overview name it.
    await page.getByRole('link', { name: 'Back to the asset' }).click();
    await titled(page, 'Pump 3');
    await page.getByText('You have an unrecorded Inspection of Pump 3, from').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await open(page, '', 'Harbour Works');
    await page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: 'Resume' }).click();
    await titled(page, 'Record an event');
    expect(await page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('The seal leaks');
    const text = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(text).toContain(on.tenant.tenant_identity);
    expect(text).not.toContain(on.tenant.client_secret);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await titled(page, 'Sign in');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('a draft is for the person who wrote it only, and can be discarded', async () => {
    const { page, context } = on.visitor;
    const other = await done(on.client, on.tenant.token, 'POST', '/iam/v1/applications', { display_name: 'Other' });
    await signIn(page, on.tenant);
    await open(page, 'locations/new', 'Create a location');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Quay 4');
    await open(page, 'find', 'Find by file');
    await open(page, 'locations/new', 'Create a location');
    await page.getByText('You have an unsaved location “Quay 4”, from').waitFor();
    expect(await name.count()).toBe(0);
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await name.inputValue()).toBe('');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await name.fill('Quay 5');
    // The session ends without a sign-out, and somebody else uses the browser.
    await context.clearCookies();
    await page.reload();
    await titled(page, 'Sign in');
    expect(await page.evaluate(() => localStorage.length)).toBe(1);
    await signIn(page, { client_id: other.client_id, client_secret: other.credentials[0].secret });
    await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  });
});
