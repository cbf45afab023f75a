import { expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

const asset = (name: string, type: string, more: object = {}) =>
  post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: name, arc_display_type: type, ...more },
  });
const rule = (name: string, type: string, assertion: string) =>
  post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: name,
    asset_filter: [{ or: [`attributes.arc_display_type=${type}`] }],
    richness_assertions: [{ or: [assertion] }],
  });

it('assets that do not comply are listed with the rules that they do not meet, in steps and by rule', async () => {
  const { page } = on.visitor;
  const first = await asset('Heavy crane', 'Crane', { weight: '60' });
  await asset('Light crane', 'Crane', { weight: '10' });
  for (let i = 0; i < 30; i++) await asset(`Pump ${i}`, 'Pump', { weight: i === 0 ? '9' : '1' });
  await rule('Light enough', 'Crane', 'weight<=40');
  const pumps = await rule('Light pumps', 'Pump', 'weight<=5');
  let asked = 0;
  page.on('request', (request) => void (asked += Number(request.url().includes('/compliance/assets/'))));
  await signIn(page, on.tenant);
  await open(page, 'compliance', 'Compliance');
  expect(asked).toBe(0);
  await page.getByRole('link', { name: 'Assets that do not comply' }).click();
  await titled(page, 'Assets that do not comply');
  await page.getByText('25 of about 32 assets checked: none does not comply.').waitFor();
  expect(asked).toBe(25);
  await page.getByRole('button', { name: 'Check the next 25' }).click();
  await page.getByText('32 of 32 assets checked: 2 do not comply.').waitFor();
  expect(asked).toBe(32);
  expect(await page.getByRole('button', { name: /^Check the next/ }).count()).toBe(0);
  const rows = page.locator('tbody tr');
  await rows.filter({ hasText: 'Heavy crane' }).getByText('Light enough').waitFor();
  await rows.filter({ hasText: 'Pump 0' }).getByText('Light pumps').waitFor();
  await page.getByLabel('Rule', { exact: true }).selectOption({ label: 'Light enough' });
  await page.getByText('2 of 2 assets checked: 1 does not comply.').waitFor();
  await page.getByRole('link', { name: 'Heavy crane' }).click();
  await titled(page, 'Heavy crane');
  expect(page.url()).toContain(first.identity);
  await page.goBack();
  await page.getByText('2 of 2 assets checked: 1 does not comply.').waitFor();
  expect(pumps.identity).toMatch(/^compliance_policies\//);
});

it('a tenancy without rules sees how to add one, and nothing is checked', async () => {
  const { page } = on.visitor;
  await asset('Pump 7', 'Pump');
  await signIn(page, on.tenant);
  await open(page, 'compliance/assets', 'Assets that do not comply');
  await page.getByText('No rules yet.').waitFor();
  expect(await page.getByText('checked').count()).toBe(0);
});

it('a check that the service refuses can be tried again', async () => {
  const { page, context } = on.visitor;
  await asset('Heavy crane', 'Crane', { weight: '60' });
  await rule('Light enough', 'Crane', 'weight<=40');
  const path = '**/v1/compliance/assets/**';
  await context.route(path, (route) => route.fulfill({ status: 429, json: { message: 'too many requests' } }));
  await signIn(page, on.tenant, 'compliance/assets');
  // Not by `open`, which waits for a title with the focus: the message takes the focus as soon as it appears.
  const message = page.getByRole('alert').filter({ hasText: 'too many requests' });
  await expect.poll(() => message.evaluate((it) => it === document.activeElement)).toBe(true);
  await context.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 of 1 asset checked: 1 does not comply.').waitFor();
});
