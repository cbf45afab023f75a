import { expect, it } from 'vitest';
import { RECORD } from '../support/record.ts';
import { done, importSubject } from '../support/sharing.ts';
import { newTenant, tokenOf } from '../support/service.ts';
import { loaded, open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const get = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);

it('assets with a position are on a map with links, and the address keeps the view and filters', async () => {
  const { page } = on.visitor;
  const away: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(on.service.at)) away.push(request.url());
  });
  const quay = await post('/v2/locations', { display_name: 'Quay 4', latitude: 51.95, longitude: 4.05 });
  const asset = (name: string, attributes: object) =>
    post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: 'Pump', ...attributes } });
  await asset('Pump at home', { arc_home_location_identity: quay.identity });
  await asset('Pump beside it', { arc_gis_lat: '51.951', arc_gis_lng: '4.051' });
  await asset('Pump far away', { arc_gis_lat: '-33.9', arc_gis_lng: '18.4' });
  await asset('Pump somewhere', { arc_gis_lat: '95', arc_gis_lng: '<b>' });
  await post('/v2/assets', { attributes: { arc_display_name: 'Crane', arc_gis_lat: '0', arc_gis_lng: '0' } });
  await signIn(page, on.tenant);
  const filters = JSON.stringify([[{ name: 'arc_display_type', op: '=', value: 'Pump' }]]);
  await loaded(page, `assets?${new URLSearchParams({ filters })}`);
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByText('3 of 4 assets on the map. 1 asset has no position that you can see.').waitFor();
  await page.reload();
  await titled(page, 'Assets');
  await page.getByRole('img', { name: /^Map with 3 assets/ }).waitFor();
  expect(await page.locator('.map .point').count()).toBe(2);
  expect(await page.getByRole('link', { name: 'Crane' }).count()).toBe(0);
  // By keyboard: the assets of a point that stands for two.
  await page.getByText('2 assets near 51.95° N, 4.05° E').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await titled(page, /^Pump (at home|beside it)$/);
  await page.goBack();
  await titled(page, 'Assets');
  await page.getByRole('link', { name: 'Pump far away' }).waitFor();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('table').waitFor();
  expect(new URL(page.url()).hash).toBe(`#/assets?${new URLSearchParams({ filters })}`);
  expect(away).toEqual([]);
});

it('the map names the locations of assets that have no position of their own', async () => {
  const { page } = on.visitor;
  const home = async (display_name: string, latitude: number): Promise<string> =>
    (await post('/v2/locations', { display_name, latitude, longitude: 4.05 })).identity;
  const [quay, depot, far] = [await home('Quay 4', 51.95), await home('Depot', 51.96), await home('Santos', -24)];
  for (const arc_home_location_identity of [quay, quay, depot, far])
    await post('/v2/assets', { attributes: { arc_display_name: 'Pump', arc_home_location_identity } });
  await signIn(page, on.tenant);
  await loaded(page, 'assets?view=map');
  await page.getByText('3 assets at Depot; Quay 4').waitFor();
});

it('arrow keys step through the states of an asset, and the last one is the present', async () => {
  const { page } = on.visitor;
  const asset = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7', condition: 'new' } });
  for (const condition of ['worn', 'repaired'])
    await post(`/v2/${asset.identity}/events`, {
      ...RECORD,
      event_attributes: { arc_display_type: condition === 'worn' ? 'Inspection' : 'Repair' },
      asset_attributes: { condition },
    });
  await signIn(page, on.tenant);
  await open(page, asset.identity, 'Pump 7');
  const slider = page.getByRole('slider', { name: 'Step through its events' });
  await slider.focus();
  const shown = page.locator('section[aria-labelledby=attributes] dl');
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Event 3 of 3: Repair, /);
  await page.keyboard.press('ArrowLeft');
  await shown.getByText('worn').waitFor();
  await page.getByText('You see the asset as it was at').waitFor();
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^Event 2 of 3: Inspection, /);
  await page.keyboard.press('Home');
  await shown.getByText('new', { exact: true }).waitFor();
  expect(await slider.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.reload();
  await titled(page, 'Pump 7');
  await shown.getByText('new', { exact: true }).waitFor();
  expect(await slider.inputValue()).toBe('0');
  await slider.focus();
  await page.keyboard.press('End');
  await shown.getByText('repaired').waitFor();
  expect(new URL(page.url()).hash).toBe(`#/${asset.identity}`);
});

it('the slider stops at every event of a batch, and says which, when declared and when accepted', async () => {
  const { page } = on.visitor;
  const asset = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 3', condition: '0' } });
  const events = Array.from({ length: 8 }, (_, i) => ({
    asset_identity: asset.identity,
    ...RECORD,
    timestamp_declared: `2026-03-${String(i + 1).padStart(2, '0')}T09:00:00Z`,
    event_attributes: { arc_display_type: `Check ${i + 1}` },
    asset_attributes: { condition: String(i + 1) },
  }));
  const { results } = await post('/v2/assets/-/events:batch', { events });
  const accepted: string[] = results.map((each: any) => each.event.timestamp_accepted);
  // Events of the same millisecond are what the slider once took for one.
  expect(new Set(accepted.map((time) => Date.parse(time))).size).toBeLessThan(8);
  await signIn(page, on.tenant);
  await open(page, asset.identity, 'Pump 3');
  const slider = page.getByRole('slider', { name: 'Step through its events' });
  expect(await slider.getAttribute('max')).toBe('8');
  await slider.focus();
  const condition = page.locator('dl[aria-label=Attributes]').getByText(/^\d+$/);
  const texts: string[] = [];
  for (let step = 7; step >= 1; step--) {
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => condition.innerText()).toBe(String(step));
    expect(new URLSearchParams(page.url().split('?')[1]).get('at')).toBe(accepted[step - 1]);
    texts.push((await slider.getAttribute('aria-valuetext'))!);
    expect(texts.at(-1)).toMatch(
      new RegExp(`^Event ${step + 1} of 9: Check ${step}, declared ${step} Mar 2026, 09:00 UTC, accepted `),
    );
  }
  // Neighbours differ in what they say about the time.
  const times = texts.map((text) => text.slice(text.indexOf('accepted')));
  expect(times.filter((time, i) => i > 0 && time === times[i - 1])).toEqual([]);
});

it('a location is shared with a partner and with users, and no longer', async () => {
  const { page } = on.visitor;
  const partner = await newTenant(on.service, 'Quarry & Sons');
  const { identity: subject } = await importSubject(on.client, { of: partner, into: on.tenant, name: 'Quarry' });
  const application = await post('/iam/v1/applications', { display_name: 'Gateway' });
  const { client_id } = application;
  const quay = await post('/v2/locations', { display_name: 'Quay 4', latitude: 51.95, longitude: 4.05 });
  const readers = async () => (await get(`/v2/${quay.identity}/permissions`)).permissions.subject_identities;
  await signIn(page, on.tenant);
  await open(page, quay.identity, 'Quay 4');
  await page.getByRole('checkbox', { name: /^Administrators of Quarry/ }).check();
  await page.getByLabel('Choose: Users of your tenancy').selectOption({ label: 'Gateway (application)' });
  const update = page.getByRole('button', { name: 'Update the readers' });
  await update.click();
  await page.getByText('Not sent').or(page.getByText('add “subject=')).first().waitFor();
  await page.getByRole('button', { name: 'Add to: Users of your tenancy' }).click();
  await update.click();
  await page.getByText('Saved.').waitFor();
  expect(new Set(await readers())).toEqual(new Set([subject, `subject=${client_id}`]));
  const token = await tokenOf(on.service, client_id, application.credentials[0].secret);
  expect((await on.client.call(token, 'GET', `/v2/${quay.identity}`)).status).toBe(200);
  await page.reload();
  await titled(page, 'Quay 4');
  await page.getByRole('button', { name: 'Remove Gateway (application) from: Users of your tenancy' }).click();
  await page.getByRole('checkbox', { name: /^Administrators of Quarry/ }).uncheck();
  await update.click();
  await page.getByText('Saved.').waitFor();
  expect(await readers()).toEqual([]);
  expect((await on.client.call(token, 'GET', `/v2/${quay.identity}`)).status).toBe(404);
});

it('the entries that need attention lead to the screens where one acts', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/iam/v1/applications', { display_name: 'Receiver' });
  const hook = await post('/v1/webhooks', {
    display_name: 'Night shift',
    url: 'https://hooks.example.com/',
    application: identity,
    enabled: false,
  });
  await signIn(page, on.tenant, '');
  await page.getByRole('link', { name: 'The webhook Night shift is disabled.' }).click();
  await titled(page, 'Night shift');
  expect(new URL(page.url()).hash).toBe(`#/${hook.identity}`);
});
