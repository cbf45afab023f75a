import { expect, it } from 'vitest';
import { namedAs, upload } from '../support/blobs.ts';
import { done } from '../support/sharing.ts';
import { loaded, open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { furnish, SCREENS, stripes } from './support/furnish.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

it('an asset shows its picture, readable names of attributes, and its compliance above the attributes', async () => {
  const { page } = on.visitor;
  const of = await furnish(on.service, on.client, (what) => what);
  await signIn(page, of.tenant);
  await open(page, `assets/${of.asset}`, 'Pump 7');
  const picture = page.getByRole('img', { name: 'Picture: picture.png' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  expect(await picture.getAttribute('src')).toMatch(/^blob:/);
  const names = page.locator('dl[aria-label=Attributes] > dt');
  expect((await names.allInnerTexts()).slice(0, 3)).toEqual(['Name', 'Type', 'Image']);
  const codes = await names.locator('[title]').evaluateAll((all) => all.map((each) => each.getAttribute('title')));
  expect(codes.slice(0, 3)).toEqual(['arc_display_name', 'arc_display_type', 'arc_primary_image']);
  expect((await page.getByRole('heading', { level: 2 }).allInnerTexts()).slice(0, 5)).toEqual([
    'Compliance',
    'Attachments',
    'Label',
    'Attributes',
    'Events',
  ]);
  // The inspection happened on 1 October, and is required each day.
  await page.getByText(/^\d+ days( \d+ [a-z]+)?; the limit is 1 day$/).waitFor();
});

it('a file that is not a raster image is not shown as the picture of an asset', async () => {
  const { page } = on.visitor;
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>window.ran=1</script></svg>');
  const blob = await upload(on.client, on.tenant.token, svg, { name: 'picture.png' });
  const attributes = { arc_display_name: 'Odd', arc_primary_image: namedAs(blob, { arc_file_name: 'picture.png' }) };
  const { identity } = await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes });
  await signIn(page, on.tenant);
  const answered = page.waitForResponse('**/v2/attachments/**');
  await open(page, identity, 'Odd');
  expect((await answered).headers()['content-type']).toBe('image/svg+xml');
  await page.getByRole('button', { name: 'Download picture.png' }).first().waitFor();
  expect(await page.locator('img').count()).toBe(0);
});

it('an attribute of an author that is called like a label is shown as code', async () => {
  const { page } = on.visitor;
  const attributes = { arc_display_name: 'Pump', 'n a m e': 'Crane', condition: 'good' };
  const { identity } = await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes });
  await signIn(page, on.tenant);
  await open(page, identity, 'Pump');
  const names = page.locator('dl[aria-label=Attributes] > dt');
  expect(await names.allInnerTexts()).toEqual(['Name', 'condition', 'n a m e']);
  expect(await names.locator('code').allInnerTexts()).toEqual(['n a m e']);
});

it('the picture of another asset does not stay on the screen', async () => {
  const { page } = on.visitor;
  const blob = await upload(on.client, on.tenant.token, stripes(20, 10), { name: 'a.png' });
  const asset = (name: string, more: object) =>
    post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { arc_display_name: name, ...more } });
  const shown = await asset('Shown', { arc_primary_image: namedAs(blob, { arc_file_name: 'a.png' }) });
  const bare = await asset('Bare', {});
  await signIn(page, on.tenant);
  await open(page, shown.identity, 'Shown');
  await page.getByRole('img').waitFor();
  await open(page, bare.identity, 'Bare');
  expect(await page.getByRole('img').count()).toBe(0);
});

it('a rule is changed: the form has all of it, and a new one takes its place', async () => {
  const { page } = on.visitor;
  const rule = {
    compliance_type: 'COMPLIANCE_PERIOD_OUTSTANDING',
    display_name: 'Faults are repaired',
    description: 'Work instruction 12',
    event_display_type: 'Fault',
    closing_event_display_type: 'Repair',
    time_period_seconds: String(36 * 3_600),
    asset_filter: [{ or: ['attributes.arc_display_type=Pump', 'attributes.arc_display_type=Crane'] }],
  };
  const { identity } = await post('/v1/compliance_policies', rule);
  await signIn(page, on.tenant);
  await open(page, 'compliance', 'Compliance');
  await page.getByRole('link', { name: 'Faults are repaired' }).click();
  await titled(page, 'Faults are repaired');
  expect(await page.getByRole('spinbutton', { name: 'Period' }).inputValue()).toBe('36');
  await page.getByRole('spinbutton', { name: 'Period' }).fill('48');
  await page.getByRole('button', { name: 'Save' }).click();
  await titled(page, 'Compliance');
  const listed = await done(on.client, on.tenant.token, 'GET', '/v1/compliance_policies');
  const now = listed.compliance_policies.find((each: any) => each.display_name === rule.display_name);
  expect(now).toMatchObject({ ...rule, time_period_seconds: String(48 * 3_600) });
  expect(listed.compliance_policies.map((each: any) => each.identity)).not.toContain(identity);
});

it('a rule is added with a period in days, lists show it in words, and no word of a button is broken', async () => {
  const { page } = on.visitor;
  await signIn(page, on.tenant);
  await open(page, 'compliance', 'Compliance');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Inspected twice a week');
  await page.getByRole('combobox', { name: 'Type of event' }).fill('Inspection');
  await page.getByRole('spinbutton', { name: 'Period' }).fill('3.5');
  await page.getByText('3 days 12 hours').waitFor();
  await page.getByRole('button', { name: 'Add the rule' }).click();
  await page.getByRole('cell', { name: '3 days 12 hours' }).waitFor();
  const [rule] = (await done(on.client, on.tenant.token, 'GET', '/v1/compliance_policies')).compliance_policies;
  expect(Number(rule.time_period_seconds)).toBe(302_400);
  for (const width of [1280, 800, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const button = page.getByRole('button', { name: 'Delete Inspected twice a week' });
    const lines = await button.evaluate((it) => {
      const range = document.createRange();
      range.selectNodeContents(it);
      return range.getClientRects().length;
    });
    expect([width, lines]).toEqual([width, 1]);
  }
});

it('the audit log has names instead of identities, and the identities on expansion', async () => {
  const { page } = on.visitor;
  const { identity } = await post('/iam/v1/applications', { display_name: 'Gateway' });
  await post('/v1/invites', { email: 'ada@example.com' });
  const gone = await post('/iam/v1/applications', { display_name: 'Gone' });
  await done(on.client, on.tenant.token, 'DELETE', `/iam/v1/${gone.identity}`);
  await signIn(page, on.tenant);
  await loaded(page, 'audit');
  const rows = page.locator('tbody tr');
  await expect.poll(() => rows.count()).toBeGreaterThan(4);
  const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
  expect(texts.join('\n')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(texts[0]).toMatch(/Delete application Application [0-9a-f]{8}… Administrator/);
  expect(texts).toContainEqual(expect.stringMatching(/Create invite ada@example.com Administrator/));
  expect(texts).toContainEqual(expect.stringMatching(/Create application Gateway Administrator/));
  const gateway = rows.filter({ hasText: 'Gateway' });
  await gateway.getByText('Details').last().click();
  await gateway.getByText(identity, { exact: true }).waitFor();
});

it('the overview shows quotas as numbers and sizes that people can read', async () => {
  const { page } = on.visitor;
  await upload(on.client, on.tenant.token, Buffer.from('evidence'), { name: 'a.txt' });
  await signIn(page, on.tenant, '');
  await page.getByText('1 TiB of 1 TiB left').waitFor();
  await page.getByText('999,999 of 1,000,000 left').first().waitFor();
});

it('the screens open with their titles, and without errors', async () => {
  const { page } = on.visitor;
  const of = await furnish(on.service, on.client, (what) => what);
  await signIn(page, of.tenant);
  for (const { name, path } of SCREENS) {
    await loaded(page, path(of));
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    expect([name, await page.title(), await page.getByRole('alert').count()]).toEqual([name, `${title} · Console`, 0]);
  }
});
