import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { CONSOLE_CLIENT, startIdp, type Idp } from '../../tools/identity-provider/idp.ts';
import { newTenant, startService, type Service } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { consoleTest } from './support/console-test.ts';

let idp: Idp;
let service: Service;
async function withProvider(): Promise<Service> {
  idp = await startIdp({ ada: { email: 'ada@example.com', email_verified: true, name: 'Ada' } });
  const trust = {
    issuer: idp.issuer,
    audience: [CONSOLE_CLIENT, 'evidence'],
    tenants: '*',
    email_domains: 'example.com',
  };
  service = await startService({ vars: { TRUSTED_ISSUERS: JSON.stringify([trust]) } });
  idp.serve(`${service.at}/console/`);
  return service;
}
afterAll(async () => {
  await service?.close();
  await idp?.close();
});
const on = consoleTest(withProvider);

/** The tenancies for which the device has a signing pair, in their order. */
const pairs = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const request = indexedDB.open('field');
        request.addEventListener('success', () => {
          const all = request.result.transaction('signers').objectStore('signers').getAll();
          all.addEventListener('success', () => {
            request.result.close();
            resolve(all.result.filter(({ pair }) => pair).map(({ owner }) => owner.tenancy));
          });
        });
      }),
  );

/** Records a signed event on an asset, which makes a signing pair. */
async function recordSigned(page: Page, uuid: string): Promise<void> {
  await page.goto(`${service.at}/field/#/assets/${uuid}/record`);
  await page.getByRole('textbox', { name: 'What did you see?' }).fill('signed');
  await page.getByRole('checkbox', { name: 'Sign with the key of this device' }).check();
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('link', { name: 'Record', exact: true }).waitFor();
}

it('the signing pair of a person is deleted when they were removed from the tenancy, and no other one', async () => {
  const other = await newTenant(service, 'Quarry & Sons');
  const assets = new Map<string, string>();
  for (const { token, tenant_identity } of [on.tenant, other]) {
    const { administrators } = await done(on.client, token, 'GET', '/v1/tenancies/administrators');
    const ada = { issuer: idp.issuer, subject: '', email: 'ada@example.com', display_name: 'Ada' };
    const all = [...administrators, ada];
    await done(on.client, token, 'PATCH', '/v1/tenancies/administrators', { administrators: all });
    const { identity } = await done(on.client, token, 'POST', '/v2/assets', { behaviours: ['RecordEvidence'] });
    assets.set(tenant_identity, idOf(identity));
  }
  const remove = async ({ token }: { token: string }): Promise<void> => {
    const { administrators } = await done(on.client, token, 'GET', '/v1/tenancies/administrators');
    const kept = administrators.filter(({ email }: any) => email !== 'ada@example.com');
    await done(on.client, token, 'PATCH', '/v1/tenancies/administrators', { administrators: kept });
  };
  const { page } = on.visitor;
  await page.goto(`${service.at}/field/`);
  await page.getByRole('button', { name: /^Sign in with (?!a passkey)/ }).click();
  await page.getByPlaceholder('Enter any login').fill('ada');
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Choose a tenancy' }).waitFor();
  for (const [tenancy, uuid] of assets) {
    await page.goto(`${service.at}/field/`);
    await page.evaluate(() => history.replaceState(null, ''));
    await page.reload();
    await page.getByRole('button', { name: tenancy }).click();
    await recordSigned(page, uuid);
    await expect.poll(() => pairs(page)).toContain(tenancy);
  }
  expect((await pairs(page)).toSorted()).toEqual([...assets.keys()].toSorted());
  // The page is open in the second tenancy while the person is removed from the first one.
  await remove(on.tenant);
  await page.reload();
  await expect.poll(() => pairs(page)).toEqual([other.tenant_identity]);
  // Removed from the tenancy in which the page is open.
  await remove(other);
  await page.reload();
  await expect.poll(() => pairs(page)).toEqual([]);
});
