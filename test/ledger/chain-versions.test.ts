import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Caller } from '../../src/access/principal.ts';
import { fromHex } from '../../src/lib/text.ts';
import { GENESIS_HASH, type ChainedEvent } from '../../src/formats/chain-hash.ts';
import { chainHash, eventJson } from '../../src/ledger/records/event.ts';
import { eventOf, eventParents, seededColumns, type SeededRow } from '../../src/ledger/records/rows.ts';
import { verifyAsset, type Finding } from '../../src/ledger/verify/verify.ts';
import { Database } from '../../src/platform/database/database.ts';
import { assetNumber } from '../../src/platform/database/numbers.ts';
import { openD1, type LocalD1 } from './support/d1.ts';
import { Ledger, newCaller } from './support/ledger.ts';
import { naiveHashV2 } from './support/naive-chain.ts';
import { ENGINE } from '../support/size.ts';

let d1: LocalD1;
let caller: Caller;
let ledger: Ledger;

beforeAll(async () => {
  d1 = await openD1(ENGINE);
  caller = await newCaller(d1);
  await d1.rows(['DROP TRIGGER events_immutable']);
});
afterAll(() => d1.close());

/** A new asset with `events` events, the creation included. */
async function newLedger(events: number): Promise<Ledger> {
  const made = new Ledger(d1, caller);
  await made.succeed(made.sequencer(), made.creation(), ...Array.from({ length: events - 1 }, () => made.append()));
  return made;
}

beforeEach(async () => {
  ledger = await newLedger(3);
});

type Stored = SeededRow & { seedHex: string };
async function stored({ asset }: Ledger): Promise<Stored[]> {
  const db = new Database(d1.d1());
  const [rows] = await db.batch([
    db.sql<Stored>(sql`SELECT ${seededColumns('e')}, lower(hex(e.seed)) AS seedHex FROM events e${eventParents('e')}
      WHERE e.asset = ${assetNumber(asset)} ORDER BY e.seq`),
  ]);
  return rows;
}

const findings = async ({ asset }: Ledger): Promise<Finding[]> =>
  (await verifyAsset(new Database(d1.d1()), asset)).findings;

/** Replaces the chain by that of an earlier version of the service: ASSETCHAINV1, without seeds. */
async function toV1(made: Ledger): Promise<void> {
  let previous = GENESIS_HASH;
  for (const row of await stored(made)) {
    previous = chainHash({ ...eventOf(row), seed: null }, previous);
    await d1.rows([
      `UPDATE events SET seed = NULL, hash = unhex(?) WHERE asset = (SELECT number FROM assets WHERE id = ?)
      AND seq = ?`,
      previous,
      made.asset,
      row.seq,
    ]);
  }
  await d1.rows(['UPDATE assets SET head_hash = unhex(?) WHERE id = ?', previous, made.asset]);
}

test('new events are each stored with a random seed, from which their hash follows', async () => {
  const rows = await stored(ledger);
  expect(new Set(rows.map(({ seedHex }) => seedHex)).size).toBe(3);
  rows.forEach((row, i) => {
    expect(row.seedHex).toMatch(/^[0-9a-f]{64}$/);
    const link = {
      previous_hash: rows[i - 1]?.hash ?? GENESIS_HASH,
      sequence: i + 1,
      proof_mechanism: 'SIMPLE_HASH',
      public: false,
    };
    const event: ChainedEvent = eventJson(eventOf(row));
    expect(naiveHashV2(event, row.seedHex, link)).toBe(row.hash);
  });
});

test('the result of a ledger for a command does not contain the seed', async () => {
  const [outcome] = await ledger.succeed(ledger.sequencer(), ledger.append());
  expect(outcome).toHaveProperty('event.hash');
  expect(outcome).not.toHaveProperty('event.seed');
});

test('an asset whose chain starts with ASSETCHAINV1 continues with ASSETCHAINV2, and all of it verifies', async () => {
  await toV1(ledger);
  expect(await findings(ledger)).toEqual([]);
  await ledger.succeed(ledger.sequencer(), ledger.append(), ledger.append());
  const rows = await stored(ledger);
  expect(rows.map(({ seedHex }) => seedHex.length)).toEqual([0, 0, 0, 64, 64]);
  expect(chainHash({ ...eventOf(rows[3]!), seed: fromHex(rows[3]!.seedHex) }, rows[2]!.hash)).toBe(rows[3]!.hash);
  expect(await findings(ledger)).toEqual([]);
});

test.each<[string, string]>([
  ['a missing seed', 'seed = NULL'],
  ['an empty seed', "seed = x''"],
  ['a part of the seed', 'seed = substr(seed, 1, 31)'],
  ['another seed', 'seed = randomblob(32)'],
  ['a changed attribute', `event_attributes = json_set(event_attributes, '$.n', 'forged')`],
  [
    'a changed principal',
    `principal_declared = (SELECT json_set(info, '$.email', 'forged') FROM principals WHERE number = principal)`,
  ],
  ['a changed declared time', `declared = '2020-01-01T00:00:00Z'`],
])('verification of ASSETCHAINV2 finds %s', async (_, change) => {
  await d1.rows([
    `UPDATE events SET ${change} WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 2`,
    ledger.asset,
  ]);
  expect(await findings(ledger)).toContainEqual({ asset: ledger.asset, seq: 2, problem: 'hash' });
});

test('verification finds a seed that was added to an event of ASSETCHAINV1', async () => {
  await toV1(ledger);
  await d1.rows([
    'UPDATE events SET seed = randomblob(32) WHERE asset = (SELECT number FROM assets WHERE id = ?) AND seq = 2',
    ledger.asset,
  ]);
  expect(await findings(ledger)).toEqual([{ asset: ledger.asset, seq: 2, problem: 'hash' }]);
});
