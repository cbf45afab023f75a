import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { logsComplete } from '../support/database.ts';
import { RECORD } from '../support/record.ts';
import { newTenant, SECRETS, startService, type Service, type Tenant } from '../support/service.ts';
import { done, idOf } from '../support/sharing.ts';
import { anchoredLog, currentLog, leavesOf, logAnchorsOf, verifyConsistent, verifyLogAnchor } from './log-support.ts';
import { withoutTrigger } from './support.ts';

/** The maximum number of logs that one sweep anchors. */
const SWEPT = 200;

let service: Service;
let client: Client;
beforeAll(async () => {
  // No timer ends during the tests: logs are anchored only by the jobs and sweeps that the tests run.
  service = await startService({ vars: { ANCHOR_WINDOW_SECONDS: '100000' } });
  client = await openClient(service);
});
afterAll(() => service?.close());

const append = (tenant: Tenant, asset: string): Promise<any> =>
  done(client, tenant.token, 'POST', `/v2/${asset}/events`, RECORD);
const sweep = () => service.cron('* * * * *');
const count = async (query: string): Promise<number> =>
  (await service.db.prepare(`SELECT count(*) AS n FROM ${query}`).first<{ n: number }>())!.n;

/** A tenancy whose log has the genesis and two events. */
async function newLog(name: string) {
  const owner = await newTenant(service, name);
  const { identity: asset } = await done(client, owner.token, 'POST', '/v2/assets', {});
  await append(owner, asset);
  await logsComplete(service);
  const scope = idOf(owner.tenant_identity);
  return { owner, asset, scope, log: await currentLog(service, scope) };
}

/** Lets a log wait for its anchor for longer than a timer runs. */
const makeOverdue = (log: number) =>
  service.db.prepare('UPDATE logs_to_anchor SET since_us = 1 WHERE log = ?').bind(log).run();

describe('the job of a scope', () => {
  it('anchors its log once, if it is delivered several times and at once', async () => {
    const { scope, log } = await newLog('Repeated');
    for (let i = 0; i < 3; i++) await service.jobs.send({ kind: 'close', scope });
    const anchors = await anchoredLog(service, scope);
    await service.jobs.send({ kind: 'close', scope });
    await sweep();
    expect(await logAnchorsOf(service, scope)).toEqual(anchors);
    expect(anchors.map(({ log: id, size, final }) => [id, size, final])).toEqual([[log.id, 3, 1]]);
    verifyLogAnchor(anchors[0]!, await leavesOf(service, log.id));
    expect(await count(`logs_to_anchor WHERE log = ${log.number}`)).toBe(0);
  });

  it('leaves the log of another scope alone', async () => {
    const [one, other] = [await newLog('One'), await newLog('Other')];
    await service.jobs.send({ kind: 'close', scope: one.scope });
    await anchoredLog(service, one.scope);
    expect(await logAnchorsOf(service, other.scope)).toEqual([]);
  });
});

describe('the sweep', () => {
  it('anchors a log whose timer or job was lost, after the time of a window', async () => {
    const { scope, log } = await newLog('Lost');
    await sweep();
    expect(await logAnchorsOf(service, scope)).toEqual([]);
    await makeOverdue(log.number);
    await sweep();
    expect((await anchoredLog(service, scope)).map(({ size }) => size)).toEqual([3]);
  });

  it('sends an anchor that was stored but not handed to the outbox', async () => {
    const { scope, owner, asset, log } = await newLog('Unsent');
    // What a crash after the first step leaves. The log grows before the sweep.
    await service.db.batch([
      service.db.prepare(
        `INSERT INTO log_anchors (log, size, root, epoch, intent)
        SELECT number, size, root, epoch, 'logs/' || id || '/' || size || '/' || lower(hex(root)) FROM logs
        WHERE number = ${log.number}`,
      ),
      service.db.prepare(`DELETE FROM logs_to_anchor WHERE log = ${log.number}`),
    ]);
    await append(owner, asset);
    await logsComplete(service);
    await sweep();
    await expect.poll(async () => (await logAnchorsOf(service, scope)).map(({ final }) => final)).toEqual([1]);
    await service.jobs.send({ kind: 'close', scope });
    const anchors = await anchoredLog(service, scope);
    expect(anchors.map(({ size }) => size)).toEqual([3, 4]);
    const leaves = await leavesOf(service, log.id);
    for (const anchor of anchors) verifyLogAnchor(anchor, leaves);
    await verifyConsistent(anchors, leaves);
  });

  it('marks an anchor as final whose transaction was stored before a crash', async () => {
    const { scope, log } = await newLog('Unmarked');
    await service.jobs.send({ kind: 'close', scope });
    const anchors = await anchoredLog(service, scope);
    await withoutTrigger(service, 'log_anchors_fixed', 'UPDATE log_anchors SET final = 0 WHERE log = ?', log.number);
    await service.db
      .prepare('UPDATE chain_transactions SET settled = 0 WHERE intent = ?')
      .bind(anchors[0]!.intent)
      .run();
    await sweep();
    expect(await logAnchorsOf(service, scope)).toEqual(anchors);
  });

  it('anchors the last size of a log that has ended, once, and the log that replaces it', async () => {
    const { scope, log, owner, asset } = await newLog('Ended');
    await done(client, SECRETS.OPERATOR_SECRET, 'POST', `/operator/v1/logs/${log.id}:end`, { reason: 'test' });
    await append(owner, asset);
    await logsComplete(service);
    await service.jobs.send({ kind: 'close', scope });
    const current = await anchoredLog(service, scope);
    expect(current.map(({ size }) => size)).toEqual([4]);
    await makeOverdue(log.number);
    await sweep();
    const ids = async () =>
      (await logAnchorsOf(service, scope)).map((anchor) => [anchor.log, anchor.size, anchor.final]);
    const expected = [
      [log.id, 3, 1],
      [current[0]!.log, 4, 1],
    ];
    await expect.poll(ids).toEqual(expected);
    await sweep();
    expect(await ids()).toEqual(expected);
    for (const anchor of await logAnchorsOf(service, scope))
      verifyLogAnchor(anchor, await leavesOf(service, anchor.log));
  });

  it(`anchors at most ${SWEPT} logs, the longest waiting first`, async () => {
    const more = 50;
    await service.db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${SWEPT + more})
        INSERT INTO logs (number, id, scope, origin, created_us, ended, size, root, cursor, epoch, appended_us, key,
        checkpoint, receipt)
        SELECT 10000 + i, printf('00000000-0000-4000-8000-%012d', i), printf('00000000-0000-4000-9000-%012d', i),
        '', 0, 0, 0, zeroblob(32), 0, printf('%032d', 0), 1, 0, x'', x'' FROM n`,
      )
      .run();
    await service.db.prepare('UPDATE logs SET size = 1 WHERE number > 10000').run();
    // The last ones have waited for the longest time.
    await service.db.prepare('UPDATE logs_to_anchor SET since_us = 100000 - log WHERE log > 10000').run();
    await sweep();
    expect(await count('log_anchors WHERE log > 10000')).toBe(SWEPT);
    expect(await count(`logs_to_anchor WHERE log > ${10000 + more}`)).toBe(0);
    await sweep();
    expect(await count('log_anchors WHERE log > 10000')).toBe(SWEPT + more);
    await expect.poll(() => count('log_anchors WHERE final = 0')).toBe(0);
  });
});

it('the database does not change or delete anchors of logs', async () => {
  const run = (query: string) => service.db.prepare(query).run();
  await expect(run('UPDATE log_anchors SET size = size + 1')).rejects.toThrow('fixed');
  await expect(run('UPDATE log_anchors SET root = zeroblob(31)')).rejects.toThrow('fixed');
  await expect(run('DELETE FROM log_anchors')).rejects.toThrow('never deleted');
});
