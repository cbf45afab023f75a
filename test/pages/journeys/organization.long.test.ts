import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { CONSOLE_CLIENT, startIdp, type Idp } from '../../../tools/identity-provider/idp.ts';
import { done } from '../../support/sharing.ts';
import { startReceiver, type Receiver } from '../../webhooks/support/receiver.ts';
import { journeys } from './support/journey.ts';

const vars: Record<string, string> = {};
let idp: Idp;
let receiver: Receiver;
beforeAll(async () => {
  idp = await startIdp({});
  receiver = await startReceiver();
  vars['WEBHOOK_ALLOWED_HOSTS'] = receiver.host;
  vars['TRUSTED_ISSUERS'] = JSON.stringify([
    { issuer: idp.issuer, audience: [CONSOLE_CLIENT], tenants: '*', email_domains: 'example.com' },
  ]);
});
afterAll(async () => {
  await idp?.close();
  await receiver?.disappear();
});
const journey = journeys(vars, () => [idp.issuer]);

/** Fills in the forms of the provider, which are not those of the service. */
async function atProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

journey(
  'an administrator invites a person, who accepts, and makes them an auditor',
  async ({ by, service, tenant, person, signIn, screen }) => {
    const login = `ada-${Object.keys(idp.accounts).length}`;
    const email = `${login}@example.com`;
    idp.accounts[login] = { email, email_verified: true, name: 'Ada' };
    idp.serve(`${service.at}/console/`);
    const page = await person();
    await signIn(page, tenant);
    await by.go(page, 'People');
    await screen(page, 'People');
    await by.fill(page.getByRole('textbox', { name: 'E-mail address' }), email);
    await by.press(page.getByRole('button', { name: 'Invite', exact: true }));
    await page.getByText(`${email} is invited.`).waitFor();
    const link = await page.getByRole('textbox', { name: 'Invitation link' }).inputValue();

    // Without the token of the link, which is for people without a provider.
    const ada = await person(/invites\/[0-9a-f-]{36}/.exec(link)![0]);
    await screen(ada, 'Sign in');
    await by.press(ada.getByRole('button', { name: `Sign in with ${new URL(idp.issuer).host}` }));
    await atProvider(ada, login);
    await screen(ada, 'You are invited');
    await by.press(ada.getByRole('button', { name: 'Accept the invitation' }));
    await screen(ada, 'Harbour Works');
    await ada.locator('.who').getByText('member', { exact: true }).waitFor();

    await by.go(page, 'Overview');
    await screen(page, 'Harbour Works');
    await by.go(page, 'People');
    await screen(page, 'People');
    await by.press(page.getByRole('button', { name: `Make auditor ${email}` }));
    await page.getByRole('button', { name: `End role of auditor ${email}` }).waitFor();
    await ada.reload();
    await screen(ada, 'Harbour Works');
    await ada.getByText('Auditor: you see everything, and change nothing').waitFor();
    await by.go(ada, 'Audit');
    await screen(ada, 'Audit');
    await by.press(ada.getByRole('button', { name: 'Sign out' }));
    await screen(ada, 'Sign in');
  },
);

journey(
  'an administrator creates a webhook, tests it, and reads its delivery',
  async ({ by, client, tenant, person, signIn, screen, check }) => {
    receiver.respond();
    const page = await person();
    await signIn(page, tenant);
    await by.go(page, 'Webhooks');
    await screen(page, 'Webhooks');
    await by.press(page.getByRole('link', { name: 'Create a webhook' }));
    await screen(page, 'Create a webhook');
    await by.fill(page.getByRole('textbox', { name: 'Name', exact: true }), 'Maintenance');
    await by.fill(page.getByRole('textbox', { name: 'Address' }), 'http://not-allowed.example/x');
    await by.choose(page.getByLabel('On behalf of'), 'Administrator');
    await by.press(page.getByRole('button', { name: 'Create', exact: true }));
    await page.getByRole('alert').waitFor();
    await check(page);
    await by.fill(page.getByRole('textbox', { name: 'Address' }), receiver.url);
    await by.press(page.getByRole('button', { name: 'Create', exact: true }));
    await screen(page, 'Created Maintenance');
    await by.press(page.getByRole('link', { name: /I have saved it/ }));
    await screen(page, 'Maintenance');
    await by.press(page.getByRole('button', { name: 'Send a test' }));
    const delivery = page.locator('tbody tr', { hasText: 'Test' });
    await delivery.getByText('Delivered').waitFor();
    expect(await delivery.innerText()).toContain('204');
    await check(page);
    await by.press(page.getByRole('button', { name: 'Disable' }));
    await page.getByText('Disabled by an administrator').waitFor();
    await by.press(page.getByRole('button', { name: 'Enable' }));
    await page.getByText('Enabled', { exact: true }).waitFor();
    await by.press(page.getByRole('button', { name: 'Delete the webhook' }));
    await by.press(page.getByRole('dialog').getByRole('button', { name: 'Delete the webhook' }));
    await screen(page, 'Webhooks');
    expect((await done(client, tenant.token, 'GET', '/v1/webhooks')).webhooks).toEqual([]);
  },
);
