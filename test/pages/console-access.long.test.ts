import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { newTenant, tokenOf, type Tenant } from '../support/service.ts';
import { done, idOf, importSubject, record } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { leave, open, signIn, titled, visit } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { PAYLOADS } from './support/payloads.ts';

const on = consoleTest();
const get = (path: string, token = on.tenant.token): Promise<any> => done(on.client, token, 'GET', path);
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

let partner: Tenant;
let quarry: any;
let pump: string;

beforeEach(async () => {
  partner = await newTenant(on.service, 'Quarry & Sons');
  quarry = await importSubject(on.client, { of: partner, into: on.tenant, name: 'Quarry & Sons' });
  await importSubject(on.client, { of: on.tenant, into: partner, name: 'Harbour Works' });
  pump = (
    await post('/v2/assets', {
      behaviours: ['RecordEvidence'],
      attributes: {
        arc_display_name: 'Pump 3',
        arc_display_type: 'Pump',
        arc_serial_number: 'P-3',
        weight: '40',
        maker: 'Example Ltd',
      },
    })
  ).identity;
  await post(`/v2/${pump}/events`, record('Inspection', { weight: '41.25 t' }));
  await post('/v2/assets', { attributes: { arc_display_name: 'Pump 3', arc_display_type: 'Pump' } });
});

const policy = (name: string, permission: object): Promise<any> =>
  post('/iam/v1/access_policies', {
    display_name: name,
    filters: [{ or: ['attributes.arc_display_type=Pump'] }],
    access_permissions: [permission],
  });

/** Counts the clicks and the fields of a person. */
function counting(page: Page) {
  const spent = { clicks: 0, fields: 0 };
  return {
    spent,
    click: async (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) => {
      spent.clicks += 1;
      await within.getByRole('button', { name, exact: typeof name === 'string' }).click();
    },
    choose: async (label: string, text: string) => {
      spent.fields += 1;
      await page.getByLabel(label, { exact: true }).selectOption({ label: text });
    },
  };
}

it('one asset is shared without two attributes, and the screen shows what the partner then sees', async () => {
  const { page } = on.visitor;
  const second = await newTenant(on.service, 'Another');
  await importSubject(on.client, { of: second, into: on.tenant, name: 'Another' });
  await signIn(page, on.tenant);
  await open(page, pump, 'Pump 3');
  const { spent, click, choose } = counting(page);
  await click('Share');
  const dialog = page.getByRole('dialog', { name: 'Share Pump 3' });
  await dialog.getByText('Attributes that they see').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await choose('With *', 'Quarry & Sons');
  await click('weight', dialog);
  await click('maker', dialog);
  await dialog
    .getByText('Quarry & Sons will read all attributes of Pump 3 except weight and maker, and all of its events.')
    .waitFor();
  await dialog.getByText('The policy selects assets where Serial number (arc_serial_number) is “P-3”.').waitFor();
  await click('Share', dialog);
  await dialog
    .getByText('Shared. Quarry & Sons now reads all attributes except maker and weight; all events.')
    .waitFor();
  expect(spent).toEqual({ clicks: 4, fields: 1 });
  await dialog.getByRole('button', { name: 'Close' }).click();

  const names = async () => Object.keys((await get(`/v2/${pump}`, partner.token)).attributes).toSorted();
  expect(await names()).toEqual(['arc_display_name', 'arc_display_type', 'arc_serial_number']);
  const seen = page.getByRole('region', { name: 'Who can see this' });
  await seen.getByText('all attributes except maker and weight; all events').waitFor();
  await seen.getByRole('link', { name: 'Pump 3 for Quarry & Sons' }).first().waitFor();
  expect(await barriersOf(page)).toEqual([]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await seen.getByRole('link', { name: 'View as Quarry & Sons' }).click();
  await titled(page, 'Pump 3');
  await page.getByText('You see this asset as Quarry & Sons sees it').waitFor();
  const main = await page.locator('main').innerText();
  expect(main).toContain('P-3');
  expect(main).toContain('Inspection');
  for (const hidden of ['Example Ltd', 'weight', '41.25']) expect(main).not.toContain(hidden);
  // Nothing is read with other rights.
  const { asset, events } = await get(`/iam/v1/${pump}:view?as=${quarry.identity}`);
  expect([Object.keys(asset.attributes).length, events.length]).toEqual([3, 2]);
  expect(asked.filter((url) => url.includes('/v2/assets'))).toEqual([]);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Back to your view' }).click();
  await page.getByText('Example Ltd').first().waitFor();
});

it('sharing announces that another policy shows what is hidden, and that several assets are selected', async () => {
  const { page } = on.visitor;
  await policy('Inspectors of pumps', { subjects: [quarry.identity], asset_attributes_read: ['*'] });
  await signIn(page, on.tenant);
  await open(page, pump, 'Pump 3');
  const { click } = counting(page);
  await click('Share');
  const dialog = page.getByRole('dialog', { name: 'Share Pump 3' });
  // The only partner is chosen.
  await click('weight', dialog);
  await dialog.getByText('Quarry & Sons already reads weight by Inspectors of pumps. Hiding it').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { assets } = await get('/v2/assets');
  const twin = assets.find(({ identity }: any) => identity !== pump).identity;
  await open(page, `assets/${idOf(twin)}`, 'Pump 3');
  await click('Share');
  await dialog.getByText('2 assets meet this: all of them will be shared.').waitFor();
});

it('a certificate is attached with three clicks, as an event and to the asset', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, pump, 'Pump 3');
  const { spent, click } = counting(page);
  // A file picker takes two clicks: the one that opens it, and the choice.
  const picker = page.waitForEvent('filechooser');
  await click('Attach a file');
  spent.clicks += 1;
  await (
    await picker
  ).setFiles({ name: 'certificate.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  const dialog = page.getByRole('dialog', { name: 'Attach certificate.pdf?' });
  expect(await barriersOf(page)).toEqual([]);
  await click('Attach', dialog);
  await dialog.waitFor({ state: 'detached' });
  expect(spent).toEqual({ clicks: 3, fields: 0 });
  await page.getByRole('button', { name: 'Download certificate.pdf' }).first().waitFor();
  await page.getByRole('list', { name: 'Events' }).getByText('Attachment', { exact: true }).waitFor();
  const { events } = await get(`/v2/${pump}/events`);
  expect(events[0].event_attributes).toMatchObject({
    arc_display_type: 'Attachment',
    arc_description: 'certificate.pdf',
  });
  expect(events[0].asset_attributes).toMatchObject({ certificate_pdf: { arc_file_name: 'certificate.pdf' } });
});

it('a member who may only read is offered neither to share nor to attach, and hostile names are text', async () => {
  const texts = PAYLOADS.slice(0, 12);
  const { client_id, credentials } = await post('/iam/v1/applications', { display_name: texts[0]! });
  const client_secret = credentials[0].secret;
  for (const [i, text] of texts.entries())
    await policy(text.slice(0, 200), {
      user_attributes: [{ or: [`subject=${client_id}`] }],
      subjects: [quarry.identity],
      asset_attributes_read: [i === 0 ? 'arc_display_name' : text.slice(0, 200)],
    });
  await post(`/v2/${pump}/events`, record(texts[1]!, { [texts[2]!.replaceAll(/[.[\]]/g, '_')]: texts[3]! }));
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, pump, 'Pump 3');
  const seen = page.getByRole('region', { name: 'Who can see this' });
  await seen.getByText('Per attribute').first().click();
  const view = seen.getByRole('link', { name: /^View as/ }).first();
  await view.click();
  await page.getByText('You see this asset as').waitFor();

  const member = await visit(on.browser, on.service);
  await signIn(member.page, { client_id, client_secret });
  expect((await get(`/v2/${pump}`, await tokenOf(on.service, client_id, client_secret))).identity).toBe(pump);
  await open(member.page, pump, 'Pump 3');
  for (const name of ['Share', 'Attach a file'])
    expect(await member.page.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await member.page.getByRole('heading', { name: 'Who can see this' }).count()).toBe(0);
  await leave(member);
});
