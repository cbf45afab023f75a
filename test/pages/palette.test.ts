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
