import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Env } from '../../src/settings/config.ts';
import { parseAssetPosition, verifyMany, type AssetPosition, type FsckPage } from '../../src/ledger/verify/fsck.ts';
import { verifyAssets } from '../../src/ledger/verify/verification.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from './support/d1.ts';
import { Ledger, newCaller } from './support/ledger.ts';
import { ENGINE } from '../support/size.ts';

let d1: LocalD1;
const lines: string[] = [];
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  vi.stubGlobal('scheduler', { wait: (ms: number) => new Promise((resolve) => setTimeout(resolve, ms)) });
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await d1.close();
});

async function ledgerOf(events: number): Promise<Ledger> {
  const ledger = new Ledger(d1, await newCaller(d1));
  const sequencer = ledger.sequencer();
  await ledger.succeed(sequencer, ledger.creation());
  for (let i = 1; i < events; i += 100)
    await ledger.succeed(sequencer, ...Array.from({ length: Math.min(100, events - i) }, () => ledger.append()));
  return ledger;
}

/** Damages rows of events, bypassing the triggers that protect them. */
async function damage(change: string, asset: string): Promise<void> {
  const [triggers] = await d1.rows([
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'",
  ]);
  await d1.rows(
    ...triggers!.map(({ name }): [string] => [`DROP TRIGGER ${name}`]),
    [change, asset],
    ...triggers!.map(({ sql }): [string] => [sql as string]),
  );
}

/** Verifies in runs of a few rows until nothing is left. Returns the number of runs. */
async function verify(
  assets: string[],
  between: (run: number) => Promise<unknown> = async () => undefined,
  bounds = { rows: 250, statements: Infinity },
): Promise<number> {
  lines.length = 0;
  for (let run = 1, left = assets; ; run++) {
    left = await verifyAssets(new Database(d1.d1()), left, bounds);
    if (left.length === 0) return run;
    expect(run).toBeLessThan(100);
    await between(run);
  }
}
const alarms = (): { asset: string; problem?: string; seq?: number }[] =>
  lines.filter((line) => line.includes('"level":"alarm"')).map((line) => JSON.parse(line) as never);
const rows = async (text: string, ...values: unknown[]) => (await d1.rows([text, ...values]))[0]!;

test('a long history is verified in several runs, even while events are appended', async () => {
  const ledger = await ledgerOf(700);
  const runs = await verify([ledger.asset], async (run) => {
    if (run < 4) await ledger.succeed(ledger.sequencer(), ledger.append());
  });
  expect(runs).toBeGreaterThan(5);
  expect(alarms()).toEqual([]);
  expect(await rows('SELECT * FROM verifications')).toEqual([]);
});

test('a long history is verified in several runs if each may send few statements', async () => {
  const ledger = await ledgerOf(700);
  expect(await verify([ledger.asset], undefined, { rows: Infinity, statements: 6 })).toBeGreaterThan(2);
  expect(alarms()).toEqual([]);
  expect(await rows('SELECT * FROM verifications')).toEqual([]);
});

test('a later run finds damage without reading the earlier events again', async () => {
  const ledger = await ledgerOf(600);
  await damage(
    `UPDATE events SET operation = 'Attach' WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 450`,
    ledger.asset,
  );
  const kept: number[] = [];
  await verify([ledger.asset], async () => {
    for (const { checkpoint } of await rows(
      'SELECT checkpoint FROM verifications WHERE asset = (SELECT number FROM assets WHERE id = ?)',
      ledger.asset,
    ))
      kept.push((JSON.parse(checkpoint as string) as { seq: number }).seq);
  });
  expect(kept).toEqual([...kept].sort((x, y) => x - y));
  expect(alarms()).toMatchObject([{ asset: ledger.asset, seq: 450, problem: 'hash' }]);
  expect(
    await rows(
      "SELECT seq FROM events WHERE asset = (SELECT number FROM assets WHERE id = ?) AND confirmation = 'FAILED'",
      ledger.asset,
    ),
  ).toEqual([{ seq: 450 }]);
});

test('an unreadable asset is reported and marked FAILED, and the next assets are still verified', async () => {
  const [broken, sound] = [await ledgerOf(3), await ledgerOf(3)];
  await damage(
    `UPDATE events SET event_attributes = '{' WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 2`,
    broken.asset,
  );
  await d1.rows(['UPDATE assets SET verified_us = 0']);
  await verify([broken.asset, sound.asset]);
  expect(alarms().map(({ asset }) => asset)).toEqual([broken.asset]);
  const states = await rows(
    'SELECT id, confirmation, verified_us > 0 AS verified FROM assets WHERE id IN (?, ?)',
    broken.asset,
    sound.asset,
  );
  expect(states).toContainEqual({ id: broken.asset, confirmation: 'FAILED', verified: 1 });
  expect(states.find(({ id }) => id === sound.asset)).toMatchObject({ verified: 1 });
  await verify([sound.asset]);
  expect(await rows('SELECT confirmation FROM assets WHERE id = ?', broken.asset)).toEqual([
    { confirmation: 'FAILED' },
  ]);
});

test('a call sends a limited number of statements, whether its assets are many or have long histories', async () => {
  // A Worker may send 1,000 in one run, which has one call.
  const long = await ledgerOf(1000);
  const short: (typeof long)[] = [];
  while (short.length < 60) short.push(...(await Promise.all(Array.from({ length: 12 }, () => ledgerOf(2)))));
  lines.length = 0;
  let left = [...short.slice(0, 10), long, ...short.slice(10)].map(({ asset }) => asset);
  const calls: number[] = [];
  while (left.length > 0) {
    const db = new Database(d1.d1());
    left = await verifyAssets(db, left);
    calls.push(db.sent);
  }
  expect(Math.max(...calls)).toBeGreaterThan(390);
  expect(Math.max(...calls)).toBeLessThan(480);
  expect(alarms()).toEqual([]);
  expect(await rows('SELECT * FROM verifications')).toEqual([]);
});

test("an operator's check that ends within a long history continues there, and keeps its findings", async () => {
  const ledger = await ledgerOf(700);
  const check = async () => {
    const [positions, found]: [string[], FsckPage['findings']] = [[], []];
    for (let from: AssetPosition | undefined = { after: '' }; from;) {
      const range = { tenant: ledger.caller.tenant, from, events: 1_000_000 };
      const { findings, next } = await verifyMany({} as Env, new Database(d1.d1()), range, 6);
      positions.push(next);
      found.push(...findings.filter(({ identity }) => identity.startsWith('assets/')));
      from = parseAssetPosition(next);
    }
    return { positions, found };
  };
  const { positions, found } = await check();
  expect(positions.filter((next) => next === `assets/${ledger.asset}/rest`).length).toBeGreaterThan(1);
  expect([positions.at(-1), found]).toEqual(['', []]);
  await damage(
    `UPDATE events SET operation = 'Attach' WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 150`,
    ledger.asset,
  );
  expect((await check()).found).toContainEqual({ identity: `assets/${ledger.asset}`, sequence: 150, problem: 'hash' });
  expect(await rows('SELECT * FROM verifications')).toEqual([]);
});

test('a check that continues within an asset which does not exist continues behind it', async () => {
  const ledger = await ledgerOf(2);
  const check = (within: string) =>
    verifyMany({} as Env, new Database(d1.d1()), { tenant: ledger.caller.tenant, from: { within }, events: 1_000_000 });
  expect(await check(ledger.asset)).toMatchObject({ assets: 1, events: 2 });
  expect(await check('00000000-0000-4000-8000-000000000000')).toMatchObject({ assets: 1, events: 2 });
  expect(await check('ffffffff-ffff-4fff-bfff-ffffffffffff')).toMatchObject({ assets: 0, events: 0, next: '' });
});

test('the assets behind one of which a read fails are verified', async () => {
  const [broken, sound] = [await ledgerOf(2), await ledgerOf(2)];
  const whole = d1.d1();
  const batch = (statements: { params: unknown[] }[]) =>
    statements.some(({ params }) => params.includes(broken.asset))
      ? Promise.reject(new Error('D1_ERROR: network connection lost'))
      : whole.batch(statements as never);
  const failing = new Database({ ...whole, batch } as unknown as D1Database);
  await d1.rows(['UPDATE assets SET verified_us = 0']);
  expect(await verifyAssets(failing, [broken.asset, sound.asset])).toEqual([broken.asset]);
  expect(await rows('SELECT id FROM assets WHERE verified_us > 0')).toEqual([{ id: sound.asset }]);
  await expect(verifyAssets(failing, [broken.asset])).rejects.toThrow('network connection lost');
  expect(await verifyAssets(new Database(whole), [broken.asset])).toEqual([]);
});

test('the words of large events are looked up before a page of them ends', async () => {
  const ledger = await ledgerOf(1);
  const sequencer = ledger.sequencer();
  for (let i = 0; i < 12; i++) {
    const words = (n: number): string => Array.from({ length: 100 }, (_, k) => `w${i}x${n}x${k}`).join(' ');
    const assetAttributes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`text${n}`, words(n)]));
    await ledger.succeed(sequencer, ledger.append({ assetAttributes }));
  }
  expect(await verify([ledger.asset], undefined, { rows: 10_000, statements: Infinity })).toBe(4);
  expect(alarms()).toEqual([]);
});
