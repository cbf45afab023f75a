import { expect } from 'vitest';
import { barriersOf } from '../support/axe.ts';
import { stripes } from '../support/furnish.ts';
import { attached, author, onChain } from '../support/story.ts';
import { anchoringService } from '../../support/anchoring.ts';
import { RECORD } from '../../support/record.ts';
import { done } from '../../support/sharing.ts';
import { upload } from '../../support/blobs.ts';
import { journeys } from './support/journey.ts';

const journey = journeys(anchoringService);

journey(
  'anyone finds an event by a file on the start page, and its proof is verified in the browser',
  async ({ by, service, person, check }) => {
    const owner = await author(service, 'Quay');
    // Each way has its own file, because all public events of the service are searched.
    const file = { name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from(`evidence ${crypto.randomUUID()}`) };
    const stored = await owner.upload(file.buffer, file.name);
    const asset = await owner.asset({ arc_display_name: 'Crane' });
    const event = await owner.event(asset, { arc_display_type: 'Inspection', scan: attached(stored, file.name) });
    await onChain(service, event);

    const page = await person('/');
    await page.getByRole('heading', { level: 1, name: 'Asset evidence' }).waitFor();
    await check(page);
    await by.file(page.getByLabel('File', { exact: true }), file);
    await page.getByText('One public event carries the file “scan.txt”.').waitFor();
    await check(page);
    await by.press(page.locator('[data-found]').getByRole('link', { name: 'Inspection' }));
    await page.getByRole('heading', { level: 1, name: 'Inspection' }).waitFor();
    await by.press(page.getByRole('button', { name: 'Verify in this browser' }));
    await page.getByText('✓ Unchanged since').waitFor();
    await page.getByText('The proof covers the names and values on this page.').waitFor();
    await check(page);
    await by.press(page.getByRole('link', { name: 'Crane' }));
    await page.getByRole('heading', { level: 1, name: 'Crane' }).waitFor();
    await check(page);
  },
);

journey(
  'anyone opens the public page of the label without scripts, and reads its events',
  async ({ by, client, tenant, person, signIn, screen, check }) => {
    const picture = await upload(client, tenant.token, stripes(64, 36), { name: 'picture.png' });
    const { identity } = await done(client, tenant.token, 'POST', '/v2/assets', {
      public: true,
      attributes: {
        arc_display_name: 'Traffic light',
        arc_display_type: 'Light',
        arc_primary_image: attached(picture, 'picture.png'),
      },
    });
    await done(client, tenant.token, 'POST', `/v2/${identity}/events`, {
      ...RECORD,
      event_attributes: { arc_display_type: 'Inspection', arc_description: 'All is well' },
      asset_attributes: { condition: 'good' },
    });
    const page = await person();
    await signIn(page, tenant);
    await by.go(page, 'Assets');
    await screen(page, 'Assets');
    await by.press(page.getByRole('link', { name: 'Traffic light' }));
    await screen(page, 'Traffic light');
    await by.press(page.getByRole('button', { name: 'Show a label to print' }));
    const dialog = page.getByRole('dialog', { name: 'Label' });
    const code = (await dialog.getByRole('img').getAttribute('aria-label'))!;
    await check(page);
    await by.press(dialog.getByRole('button', { name: 'Close' }));
    await dialog.waitFor({ state: 'detached' });

    // The address starts with the public origin of the deployment.
    const { pathname } = new URL(code.replace('QR code of ', ''));
    const reader = await person(pathname, { javaScriptEnabled: false });
    // axe-core needs scripts: a second page only lacks those of the service.
    const checked = await person();
    await checked.route('**/*.js', (route) => route.abort());
    const read = async (title: string): Promise<void> => {
      await reader.getByRole('heading', { level: 1, name: title }).waitFor();
      await checked.goto(reader.url());
      expect(await barriersOf(checked), reader.url()).toEqual([]);
    };
    await read('Traffic light');
    await by.press(reader.getByRole('link', { name: 'Inspection' }).first());
    await read('Inspection');
    expect(await reader.locator('main').innerText()).toContain('good');
    await by.press(reader.getByRole('link', { name: 'Show the asset after this event' }));
    await reader.getByText('This page shows the asset at').waitFor();
    await by.press(reader.getByRole('link', { name: 'Show it now' }));
    await read('Traffic light');
    await by.press(reader.getByRole('link', { name: 'Open the timeline' }));
    await reader.getByLabel('Show only events of type').waitFor();
    await by.fill(reader.getByLabel('Show only events of type'), 'Inspection');
    await by.press(reader.getByRole('button', { name: 'Show', exact: true }));
    await expect.poll(() => reader.locator('ol.timeline h3').allInnerTexts()).toEqual(['Inspection']);
    expect(await reader.getByText('Traffic light').count()).toBeGreaterThan(0);
  },
);
