import { afterAll, beforeAll, expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { attemptsOf, newAsset, newEvent, newWebhook } from '../webhooks/support/hooks.ts';
import { startReceiver, type Receiver } from '../webhooks/support/receiver.ts';
import { barriersOf } from './support/axe.ts';
import { confirmed, open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const vars: Record<string, string> = {};
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  vars['WEBHOOK_ALLOWED_HOSTS'] = receiver.host;
});
afterAll(() => receiver?.disappear());
const on = consoleTest(vars);
const get = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);

it('a webhook is created with a secret that is shown once, tested, and receives an event again', async () => {
  const { page } = on.visitor;
  await done(on.client, on.tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'Before' } });
  await signIn(page, on.tenant);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await titled(page, 'Webhooks');
  await page.getByText('No webhooks yet.').waitFor();
  await page.getByRole('link', { name: 'Create a webhook' }).click();
  await titled(page, 'Create a webhook');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Maintenance');
  await page.getByRole('textbox', { name: 'Address' }).fill('http://not-allowed.example/x');
  await page.getByLabel('On behalf of').selectOption({ label: 'Administrator' });
  await page.getByLabel('Filters').fill('operation=Record\n\n');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('textbox', { name: 'Address' }).getAttribute('aria-invalid')).toBe('true');
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await titled(page, 'Created Maintenance');
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Copy: Secret' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('link', { name: /I have saved it/ }).click();
  await titled(page, 'Maintenance');
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Send a test' }).click();
  const rows = page.locator('tbody tr');
  await rows.filter({ hasText: 'Test' }).getByText('Delivered').waitFor();
  expect(await rows.filter({ hasText: 'Test' }).getByRole('button').count()).toBe(0);

  const [webhook] = (await get('/v1/webhooks')).webhooks;
  expect(webhook.filters).toEqual(['operation=Record']);
  const asset = await newAsset(on.client, on.tenant);
  await newEvent(on.client, on.tenant, asset, 'Inspection');
  await expect.poll(async () => (await attemptsOf(on.client, on.tenant, webhook)).length).toBe(2);
  await open(page, 'webhooks', 'Webhooks');
  await page.getByRole('link', { name: 'Maintenance' }).click();
  await titled(page, 'Maintenance');
  await page.getByRole('button', { name: /^Send again the event of/ }).click();
  await page.getByText('The delivery is queued.').waitFor();
  await expect.poll(() => rows.filter({ hasText: 'Delivered' }).count()).toBe(3);
  await page.getByText('The delivery is queued.').waitFor({ state: 'detached' });
  expect(await barriersOf(page)).toEqual([]);
});

it('a webhook says why the service has disabled it, and is enabled, rotated, changed and deleted', async () => {
  const { page } = on.visitor;
  receiver.respond((_received, response) => void response.writeHead(410).end());
  const { identity } = await newWebhook(on.client, on.tenant, receiver, { filters: [] });
  await done(on.client, on.tenant.token, 'POST', `/v1/${identity}:test`);
  await newEvent(on.client, on.tenant, await newAsset(on.client, on.tenant), 'Inspection');
  await expect.poll(async () => (await get(`/v1/${identity}`)).enabled).toBe(false);
  await signIn(page, on.tenant);
  await open(page, 'webhooks', 'Webhooks');
  await page.getByText('Disabled by the service: the receiver responded with 410 (Gone)').waitFor();
  await open(page, identity, 'Receiver');
  await page.getByText('Disabled by the service: the receiver responded with 410 (Gone)').waitFor();
  receiver.respond();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('Enabled', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Disabled by an administrator').waitFor();

  await confirmed(page, 'Rotate the secret');
  expect(await page.getByRole('textbox', { name: 'Secret' }).inputValue()).toMatch(/^whsec_/);
  await page.getByText('signs too until').waitFor();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renamed');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Renamed' }).waitFor();
  expect((await get(`/v1/${identity}`)).display_name).toBe('Renamed');

  await page.getByLabel('All events since').fill('2026-01-01T00:00');
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again', exact: true }).click();
  await page.getByText('The events are sent again.').waitFor();

  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await get('/v1/webhooks')).webhooks).toHaveLength(1);
  await confirmed(page, 'Delete the webhook');
  await titled(page, 'Webhooks');
  await page.getByText('No webhooks yet.').waitFor();
});
