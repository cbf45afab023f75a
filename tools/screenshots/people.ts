import type { Page } from 'playwright-core';
import { CONSOLE_CLIENT, startIdp, type Account, type Idp } from '../identity-provider/idp.ts';
import { openClient } from '../../test/support/client.ts';
import type { Service, Tenant } from '../../test/support/service.ts';
import { done } from '../../test/support/sharing.ts';

/** Persons with an account at the identity provider, by their login. The administrators are those of PEOPLE as well. */
const ACCOUNTS: Record<string, Account> = Object.fromEntries(
  [
    ['ada', 'Ada Marsh', 'ada.marsh@harbour.example'],
    ['bram', 'Bram de Vries', 'bram.devries@harbour.example'],
    ['noor', 'Noor Haddad', 'noor.haddad@harbour.example'],
    [
      'max',
      'Maximiliane von Hohenberg-Schwarzenfels',
      'maximiliane.von.hohenberg-schwarzenfels@subsidiary.harbour.example',
    ],
    ['olivia', 'Olivia Grant', 'olivia.grant@auditors.example'],
    ['tom', '', 'tom.becker@harbour.example'],
    ['lena', 'Lena Hoffmann', 'lena.hoffmann@harbour.example'],
  ].map(([login, name, email]) => [login!, { email: email!, email_verified: true, ...(name ? { name } : {}) }]),
);

/** The invited person, who is no member yet. */
export const INVITED = 'lena';
/** The auditor. */
export const AUDITOR = 'olivia';
/** A member of two tenancies. */
export const OF_TWO = 'bram';

/** Starts the provider. `trust` is the value of TRUSTED_ISSUERS. */
export async function startProvider() {
  const idp = await startIdp(ACCOUNTS);
  const trust = {
    issuer: idp.issuer,
    audience: [CONSOLE_CLIENT, 'evidence'],
    tenants: '*',
    email_domains: ['harbour.example', 'subsidiary.harbour.example', 'auditors.example'],
  };
  return { idp, trust: JSON.stringify([trust]) };
}

/**
 * Makes all persons members: Ada and Bram are administrators, Olivia is an auditor, Noor may inspect, the others
 * have no rights. Bram is also a member of `partner`.
 */
export async function makePeople(service: Service, idp: Idp, tenant: Tenant, partner: Tenant): Promise<void> {
  const client = await openClient(service);
  const join = async (login: string, of: Tenant): Promise<void> => {
    const { email } = ACCOUNTS[login]!;
    const { identity } = await done(client, of.token, 'POST', '/v1/invites', { email });
    await done(client, await idp.signIn(login), 'POST', `/v1/${identity}:accept`);
  };
  for (const login of Object.keys(ACCOUNTS)) if (login !== INVITED) await join(login, tenant);
  await join(OF_TWO, partner);
  const { root_principals } = await done(client, tenant.token, 'GET', '/v1/tenancies/root_principals');
  await done(client, tenant.token, 'PATCH', '/v1/tenancies/root_principals', {
    root_principals: [
      ...root_principals,
      ...['ada', 'bram'].map((login) => ({
        issuer: idp.issuer,
        subject: login,
        display_name: ACCOUNTS[login]!.name,
        email: ACCOUNTS[login]!.email,
      })),
    ],
  });
  const { users } = await done(client, tenant.token, 'GET', '/v1/tenancies/users');
  const auditor = users.find(({ email }: { email: string }) => email === ACCOUNTS[AUDITOR]!.email);
  await done(client, tenant.token, 'PATCH', `/v1/tenancies/${auditor.identity}`, { auditor: true });
}

/** Signs a person in, with the forms of the provider. */
export async function signInAs(page: Page, login: string): Promise<void> {
  await page.getByRole('button', { name: /^Sign in with (?!a passkey)/ }).click();
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}
