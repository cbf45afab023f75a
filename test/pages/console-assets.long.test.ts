import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { namedAs, upload } from '../support/blobs.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { open, signIn, titled, record as sent } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { stripes } from './support/furnish.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const asset = (name: string, type: string, more: object = {}): Promise<any> =>
  post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: type, ...more } });
const address = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);
const names = (page: Page): Promise<string[]> => page.locator('tbody th a').allInnerTexts();

it('the list of assets shows the picture, the last event and the compliance of each, and sorts by name', async () => {
  const { page } = on.visitor;
  const blob = await upload(on.client, on.tenant.token, stripes(20, 20), { name: 'a.png' });
  await asset('Zebra crossing', 'Crossing', { arc_primary_image: namedAs(blob, { arc_file_name: 'a.png' }) });
  const pump = await asset('Pump 7', 'Pump');
  await asset('Anchor', 'Crossing');
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  await expect.poll(() => names(page)).toEqual(['Anchor', 'Pump 7', 'Zebra crossing']);
  // Without rules there is nothing to say about compliance.
  expect(await page.getByRole('columnheader', { name: 'Compliance' }).count()).toBe(0);
  await expect
    .poll(() => page.locator('tbody img').evaluateAll((all: HTMLImageElement[]) => all.map((img) => img.naturalWidth)))
    .toEqual([20]);
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'Inspected',
    description: '',
    event_display_type: 'Inspection',
    time_period_seconds: '86400',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
  });
  await open(page, 'events', 'Events');
  await open(page, 'assets', 'Assets');
  await page.getByRole('row', { name: 'Pump 7' }).getByText('✗ not compliant').waitFor();
  await page.getByRole('row', { name: 'Anchor' }).getByText('no rule').waitFor();
  await post(`/v2/${pump.identity}/events`, { ...RECORD, event_attributes: { arc_display_type: 'Inspection' } });
  await page.getByLabel('Sort by').selectOption('at_time');
  await expect.poll(() => names(page)).toEqual(['Pump 7', 'Anchor', 'Zebra crossing']);
  await page.getByRole('row', { name: 'Pump 7' }).getByText('✓ compliant').waitFor();
  await page.getByLabel('Sort by').selectOption('DISPLAY_NAME');
  await expect.poll(() => names(page)).toEqual(['Anchor', 'Pump 7', 'Zebra crossing']);
  expect(address(page)).toBe('#/assets?order=DISPLAY_NAME');
  expect(await barriersOf(page)).toEqual([]);
});

it('filters are chips that the address has, and can be saved in the browser and removed from it', async () => {
  const { page } = on.visitor;
  await asset('Pump 7', 'Pump');
  await asset('Crane 1', 'Crane');
  const old = await asset('Crane 2', 'Crane');
  await post(`/v2/${old.identity}/events`, { operation: 'StopTracking', behaviour: 'Builtin' });
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  await page.getByRole('link', { name: 'Crane', exact: true }).click();
  await expect.poll(() => names(page)).toEqual(['Crane 1']);
  expect(address(page)).toContain('"name":"arc_display_type","op":"=","value":"Crane"');
  await page.getByRole('button', { name: 'Include no longer tracked' }).click();
  await expect.poll(() => names(page)).toEqual(['Crane 2', 'Crane 1']);
  expect(address(page)).toContain('tracked=ANY');
  expect(await page.getByRole('button', { name: 'Include no longer tracked' }).getAttribute('aria-pressed')).toBe(
    'true',
  );
  await page.getByText('Saved filters').click();
  await page.getByRole('button', { name: 'Save the filters' }).click();
  await page.getByText('Give the filters a name.').waitFor();
  await page.getByLabel('Name of the filters').fill('All cranes');
  await page.getByRole('button', { name: 'Save the filters' }).click();
  await page.getByRole('link', { name: 'All cranes' }).waitFor();
  await page.getByRole('button', { name: 'Remove the filter: Type is Crane' }).click();
  await expect.poll(() => names(page)).toEqual(['Crane 2', 'Crane 1', 'Pump 7']);
  await page.getByRole('button', { name: 'Only no longer tracked' }).click();
  await expect.poll(() => names(page)).toEqual(['Crane 2']);
  await page.getByRole('button', { name: 'Public', exact: true }).click();
  await page.getByText('No assets found.').waitFor();

  // The filters are there again after a reload, and not in another tenancy.
  await page.reload();
  await titled(page, 'Assets');
  await page.getByText('Saved filters (1)').click();
  await page.getByRole('link', { name: 'All cranes' }).click();
  await expect.poll(() => names(page)).toEqual(['Crane 2', 'Crane 1']);
  const kept = await page.evaluate(() => Object.entries(localStorage));
  expect(kept.map(([key]) => key)).toEqual([`filters ${on.tenant.tenant_identity}`]);
  expect(JSON.stringify(kept)).not.toContain(on.tenant.client_secret);
  await page.getByRole('button', { name: 'Remove the saved filter All cranes' }).click();
  await page.getByRole('link', { name: 'All cranes' }).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

it('saved filters that are not valid do not break the screen', async () => {
  const { page } = on.visitor;
  await asset('Pump 7', 'Pump');
  await signIn(page, on.tenant);
  for (const text of ['{', '{"a":1}', '[null,{"name":1},{"name":"<b>x</b>","query":"filters=nonsense"}]']) {
    await page.evaluate(
      ([key, value]) => localStorage.setItem(key!, value!),
      [`filters ${on.tenant.tenant_identity}`, text],
    );
    await open(page, 'events', 'Events');
    await open(page, 'assets', 'Assets');
    await expect.poll(() => names(page)).toEqual(['Pump 7']);
  }
  await page.getByText('Saved filters (1)').click();
  await page.getByRole('link', { name: '<b>x</b>' }).click();
  await expect.poll(() => names(page)).toEqual(['Pump 7']);
});

it('the list is saved as CSV that a spreadsheet cannot take for formulas, with a bound that it names', async () => {
  const { page, context } = on.visitor;
  await asset('Pump, "7"', 'Pump', { formula: '=HYPERLINK("https://evil.example")', level: '-4.5' });
  await asset('Crane', 'Crane', { notes: [{ a: 'b' }] });
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all as CSV' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('assets.csv');
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFidentity,tracked,public,confirmation_status,at_time,tenant_identity,arc_display_name,arc_display_type,' +
      'formula,level,notes',
  );
  expect(lines[1]).toMatch(/^assets\/.*,Crane,Crane,,,"\[\{""a"":""b""\}\]"$/);
  expect(lines[2]).toMatch(/,"Pump, ""7""",Pump,"'=HYPERLINK\(""https:\/\/evil\.example""\)",-4\.5,$/);
  await page.getByText('Saved 2 records as assets.csv.').waitFor();
  // A list that never ends.
  await context.route('**/v2/assets?*page_size=500*', async (route) => {
    const { assets } = await done(on.client, on.tenant.token, 'GET', '/v2/assets');
    const many = Array.from({ length: 2600 }, () => ({ ...assets[0], attributes: {} }));
    await route.fulfill({ json: { assets: many, next_page_token: 'more' } });
  });
  const saving2 = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all as JSON' }).click();
  expect(JSON.parse(readFileSync(await (await saving2).path(), 'utf8'))).toHaveLength(10_000);
  await page
    .getByText('Saved the first 10000 records as assets.json. A file has at most 10000; there are more.')
    .waitFor();
});

it('all shown assets can be selected when the rights on each of them are known', async () => {
  const { page, context } = on.visitor;
  const application = await post('/iam/v1/applications', { display_name: 'Gateway' });
  await post('/iam/v1/access_policies', {
    display_name: 'Inspectors',
    filters: [{ or: ['attributes.arc_display_type=*'] }],
    access_permissions: [
      {
        user_attributes: [{ or: [`subject=${application.client_id}`] }],
        asset_attributes_read: ['*'],
        event_arc_display_type_read: ['*'],
        behaviours: ['RecordEvidence'],
        event_arc_display_type_write: ['Inspection'],
      },
    ],
  });
  const late = (await asset('A', 'Pump')).identity;
  await asset('B', 'Pump');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route(`**/v1/whoami?*${late.split('/')[1]}*`, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, { client_id: application.client_id, client_secret: application.credentials[0].secret });
  await open(page, 'assets', 'Assets');
  await page.getByRole('checkbox', { name: 'Select B' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select all shown' }).count()).toBe(0);
  release();
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByText('2 selected').waitFor();
});

it('an event is recorded on the selected assets in one request, and refused ones stay selected', async () => {
  const { page, context } = on.visitor;
  for (const name of ['A', 'B', 'C']) await asset(name, 'Pump');
  const refused = (await asset('D', 'Pump')).identity;
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('checkbox', { name: 'Select B' }).uncheck();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Record an event on the selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record an event on 3 assets' });
  // The problem has the focus as soon as it is shown, and does not take it from a field later.
  const problemHasFocus = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const isShown = (): void => {
          const problem = document.querySelector('dialog .problem');
          if (problem) resolve(problem === document.activeElement);
        };
        new MutationObserver(isShown).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await dialog.getByRole('button', { name: 'Review and record' }).click();
  await dialog.getByText('must not be empty if nothing else is recorded').waitFor();
  expect(await problemHasFocus).toBe(true);
  // Enter moves on to the next field.
  const batches: string[] = [];
  page.on('request', (request) => request.url().endsWith('/events:batch') && batches.push(request.url()));
  await dialog.getByLabel('Type').fill('Inspection');
  await page.keyboard.press('Enter');
  await expect.poll(() => dialog.getByLabel('Description').evaluate((it) => it === document.activeElement)).toBe(true);
  expect(batches).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a change' }).click();
  await dialog.getByLabel('Name 1').fill('condition');
  await dialog.getByLabel('Value 1').fill('good');
  expect(await barriersOf(page)).toEqual([]);
  // The first response is lost: the second attempt must not record again. One asset no longer exists for the caller.
  let lost = false;
  await context.route('**/events:batch', async (route) => {
    const postData = route.request().postData()!.replace(refused, 'assets/00000000-0000-4000-8000-000000000000');
    if (lost) return route.continue({ postData });
    lost = true;
    await route.fetch({ postData });
    return route.abort();
  });
  expect(await sent(page)).toMatch(/Assets\s+[ACD], [ACD], [ACD]\s+Type\s+Inspection/);
  await dialog.getByText('The service could not be reached').waitFor();
  await sent(page);
  const outcome = page.getByRole('dialog', { name: 'Recorded 2 events' });
  await outcome.getByText('Not recorded on 1, which stay selected:').waitFor();
  expect(await outcome.getByRole('listitem').innerText()).toContain('D');
  await outcome.getByRole('button', { name: 'Close' }).click();
  await page.getByText('1 selected').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Select D' }).isChecked()).toBe(true);
  const { assets } = await done(on.client, on.tenant.token, 'GET', '/v2/assets');
  expect(assets.map(({ attributes }: any) => [attributes.arc_display_name, attributes.condition])).toEqual([
    ['D', undefined],
    ['C', 'good'],
    ['B', undefined],
    ['A', 'good'],
  ]);
  const { events } = await done(on.client, on.tenant.token, 'GET', `/v2/${assets[3].identity}/events`);
  expect(events).toHaveLength(2);
});
