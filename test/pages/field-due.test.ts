import { expect, it } from 'vitest';
import { newTenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

/** A service of its own: the tests run its jobs. */
const on = consoleTest({});
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

const newAsset = async (name: string, weight: string): Promise<string> =>
  idOf(
    (
      await post('/v2/assets', {
        behaviours: ['RecordEvidence'],
        attributes: { arc_display_name: name, arc_display_type: 'Crane', weight },
      })
    ).identity,
  );

it('due machines are listed as of a time, and can be kept and recorded on without a network', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset('Crane 1', '7');
  await newAsset('Crane 2', '3');
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: 'Light enough',
    asset_filter: [{ or: ['attributes.arc_display_type=Crane'] }],
    richness_assertions: [{ or: ['weight<=5'] }],
  });
  await on.service.cron('* * * * *');
  await page.goto(`${on.service.at}/field/#/`);
  await signIn(page, on.tenant, '');
  const due = page.getByRole('region', { name: 'Due' });
  await due.getByText(/^As of .*, for the next 7 days/).waitFor();
  const items = due.getByRole('listitem');
  expect(await items.allInnerTexts()).toEqual([
    expect.stringMatching(/^Crane 1 Crane\s+not compliant\s.*weight is 7/s),
  ]);
  expect(await barriersOf(page)).toEqual([]);
  await due.getByRole('button', { name: 'Keep these assets on this device' }).click();
  await due.getByText('1 of 1 asset kept.').waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while ((await (await caches.open('field 1')).keys()).length < 10) await new Promise((go) => setTimeout(go, 20));
  });

  await context.setOffline(true);
  await page.reload();
  await due.getByText(/^No network: as of/).waitFor();
  expect(await due.getByRole('button').count()).toBe(0);
  expect(await barriersOf(page)).toEqual([]);
  await items.getByRole('link', { name: 'Crane 1' }).click();
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('textbox', { name: 'What did you see?' }).fill('lightened');
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('status').filter({ hasText: '1 not sent yet' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('status').filter({ hasText: 'All sent' }).waitFor();
  const { events } = await done(on.client, on.tenant.token, 'GET', `/v2/assets/${uuid}/events`);
  expect(events[0].event_attributes).toEqual({ arc_description: 'lightened' });

  // Who signs in next sees nothing of it, also without a network.
  await page.goto(`${on.service.at}/field/#/`);
  await due.waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const stored = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('field');
        request.addEventListener('success', () => {
          const count = request.result.transaction('due').objectStore('due').count();
          count.addEventListener('success', () => (request.result.close(), resolve(count.result)));
        });
      }),
  );
  expect(stored).toBe(0);
  await signIn(page, await newTenant(on.service, 'Quarry & Sons'), '');
  await page.getByText('Assets that you open are kept here.').waitFor();
  expect(await page.content()).not.toContain('Crane 1');
});
