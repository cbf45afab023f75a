import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { PAYLOADS } from './support/payloads.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const asset = (name: string, type: string, more: object = {}): Promise<any> =>
  post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: type, ...more } });
const place = (display_name: string): Promise<any> =>
  post('/v2/locations', { display_name, description: '', latitude: 1, longitude: 1 });

const address = (page: Page): string => decodeURIComponent(new URL(page.url()).hash).replaceAll('+', ' ');
const names = (page: Page): Promise<string[]> => page.locator('tbody th a').allInnerTexts();
const reasons = (page: Page): Promise<string[]> =>
  page
    .locator('td[data-title="Found in"]')
    .evaluateAll((cells) =>
      cells.map((cell) =>
        [...cell.querySelectorAll('li')].map((it) => it.innerText.replaceAll(/\s+/g, ' ')).join('; '),
      ),
    );
const search = (page: Page, words: string): Promise<void> => page.getByLabel('Search', { exact: true }).fill(words);

it('a search keeps the filters, which are in the address, and says why each asset was found', async () => {
  const { page } = on.visitor;
  const yard = await place('Hamburg Yard');
  const depot = await place('Depot <b>');
  const at = (home: any): object => ({ arc_home_location_identity: home.identity });
  await asset('Pump 7', 'Pump', { ...at(yard), maker: 'Acme' });
  await asset('Pump 8', 'Pump', { ...at(depot), maker: 'Acme' });
  await asset('Crane 1', 'Crane', { ...at(yard), arc_description: 'lifts the pump' });
  const lamp = await asset('Lamp', 'Lamp', { note: 'hamburg' });
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  await page.getByRole('combobox', { name: 'Location' }).selectOption('Hamburg Yard');
  await expect.poll(() => names(page)).toEqual(['Crane 1', 'Pump 7']);
  await search(page, 'pump');
  await expect.poll(() => names(page)).toEqual(['Pump 7', 'Crane 1']);
  expect(await reasons(page)).toEqual(['Name', 'Description lifts the pump']);
  expect(address(page)).toContain('q=pump&filters=[[{"name":"arc_home_location_identity"');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Pump');
  await expect.poll(() => names(page)).toEqual(['Pump 7']);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect(await barriersOf(page)).toEqual([]);
  }
  // The address has all of it.
  await page.reload();
  await titled(page, 'Assets');
  await expect.poll(() => names(page)).toEqual(['Pump 7']);
  await page.getByRole('button', { name: 'Remove the filter: Home location is Hamburg Yard' }).click();
  await expect.poll(() => names(page)).toEqual(['Pump 8', 'Pump 7']);
  await search(page, '');
  await expect.poll(() => names(page)).toEqual(['Pump 8', 'Pump 7']);
  await search(page, 'lamp');
  await page.getByText('No asset with these filters has all of these words: lamp.').waitFor();
  await page.getByRole('link', { name: 'Search without the filters' }).click();
  await expect.poll(() => names(page)).toEqual(['Lamp']);

  // By the name of a place, alone and with other words; an asset that has the words itself comes first, and once.
  await search(page, 'hamburg');
  await expect.poll(() => names(page)).toEqual(['Lamp', 'Crane 1', 'Pump 7']);
  expect(await reasons(page)).toEqual(['note hamburg', 'Home location Hamburg Yard', 'Home location Hamburg Yard']);
  await search(page, 'acme yard');
  await expect.poll(() => names(page)).toEqual(['Pump 7']);
  expect(await reasons(page)).toEqual(['maker Acme; Home location Hamburg Yard']);
  // By identity, also as an address.
  const uuid = lamp.identity.slice('assets/'.length);
  const label = `https://evidence.example/a/${uuid}/01/09506000134352/21/17`;
  for (const text of [lamp.identity, uuid, `https://evidence.example/console/#/${lamp.identity}`, label]) {
    await search(page, text);
    await expect.poll(() => names(page)).toEqual(['Lamp']);
    await page.locator('td[data-title="Found in"]').getByText('Identity').waitFor();
  }
  // Columns that were chosen are there again after a reload.
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Location' }).check();
  await page.getByRole('checkbox', { name: 'Serial number' }).check();
  await page.reload();
  await titled(page, 'Assets');
  await search(page, 'yard');
  await page.getByRole('row', { name: 'Pump 7' }).getByRole('link', { name: 'Hamburg Yard' }).waitFor();
  await page.getByRole('columnheader', { name: 'Serial number' }).waitFor();
  await page.getByText('Columns', { exact: true }).click();
  expect(await barriersOf(page)).toEqual([]);
  for (const name of ['Location', 'Serial number']) await page.getByRole('checkbox', { name }).uncheck();
  await page.getByRole('columnheader', { name: 'Location' }).waitFor({ state: 'detached' });
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await search(page, 'assets/00000000-0000-4000-8000-000000000000');
  await page.getByText('No tracked asset that you can see has all of these words').waitFor();
  // A filter of an address that cannot be, beside words.
  const wrong = JSON.stringify([[{ name: 'a.b.c', op: '=', value: '1' }]]);
  await page.evaluate((filters) => {
    location.hash = `#/assets?${new URLSearchParams({ q: 'lamp', filters }).toString()}`;
  }, wrong);
  await page.getByRole('alert').getByText('The filter of “a.b.c” must name an attribute').waitFor();
  await page.getByRole('button', { name: 'Remove the filter: a.b.c is 1' }).click();
  await expect.poll(() => names(page)).toEqual(['Lamp']);
  // One that is no longer tracked, by its identity and by its words.
  const tracking = { operation: 'StopTracking', behaviour: 'Builtin' };
  await post(`/v2/${lamp.identity}/events`, tracking);
  for (const text of [lamp.identity, 'lamp']) {
    await search(page, text);
    await page.getByText('No tracked asset that you can see has all of these words').waitFor();
  }
  await page.getByRole('link', { name: 'Include no longer tracked' }).click();
  await expect.poll(() => names(page)).toEqual(['Lamp']);
});

it('a search with typing errors proposes what was probably meant, and hostile words are text', async () => {
  const { page } = on.visitor;
  await place('Rotterdam');
  await asset('Excavator 12', 'Excavator', { maker: 'Liebherr' });
  await asset(PAYLOADS[0]!, 'Other', { maker: PAYLOADS[1]! });
  const away: string[] = [];
  page.on('request', (request) => request.url().startsWith(on.service.at) || away.push(request.url()));
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  await search(page, 'excavater libeherr');
  await page.getByRole('link', { name: 'excavator liebherr', exact: true }).click();
  await expect.poll(() => names(page)).toEqual(['Excavator 12']);
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('excavator liebherr');
  await search(page, 'roterdam');
  await page.getByRole('link', { name: 'rotterdam', exact: true }).waitFor();
  await search(page, 'zeppelin');
  await page.getByText('No tracked asset that you can see has all of these words: zeppelin.').waitFor();
  expect(await page.getByText('Did you mean').count()).toBe(0);
  for (const text of PAYLOADS.slice(0, 12)) {
    await search(page, text.slice(0, 100));
    await expect
      .poll(() => new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('q'))
      .toBe(text.slice(0, 100).trim());
  }
  await search(page, 'script ran');
  await expect.poll(() => names(page)).toEqual([PAYLOADS[0]]);
  expect(await page.evaluate(() => (window as { __ran?: unknown }).__ran)).toBeUndefined();
  expect(away).toEqual([]);
});
