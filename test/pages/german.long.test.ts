import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { screenTexts } from '../../apps/console/screens/texts/de.ts';
import { rareTexts } from '../../apps/console/screens/texts/de-rare.ts';
import { en as screensInEnglish } from '../../apps/console/screens/texts/en.ts';
import { en as rareInEnglish } from '../../apps/console/screens/texts/en-rare.ts';
import { fieldTexts, texts } from '../../apps/console/field/texts/de.ts';
import { en as fieldEnglish } from '../../apps/console/field/texts/en.ts';
import { en as english } from '../../apps/console/texts/en.ts';
import { barriersOf } from './support/axe.ts';
import { PHONE } from './support/browser.ts';
import { leave, visit } from './support/console.ts';
import { furnish } from './support/furnish.ts';
import { consoleTest } from './support/console-test.ts';
import { translate } from '../../apps/site/texts/translate.ts';
import { englishIn, namesIn, patternsOf } from './support/english-texts.ts';

const on = consoleTest();
const PATTERNS = [
  ...patternsOf(fieldEnglish, fieldTexts),
  ...patternsOf(screensInEnglish, screenTexts),
  ...patternsOf(rareInEnglish, rareTexts),
  ...patternsOf(english, texts),
];
const GERMAN = { locale: 'de-AT', timezoneId: 'Europe/Berlin', viewport: PHONE };

/** The name of the asset has a direction of its own. */
const NAME = 'Kran \u0645\u0631\u0641\u0623';

async function newAsset(): Promise<string> {
  const post = async (path: string, body: object): Promise<any> =>
    (await on.client.call(on.tenant.token, 'POST', path, { body })).body;
  const field = { kind: 'TEXT', required: true };
  await post('/v1/templates', {
    display_name: 'Monatsprüfung',
    event_display_type: 'Prüfung',
    asset_display_types: ['Kran'],
    fields: [
      { ...field, name: 'haken', kind: 'YES_NO', display_name: 'Haken in Ordnung', asset_attribute: 'haken' },
      { ...field, name: 'foto', kind: 'PHOTO', display_name: 'Typenschild' },
    ],
  });
  const { identity } = await post('/v2/assets', {
    behaviours: ['RecordEvidence'],
    attributes: { arc_display_name: NAME, arc_display_type: 'Kran', arc_serial_number: 'K-7' },
  });
  return identity;
}

/** Names that the records of these tests have. */
const RECORDED = new Set(['Administrator', 'Picture']);

/** The texts of the screen that should be in German, and are not. */
const notGerman = async (page: Page): Promise<string[]> =>
  (await englishIn(page, PATTERNS)).filter((text) => !RECORDED.has(text));

/** Expects that the screen is whole in German, and accessible. */
async function expectGerman(page: Page): Promise<void> {
  expect(await notGerman(page)).toEqual([]);
  expect(await barriersOf(page)).toEqual([]);
}

/** Signs in. */
async function signIn(page: Page): Promise<void> {
  const summary = page.locator('summary', { hasText: 'Als Anwendung' });
  await summary.waitFor();
  if (!(await page.getByRole('textbox', { name: 'Client-ID' }).isVisible())) await summary.click();
  await expectGerman(page);
  await page.getByRole('textbox', { name: 'Client-ID' }).fill(on.tenant.client_id);
  await page.getByLabel('Geheimnis').fill(on.tenant.client_secret);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('button', { name: 'Abmelden' }).waitFor();
}

it('the German texts have the names of the English ones, also where these are not known to the compiler', () => {
  expect(namesIn(texts)).toEqual(namesIn(english));
  expect(namesIn(fieldTexts)).toEqual(namesIn(fieldEnglish));
  expect(namesIn(screenTexts)).toEqual(namesIn(screensInEnglish));
  expect(namesIn(rareTexts)).toEqual(namesIn(rareInEnglish));
  expect(Object.keys(texts.template.choices)).toEqual(Object.keys(english.template.choices));
});

it('a text of another version of the page stays English if the page could not use it', () => {
  const page: Record<string, Record<string, unknown>> = { queue: { sent: (n: number) => `${n} sent`, all: 'All' } };
  translate(page, { queue: { sent: 'Gesendet', all: 'Alle', old: 'Alt' }, gone: { all: 'Alle' } });
  expect(page).toEqual({ queue: { sent: expect.any(Function), all: 'Alle' } });
});

it('an inspector with a German browser signs in, records and looks at the queue in German', async () => {
  const identity = await newAsset();
  const visitor = await visit(on.browser, on.service, '', GERMAN);
  const { page, context } = visitor;
  await page.goto(`${on.service.at}/field/#/`);
  await signIn(page);
  expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
    'de',
    'ltr',
  ]);
  await page.getByLabel('Anlage suchen').fill('K-7');
  await page.getByRole('link', { name: NAME }).waitFor();
  await expectGerman(page);
  await page.getByRole('link', { name: NAME }).click();
  const toRecord = page.getByRole('link', { name: 'Eintrag erfassen', exact: true });
  await page.getByText('Anlage angelegt').waitFor();
  await page.getByText('Seriennummer').waitFor();
  await expectGerman(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(/^Kein Netz: Stand vom \d+\. \S+ 20\d\d, \d\d:\d\d MES?Z\.$/).waitFor();
  await expectGerman(page);
  await toRecord.click();
  await page.getByRole('button', { name: 'Monatsprüfung' }).click();
  await page.getByRole('button', { name: 'Prüfen und erfassen' }).click();
  await page.getByText('muss ausgefüllt werden').waitFor();
  await page.getByText('fehlt: Nehmen Sie ein Foto auf').waitFor();
  await page.locator('summary', { hasText: 'Unterschrift' }).click();
  await expectGerman(page);
  await page.getByRole('textbox', { name: 'Andere Art' }).fill('Reparatur');
  await page.getByRole('textbox', { name: 'Was haben Sie festgestellt?' }).fill('Seil ersetzt');
  await page.getByRole('button', { name: 'Prüfen und erfassen' }).click();
  await page.getByRole('dialog', { name: 'Diesen Eintrag erfassen?' }).waitFor();
  await expectGerman(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Erfassen', exact: true }).click();
  await page.getByRole('link', { name: '1 noch nicht gesendet' }).click();
  await page.getByText('Seil ersetzt').waitFor();
  await expectGerman(page);
  await page.route('**/archivist/v2/assets/*/events', (route) =>
    route.fulfill({ status: 403, json: { code: 7, message: 'no policy allows it', details: [] } }),
  );
  await context.setOffline(false);
  const reason = page.getByText('no policy allows it');
  await reason.waitFor();
  // A text of the service that has no German words is marked.
  expect(await reason.getAttribute('lang')).toBe('en');
  await page.getByText('Der Dienst hat ihn abgelehnt:').waitFor();
  await expectGerman(page);
  await page.unroute('**/archivist/v2/assets/*/events');
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click();
  await page.getByText('Der Dienst hat alle Ihre Einträge.').waitFor();
  const { body } = await on.client.call(on.tenant.token, 'GET', `/v2/${identity}/events?page_size=1`);
  expect(body).toMatchObject({ events: [{ event_attributes: { arc_display_type: 'Reparatur' } }] });
  await page.goto(`${on.service.at}/field/#/scan`);
  await page.getByText('Halten Sie den Code').or(page.getByText('zeigt die Kamera nicht')).waitFor();
  await expectGerman(page);
  await page.goto(`${on.service.at}/field/#/`);
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'In the field' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  // The check finds what it looks for.
  expect(await englishIn(page, PATTERNS)).toContain('Scan a label');
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Vor Ort' }).waitFor();
  await leave(visitor);
});

it('a person with a German browser opens an invitation and signs in in German', async () => {
  const { call } = on.client;
  const invite = await call(on.tenant.token, 'POST', '/v1/invites', { body: { email: 'ada@example.com' } });
  const { identity } = invite.body as { identity: string };
  const link = (await call(on.tenant.token, 'POST', `/v1/${identity}:link`)).body as { url: string };
  const visitor = await visit(on.browser, on.service, '', GERMAN);
  const { page } = visitor;
  // As if this address were the one at which the service has its passkeys.
  await page.route('**/iam/v1/issuers', async (route) => {
    const { passkeys, ...ways } = (await (await route.fetch()).json()) as { passkeys: object };
    await route.fulfill({ json: { ...ways, passkeys: { ...passkeys, origin: on.service.at } } });
  });
  await page.goto(`${on.service.at}/console/${link.url.slice(link.url.indexOf('#'))}`);
  await page.getByRole('button', { name: 'Passkey anlegen' }).waitFor();
  await page.getByText(/^Der Link gilt bis \d+\. \S+ 20\d\d, \d\d:\d\d MES?Z\.$/).waitFor();
  await expectGerman(page);
  await page.goto(`${on.service.at}/console/#/links/${'0'.repeat(64)}`);
  await page.getByRole('heading', { name: 'Der Link lässt sich nicht verwenden' }).waitFor();
  await expectGerman(page);
  await page.getByRole('link', { name: 'Zur Anmeldung' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  await page.evaluate(() => void (location.hash = '#/find'));
  await signIn(page);
  await page.getByRole('heading', { name: 'Mit Datei suchen' }).waitFor();
  await expectGerman(page);
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  await expectGerman(page);
  // The page of a label, which is the same for all strangers.
  await page.goto(`${on.service.at}/a/${crypto.randomUUID()}`);
  await page.getByRole('link', { name: 'Anmelden und ansehen' }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await leave(visitor);
});

/** The addresses of the screens. */
const pathsOf = (of: Awaited<ReturnType<typeof furnish>>): string[] => [
  '',
  'due',
  'assets',
  'assets?view=map',
  'assets?q=Pump',
  'assets/new',
  'assets/import',
  'events',
  'find',
  'labels',
  `assets/${of.asset}`,
  `assets/${of.asset}?at=2026-10-01T00:00:00Z`,
  `assets/${of.asset}/record`,
  `assets/${of.asset}/events/${of.event}`,
  `assets/${of.asset}/events/${of.event}/correct`,
  'compliance',
  'templates',
  'templates/new',
  `templates/${of.template}`,
  'people',
  'policies',
  'policies/new',
  `policies/${of.policy}`,
  'sharing',
  'locations',
  'locations/new',
  `locations/${of.location}`,
  'exports',
  `exports/${of.export}`,
  'settings',
  'passkeys',
  'sessions',
  'applications',
  'applications/new',
  `applications/${of.application}`,
  'webhooks',
  'webhooks/new',
  `webhooks/${of.webhook}`,
  'logs',
  'logs/public',
  'audit',
  'devices',
  'certificates',
  'node',
  'command-line',
];

it('the screens of the console are whole in German, accessible, and not wider than a phone', async () => {
  // Without spaces, so that no name is like an English text.
  const record = await furnish(on.service, on.client, (what) => what.replaceAll(' ', '\u00a0'));
  Object.assign(on.tenant, record.tenant);
  const visitor = await visit(on.browser, on.service, '', GERMAN);
  const { page } = visitor;
  await signIn(page);
  const faults: Record<string, unknown> = {};
  for (const path of pathsOf(record)) {
    await page.evaluate((hash) => void (location.hash = hash), '#/nirgends');
    await page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' }).waitFor();
    await page.evaluate((hash) => void (location.hash = hash), `#/${path}`);
    await page.getByRole('heading', { level: 1, name: 'Seite nicht gefunden' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Wird geladen …', { exact: true }).first().waitFor({ state: 'detached' });
    await page.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
    await page.getByText('Wird geladen …', { exact: true }).first().waitFor({ state: 'detached' });
    const found = {
      language: await page.evaluate(() => document.documentElement.lang),
      english: await notGerman(page),
      barriers: await barriersOf(page),
      wider: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    };
    if (JSON.stringify(found) !== '{"language":"de","english":[],"barriers":[],"wider":0}') faults[path] = found;
  }
  expect(faults).toEqual({});
  await leave(visitor);
});
