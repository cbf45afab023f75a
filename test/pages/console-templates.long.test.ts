import { expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { open, signIn, titled, record as sent } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { stripes } from './support/furnish.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const read = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);
const pump = (name: string, attributes: object = {}): Promise<any> =>
  post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: 'Pump', ...attributes } });

const CONDITION = {
  name: 'condition',
  display_name: 'Condition',
  kind: 'CHOICE',
  choices: ['good', 'worn'],
  required: true,
  help: 'Worn if it leaks',
  asset_attribute: 'condition',
};
const PLATE = { name: 'plate', display_name: 'Type plate', kind: 'PHOTO', required: true };
const INSPECTION = {
  display_name: 'Inspection of a pump',
  event_display_type: 'Inspection',
  asset_display_types: ['Pump'],
  fields: [CONDITION, { name: 'pressure', kind: 'NUMBER' }, PLATE],
};

it('an administrator creates, changes and deletes a template', async () => {
  const { page } = on.visitor;
  await pump('Pump 1');
  await signIn(page, on.tenant);
  await open(page, 'templates', 'Templates');
  await page.getByText('No templates yet.').waitFor();
  await page.getByRole('link', { name: 'Create a template' }).click();
  await titled(page, 'Create a template');
  await page.getByLabel('Name', { exact: false }).first().fill('Monthly');
  await page.getByLabel('Type of the event').fill('Inspection');
  await page.getByLabel('Choose: Types of assets').selectOption('Pump');
  await page.getByRole('button', { name: 'Add to: Types of assets' }).click();
  const first = page.getByRole('group', { name: 'Field 1' });
  await first.getByLabel('Label').fill('Condition of the seal');
  await first.getByLabel('Kind').selectOption('Choice');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await first.getByText('must have at least one choice').waitFor();
  await first.getByLabel('Choices').fill('good\nworn');
  await first.getByLabel('Required').check();
  await page.getByRole('button', { name: 'Add a field' }).click();
  const second = page.getByRole('group', { name: 'Field 2' });
  await second.getByLabel('Label').fill('Photo');
  await second.getByLabel('Kind').selectOption('Photo');
  await page.getByRole('button', { name: 'Move up: Photo' }).click();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await titled(page, 'Monthly');
  const [template] = (await read('/v1/templates')).templates;
  expect(template).toMatchObject({
    asset_display_types: ['Pump'],
    event_display_type: 'Inspection',
    fields: [
      { name: 'photo', kind: 'PHOTO', required: false },
      { name: 'condition_of_the_seal', kind: 'CHOICE', choices: ['good', 'worn'], required: true },
    ],
  });
  await page.getByRole('button', { name: 'Remove: Photo' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await titled(page, 'Templates');
  expect((await read(`/v1/${template.identity}`)).fields).toHaveLength(1);
  await page.getByRole('link', { name: 'Monthly' }).click();
  await titled(page, 'Monthly');
  await page.getByRole('button', { name: 'Delete the template' }).click();
  await page.getByRole('dialog').locator('button.danger').click();
  await page.getByText('No templates yet.').waitFor();
});

it('an event is recorded by a template, once also if the response is lost, and only when it is complete', async () => {
  const { page, context } = on.visitor;
  await post('/v1/templates', INSPECTION);
  await post('/v1/templates', { ...INSPECTION, display_name: 'Of cranes', asset_display_types: ['Crane'] });
  const { identity } = await pump('Pump 1', { condition: 'new' });
  await signIn(page, on.tenant);
  await open(page, `${identity}/record`, 'Record an event');
  const choice = page.getByLabel('Template');
  expect(await choice.locator('option').allInnerTexts()).toEqual(['None', 'Inspection of a pump']);
  await choice.selectOption('Inspection of a pump');
  expect(await page.getByLabel('Type', { exact: true }).count()).toBe(0);
  await page.getByText('Worn if it leaks. Changes “condition” of the asset, now “new”.').waitFor();
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByText('is required: attach a photo').waitFor();
  expect(await page.locator('.wrong').allInnerTexts()).toEqual(['is required', 'is required: attach a photo']);
  await page.getByLabel('Condition').selectOption('worn');
  await page.getByLabel('pressure').fill('2.5');
  await page
    .getByLabel('Type plate')
    .setInputFiles([{ name: 'plate.png', mimeType: 'image/png', buffer: stripes(20, 20) }]);
  await page.getByRole('img', { name: 'Chosen: plate.png' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  // What was filled in is kept, except for the preview.
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('plate.png').first().waitFor();
  const ids: (string | undefined)[] = [];
  await context.route(`**/${identity}/events`, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    ids.push(route.request().headers()['record-id']);
    if (ids.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  expect(await sent(page)).toMatch(/Type\s+Inspection\s+condition\s+worn\s+pressure\s+2\.5\s+File\s+plate\.png/);
  await page.getByText('The service could not be reached').waitFor();
  await sent(page);
  await titled(page, 'Inspection');
  expect(new Set(ids).size).toBe(1);
  expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  const { events } = await read(`/v2/${identity}/events`);
  expect(events).toHaveLength(2);
  expect(events[0]).toMatchObject({
    event_attributes: {
      arc_display_type: 'Inspection',
      condition: 'worn',
      pressure: '2.5',
      plate: { arc_attribute_type: 'arc_attachment', arc_file_name: 'plate.png' },
    },
    asset_attributes: { condition: 'worn' },
  });
});

it('attributes are proposed with their present values, and a name that differs only by case is warned of', async () => {
  const { page } = on.visitor;
  const { identity } = await pump('Pump 1', { condition: 'new', seal: 'tight' });
  await pump('Pump 2', { condition: 'good' });
  await signIn(page, on.tenant);
  await open(page, `${identity}/record`, 'Record an event');
  await page.getByRole('button', { name: 'Add a change' }).click();
  const row = page.locator('.pair').last();
  await row.getByLabel('Name 1').fill('condition');
  await row.getByText('Now “new”.').waitFor();
  const options = (nth: number) =>
    row
      .locator('datalist')
      .nth(nth)
      .locator('option')
      .evaluateAll((all) => all.map((it) => it.getAttribute('value')));
  await expect.poll(() => options(1)).toEqual(['new', 'good']);
  expect(await options(0)).toEqual(expect.arrayContaining(['condition', 'seal']));
  await row.getByLabel('Name 1').fill('Condition');
  await row.getByRole('button', { name: 'Use “condition”' }).click();
  expect(await row.getByLabel('Name 1').inputValue()).toBe('condition');
  expect(await barriersOf(page)).toEqual([]);
});

it('several assets get one event by a template', async () => {
  const { page } = on.visitor;
  await post('/v1/templates', { ...INSPECTION, fields: [CONDITION] });
  await post('/v1/templates', { ...INSPECTION, display_name: 'Repair of a pump', event_display_type: 'Repair' });
  const assets = [await pump('A', { condition: 'new' }), await pump('B')];
  await signIn(page, on.tenant);
  await open(page, 'assets', 'Assets');
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByRole('button', { name: 'Record an event on the selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record an event on 2 assets' });
  await dialog.getByLabel('Template').selectOption('Inspection of a pump');
  await dialog.getByText(/Changes “condition” of the assets, now (“new”, not set|not set, “new”)\./).waitFor();
  await dialog.getByRole('button', { name: 'Review and record' }).click();
  await dialog.getByText('is required', { exact: true }).waitFor();
  await dialog.getByLabel('Condition').selectOption('good');
  expect(await barriersOf(page)).toEqual([]);
  await sent(page);
  await page.getByRole('dialog', { name: 'Recorded 2 events' }).getByRole('button', { name: 'Close' }).click();
  for (const { identity } of assets) expect((await read(`/v2/${identity}`)).attributes.condition).toBe('good');
});

it('a member is offered the templates of the events that they may record, and no administration', async () => {
  const { page } = on.visitor;
  await post('/v1/templates', INSPECTION);
  await post('/v1/templates', { ...INSPECTION, display_name: 'Repair of a pump', event_display_type: 'Repair' });
  const { identity } = await post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: 'Pump 1', arc_display_type: 'Pump' },
  });
  const { client_id, credentials } = await post('/iam/v1/applications', { display_name: 'Mechanic' });
  await post('/iam/v1/access_policies', {
    display_name: 'Mechanics',
    filters: [{ or: ['attributes.arc_display_type=Pump'] }],
    access_permissions: [
      {
        user_attributes: [{ or: [`subject=${client_id}`] }],
        behaviours: ['RecordEvidence'],
        event_arc_display_type_write: ['Repair'],
        asset_attributes_read: ['*'],
      },
    ],
  });
  await signIn(page, { client_id, client_secret: credentials[0].secret });
  await open(page, `${identity}/record`, 'Record an event');
  expect(await page.getByLabel('Template').locator('option').allInnerTexts()).toEqual(['None', 'Repair of a pump']);
  expect(await page.getByRole('link', { name: 'Templates' }).count()).toBe(0);
});
