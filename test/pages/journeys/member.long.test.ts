import { expect } from 'vitest';
import { done } from '../../support/sharing.ts';
import { journeys, type Journey } from './support/journey.ts';

const journey = journeys();

/** Creates assets, and a member whom a policy lets see them and record inspections. */
async function member({ client, tenant }: Journey) {
  const post = (path: string, body: object): Promise<any> => done(client, tenant.token, 'POST', path, body);
  const application = await post('/iam/v1/applications', { display_name: 'Gateway' });
  const { client_id } = application;
  const assets: string[] = [];
  for (const [name, type] of [
    ['Pump 7', 'Pump'],
    ['Crane 1', 'Crane'],
    ['Crane 2', 'Crane'],
  ])
    assets.push(
      (await post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: type } })).identity,
    );
  const policy = await post('/iam/v1/access_policies', {
    display_name: 'Inspectors',
    filters: [{ or: ['attributes.arc_display_type=*'] }],
    access_permissions: [
      {
        user_attributes: [{ or: [`subject=${client_id}`] }],
        asset_attributes_read: ['*'],
        event_arc_display_type_read: ['*'],
        behaviours: ['RecordEvidence'],
        event_arc_display_type_write: ['Inspection'],
      },
    ],
  });
  return {
    login: { client_id, client_secret: application.credentials[0].secret },
    assets,
    withdraw: () => done(client, tenant.token, 'DELETE', `/iam/v1/${policy.identity}`),
  };
}

journey('a member searches, filters, saves the filters, and records on several assets', async (on) => {
  const { by, client, tenant, person, signIn, screen, check } = on;
  const { login } = await member(on);
  const page = await person();
  await signIn(page, login);
  await by.go(page, 'Assets');
  await screen(page, 'Assets');
  const names = (): Promise<string[]> => page.locator('tbody th a').allInnerTexts();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await by.fill(search, 'pump');
  await expect.poll(names).toEqual(['Pump 7']);
  expect(page.url()).toContain('q=pump');
  await by.fill(search, '');
  await expect.poll(names).toEqual(['Crane 2', 'Crane 1', 'Pump 7']);
  await by.press(page.getByRole('link', { name: 'Crane', exact: true }).first());
  await expect.poll(names).toEqual(['Crane 2', 'Crane 1']);
  await by.choose(page.getByLabel('Sort by'), 'Name');
  await expect.poll(names).toEqual(['Crane 1', 'Crane 2']);
  await by.press(page.getByText('Saved filters'));
  await by.fill(page.getByLabel('Name of the filters'), 'All cranes');
  await by.press(page.getByRole('button', { name: 'Save the filters' }));
  await page.getByRole('link', { name: 'All cranes' }).waitFor();
  await check(page);
  await by.press(page.getByRole('button', { name: 'Remove the filter: Type is Crane' }));
  await expect.poll(names).toEqual(['Crane 1', 'Crane 2', 'Pump 7']);
  await by.press(page.getByRole('link', { name: 'All cranes' }));
  await expect.poll(names).toEqual(['Crane 1', 'Crane 2']);

  await by.tick(page.getByRole('checkbox', { name: 'Select all shown' }));
  await by.press(page.getByRole('button', { name: 'Record an event on the selected' }));
  const dialog = page.getByRole('dialog', { name: 'Record an event on 2 assets' });
  await by.fill(dialog.getByLabel('Type'), 'Inspection');
  await check(page);
  await by.press(dialog.getByRole('button', { name: 'Review and record' }));
  const review = page.getByRole('dialog', { name: 'Record this event on 2 assets?' });
  await review.waitFor();
  await check(page);
  await by.press(review.getByRole('button', { name: 'Record on 2 assets' }));
  const outcome = page.getByRole('dialog', { name: 'Recorded 2 events' });
  await by.press(outcome.getByRole('button', { name: 'Close' }));
  await outcome.waitFor({ state: 'detached' });
  // The focus is back on the list. The search keeps the filter.
  await by.fill(search, 'pump');
  await page.getByText('No asset with these filters has all of these words: pump.').waitFor();
  await check(page);
  await by.press(page.getByRole('button', { name: 'Remove the filter: Type is Crane' }));
  await expect.poll(names).toEqual(['Pump 7']);
  const { events } = await done(client, tenant.token, 'GET', '/v2/assets/-/events?operation=Record');
  expect(events).toHaveLength(2);
});

journey('a member reads why an action is refused, and whom to ask', async (on) => {
  const { by, client, tenant, person, signIn, screen, check } = on;
  const { login, withdraw } = await member(on);
  const page = await person();
  await signIn(page, login);
  await by.go(page, 'Assets');
  await screen(page, 'Assets');
  expect(await page.getByRole('link', { name: 'Create an asset' }).count()).toBe(0);
  await by.press(page.getByRole('link', { name: 'Pump 7' }));
  await screen(page, 'Pump 7');
  expect(await page.getByRole('button', { name: 'Stop tracking' }).count()).toBe(0);
  await by.press(page.getByRole('link', { name: 'Record an event' }));
  await screen(page, 'Record an event');
  // The policy lets them record inspections only.
  await by.fill(page.getByRole('combobox', { name: 'Type', exact: true }), 'Repair');
  const record = async (): Promise<void> => {
    await by.press(page.getByRole('button', { name: 'Review and record' }));
    await by.press(page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }));
  };
  await record();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toMatch(
    /^Not sent: your access policies do not let you record events of the type Repair\./,
  );
  await check(page);
  await by.fill(page.getByRole('combobox', { name: 'Type', exact: true }), 'Inspection');
  await withdraw();
  await record();
  await alert.waitFor();
  await check(page);
  expect((await done(client, tenant.token, 'GET', '/v2/assets/-/events?operation=Record')).events).toEqual([]);
  await by.go(page, 'Assets');
  await screen(page, 'Assets');
  await page.getByText('No assets found that you can see. Ask an administrator of Harbour Works').waitFor();
  await page.goto(`${on.service.at}/console/#/settings`);
  await screen(page, 'For administrators');
  await page.getByText('Only administrators of Harbour Works use this screen. Ask one of them').waitFor();
});
