import { expect, it } from 'vitest';
import { tokenOf } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { confirmed, loaded, open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const get = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);

it('a location is created by a click on the map, changed and deleted, without requests to other origins', async () => {
  const { page } = on.visitor;
  const away: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(on.service.at)) away.push(request.url());
  });
  await signIn(page, on.tenant);
  await page.getByRole('link', { name: 'Locations' }).click();
  await titled(page, 'Locations');
  await page.getByText('No locations yet.').waitFor();
  await page.getByRole('link', { name: 'Create a location' }).click();
  await titled(page, 'Create a location');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Quay 4');
  await page.getByRole('textbox', { name: 'Latitude' }).fill('91');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('textbox', { name: 'Latitude' }).getAttribute('aria-invalid')).toBe('true');
  const map = page.getByRole('img', { name: 'Map of the world' });
  const { width, height } = (await map.boundingBox())!;
  // Three quarters of the width are 90 degrees east. The map begins at 85 degrees north and has 150 degrees.
  await map.click({ position: { x: width * 0.75, y: height / 2 } });
  expect(Number(await page.getByRole('textbox', { name: 'Longitude' }).inputValue())).toBeCloseTo(90, -0.5);
  expect(Number(await page.getByRole('textbox', { name: 'Latitude' }).inputValue())).toBeCloseTo(10, -0.5);
  await page.getByRole('textbox', { name: 'Latitude' }).fill('51.95');
  await page.getByRole('textbox', { name: 'Longitude' }).fill('4.05');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Quay 4' }).waitFor();
  await page.getByText('51.95° N, 4.05° E').waitFor();
  const [made] = (await get('/v2/locations')).locations;
  expect(made).toMatchObject({ display_name: 'Quay 4', latitude: 51.95, longitude: 4.05 });

  await page.getByText('No assets that you can see.').waitFor();
  await post('/v2/assets', { attributes: { arc_display_name: 'Crane', arc_home_location_identity: made.identity } });
  await post('/v2/assets', { attributes: { arc_display_name: 'Elsewhere' } });
  await loaded(page, made.identity);
  await page.getByRole('link', { name: 'Crane' }).waitFor();
  expect(await page.getByRole('link', { name: 'Elsewhere' }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Description' }).fill('Container cranes');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect((await get(`/v2/${made.identity}`)).description).toBe('Container cranes');

  await open(page, 'locations', 'Locations');
  // The only point is in the middle.
  await page.getByRole('img', { name: 'Map with 1 location' }).click();
  await titled(page, 'Quay 4');
  await confirmed(page, 'Delete the location');
  await titled(page, 'Locations');
  expect((await get('/v2/locations')).locations).toEqual([]);
  expect(away).toEqual([]);
});

it('a member sees shared locations without the actions of administrators', async () => {
  const { page } = on.visitor;
  const place = (name: string) => post('/v2/locations', { display_name: name, latitude: '-33.9', longitude: '-18.4' });
  const shared = await place('Shared');
  await place('Hidden');
  const application = await post('/iam/v1/applications', { display_name: 'Member' });
  const { client_id } = application;
  await done(on.client, on.tenant.token, 'PATCH', `/v2/${shared.identity}/permissions`, {
    subject_identities: [`subject=${client_id}`],
  });
  const client_secret = application.credentials[0].secret;
  await tokenOf(on.service, client_id, client_secret);
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await signIn(page, { client_id, client_secret });
  await loaded(page, 'locations');
  await page.getByRole('link', { name: 'Shared' }).click();
  await titled(page, 'Shared');
  await page.getByText('33.9° S, 18.4° W').waitFor();
  await page.getByText('No assets that you can see.').waitFor();
  expect(await page.getByRole('button', { name: /Save|Delete/ }).count()).toBe(0);
  await open(page, 'locations', 'Locations');
  expect(await page.getByText('Hidden').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Create a location' }).count()).toBe(0);
  await open(page, 'locations/new', 'Create a location');
  await page.getByText('Only administrators of Harbour Works create locations.').waitFor();
  expect(refused).toEqual([]);
});
