import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { RECORD } from '../support/record.ts';
import { newTenant } from '../support/service.ts';
import { done, importSubject } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { counting } from './support/counting.ts';
import { stripes } from './support/furnish.ts';

/** A service of its own: the tests run its jobs. */
const on = consoleTest({});
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const get = (path: string): Promise<any> => done(on.client, on.tenant.token, 'GET', path);

const PHOTO = { name: 'seal.png', mimeType: 'image/png', buffer: stripes(20, 20) };
const DAYS = 86_400_000;

const button = (page: Page | Locator, name: string): Locator => page.getByRole('button', { name, exact: true });

const pump = (name: string): Promise<{ identity: string }> =>
  post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: name, arc_display_type: 'Pump', arc_serial_number: name, weight: '7', maker: 'A' },
  });

/** Signs in and opens a screen by its path. */
async function begin(path: string, title: string): Promise<Page> {
  const { page } = on.visitor;
  await signIn(page, on.tenant, path);
  await titled(page, title);
  return page;
}

it('an asset is found by a word with one click, one field and Enter', async () => {
  await pump('Pump 1');
  const page = await begin('events', 'Events');
  const { steps, click, fill, press } = counting(page);
  await click(page.getByRole('button', { name: 'Go to…' }));
  await fill(page.getByRole('combobox', { name: 'Screen, action or record' }), 'pump');
  await press('Enter');
  await titled(page, 'Pump 1');
  expect(steps).toEqual({ clicks: 1, fields: 1, keys: 1 });
});

it('an inspection that is due is recorded with its photo in four clicks, two fields and one shortcut', async () => {
  const { identity } = await pump('Pump 1');
  const field = { required: true, kind: 'TEXT' };
  for (const type of ['Inspection', 'Repair'])
    await post('/v1/templates', {
      display_name: `${type} of a pump`,
      event_display_type: type,
      asset_display_types: ['Pump'],
      fields: [
        { ...field, name: 'condition', kind: 'CHOICE', choices: ['good', 'worn'], asset_attribute: 'condition' },
        { ...field, name: 'seal', display_name: 'Photo of the seal', kind: 'PHOTO' },
      ],
    });
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_SINCE',
    display_name: 'Inspected',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
    event_display_type: 'Inspection',
    time_period_seconds: String(40 * 86_400),
  });
  await post(`/v2/${identity}/events`, {
    ...RECORD,
    event_attributes: { arc_display_type: 'Inspection' },
    timestamp_declared: new Date(Date.now() - 50 * DAYS).toISOString(),
  });
  await on.service.cron('* * * * *');
  const page = await begin('due', 'Due');
  const { steps, click, choose, fill, press } = counting(page);
  await click(page.getByRole('link', { name: 'Record on Pump 1' }));
  await titled(page, 'Record an event');
  expect(await page.getByLabel('Template').locator('option:checked').innerText()).toBe('Inspection of a pump');
  // A phone offers its photos in the first field, and opens its camera in the second.
  expect(await page.getByLabel('Photo of the seal').getAttribute('capture')).toBe(null);
  const camera = page.locator('.field', { has: page.getByLabel('Photo of the seal') }).locator('input[capture]');
  expect(await camera.getAttribute('capture')).toBe('environment');
  await camera.setInputFiles(PHOTO);
  await page.getByRole('img', { name: 'Chosen: seal.png' }).waitFor();
  await button(page, 'Remove seal.png').click();
  await fill(page.getByLabel('condition'), 'good');
  await choose(page.getByLabel('Photo of the seal'), PHOTO);
  await page.getByRole('img', { name: 'Chosen: seal.png' }).waitFor();
  await fill(page.getByRole('textbox', { name: 'Description' }), 'All is well');
  await press('Control+Enter');
  // The shortcut asks; only the button records.
  await page.getByRole('dialog').getByText('All is well').waitFor();
  expect((await get(`/v2/${identity}/events`)).events).toHaveLength(2);
  await click(button(page.getByRole('dialog'), 'Record'));
  await titled(page, 'Inspection');
  expect(steps).toEqual({ clicks: 4, fields: 2, keys: 1 });
  const [event] = (await get(`/v2/${identity}/events`)).events;
  expect(event.event_attributes).toMatchObject({ arc_display_type: 'Inspection', condition: 'good' });
});

it('a file is attached to an asset in three clicks', async () => {
  const { identity } = await pump('Pump 1');
  const page = await begin(identity, 'Pump 1');
  const { steps, click, choose } = counting(page);
  await choose(button(page, 'Attach a file'), PHOTO);
  await click(button(page.getByRole('dialog'), 'Attach'));
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(steps).toEqual({ clicks: 3, fields: 0, keys: 0 });
  expect((await get(`/v2/${identity}/events`)).events).toHaveLength(2);
});

it('an asset is shared without two of its attributes in five clicks and one field', async () => {
  const { identity } = await pump('Pump 1');
  const partner = await newTenant(on.service, 'Quarry');
  await importSubject(on.client, { of: partner, into: on.tenant, name: 'Quarry' });
  const page = await begin(identity, 'Pump 1');
  const { steps, click, fill } = counting(page);
  await click(button(page, 'Share'));
  const dialog = page.getByRole('dialog', { name: 'Share Pump 1' });
  const { subjects } = await get('/iam/v1/subjects');
  await fill(dialog.getByLabel('With'), subjects[0].identity);
  await click(button(dialog, 'weight'));
  await click(button(dialog, 'maker'));
  await click(button(dialog, 'Share'));
  await dialog.getByText(/^Shared/).waitFor();
  await click(button(dialog, 'Close'));
  expect(steps).toEqual({ clicks: 5, fields: 1, keys: 0 });
  const [policy] = (await get('/iam/v1/access_policies')).access_policies;
  const read = policy.access_permissions[0].asset_attributes_read;
  expect(read).toContain('arc_display_name');
  expect(read.filter((name: string) => ['weight', 'maker', '*'].includes(name))).toEqual([]);
});

it('the list of what is not compliant, and why, is one click away', async () => {
  await pump('Pump 1');
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: 'Light enough',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
    richness_assertions: [{ or: ['weight<=5'] }],
  });
  await on.service.cron('* * * * *');
  const page = await begin('events', 'Events');
  const { steps, click } = counting(page);
  const request = page.waitForRequest(/\/v1\/compliance\/assets\?/);
  await click(page.getByRole('navigation').getByRole('link', { name: 'Due', exact: true }));
  expect(new URL((await request).url()).searchParams.get('page_size')).toBe('100');
  await page.getByText('weight<=5 fails: weight is 7').waitFor();
  expect(steps).toEqual({ clicks: 1, fields: 0, keys: 0 });
});

it('an earlier state is shown with one field and one click, and every number is of that time', async () => {
  await post('/v1/compliance_policies', {
    compliance_type: 'COMPLIANCE_RICHNESS',
    display_name: 'Light enough',
    asset_filter: [{ or: ['attributes.arc_display_type=Pump'] }],
    richness_assertions: [{ or: ['weight<=8'] }],
  });
  const { identity } = await pump('Pump 1');
  const record = (type: string, values: Record<string, string>): Promise<any> =>
    post(`/v2/${identity}/events`, {
      ...RECORD,
      event_attributes: { arc_display_type: type },
      asset_attributes: values,
    });
  await record('Inspection', { hours: '1201', pressure: '31' });
  const { timestamp_accepted: at } = await record('Reading', { pressure: '32' });
  // The field has whole seconds: what follows is recorded after the next one.
  const next = (Math.floor(Date.parse(at as string) / 1000) + 1) * 1000;
  await expect.poll(() => Date.now()).toBeGreaterThan(next);
  await record('Overhaul', { hours: '1377', pressure: '45', weight: '9', valves: '66' });
  await record('Reading', { pressure: '46' });
  const page = await begin(identity, 'Pump 1');
  const attributes = (): Promise<object> =>
    page
      .locator('dl[aria-label=Attributes] dt')
      .evaluateAll((names) =>
        Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling!.textContent])),
      );
  await expect.poll(attributes).toMatchObject({ hours: '1377', pressure: '46', valves: '66', weight: '9' });
  const local = await page.evaluate((time) => {
    const date = new Date(time);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  }, next);
  const { steps, click, fill } = counting(page);
  await fill(page.getByLabel('Show the asset as it was at'), local);
  await click(button(page.getByRole('form', { name: 'Earlier states' }), 'Show'));
  await button(page, 'Back to now').waitFor();
  expect(steps).toEqual({ clicks: 1, fields: 1, keys: 0 });
  await expect.poll(attributes).toEqual({
    Name: 'Pump 1',
    Type: 'Pump',
    'Serial number': 'Pump 1',
    hours: '1201',
    maker: 'A',
    pressure: '32',
    weight: '7',
  });
  await expect
    .poll(() => page.getByRole('article').locator('h4').allInnerTexts())
    .toEqual(['Reading', 'Inspection', 'Asset created']);
  const glance = page.locator('dl[aria-label="At a glance"]');
  await glance.getByText('✓ compliant').waitFor();
  const last = glance.locator('div', { hasText: 'Last recorded' }).locator('time');
  await expect.poll(() => last.getAttribute('datetime')).toBe(at);
});

it('the label of an asset is one click away', async () => {
  const { identity } = await pump('Pump 1');
  const page = await begin(identity, 'Pump 1');
  const { steps, click } = counting(page);
  await click(button(page, 'Show a label to print'));
  await page.getByRole('dialog').getByRole('img').waitFor();
  expect((await get(`/v2/${identity}`)).public).toBe(false);
  expect(steps).toEqual({ clicks: 1, fields: 0, keys: 0 });
});

it('photos are shown before the event is recorded, and can be dropped, pasted or taken', async () => {
  const { identity } = await pump('Pump 1');
  const page = await begin(`${identity}/record`, 'Record an event');
  /** Drops or pastes a file on the page. */
  const give = (kind: 'drop' | 'paste', name: string): Promise<void> =>
    page.evaluate(
      ({ kind: what, name: called, bytes }) => {
        const data = new DataTransfer();
        data.items.add(new File([Uint8Array.from(bytes)], called, { type: 'image/png' }));
        const of = { bubbles: true, cancelable: true };
        document.body.dispatchEvent(
          what === 'drop'
            ? new DragEvent('drop', { ...of, dataTransfer: data })
            : new ClipboardEvent('paste', { ...of, clipboardData: data }),
        );
      },
      { kind, name, bytes: [...PHOTO.buffer] },
    );
  await give('drop', 'dropped.png');
  await page.getByRole('img', { name: 'Chosen: dropped.png' }).waitFor();
  await give('paste', 'pasted.png');
  await page.getByRole('img', { name: 'Chosen: pasted.png' }).waitFor();
  const camera = page.locator('input[capture]');
  expect([await camera.getAttribute('accept'), await camera.getAttribute('capture')]).toEqual([
    'image/*',
    'environment',
  ]);
  await camera.setInputFiles(PHOTO);
  await page.getByRole('img', { name: 'Chosen: seal.png' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await button(page, 'Remove pasted.png').click();
  await page.getByRole('img', { name: 'Chosen: pasted.png' }).waitFor({ state: 'detached' });
  // Nothing is taken while a decision is asked for.
  await button(page, 'Review and record').click();
  await page.getByRole('dialog').waitFor();
  await give('drop', 'late.png');
  await button(page.getByRole('dialog'), 'Record').click();
  await page.getByRole('heading', { level: 1, name: 'Record an event' }).waitFor({ state: 'detached' });
  const [event] = (await get(`/v2/${identity}/events`)).events;
  expect(Object.keys(event.event_attributes).toSorted()).toEqual(['dropped_png', 'seal_png']);
});

it('files dropped during an upload follow it, folders are refused, and text is dropped into fields', async () => {
  const { identity } = await pump('Pump 1');
  const page = await begin(`${identity}/record`, 'Record an event');
  const held: ((isLost: boolean) => void)[] = [];
  await page.route('**/v1/blobs', async (route) => {
    const isLost = await new Promise<boolean>((resolve) => held.push(resolve));
    await (isLost ? route.abort() : route.continue());
  });
  /** Drops files on the page. */
  const drop = (names: string[], hasFolder = false): Promise<void> =>
    page.evaluate(
      ([all, isFolder]) => {
        const data = new DataTransfer();
        for (const name of all) data.items.add(new File([name], name, { type: 'text/plain' }));
        // A script cannot make the entry of a folder.
        const entry = DataTransferItem.prototype.webkitGetAsEntry;
        const folder = { isDirectory: true } as FileSystemDirectoryEntry;
        if (isFolder) DataTransferItem.prototype.webkitGetAsEntry = () => folder;
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        DataTransferItem.prototype.webkitGetAsEntry = entry;
      },
      [names, hasFolder] as const,
    );
  await drop(['first.txt']);
  await expect.poll(() => held.length).toBe(1);
  await drop(['second.txt']);
  held[0]!(false);
  await button(page, 'Remove first.txt').waitFor();
  await page.getByRole('progressbar', { name: 'Upload of second.txt' }).waitFor();
  await expect.poll(() => held.length).toBe(2);
  held[1]!(false);
  await button(page, 'Remove second.txt').waitFor();
  // The files that follow one that fails are named.
  await drop(['third.txt', 'fourth.txt']);
  await expect.poll(() => held.length).toBe(3);
  await drop(['fifth.txt']);
  held[2]!(true);
  await page.getByText('Not uploaded: fourth.txt, fifth.txt. Choose them again.').waitFor();

  const folder = page.getByText('A folder cannot be attached.');
  await drop(['folder'], true);
  await folder.waitFor();
  await drop(['sixth.txt']);
  await folder.waitFor({ state: 'detached' });
  await expect.poll(() => held.length).toBe(4);
  held[3]!(false);
  await button(page, 'Remove sixth.txt').waitFor();

  // Whether the page leaves a drop of text to the browser.
  const isLeft = await page.getByRole('textbox', { name: 'Description' }).evaluate((it) => {
    const data = new DataTransfer();
    data.setData('text/plain', 'dropped text');
    const of = { dataTransfer: data, bubbles: true, cancelable: true };
    return ['dragover', 'drop'].map((type) => it.dispatchEvent(new DragEvent(type, of)));
  });
  expect(isLeft).toEqual([true, true]);
});

it('the package for an auditor is made in two clicks', async () => {
  await pump('Pump 1');
  const page = await begin('events', 'Events');
  const { steps, click } = counting(page);
  await click(page.getByRole('link', { name: 'Exports' }));
  await titled(page, 'Exports');
  const [download] = await Promise.all([page.waitForEvent('download'), click(button(page, 'Make the package'))]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  expect(steps).toEqual({ clicks: 2, fields: 0, keys: 0 });
});

it('the menu stays in view beside a long screen, and rare facts are under More', async () => {
  const attributes = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`attribute_${i}`, `${i}`]));
  const { identity } = await post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: 'Pump 1', ...attributes },
  });
  const page = await begin(identity, 'Pump 1');
  const record = page.getByRole('region', { name: 'Record', exact: true });
  await record.scrollIntoViewIfNeeded();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500);
  expect(await page.getByRole('link', { name: 'Assets', exact: true }).boundingBox()).toMatchObject({
    y: expect.toSatisfy((y: number) => y >= 0 && y < 720),
  });
  const behaviours = record.getByText('Record evidence');
  expect(await behaviours.isVisible()).toBe(false);
  await record.getByText('More', { exact: true }).click();
  await behaviours.waitFor();
});
