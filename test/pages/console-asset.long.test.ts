import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { namedAs, upload } from '../support/blobs.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { loaded, open, signIn, record as sent } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { stripes } from './support/furnish.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const record = (identity: string, event_attributes: object, asset_attributes: object, more: object = {}) =>
  post(`/v2/${identity}/events`, { ...RECORD, event_attributes, asset_attributes, ...more });
const item = (name: string) => on.visitor.page.getByRole('article', { name });
/** Waits until a part has its only picture, which is read once it is on the screen: parts above can still move it. */
const pictured = (part: Locator) =>
  expect
    .poll(async () => {
      await part.scrollIntoViewIfNeeded();
      return part.locator('img.picture:visible').count();
    })
    .toBe(1);
const lines = async (name: string) =>
  (await item(name).locator('dl[aria-label="What changed"] > *').allInnerTexts()).map((text) => text.trim());

const OCTOBER = '2026-10-01T12:00:00Z';

/** The number of pages that a page prints on A4. */
const printedPages = async (page: Page): Promise<number> =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

/** Waits until the log has an event of the tenancy. */
const logged = (identity: string) =>
  expect.poll(async () => (await on.client.call(on.tenant.token, 'GET', `/v2/${identity}:proof`)).status, {}).toBe(200);

it("a file of an event can be the asset's picture, and the timeline names locations and repeats", async () => {
  const { page } = on.visitor;
  const { identity: home } = await post('/v2/locations', { display_name: 'Quay 4', latitude: 52, longitude: 4 });
  const { identity } = await post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: 'Pump 7', arc_home_location_identity: home, condition: 'new' },
  });
  await record(identity, { arc_display_type: 'Check' }, { condition: 'new' });
  await signIn(page, on.tenant);
  await open(page, `${identity}/record`, 'Record an event');
  await page.getByRole('combobox', { name: 'Type', exact: true }).fill('Inspection');
  await page.getByLabel('Files', { exact: true }).setInputFiles([
    { name: 'pump.png', mimeType: 'image/png', buffer: stripes(20, 20) },
    { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('a list') },
  ]);
  await page.getByRole('button', { name: 'Remove list.txt' }).waitFor();
  expect(await page.getByRole('button', { name: /as the picture$/ }).allInnerTexts()).toEqual([
    'Use pump.png as the picture',
  ]);
  await page.getByRole('button', { name: 'Use pump.png as the picture' }).click();
  await page.getByText('arc_primary_image').waitFor({ state: 'attached' });
  expect(await page.getByRole('button', { name: /as the picture$/ }).count()).toBe(0);
  await sent(page);
  await page.getByRole('heading', { level: 1, name: 'Inspection' }).waitFor();
  await page.getByRole('link', { name: 'Pump 7' }).click();
  await item('Inspection').getByRole('link', { name: 'Picture: pump.png' }).waitFor();
  await pictured(item('Inspection'));
  await expect
    .poll(() => lines('Asset created'))
    .toEqual(['Name', 'Pump 7', 'Home location', 'Quay 4', 'condition', 'new']);
  await expect.poll(() => lines('Check')).toEqual(['condition', 'new (as before)']);
});

it('the timeline shows who, where, the picture, and each change with the value before', async () => {
  const { page } = on.visitor;
  const blob = await upload(on.client, on.tenant.token, stripes(20, 20), { name: 'a.png' });
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7', condition: 'new' } });
  await record(
    identity,
    {
      arc_display_type: 'Inspection',
      arc_description: 'All is well',
      arc_gis_lat: '52.2',
      arc_gis_lng: '0.1',
      arc_primary_image: namedAs(blob, { arc_file_name: 'a.png' }),
    },
    { condition: 'good', arc_serial_number: 's-1' },
    { principal_declared: { issuer: 'job', subject: 'bob', display_name: 'Bob', email: '' } },
  );
  // It happened before the inspection, and was accepted after it.
  await record(
    identity,
    { arc_display_type: 'Repair' },
    { condition: 'worn' },
    { timestamp_declared: '2026-01-05T10:00:00Z' },
  );
  await signIn(page, on.tenant);
  await open(page, identity, 'Pump 7');
  await expect.poll(() => lines('Repair')).toEqual(['condition', 'good → worn']);
  await expect.poll(() => lines('Inspection')).toEqual(['Serial number', 'none → s-1', 'condition', 'new → good']);
  expect(await lines('Asset created')).toEqual(['Name', 'Pump 7', 'condition', 'new']);
  const inspection = (await item('Inspection').innerText()).replaceAll(/\s+/g, ' ');
  expect(inspection).toContain('By Bob recorded by Administrator · at 52.2, 0.1');
  expect(inspection).toContain('All is well');
  await pictured(item('Inspection'));
  expect(await page.getByRole('article').count()).toBe(3);
  // What is confirmed needs no word.
  expect(await page.locator('dl[aria-label="At a glance"]').getByText('confirmed').count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  // Beside the events on a desktop, not below them.
  const boxes = await Promise.all(
    ['Compliance', 'Events'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
  );
  expect(boxes[0]!.x).toBeGreaterThan(boxes[1]!.x + boxes[1]!.width);
});

it('the history is grouped by day, and shows one type of event with its files', async () => {
  const { page } = on.visitor;
  const [photo, list] = [
    await upload(on.client, on.tenant.token, stripes(20, 20), { name: 'gauge.png' }),
    await upload(on.client, on.tenant.token, Buffer.from('a list'), { name: 'list.txt' }),
  ];
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  const on5 = { timestamp_declared: '2026-01-05T10:00:00Z' };
  const files = {
    gauge: namedAs(photo, { arc_file_name: 'gauge.png' }),
    list: namedAs(list, { arc_file_name: 'l.txt' }),
  };
  const { identity: checked } = await record(identity, { arc_display_type: 'Check', ...files }, {}, on5);
  await record(identity, { arc_display_type: 'Repair' }, {}, on5);
  await signIn(page, on.tenant);
  await open(page, identity, 'Pump 7');
  const titles = () => page.getByRole('article').locator('h4').allInnerTexts();
  await expect.poll(titles).toEqual(['Asset created', 'Repair', 'Check']);
  const days = await page.locator('h3.day').allInnerTexts();
  expect(days).toEqual([expect.stringMatching(/^\w+day, \d+ \w+ \d{4}$/), 'Monday, 5 Jan 2026']);
  await page.getByLabel('Show', { exact: true }).selectOption('Check');
  await expect.poll(titles).toEqual(['Check']);
  expect(page.url()).toContain('?type=Check');
  await pictured(item('Check').locator('.file-line'));
  await item('Check').getByText('File: l.txt').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.reload();
  await expect.poll(titles).toEqual(['Check']);
  await item('Check').getByRole('link', { name: 'Check', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Check' }).waitFor();
  const shown = page.getByRole('region', { name: 'Files' });
  await shown.locator('img.picture').waitFor();
  expect(await shown.getByRole('button', { name: /^Download/ }).allInnerTexts()).toEqual([
    'Download gauge.png',
    'Download l.txt',
  ]);
  expect(page.url()).toContain(checked);
  expect(await barriersOf(page)).toEqual([]);
});

it('an event is corrected by another one, and both name each other', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  const wrong = await record(identity, { arc_display_type: 'Inspection' }, {}, { timestamp_declared: OCTOBER });
  // Of another asset, which is not the subject of a correction here.
  const other = await post('/v2/assets', { attributes: { arc_display_name: 'Crane' } });
  await record(other.identity, { arc_display_type: 'Lie', arc_corrects_event_identity: wrong.identity }, {});
  await signIn(page, on.tenant);
  await open(page, wrong.identity, 'Inspection');
  await page.getByRole('link', { name: 'Record a correction' }).click();
  await page.getByRole('heading', { level: 1, name: 'Record a correction' }).waitFor();
  await page.getByText(/it corrects Inspection of 1 Oct 2026, .* which stays as it is/).waitFor();
  await page.getByLabel('Description').fill('It was pump 8');
  expect(await sent(page)).toContain('Inspection of 1 Oct 2026');
  await page.getByText('It was pump 8').first().waitFor();
  const facts = page.locator('dl[aria-label="Record"]');
  await facts.locator('dt', { hasText: 'Corrects' }).waitFor();
  const { events } = await done(on.client, on.tenant.token, 'GET', `/v2/${identity}/events`);
  expect(events[0]).toMatchObject({
    event_attributes: { arc_display_type: 'Inspection', arc_corrects_event_identity: wrong.identity },
    timestamp_declared: expect.stringMatching(/^2026-10-01T12:00:00/),
  });
  // The corrected event is as it was, and names its correction.
  expect(events[1]).toMatchObject({ identity: wrong.identity, event_attributes: { arc_display_type: 'Inspection' } });
  await facts.getByRole('link', { name: 'Inspection' }).click();
  await facts.locator('dt', { hasText: 'Corrected by' }).waitFor();
  expect(await facts.getByRole('link', { name: 'Inspection' }).count()).toBe(1);
  expect(await facts.getByText('Lie').count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  await open(page, identity, 'Pump 7');
  const corrected = page.getByRole('article').filter({ hasText: 'Corrected by' });
  const link = corrected.getByRole('paragraph').filter({ hasText: 'Corrected by' }).getByRole('link');
  expect(await link.getAttribute('href')).toBe(`#/${events[0].identity}`);
  expect([await corrected.count(), await page.getByText('Lie', { exact: true }).count()]).toEqual([1, 0]);
});

it('the asset is shown as it was, and the form stays for a time at which it did not exist', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7', condition: 'new' } });
  const [{ timestamp_accepted: created }] = (await done(on.client, on.tenant.token, 'GET', `/v2/${identity}/events`))
    .events;
  await record(identity, { arc_display_type: 'Repair' }, { condition: 'worn' });
  await signIn(page, on.tenant);
  await open(page, identity, 'Pump 7');
  const attributes = page.locator('dl[aria-label=Attributes]');
  await attributes.getByText('worn').waitFor();
  const field = page.getByLabel('Show the asset as it was at');
  // The time in the address is exact, that of the field has seconds.
  await open(page, `${identity}?at=${created}`, 'Pump 7');
  await page.getByText('You see the asset as it was at').waitFor();
  await attributes.getByText('new', { exact: true }).waitFor();
  expect(await attributes.getByText('worn').count()).toBe(0);
  expect(await field.inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/);
  await field.fill('2001-01-01T00:00:05');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page
    .getByText(/^Nothing about this asset was recorded until 1 Jan 2001, 00:00:05 .*nothing is shown/)
    .waitFor();
  // Nothing of today.
  expect(await page.getByText('worn').count()).toBe(0);
  expect(await page.getByRole('article').count()).toBe(0);
  expect(await page.getByRole('region', { name: 'Compliance' }).count()).toBe(0);
  expect(await field.inputValue()).toBe('2001-01-01T00:00:05');
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show by declared time (as stated, not proven)' }).click();
  await page.getByText('No event of this asset declares 1 Jan 2001, 00:00:05').waitFor();
  await page.getByRole('button', { name: 'Back to now' }).click();
  await attributes.getByText('worn').waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(page.url()).not.toContain('?at=');
  await field.fill('2200-01-01T00:00');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByText('This time has not come yet.').waitFor();
  expect(page.url()).not.toContain('?at=');
});

it('the past view is of one moment in all of its parts, and leads back to now', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/v2/assets', {
    attributes: { arc_display_name: 'Lifebuoy', arc_display_type: 'Lifebuoy', weight: '9' },
  });
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: 'Light enough',
    asset_filter: [{ or: ['attributes.arc_display_type=Lifebuoy'] }],
    richness_assertions: [{ or: ['weight<=5'] }],
  });
  const events = async (): Promise<any[]> =>
    (await done(on.client, on.tenant.token, 'GET', `/v2/${identity}/events`)).events;
  await record(identity, { arc_display_type: 'Inspection' }, { condition: 'good' });
  const [{ timestamp_accepted: at }] = await events();
  await record(identity, { arc_display_type: 'Repair' }, { weight: '4', arc_display_name: 'Lifebuoy 2' });
  await signIn(page, on.tenant);
  await open(page, identity, 'Lifebuoy 2');
  const glance = page.locator('dl[aria-label="At a glance"]');
  await glance.getByText('✓ compliant').waitFor();
  await open(page, `${identity}?at=${at}`, 'Lifebuoy');
  await glance.getByText('✗ not compliant').waitFor();
  await page.getByRole('region', { name: 'Compliance' }).getByText('Not compliant').waitFor();
  await page.locator('dl[aria-label=Attributes]').getByText('9', { exact: true }).waitFor();
  await expect
    .poll(() => page.getByRole('article').locator('h4').allInnerTexts())
    .toEqual(['Inspection', 'Asset created']);
  await expect
    .poll(() => glance.locator('div', { hasText: 'Last recorded' }).locator('time').getAttribute('datetime'))
    .toBe(at);
  // Actions and policies of now are not in it.
  for (const now of ['Record an event', 'Stop tracking', 'Access policies that match'])
    expect(await page.getByText(now, { exact: true }).count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Back to now' }).click();
  await page.getByRole('heading', { level: 1, name: 'Lifebuoy 2' }).waitFor();
  await glance.getByText('✓ compliant').waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(3);
});

it('an imported history is shown by declared time, as stated and not proven', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/v2/assets', {
    attributes: { arc_display_name: 'Forklift 5', condition: 'now' },
    timestamp_declared: '2026-01-05T10:00:00Z',
  });
  for (const [month, condition] of [
    ['09', 'worn'],
    ['11', 'repaired'],
  ])
    await record(
      identity,
      { arc_display_type: `Check ${condition}` },
      { condition },
      { timestamp_declared: `2026-${month}-05T10:00:00Z` },
    );
  await record(
    identity,
    { arc_display_type: 'Delivery' },
    { serial: 's-1' },
    { timestamp_declared: '2026-02-01T10:00:00Z' },
  );
  await signIn(page, on.tenant);
  await open(page, `${identity}?at=2026-10-01T12:00:00Z`, 'Forklift 5');
  await page.getByText(/nothing is shown.*follows the time at which events were recorded here/).waitFor();
  await page.getByRole('button', { name: 'Show by declared time (as stated, not proven)' }).click();
  await page.getByText(/Their authors state these times; they are not proven/).waitFor();
  const attributes = page.locator('dl[aria-label=Attributes]');
  await attributes.getByText('worn').waitFor();
  await attributes.getByText('s-1').waitFor();
  const titles = async () => (await page.getByRole('article').locator('h4').allInnerTexts()).slice(0, 2);
  await expect.poll(titles).toEqual(['Check worn', 'Delivery']);
  expect(await page.getByRole('region', { name: 'Compliance' }).count()).toBe(0);
  expect(page.url()).toContain('by=declared');
  await page.reload();
  await attributes.getByText('worn').waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it('the proof of an event is verified in the browser, and a proof of other values is refused', async () => {
  const { page, context } = on.visitor;
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  const event = await record(identity, { arc_display_type: 'Inspection' }, { condition: 'good' });
  await logged(event.identity);
  await signIn(page, on.tenant);
  await open(page, identity, 'Pump 7');
  // One button for all events that are shown.
  const verify = page.getByRole('button', { name: 'Verify the 2 events shown' });
  await verify.click();
  await page.getByRole('status').getByText('✓ All 2 are unchanged.').waitFor();
  await item('Inspection').locator('summary', { hasText: 'Unchanged' }).click();
  await item('Inspection')
    .locator('.verdict.holds', { hasText: /^✓ Unchanged since / })
    .waitFor();
  await item('Inspection').locator('.answer.skipped', { hasText: '– Whose log: not checked' }).waitFor();
  await item('Inspection').getByText('The proof has the names and values that the console shows.').waitFor();
  expect(await barriersOf(page)).toEqual([]);

  // A service that proves something else than it shows.
  await context.route(`**/${identity}/events?*`, async (route) => {
    const json = await (await route.fetch()).json();
    for (const each of json.events) each.asset_attributes = { condition: 'forged' };
    await route.fulfill({ json });
  });
  await loaded(page, identity);
  await verify.click();
  await page.getByRole('status').getByText('✕ 2 of 2 could not be shown to be unchanged.').waitFor();
  await item('Inspection').getByText('The proof does not have the names and values that the console shows.').waitFor();
  // A proof that was changed.
  await context.route('**/*:proof', async (route) => {
    const json = await (await route.fetch()).json();
    json.event.event_attributes.arc_display_type = 'Forged';
    await route.fulfill({ json });
  });
  await verify.click();
  await item('Inspection')
    .getByText(/^✕?\s*The proof is not valid: the step “\w+” failed\.$/)
    .waitFor();

  await context.unroute('**/*:proof');
  await open(page, event.identity, 'Inspection');
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.locator('.verdict.holds', { hasText: /^✓ Unchanged since / }).waitFor();
  // A key that was compared once is kept, and identifies the log from then on.
  const { keys } = await done(
    on.client,
    on.tenant.token,
    'GET',
    `/v1/logs/${on.tenant.tenant_identity.split('/')[1]}/keys`,
  );
  const { vkey } = keys.find((key: any) => key.vkey !== undefined);
  await page.getByText('Check it', { exact: true }).click();
  await page.locator('.whose').getByText(vkey, { exact: true }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'I have compared it: keep it in this browser' }).click();
  await page
    .locator('.answer.holds', { hasText: '✓ Whose log: the log whose key was kept in this browser on' })
    .waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await page.locator('.answer.holds', { hasText: '✓ Whose log: the log whose key was kept' }).waitFor();
  await page.getByRole('button', { name: 'Forget the key that was kept in this browser' }).click();
  await page.locator('.answer.skipped', { hasText: 'Whose log: not checked' }).waitFor();
  // The key of another log.
  await page.getByText('Check it', { exact: true }).click();
  await page.getByLabel('Key of the log, from elsewhere').fill('x');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('alert').getByText('Key: vkey: must be name+keyid+base64').waitFor();
  const other = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
  await page.getByLabel('Key of the log, from elsewhere').fill(other);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('The proof is not valid: the step “checkpoint” failed.').waitFor();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the receipt' }).click();
  const receipt = await saving;
  expect(receipt.suggestedFilename()).toMatch(/^receipt-.*\.cose$/);
  expect(readFileSync(await receipt.path()).length).toBeGreaterThan(100);
});

it('an asset has a label whose QR code is its address, public or not', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/v2/assets', {
    public: true,
    attributes: { arc_display_name: 'Traffic light', arc_display_type: 'Light' },
  });
  for (let i = 0; i < 12; i++) await record(identity, { arc_display_type: `Check ${i}` }, { condition: String(i) });
  const hidden = await post('/v2/assets', { attributes: { arc_display_name: 'Safe' } });
  await signIn(page, on.tenant);
  await open(page, identity, 'Traffic light');
  const address = await page.getByRole('textbox', { name: 'Address on the label' }).inputValue();
  expect(address).toMatch(/\/a\/[0-9a-f-]{36}$/);
  await page.getByRole('button', { name: 'Show a label to print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Label' });
  await dialog.getByRole('img', { name: `QR code of ${address}` }).waitFor();
  await dialog.getByText(address, { exact: true }).waitFor();
  // The modules that are drawn are those of the code of this address.
  const { data } = encode(address, { ecc: 'M', border: 4 });
  const drawn = (await dialog.locator('svg path').getAttribute('d'))!.split('M').slice(1);
  expect(drawn.map((module) => module.replace('h1v1h-1z', ''))).toEqual(
    data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x} ${y}`] : []))),
  );
  expect(await barriersOf(page)).toEqual([]);
  // On paper there is only the label.
  await page.emulateMedia({ media: 'print' });
  const visible = (selector: string) => page.locator(selector).first().isVisible();
  expect([await visible('.label svg'), await visible('h1'), await visible('dialog button')]).toEqual([
    true,
    false,
    false,
  ]);
  // On one page, with any screen behind it.
  expect(await printedPages(page)).toBe(1);
  await page.emulateMedia({ media: 'screen' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await loaded(page, hidden.identity);
  await page.getByRole('button', { name: 'Show a label to print' }).click();
  await dialog.getByText(`/a/${hidden.identity.slice('assets/'.length)}`).waitFor();
  expect(await page.getByRole('textbox', { name: 'Public URL' }).count()).toBe(0);
});

it('labels of selected assets are printed on the sheets of shops, and nothing else is', async () => {
  const { page } = on.visitor;
  const attributes = { arc_display_name: 'Sheet pump', gtin: '9506000134352', arc_serial_number: 'BX-40.17' };
  const { identity } = await post('/v2/assets', { attributes });
  const label = await fetch(`${on.service.at}/a/${identity.slice('assets/'.length)}`, {
    headers: { accept: 'application/json' },
  });
  const at = ((await label.json()) as { address: string }).address;
  for (let i = 0; i < 22; i++) await post('/v2/assets', { attributes: { arc_display_name: `Sheet crane ${i}` } });
  await signIn(page, on.tenant);
  await open(page, 'assets?q=sheet', 'Assets');
  await page.getByRole('link', { name: 'Labels of these assets to print' }).click();
  await page.getByText('23 labels, 2 pages').waitFor();
  await page.getByRole('img', { name: `QR code of ${at}/01/09506000134352/21/BX-40.17`, exact: true }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  const printed = async (): Promise<number> =>
    (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(await printed()).toBe(2);
  await page.getByLabel('Labels already used').fill('20');
  await page.getByText('23 labels, 3 pages').waitFor();
  await page.getByLabel('Sheet', { exact: true }).selectOption({ label: 'A4, 24 labels of 70 × 37 mm (3474)' });
  await page.getByLabel('Labels already used').fill('0');
  await page.getByText('23 labels, 1 page', { exact: true }).waitFor();
  expect(await printed()).toBe(1);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('h1').isVisible()).toBe(false);
  expect(await page.locator('.sheet .qr').count()).toBe(23);
  await page.emulateMedia({ media: 'screen' });
  await open(page, 'assets?q=sheet', 'Assets');
  await page.getByRole('checkbox', { name: /Sheet pump/ }).check();
  await page.getByRole('link', { name: 'Labels of the selected' }).click();
  await page.getByText('1 label, 1 page', { exact: true }).waitFor();
});
