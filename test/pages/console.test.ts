import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { launch } from './support/browser.ts';
import { confirmed, leave, open, signIn, titled, visit, type Visitor } from './support/console.ts';

let service: Service;
let browser: Browser;
let client: Client;
let tenant: Tenant;
let visitor: Visitor;

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Harbour Works');
  visitor = await visit(browser, service);
});
afterEach(() => leave(visitor));

const get = (path: string, token = tenant.token): Promise<any> => done(client, token, 'GET', path);

describe('the first day', () => {
  it('goes from sign-in to a recorded event with an attachment, without curl', async () => {
    const { page } = visitor;
    await titled(page, 'Sign in');
    await signIn(page, tenant);
    await titled(page, 'Harbour Works');

    await page.getByRole('link', { name: 'Assets', exact: true }).click();
    await titled(page, 'Assets');
    await page.getByText('No asset is found.').waitFor();
    await page.getByRole('link', { name: 'Create an asset' }).click();
    await titled(page, 'Create an asset');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pump 7');
    await page.getByRole('textbox', { name: 'Type', exact: true }).fill('Pump');
    await page.getByRole('button', { name: 'Add an attribute' }).click();
    await page.getByLabel('Name 1').fill('serial');
    await page.getByLabel('Value 1').fill('s-1');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await titled(page, 'Pump 7');
    await expect.poll(() => page.locator('dl[aria-label=Attributes]').innerText()).toContain('s-1');

    await page.getByRole('link', { name: 'Record an event' }).click();
    await titled(page, 'Record an event');
    await page.getByRole('textbox', { name: 'Type', exact: true }).fill('Inspection');
    await page.getByRole('textbox', { name: 'Description' }).fill('All is well');
    const bytes = Buffer.alloc(300_000, 'evidence ');
    await page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name: 'report.final.txt', mimeType: 'text/plain', buffer: bytes });
    await page.getByRole('button', { name: 'Leave out report.final.txt' }).waitFor();
    await page.getByRole('checkbox', { name: 'Attach the files to the asset itself too' }).check();
    await page.getByRole('button', { name: 'Add a change' }).click();
    await page.getByLabel('Name 1').fill('condition');
    await page.getByLabel('Value 1').fill('good');
    await page.getByRole('button', { name: 'Record', exact: true }).click();
    await titled(page, 'Inspection');

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download report.final.txt' }).first().click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('report.final.txt');
    expect(readFileSync(await download.path()).equals(bytes)).toBe(true);

    await page.getByRole('link', { name: 'To the asset' }).click();
    await titled(page, 'Pump 7');
    await page
      .getByRole('link', { name: /^\d{4}-/ })
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

  it('makes the first integration, shows its secret once, and elevates it in the Settings', async () => {
    const { page } = visitor;
    await signIn(page, tenant);
    await open(page, 'applications/new', 'Create an application');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Gateway');
    await page.getByRole('button', { name: 'Add a claim' }).click();
    await page.getByLabel('Name 1').fill('role');
    await page.getByLabel('Value 1').fill('inspector');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Keep the secret now').waitFor();
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    const id = await page.getByLabel('Client id', { exact: true }).inputValue();
    expect(secret).not.toBe('');
    const token = await tokenOf(service, id, secret);
    expect((await get('/v1/whoami', token)).roles).toEqual(['Non-Administrator']);

    await page.getByRole('link', { name: 'I have kept it' }).click();
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
    await confirmed(page, 'Make a new secret');
    const fresh = await page.getByRole('textbox', { name: 'Secret', exact: true }).inputValue();
    expect(fresh).not.toBe(secret);
    await tokenOf(service, id, fresh);
    await confirmed(page, 'Delete the application');
    await titled(page, 'Applications');
    expect((await client.call(tenant.token, 'GET', `/iam/v1/applications/${id}`)).status).toBe(404);
  });
});

describe('long work', () => {
  it('shows how much of an upload is sent, and stops when it is told to', async () => {
    const { page, context } = visitor;
    await signIn(page, tenant);
    await open(page, 'assets/new', 'Create an asset');
    const requests: string[] = [];
    // The upload waits for as long as somebody looks at it.
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
    await page.getByRole('button', { name: 'Leave out film.mov' }).waitFor();
  });

  it('nothing is recorded or created without a file that is still on its way', async () => {
    const { page, context } = visitor;
    const { identity } = await done(client, tenant.token, 'POST', '/v2/assets', { attributes: {} });
    await signIn(page, tenant);
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
    for (const [path, title, button] of [
      ['assets/new', 'Create an asset', 'Create'],
      [`${identity}/record`, 'Record an event', 'Record'],
    ] as const) {
      await open(page, path, title);
      await page.getByLabel('Files', { exact: true }).setInputFiles(file);
      await expect.poll(() => held.length).toBe(1);
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByText('late.txt is still being uploaded').waitFor();
      expect(posted).toEqual([]);
      held.pop()!();
      await page.getByRole('button', { name: 'Leave out late.txt' }).waitFor();
      await page.getByRole('button', { name: button, exact: true }).click();
      await page.getByRole('button', { name: 'Download late.txt' }).first().waitFor();
      expect(posted.splice(0)).toHaveLength(1);
    }
  });

  it('a walk over all pages counts, can be stopped, and gives a file', async () => {
    const { page, context } = visitor;
    const { identity } = await done(client, tenant.token, 'POST', '/v2/assets', {
      attributes: { arc_display_name: 'A' },
    });
    await done(client, tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'B' } });
    await signIn(page, tenant);
    await open(page, 'assets', 'Assets');
    // Pages of one record, and the second waits until somebody had time to stop.
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

  it('a walk ends when somebody signs out', async () => {
    const { page, context } = visitor;
    for (const name of ['A', 'B'])
      await done(client, tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: name } });
    await signIn(page, tenant);
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
    await signIn(page, tenant);
    expect(pages).toBe(1);
  });
});

describe('what goes wrong', () => {
  it('is said with the message, beside the field, and with the id of the request', async () => {
    const { page } = visitor;
    await signIn(page, tenant);
    await open(page, 'applications/new', 'Create an application');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('x'.repeat(200));
    await page.getByRole('button', { name: 'Add a claim' }).click();
    await page.getByLabel('Name 1').fill('jit_role');
    const [response] = await Promise.all([
      page.waitForResponse(/applications$/),
      page.getByRole('button', { name: 'Create', exact: true }).click(),
    ]);
    const alert = page.getByRole('alert').first();
    await alert.waitFor();
    expect(await alert.innerText()).toContain(response.headers()['x-request-id']);
    expect(await alert.evaluate((it) => it === document.activeElement)).toBe(true);
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    const description = await name.evaluate(
      (it) => document.getElementById(it.getAttribute('aria-describedby')!.split(' ').at(-1)!)!.textContent,
    );
    expect(description).toMatch(/128/);
    expect(await page.getByLabel('Name 1').getAttribute('aria-invalid')).toBe('true');
  });

  it('no attribute that was typed is lost silently', async () => {
    const { page } = visitor;
    await signIn(page, tenant);
    await open(page, 'assets/new', 'Create an asset');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pump 7');
    // A file takes no name that is typed already, but one may be typed that a file has taken.
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
    await page.getByLabel('Files', { exact: true }).setInputFiles([file('arc_display_name'), file('plan')]);
    await page.getByRole('button', { name: 'Leave out plan' }).waitFor();
    const typed = [
      ['serial', '1'],
      ['serial', '2'],
      ['', '3'],
      ['plan', '4'],
      ['arc_display_name', '5'],
      ['', ''],
    ] as const;
    for (const [i, [name, value]] of typed.entries()) {
      await page.getByRole('button', { name: 'Add an attribute' }).click();
      await page.getByLabel(`Name ${i + 1}`).fill(name);
      await page.getByLabel(`Value ${i + 1}`).fill(value);
    }
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Not sent: something of it would be lost.').waitFor();
    const said = await Promise.all(
      typed.map((_, i) =>
        page
          .getByLabel(`Value ${i + 1}`)
          .evaluate((it) => it.parentElement!.querySelector('.wrong')?.textContent ?? ''),
      ),
    );
    expect(said).toEqual([
      'is there twice',
      'is there twice',
      'has a value, but no name',
      'is the name of the file plan too',
      'is the name of the field “Name” too',
      '',
    ]);
    for (const [i, name] of ['serial', 'second', 'third', 'fourth', 'fifth'].entries())
      await page.getByLabel(`Name ${i + 1}`).fill(name);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await titled(page, 'Pump 7');
    const [asset] = (await get('/v2/assets')).assets;
    expect(asset.attributes).toMatchObject({
      serial: '1',
      second: '2',
      third: '3',
      fourth: '4',
      fifth: '5',
      arc_display_name: 'Pump 7',
      plan: { arc_file_name: 'plan' },
      arc_display_name_2: { arc_file_name: 'arc_display_name' },
    });
  });

  it('what is submitted twice at once is sent once', async () => {
    const { page } = visitor;
    await signIn(page, tenant);
    await open(page, 'applications/new', 'Create an application');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Twice');
    await page.locator('form').evaluate((form: HTMLFormElement) => {
      form.requestSubmit();
      form.requestSubmit();
    });
    await titled(page, 'Twice is created');
    const { applications } = await get('/iam/v1/applications');
    expect(applications.filter((app: any) => app.display_name === 'Twice')).toHaveLength(1);
  });

  it('an administrator whom somebody else made while the token was expired stays one', async () => {
    const { page, context } = visitor;
    const principals: any[] = [];
    for (const display_name of ['Mine', 'Theirs']) {
      const { client_id: subject } = await done(client, tenant.token, 'POST', '/iam/v1/applications', { display_name });
      principals.push({ subject, display_name, email: '' });
    }
    await signIn(page, tenant);
    await open(page, 'settings', 'Settings');
    let refused: string | undefined;
    await context.route('**/v1/tenancies/administrators', async (route) => {
      const token = (await route.request().headerValue('authorization')) ?? '';
      if (route.request().method() === 'PATCH') refused ??= token;
      if (token !== refused) return route.continue();
      return route.fulfill({ status: 401, json: { message: 'the token has expired' } });
    });
    await page.getByLabel('Application', { exact: true }).selectOption(principals[0].subject);
    await page.getByRole('button', { name: 'Make it an administrator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    const { administrators } = await get('/v1/tenancies/administrators');
    await done(client, tenant.token, 'PATCH', '/v1/tenancies/administrators', {
      administrators: [...administrators, { ...principals[1], issuer: administrators[0].issuer }],
    });
    await dialog.getByLabel('Secret').fill(tenant.client_secret);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('Mine is an administrator now.').waitFor();
    const after = (await get('/v1/tenancies/administrators')).administrators;
    expect(after.map((each: any) => each.subject)).toEqual(
      expect.arrayContaining([tenant.client_id, ...principals.map(({ subject }) => subject)]),
    );
  });

  it('what may have been done is not done again before somebody could look', async () => {
    const { page, context } = visitor;
    await signIn(page, tenant);
    await open(page, 'assets/new', 'Create an asset');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    const create = page.getByRole('button', { name: 'Create', exact: true });
    const names = async (): Promise<string[]> =>
      (await get('/v2/assets')).assets.map((asset: any) => asset.attributes.arc_display_name);
    await name.fill('First');
    await context.route('**/v2/assets', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await create.click();
    await page.getByText('The service cannot be reached').waitFor();
    await context.unroute('**/v2/assets');
    await name.fill('Second');
    await create.click();
    await page.getByText('may have been done').waitFor();
    expect(await names()).toEqual(['First']);
    await create.click();
    await titled(page, 'Second');
    expect(await names()).toEqual(['Second', 'First']);
  });

  it('what is stored as a file does not steer what is fetched', async () => {
    const { page } = visitor;
    const steers = ['blobs/..', 'blobs/x?allow_insecure=true', '../../v1/blobs/c1d7f0a2-0f0b-4a53-8a3c-3f9f6e2b7d11'];
    const { identity } = await done(client, tenant.token, 'POST', '/v2/assets', {
      attributes: Object.fromEntries(
        steers.map((steer, i) => [`steer_${i}`, { arc_blob_identity: steer, arc_file_name: 'x' }]),
      ),
    });
    await signIn(page, tenant);
    await open(page, identity, identity);
    for (const steer of steers) await page.getByText(steer, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Download x/ }).count()).toBe(0);
  });

  it('a wrong secret leads nowhere', async () => {
    const { page } = visitor;
    await page.getByRole('textbox', { name: 'Client id' }).fill(tenant.client_id);
    await page.getByLabel('Secret').fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await titled(page, 'Sign in').catch(() => undefined);
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
  });

  it('an expired token leads back to sign-in, and nothing that was typed is lost', async () => {
    const { page, context } = visitor;
    await signIn(page, tenant);
    await open(page, 'applications/new', 'Create an application');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before');
    // From now on the first token is refused, as it is after an hour.
    let refused: string | undefined;
    await context.route('**/archivist/**', async (route) => {
      const token = await route.request().headerValue('authorization');
      if (token === null) return route.continue();
      refused ??= token;
      if (token !== refused) return route.continue();
      const message = 'the token has expired';
      return route.fulfill({ status: 401, json: { code: 16, message, details: [] } });
    });
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    expect(await dialog.getByLabel('Client id').inputValue()).toBe(tenant.client_id);
    await dialog.getByLabel('Secret').fill('wrong');
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Secret').fill(tenant.client_secret);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await titled(page, 'Typed before is created');
    const { applications } = await get('/iam/v1/applications');
    expect(applications.filter((app: any) => app.display_name === 'Typed before')).toHaveLength(1);
  });
});

it('leaves nothing in storage or cookies, and forgets everything when it is reloaded', async () => {
  const { page, context } = visitor;
  await signIn(page, tenant);
  await open(page, 'assets', 'Assets');
  const kept = await page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }));
  expect(kept).toEqual({ local: {}, session: {}, cookie: '', databases: 0, caches: 0 });
  expect(await context.cookies()).toEqual([]);
  await page.reload();
  await titled(page, 'Sign in');
});

it('is small on the wire', () => {
  const files = ['index.html', 'console.css', 'app.js'].map((name) => ({
    name,
    bytes: readFileSync(join(import.meta.dirname, '../../.build/site/console', name)),
  }));
  const sizes = files.map(({ name, bytes }) => [name, bytes.length, gzipSync(bytes).length] as const);
  const total = sizes.reduce((sum, [, , zipped]) => sum + zipped, 0);
  for (const [name, whole, zipped] of sizes) console.log(`${name}: ${whole} bytes, ${zipped} compressed`);
  console.log(`the console: ${total} bytes on the wire`);
  expect(total).toBeLessThan(40_000);
});
