import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PublicScope } from '../../src/access/public.ts';
import type { Scope } from '../../src/access/scope.ts';
import { PUBLIC_SCOPE } from '../../src/lib/identifiers.ts';
import { EPOCH, formatMicros } from '../../src/lib/time.ts';
import type { Pairs } from '../../src/http/input.ts';
import type { ListResult } from '../../src/http/paging.ts';
import { assetJson } from '../../src/ledger/records/asset.ts';
import type { ProofMechanism } from '../../src/ledger/records/event.ts';
import type { ListPage, Window } from '../../src/ledger/lists/page.ts';
import { readAsset, readAssetAt, readEvent } from '../../src/ledger/lists/history.ts';
import { eventPage } from '../../src/resources/assets/event-queries.ts';
import { assetPage } from '../../src/resources/assets/queries.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { agree, ascending, during, eventOrder, pages, scopeOf, type Paging } from './support/ask.ts';
import { gathering } from './support/door.ts';
import { eventMeets, seenBy, type SeenAsset, type SeenEvent } from './support/model.ts';
import { worldOf, type World, type WorldPolicy } from './support/world.ts';
import { write, type Written } from './support/write.ts';

/** ROUNDS worlds are tested; another SEED makes other ones. */
const { ROUNDS, SEED } = process.env;
const DEFAULT_ROUNDS = sized({ long: 15, full: 1_000 });
const PRINCIPALS = 6;
/** Lists of each world. */
const LISTS = 40;

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  db = new Database(gathering(d1));
});
afterAll(() => d1.close());

const STATUSES = ['PENDING', 'CONFIRMED', 'FAILED', 'STORED', 'COMMITTED', 'UNEQUIVOCAL'] as const;
const TRUSTED = ['PENDING', 'STORED', 'COMMITTED', 'CONFIRMED', 'UNEQUIVOCAL'] as const;
type Status = (typeof STATUSES)[number];

/** A list by status: of which caller (the last is anonymous), of which asset, and how it is read. */
type Asked = {
  who: number;
  asset: number | undefined;
  status: Status | undefined;
  trust: (typeof TRUSTED)[number] | undefined;
  order: 'DEFAULT' | 'SIMPLEHASHV1' | 'timestamp_declared';
  committed: [since: number | undefined, before: number | undefined];
  filters: string[];
  size: number;
  cap: number;
};
/** Undefined in a half, or in a quarter. */
const half = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
const mostly = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 });
const time = fc.integer({ min: 0, max: 90 });
const asked: fc.Arbitrary<Asked> = fc.record({
  who: fc.nat({ max: PRINCIPALS }),
  asset: half(fc.nat({ max: 100 })),
  status: mostly(fc.constantFrom(...STATUSES, ...Array.from({ length: 6 }, () => 'PENDING' as const))),
  trust: fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...TRUSTED) },
  ),
  order: fc.constantFrom('DEFAULT', 'DEFAULT', 'SIMPLEHASHV1', 'timestamp_declared'),
  committed: fc.oneof(
    { weight: 3, arbitrary: fc.constant<Asked['committed']>([undefined, undefined]) },
    { weight: 1, arbitrary: fc.tuple(half(time), half(time)) },
  ),
  filters: fc.subarray(['event_attributes.arc_display_type!=t1', 'asset.attributes.kind=x'], { maxLength: 1 }),
  size: fc.constantFrom(1, 3, 8, 13, 30),
  cap: fc.integer({ min: 0, max: 12 }),
});

/** What the rows and the logs say of the events of a world. */
type Said = { number: number; mechanism: ProofMechanism; row: Status; rowUs: number | null };
type Confirmed = { said: Map<string, Said>; cursors: Map<string, number>; appendedUs: (number: number) => number };

/**
 * Gives each scope a log that has the events up to a cursor, or no log, and a log that has ended and had all of
 * them. Lets some events fail, and confirms some events of KHIPU.
 */
async function confirm(world: Written, start: number, cursors: readonly number[]): Promise<Confirmed> {
  const assets = JSON.stringify(world.assets.map(({ id }) => id));
  await d1.rows(
    [
      `UPDATE events SET confirmation = 'CONFIRMED', committed_us = accepted_us + 3
        WHERE proof_mechanism = 'KHIPU' AND seq % 2 = 1 AND asset IN (SELECT number FROM assets
        WHERE id IN (SELECT value FROM json_each(?)))`,
      assets,
    ],
    [
      `UPDATE events SET confirmation = 'FAILED'
        WHERE number % 9 = 0 AND asset IN (SELECT number FROM assets WHERE id IN (SELECT value FROM json_each(?)))`,
      assets,
    ],
    [
      `UPDATE assets SET confirmation = CASE WHEN number % 7 = 0 THEN 'FAILED' WHEN proof_mechanism = 'KHIPU'
      AND number % 2 = 0 THEN 'PENDING' ELSE 'CONFIRMED' END
        WHERE id IN (SELECT value FROM json_each(?))`,
      assets,
    ],
  );
  const [rows] = await d1.rows([
    `SELECT e.id, e.number, e.proof_mechanism AS mechanism, e.confirmation AS row, e.committed_us AS rowUs FROM events e
      WHERE e.asset IN (SELECT number FROM assets WHERE id IN (SELECT value FROM json_each(?))) ORDER BY e.number`,
    assets,
  ]);
  const said = new Map(rows!.map((row) => [row['id'] as string, row as unknown as Said]));
  const numbers = rows!.map(({ number }) => number as number);
  const appendedUs = (number: number): number => start + (number - numbers[0]!) * 2 + 5;
  const scopes = [...new Set(world.principals.map(({ tenant }) => tenant)), PUBLIC_SCOPE];
  const chosen = scopes.map((scope, i): [string, number | undefined] => {
    const at = cursors[i]!;
    if (at < 0 && scope !== PUBLIC_SCOPE) return [scope, undefined];
    return [scope, at <= 0 ? numbers[0]! - 1 : numbers[Math.min(numbers.length - 1, at)]!];
  });
  const log = (scope: string, cursor: number, ended: number): [string, ...unknown[]][] => [
    ['UPDATE logs SET ended = 1 WHERE scope = ? AND ended = 0', scope],
    [
      `INSERT INTO logs (id, scope, origin, created_us, ended, size, root, cursor, epoch, appended_us, key,
      checkpoint, receipt)
        VALUES (?, ?, 'o', 0, ?, ?, x'', ?, 'e', 0, 0, x'', x'')`,
      crypto.randomUUID(),
      scope,
      ended,
      cursor + 1,
      cursor,
    ],
    [
      `INSERT INTO log_leaves (log, "index", event, hash, appended_us)
        SELECT (SELECT max(number) FROM logs), e.number, e.number, x'', ?1 + (e.number - ?2) * 2 + 5 FROM events e
        WHERE e.number BETWEEN ?2 AND ?3 AND (e.tenant = (SELECT number FROM tenants
        WHERE id = ?4) OR ?4 = '${PUBLIC_SCOPE}' AND e.public = 1)`,
      start,
      numbers[0]!,
      cursor,
      scope,
    ],
  ];
  for (const [scope, cursor] of chosen)
    await d1.rows(...log(scope, numbers.at(-1)!, 1), ...(cursor === undefined ? [] : log(scope, cursor, 0)));
  return { said, cursors: new Map(chosen.map(([scope, cursor]) => [scope, cursor ?? 0])), appendedUs };
}

/** The status of an event and the time of its confirmation, in microseconds, as an audience sees them. */
function shown({ said, cursors, appendedUs }: Confirmed, event: string, scope: string): [Status, number] {
  const { number, mechanism, row, rowUs } = said.get(event)!;
  const isLogged = number <= cursors.get(scope)!;
  const loggedUs = isLogged ? appendedUs(number) : 0;
  const us = mechanism === 'MERKLE_LOG' ? loggedUs : (rowUs ?? 0);
  return [mechanism === 'MERKLE_LOG' && row === 'CONFIRMED' && !isLogged ? 'PENDING' : row, us];
}

const micros = (us: number): string => (us === 0 ? EPOCH : formatMicros(us));
const listPage = <T>({ items, ...page }: ListResult<T>): ListPage<T> => ({
  rows: items,
  next: page.next,
  total: page.total,
  truncated: page.truncated ?? false,
});
const page = (window: Window) => ({ ...window, sized: true }) as never;

/** What anonymous callers see: public assets, unredacted. */
const publicly = (world: Written): SeenAsset[] =>
  world.assets
    .filter((asset) => asset.public)
    .map((asset) => ({
      asset,
      layers: ['everything'],
      attributes: asset.attributes,
      events: asset.events.map((event) => ({ ...event, asset: asset.id })),
    }));

/** Whether a status is one of those that a minimum of trust selects. */
const isTrusted = (status: Status, minimum: Asked['trust']): boolean =>
  minimum === undefined || TRUSTED.slice(TRUSTED.indexOf(minimum)).includes(status as never);

/** Policies that share all private assets with the other tenancies, and with the users of the tenancy. */
const WIDE: WorldPolicy[] = [0, 1, 2].map((tenant) => ({
  tenant,
  filters: [{ or: ['attributes.other!=none'] }],
  permissions: [
    {
      subjects: ['#0', '#1', '#2'],
      user_attributes: [{ or: ['jwt_role=a', 'jwt_role=b', 'group=g1', 'group=g2'] }],
      behaviours: [],
      asset_attributes_read: ['*'],
      asset_attributes_write: [],
      event_arc_display_type_read: ['*'],
      event_arc_display_type_write: [],
      include_attributes: [],
    },
  ],
}));

const met = { pending: 0, unlogged: 0, lists: 0, granted: 0, assets: 0, ofOne: 0 };

test('lists, counts and single reads agree with a model of what the logs have, for every caller', async () => {
  const one = fc.tuple(
    worldOf(PRINCIPALS),
    fc.array(asked, { minLength: LISTS, maxLength: LISTS }),
    fc.array(fc.integer({ min: -3, max: 40 }), { minLength: 4, maxLength: 4 }),
  );
  const ask = async ([given, lists, cursors]: [World, Asked[], number[]]): Promise<void> => {
    const assets = given.assets.map((asset, i) => ({
      ...asset,
      public: asset.public || i % 3 === 2,
      mechanism: (['MERKLE_LOG', 'SIMPLE_HASH', 'MERKLE_LOG', 'KHIPU'] as const)[(asset.at + i) % 4]!,
      events: [...asset.events, ...given.assets.flatMap(({ events }) => events)].slice(0, 5),
    }));
    const policies = cursors[0]! % 3 === 0 ? given.policies : [...given.policies, ...WIDE];
    const world = await write(d1, db, { ...given, assets, policies });
    const start = world.assets[0]!.createdUs - assets[0]!.at;
    const confirmed = await confirm(world, start, cursors);
    await Promise.all(lists.map((list) => checkList(world, confirmed, start, list)));
    await Promise.all([...world.callers.keys(), PRINCIPALS].map((who) => checkSingle(world, confirmed, who)));
  };
  await fc.assert(fc.asyncProperty(one, ask), {
    numRuns: ROUNDS ? Number(ROUNDS) : DEFAULT_ROUNDS,
    seed: SEED ? Number(SEED) : 20_280,
    endOnFailure: true,
  });
  expect(met.pending).toBeGreaterThan(met.lists / 2);
  expect(met.unlogged).toBeGreaterThan(met.pending / 4);
  expect(met.granted).toBeGreaterThan(8);
  expect(met.assets).toBeGreaterThan(8);
  expect(met.ofOne).toBeGreaterThan(8);
}, 3_600_000);

/** The scope of a caller, what they see, and of whose log: the tenant of each record, or the public. */
function audience(world: Written, who: number) {
  const anonymous = who === PRINCIPALS;
  return {
    anonymous,
    scope: (): Scope => (anonymous ? new PublicScope(db) : scopeOf(db, world.callers[who]!)),
    seen: anonymous ? publicly(world) : seenBy(world, world.principals[who]!),
    logOf: ({ tenant }: { tenant: string }): string => (anonymous ? PUBLIC_SCOPE : tenant),
  };
}

async function checkList(world: Written, confirmed: Confirmed, start: number, list: Asked): Promise<void> {
  const { anonymous, scope, seen, logOf } = audience(world, list.who);
  const { status, trust, order, size, cap } = list;
  if (!anonymous) await scopeOf(db, world.callers[list.who]!).principal();
  // Half of the time one that its log has in part.
  const partly = seen.filter(({ asset, events }) =>
    events.some(({ id }) => confirmed.said.get(id)!.number === confirmed.cursors.get(logOf(asset))),
  );
  const among = list.asset !== undefined && list.asset % 2 === 0 && partly.length > 0 ? partly : seen;
  const asset = list.asset === undefined ? undefined : among[list.asset % Math.max(1, among.length)]?.asset.id;
  const [since, before] = list.committed.map((at) => (at === undefined ? undefined : start + at));
  const bound = (us: number | undefined): string | undefined => (us === undefined ? undefined : formatMicros(us));
  const query = {
    order_by: order,
    confirmation_status: status,
    minimum_trust: trust,
    timestamp_committed_since: bound(since),
    timestamp_committed_before: bound(before),
    // Public events of the worlds before this one have earlier times.
    timestamp_accepted_since: anonymous ? formatMicros(start) : undefined,
  };
  const filters = list.filters.map((text) => {
    const negated = text.includes('!=');
    const [name, value] = text.split(negated ? '!=' : '=') as [string, string];
    return [negated ? `${name}!` : name, value];
  }) as Pairs;
  // Lists of all events by identity have only those of the tenancy.
  const isOwn = order === 'SIMPLEHASHV1' && !anonymous;
  const of = seen.filter((each) =>
    asset === undefined ? !isOwn || each.asset.tenant === world.principals[list.who]!.tenant : each.asset.id === asset,
  );
  const key = (each: SeenAsset, event: SeenEvent): [Status, number] => shown(confirmed, event.id, logOf(each.asset));
  const wanted = of
    .flatMap((each) => each.events.map((event) => ({ each, event, shown: key(each, event) })))
    .filter(({ each, event }) =>
      eventMeets(
        list.filters.map((text) => [text]),
        event,
        each,
      ),
    )
    .filter(
      ({ shown: [is, us] }) =>
        (status === undefined || is === status) && isTrusted(is, trust) && during({ since, before }, us),
    )
    .sort((x, y) =>
      eventOrder(ORDERS[order], new Map(of.map((each) => [each.asset.id, each.asset.written])))(x.event, y.event),
    );
  const what = `events of ${asset ?? 'all'} for ${list.who}: ${JSON.stringify({ ...query, filters, size, cap })}`;
  const paging: Paging = { size, cap, short: true, exact: status === 'PENDING' || status === 'FAILED' };
  const found = await pages(what, paging, async (window) =>
    listPage((await eventPage(scope(), asset, query as never, filters, page(window))).list),
  );
  agree(
    what,
    found.items.map((event) => [event.identity.slice(-36), event.confirmation_status, event.timestamp_committed]),
    wanted.map(({ event, shown: [is, us] }) => [event.id, is, micros(us)]),
  );
  agree(`${what}: total`, found.total, wanted.length);
  const pending = wanted.filter(({ shown: [is] }) => is === 'PENDING');
  met.lists += 1;
  met.pending += pending.length;
  met.unlogged += pending.filter(({ event }) => confirmed.said.get(event.id)!.mechanism === 'MERKLE_LOG').length;
  met.granted += Number(!anonymous && !world.principals[list.who]!.administrator && pending.length > 0);
  met.ofOne += Number(asset !== undefined && pending.length > 0);
  if (!anonymous && list.asset === undefined && order !== 'timestamp_declared')
    await checkAssetList(world, confirmed, list);
}

const ORDERS = { DEFAULT: 'DEFAULT', SIMPLEHASHV1: 'SIMPLEHASH', timestamp_declared: 'DECLARED' } as const;

/** The statuses of assets, which are that of the row unless the log lacks the first event. */
async function assetStatuses(
  { assets }: Written,
  { said, cursors }: Confirmed,
  logOf: (asset: { tenant: string }) => string,
) {
  const ids = JSON.stringify(assets.map(({ id }) => id));
  const [rows] = await d1.rows([
    'SELECT id, confirmation FROM assets WHERE id IN (SELECT value FROM json_each(?))',
    ids,
  ]);
  const stored = new Map(rows!.map(({ id, confirmation }) => [id as string, confirmation as Status]));
  return new Map(
    assets.map((asset): [string, Status] => {
      const row = stored.get(asset.id)!;
      const { number, mechanism } = said.get(asset.events[0]!.id)!;
      const isUnlogged = mechanism === 'MERKLE_LOG' && number > cursors.get(logOf(asset))!;
      return [asset.id, row === 'CONFIRMED' && isUnlogged ? 'PENDING' : row];
    }),
  );
}

async function checkAssetList(world: Written, confirmed: Confirmed, list: Asked): Promise<void> {
  const { scope, seen, logOf } = audience(world, list.who);
  const { status, order, size, cap } = list;
  const statuses = await assetStatuses(world, confirmed, logOf);
  const query = { confirmation_status: status, order_by: order, tracked: 'ANY' };
  const paging: Paging = { size, cap, short: true, exact: status === 'PENDING' || status === 'FAILED' };
  const what = `assets for ${list.who}: ${JSON.stringify({ ...query, size, cap })}`;
  const found = await pages(what, paging, async (window) =>
    listPage((await assetPage(scope(), query as never, [], page(window))).list),
  );
  const wanted = seen
    .filter(({ asset }) => status === undefined || statuses.get(asset.id) === status)
    .sort(({ asset: x }, { asset: y }) =>
      order === 'DEFAULT' ? y.createdUs - x.createdUs || y.written - x.written : ascending(x.id, y.id),
    );
  const items = found.items as ReturnType<typeof assetJson>[];
  agree(
    what,
    items.map(({ identity, confirmation_status }) => [identity.slice(-36), confirmation_status]),
    wanted.map(({ asset }) => [asset.id, statuses.get(asset.id)]),
  );
  agree(`${what}: total`, found.total, wanted.length);
  met.assets += Number(status === 'PENDING' && wanted.length > 0);
}

/** Reads each record alone. */
async function checkSingle(world: Written, confirmed: Confirmed, who: number): Promise<void> {
  const { scope, seen, logOf } = audience(world, who);
  const statuses = await assetStatuses(world, confirmed, logOf);
  for (const of of seen) {
    const { asset, events } = of;
    const [now, past] = [await readAsset(scope(), asset.id), await readAssetAt(scope(), asset.id, asset.createdUs + 2)];
    const status = statuses.get(asset.id)!;
    const [, us] = shown(confirmed, asset.events[0]!.id, logOf(asset));
    agree(`the status of assets/${asset.id} for ${who}`, now.confirmation, status);
    agree(
      `the past status of assets/${asset.id} for ${who}`,
      past.confirmation,
      us > 0 && us <= asset.createdUs + 2 ? status : 'PENDING',
    );
    for (const event of events) {
      const read = await readEvent(scope(), asset.id, event.id);
      const [is, us] = shown(confirmed, event.id, logOf(asset));
      const { number, mechanism } = confirmed.said.get(event.id)!;
      const isLogged = mechanism === 'MERKLE_LOG' && us > 0;
      agree(
        `assets/${asset.id}/events/${event.id} for ${who}`,
        [read.confirmation, read.committedUs ?? 0, read.logEntry?.index, read.logEntry?.size],
        [is, us, isLogged ? number : undefined, isLogged ? confirmed.cursors.get(logOf(asset))! + 1 : undefined],
      );
    }
  }
}
