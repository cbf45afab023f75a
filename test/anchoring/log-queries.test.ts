import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordFinal } from '../../src/anchoring/record-final.ts';
import { anchorLogOf, anchorWaitingLogs } from '../../src/anchoring/log-anchors.ts';
import { anchorOfLog } from '../../src/anchoring/read.ts';
import type { Config, Env } from '../../src/settings/config.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { PUBLIC } from './support.ts';

const TENANT = '6a009b40-eb55-4159-81f0-69024f89f53c';

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1();
  const log = (number: number): [string, ...unknown[]] => [
    `INSERT INTO logs (number, id, scope, origin, created_us, ended, size, root, cursor, epoch, appended_us, key,
    checkpoint, receipt)
      VALUES (?1, ?3, ?2, '', 0, ?1 > 1, 9, zeroblob(32), 0, 'e', 0, 0, x'', x'')`,
    number,
    TENANT,
    `log ${number}`,
  ];
  const anchor = (number: number, size: number, isFinal: boolean): [string, ...unknown[]][] => {
    const intent = `logs/log ${number}/${size}/`;
    const row: [string, ...unknown[]] = [
      "INSERT INTO log_anchors (log, size, root, epoch, intent) VALUES (?, ?, unhex(printf('%064d', 7)), 'e', ?)",
      number,
      size,
      intent,
    ];
    const transaction: [string, ...unknown[]] = [
      `INSERT INTO chain_transactions (intent, hash, raw, block_number, block_hash, transaction_index, block_us,
      header, proof, finality)
        VALUES (?, '0x1', '0x2', 3, '0x4', 5, 6, '0x7', '[]', 'sealed')`,
      intent,
    ];
    return isFinal ? [row, transaction] : [row];
  };
  await d1.rows(
    log(1),
    log(2),
    ...anchor(1, 3, true),
    ...anchor(1, 5, false),
    ...anchor(1, 8, true),
    ...anchor(1, 9, false),
    ...anchor(2, 4, true),
  );
});
afterAll(() => d1.close());

test('the anchor of a leaf is the first final one whose tree has the leaf', async () => {
  const db = new Database(d1.d1());
  const sizes: (number | undefined)[] = [];
  for (let index = 0; index < 10; index++) sizes.push((await anchorOfLog(db, 1, index))?.size);
  expect(sizes).toEqual([3, 3, 3, 8, 8, 8, 8, 8, undefined, undefined]);
  expect((await anchorOfLog(db, 2, 3))?.size).toBe(4);
  expect(await anchorOfLog(db, 3, 0)).toBeUndefined();
  expect(await anchorOfLog(db, 1, 0)).toEqual({
    log: 'log 1',
    scope: TENANT,
    size: 3,
    root: '7'.padStart(64, '0'),
    epoch: 'e',
    intent: 'logs/log 1/3/',
    hash: '0x1',
    raw: '0x2',
    blockNumber: 3,
    blockHash: '0x4',
    transactionIndex: 5,
    header: '0x7',
    proof: '[]',
    finality: 'sealed',
  });
});

test('neither anchoring nor the search for an anchor scans a table', async () => {
  const seen: [sql: string, ...params: unknown[]][] = [];
  const inner = d1.d1();
  const recording = {
    prepare: (sql: string) => ({
      bind: (...params: unknown[]) => {
        seen.push([`EXPLAIN QUERY PLAN ${sql}`, ...params]);
        return inner.prepare(sql).bind(...params);
      },
    }),
    batch: (statements: D1PreparedStatement[]) => inner.batch(statements),
  } as unknown as D1Database;
  await d1.rows(['UPDATE log_anchors SET final = 1 WHERE final = 0']);
  const env = { DB: recording } as Env;
  for (const scope of [TENANT, PUBLIC]) await anchorLogOf(env, {} as Config, scope);
  await anchorWaitingLogs(env, {} as Config, Date.now() * 1000, 200);
  await anchorOfLog(new Database(recording), 1, 0);
  expect(seen.length).toBe(4 + 4 + 4 + 1);
  const anchoring = seen.splice(0);
  await recordFinal(env, ['logs/log 1/9/']);
  const finalizing = seen.filter(([sql]) => sql.includes('log_anchors'));
  const plans = await d1.rows(...anchoring, ...finalizing);
  const steps = plans.flat().map(({ detail }) => String(detail));
  expect(steps.length).toBeGreaterThan(20);
  // Only what anchoring leaves open, and the newest event of a scope.
  const open = /^SCAN (json_each|newest|a USING INDEX log_anchors_open|e USING COVERING INDEX events_public_accepted)/;
  expect(steps.filter((step) => step.startsWith('SCAN') && !open.test(step))).toEqual([]);
  expect(steps).toContainEqual(
    expect.stringMatching(/^SEARCH log_anchors USING .*INDEX log_anchors_open \(intent=\?\)/),
  );
});
