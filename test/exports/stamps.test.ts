import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ambient } from '../../src/lib/time.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { editLine, editLines, exportDirectories, linesOf, seal, type Files } from '../proof/support/exports.ts';
import { packageFor } from '../proof/support/packages.ts';
import { Authority, DAYS } from '../support/authority.ts';
import { openClient, type Client } from '../support/client.ts';
import { exported, fetched } from '../support/exports.ts';
import { LogReader } from '../support/logs.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

/** The time stamps of an export, which is verified offline. */

const DAY = 86_400_000;
const STAMPS = 'stamps-00001.jsonl.gz';
const { here } = verifyCommand();
const written = exportDirectories();

let authority: Authority;
let other: Authority;
let service: Service;
let client: Client;
let tenant: Tenant;
let log: LogReader;
let files: Files;
let manifest: any;
let vkey: string;

const endsIn = (days: number) => authority.issue('tsa', { by: 'middle', name: 'Example TSA', end: DAYS(days) });
const append = async (size: number): Promise<void> => {
  await done(client, tenant.token, 'POST', '/v2/assets', { attributes: {}, proof_mechanism: 'MERKLE_LOG' });
  await log.grown(size);
};
const run = (): Promise<unknown> => service.cron('* * * * *');
/** The files of a new export. */
async function newExport(): Promise<Files> {
  const of = await exported(client, tenant);
  const found: Files = new Map();
  for (const name of ['manifest.json', ...of.files.map((file: { name: string }) => file.name)]) {
    const response = await fetched(service, of.download_url.replace('manifest.json', name));
    found.set(name, Buffer.from(await response.arrayBuffer()));
  }
  return found;
}
const verify = (of: Files, ...options: string[]) => here([written(of), '--vkey', vkey, ...options]);
const tsa = (of = authority): string[] => ['--tsa', of.pathOf('root.pem')];
/** The export with other time stamps, as somebody makes it who computes all hashes again. */
function changed(edit: (copy: Files) => void): Files {
  const copy: Files = new Map(files);
  edit(copy);
  seal(copy, manifest.log, { tenancy: manifest.tenancy });
  return copy;
}

beforeAll(async () => {
  authority = await new Authority().start();
  other = new Authority('Other TSA');
  for (const [file, by] of [
    ['root', 'root'],
    ['middle', 'root'],
  ] as const)
    authority.issue(file, { by, name: `Example ${file}`, end: DAYS(4000) });
  endsIn(20);
  service = await startService({ vars: { TIMESTAMP_AUTHORITIES: authority.setting('good') } });
  client = await openClient(service);
  tenant = await newTenant(service, 'Stamped');
  log = new LogReader(client, tenant.token, tenant.tenant_identity.slice('tenant/'.length));
  await append(2);
  await run();
  await service.db.prepare('UPDATE stamps SET at_us = at_us - 3601000000').run();
  endsIn(25);
  await append(3);
  // This run stamps the larger tree, and renews the first stamp.
  await run();
  await append(4);
  files = await newExport();
  manifest = JSON.parse(files.get('manifest.json')!.toString());
  ({ vkey } = manifest.log.keys.findLast((key: { vkey?: string }) => key.vkey));
});
afterAll(async () => {
  await service.close();
  authority.remove();
  other.remove();
});
afterEach(() => {
  ambient.now = () => Date.now();
});

test('an export has the time stamps of its log with their renewals, and the version 4', () => {
  expect(manifest).toMatchObject({ version: 4, counts: { stamps: 2 }, log: { size: 4 } });
  const lines = linesOf(files.get(STAMPS)!).map((line) => JSON.parse(line));
  expect(lines.map(({ size, renewals = [] }) => [size, renewals.length])).toEqual([
    [2, 1],
    [3, 0],
  ]);
});

test('the command says since when, with the certificate of the authority', async () => {
  const [without, checked] = [await verify(files), await verify(files, ...tsa())];
  expect([without.code, checked.code, checked.err]).toEqual([0, 0, '']);
  expect(without.out).toMatch(/^– Since when .*the export has 2 time stamps of its trees, --tsa checks them$/m);
  const existed =
    /existed at the latest on \d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC, by the authority CN=Example TSA/;
  expect(checked.out).toMatch(new RegExp(`^✓ Since when +the first 3 of 4 entries ${existed.source}$`, 'm'));
  expect(checked.out).toMatch(new RegExp(`^ok +stamps +2 time stamps of trees of the log; the first 3 of 4`, 'm'));
});

test('the command verifies the time stamps in an auditor’s package too', async () => {
  const zip = join(dirname(authority.pathOf('config')), 'package.zip');
  writeFileSync(zip, await packageFor(files));
  const { code, out } = await here([zip, '--vkey', vkey, ...tsa()]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^✓ Since when +the first 3 of 4 entries existed/m)]);
  expect((await here([zip, '--vkey', vkey, ...tsa(other)])).code).toBe(1);
});

test('the command refuses an authority that is not trusted, and a time after the last certificate', async () => {
  const foreign = await verify(files, ...tsa(other));
  expect([foreign.code, foreign.out]).toEqual([1, expect.stringMatching(/no path leads from CN=Example TSA/)]);
  ambient.now = () => Date.now() + 21 * DAY;
  expect((await verify(files, ...tsa())).out).toContain('the first 3 of 4 entries existed');
  // The only stamp is the renewed one, whose certificate has ended.
  const first = changed((copy) => editLines(copy, STAMPS, (lines) => lines.slice(0, 1)));
  expect((await verify(first, ...tsa())).out).toContain('the first 2 of 4 entries existed');
  const unrenewed = changed((copy) => {
    editLines(copy, STAMPS, (lines) => lines.slice(0, 1));
    editLine(copy, STAMPS, 1, (line) => delete line.renewals);
  });
  expect((await verify(unrenewed, ...tsa())).out).toMatch(/manifest\.json: .* had expired at/);
  ambient.now = () => Date.now() + 26 * DAY;
  expect((await verify(files, ...tsa())).code).toBe(1);
});

describe('the command refuses an export', () => {
  const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  test.each<[string, (one: any, two: any) => void]>([
    ['with the token of another checkpoint', (one, two) => Object.assign(one, { token: two.token })],
    ['with the stamp of another size', (one) => Object.assign(one, { size: 3 })],
    ['with a stamp of a larger tree', (one) => Object.assign(one, { size: 5 })],
    ['with the stamp of another root', (one, two) => Object.assign(one, { root: two.root })],
    ['with another salt', (one) => Object.assign(one, { salt: flipped(one.salt) })],
    ['with another place of the leaf', (one) => Object.assign(one, { index: one.index ^ 1 })],
    ['with another renewal', (one) => Object.assign(one.renewals[0], { index: one.renewals[0].index ^ 1 })],
    ['with a field that the format does not have', (one) => Object.assign(one, { note: 'x' })],
  ])('%s, also without a certificate', async (_what, edit) => {
    const [, two] = linesOf(files.get(STAMPS)!).map((line) => JSON.parse(line));
    const copy = changed((of) => editLine(of, STAMPS, 1, (one) => edit(one, two)));
    const { code, out } = await verify(copy);
    expect([code, out]).toEqual([1, expect.stringMatching(/^FAIL stamps +1 problem$/m)]);
  });

  test('refuses an export whose stamps are of a tree that the entries do not have', async () => {
    const [one] = linesOf(files.get(STAMPS)!);
    // A stamp of the tree of another log is consistent in itself.
    const second = await newTenant(service, 'Second');
    const before = tenant;
    tenant = second;
    log = new LogReader(client, second.token, second.tenant_identity.slice('tenant/'.length));
    await append(2);
    await service.db.prepare('UPDATE stamps SET at_us = at_us - 3601000000').run();
    await run();
    const [foreign] = linesOf((await newExport()).get(STAMPS)!);
    tenant = before;
    const copy = changed((of) => editLines(of, STAMPS, () => [one!, foreign!]));
    const { code, out } = await verify(copy);
    expect([code, out]).toEqual([1, expect.stringMatching(/^FAIL stamps +1 problem$/m)]);
  });

  test('refuses an export that has no time stamps if a certificate is given', async () => {
    const copy = changed((of) => of.delete(STAMPS));
    expect(JSON.parse(copy.get('manifest.json')!.toString())).toMatchObject({ version: 1 });
    const [plain, asked] = [await verify(copy), await verify(copy, ...tsa())];
    expect([plain.code, /^ok +stamps/m.test(plain.out)]).toEqual([0, false]);
    expect([asked.code, asked.out]).toEqual([1, expect.stringContaining('the export has no time stamp')]);
  });
});
