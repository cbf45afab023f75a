import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fieldRecordsIn, recordAll, type RecordOutcome } from '../../apps/client/src/cli/field-records.ts';
import { EvidenceClient } from '../../apps/client/src/index.ts';
import { signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { RECORD } from '../support/record.ts';
import { done } from '../support/sharing.ts';
import { newTenant } from '../support/service.ts';

const on = consoleTest();

/** A photo that browsers can read: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const newAsset = async (name: string): Promise<string> => {
  const made = await on.client.call(on.tenant.token, 'POST', '/v2/assets', {
    body: { behaviours: ['RecordEvidence'], attributes: { arc_display_name: name, arc_display_type: 'Crane' } },
  });
  return (made.body as { identity: string }).identity.slice('assets/'.length);
};

const eventsOf = async (uuid: string) => {
  const { body } = await on.client.call(on.tenant.token, 'GET', `/v2/assets/${uuid}/events?page_size=100`);
  const all = (body as { events: { operation: string; event_attributes: Record<string, any> }[] }).events;
  return all.filter(({ operation }) => operation === 'Record').toReversed();
};

/** Opens an asset in the field page, signed in, so that it can be used without a network. */
async function atAsset(page: Page, uuid: string): Promise<void> {
  await page.goto(`${on.service.at}/field/#/assets/${uuid}`);
  await signIn(page, on.tenant);
  await page.getByRole('link', { name: 'Record', exact: true }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while ((await (await caches.open('field 1')).keys()).length < 7) await new Promise((go) => setTimeout(go, 20));
  });
}

async function record(page: Page, text: string, photo = false): Promise<void> {
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('textbox', { name: 'Kind' }).fill('Inspection');
  await page.getByRole('textbox', { name: 'What did you see?' }).fill(text);
  if (photo) {
    const file = { name: 'IMG_1.png', mimeType: 'image/png', buffer: PIXEL };
    await page.getByLabel('Take a photo').setInputFiles(file);
    await page.getByRole('img', { name: 'Photo 1' }).waitFor();
  }
  await page.getByRole('button', { name: 'Review and record' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.locator('dl').innerText()).toContain(text);
  await dialog.getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('link', { name: 'Record', exact: true }).waitFor();
}

const queue = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

it('records made without a network are sent once each and in order, also after the page was closed', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset('Crane 1');
  await atAsset(page, uuid);
  await context.setOffline(true);
  await page.reload();
  await page.getByText('No network: as it was on').waitFor();
  await record(page, 'hook worn', true);
  await record(page, 'brake tested');
  await queue(page, '2 not sent yet');
  await page.close();
  const later = await context.newPage();
  // The address of the label, which a scanner of the phone opens.
  await later.goto(`${on.service.at}/a/${uuid}`);
  await later.getByText('2 records of yours not sent yet').waitFor();
  expect(await eventsOf(uuid)).toEqual([]);
  await record(later, 'oil changed');
  await context.setOffline(false);
  await queue(later, 'All sent');
  const events = await eventsOf(uuid);
  expect(events.map(({ event_attributes: { arc_description } }) => arc_description)).toEqual([
    'hook worn',
    'brake tested',
    'oil changed',
  ]);
  const [first] = events;
  expect(first!.event_attributes['arc_primary_image']).toMatchObject({ arc_attribute_type: 'arc_attachment' });
});

it('a corrected event names its correction, also without a network', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset('Crane 7');
  const record = async (event_attributes: object): Promise<string> =>
    (await done(on.client, on.tenant.token, 'POST', `/v2/assets/${uuid}/events`, { ...RECORD, event_attributes }))
      .identity;
  const wrong = await record({ arc_display_type: 'Reading', arc_description: 'at 7 bar' });
  const right = await record({ arc_display_type: 'Reading again', arc_corrects_event_identity: wrong });
  await atAsset(page, uuid);
  const corrected = page.getByRole('listitem').filter({ hasText: 'Corrected by' });
  const isMarked = async (): Promise<void> => {
    expect(await corrected.innerText()).toContain('at 7 bar');
    expect(await corrected.innerText()).toMatch(/Reading again of .+, recorded by \S/);
    const link = corrected.getByRole('link', { name: 'Reading again' });
    expect(await link.getAttribute('href')).toBe(`/console/#/${right}`);
  };
  await isMarked();
  await context.setOffline(true);
  await page.reload();
  await page.getByText('No network: as it was on').waitFor();
  await isMarked();
});

it('an asset whose corrections cannot be read is shown without them', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset('Crane 8');
  let refused = 0;
  await page.route(/arc_corrects_event_identity/, async (route) => {
    refused += 1;
    await route.fulfill({ status: 429, json: { code: 8, message: 'too many requests' } });
  });
  await atAsset(page, uuid);
  await page.getByRole('heading', { name: 'Crane 8' }).waitFor();
  expect(refused).toBeGreaterThan(0);
});

it('a record whose response was lost is recorded once', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset('Crane 2');
  await atAsset(page, uuid);
  let lost = 0;
  await page.route('**/archivist/v2/assets/*/events', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await record(page, 'rope changed');
  await queue(page, '1 not sent yet');
  await page.getByRole('link', { name: '1 not sent yet' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await queue(page, 'All sent');
  expect(lost).toBe(1);
  expect(await eventsOf(uuid)).toHaveLength(1);
});

it('a saved record can be imported, and is recorded once although the device sends it later', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset('Crane 8');
  await atAsset(page, uuid);
  const events = '**/archivist/v2/assets/*/events';
  await page.route(events, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await record(page, 'rope worn', true);
  await page.getByRole('link', { name: '1 not sent yet' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save to a file' }).click();
  const file = await (await saving).path();
  const saved = fieldRecordsIn(file);
  expect(saved.records).toHaveLength(1);
  const client = new EvidenceClient({ url: on.service.base, token: on.tenant.token });
  const outcomes: RecordOutcome[] = [];
  for await (const outcome of recordAll(client, saved, false)) outcomes.push(outcome);
  expect(outcomes.map(({ refused }) => refused)).toEqual([undefined]);
  await page.unroute(events);
  await page.getByRole('button', { name: 'Send now' }).click();
  await queue(page, 'All sent');
  const [event, ...others] = await eventsOf(uuid);
  expect([event!.event_attributes['arc_description'], others]).toEqual(['rope worn', []]);
});

it('another person on the device neither sees nor sends the records and the assets of the first one', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset('Crane 3');
  await atAsset(page, uuid);
  await context.setOffline(true);
  await record(page, 'secret finding');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await context.setOffline(false);
  // The service hears of the sign-out only now.
  await page.reload();
  await page.getByText('1 record waits on this device').waitFor();
  const second = await newTenant(on.service, 'Quarry & Sons');
  await signIn(page, second);
  await page.getByRole('link', { name: 'All sent' }).click();
  await page.getByText('1 record of others on this device').waitFor();
  expect(await page.content()).not.toContain('secret finding');
  await page.goto(`${on.service.at}/field/#/`);
  await page.getByText('Assets that you open are kept here.').waitFor();
  expect(await eventsOf(uuid)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, on.tenant);
  await queue(page, 'All sent');
  expect(await eventsOf(uuid)).toHaveLength(1);
});

it('a record whose upload lasts is not sent in the session of another person', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset('Crane 6');
  await atAsset(page, uuid);
  const { promise: isOther, resolve: goOn } = Promise.withResolvers<void>();
  const sent: string[] = [];
  await page.route('**/archivist/v1/blobs', async (route) => {
    await isOther;
    // The page may have given it up.
    await route.abort('connectionreset').catch(() => undefined);
  });
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/events')) sent.push(request.url());
  });
  await record(page, 'mine', true);
  await queue(page, 'Sending 1');
  await page.getByRole('button', { name: 'Sign out' }).click();
  const second = await newTenant(on.service, 'Quarry & Sons');
  await signIn(page, second);
  goOn();
  await page.unroute('**/archivist/v1/blobs');
  await page.getByRole('link', { name: 'All sent' }).click();
  await page.getByText('1 record of others on this device').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(sent).toEqual([]);
  await signIn(page, on.tenant);
  await queue(page, 'All sent');
  expect(await eventsOf(uuid)).toHaveLength(1);
});

it('a sign-out in the console deletes what the field page keeps of assets', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset('Crane 7');
  await atAsset(page, uuid);
  await page.goto(`${on.service.at}/console/#/assets`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await on.visitor.context.setOffline(true);
  await page.goto(`${on.service.at}/field/#/assets/${uuid}`);
  await page.getByText('Sign in to see this asset').waitFor();
  expect(await page.content()).not.toContain('Crane 7');
});

it('a sign-out without a network is finished by the next page, if the first one was closed in between', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset('Crane 8');
  await atAsset(page, uuid);
  await context.setOffline(true);
  // What the page does first.
  await page.evaluate(() => localStorage.setItem('pending sign-out', ''));
  await page.reload();
  await page.getByText('Sign in to see this asset').waitFor();
  expect(await page.content()).not.toContain('Crane 8');
});

it('a refused record stays with its reason until the person deletes it, and does not delay the others', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset('Crane 4');
  await atAsset(page, uuid);
  await page.route('**/archivist/v2/assets/*/events', async (route) => {
    const refuses = route.request().postData()?.includes('forbidden text') ?? false;
    if (!refuses) return route.continue();
    await route.fulfill({ status: 403, json: { code: 7, message: 'no policy allows it', details: [] } });
  });
  await record(page, 'forbidden text');
  await queue(page, '1 refused');
  await record(page, 'allowed text');
  await expect.poll(async () => (await eventsOf(uuid)).length).toBe(1);
  // Not everything is sent.
  await page.getByRole('link', { name: '1 refused', exact: true }).click();
  await page.getByText('The service refused it: no policy allows it').waitFor();
  await page.getByRole('button', { name: 'Delete this record' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete this record' }).click();
  await page.getByText('The service has all of your records.').waitFor();
});

it('a template asks for its fields and photo, also without a network', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset('Crane 5');
  const field = { kind: 'TEXT', required: true };
  const made = await on.client.call(on.tenant.token, 'POST', '/v1/templates', {
    body: {
      display_name: 'Monthly inspection',
      event_display_type: 'Inspection',
      asset_display_types: ['Crane'],
      fields: [
        { ...field, name: 'hook', kind: 'CHOICE', choices: ['good', 'worn'], asset_attribute: 'condition' },
        { ...field, name: 'plate', kind: 'PHOTO', display_name: 'Type plate' },
      ],
    },
  });
  expect(made.status).toBe(200);
  await atAsset(page, uuid);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('button', { name: 'Monthly inspection' }).click();
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByText('is required: take a photo').waitFor();
  await page.getByRole('combobox', { name: 'hook' }).selectOption('worn');
  await page
    .getByLabel('Take the photo “Type plate”')
    .setInputFiles({ name: 'IMG_2.png', mimeType: 'image/png', buffer: PIXEL });
  await page.getByRole('img', { name: 'Type plate' }).waitFor();
  // What was begun survives the end of the page.
  await page.reload();
  await page.getByText('Your draft was restored.').waitFor();
  await page.getByRole('img', { name: 'Type plate' }).waitFor();
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await queue(page, '1 not sent yet');
  await context.setOffline(false);
  await queue(page, 'All sent');
  const [event] = await eventsOf(uuid);
  expect(event!.event_attributes).toMatchObject({
    arc_display_type: 'Inspection',
    hook: 'worn',
    plate: { arc_attribute_type: 'arc_attachment' },
  });
  const asset = await on.client.call(on.tenant.token, 'GET', `/v2/assets/${uuid}`);
  expect((asset.body as { attributes: object }).attributes).toMatchObject({ condition: 'worn' });
});

it('the name of the receiver is recorded beside the signature, also from a restored draft', async () => {
  const { page } = on.visitor;
  const uuid = await newAsset('Crane 9');
  await atAsset(page, uuid);
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('textbox', { name: 'What did you see?' }).fill('handed over');
  await page.getByText('Signature of the receiver').click();
  const glass = page.getByRole('img', { name: 'Field for the signature' });
  await page.getByRole('textbox', { name: 'Name of the receiver' }).fill('Ada Marsh');
  await glass.scrollIntoViewIfNeeded();
  const { x, y } = (await glass.boundingBox())!;
  const signs = async (): Promise<void> => {
    await page.mouse.move(x + 20, y + 20);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 60, { steps: 5 });
    await page.mouse.up();
  };
  // The pad is loaded with the first signature.
  const summary = page.getByRole('dialog').locator('dl');
  await expect
    .poll(async () => {
      await signs();
      await page.getByRole('button', { name: 'Review and record' }).click();
      const text = await summary.innerText();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      return text;
    })
    .toContain('a signature');
  await page.reload();
  await page.getByText('Your draft was restored.').waitFor();
  await page.getByRole('img', { name: 'Signature of the receiver' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Name of the receiver' }).inputValue()).toBe('Ada Marsh');
  await page.getByRole('button', { name: 'Review and record' }).click();
  expect(await summary.innerText()).toMatch(/Receiver\s+Ada Marsh/);
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await page.getByRole('heading', { name: 'Crane 9' }).waitFor();
  await queue(page, 'All sent');
  const [event] = await eventsOf(uuid);
  expect(event!.event_attributes).toMatchObject({
    arc_description: 'handed over',
    receiver: 'Ada Marsh',
    signature: { arc_attribute_type: 'arc_attachment' },
  });
});

/** Has another page of the browser change the database, as a newer version of the field page does. */
const upgrade = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('field', 99);
        request.addEventListener('upgradeneeded', () => void request.result.createObjectStore('of a newer version'));
        request.addEventListener('success', () => (request.result.close(), resolve()));
        request.addEventListener('error', () => reject(request.error!));
      }),
  );

it('a page whose database a newer page has changed says so, and loses nothing', async () => {
  const { page, context } = on.visitor;
  const uuid = await newAsset('Crane 10');
  await atAsset(page, uuid);
  await context.setOffline(true);
  await record(page, 'before');
  await queue(page, '1 not sent yet');
  await page.getByRole('link', { name: 'Record', exact: true }).click();
  await page.getByRole('textbox', { name: 'What did you see?' }).fill('begun');
  const newer = await context.newPage();
  await newer.goto(`${on.service.at}/field/manifest.webmanifest`);
  await upgrade(newer);
  await page.getByRole('textbox', { name: 'What did you see?' }).fill('begun and changed');
  const notice = page.getByRole('alert').filter({ hasText: 'A newer version of this page has been used' });
  await notice.waitFor();
  await notice.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByText('Your draft was restored.').waitFor();
  expect(await page.getByRole('textbox', { name: 'What did you see?' }).inputValue()).toBe('begun and changed');
  // The page is still the older one, and works.
  await notice.waitFor();
  await page.getByRole('button', { name: 'Review and record' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Record', exact: true }).click();
  await queue(page, '2 not sent yet');
  await context.setOffline(false);
  await queue(page, 'All sent');
  const events = await eventsOf(uuid);
  expect(events.map(({ event_attributes: { arc_description } }) => arc_description)).toEqual([
    'before',
    'begun and changed',
  ]);
});
