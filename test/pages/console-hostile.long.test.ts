import { expect, it } from 'vitest';
import { vector } from '../support/certificates.ts';
import { exported } from '../support/exports.ts';
import { done } from '../support/sharing.ts';
import { loaded, signIn } from './support/console.ts';
import { consoleTest } from './support/console-test.ts';
import { asName, PAYLOADS } from './support/payloads.ts';

const on = consoleTest();
const post = (path: string, body: object): Promise<any> => done(on.client, on.tenant.token, 'POST', path, body);

/** Terms of attributes in the filters of one webhook, at most. */
const FILTERS = 20;

it('200 hostile texts are shown as text on the screens of records beside assets and events', async () => {
  const { page } = on.visitor;
  const all = Object.fromEntries(PAYLOADS.map((text, i) => [`${i} ${asName(text)}`, text]));
  const names = PAYLOADS.map((text) => text.slice(0, 128));
  const location = await post('/v2/locations', { display_name: 'x', latitude: 1, longitude: 1, attributes: all });
  for (const [i, display_name] of names.entries())
    await post('/v2/locations', {
      display_name,
      description: PAYLOADS[i],
      latitude: (i % 180) - 89,
      longitude: ((i * 7) % 360) - 179,
    });
  await post('/v2/assets', { behaviours: ['RecordEvidence'], attributes: { ...all, arc_display_name: names[0] } });
  for (const display_name of names.slice(0, 20)) {
    await post('/v1/tlscacertificates', { display_name, tlscacertificate: vector('P-256') });
    await post('/v1/compliance_policies', {
      compliance_type: 'COMPLIANCE_RICHNESS',
      display_name,
      richness_assertions: [{ or: ['weight>1'] }],
    });
  }
  const { identity: application } = await post('/iam/v1/applications', {
    display_name: names[0],
    custom_claims: { role: names[1]! },
  });
  const webhook = (filters: string[]) =>
    post('/v1/webhooks', {
      display_name: names[0],
      url: 'https://hooks.example.com/x',
      application,
      enabled: false,
      filters,
    });
  const hooks = [];
  for (let i = 0; i < 3 * FILTERS; i += FILTERS)
    hooks.push(
      await webhook(PAYLOADS.slice(i, i + FILTERS).map((text, j) => `asset_attributes.k${j}=${text.trim() || 'x'}`)),
    );
  const { identity: ended } = await exported(on.client, on.tenant, { display_name: names[0]! });

  const away: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(on.service.at)) away.push(request.url());
  });
  await signIn(page, on.tenant);
  // The screen, and how many of the texts it has at least.
  const screens: [string, number][] = [
    ['locations', 190],
    [location.identity, 190],
    ['policies/new', 20],
    ['certificates', 15],
    ['due', 15],
    ['devices', 190],
    ['webhooks', 1],
    ...hooks.map(({ identity }): [string, number] => [identity, 15]),
    ['exports', 1],
    [ended, 1],
  ];
  for (const [path, least] of screens) {
    await loaded(page, path);
    const text = await page.locator('main').evaluate((main) => {
      const values = [...main.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
      return [main.textContent, ...values].join('\n');
    });
    const shown = names.filter((name) => text.includes(name)).length;
    expect([path, shown >= least, shown]).toEqual([path, true, shown]);
    const found = await page.evaluate(() => [
      document.querySelectorAll('main :is(img, script, iframe, object, embed, video, audio, math, base, meta)').length,
      document.querySelectorAll('main svg:not(.map)').length,
      (window as { __ran?: unknown }).__ran,
    ]);
    expect([path, ...found]).toEqual([path, 0, 0, undefined]);
  }
  expect(away).toEqual([]);
});
