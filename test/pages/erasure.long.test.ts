import { describe, expect, it } from 'vitest';
import { anchoringService } from '../support/anchoring.ts';
import { erased } from '../support/erasure.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const on = consoleTest(anchoringService);

async function recorded(asset: object = {}): Promise<any> {
  const { identity } = await done(on.client, on.tenant.token, 'POST', '/v2/assets', asset);
  return done(on.client, on.tenant.token, 'POST', `/v2/${identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Visit', visitor: 'Ada' },
  });
}
const read = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', `/v2/${path}`);

describe('the console', () => {
  it('erases an event after a warning, with a reason that it requires', async () => {
    const event = await recorded();
    const { page } = on.visitor;
    await signIn(page, on.tenant);
    await open(page, event.identity, 'Visit');
    await page.getByRole('button', { name: 'Erase the content' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase the content of this event?' });
    await dialog.getByText('This cannot be undone.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read(event.identity)).erased).toBeUndefined();

    await page.getByRole('button', { name: 'Erase the content' }).click();
    await dialog.getByRole('button', { name: 'Erase permanently' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Ada asked for it');
    // The event is anchored after some seconds; until then the console shows why it cannot be erased.
    for (let status = 409; status === 409;) {
      const responding = page.waitForResponse((response) => response.url().endsWith(':erase'));
      await dialog.getByRole('button', { name: 'Erase permanently' }).click();
      status = (await responding).status();
      if (status === 409) await page.waitForTimeout(500);
    }
    await dialog.waitFor({ state: 'detached' });
    await titled(page, 'Record');
    await page.getByText('Ada asked for it').waitFor();
    expect(await page.getByText('Ada', { exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Erase the content' }).count()).toBe(0);
    expect(await read(event.identity)).toMatchObject({ event_attributes: {}, erased: { reason: 'Ada asked for it' } });
    await open(page, 'audit', 'Audit');
    await page.getByText('Erase event', { exact: true }).waitFor();
  });

  it('offers erasure to administrators only', async () => {
    const event = await recorded({ attributes: { kind: 'pump' } });
    await done(on.client, on.tenant.token, 'POST', '/iam/v1/access_policies', {
      display_name: 'read',
      filters: [{ or: ['attributes.kind=pump'] }],
      access_permissions: [
        {
          user_attributes: [{ or: ['jwt_role=reader'] }],
          asset_attributes_read: ['*'],
          event_arc_display_type_read: ['*'],
        },
      ],
    });
    const { client_id, credentials } = await done(on.client, on.tenant.token, 'POST', '/iam/v1/applications', {
      display_name: 'Reader',
      custom_claims: { role: 'reader' },
    });
    const { page } = on.visitor;
    await signIn(page, { client_id, client_secret: credentials[0].secret });
    await open(page, event.identity, 'Visit');
    expect(await page.getByRole('button', { name: 'Erase the content' }).count()).toBe(0);
  });
});

describe('the public page of an erased event', () => {
  it('shows the reason, and that the proof of its window is not verifiable', async () => {
    const event = await recorded({ public: true });
    expect((await erased(on.client, on.tenant.token, event.identity, { reason: 'They asked' })).status).toBe(200);
    const { page } = on.visitor;
    await page.goto(`${on.service.at}/archivist/public${event.identity}`);
    await page.getByText('Reason: They asked').waitFor();
    expect(await page.getByText('Ada', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.locator('[data-report] .verdict').waitFor();
    expect(await page.locator('[data-report] .verdict').textContent()).toMatch(
      /The proof is not verifiable: \d events? erased\.$/,
    );
    const step = page.locator('[data-report] li[data-step=hash]');
    expect(await step.getAttribute('data-kind')).toBe('skipped');
  });
});
