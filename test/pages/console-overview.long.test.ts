import { expect, it } from 'vitest';
import { barriersOf } from './support/axe.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const asset = (name: string, type: string): Promise<any> =>
  post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: type } });
const inspected = (identity: string, more: object = {}): Promise<any> =>
  post(`/v2/${identity}/events`, { ...RECORD, event_attributes: { arc_display_type: 'Inspection' }, ...more });
const DAY = 86_400_000;
const section = (title: string) => on.visitor.page.getByRole('region', { name: title });

it('the overview shows events per day, types, compliance, the newest events and the state of the log', async () => {
  const { page } = on.visitor;
  const pump = await asset('Pump 7', 'Pump');
  await asset('Pump 8', 'Pump');
  await asset("O'Hara's crane", "Crane 'A'");
  await inspected(pump.identity);
  for (let i = 0; i < 2; i++)
    await inspected(pump.identity, { timestamp_declared: new Date(Date.now() - 3 * DAY).toISOString() });
  // Too long ago for the chart.
  await inspected(pump.identity, { timestamp_declared: new Date(Date.now() - 30 * DAY).toISOString() });
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'Pumps are inspected each day',
    description: '',
    event_display_type: 'Inspection',
    time_period_seconds: '86400',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
  });
  await signIn(page, on.tenant, '');
  await titled(page, 'Harbour Works');
  const days = section('Events per day');
  await days.getByRole('img', { name: /^6 events in the last 14 days, most on .* \(4\)\.$/ }).waitFor();
  await days.getByText('As a table').click();
  const rows = (await days.getByRole('row').allInnerTexts()).map((text) => text.split(/\s+/).at(-1));
  expect(rows).toEqual(['Events', '4', '0', '0', '2', ...Array.from({ length: 10 }, () => '0')]);
  const types = section('Assets by type');
  await types.getByText('3 tracked assets.').waitFor();
  expect((await types.getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'Pump 2',
    "Crane 'A' 1",
  ]);
  const compliance = section('Compliance');
  // A job evaluates it, which has not run: test/pages/console-compliance.test.ts.
  await compliance.getByText(/Not yet evaluated|Not all assets|not all assets/).waitFor();
  const newest = section('Newest events');
  await newest.getByRole('link', { name: 'Pump 7' }).first().waitFor();
  await newest.getByRole('link', { name: 'Inspection' }).first().waitFor();
  await section('Log and anchors').getByText('Events that failed').waitFor();
  expect(await barriersOf(page)).toEqual([]);

  // The links lead to the lists that the numbers count.
  await days.getByRole('row').nth(4).getByRole('link').click();
  await titled(page, 'Events');
  await page.getByText('2 of 2').waitFor();
  await open(page, '', 'Harbour Works');
  await section('Assets by type').getByRole('link', { name: "Crane 'A'" }).click();
  await titled(page, 'Assets');
  await page.getByText('1 of 1').waitFor();
});

it('the overview names what needs attention, and nothing when there is nothing', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant, '');
  await section('Needs attention').getByText('Nothing.', { exact: true }).waitFor();
  await post('/v1/invites', { email: 'ada@example.com' });
  const { identity } = await post('/iam/v1/applications', { display_name: 'Gateway' });
  await post('/v1/webhooks', {
    display_name: 'Maintenance',
    url: 'https://maintenance.example.com/hook',
    application: identity,
    enabled: false,
  });
  await open(page, 'assets', 'Assets');
  await open(page, '', 'Harbour Works');
  const concerns = section('Needs attention');
  await concerns.getByText('The webhook Maintenance is disabled.').waitFor();
  await concerns.getByRole('link', { name: 'ada@example.com has not accepted the invite.' }).click();
  await titled(page, 'People');
});

it('the overview reads a bounded number of pages, and says what it has not counted', async () => {
  const { page, context } = on.visitor;
  for (const name of ['A', 'B', 'C']) await asset(name, 'Pump');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/archivist/') && asked.push(request.url()));
  // The sample is a page of two assets, and days have more events than the service counts.
  await context.route('**/v2/assets?*order_by=at_time*', async (route) => {
    const address = new URL(route.request().url());
    address.searchParams.set('page_size', '2');
    await route.continue({ url: address.href });
  });
  await context.route('**/v2/assets/-/events?*timestamp_declared_since=*', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'x-total-count': '501', 'x-total-count-truncated': 'true' };
    const json = { ...(await response.json()), next_page_token: 'more' };
    await route.fulfill({ response, headers, json });
  });
  await signIn(page, on.tenant, '');
  await section('Assets by type').getByText('The types are those of the 2 assets that were changed last.').waitFor();
  await section('Assets by type').getByRole('listitem').getByText('3', { exact: true }).waitFor();
  await section('Events per day').getByText('does not count further').waitFor();
  await page.getByText('Loading…', { exact: true }).first().waitFor({ state: 'detached' });
  expect(asked.length).toBeLessThan(50);
});
