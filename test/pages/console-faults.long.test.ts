import { expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { create, open, signIn, titled, showApplicationForm } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const get = (path: string, token = on.tenant.token): Promise<any> => done(on.client, token, 'GET', path);

it('shows the message of an error, the violation next to its field, and the request id', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
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
  await expect.poll(() => alert.evaluate((it) => it === document.activeElement)).toBe(true);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  const description = await name.evaluate(
    (it) => document.getElementById(it.getAttribute('aria-describedby')!.split(' ').at(-1)!)!.textContent,
  );
  expect(description).toMatch(/128/);
  expect(await page.getByLabel('Name 1').getAttribute('aria-invalid')).toBe('true');
});

it('rejects attributes with missing or duplicate names before it sends them', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'assets/new', 'Create an asset');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pump 7');
  // A file gets a name that no attribute has yet, but an attribute can then be given the name of a file.
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await page.getByLabel('Files', { exact: true }).setInputFiles([file('arc_display_name'), file('plan')]);
  await page.getByRole('button', { name: 'Remove plan' }).waitFor();
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
  await page.getByText('Not sent: some names are missing or duplicated.').waitFor();
  const said = await Promise.all(
    typed.map((_, i) =>
      page.getByLabel(`Value ${i + 1}`).evaluate((it) => it.parentElement!.querySelector('.wrong')?.textContent ?? ''),
    ),
  );
  expect(said).toEqual([
    'is a duplicate name',
    'is a duplicate name',
    'has a value, but no name',
    'is already the name of the file plan',
    'is already the name of the field “Name”',
    '',
  ]);
  for (const [i, name] of ['serial', 'second', 'third', 'fourth', 'fifth'].entries())
    await page.getByLabel(`Name ${i + 1}`).fill(name);
  await create(page);
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

it('sends a form once that is submitted twice at once', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'applications/new', 'Create an application');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Twice');
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await titled(page, 'Created Twice');
  const { applications } = await get('/iam/v1/applications');
  expect(applications.filter((app: any) => app.display_name === 'Twice')).toHaveLength(1);
});

it('keeps an administrator that was added concurrently while the token was expired', async () => {
  const { page, context } = on.visitor;
  const principals: any[] = [];
  for (const display_name of ['Mine', 'Theirs']) {
    const { client_id: subject } = await done(on.client, on.tenant.token, 'POST', '/iam/v1/applications', {
      display_name,
    });
    principals.push({ subject, display_name, email: '' });
  }
  await signIn(page, on.tenant);
  await open(page, 'settings', 'Settings');
  let refused: string | undefined;
  await context.route('**/v1/tenancies/administrators', async (route) => {
    const token = (await route.request().headerValue('x-csrf-token')) ?? '';
    if (route.request().method() === 'PATCH') refused ??= token;
    if (token !== refused) return route.continue();
    return route.fulfill({ status: 401, json: { message: 'the session has ended' } });
  });
  await page.getByLabel('Application', { exact: true }).selectOption(principals[0].subject);
  await page.getByRole('button', { name: 'Make it an administrator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  const { administrators } = await get('/v1/tenancies/administrators');
  await done(on.client, on.tenant.token, 'PATCH', '/v1/tenancies/administrators', {
    administrators: [...administrators, { ...principals[1], issuer: administrators[0].issuer }],
  });
  await dialog.getByLabel('Secret').fill(on.tenant.client_secret);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Mine is an administrator now.').waitFor();
  const after = (await get('/v1/tenancies/administrators')).administrators;
  expect(after.map((each: any) => each.subject)).toEqual(
    expect.arrayContaining([on.tenant.client_id, ...principals.map(({ subject }) => subject)]),
  );
});

it('warns before it creates a second record after a lost response', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'assets/new', 'Create an asset');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  const names = async (): Promise<string[]> =>
    (await get('/v2/assets')).assets.map((asset: any) => asset.attributes.arc_display_name);
  await name.fill('First');
  await context.route('**/v2/assets', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await create(page);
  await page.getByText('The service could not be reached').waitFor();
  await context.unroute('**/v2/assets');
  await name.fill('Second');
  await create(page);
  await page.getByText('may have been saved').waitFor();
  expect(await names()).toEqual(['First']);
  await create(page);
  await titled(page, 'Second');
  expect(await names()).toEqual(['Second', 'First']);
});

it('a stored attachment identity cannot change the path of a request', async () => {
  const { page } = on.visitor;
  const steers = ['blobs/..', 'blobs/x?allow_insecure=true', '../../v1/blobs/c1d7f0a2-0f0b-4a53-8a3c-3f9f6e2b7d11'];
  const { identity } = await done(on.client, on.tenant.token, 'POST', '/v2/assets', {
    attributes: Object.fromEntries(
      steers.map((steer, i) => [`steer_${i}`, { arc_blob_identity: steer, arc_file_name: 'x' }]),
    ),
  });
  await signIn(page, on.tenant);
  await open(page, identity, identity);
  for (const steer of steers) await page.getByText(steer, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Download x/ }).count()).toBe(0);
});

it('shows an error for a wrong secret and stays signed out', async () => {
  const { page } = on.visitor;
  await showApplicationForm(page);
  await page.getByRole('textbox', { name: 'Client id' }).fill(on.tenant.client_id);
  await page.getByLabel('Secret').fill('wrong');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Sign in');
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
});

it('asks to sign in again when the session has ended, and keeps the input', async () => {
  const { page, context } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'applications/new', 'Create an application');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before');
  // From now on the first session is rejected, as after its end.
  let refused: string | undefined;
  await context.route('**/archivist/**', async (route) => {
    const token = await route.request().headerValue('x-csrf-token');
    if (token === null || route.request().url().includes('/sessions')) return route.continue();
    refused ??= token;
    if (token !== refused) return route.continue();
    const message = 'the session has ended';
    return route.fulfill({ status: 401, json: { code: 16, message, details: [] } });
  });
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.waitFor();
  expect(await dialog.getByLabel('Client id').inputValue()).toBe(on.tenant.client_id);
  await dialog.getByLabel('Secret').fill('wrong');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await dialog.getByRole('alert').waitFor();
  await dialog.getByLabel('Secret').fill(on.tenant.client_secret);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await titled(page, 'Created Typed before');
  const { applications } = await get('/iam/v1/applications');
  expect(applications.filter((app: any) => app.display_name === 'Typed before')).toHaveLength(1);
});
