import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encodeMapEntry, parseMapEntry } from '../../src/formats/completeness/map-entry.ts';
import { leafHash } from '../../src/formats/log/tree.ts';
import { fromHex, toHex } from '../../src/lib/text.ts';
import { Monitoring } from '../cli/support/monitoring.ts';
import { Authority } from '../support/authority.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service } from '../support/service.ts';
import type { Rows } from './support/audit.ts';
import { changedValue, checkLogs, damaged, type Checked } from './support/fsck.ts';
import { auditMaps } from './support/map-audit.ts';
import { PATIENCE } from '../support/patience.ts';

let authority: Authority;
let service: Service;
let client: Client;
let log: { number: number; id: string };
/** The index of the first of two maps. */
let index: number;
const read: Rows = async (sql) => (await service.db.prepare(sql).all<Record<string, unknown>>()).results;
const check = (): Promise<Checked> => checkLogs(client);

beforeAll(async () => {
  authority = await new Authority().start();
  service = await startService({
    vars: { COMPLETENESS_SECONDS: '1', TIMESTAMP_AUTHORITIES: authority.setting('good') },
  });
  client = await openClient(service);
  const { token } = await newTenant(service, 'One');
  for (const assets of [40, 1]) {
    for (let n = 0; n < assets; n++)
      await client.call(token, 'POST', '/v2/assets', { body: { attributes: {}, public: n === 0 } });
    await vi.waitFor(
      async () => {
        const [counts] = (await read(`SELECT (SELECT count(*) FROM log_leaves WHERE event IS NOT NULL) AS events,
          (SELECT count(*) + sum(public) FROM events) AS expected`)) as [{ events: number; expected: number }];
        const maps = [...(await auditMaps(read)).values()];
        if (counts.events < counts.expected || maps.length < 2 || maps.some(({ isCovered }) => !isCovered))
          throw new Error('the maps do not cover all events');
      },
      { timeout: PATIENCE, interval: 200 },
    );
  }
  await service.cron('* * * * *');
  [log] = (await read('SELECT number, id FROM logs ORDER BY size DESC LIMIT 1')) as [typeof log];
  [index] = (await auditMaps(read)).get(log.id)!.indexes as [number];
});
afterAll(async () => {
  await service.close();
  authority.remove();
});

test('finds nothing in maps and time stamps that are as they must be, in one call or in several', async () => {
  expect((await auditMaps(read)).get(log.id)!.indexes.length).toBeGreaterThan(1);
  const [counts] = await read(`SELECT (SELECT count(*) FROM log_map_pages WHERE log = ${log.number}) AS pages,
    (SELECT count(*) FROM log_stamps) AS stamps`);
  expect(counts).toEqual({ pages: expect.toSatisfy((pages: number) => pages > 2), stamps: 2 });
  expect(await check()).toMatchObject({ logs: 2, findings: [] });
  expect(await checkLogs(client, { events: 1 })).toMatchObject({ logs: 2, findings: [] });
});

test('a monitor recomputes the maps from the entries', async () => {
  const monitoring = new Monitoring();
  const run = await monitoring.run(service.base, ['--log', 'public', '--entries']);
  monitoring.remove();
  expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/entries 0 to \d+ are valid/) });
});

describe('finds', () => {
  const ofLog = (problem: string, sequence = 0) => ({ identity: `logs/${log.id}`, sequence, problem });

  test.each([
    ['log_maps', 'salt', 'the entry of the map has another salt than the map'],
    ['log_maps', 'root', 'the root of the map is not that of the entries'],
    ['log_maps', 'nodes', 'the nodes of the map are not those of the entries'],
    ['log_maps', 'depth', 'the nodes of the map are not those of the entries'],
    ['log_maps', 'assets', 'the map has another number of assets than the entries'],
    ['log_maps', 'pages', 'the map has another number of pages'],
    ['log_map_pages', 'hash', 'a page of the map is not that of the entries'],
    ['log_map_pages', 'assets', 'a page of the map is not that of the entries'],
    ['log_map_pages', 'bits', 'a page of the map is not that of the entries'],
    ['log_map_pages', 'start', 'a page of the map is missing'],
  ])('a changed value of %s.%s', async (table, column, problem) => {
    const [{ first }] = (await read(`SELECT min(rowid) AS first FROM ${table} WHERE log = ${log.number}`)) as any;
    const where = `log = ${log.number} AND rowid = ${first}`;
    await service.db.prepare(`CREATE TABLE kept AS SELECT ${column} AS value FROM ${table} WHERE ${where}`).run();
    const findings = await damaged(
      service,
      check,
      `UPDATE ${table} SET ${column} = ${changedValue(column)} WHERE ${where}`,
      `UPDATE ${table} SET ${column} = (SELECT value FROM kept) WHERE rowid = ${first}`,
    );
    await service.db.prepare('DROP TABLE kept').run();
    // Each entry of a map has the salt.
    expect(findings[0]).toEqual(ofLog(problem, column === 'salt' ? index : 0));
  });

  test.each([
    ['log_maps', 'the map of the entry is missing'],
    ['log_map_pages', 'a page of the map is missing'],
    ['stamps', 'the time stamp of a tree is missing'],
    ['log_stamps', 'it has another number of trees'],
    ['stamp_certificates', 'a certificate is missing'],
  ])('a missing row of %s', async (table, problem) => {
    const where = table.startsWith('log') ? `WHERE log = ${log.number}` : '';
    const rows = `${table} WHERE rowid = (SELECT max(rowid) FROM ${table} ${where})`;
    await service.db.prepare(`CREATE TABLE kept AS SELECT * FROM ${rows}`).run();
    const findings = await damaged(service, check, `DELETE FROM ${rows}`, `INSERT INTO ${table} SELECT * FROM kept`);
    await service.db.prepare('DROP TABLE kept').run();
    expect(findings).toHaveLength(1);
    expect(findings[0]!.problem).toContain(problem);
  });

  test.each([
    ['log_stamps', 'root', 'a time stamp is of another tree of the log'],
    ['log_stamps', 'size', 'a time stamp is of a larger tree than that of the log'],
    ['log_stamps', 'stamp', 'the time stamp of a tree is missing'],
    ['log_stamps', 'salt', 'a stamped tree does not lead to the root of its time stamp'],
    ['log_stamps', 'index', 'a stamped tree does not lead to the root of its time stamp'],
    ['log_stamps', 'path', 'a stamped tree does not lead to the root of its time stamp'],
    ['stamps', 'root', 'a stamped tree does not lead to the root of its time stamp'],
    ['stamps', 'authority', 'the time stamp of a tree is missing'],
    ['stamps', 'at_us', 'the token is of another time'],
    ['stamps', 'token', 'the token '],
    ['stamps', 'certificates', 'a certificate is missing'],
    ['stamps', 'logs', 'it has another number of trees'],
    ['stamp_certificates', 'certificate', 'a certificate is not that of its hash'],
  ])('a changed value of %s.%s', async (table, column, problem) => {
    const where = table === 'log_stamps' ? `log = ${log.number}` : 'true';
    const name = `"${column}"`;
    const made = column === 'certificates' ? `'["${'0'.repeat(64)}"]'` : changedValue(name).replace('+ 1', '+ 100');
    await service.db
      .prepare(`CREATE TABLE kept AS SELECT rowid AS id, ${name} AS value FROM ${table} WHERE ${where}`)
      .run();
    const findings = await damaged(
      service,
      check,
      `UPDATE ${table} SET ${name} = ${made} WHERE ${where}`,
      `UPDATE ${table} SET ${name} = (SELECT value FROM kept WHERE id = ${table}.rowid) WHERE ${where}`,
    );
    await service.db.prepare('DROP TABLE kept').run();
    expect(findings).toHaveLength(1);
    expect(findings[0]!.problem).toContain(problem);
    if (table === 'stamps' && !['root', 'authority'].includes(column))
      expect(findings[0]).toMatchObject({ identity: 'database', problem: expect.stringContaining('time stamp 1: ') });
  });

  test.each([
    [
      'the number of assets',
      { assets: 7 },
      'the entry of the map has another number of assets than the entries before',
    ],
    ['the root', { root: new Uint8Array(32) }, 'the entry of the map has another root than the entries before'],
    ['the salt', { salt: new Uint8Array(32) }, 'the entry of the map has another salt than the map'],
    ['the size', { size: 3 }, 'the entry of the map covers another size than its index'],
    ['the log', { log: '00000000-0000-4000-8000-000000000000' }, 'the entry of the map is of another log'],
  ])('an entry LOGMAPV1 with another value of %s', async (_, change, problem) => {
    const where = `log = ${log.number} AND "index" = ${index}`;
    const [row] = await read(`SELECT hex(entry) AS entry, hex(hash) AS hash FROM log_leaves WHERE ${where}`);
    const entry = encodeMapEntry({ ...parseMapEntry(fromHex(row!['entry'])), ...change });
    const set = (bytes: string, hash: string) =>
      `UPDATE log_leaves SET entry = unhex('${bytes}'), hash = unhex('${hash}') WHERE ${where}`;
    // The leaves would not lead to the root of the log any more, which is found first.
    const findings = await damaged(
      service,
      () => checkLogs(client, {}, `logs/${log.number}/0/map`),
      set(toHex(entry), toHex(leafHash(entry))),
      set(row!['entry'], row!['hash']),
    );
    expect(findings).toEqual([ofLog(problem, index)]);
  });

  test.each([
    ['more assets than a check compares', 1_000_001],
    ['no assets', 0],
  ])('a stored map that claims to have %s', async (_, assets) => {
    const where = `WHERE log = ${log.number}`;
    const [row] = await read(`SELECT assets FROM log_maps ${where}`);
    const set = (value: unknown): string => `UPDATE log_maps SET assets = ${value} ${where}`;
    const findings = await damaged(service, check, set(assets), set(row!['assets']));
    expect(findings).toEqual([ofLog('the map has another number of assets than the entries')]);
  });

  test('bytes after the path of a stamped tree', async () => {
    const findings = await damaged(
      service,
      check,
      "UPDATE log_stamps SET path = unhex(hex(path) || '00')",
      'UPDATE log_stamps SET path = unhex(substr(hex(path), 1, length(hex(path)) - 2))',
    );
    expect(findings).toHaveLength(1);
    expect(findings[0]!.problem).toContain('the path of a stamped tree is not a list of hashes');
  });

  test('a map that covers more entries than the log has', async () => {
    const where = `WHERE log = ${log.number}`;
    const findings = await damaged(
      service,
      check,
      `UPDATE log_maps SET size = size + 1000 ${where}`,
      `UPDATE log_maps SET size = size - 1000 ${where}`,
    );
    expect(findings).toEqual([ofLog('the map covers more entries than the log has')]);
  });

  test('a time stamp of which another root is stored', async () => {
    await service.db.prepare('CREATE TABLE kept AS SELECT root FROM stamps').run();
    const findings = await damaged(
      service,
      () => checkLogs(client, {}, 'logs/0/0/tokens'),
      'UPDATE stamps SET root = zeroblob(32)',
      'UPDATE stamps SET root = (SELECT root FROM kept)',
    );
    await service.db.prepare('DROP TABLE kept').run();
    expect(findings).toEqual([{ identity: 'database', sequence: 0, problem: expect.any(String) }]);
    expect(findings[0]!.problem).toMatch(
      /^time stamp 1: the token is of the hash [0-9a-f]{64}, not of the SHA-256 0{64}$/,
    );
  });
});
