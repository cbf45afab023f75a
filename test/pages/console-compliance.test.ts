import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

/** A service of its own: the test runs its jobs. */
const on = consoleTest({});
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

const asset = (name: string, type: string, more: object = {}) =>
  post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: name, arc_display_type: type, ...more },
  });

it('the list shows what is not compliant and due, by rule and at an earlier time, and is saved as CSV', async () => {
  const { page } = on.visitor;
  const crane = await asset('=Heavy crane', 'Crane', { weight: '60' });
  const pump = await asset('Pump 1', 'Pump');
  await asset('Light crane', 'Crane', { weight: '10' });
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: 'Light enough',
    asset_filter: [{ or: ['attributes.arc_display_type=Crane'] }],
    richness_assertions: [{ or: ['weight<=40'] }],
  });
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'Inspected',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
    event_display_type: 'Inspection',
    time_period_seconds: String(40 * 86_400),
  });
  await post(`/v2/${pump.identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Inspection' },
    timestamp_declared: new Date(Date.now() - 35 * 86_400_000).toISOString(),
  });
  await signIn(page, on.tenant, '');
  await titled(page, 'Harbour Works');
  await page.getByText('Not yet evaluated.').waitFor();
  await on.service.cron('* * * * *');
  // One click from anywhere.
  await page.getByRole('navigation').getByRole('link', { name: 'Due', exact: true }).click();
  await titled(page, 'Due');
  const rows = page.locator('tbody tr');
  await rows.nth(1).waitFor();
  expect(await rows.count()).toBe(2);
  await rows.nth(0).getByRole('link', { name: '=Heavy crane', exact: true }).waitFor();
  await rows.nth(0).getByText('✗ not compliant').waitFor();
  await rows.nth(0).getByText('weight<=40 fails: weight is 60').waitFor();
  await rows.nth(1).getByText('in 4 days').waitFor();
  await rows.nth(1).getByText('an administrator').waitFor();
  await page.getByText(/^Evaluated up to/).waitFor();
  expect(await barriersOf(page)).toEqual([]);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all as CSV' }).click();
  const csv = await readFile(await (await saving).path(), 'utf8');
  expect(csv).toContain(`${crane.identity},'=Heavy crane,Crane,Light enough,no,weight<=40 fails: weight is 60,`);
  expect(csv.trimEnd().split('\r\n')).toHaveLength(3);

  await page.getByLabel('Rule', { exact: true }).selectOption({ label: 'Inspected' });
  await rows.filter({ hasText: 'Heavy crane' }).waitFor({ state: 'detached' });
  await rows.filter({ hasText: 'Pump 1' }).waitFor();
  expect(await rows.count()).toBe(1);
  await page.getByLabel('Show', { exact: true }).selectOption({ label: 'Not compliant' });
  await page.getByText('Nothing is due.').waitFor();
  await page.getByLabel('Rule', { exact: true }).selectOption({ label: 'All rules' });
  await rows.filter({ hasText: 'Heavy crane' }).waitFor();
  // Beside a search and its other filters.
  await open(page, 'assets', 'Assets');
  await page.getByRole('button', { name: 'Not compliant' }).click();
  const found = page.locator('tbody th a');
  await expect.poll(() => found.allInnerTexts()).toEqual(['=Heavy crane']);
  await page.getByLabel('Search', { exact: true }).fill('light');
  await page.getByText('No asset with these filters has all of these words: light.').waitFor();
  expect(page.url()).toContain('compliance=failing');
  await page.getByRole('button', { name: 'Not compliant' }).click();
  await expect.poll(() => found.allInnerTexts()).toEqual(['Light crane']);
  await open(page, 'due', 'Due');
  // Before all of this, there was nothing.
  await page.getByLabel('As of (empty: now)').fill('2026-01-01T12:00');
  await page.getByText('Nothing is due.').waitFor();
  await page.goBack();
  await open(page, '', 'Harbour Works');
  const summary = page.getByRole('region', { name: 'Compliance' });
  await summary.getByRole('link', { name: 'Pump 1' }).waitFor();
  expect(await summary.locator('dd').allInnerTexts()).toEqual(['1', '1', '3']);
});

it('a tenancy without rules sees how to add one', async () => {
  const { page } = on.visitor;
  await asset('Pump 7', 'Pump');
  await signIn(page, on.tenant);
  await open(page, 'due', 'Due');
  await page.getByText('No rules yet.').waitFor();
});

it('a list that the service refuses can be read again', async () => {
  const { page, context } = on.visitor;
  await asset('Heavy crane', 'Crane');
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: 'Light enough',
    richness_assertions: [{ or: ['weight<=40'] }],
  });
  await on.service.cron('* * * * *');
  const path = '**/v1/compliance/assets?**';
  await context.route(path, (route) => route.fulfill({ status: 429, json: { message: 'too many requests' } }));
  await signIn(page, on.tenant, 'due');
  await page.getByRole('alert').filter({ hasText: 'too many requests' }).waitFor();
  await context.unroute(path);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Heavy crane', exact: true }).waitFor();
});
