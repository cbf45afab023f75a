import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, sharedService, type Service } from '../support/service.ts';
import { done, importSubject, newMember } from '../support/sharing.ts';
import { sharedBrowser } from './support/browser.ts';
import { confirmed, open, signIn, titled, visit } from './support/console.ts';

let service: Service;
let browser: Browser;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  browser = await sharedBrowser();
});

const sharingString = async (page: Page): Promise<string> => {
  await open(page, 'sharing', 'Sharing');
  return page.getByRole('textbox', { name: 'Sharing string', exact: true }).inputValue();
};

async function importOf(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name of the partner' }).fill(name);
  await page.getByRole('textbox', { name: 'Their sharing string' }).fill(text);
  await page.getByRole('button', { name: 'Import' }).click();
}

it('two tenancies exchange sharing strings, and the partner sees only what a policy grants', async () => {
  const [owner, partner] = [await newTenant(service, 'Owner'), await newTenant(service, 'Partner')];
  const asset = (attributes: object): Promise<any> =>
    done(client, owner.token, 'POST', '/v2/assets', { behaviours: ['RecordEvidence'], attributes });
  const pump = await asset({ arc_display_name: 'Pump 7', arc_display_type: 'Pump', price: 'EUR 1000', "it's": 'odd' });
  await asset({ arc_display_name: 'Crane', arc_display_type: 'Crane' });
  await done(client, owner.token, 'POST', `/v2/${pump.identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Inspection' },
  });
  const [ours, theirs] = [await visit(browser, service), await visit(browser, service)];
  await signIn(ours.page, owner);
  await signIn(theirs.page, partner);

  const [ownString, partnerString] = [await sharingString(ours.page), await sharingString(theirs.page)];
  expect(JSON.parse(Buffer.from(ownString, 'base64').toString()).identity).toMatch(/^subjects\//);
  await importOf(ours.page, 'Our partner', 'nonsense');
  await ours.page.getByText('is not a sharing string; must be the whole string').waitFor();
  await importOf(ours.page, 'Our partner', partnerString);
  await ours.page.getByText('Our partner was imported.').waitFor();
  await ours.page.getByText(/^Pending/).waitFor();
  await importOf(theirs.page, 'The owner', ownString);
  await theirs.page.getByText(/^Confirmed/).waitFor();
  await ours.page.getByRole('button', { name: 'Refresh' }).click();
  await ours.page.getByText(/^Confirmed/).waitFor();

  const { page } = ours;
  await open(page, 'policies/new', 'Create an access policy');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Pumps for our partner');
  const preview = page.getByRole('region', { name: 'Matching assets' });
  await page.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByLabel('Attribute 1.1').fill('arc_display_type');
  await page.getByLabel('Value 1.1').fill('Pump');
  await expect.poll(() => preview.innerText()).toContain('matches 1 asset:\n\nPump 7');
  await page.getByRole('button', { name: 'or…' }).click();
  await page.getByLabel('Attribute 1.2').fill('arc_display_type');
  await page.getByLabel('Value 1.2').fill('Crane');
  await expect.poll(() => preview.innerText()).toContain('matches 2 assets');
  await page.getByRole('button', { name: 'and…' }).first().click();
  await page.getByLabel('Attribute 2.1').fill("it's");
  await page.getByLabel('Comparison 2.1').selectOption('exists');
  await expect.poll(() => preview.innerText()).toContain('matches 1 asset:');
  await page.getByRole('checkbox', { name: 'Our partner' }).check();
  const attributesRead = page.getByRole('group', { name: 'Asset attributes they can read', exact: true });
  for (const name of ['arc_display_name', 'arc_display_type']) {
    await attributesRead.getByRole('combobox').selectOption(name);
    await attributesRead.getByRole('button', { name: /^Add to/ }).click();
  }
  const typesRead = page.getByRole('group', { name: 'Event types they can read', exact: true });
  await typesRead.getByRole('combobox').selectOption('Inspection');
  await typesRead.getByRole('button', { name: /^Add to/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await titled(page, 'Access policies');
  const [policy] = (await done(client, owner.token, 'GET', '/iam/v1/access_policies')).access_policies;
  expect(policy.filters).toEqual([
    { or: ['attributes.arc_display_type=Pump', 'attributes.arc_display_type=Crane'] },
    { or: ["attributes.it's=*"] },
  ]);

  await open(theirs.page, 'assets', 'Assets');
  await theirs.page.getByRole('link', { name: 'Pump 7' }).click();
  await titled(theirs.page, 'Pump 7');
  const attributes = theirs.page.locator('dl[aria-label=Attributes]');
  await expect.poll(() => attributes.locator('dt').allInnerTexts()).toEqual(['Name', 'Type']);
  await theirs.page.getByRole('article').getByRole('link').first().waitFor();
  expect(await theirs.page.getByRole('article').count()).toBe(1);
  expect(await theirs.page.content()).not.toContain('EUR 1000');
  await open(theirs.page, 'assets', 'Assets');
  await theirs.page.getByRole('link', { name: 'Pump 7' }).waitFor();
  expect(await theirs.page.getByRole('link', { name: 'Crane' }).count()).toBe(0);

  // Saving without changes keeps the policy as it is, and deleting it revokes the access.
  await page.getByRole('link', { name: 'Pumps for our partner' }).click();
  await titled(page, 'Pumps for our partner');
  expect(await page.getByLabel('Comparison 2.1').inputValue()).toBe('=*');
  await page.getByRole('button', { name: 'Save' }).click();
  await titled(page, 'Access policies');
  const [after] = (await done(client, owner.token, 'GET', '/iam/v1/access_policies')).access_policies;
  expect(after).toEqual(policy);
  await page.getByRole('link', { name: 'Pumps for our partner' }).click();
  await titled(page, 'Pumps for our partner');
  await confirmed(page, 'Delete the policy');
  await titled(page, 'Access policies');
  await open(theirs.page, 'events', 'Events');
  await open(theirs.page, 'assets', 'Assets');
  await theirs.page.getByText('No assets found.').waitFor();

  await open(page, 'sharing', 'Sharing');
  await confirmed(page, 'Remove Our partner');
  await page.getByText('No partners yet.').waitFor();
  expect([...ours.complaints, ...theirs.complaints]).toEqual([]);
  await ours.context.close();
  await theirs.context.close();
});

it('an administrator of a partner can select only assets on which the owner lets the partner record', async () => {
  const [owner, reader] = [await newTenant(service, 'Owner'), await newTenant(service, 'Reader')];
  const create = (token: string, arc_display_name: string): Promise<any> =>
    done(client, token, 'POST', '/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: { arc_display_name, arc_display_type: 'Pump' },
    });
  const pump = await create(owner.token, 'Pump 7');
  const forklift = await done(client, owner.token, 'POST', '/v2/assets', {
    attributes: {
      arc_display_name: 'Forklift 5',
      arc_display_type: 'Forklift',
      arc_home_location_identity: 'locations/0bc8a8ee-6d1c-4b3e-9a53-0a4d3b3f4c11',
    },
  });
  await create(reader.token, 'Their own pump');
  const subject = await importSubject(client, { of: reader, into: owner, name: 'Reader' });
  await importSubject(client, { of: owner, into: reader, name: 'Owner' });
  const policy = await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'Pumps',
    filters: [{ or: ['attributes.arc_display_type=Pump'] }],
    access_permissions: [
      { subjects: [subject.identity], asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] },
    ],
  });
  const shared = async (token = reader.token): Promise<unknown> =>
    (await done(client, token, 'GET', '/v1/whoami')).granted.shared;
  expect(await shared()).toEqual([]);

  const { page, context, complaints } = await visit(browser, service);
  const boxes = (): Promise<(string | null)[]> =>
    page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')));
  await signIn(page, reader);
  await open(page, 'assets', 'Assets');
  await page.getByRole('link', { name: 'Pump 7' }).waitFor();
  expect(await boxes()).toEqual(['Select Their own pump']);
  await page.getByRole('checkbox', { name: 'Select all shown' }).check();
  await page.getByText('1 selected').waitFor();
  await open(page, pump.identity, 'Pump 7');
  expect(await page.getByRole('link', { name: 'Record an event' }).count()).toBe(0);

  await done(client, owner.token, 'PATCH', `/iam/v1/${policy.identity}`, {
    access_permissions: [
      {
        subjects: [subject.identity],
        asset_attributes_read: ['*'],
        behaviours: ['RecordEvidence'],
        event_arc_display_type_write: ['Inspection'],
      },
    ],
  });
  expect(await shared()).toEqual([{ tenant_identity: owner.tenant_identity, behaviours: ['RecordEvidence'] }]);
  // A member without rights learns nothing of the policies of others, and one with rights no names in them.
  const { token } = await newMember(service, client, reader, { may: 'record' });
  expect(await shared(token)).toEqual([]);
  await done(client, reader.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'Recorders',
    filters: [{ or: ['attributes.arc_display_type=Pump'] }],
    access_permissions: [
      { user_attributes: [{ or: ['jwt_may=record'] }], behaviours: ['*'], event_arc_display_type_write: ['*'] },
    ],
  });
  expect(await shared(token)).toEqual([{ tenant_identity: owner.tenant_identity, behaviours: ['RecordEvidence'] }]);
  await done(client, owner.token, 'POST', '/iam/v1/access_policies', {
    display_name: 'Forklifts',
    filters: [{ or: ['attributes.arc_display_type=Forklift'] }],
    access_permissions: [
      { subjects: [subject.identity], asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] },
    ],
  });
  await page.reload();
  await titled(page, 'Pump 7');
  await page.getByRole('link', { name: 'Record an event' }).waitFor();
  // The owner lets the partner record on pumps, and only read forklifts.
  await open(page, forklift.identity, 'Forklift 5');
  await page.getByText('Owner judges whether its assets comply by its own rules, which are not shared.').waitFor();
  await page.getByText('by rules of its owner, which are not shared').waitFor();
  await page.getByText('a location that you cannot see').first().waitFor();
  expect(await page.getByText('no rule applies').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Record an event' }).count()).toBe(0);
  await open(page, `${forklift.identity}/record`, 'Record an event');
  await page.getByText('You cannot record events on this asset.').waitFor();
  await open(page, 'assets', 'Assets');
  await page.getByRole('checkbox', { name: 'Select Pump 7' }).waitFor();
  await page.getByRole('row', { name: 'Forklift 5' }).getByText('of Owner').waitFor();
  expect((await boxes()).toSorted()).toEqual(['Select Pump 7', 'Select Their own pump']);
  expect(complaints).toEqual([]);
  await context.close();
});
