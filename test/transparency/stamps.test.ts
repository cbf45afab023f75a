import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBase64, toHex } from '../../src/lib/text.ts';
import { parseCheckpoint } from '../../src/formats/log/checkpoint.ts';
import { parseNote } from '../../src/formats/log/note.ts';
import { stampLeaf } from '../../src/formats/timestamp/stamp-tree.ts';
import { hashesOf } from '../../src/proof/log-document.ts';
import type { LogProof } from '../../src/proof/log-format.ts';
import { orderProblem } from '../../src/proof/stamp-authority.ts';
import { verifyCommand } from '../proof/support/command.ts';
import { Authority } from '../support/authority.ts';
import { openClient, type Client } from '../support/client.ts';
import { LogReader } from '../support/logs.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '../..');
const { here, fileOf } = verifyCommand();

/** Authorities that do not stamp, by their names, and how they respond. */
const HOSTILE: Record<string, (response: ServerResponse) => void> = {
  down: (response) => response.writeHead(500).end('no'),
  large: (response) =>
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(Buffer.alloc(10_000_000, 0x30)),
  moved: (response) => response.writeHead(307, { location: authority.url }).end(),
};
const servers: Server[] = [];
let authority: Authority;
let service: Service;
let client: Client;
let one: Tenant;
let two: Tenant;

const portOf = async (respond: (response: ServerResponse) => void): Promise<number> => {
  const server = createServer((request, response) => request.resume().on('end', () => respond(response)));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  authority = await new Authority().start();
  const [, , root] = authority.setting('good').split(' ');
  const others = Object.entries(HOSTILE).map(
    async ([name, respond]) => `${name} http://127.0.0.1:${await portOf(respond)}/ ${root}`,
  );
  const setting = [authority.setting('good'), ...(await Promise.all(others))].join(',\n');
  service = await startService({ vars: { TIMESTAMP_AUTHORITIES: setting } });
  client = await openClient(service);
  one = await newTenant(service, 'One');
  two = await newTenant(service, 'Two');
});
afterAll(async () => {
  await service.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  authority.remove();
});

const uuidOf = ({ tenant_identity }: Tenant): string => tenant_identity.slice('tenant/'.length);
const logOf = (tenant: Tenant): LogReader => new LogReader(client, tenant.token, uuidOf(tenant));
/** Creates an asset, and returns the path of its event once its log, which then has this size, includes it. */
const append = async (tenant: Tenant, size: number, isPublic = false): Promise<string> => {
  const body = { attributes: {}, public: isPublic };
  const { body: asset } = await client.call(tenant.token, 'POST', '/v2/assets', { body });
  await logOf(tenant).grown(size);
  const { body: list } = await client.call(tenant.token, 'GET', `/v2/${asset.identity}/events`);
  return `/v2/${list.events[0].identity}`;
};
const proofOf = async (path: string, query = '', token: string | undefined = one.token): Promise<any> =>
  (await client.call(token, 'GET', `${path}:proof`, { query })).body;
const stamped = async (path: string): Promise<LogProof> => proofOf(path, 'stamps=true');
const run = (): Promise<unknown> => service.cron('* * * * *');
/** Lets the interval between two stamps pass. */
const age = () => service.db.prepare('UPDATE stamps SET at_us = at_us - 3601000000').run();
const rows = async (): Promise<unknown[]> =>
  (
    await service.db
      .prepare(
        `SELECT s.authority, t.number, t.logs, s.size, l.scope FROM log_stamps s JOIN stamps t ON t.number = s.stamp
          JOIN logs l ON l.number = s.log ORDER BY t.number, s.size`,
      )
      .all()
  ).results.map((row) => Object.values(row));

let first: string;

test('stamps nothing before a log has an entry', async () => {
  await run();
  expect(authority.queries).toEqual([]);
});

test('raises an alarm and stores nothing if an authority is down or hostile, and appends go on', async () => {
  first = await append(one, 2);
  await run();
  const alarms = (await service.logged()).filter((line) => line.includes('time-stamping authority has not stamped'));
  expect(alarms.every((line) => line.includes('"level":"alarm"'))).toBe(true);
  const said = (name: string): string | undefined => alarms.find((line) => line.includes(`"authority":"${name}"`));
  expect(said('down')).toContain('the authority responded with 500');
  expect(said('large')).toContain('the response has more than');
  expect(said('moved')).toContain('the authority responded with 307');
  expect([alarms.length, authority.queries.length]).toEqual([3, 1]);
  expect(await rows()).toEqual([['good', 1, 1, 2, uuidOf(one)]]);
  await append(one, 3);
});

test('the proof of an event has its time stamp if it is asked for, which the command and OpenSSL verify', async () => {
  const [plain, proof] = [await proofOf(first), await stamped(first)];
  const { stamps, ...rest } = proof;
  expect(rest).toEqual(plain);
  expect(stamps).toEqual([expect.objectContaining({ size: 2 })]);
  const [root, vkey] = [authority.pathOf('root.pem'), await logOf(one).vkey()];
  const unchecked = await here([fileOf(proof), '--vkey', vkey]);
  const checked = await here([fileOf(proof), '--vkey', vkey, '--tsa', root]);
  expect([unchecked.code, checked.code, checked.err]).toEqual([0, 0, '']);
  const pins = join(dirname(root), 'pins.json');
  writeFileSync(pins, JSON.stringify({ logs: [vkey], authorities: ['root.pem'] }));
  const pinned = await here([fileOf(proof), '--pins', pins]);
  expect([pinned.code, pinned.out]).toEqual([0, checked.out]);
  expect((await here([fileOf(plain), '--pins', pins])).code).toBe(0);
  expect(unchecked.out).toMatch(/^- {4}stamp .*; the time stamp was not checked \(--tsa checks it\)$/m);
  const [, digest] = /^ok {3}stamp +the event leads to the time-stamped root ([0-9a-f]{64})$/m.exec(checked.out)!;
  const existed =
    /existed at the latest on \d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d UTC, by the authority CN=Example TSA/;
  expect(checked.out).toMatch(new RegExp(`^✓ Since when {2}the event ${existed.source}$`, 'm'));
  expect(checked.out).toMatch(new RegExp(`^ok {3}authority +the event ${existed.source}$`, 'm'));
  expect(checked.out).toMatch(new RegExp(`^The proof is valid: .*; ${existed.source}\\.$`, 'm'));
  // The commands of docs/trust.md.
  const page = readFileSync(join(ROOT, 'docs/trust.md'), 'utf8');
  const [, block] = /```sh\n((?:(?!```)[^])*openssl ts -verify[^]*?)```/.exec(page)!;
  const reader = authority.pathOf('reader');
  mkdirSync(reader);
  writeFileSync(join(reader, 'proof.json'), JSON.stringify(proof));
  copyFileSync(root, join(reader, 'tsa.pem'));
  const npm = `npm() { shift 4; ${process.execPath} ${join(ROOT, 'apps/cli/launch.mjs')} verify "$@"; }`;
  const script = `${npm}\n${block}echo "$ROOT"`;
  const said = execFileSync('sh', ['-c', script], { cwd: reader, stdio: ['ignore', 'pipe', 'pipe'] });
  expect(said.toString()).toBe(`Verification: OK\n${digest}\n`);
});

test('the command refuses a stamp of an authority that is not trusted, and a proof without one', async () => {
  const other = new Authority('Other TSA');
  const foreign = await here([fileOf(await stamped(first)), '--tsa', other.pathOf('root.pem')]);
  expect([foreign.code, foreign.err]).toEqual([1, 'error: the proof is not valid: the step authority failed\n']);
  expect(foreign.out).toMatch(/^FAIL authority +no path leads from CN=Example TSA to a certificate/m);
  const without = await here([fileOf(await proofOf(first)), '--tsa', authority.pathOf('root.pem')]);
  expect(without.err).toBe('error: the proof is not valid: the step stamp failed\n');
  other.remove();
});

test('refuses every changed stamp: another size, salt, index, path or token', async () => {
  const proof = await stamped(first);
  const [stamp] = proof.stamps!;
  const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const changes = [
    { size: 1 },
    { size: 3 },
    { path: 'A'.repeat(43) },
    { salt: flipped(stamp!.salt) },
    { index: stamp!.index ^ 1 },
    { index: stamp!.index + 16 },
    { stamp_path: flipped(stamp!.stamp_path) },
    { stamp_path: '' },
    { token: flipped(stamp!.token) },
    { token: `${stamp!.token.slice(0, -4)}AAAA` },
    { token: '' },
  ];
  for (const change of changes) {
    const changed = fileOf({ ...proof, stamps: [{ ...stamp, ...change }] });
    expect((await here([changed, '--tsa', authority.pathOf('root.pem')])).code, JSON.stringify(change)).toBe(1);
  }
  const many = await here([fileOf({ ...proof, stamps: Array.from({ length: 9 }, () => stamp) })]);
  expect([many.code, many.out]).toEqual([1, expect.stringContaining('stamps must have at most 8 items')]);
});

test('a stamp must not be older than the acceptance of its event, clocks aside', () => {
  const accepted = Date.UTC(2026, 0, 5) * 1000;
  expect(orderProblem(accepted - 300_000_000, accepted)).toBe(undefined);
  expect(orderProblem(accepted - 300_000_001, accepted)).toBe(
    'the time stamp is of 2026-01-04T23:54:59Z, before the event was accepted',
  );
});

test('stamps again only logs that have grown, and only after the interval', async () => {
  await run();
  expect(authority.queries).toHaveLength(1);
  await age();
  await run();
  expect(authority.queries).toHaveLength(2);
  await append(two, 2, true);
  await run();
  expect(authority.queries).toHaveLength(2);
  await age();
  await run();
  await age();
  await run();
  expect(authority.queries).toHaveLength(3);
  const nil = '00000000-0000-0000-0000-000000000000';
  expect(await rows()).toEqual([
    ['good', 1, 1, 2, uuidOf(one)],
    ['good', 2, 1, 3, uuidOf(one)],
    ['good', 3, 2, 2, expect.any(String)],
    ['good', 3, 2, 2, expect.any(String)],
  ]);
  expect(
    (await rows())
      .slice(2)
      .map((row) => (row as string[])[4])
      .toSorted(),
  ).toEqual([nil, uuidOf(two)].toSorted());
  // The first stamp that covers the event.
  expect((await stamped(first)).stamps).toMatchObject([{ size: 2 }]);
});

test('stamps again, once, if it stops between the response of the authority and the transaction', async () => {
  await append(one, 4);
  const before = await rows();
  await service.db
    .prepare("CREATE TRIGGER crash BEFORE INSERT ON log_stamps BEGIN SELECT RAISE(ABORT, 'crash'); END")
    .run();
  await run();
  expect([await rows(), authority.queries.length]).toEqual([before, 4]);
  await service.db.prepare('DROP TRIGGER crash').run();
  // Both runs ask the authority, and one of them stores its stamp.
  await Promise.all([run(), run()]);
  expect((await rows()).slice(before.length)).toEqual([['good', 4, 1, 4, uuidOf(one)]]);
  const { results } = await service.db.prepare('SELECT count(*) AS n FROM stamps').all();
  expect(results).toEqual([{ n: 4 }]);
});

test('a stamp shows nothing of other logs that can be tested, and is for readers of the event only', async () => {
  const path = (await service.db.prepare('SELECT id FROM assets WHERE public = 1').all()).results[0]!['id'] as string;
  const { body } = await client.call(undefined, 'GET', `/v2/publicassets/${path}/events`);
  const proof: LogProof = await proofOf(`/v2/${body.events[0].identity}`, 'stamps=true', undefined);
  const [stamp] = proof.stamps!;
  const hashes = hashesOf(stamp!.stamp_path).map(toHex);
  expect(hashes).toHaveLength(4);
  // The log of the other tenancy is in the same tree, and its salt is not this one.
  const tree = parseCheckpoint(parseNote(await logOf(two).note()).text);
  for (const salt of [fromBase64(stamp!.salt)!, new Uint8Array(32), new Uint8Array(0)])
    expect(hashes).not.toContain(toHex(stampLeaf(tree, salt)));
  const foreign = await client.call(two.token, 'GET', `${first}:proof`, { query: 'stamps=true' });
  expect(foreign.status).toBe(404);
});

test('refuses stamps of another form than log, and other values than true and false', async () => {
  for (const query of ['form=window&stamps=true', 'stamps=1', 'stamps=']) {
    const { status, text } = await client.call(one.token, 'GET', `${first}:proof`, { query });
    expect([status, text.includes('"field":"stamps"')], text).toEqual([400, true]);
  }
});
