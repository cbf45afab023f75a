import { expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

it('the command palette opens screens, actions and assets by keyboard, and returns the focus', async () => {
  const { page } = on.visitor;
  const name = '<img src=x> Crane 7';
  await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { arc_display_name: name } });
  await post('/v2/locations', { display_name: 'Quay <b>4</b>', latitude: 1, longitude: 2 });
  await page.keyboard.press('Control+k');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await signIn(page, on.tenant, '');
  await titled(page, 'Harbour Works');

  const box = page.getByRole('combobox', { name: 'Screen, action or record' });
  const chosen = page.getByRole('option', { selected: true });
  await page.keyboard.press('Control+k');
  await box.waitFor();
  expect(await box.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await chosen.innerText()).toMatch(/^Overview/);
  expect(await barriersOf(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await chosen.innerText()).toMatch(/^Due/);
  expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await chosen.innerText()).toMatch(/^Sign out/);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await titled(page, 'Harbour Works');

  await page.keyboard.press('Meta+k');
  await box.fill('access create');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').allInnerTexts()).toEqual([expect.stringMatching(/^Create an access policy/)]);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => location.hash === '#/policies/new');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await open(page, 'events', 'Events');
  await page.getByRole('button', { name: 'Go to…' }).press('Enter');
  await box.fill('crane');
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('Enter');
  await titled(page, name);

  // By its identity, its place, and as what to do.
  const { assets } = (await done(on.client, on.tenant.token, 'GET', '/v2/assets')) as {
    assets: { identity: string }[];
  };
  await page.keyboard.press('Control+k');
  await box.fill(`https://evidence.example/archivist/v2/${assets[0]!.identity}`);
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([`${name}\nAsset`]);
  await box.fill('quay');
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Quay <b>4</b>\nLocation']);
  await box.fill('record crane');
  await page.getByRole('option', { name: `Record on ${name}` }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction((at) => location.hash === `#/${at}/record`, assets[0]!.identity);

  await page.keyboard.press('Control+k');
  await box.fill('nothing has this name');
  await page.getByText('Nothing found.').waitFor();
  await page.keyboard.press('Enter');
  expect(await box.isVisible()).toBe(true);
});

it('the command palette shows a member neither screens of administrators nor actions that are refused', async () => {
  const { page } = on.visitor;
  const { client_id, credentials } = await post('/iam/v1/applications', { display_name: 'Gateway' });
  await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { arc_display_name: 'Hidden crane' } });
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
  await signIn(page, { client_id, client_secret: credentials[0].secret }, '');
  await titled(page, 'Harbour Works');
  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  await options.first().waitFor();
  const titles = (await options.allInnerTexts()).join('\n');
  expect(titles).toContain('Assets');
  expect(titles).not.toMatch(/Create|Applications|People|Settings|Audit/);
  await page.getByRole('combobox').fill('Hidden crane');
  await page.getByText('Nothing found.').waitFor();
  expect(refused).toEqual([]);
});

it('Enter before the search has ended opens its first result, unless more is typed', async () => {
  const { page, context } = on.visitor;
  for (const name of ['Crane 7', 'Pump 1'])
    await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { arc_display_name: name } });
  await signIn(page, on.tenant);
  await titled(page, 'Find by file');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/v2/assets:search*', async (route) => {
    await held;
    await route.continue();
  });
  const box = page.getByRole('combobox', { name: 'Screen, action or record' });
  await page.keyboard.press('Control+k');
  await box.fill('crane');
  await page.keyboard.press('Enter');
  await page.getByText('The first result will open.').waitFor();
  await box.fill('pump');
  await page.getByText('Searching…', { exact: true }).waitFor();
  await page.keyboard.press('Enter');
  expect(await box.isVisible()).toBe(true);
  release();
  await titled(page, 'Pump 1');
});

it('the active result stays the same when other results arrive, and is the one that Enter opens', async () => {
  const { page, context } = on.visitor;
  await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { arc_display_name: 'Quay crane' } });
  for (const display_name of ['Quay 4', 'Quay 5'])
    await post('/v2/locations', { display_name, latitude: 1, longitude: 2 });
  await signIn(page, on.tenant);
  await titled(page, 'Find by file');
  let release = (): void => undefined;
  let held = Promise.resolve();
  await context.route('**/v2/assets:search*', async (route) => {
    await held;
    await route.continue();
  });
  const hold = (): void => void (held = new Promise<void>((resolve) => (release = resolve)));
  const dialog = page.getByRole('dialog');
  const [box, chosen] = [dialog.getByRole('combobox'), dialog.getByRole('option', { selected: true })];
  const locations = dialog.getByRole('option', { name: /Location$/ });
  for (const moves of [0, 1]) {
    hold();
    await page.keyboard.press('Control+k');
    await box.fill('quay');
    await locations.nth(1).waitFor();
    if (moves > 0) await page.keyboard.press('ArrowDown');
    const name = await locations.nth(moves).locator('bdi').innerText();
    expect(await chosen.locator('bdi').innerText()).toBe(name);
    release();
    await page.getByRole('option', { name: /^Quay crane/ }).waitFor();
    expect(await dialog.getByRole('option').first().innerText()).toMatch(/^Quay crane/);
    expect(await chosen.locator('bdi').innerText()).toBe(name);
    expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await titled(page, name);
  }

  // Enter that ends the composition of a word opens nothing.
  await page.keyboard.press('Control+k');
  await box.fill('overview');
  await page.getByRole('option', { name: /^Overview/ }).waitFor();
  const enter = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true };
  expect(await box.evaluate((it, of) => it.dispatchEvent(new KeyboardEvent('keydown', of)), enter)).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await titled(page, /^Quay [45]$/);
});

it('Enter before a search that fails, or before another choice, opens nothing by itself', async () => {
  const { page, context } = on.visitor;
  await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { arc_display_name: 'Quay crane' } });
  for (const display_name of ['Quay 4', 'Quay 5'])
    await post('/v2/locations', { display_name, latitude: 1, longitude: 2 });
  await signIn(page, on.tenant);
  await titled(page, 'Find by file');
  const gate = (): { promise: Promise<void>; resolve: () => void } => Promise.withResolvers<void>();
  let [locations, assets] = [gate(), gate()];
  let isLost = true;
  await context.route('**/v2/locations?*', async (route) => {
    await locations.promise;
    await route.continue();
  });
  await context.route('**/v2/assets:search*', async (route) => {
    await assets.promise;
    await (isLost ? route.abort() : route.continue());
  });
  const chosen = page.getByRole('option', { selected: true });
  const begin = async (): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('quay');
    await page.keyboard.press('Enter');
    await page.getByText('The first result will open.').waitFor();
    locations.resolve();
    await chosen.waitFor();
  };
  await begin();
  assets.resolve();
  await page.getByText('2 results').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await titled(page, 'Find by file');

  [locations, assets] = [gate(), gate()];
  isLost = false;
  await begin();
  await page.keyboard.press('ArrowDown');
  const name = await chosen.innerText();
  await page.getByText('Searching…', { exact: true }).waitFor();
  assets.resolve();
  await page.getByText('3 results').waitFor();
  expect(await chosen.innerText()).toBe(name);
  await page.keyboard.press('Enter');
  await titled(page, name.split('\n')[0]!);
});

it('all results of the palette are in the list of assets, which has the words', async () => {
  const { page } = on.visitor;
  for (let i = 0; i < 10; i++)
    await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { arc_display_name: `Crane ${i}` } });
  await signIn(page, on.tenant);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('crane');
  await page.getByRole('option', { name: 'All 10 results' }).click();
  await titled(page, 'Assets');
  expect(new URL(page.url()).hash).toBe('#/assets?q=crane');
  await expect.poll(() => page.getByRole('link', { name: /^Crane \d$/ }).count()).toBe(10);
});

it('single keys are shortcuts while no control has the focus, and can be switched off', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant, 'events');
  await titled(page, 'Events');
  const [dialog, shortcuts] = [page.getByRole('dialog'), page.getByRole('dialog', { name: 'Keyboard shortcuts' })];
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Screen, action or record' }).waitFor();
  await page.keyboard.press('?');
  expect(await page.getByRole('combobox').inputValue()).toBe('?');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await titled(page, 'Events');
  await page.getByRole('link', { name: 'Assets', exact: true }).focus();
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  expect(await dialog.count()).toBe(0);

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  await shortcuts.waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Use single keys as shortcuts' }).uncheck();
  await page.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await titled(page, 'Events');
  await page.keyboard.press('/');
  await page.keyboard.press('?');
  expect(await dialog.count()).toBe(0);
  await page.reload();
  await titled(page, 'Events');
  await page.keyboard.press('?');
  expect(await dialog.count()).toBe(0);
  // The palette has the list too.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('shortcuts');
  await page.keyboard.press('Enter');
  await shortcuts.waitFor();
  expect(await page.getByRole('checkbox').isChecked()).toBe(false);
});
