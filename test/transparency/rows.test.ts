import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LogAppends, logAppend, type OpenedLog } from '../../src/transparency/sequencer/log-appends.ts';
import { newLog, signedTree, withBundle, type SequencerState } from '../../src/transparency/sequencer/sequencing.ts';
import type { LogLeaf } from '../../src/transparency/sequencer/leaf.ts';
import { fullTiles } from '../../src/transparency/sequencer/tile-writing.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { Deployment } from './support/deployment.ts';

let d1: LocalD1;
beforeAll(async () => {
  d1 = await openD1();
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterAll(() => d1.close());

test('an append of one event to a log writes three rows', async () => {
  const deployment = new Deployment(d1);
  await deployment.addTenancy();
  const [asset] = deployment.assets;
  for (let i = 0; i < 3; i++) {
    await deployment.record(asset!);
    await deployment.complete();
  }
  // After the two statements of every commit: the leaf with its entry in the index, and the row of the log.
  expect(deployment.written.at(-1)!.slice(2)).toEqual([2, 1]);
});

test('an event takes at most 300 bytes in a log, with its indexes and tiles', async () => {
  const database = new DatabaseSync(':memory:');
  const directory = join(import.meta.dirname, '../../migrations');
  for (const file of readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted())
    for (const statement of readFileSync(join(directory, file), 'utf8').split('--> statement-breakpoint'))
      database.exec(statement);
  const [{ epoch }] = database.prepare('SELECT epoch FROM database_state').all() as [{ epoch: string }];
  const used = (): number =>
    Number(database.prepare('PRAGMA page_count').get()!['page_count']) *
    Number(database.prepare('PRAGMA page_size').get()!['page_size']);
  const before = used();
  const log: OpenedLog = {
    id: randomUUID(),
    scope: randomUUID(),
    origin: 'evidence.example/log',
    createdUs: 1,
    previous: undefined,
  };
  const db = new Database({ prepare: (sql: string) => ({ sql, bind: () => undefined }) } as unknown as D1Database);
  const hash = (): Uint8Array => new Uint8Array(randomBytes(32));
  const event = (number: number): LogLeaf => ({
    event: number,
    content: hash(),
    chain: hash(),
    hash: hash(),
    entry: undefined,
    keys: undefined,
  });
  const signatures = {
    key: 1,
    checkpoint: new Uint8Array(64),
    receipt: new Uint8Array(64),
    before: undefined,
    note: undefined,
  };
  let stored: SequencerState<LogLeaf> = newLog();
  const EVENTS = 20_000;
  const tail: Uint8Array[][] = [];
  const read = async (level: number, first: number, end: number) => tail[level]!.slice(first, end);
  for (let number = 1; stored.tree.size < EVENTS;) {
    const genesis: LogLeaf[] =
      number === 1
        ? [{ ...event(1), event: undefined, content: undefined, chain: undefined, entry: hash(), keys: 1 }]
        : [];
    const events = Array.from({ length: 97 }, () => event(number++));
    stored = withBundle(stored, [...genesis, ...events]);
    const { leaves } = stored.bundle!;
    const tiles = await fullTiles(stored.tree, leaves, read);
    (tail[0] ??= []).push(...leaves.map((leaf) => leaf.hash));
    for (const { level, root } of tiles) (tail[level + 1] ??= []).push(root);
    const appends = new LogAppends();
    void appends.add(logAppend(log, stored.tree, stored.bundle!, { epoch, signatures, tiles }));
    for (const statement of appends.take(db).statements) {
      const { sql, params } = (
        statement as unknown as { _prepare: () => { getQuery: () => { sql: string; params: never[] } } }
      )
        ._prepare()
        .getQuery();
      database.prepare(sql).all(...params);
    }
    stored = { ...stored, tree: signedTree(stored), bundle: undefined };
  }
  expect(database.prepare('SELECT count(*) AS n FROM log_leaves').get()!['n']).toBe(stored.tree.size);
  const bytes = (used() - before) / stored.tree.size;
  expect(bytes).toBeLessThan(300);
  database.close();
});
