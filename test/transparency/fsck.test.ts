import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { auditComplete, type Rows } from './support/audit.ts';
import { changedValue, checkLogs, damaged, type Checked } from './support/fsck.ts';
import { PATIENCE } from '../support/patience.ts';

let service: Service;
let client: Client;
let one: Tenant;
let logs: { number: number; id: string; scope: string }[];
const read: Rows = async (sql) => (await service.db.prepare(sql).all<Record<string, unknown>>()).results;

const check = (body: object = {}): Promise<Checked> => checkLogs(client, body);

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  one = await newTenant(service, 'One');
  const two = await newTenant(service, 'Two');
  for (const { token } of [one, two]) {
    const { identity } = (await client.call(token, 'POST', '/v2/assets', { body: { attributes: {}, public: true } }))
      .body;
    const item = {
      asset_identity: identity,
      ...RECORD,
      event_attributes: { n: '1' },
    };
    const body = { events: Array.from({ length: 300 }, () => item) };
    const answer = await client.call(token, 'POST', '/v2/assets/-/events:batch', { body });
    if (answer.status !== 200) throw new Error(answer.text);
  }
  await vi.waitFor(() => auditComplete(read), { timeout: PATIENCE });
  logs = (await read('SELECT number, id, scope FROM logs ORDER BY number')) as typeof logs;
});
afterAll(() => service.close());

test('finds nothing in logs that are as they must be, in one call or in several', async () => {
  expect(await check()).toEqual({ logs: 3, entries: 302 + 302 + 603, findings: [], next: '' });
  expect(await check({ events: 1 })).toMatchObject({ logs: 3, findings: [] });
  expect(await check({ tenant_identity: one.tenant_identity })).toMatchObject({ logs: 1, entries: 302 });
});

describe('finds', () => {
  let log: (typeof logs)[number];
  beforeEach(() => {
    log = logs.find(({ scope }) => one.tenant_identity.endsWith(scope))!;
  });

  const damage = (made: string, repair: string) => damaged(service, check, made, repair);
  const flipped = (table: string, column: string, where: string): [string, string] => [
    `CREATE TABLE kept AS SELECT ${column} AS value FROM ${table} WHERE ${where}`,
    `UPDATE ${table} SET ${column} = (SELECT value FROM kept) WHERE ${where}`,
  ];

  test.each([
    ['log_leaves', 'hash', '"index" = 7', 7, 'the leaf is not that of its event'],
    ['log_leaves', 'content', '"index" = 7', 7, 'the leaf is not that of its event'],
    ['log_leaves', 'hash', '"index" = 0', 0, 'the leaf is not that of its entry'],
    ['log_tiles', 'hashes', 'level = 0', 0, 'the tile is not that of its leaves'],
    ['logs', 'root', '1', 0, 'the root is not that of the leaves'],
    ['logs', 'checkpoint', '1', 0, 'the checkpoint is not signed by its key'],
  ])('a changed byte in %s.%s of %s', async (table, column, condition, sequence, problem) => {
    const where = `${table === 'logs' ? 'number' : 'log'} = ${log.number} AND ${condition}`;
    const [keep, restore] = flipped(table, column, where);
    await service.db.prepare(keep).run();
    const findings = await damage(`UPDATE ${table} SET ${column} = ${changedValue(column)} WHERE ${where}`, restore);
    await service.db.prepare('DROP TABLE kept').run();
    expect(findings[0]).toEqual({ identity: `logs/${log.id}`, sequence, problem });
  });

  test('a changed event', async () => {
    const event = `(SELECT event FROM log_leaves WHERE log = ${log.number} AND "index" = 5)`;
    const findings = await damage(
      `UPDATE events SET operation = 'Changed' WHERE number = ${event}`,
      `UPDATE events SET operation = 'Record' WHERE number = ${event}`,
    );
    // Also in the log of public events, which may come first.
    const leaves = await read(
      `SELECT id, "index" FROM log_leaves JOIN logs ON number = log WHERE event = ${event} ORDER BY log`,
    );
    expect(leaves).toHaveLength(2);
    expect(findings[0]).toEqual({
      identity: `logs/${String(leaves[0]!['id'])}`,
      sequence: leaves[0]!['index'],
      problem: 'the leaf is not that of its event',
    });
  });

  test('a missing leaf', async () => {
    const where = `log = ${log.number} AND "index" = 9`;
    await service.db.prepare(`CREATE TABLE kept AS SELECT * FROM log_leaves WHERE ${where}`).run();
    const findings = await damage(`DELETE FROM log_leaves WHERE ${where}`, 'INSERT INTO log_leaves SELECT * FROM kept');
    await service.db.prepare('DROP TABLE kept').run();
    expect(findings[0]).toEqual({ identity: `logs/${log.id}`, sequence: 9, problem: 'the leaf is missing' });
  });
});
