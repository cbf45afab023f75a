import { expect, it } from 'vitest';
import { RECORD } from '../support/record.ts';
import { newTenant } from '../support/service.ts';
import { done, importSubject } from '../support/sharing.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest();
const get = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

const group = (name: string) => on.visitor.page.getByRole('group', { name, exact: true });

/** Picks a name that exists, or types another one. */
async function pick(label: string, value: string, exists = true): Promise<void> {
  const list = group(label);
  if (exists) await list.getByRole('combobox').selectOption(value);
  else {
    await list.getByRole('combobox').selectOption({ label: 'Another…' });
    await list.getByRole('textbox').fill(value);
  }
  await list.getByRole('button', { name: `Add to: ${label}` }).click();
}

it('a policy is composed from what exists, and a sentence says what it grants', async () => {
  const { page } = on.visitor;
  const gateway = await post('/iam/v1/applications', { display_name: 'Gateway', custom_claims: { role: 'inspector' } });
  const asset = await post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: 'Pump 7', arc_display_type: 'Pump', weight: '40' },
  });
  await post(`/v2/${asset.identity}/events`, { ...RECORD, event_attributes: { arc_display_type: 'Inspection' } });
  await signIn(page, on.tenant);
  await open(page, 'policies/new', 'Create an access policy');
  const sentence = page.locator('.grants');
  await expect.poll(() => sentence.innerText()).toContain('the policy has no conditions on assets');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Inspectors');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  const attribute = page.getByLabel('Attribute 1.1');
  const proposed = (id: string | null): Promise<string[]> =>
    page.locator(`datalist[id="${id}"] option`).evaluateAll((all) => all.map((it) => (it as HTMLOptionElement).value));
  expect(await proposed(await attribute.getAttribute('list'))).toContain('weight');
  await attribute.fill('arc_display_type');
  expect(await proposed(await page.getByLabel('Value 1.1').getAttribute('list'))).toEqual(['Pump']);
  await page.getByLabel('Value 1.1').fill('Pump');
  await expect.poll(() => sentence.innerText()).toContain('it names nobody');
  await pick('Any of', `subject=${gateway.client_id}`);
  await pick('Any of', 'jwt_role=inspector');
  await pick('Any of', 'email=ada@example.com', false);
  await expect.poll(() => sentence.innerText()).toContain('can do nothing yet');
  await group('Asset attributes they can read').getByRole('checkbox', { name: 'All attributes' }).check();
  await pick('Event types they can read', 'Inspection');
  await pick('Event types they can record', 'Inspection');
  await expect.poll(() => sentence.innerText()).toContain('they need both an event type and a behaviour');
  // A policy that cannot work is not saved, and the reason is beside the field.
  await page.getByRole('button', { name: 'Save' }).click();
  await group('Behaviours of events they can record').getByText('choose a behaviour: without one').waitFor();
  expect((await get('/iam/v1/access_policies')).access_policies).toEqual([]);
  await pick('Behaviours of events they can record', 'RecordEvidence');
  await pick('Asset attributes they can change', 'weight');
  await expect
    .poll(() => sentence.innerText())
    .toBe(
      'On assets where Type (arc_display_type) is “Pump”, Gateway (application), all with the claim role ' +
        '“inspector” or email=ada@example.com can read all attributes, read events of the type Inspection, record ' +
        'events of the type Inspection with the behaviour Record evidence and change the attribute weight with these ' +
        'events.',
    );
  await group('Further attributes they can read').getByRole('combobox').selectOption('weight');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('add “weight”, or clear it').waitFor();
  await group('Further attributes they can read')
    .getByRole('button', { name: /^Add to/ })
    .click();
  await page.getByRole('button', { name: /^Remove weight.* from: Further attributes/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await titled(page, 'Access policies');
  const [policy] = (await get('/iam/v1/access_policies')).access_policies;
  expect(policy.access_permissions).toEqual([
    {
      subjects: [],
      user_attributes: [{ or: [`subject=${gateway.client_id}`, 'jwt_role=inspector', 'email=ada@example.com'] }],
      behaviours: ['RecordEvidence'],
      asset_attributes_read: ['*'],
      asset_attributes_write: ['weight'],
      event_arc_display_type_read: ['Inspection'],
      event_arc_display_type_write: ['Inspection'],
      include_attributes: [],
    },
  ]);

  await page.getByRole('link', { name: 'Inspectors' }).click();
  await titled(page, 'Inspectors');
  await page.getByRole('button', { name: 'Save' }).click();
  await titled(page, 'Access policies');
  expect((await get('/iam/v1/access_policies')).access_policies).toEqual([policy]);
});

it('names are added and removed with the keyboard alone, and a wrong condition is shown at its list', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'policies/new', 'Create an access policy');
  const list = group('Any of');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Wrong');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('add a condition: without one, the policy matches no assets').waitFor();
  await list.getByText('the permission names nobody').waitFor();
  await group('Asset attributes they can read').getByText('the permission grants nothing').waitFor();
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByLabel('Attribute 1.1').fill('serial');
  await group('Asset attributes they can read').getByRole('checkbox', { name: 'All attributes' }).check();
  await list.getByRole('combobox').selectOption({ label: 'Another…' });
  await list.getByRole('textbox').focus();
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  await list.getByText('nonsense').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await list.getByText(/must be email=/).waitFor();
  await list.getByRole('button', { name: 'Remove nonsense from: Any of' }).focus();
  await page.keyboard.press('Enter');
  expect(await list.getByRole('listitem').count()).toBe(0);
  expect((await get('/iam/v1/access_policies')).access_policies).toEqual([]);
});

it('an attribute that another policy shows is announced, with the assets that both match', async () => {
  const { page } = on.visitor;
  const partner = await newTenant(on.service, 'Quarry & Sons');
  const quarry = await importSubject(on.client, { of: partner, into: on.tenant, name: 'Quarry & Sons' });
  const assets = Array.from({ length: 50 }, (_, i) => ({
    attributes: { arc_display_type: 'Pump', serial: String(i % 25), weight: '40' },
  }));
  await post('/v2/assets:batch', { assets });
  const policy = (name: string, condition: string, read: string[]): Promise<any> =>
    post('/iam/v1/access_policies', {
      display_name: name,
      filters: [{ or: [`attributes.${condition}`] }],
      access_permissions: [{ subjects: [quarry.identity], asset_attributes_read: read }],
    });
  await policy('Inspectors', 'arc_display_type=Pump', ['*']);
  await policy('Weights of all', 'serial=*', ['weight']);
  await policy('Cranes', 'arc_display_type=Crane', ['*']);
  await signIn(page, on.tenant);
  await open(page, 'policies/new', 'Create an access policy');
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByLabel('Attribute 1.1').fill('arc_display_type');
  await page.getByLabel('Value 1.1').fill('Pump');
  const preview = page.getByRole('region', { name: 'Matching assets' });
  await expect.poll(() => preview.locator('p').innerText()).toBe('It matches 50 assets. The newest 10:');
  await page.getByLabel('Attribute 1.1').fill('serial');
  await page.getByLabel('Value 1.1').fill('3');
  await page.getByRole('checkbox', { name: 'Quarry & Sons' }).check();
  await pick('Asset attributes they can read', 'serial');
  await page
    .getByText('Quarry & Sons already reads all attributes of 2 of these assets by the policy Inspectors.')
    .waitFor();
  await page
    .getByText('Quarry & Sons already reads weight of 2 of these assets by the policy Weights of all.')
    .waitFor();
  expect(await page.getByText('by the policy Cranes').count()).toBe(0);
  await pick('Asset attributes they can read', 'weight');
  await page.getByText('by the policy Weights of all').waitFor({ state: 'detached' });
});
