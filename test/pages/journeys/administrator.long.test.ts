import { expect } from 'vitest';

import { anchoringService } from '../../support/anchoring.ts';
import { done, importSubject } from '../../support/sharing.ts';
import { newTenant } from '../../support/service.ts';
import { stripes } from '../support/furnish.ts';
import { journeys } from './support/journey.ts';

const journey = journeys(anchoringService);

journey(
  'an administrator signs in, creates an asset, and records an event with a picture',
  async ({ by, client, tenant, person, signIn, screen, check }) => {
    const page = await person();
    await signIn(page, tenant);
    await by.go(page, 'Assets');
    await screen(page, 'Assets');
    await by.press(page.getByRole('link', { name: 'Create an asset' }));
    await screen(page, 'Create an asset');
    // Nothing is created without a name.
    await by.press(page.getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('alert').waitFor();
    await by.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Pump 7');
    await by.fill(page.getByRole('combobox', { name: 'Type', exact: true }), 'Pump');
    await by.press(page.getByRole('button', { name: 'Add an attribute' }));
    await by.fill(page.getByRole('textbox', { name: 'Name 1' }), 'condition');
    await by.fill(page.getByRole('textbox', { name: 'Value 1' }), 'new');
    await by.press(page.getByRole('button', { name: 'Create', exact: true }));
    const question = page.getByRole('dialog', { name: 'Create “Pump 7”?' });
    await question.waitFor();
    await check(page);
    await by.press(question.getByRole('button', { name: 'Cancel' }));
    await question.waitFor({ state: 'detached' });
    await by.press(page.getByRole('button', { name: 'Create', exact: true }));
    await by.press(question.getByRole('button', { name: 'Create', exact: true }));
    await screen(page, 'Pump 7');

    await by.press(page.getByRole('link', { name: 'Record an event' }));
    await screen(page, 'Record an event');
    await by.fill(page.getByRole('combobox', { name: 'Type', exact: true }), 'Inspection');
    await by.fill(page.getByRole('textbox', { name: 'Description' }), 'All is well');
    const picture = { name: 'arc_primary_image', mimeType: 'image/png', buffer: stripes(64, 36) };
    await by.file(page.getByLabel('Files', { exact: true }), picture);
    await page.getByRole('button', { name: 'Remove arc_primary_image' }).waitFor();
    await by.press(page.getByRole('button', { name: 'Review and record' }));
    const review = page.getByRole('dialog', { name: 'Record this event?' });
    await review.waitFor();
    await check(page);
    await by.press(review.getByRole('button', { name: 'Record', exact: true }));
    await screen(page, 'Inspection');
    const image = page.locator('main img').first();
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(64);
    await by.press(page.getByRole('link', { name: 'Back to the asset' }));
    await screen(page, 'Pump 7');
    const { events } = await done(client, tenant.token, 'GET', '/v2/assets/-/events');
    expect(events).toHaveLength(2);
  },
);

journey(
  'an administrator shares assets with a partner by a policy, and withdraws it',
  async ({ by, service, client, tenant, person, signIn, screen, check }) => {
    const partner = await newTenant(service, 'Quarry & Sons');
    const pump = await done(client, tenant.token, 'POST', '/v2/assets', {
      attributes: { arc_display_name: 'Pump 7', arc_display_type: 'Pump', price: 'EUR 1000' },
    });
    const theirs = await done(client, partner.token, 'GET', '/iam/v1/subjects/00000000-0000-0000-0000-000000000000');
    const page = await person();
    await signIn(page, tenant);
    await by.go(page, 'Sharing');
    await screen(page, 'Sharing');
    await by.fill(page.getByRole('textbox', { name: 'Name of the partner' }), 'Quarry');
    await by.fill(page.getByRole('textbox', { name: 'Their sharing string' }), btoa(JSON.stringify(theirs)));
    await by.press(page.getByRole('button', { name: 'Import' }));
    await page.getByText('Quarry was imported.').waitFor();
    await importSubject(client, { of: tenant, into: partner, name: 'Harbour Works' });
    await by.press(page.getByRole('button', { name: 'Refresh' }));
    await page.getByText(/^Confirmed/).waitFor();

    await by.go(page, 'Access policies');
    await screen(page, 'Access policies');
    await by.press(page.getByRole('link', { name: 'Create a policy' }));
    await screen(page, 'Create an access policy');
    await by.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Pumps for Quarry');
    await by.press(page.getByRole('button', { name: 'Add a condition' }));
    await by.fill(page.getByLabel('Attribute 1.1'), 'arc_display_type');
    await by.fill(page.getByLabel('Value 1.1'), 'Pump');
    await by.tick(page.getByRole('checkbox', { name: 'Quarry' }));
    const read = page.getByRole('group', { name: 'Asset attributes they can read', exact: true });
    await by.choose(read.getByRole('combobox'), 'Name (arc_display_name)');
    await by.press(read.getByRole('button', { name: /^Add to/ }));
    await expect.poll(() => page.locator('.grants').innerText()).toContain('Quarry');
    await check(page);
    await by.press(page.getByRole('button', { name: 'Save' }));
    await screen(page, 'Access policies');
    const seen = async (): Promise<object> => (await done(client, partner.token, 'GET', '/v2/assets')).assets;
    expect(await seen()).toMatchObject([{ identity: pump.identity, attributes: { arc_display_name: 'Pump 7' } }]);
    expect(JSON.stringify(await seen())).not.toContain('EUR 1000');

    await by.press(page.getByRole('link', { name: 'Pumps for Quarry' }));
    await screen(page, 'Pumps for Quarry');
    const deletes = page.getByRole('button', { name: 'Delete the policy' });
    await by.press(deletes);
    await by.press(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await by.press(deletes);
    await by.press(page.getByRole('dialog').getByRole('button', { name: 'Delete the policy' }));
    await screen(page, 'Access policies');
    expect(await seen()).toEqual([]);
  },
);

journey(
  'an administrator exports the tenancy and downloads the files',
  async ({ by, client, tenant, person, signIn, screen }) => {
    await done(client, tenant.token, 'POST', '/v2/assets', { attributes: { arc_display_name: 'Pump 7' } });
    const page = await person();
    await signIn(page, tenant);
    await by.go(page, 'Exports');
    await screen(page, 'Exports');
    await by.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'End of the year');
    await by.tick(page.getByRole('checkbox', { name: 'With the contents of all files' }));
    await by.press(page.getByRole('button', { name: 'Create', exact: true }));
    await screen(page, 'End of the year');
    await page.getByText('Finished', { exact: true }).waitFor();
    await screen(page, 'End of the year');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      by.press(page.getByRole('link', { name: 'manifest.json', exact: true })),
    ]);
    expect(download.suggestedFilename()).toBe('manifest.json');
    await by.press(page.getByRole('button', { name: 'Delete the export' }));
    await by.press(page.getByRole('dialog').getByRole('button', { name: 'Delete the export' }));
    await screen(page, 'Exports');
    await page.getByText('No exports yet.').waitFor();
  },
);
