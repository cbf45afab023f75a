import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { done } from '../support/sharing.ts';
import { barriersOf } from './support/axe.ts';
import { DESKTOP, PHONE } from './support/browser.ts';
import { open, signIn, titled } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { PAYLOADS } from './support/payloads.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);
const assets = async (): Promise<any[]> =>
  (await done(on.client, on.tenant.token, 'GET', '/v2/assets?page_size=500&order_by=DISPLAY_NAME')).assets;

/** Opens the screen and chooses a file. */
async function choose(page: Page, content: string | Buffer, name = 'fleet.csv'): Promise<void> {
  await open(page, 'assets', 'Assets');
  await page.getByRole('link', { name: 'Import a CSV file' }).click();
  await titled(page, 'Import assets');
  await page.getByLabel('File').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** Presses the button that imports so many assets, and confirms. */
async function confirm(page: Page, count: string): Promise<void> {
  await page.getByRole('button', { name: `Import ${count}`, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Import ${count}` })
    .click();
}

const cells = (page: Page, caption: string): Promise<string[][]> =>
  page
    .getByRole('table', { name: caption, exact: true })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.children].map((cell) => (cell as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim()),
      ),
    );

const FLEET = [
  'Bezeichnung;Typ;Seriennummer;Standort;Baujahr;Notiz;Typ',
  '"Pump ""7"";\r\nNorth";Pump;SN-7;hamburg  yard;2019;=1+1;x',
  ';;;;;;',
  'Crane 1;Crane;SN-8;Hamborg Yard;2020;;',
  ';Crane;SN-9;;2021;;',
  'Lift;Lift;SN-10;;2022;;;too much',
  `Long;Lift;SN-11;;${'9'.repeat(5000)};;`,
  'Twin;Lift;SN-12;Depot;2023;;',
  'Winch;Winch;SN-13;;2024;;',
].join('\r\n');

it('a CSV file becomes assets after a preview, and each row that is not imported has its reason', async () => {
  const { page } = on.visitor;
  const place = { description: '', latitude: 1, longitude: 1 };
  const yard = await post('/v2/locations', { ...place, display_name: 'Hamburg Yard' });
  for (const display_name of ['Depot', 'Depot']) await post('/v2/locations', { ...place, display_name });
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  await signIn(page, on.tenant);
  sent.length = 0;
  await choose(page, Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(FLEET)]));
  // A name that occurs twice has a choice of its own.
  await page.getByText('“Typ” and “Typ_2” both become “Type”. Change or skip one of them.').waitFor();
  expect(await page.getByRole('button', { name: /^Import \d/ }).count()).toBe(0);
  await page.getByLabel('“Typ_2” becomes').selectOption('');
  await page.getByLabel('Attribute of “Notiz”').fill('a.b');
  await page.getByText('The column “Notiz” cannot become “a.b”: attribute names must not contain "."').waitFor();
  await page.getByLabel('Attribute of “Notiz”').fill('note');
  await page.getByText('2 assets will be made. 5 rows cannot be imported').waitFor();
  expect(await cells(page, 'The first assets')).toEqual([
    ['Line 2', 'Pump "7"; North', 'Pump', 'SN-7', 'Hamburg Yard', '2019', '=1+1'],
    ['Line 10', 'Winch', 'Winch', 'SN-13', '', '2024', ''],
  ]);
  expect(await cells(page, 'Rows that are not imported')).toEqual([
    [
      'Line 5',
      'Crane 1',
      'Standort',
      'no location that you can see is called “Hamborg Yard”. Did you mean “Hamburg Yard”?',
    ],
    ['Line 6', '', 'Bezeichnung', 'the name is missing'],
    ['Line 7', '', '', 'has 8 fields, and the first line has 7'],
    ['Line 8', 'Long', 'Baujahr', 'must have at most 4096 characters'],
    ['Line 9', 'Twin', 'Standort', 'more than one location is called “Depot”'],
  ]);
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    expect(await barriersOf(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Import 2 assets' }).click();
  await page.getByRole('dialog').getByText('Assets cannot be deleted').waitFor();
  expect(sent).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Import 2 assets' }).click();
  await page.getByText('2 assets made. 5 refused.').waitFor();
  expect(sent).toEqual(['/archivist/v2/assets:batch']);
  expect((await assets()).map(({ attributes, behaviours }) => [attributes, behaviours])).toEqual([
    [
      {
        arc_display_name: 'Pump "7";\r\nNorth',
        arc_display_type: 'Pump',
        arc_serial_number: 'SN-7',
        arc_home_location_identity: yard.identity,
        Baujahr: '2019',
        note: '=1+1',
      },
      expect.arrayContaining(['RecordEvidence']),
    ],
    [expect.objectContaining({ arc_display_name: 'Winch' }), expect.anything()],
  ]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the result as CSV' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toBe('fleet-result.csv');
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines[0]).toBe('\uFEFFline,result,name,asset,column,reason');
  expect(lines.filter((line) => line.includes(',made,'))).toHaveLength(2);
  expect(lines).toContain('6,refused,,,Bezeichnung,the name is missing');
  await page.getByText('a changed copy of this file makes all of its other rows again').waitFor();
  const savingRefused = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the refused rows' }).click();
  const refused = await savingRefused;
  expect(refused.suggestedFilename()).toBe('fleet-refused.csv');
  // The refused rows again: nothing of the file is lost, and nothing is made.
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, readFileSync(await refused.path()));
  await page.getByLabel('“Typ_2” becomes').selectOption('');
  await page.getByText('0 assets will be made. 5 rows cannot be imported').waitFor();
  expect((await cells(page, 'Rows that are not imported')).map(([line]) => line)).toEqual([
    'Line 2',
    'Line 3',
    'Line 4',
    'Line 5',
    'Line 6',
  ]);
  await page.getByRole('button', { name: 'Download the result as CSV' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

it('a lost response, an overloaded service and a stop make no second asset', async () => {
  const { page, context } = on.visitor;
  const rows = Array.from({ length: 401 }, (_, i) => `Pump ${i},${i}`);
  await signIn(page, on.tenant);
  await choose(page, `Name,note\n${rows.join('\n')}`);
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let turn = 0;
  await context.route('**/v2/assets:batch', async (route) => {
    turn += 1;
    if (turn === 1) {
      await route.fetch();
      return route.abort();
    }
    if (turn === 2)
      return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { code: 14, message: 'busy' } });
    if (turn === 4) {
      reached.resolve();
      await released.promise;
    }
    return route.continue();
  });
  await confirm(page, '401 assets');
  await page.getByText('The service could not be reached').waitFor();
  await page.getByText('0 assets made. 401 not sent.').waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Waiting for 1 s: busy').waitFor();
  await reached.promise;
  await page.getByText('200 of 401 assets.').waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop' }).click();
  released.resolve();
  await page.getByRole('heading', { name: 'Not finished' }).waitFor();
  await page.getByText('400 assets made. 1 not sent.').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  await page.getByText('401 assets made.').waitFor();
  const made = await assets();
  expect(new Set(made.map(({ attributes }) => attributes.arc_display_name)).size).toBe(401);
  // The same file again, after the screen was left: the same assets.
  await page.getByRole('button', { name: 'Import another file' }).click();
  await choose(page, `Name,note\n${rows.join('\n')}`);
  await confirm(page, '401 assets');
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  expect(await assets()).toHaveLength(401);
  // With other columns: nothing is made of a row that was imported.
  for (const target of ['*', 'arc_description']) {
    await choose(page, 'Name,note\nPump A,1', 'one.csv');
    await page.getByLabel('“note” becomes').selectOption(target);
    await confirm(page, '1 asset');
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
  }
  await page.getByText('an asset was already made from this row').first().waitFor();
});

it('files that cannot be read are refused with a sentence, and hostile texts are shown as text', async () => {
  const { page, context } = on.visitor;
  const away: string[] = [];
  await signIn(page, on.tenant);
  page.on('request', (request) => {
    if (!request.url().startsWith(on.service.at) && !request.url().startsWith('blob:')) away.push(request.url());
    if (request.url().endsWith('assets:batch')) away.push('sent');
  });
  const refusals: [string | Buffer, string][] = [
    ['', 'The file is empty'],
    ['Name,Type\r\n', 'no row below them'],
    ['Name\n"Pump', 'A quotation that begins in this file does not end'],
    ['Name\nPu"mp', 'a quotation mark is where none can be'],
    [Buffer.from('Name\nGr\u00fc\u00dfe', 'latin1'), 'This file is in another encoding, not UTF-8'],
    [Buffer.from('\ufeffName\nx', 'utf16le'), 'This file is in UTF-16, not UTF-8'],
    [Buffer.from('PK\u0003\u0004rest', 'latin1'), 'This file is a workbook'],
    [`${Array.from({ length: 101 }, (_, i) => `c${i}`).join(',')}\n1`, 'The file has 101 columns. At most 100'],
    [`Name\n${'x\n'.repeat(100_000)}`, 'The file has more than 20,000 rows'],
    [`Name\n${'x'.repeat(10_000_000)}`, 'The file has more than 10 MB'],
    [`Name\n${'y'.repeat(300_000)}`, 'a row has more than 250,000 characters'],
  ];
  for (const [content, reason] of refusals) {
    await choose(page, content);
    await page.getByRole('alert').getByText(reason).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
  }
  const quoted = PAYLOADS.map((text) => `"${text.replaceAll('"', '""')}"`);
  await choose(page, `sep=;\r\nName;${quoted.slice(0, 50).join(';')}\n${quoted.slice(0, 51).join(';')}\n`);
  await page.getByRole('table', { name: 'Columns of the file' }).waitFor();
  await choose(page, `Name,${quoted[0]}\n${quoted.map((text) => `${text},${text}`).join('\n')}\n`);
  await page.getByRole('table', { name: 'The first assets' }).waitFor();
  expect(await page.locator('main :is(img, script, iframe, object, embed, video, math, base, meta)').count()).toBe(0);
  expect(await page.evaluate(() => (window as { __ran?: unknown }).__ran)).toBeUndefined();
  // Locations that are too many, or that cannot be read.
  await context.route(/v2\/locations\?/, (route) =>
    route.fulfill({ json: { locations: [], next_page_token: 'more' } }),
  );
  await choose(page, 'Name,Standort\nPump,Yard');
  await page.getByText('You can see more than 5,000 locations').waitFor();
  await page.getByLabel('“Standort” becomes').selectOption('');
  await page.getByText('1 asset will be made.').waitFor();
  await context.unrouteAll();
  await context.route(/v2\/locations\?/, (route) =>
    route.fulfill({ status: 503, json: { code: 14, message: 'no locations now' } }),
  );
  await choose(page, 'Name,Standort\nPump,Yard');
  await page.getByRole('alert').getByText('no locations now').waitFor();
  expect(away).toEqual([]);
  await context.unrouteAll();
});

it('members who may not create assets see no import, and its screen says whom to ask', async () => {
  const { page } = on.visitor;
  const { client_id, credentials } = await post('/iam/v1/applications', { display_name: 'Reader' });
  await signIn(page, { client_id, client_secret: credentials[0].secret });
  await open(page, 'assets', 'Assets');
  expect(await page.getByRole('link', { name: 'Import a CSV file' }).count()).toBe(0);
  await open(page, 'assets/import', 'Import assets');
  await page.getByText('No access policy lets you create assets.').waitFor();
});
