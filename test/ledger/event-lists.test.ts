import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PublicScope } from '../../src/access/public.ts';
import { TenantScope, type Scope } from '../../src/access/scope.ts';
import { PUBLIC_SCOPE } from '../../src/lib/identifiers.ts';
import { eventJson } from '../../src/ledger/records/event.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import { readEvent } from '../../src/ledger/lists/history.ts';
import { Database } from '../../src/platform/database/database.ts';
import { applicationRows, policyRow, tenantRow } from '../access/support/write.ts';
import { acceptedUs, assetId, bulk, type Population } from '../support/bulk.ts';
import { openD1 } from './support/d1.ts';
import { ENGINE } from '../support/size.ts';
import { conditions, window } from './support/crowd.ts';

const tenant = randomUUID();
const [administrator, member] = [randomUUID(), randomUUID()];
const PRIVATE: Population = { tenant, public: false, assets: [0, 1], events: 12 };
const PUBLIC: Population = { tenant, public: true, assets: [1, 2], events: 12 };
const POPULATIONS = [PRIVATE, PUBLIC];
const SPECIAL = JSON.stringify({
  'a "name"': 'line\nbreak\r\ttab \\ \u001f \u007f \u2028 é 漢 😀',
  none: '',
  list: [{}],
});

let d1: Awaited<ReturnType<typeof openD1>>;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  await d1.rows(
    tenantRow(tenant),
    ...applicationRows({ tenant, id: administrator, administrator: true, claims: {} }),
    ...applicationRows({ tenant, id: member, administrator: false, claims: { may: 'kind' } }),
    policyRow({
      id: randomUUID(),
      tenant,
      filters: [{ or: ['attributes.state!=x'] }],
      permissions: [
        {
          subjects: [],
          user_attributes: [{ or: ['jwt_may=kind'] }],
          behaviours: [],
          asset_attributes_read: ['kind', 'none'],
          asset_attributes_write: [],
          event_arc_display_type_read: ['*'],
          event_arc_display_type_write: [],
          include_attributes: [],
        },
      ],
    }),
  );
  for (const population of POPULATIONS) await d1.rows(...bulk(population));
  const transaction = (intent: string, hash: string, index: number): [string, ...unknown[]] => [
    `INSERT INTO chain_transactions (intent, hash, raw, block_number, block_hash, transaction_index, block_us,
    header, proof, finality)
      VALUES (?1, ?2, '', 1234567, '', ?3, 0, '', '', '')`,
    intent,
    hash,
    index,
  ];
  const window = (scope: string, of: Population, from: number, to: number, intent: string): [string, ...unknown[]] => [
    `INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
    VALUES (?1, ?2, ?3, 'anchored', 1, '', ?4)`,
    scope,
    acceptedUs(of, of.assets[0], from),
    acceptedUs(of, of.assets[0], to),
    intent,
  ];
  await d1.rows(
    ['DROP TRIGGER events_immutable'],
    // The first window is final, the second is not.
    transaction('of tenant', '0xa', 0),
    transaction('of all', '0xb', 7),
    window(tenant, PRIVATE, 2, 5, 'of tenant'),
    window(tenant, PRIVATE, 5, 7, 'not final'),
    window(PUBLIC_SCOPE, PUBLIC, 2, 5, 'of all'),
    ['UPDATE events SET event_attributes = ?, asset_attributes = ? WHERE seq = 3', SPECIAL, SPECIAL],
    [`UPDATE events SET asset_attributes = '{"kind":"kind 0","secret":["x"]}' WHERE seq = 4`],
    ["UPDATE events SET declared = '2020-02-29T12:00:00.123456789Z', declared_us = 1582977600123456 WHERE seq = 5"],
    ["UPDATE events SET proof_mechanism = 'KHIPU', committed_us = NULL, confirmation = 'PENDING' WHERE seq = 6"],
    [
      `UPDATE events SET proof_mechanism = 'KHIPU', transaction_id = '0xc', block_number = 8, transaction_index = 9
      WHERE seq = 7`,
    ],
    [
      'UPDATE events SET principal_declared = ? WHERE seq = 8',
      JSON.stringify({ issuer: '', subject: 'x\ny', display_name: '"Ada"', email: 'ada@example.com' }),
    ],
    ['UPDATE events SET principal = NULL WHERE seq = 9'],
    ["UPDATE events SET from_wallet = '0xd' WHERE seq = 10"],
    ['UPDATE events SET accepted_us = 1, committed_us = 0 WHERE seq = 1'],
  );
});
afterAll(() => d1.close());

const scopeOf = (subject: string): Scope =>
  new TenantScope(new Database(d1.d1()), { tenant, issuer: 'appidp', subject }, 'member', 'test');

test.each([
  ['an administrator', () => scopeOf(administrator), 0],
  ['a member who may read one attribute', () => scopeOf(member), 0],
  ['an administrator, of a public asset', () => scopeOf(administrator), 1],
  ['anonymous callers', () => new PublicScope(new Database(d1.d1())), 1],
] as const)('a list has the same JSON of an event as a read of the event, for %s', async (_, scope, n) => {
  const family = scope().tenant === undefined ? 'publicassets' : 'assets';
  for (const order of ['DEFAULT', 'SIMPLEHASH', 'DECLARED'] as const) {
    const { rows } = await listEvents(scope(), assetId(n), conditions({ order }), window(100));
    expect(rows.length).toBe(12);
    for (const event of rows) {
      const read = await readEvent(scope(), event.asset, event.id);
      expect(JSON.stringify(eventJson(event, family))).toBe(JSON.stringify(eventJson(read, family)));
    }
  }
});
