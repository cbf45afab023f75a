import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { found, LogReader } from '../support/logs.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import type { History } from '../../src/proof/history-format.ts';
import { someHistory } from '../proof/support/histories.ts';
import { LOG_VKEY } from '../proof/support/log-proofs.ts';
import vectors from '../vectors/transparency/histories.json' with { type: 'json' };
import { barriersOf } from './support/axe.ts';
import { expectAccessible } from './support/accessible.ts';
import { sharedBrowser } from './support/browser.ts';

let service: Service;
let browser: Browser;
let client: Client;
let everyone: LogReader;
let identity: string;
let page: Page;
const directory = mkdtempSync(join(tmpdir(), 'logverify-'));

const fileOf = (name: string, content: string | Uint8Array): string => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

beforeAll(async () => {
  service = await startService();
  browser = await sharedBrowser();
  client = await openClient(service);
  const tenant = await newTenant(service);
  everyone = new LogReader(client, undefined, 'public');
  const asset = { public: true, proof_mechanism: 'MERKLE_LOG', attributes: { kind: 'statue' } };
  const made = await done(client, tenant.token, 'POST', '/v2/assets', asset);
  const body = { ...RECORD, event_attributes: { note: 'C-5521' } };
  identity = (await done(client, tenant.token, 'POST', `/v2/${made.identity}/events`, body)).identity;
  await everyone.grown(3);
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await service?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
});
afterEach(() => page.close());

async function report(): Promise<Record<string, string>> {
  await page.locator('[data-report] .verdict').waitFor();
  return Object.fromEntries(
    await page
      .locator('[data-report] li')
      .evaluateAll((items: HTMLElement[]) => items.map(({ dataset }) => [dataset['step']!, dataset['kind']!])),
  );
}
/** Waits for a verdict with this text. */
const verdict = (text: string | RegExp): Promise<void> =>
  page.locator('[data-report] .verdict', { hasText: text }).waitFor();

/** Waits for an answer to the question whose log it is. */
const answer = (text: string): Promise<void> => page.locator('[data-report] .answer', { hasText: text }).waitFor();

describe('the page of a MERKLE_LOG event', () => {
  it('verifies its proof with the code for log entries only', async () => {
    await page.goto(`${service.base}/public${identity}`);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    expect(await report()).toMatchObject({ entry: 'holds', path: 'holds', checkpoint: 'skipped', page: 'holds' });
    await verdict('✓ Unchanged since ');
    await answer('– Whose log: not checked');
    await page.getByText('Anyone can make a log').waitFor();
    expect(asked.toSorted()).toEqual([`/archivist/public${identity}:proof`, '/static/examinelog.js']);
    // The key that the service publishes is one click away, and one from elsewhere answers the second question.
    await page.getByText('Check it', { exact: true }).click();
    await page
      .locator('.whose')
      .getByText(await everyone.vkey(), { exact: true })
      .waitFor();
    await page.getByText('They come from the same source as the proof').waitFor();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByLabel('Key of the log, from elsewhere').fill(await everyone.vkey());
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await answer('✓ Whose log: the log that you have identified');
    expect(await report()).toMatchObject({ checkpoint: 'holds' });
    await expectAccessible(browser, page.url());
  });

  it('reports a changed proof', async () => {
    const proof = (await found(client, undefined, `/v2/public${identity}:proof`)).text;
    await page.route(/:proof$/, (route) =>
      route.fulfill({ body: proof.replace('C-5521', 'C-5522'), contentType: 'application/json' }),
    );
    await page.goto(`${service.base}/public${identity}`);
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    expect(await report()).toMatchObject({ entry: 'holds', path: 'fails' });
    await verdict('the step “path” failed');
  });
});

describe('the page for saved proofs', () => {
  const choose = (id: string, path: string) => page.locator(`#${id}`).setInputFiles(path);
  const submit = () => page.getByRole('button', { name: 'Verify' }).click();

  it('verifies a proof by a log entry with each of the known values, without a network', async () => {
    const proof = fileOf('proof.json', (await found(client, undefined, `/v2/public${identity}:proof`)).text);
    const saved = fileOf('saved.txt', await everyone.note());
    const first = fileOf('first.bin', new Uint8Array((await everyone.answer('/tile/entries/000.p/1')).bytes!));
    const path = fileOf('consistency.json', (await everyone.answer(':consistency?from=1&to=3')).text);
    await page.goto(`${service.at}/verify/`);
    await page.context().setOffline(true);
    await page.getByText('Verify the log as well').click();
    await choose('file', proof);
    await answer('– Whose log: not checked');

    await page.locator('#vkeys').fill(await everyone.vkey());
    await submit();
    await answer('✓ Whose log: the log that you have identified');
    expect(await report()).toMatchObject({ checkpoint: 'holds', log: 'skipped', consistency: 'skipped' });

    await page.locator('#vkeys').fill('');
    await choose('checkpoint', saved);
    await submit();
    await answer('✓ Whose log: the log that you have identified');
    expect(await report()).toMatchObject({ checkpoint: 'skipped', consistency: 'holds' });

    await choose('log-genesis-file', first);
    await submit();
    await verdict('the step “log” failed');
    await choose('consistency', path);
    await submit();
    await answer('✓ Whose log: the log that you have identified');
    expect(await report()).toMatchObject({ checkpoint: 'holds', log: 'holds', consistency: 'holds' });
    await page.context().setOffline(false);
    await expectAccessible(browser, page.url(), (each) => each.getByText('Verify the log as well').click());
  });

  it('names a value that is not valid', async () => {
    const proof = fileOf('proof.json', (await found(client, undefined, `/v2/public${identity}:proof`)).text);
    await page.goto(`${service.at}/verify/`);
    await page.getByText('Verify the log as well').click();
    await choose('file', proof);
    await page.locator('#vkeys').fill('x');
    await submit();
    await verdict('Keys: vkey: must be name+keyid+base64');
    await page.locator('#vkeys').fill('');
    await page.locator('#log-genesis').fill('12');
    await submit();
    await verdict('must be 64 lower-case hexadecimal digits');
    await page.locator('#log-genesis').fill('');
    await choose('checkpoint', proof);
    await submit();
    await verdict('Saved checkpoint: note: must have');
  });
});

describe('a complete history on the page /verify/', () => {
  const [, { history }] = vectors.histories as unknown as [unknown, { history: History }];

  it('says of how many events it is, with every step, and asks whose log it is', async () => {
    await page.goto(`${service.at}/verify/`);
    await page.setInputFiles('#file', fileOf('history.json', JSON.stringify(history)));
    await verdict(/^– Complete in this log as of 28 Nov 2026, \d\d:02:07 .*: 4 events, 3 shown, 1 hidden from you$/);
    expect(await report()).toMatchObject({ format: 'holds', event: 'holds', map: 'holds', path: 'holds' });
    await answer('– Whose log: not checked');
    await page.getByText('it replaces the log').waitFor();
    await page.getByText('Check it', { exact: true }).click();
    await page.fill('#vkeys', LOG_VKEY);
    await page.setInputFiles('#file', fileOf('again.json', JSON.stringify(history)));
    await answer('✓ Whose log: the log that you have identified');
    expect(await barriersOf(page)).toEqual([]);
  });

  it('fails without one of its events, and if the file is cut off', async () => {
    await page.goto(`${service.at}/verify/`);
    const cut = { ...history, events: history.events.slice(1) };
    await page.setInputFiles('#file', fileOf('cut.json', JSON.stringify(cut)));
    await verdict('✕ The proof is not valid: the step “map” failed.');
    await page.setInputFiles('#file', fileOf('half.json', JSON.stringify(history).slice(0, -100)));
    await verdict('✕ The proof is not valid: the step “event” failed.');
  });

  it('verifies 10,000 events, also again after one is changed, without an error of the page', async () => {
    const large = await someHistory({ events: 10_000, isShown: (n) => n % 10 !== 0 });
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(`${service.at}/verify/`);
    await page.setInputFiles('#file', fileOf('large.json', JSON.stringify(large)));
    await verdict(/^– Complete in this log as of .*: 10000 events, 9000 shown, 1000 hidden from you$/);
    expect(await report()).toMatchObject({ format: 'holds', event: 'holds', map: 'holds', path: 'holds' });
    const events = large.events.with(9_990, { leaf: '0'.repeat(64) });
    await page.setInputFiles('#file', fileOf('changed.json', JSON.stringify({ ...large, events })));
    await verdict('✕ The proof is not valid: the step “map” failed.');
    expect(errors).toEqual([]);
  });
});
