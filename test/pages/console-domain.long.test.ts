import { afterAll, expect, it } from 'vitest';
import { startResolver } from '../support/dns.ts';
import { confirmed, open, signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';

const resolver = await startResolver();
const on = consoleTest(resolver.vars);
afterAll(() => resolver.close());

it('an administrator verifies a domain by its record, sees that it is missing, and removes it', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'settings', 'Settings');
  await page.getByText('No domain is verified.').waitFor();
  const field = page.getByRole('textbox', { name: 'Domain', exact: true });
  const show = page.getByRole('button', { name: 'Show the record' });
  await field.fill('localhost');
  await show.click();
  await page.locator('p.wrong').waitFor();
  await field.fill('Harbour.org');
  await show.click();
  const name = await page.getByLabel('Name of the TXT record', { exact: true }).inputValue();
  const value = await page.getByLabel('Value of the TXT record', { exact: true }).inputValue();
  expect(name).toBe('_asset-evidence.harbour.org');
  const verify = page.getByRole('button', { name: 'Verify harbour.org' });
  await verify.click();
  await page
    .getByText(/was not found/)
    .first()
    .waitFor();
  resolver.records.set(name, [value]);
  await verify.click();
  await page.getByText('harbour.org is verified.', { exact: true }).first().waitFor();

  resolver.records.clear();
  await on.service.cron('23 * * * *');
  await page.reload();
  await page.getByText(/The TXT record is missing since/).waitFor();
  expect(await page.getByLabel('Value of the TXT record', { exact: true }).inputValue()).toBe(value);
  await page.getByRole('button', { name: 'Check now harbour.org' }).click();
  await page
    .getByText(/was not found/)
    .first()
    .waitFor();
  resolver.records.set(name, [value]);
  await page.getByRole('button', { name: 'Check now harbour.org' }).click();
  await page.getByText(/The TXT record is missing since/).waitFor({ state: 'detached' });
  await confirmed(page, 'Remove harbour.org');
  await page.getByText('No domain is verified.').waitFor();
});
