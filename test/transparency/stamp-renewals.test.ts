import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { fromBase64, toHex } from '../../src/lib/text.ts';
import { ambient } from '../../src/lib/time.ts';
import { renewalLeaf } from '../../src/formats/timestamp/renewal.ts';
import { stampRoot } from '../../src/formats/timestamp/stamp-tree.ts';
import { hashesOf } from '../../src/proof/log-document.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { Authority, DAYS } from '../support/authority.ts';
import { openClient, type Client } from '../support/client.ts';
import { LogReader } from '../support/logs.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { checkLogs, damaged } from './support/fsck.ts';

const DAY = 86_400_000;
const { here, fileOf } = verifyCommand();

let authority: Authority;
let service: Service;
let client: Client;
let one: Tenant;
let event: string;

beforeAll(async () => {
  authority = await new Authority().start();
  for (const [file, by] of [
    ['root', 'root'],
    ['middle', 'root'],
  ] as const)
    authority.issue(file, { by, name: `Example ${file}`, end: DAYS(4000) });
  endsIn(20);
  service = await startService({ vars: { TIMESTAMP_AUTHORITIES: authority.setting('good') } });
  client = await openClient(service);
  one = await newTenant(service, 'One');
  event = await append(2);
  await run();
});
afterAll(async () => {
  await service.close();
  authority.remove();
});
afterEach(() => {
  ambient.now = () => Date.now();
});

/** Has the authority sign with a new certificate from now on. */
const endsIn = (days: number) => authority.issue('tsa', { by: 'middle', name: 'Example TSA', end: DAYS(days) });
const append = async (size: number): Promise<string> => {
  const { body: asset } = await client.call(one.token, 'POST', '/v2/assets', { body: { attributes: {} } });
  await new LogReader(client, one.token, one.tenant_identity.slice('tenant/'.length)).grown(size);
  const { body: list } = await client.call(one.token, 'GET', `/v2/${asset.identity}/events`);
  return `/v2/${list.events[0].identity}`;
};
const stamped = async (): Promise<LogProof> =>
  (await client.call(one.token, 'GET', `${event}:proof`, { query: 'stamps=true' })).body;
const run = (): Promise<unknown> => service.cron('* * * * *');
const query = async (sql: string): Promise<unknown[][]> =>
  (await service.db.prepare(sql).all<Record<string, unknown>>()).results.map((row) => Object.values(row));
/** Each stamp: number of logs, and the stamp that renews it. */
const rows = () => query('SELECT number, logs, renewal FROM stamps ORDER BY number');
/** Lets a day pass since the last stamp, after which the authority is asked whether it has a later certificate. */
const nextDay = async () => {
  for (const [number, us] of await query('SELECT number, at_us FROM stamps'))
    if (!times.has(number)) times.set(number, us);
  await service.db.prepare(`UPDATE stamps SET at_us = at_us - ${DAY}001`).run();
};
/** The times of the tokens by their numbers. */
const times = new Map<unknown, unknown>();
const verifyIn = async (days: number, proof: LogProof) => {
  ambient.now = () => Date.now() + days * DAY;
  return here([fileOf(proof), '--tsa', authority.pathOf('root.pem')]);
};

test('renews no stamp before the authority has a certificate that ends later', async () => {
  await run();
  expect([authority.queries.length, await rows()]).toEqual([1, [[1, 1, null]]]);
  await nextDay();
  await run();
  expect([authority.queries.length, await rows()]).toEqual([2, [[1, 1, null]]]);
  // It is not asked again in the same minute.
  await run();
  expect(authority.queries).toHaveLength(2);
});

test('renews a stamp once, also under concurrency, and after a stop before the transaction', async () => {
  endsIn(25);
  await append(3);
  await service.db
    .prepare("CREATE TRIGGER crash BEFORE UPDATE ON stamps BEGIN SELECT RAISE(ABORT, 'crash'); END")
    .run();
  await run();
  const stampedAgain = [1, 2].map((number) => [number, 1, null]);
  expect(await rows()).toEqual(stampedAgain);
  await service.db.prepare('DROP TRIGGER crash').run();
  await Promise.all([run(), run()]);
  expect(await rows()).toEqual([
    [1, 1, 3],
    [2, 1, null],
    [3, 0, null],
  ]);
  await run();
  expect(await rows()).toHaveLength(3);
});

test('renews stamps of an earlier version, whose expiry is unknown, and a renewal in its turn', async () => {
  endsIn(3000);
  await service.db.prepare('UPDATE stamps SET expires_us = 0 WHERE number = 2').run();
  await nextDay();
  await run();
  expect(await rows()).toEqual([
    [1, 1, 3],
    [2, 1, 4],
    [3, 0, 4],
    [4, 0, null],
  ]);
  await run();
  expect(await rows()).toHaveLength(4);
});

test('the command accepts the first time after its certificate has expired, by the renewals', async () => {
  const proof = await stamped();
  const [{ renewals = [], ...stamp }] = proof.stamps as [NonNullable<LogProof['stamps']>[number]];
  expect([proof.stamps!.length, renewals.length]).toEqual([1, 2]);
  const without = { ...proof, stamps: [stamp] };
  const once = { ...proof, stamps: [{ ...stamp, renewals: renewals.slice(0, 1) }] };
  const said = (out: string) => /^ok {3}authority +the event (existed .*)$/m.exec(out)?.[1];
  const now = said((await verifyIn(0, proof)).out);
  expect(now).toMatch(/^existed at the latest on .* by the authority CN=Example TSA$/);
  const words = async (document: LogProof, days: number[]) =>
    Promise.all(days.map(async (each) => said((await verifyIn(each, document)).out)));
  for (const [document, days, word] of [
    [without, 19, now],
    [without, 21, undefined],
    [once, 21, now],
    [once, 26, undefined],
    [proof, 26, now],
    [proof, 2999, now],
    [proof, 3001, undefined],
  ] as const)
    expect([days, (await words(document, [days]))[0]]).toEqual([days, word]);
  const late = await verifyIn(21, without);
  expect([late.code, late.out]).toEqual([1, expect.stringMatching(/^FAIL authority +.* had expired at .*: it was/m)]);
});

test('OpenSSL accepts the tokens of the renewals for the tokens before', async () => {
  const [stamp] = (await stamped()).stamps!;
  let before = fromBase64(stamp!.token)!;
  for (const { index, path, token } of stamp!.renewals!) {
    const root = stampRoot(renewalLeaf(before), { index, path: hashesOf(path) })!;
    before = fromBase64(token)!;
    const file = authority.write('renewal', before);
    const args = ['ts', '-verify', '-digest', toHex(root), '-in', file, '-token_in', '-CAfile', 'root.pem'];
    expect(authority.openssl(args).toString()).toBe('Verification: OK\n');
  }
});

test('the command refuses every changed part of a renewal, without a certificate too', async () => {
  const proof = await stamped();
  const [stamp] = proof.stamps!;
  const [one, two] = stamp!.renewals!;
  const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  for (const renewals of [
    [{ ...one!, index: one!.index ^ 1 }, two],
    [{ ...one!, index: one!.index + 16 }, two],
    [{ ...one!, path: flipped(one!.path) }, two],
    [{ ...one!, path: '' }, two],
    [{ ...one!, token: flipped(one!.token) }, two],
    [{ ...one!, token: two!.token }, two],
    [two, one],
    [one, one],
    [two],
    [],
    Array.from({ length: 33 }, () => one),
  ]) {
    const changed = fileOf({ ...proof, stamps: [{ ...stamp, renewals }] });
    expect((await here([changed])).code, JSON.stringify(renewals).slice(0, 300)).toBe(1);
  }
});

describe('npm run fsck', () => {
  test('finds nothing in renewed stamps that are as they must be', async () => {
    for (const [number, us] of times)
      await service.db.prepare('UPDATE stamps SET at_us = ?1 WHERE number = ?2').bind(us, number).run();
    expect(await checkLogs(client)).toMatchObject({ logs: 1, findings: [] });
  });

  test.each([
    ['renewal', 'renewal = 4', 'it does not lead to the root of its renewal'],
    ['renewal', 'renewal = 2', 'its renewal is missing'],
    ['renewal', 'renewal = 9', 'its renewal is missing'],
    ['renewal', 'renewal = NULL', 'its renewal is missing'],
    ['index', '"index" = "index" + 1', 'it does not lead to the root of its renewal'],
    ['path', "path = unhex('00' || substr(hex(path), 3))", 'it does not lead to the root of its renewal'],
    ['path', 'path = substr(path, 2)', 'it does not lead to the root of its renewal'],
    ['expires_us', 'expires_us = expires_us + 900000000000', 'its certificates expire at another time'],
  ])('finds a changed %s (%s)', async (column, change, problem) => {
    const [[kept]] = (await query(`SELECT quote("${column}") FROM stamps WHERE number = 1`)) as [[string]];
    const findings = await damaged(
      service,
      () => checkLogs(client),
      `UPDATE stamps SET ${change} WHERE number = 1`,
      `UPDATE stamps SET "${column}" = ${kept} WHERE number = 1`,
    );
    expect(findings).toEqual([{ identity: 'database', sequence: 0, problem: `time stamp 1: ${problem}` }]);
  });
});

test('raises an alarm in the last days if the authority has no later certificate, or left the setting', async () => {
  const alarms = async () =>
    (await service.logged()).filter((line) => line.includes('"level":"alarm"') && line.includes('cannot be renewed'));
  expect(await alarms()).toEqual([]);
  const near = (Date.now() + 6 * DAY) * 1000;
  await service.db.prepare(`UPDATE stamps SET expires_us = ${near} WHERE renewal IS NULL`).run();
  await service.db.prepare("UPDATE stamps SET authority = 'gone' WHERE number = 4").run();
  await service.db
    .prepare(`INSERT INTO stamps (number, authority, at_us, logs, root, token, certificates, expires_us)
      SELECT 5, 'good', ${Date.now() * 1000}, 0, root, token, certificates, ${near} FROM stamps WHERE number = 3`)
    .run();
  await run();
  expect((await alarms()).map((line) => (JSON.parse(line) as { authority: string }).authority).toSorted()).toEqual([
    'gone',
    'good',
  ]);
  expect(await rows()).toHaveLength(5);
});
