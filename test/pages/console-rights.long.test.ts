import { describe, expect, it } from 'vitest';
import { tokenOf } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { loaded, open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

/** Creates an application without rights, and two assets: a pump and a crane. */
async function member() {
  const application = await post('/iam/v1/applications', { display_name: 'Gateway' });
  const { client_id } = application;
  const client_secret = application.credentials[0].secret;
  const asset = async (name: string, type: string): Promise<string> =>
    (
      await post('/v2/assets', {
        behaviours: ['RecordEvidence'],
        attributes: { arc_display_name: name, arc_display_type: type },
      })
    ).identity;
  return {
    login: { client_id, client_secret },
    token: await tokenOf(on.service, client_id, client_secret),
    pump: await asset('Pump 7', 'Pump'),
    crane: await asset('Crane 1', 'Crane'),
    /** Creates a policy for the application. */
    policy: (type: string, permission: object) =>
      post('/iam/v1/access_policies', {
        display_name: type,
        filters: [{ or: [`attributes.arc_display_type=${type}`] }],
        access_permissions: [{ user_attributes: [{ or: [`subject=${client_id}`] }], ...permission }],
      }),
  };
}

it('a member without rights reads what they can do and whom to ask, and sees no action that is refused', async () => {
  const { page } = on.visitor;
  const { login, pump } = await member();
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await signIn(page, login, '');
  await titled(page, 'Harbour Works');
  await page.getByText('You cannot change anything. Ask an administrator of Harbour Works').waitFor();
  expect(await page.getByRole('heading', { name: 'Quotas' }).count()).toBe(0);
  await loaded(page, 'assets');
  await page.getByText('No assets found that you can see. Ask an administrator of Harbour Works').waitFor();
  expect(await page.getByRole('link', { name: 'Create an asset' }).count()).toBe(0);
  await open(page, 'assets/new', 'Create an asset');
  await page.getByText('No access policy lets you create assets.').waitFor();
  expect(await page.getByRole('button', { name: 'Create', exact: true }).count()).toBe(0);
  for (const path of [
    'applications',
    'people',
    'settings',
    'sharing',
    'policies',
    'policies/new',
    'audit',
    'webhooks',
    'webhooks/new',
    'exports',
    'devices',
    'certificates',
  ]) {
    await open(page, path, 'For administrators');
    await page.getByText('Only administrators of Harbour Works use this screen.').waitFor();
  }
  for (const path of ['events', 'compliance', 'due', 'locations', 'logs', 'logs/public', 'node'])
    await loaded(page, path);
  expect(refused).toEqual([]);
  // Assets that they cannot see do not exist for them.
  await open(page, 'assets', 'Assets');
  await page.evaluate((hash) => void (location.hash = hash), `#/${pump}`);
  await page.getByText(/assets\/.* does not exist/).waitFor();
});

it('a member who may only read is not shown how to record events or change the tracking', async () => {
  const { page } = on.visitor;
  const { login, pump, policy } = await member();
  await policy('Pump', { asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] });
  await signIn(page, login);
  await open(page, pump, 'Pump 7');
  await page.getByText('Asset created').waitFor();
  expect(await page.getByRole('link', { name: 'Record an event' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Stop tracking' }).count()).toBe(0);
  await open(page, `${pump}/record`, 'Record an event');
  await page.getByText('You cannot record events on this asset.').waitFor();
});

it('a member who may record events is shown how, until the right is withdrawn', async () => {
  const { page } = on.visitor;
  const { login, token, pump, policy } = await member();
  const { identity } = await policy('Pump', {
    asset_attributes_read: ['*'],
    behaviours: ['RecordEvidence'],
    event_arc_display_type_write: ['Inspection'],
  });
  await signIn(page, login, '');
  await titled(page, 'Harbour Works');
  await page.getByText('Record events on assets that match these policies.').waitFor();
  await open(page, pump, 'Pump 7');
  await page.getByRole('link', { name: 'Record an event' }).waitFor();
  expect(await page.getByRole('button', { name: 'Stop tracking' }).count()).toBe(0);
  const granted = async () => (await done(on.client, token, 'GET', '/v1/whoami')).granted;
  expect(await granted()).toEqual({
    behaviours: ['RecordEvidence'],
    asset_attributes_write: [],
    event_arc_display_type_write: ['Inspection'],
    shared: [],
    reads_everything: false,
  });
  await done(on.client, on.tenant.token, 'DELETE', `/iam/v1/${identity}`);
  expect(await granted()).toEqual({
    behaviours: [],
    asset_attributes_write: [],
    event_arc_display_type_write: [],
    shared: [],
    reads_everything: false,
  });
});

it('the grants of a caller do not include policies of other users', async () => {
  const { token, policy } = await member();
  await policy('Crane', { behaviours: ['Attachments'], asset_attributes_write: ['condition'] });
  await post('/iam/v1/access_policies', {
    display_name: 'Others',
    filters: [{ or: ['attributes.arc_display_type=Crane'] }],
    access_permissions: [{ user_attributes: [{ or: ['email=other@example.com'] }], behaviours: ['*'] }],
  });
  const { granted } = await done(on.client, token, 'GET', '/v1/whoami');
  expect(granted).toEqual({
    behaviours: ['Attachments'],
    asset_attributes_write: ['condition'],
    event_arc_display_type_write: [],
    shared: [],
    reads_everything: false,
  });
  expect((await done(on.client, on.tenant.token, 'GET', '/v1/whoami')).granted.behaviours).toEqual(['*']);
});

describe('what cannot be undone', () => {
  it('an asset needs a name, and is created only after a confirmation', async () => {
    const { page } = on.visitor;
    const assets = async (): Promise<any[]> => (await done(on.client, on.tenant.token, 'GET', '/v2/assets')).assets;
    await signIn(page, on.tenant);
    await open(page, 'assets/new', 'Create an asset');
    const send = page.getByRole('button', { name: 'Create', exact: true }).first();
    await send.click();
    await page.getByText('Not sent: some fields need another value.').waitFor();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    expect(await name.getAttribute('aria-invalid')).toBe('true');
    await name.fill('Pump 8');
    await page.getByRole('checkbox', { name: 'Public' }).check();
    await send.click();
    const dialog = page.getByRole('dialog', { name: 'Create “Pump 8”?' });
    await dialog.getByText('it cannot be made private').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await assets()).toEqual([]);
    await send.click();
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await titled(page, 'Pump 8');
    expect(await assets()).toHaveLength(1);

    await page.getByRole('link', { name: 'Record an event' }).click();
    await titled(page, 'Record an event');
    await page.getByRole('button', { name: 'Review and record' }).click();
    await page.getByText('must not be empty if nothing else is recorded').waitFor();
    await page.getByRole('combobox', { name: 'Type', exact: true }).fill('Inspection');
    await page.getByRole('button', { name: 'Review and record' }).click();
    await page.getByRole('dialog').getByText('Anyone can read the events of Pump 8.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Record' }).click();
    await titled(page, 'Inspection');
  });
});

describe('the search of assets', () => {
  it('finds words as they are typed, with the keyboard alone, and is kept in the address', async () => {
    const { page } = on.visitor;
    for (const [name, type] of [
      ['Pump 7', 'Pump'],
      ['Harbour crane', 'Crane'],
    ])
      await post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: type, serial: `s-${name}` } });
    await signIn(page, on.tenant);
    await open(page, 'assets', 'Assets');
    const names = (): Promise<string[]> => page.locator('tbody th').allInnerTexts();
    await expect.poll(names).toEqual(['Harbour crane', 'Pump 7']);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('assets:search') && asked.push(request.url()));
    await page.keyboard.press('Tab');
    for (let i = 0; i < 5 && !(await page.getByLabel('Search').evaluate((it) => it === document.activeElement)); i++)
      await page.keyboard.press('Tab');
    // All keys are typed without a pause.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.keyboard.type('HARBOUR cr');
    await page.clock.resume();
    await expect.poll(names).toEqual(['Harbour crane']);
    expect(await page.locator('tbody td[data-title=Type]').innerText()).toBe('Crane');
    expect(asked).toHaveLength(1);
    await expect.poll(() => page.url()).toContain('q=HARBOUR+cr');
    expect(await page.getByLabel('Search').inputValue()).toBe('HARBOUR cr');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('nothing');
    await page.getByText('No tracked asset that you can see has all of these words: nothing.').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect.poll(names).toHaveLength(2);
    await page.keyboard.type('pum');
    // A pause in the input can have searched its beginning first.
    await expect.poll(() => page.url()).toContain('q=pum');
    await expect.poll(names).toEqual(['Pump 7']);
    for (
      let i = 0;
      i < 20 && !(await page.getByRole('link', { name: 'Pump 7' }).evaluate((it) => it === document.activeElement));
      i++
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await titled(page, 'Pump 7');
    await page.goBack();
    await titled(page, 'Assets');
    await expect.poll(names).toEqual(['Pump 7']);
    expect(await page.getByLabel('Search').inputValue()).toBe('pum');
  });
});
