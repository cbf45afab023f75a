import { expect, it } from 'vitest';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { open, signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest({ COMPLETENESS_SECONDS: '1' });
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

it('the console verifies that no event of an asset is missing, and refuses a history without one', async () => {
  const { page, context } = on.visitor;
  const { identity } = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
  for (const type of ['Inspection', 'Repair'])
    await post(`/v2/${identity}/events`, { ...RECORD, event_attributes: { arc_display_type: type } });
  await expect
    .poll(async () => {
      const { status, text } = await on.client.call(on.tenant.token, 'GET', `/v2/${identity}:history`);
      return status === 200 && JSON.parse(text).count;
    })
    .toBe(3);
  await signIn(page, on.tenant);
  await open(page, identity, 'Pump 7');
  const verify = page.getByRole('button', { name: 'Verify that no event is missing' });
  await verify.click();
  await page.locator('.verdict.skipped', { hasText: /^– Complete .*3 events, 3 shown, 0 hidden from you/ }).waitFor();
  await page.locator('.answer.skipped', { hasText: '– Whose log: not checked' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);

  // An operator who leaves an event out.
  await context.route('**/*:history', async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, count: 2, events: json.events.toSpliced(1, 1) } });
  });
  await verify.click();
  await page.getByText('The proof is not valid: the step “map” failed.').waitFor();
  await context.unroute('**/*:history');

  // A service that shows the complete history of another asset.
  const other = await post('/v2/assets', { attributes: { arc_display_name: 'Pump 8' } });
  await context.route('**/*:history', (route) =>
    route.continue({ url: route.request().url().replace(identity, other.identity) }),
  );
  await expect
    .poll(async () => (await on.client.call(on.tenant.token, 'GET', `/v2/${other.identity}:history`)).status)
    .toBe(200);
  await verify.click();
  await page.getByText('The history is not of the asset that the console shows.').waitFor();
  await context.unroute('**/*:history');

  // An asset whose events no entry of the log covers yet.
  await context.route('**/*:history', (route) => route.fulfill({ status: 404, json: { code: 5, message: '' } }));
  await verify.click();
  await page.getByText('The log does not yet cover the events of this asset. Try again in a minute.').waitFor();
});
