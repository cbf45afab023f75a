import { expect } from 'vitest';
import { newTenant } from '../../support/service.ts';
import { done, importSubject, record } from '../../support/sharing.ts';
import { journeys } from './support/journey.ts';

const journey = journeys();

journey(
  'a partner imports the sharing string, and sees the shared asset and nothing else',
  async ({ by, service, client, tenant, person, signIn, screen }) => {
    const partner = await newTenant(service, 'Quarry & Sons');
    const post = (path: string, body: object): Promise<any> => done(client, tenant.token, 'POST', path, body);
    const asset = async (name: string, type: string): Promise<string> =>
      (await post('/v2/assets', { attributes: { arc_display_name: name, arc_display_type: type, price: 'EUR 1000' } }))
        .identity;
    const pump = await asset('Pump 7', 'Pump');
    const crane = await asset('Crane 1', 'Crane');
    await post(`/v2/${pump}/events`, record('Inspection'));
    await post(`/v2/${pump}/events`, record('Repair'));
    const subject = await importSubject(client, { of: partner, into: tenant, name: 'Quarry' });
    await post('/iam/v1/access_policies', {
      display_name: 'Pumps for Quarry',
      filters: [{ or: ['attributes.arc_display_type=Pump'] }],
      access_permissions: [
        {
          subjects: [subject.identity],
          asset_attributes_read: ['arc_display_name', 'arc_display_type'],
          event_arc_display_type_read: ['Inspection'],
        },
      ],
    });
    const ours = await done(client, tenant.token, 'GET', '/iam/v1/subjects/00000000-0000-0000-0000-000000000000');

    const page = await person();
    await signIn(page, partner, 'Quarry & Sons');
    await by.go(page, 'Assets');
    await screen(page, 'Assets');
    await page.getByText('No assets found.').waitFor();
    await by.go(page, 'Sharing');
    await screen(page, 'Sharing');
    await by.fill(page.getByRole('textbox', { name: 'Name of the partner' }), 'Harbour');
    await by.fill(page.getByRole('textbox', { name: 'Their sharing string' }), btoa(JSON.stringify(ours)));
    await by.press(page.getByRole('button', { name: 'Import' }));
    await page.getByText(/^Confirmed/).waitFor();

    await by.go(page, 'Assets');
    await screen(page, 'Assets');
    expect(await page.locator('tbody th a').allInnerTexts()).toEqual(['Pump 7']);
    await by.press(page.getByRole('link', { name: 'Pump 7' }));
    await screen(page, 'Pump 7');
    const attributes = page.locator('dl[aria-label=Attributes] dt');
    await expect.poll(() => attributes.allInnerTexts()).toEqual(['Name', 'Type']);
    await page.getByRole('article', { name: 'Inspection' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(1);
    await by.press(page.getByRole('article', { name: 'Inspection' }).getByRole('link').first());
    await screen(page, 'Inspection');
    expect(await page.content()).not.toContain('EUR 1000');
    await by.go(page, 'Events');
    await screen(page, 'Events');
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.goto(`${service.at}/console/#/${crane}`);
    await page.getByText(/assets\/.* does not exist/).waitFor();
  },
);
