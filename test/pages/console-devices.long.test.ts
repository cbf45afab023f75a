import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBus, type Bus } from '../../tools/azure/bus.ts';
import { fleet } from '../../tools/azure/devices.ts';
import { startHub, type Hub } from '../../tools/azure/hub.ts';
import { vector } from '../support/certificates.ts';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { confirmed, open, signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { PAYLOADS } from './support/payloads.ts';

const vars: Record<string, string> = {};
let hub: Hub;
let bus: Bus;
beforeAll(async () => {
  hub = await startHub({});
  bus = await startBus({ queues: ['devices'] });
  Object.assign(hub, { devices: fleet(3) });
  vars['AZURE_ALLOWED_HOSTS'] = `${hub.host},${bus.host}`;
});
afterAll(async () => {
  await hub?.close();
  await bus?.close();
});
const on = consoleTest(vars);
const get = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

it('devices are imported from a hub, and the import is shown until it is deleted', async () => {
  const { page } = on.visitor;
  await post('/v2/locations', { display_name: 'Quay 4', latitude: 1, longitude: 2 });
  await signIn(page, on.tenant);
  await open(page, 'devices', 'Devices');
  await page.getByText('No imports yet.').waitFor();
  const form = page.getByRole('form', { name: 'Import from an IoT hub' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Pumps');
  await form.getByLabel('Connection string of the hub').fill('HostName=elsewhere.example');
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await form.getByRole('alert').waitFor();
  await form.getByLabel('Connection string of the hub').fill(hub.connectionString);
  await form.getByLabel('Location of the assets').selectOption({ label: 'Quay 4' });
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  const row = page.locator('tbody tr').filter({ hasText: 'Pumps' });
  await row.getByText('Finished').waitFor();
  expect(await row.locator('td[data-title=Devices]').innerText()).toBe('3');
  expect(await form.getByLabel('Connection string of the hub').inputValue()).toBe('');
  expect((await get('/v2/assets')).assets).toHaveLength(3);
  await page.getByRole('button', { name: 'Delete Pumps' }).click();
  await page.getByRole('dialog').locator('button.danger').click();
  await page.getByText('No imports yet.').waitFor();
  expect((await get('/v2/assets')).assets).toHaveLength(3);
});

it('the locations to choose from are loading, or failed and are asked for again', async () => {
  const { page } = on.visitor;
  await post('/v2/locations', { display_name: 'Quay 5', latitude: 1, longitude: 2 });
  const answer = Promise.withResolvers<void>();
  await page.route(
    /\/v2\/locations\b/,
    async (route) => {
      await answer.promise;
      await route.fulfill({ status: 500, json: { code: 13, message: 'internal error', details: [] } });
    },
    { times: 1 },
  );
  await signIn(page, on.tenant);
  await page.evaluate(() => void (location.hash = '#/devices'));
  const form = page.getByRole('form', { name: 'Import from an IoT hub' });
  await form.getByText('Loading…').waitFor();
  expect(await form.getByLabel('Location of the assets').count()).toBe(0);
  answer.resolve();
  await form.getByText('internal error').waitFor();
  await form.getByRole('button', { name: 'Try again' }).click();
  await form.getByLabel('Location of the assets').selectOption({ label: 'Quay 5' });
});

it('a source is added with its state and deleted, and hostile texts are shown as text', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'devices', 'Devices');
  const form = page.getByRole('form', { name: 'Add a message-bus source' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('<img src=x onerror=__ran()>');
  await form.getByRole('textbox', { name: 'Queue' }).fill('devices');
  await form.getByLabel('Connection string of the namespace').fill(bus.connectionString);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .getByRole('cell', { name: /onnected/ })
    .or(page.getByRole('cell', { name: 'Connecting' }))
    .first()
    .waitFor();
  for (const name of PAYLOADS.slice(0, 20))
    await post('/v2/iothubgdr', { display_name: name.slice(0, 128), secret: hub.connectionString });
  await page.getByRole('button', { name: 'Refresh the states' }).click();
  await open(page, 'certificates', 'TLS CA certificates');
  await open(page, 'devices', 'Devices');
  await page.getByText(PAYLOADS[0]!.slice(0, 128), { exact: true }).waitFor();
  expect(await page.locator('main :is(img, svg, script, iframe)').count()).toBe(0);
  expect(await page.evaluate(() => (window as { __ran?: unknown }).__ran)).toBeUndefined();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete <img' }).click();
  await page.getByRole('dialog').locator('button.danger').click();
  await page.getByText('No sources yet.').waitFor();
});

it('a TLS CA certificate is added from a file and deleted, and a wrong one is rejected', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'certificates', 'TLS CA certificates');
  await page.getByText('No certificates yet.').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Plant CA');
  await page.getByRole('textbox', { name: 'Certificate' }).fill(vector('leaf'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .getByText(/is not a CA certificate/)
    .first()
    .waitFor();
  await page
    .getByLabel('Or read it from a file')
    .setInputFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(vector('P-256')) });
  await expect.poll(() => page.getByRole('textbox', { name: 'Certificate' }).inputValue()).toContain('BEGIN');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.locator('tbody tr').filter({ hasText: 'Plant CA' });
  await row.getByText('Details').last().click();
  const [made] = (await get('/v1/tlscacertificates')).tlscacertificates;
  await row.getByText(made.fingerprint_sha256, { exact: true }).waitFor();
  await confirmed(page, 'Delete Plant CA');
  await page.getByText('No certificates yet.').waitFor();
});
