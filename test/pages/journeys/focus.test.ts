import { expect } from 'vitest';
import { done } from '../../support/sharing.ts';
import { journeys } from './support/journey.ts';

const journey = journeys();

journey(
  'a control that removes itself or its row passes the focus to one near by',
  async ({ by, client, tenant, person, signIn, screen }) => {
    await done(client, tenant.token, 'POST', '/v2/assets', {
      attributes: { arc_display_name: 'Pump 7', arc_display_type: 'Pump' },
    });
    const page = await person();
    await signIn(page, tenant);
    const at = (): Promise<string> =>
      page.evaluate(() => {
        const { ariaLabel, textContent, tagName } = document.activeElement!;
        return ariaLabel || textContent || tagName;
      });
    await by.go(page, 'Assets');
    await screen(page, 'Assets');
    await by.press(page.getByRole('link', { name: 'Create an asset' }));
    await screen(page, 'Create an asset');
    for (let i = 0; i < 2; i++) await by.press(page.getByRole('button', { name: 'Add an attribute' }));
    await by.press(page.getByRole('button', { name: 'Remove 2' }));
    await expect.poll(at).toBe('Add an attribute');
    await by.press(page.getByRole('button', { name: 'Remove 1' }));
    await expect.poll(at).toBe('Add an attribute');
    await by.file(page.getByLabel('Files', { exact: true }), {
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('evidence'),
    });
    await by.press(page.getByRole('button', { name: 'Remove a.txt' }));
    await expect.poll(() => page.evaluate(() => document.activeElement!.getAttribute('type'))).toBe('file');

    await by.go(page, 'Assets');
    await screen(page, 'Assets');
    await by.press(page.getByRole('link', { name: 'Pump', exact: true }));
    await by.press(page.getByRole('button', { name: 'Remove the filter: Type is Pump' }));
    await expect.poll(at).toBe('Public');
    await by.press(page.getByRole('button', { name: 'Public', exact: true }));
    await page.getByText('No assets found.').waitFor();
    expect(await at()).toBe('Public');
  },
);
