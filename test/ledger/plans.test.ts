import { afterAll, beforeAll, expect, test } from 'vitest';
import { filterByFile, parseTerm, type AttributeFilter } from '../../src/formats/records/filters.ts';
import type { Cursor } from '../../src/lib/paging.ts';
import { parseQuery, type SearchQuery } from '../../src/formats/records/search-terms.ts';
import { listAssets } from '../../src/ledger/lists/asset-lists.ts';
import type { AssetConditions } from '../../src/ledger/lists/asset-source.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import type { EventConditions } from '../../src/ledger/lists/event-conditions.ts';
import { readAssetAt, readAssetAndNow, readEvent } from '../../src/ledger/lists/history.ts';
import { searchAssets } from '../../src/ledger/search/search.ts';
import { acceptedUs, assetId } from '../support/bulk.ts';
import { sized } from '../support/size.ts';
import {
  administrator,
  conditions,
  FEW,
  GROWING,
  member,
  nearly,
  openCrowd,
  PUBLIC,
  term,
  window,
  type Ran,
} from './support/crowd.ts';

/** A cursor in the middle of a list of assets, in each order. */
const ASSET_CURSORS: Record<AssetConditions['order'], (us: number) => Cursor> = {
  DEFAULT: (us) => [us, 7],
  SIMPLEHASH: () => [assetId(7)],
  AT_TIME: (us) => [us, 1000, 100_000],
  DISPLAY_NAME: (us) => ['asset 2', us, 7],
};

let crowd: Awaited<ReturnType<typeof openCrowd>>;
beforeAll(async () => {
  crowd = await openCrowd();
});
afterAll(() => crowd.d1.close());

test('no list scans a whole table or a whole index', async () => {
  const anonymous = () => crowd.anonymous();
  const seen = new Map<string, Ran>();
  const lists: (() => Promise<unknown>)[] = [];
  const note = (): void => crowd.taken().forEach((one) => seen.set(one.sql, one));
  const filters: Record<string, AttributeFilter[][]> = {
    none: [],
    equal: [term('event_attributes.visit=3')],
    type: [term('event_attributes.arc_display_type=type 3')],
    set: [term('asset_attributes.kind=kind 7')],
    current: [term('asset.attributes.kind!=kind 7'), term('asset.attributes.none=*')],
    present: [term('event_attributes.visit=*')],
    file: [[filterByFile('a'.repeat(64))]],
  };
  const accepted = { since: acceptedUs(FEW, 0, 1), before: acceptedUs(FEW, 0, 2) };
  for (const of of [anonymous, () => crowd.scope(administrator), () => crowd.scope(member), () => crowd.scope(nearly)])
    for (const order of ['DEFAULT', 'SIMPLEHASH', 'DECLARED'] as const)
      for (const asset of [undefined, of === anonymous ? assetId(4000) : assetId(7)])
        for (const filter of Object.values(filters))
          for (const more of [
            {},
            { status: 'PENDING' },
            { behaviour: 'AssetCreator' },
            { accepted },
            { declared: accepted },
          ] as Partial<EventConditions>[])
            for (const after of filter === filters['present']
              ? [undefined]
              : [order === 'SIMPLEHASH' ? [assetId(7), assetId(7)] : [accepted.before, 7, 2]]) {
              lists.push(() =>
                listEvents(
                  of(),
                  asset,
                  conditions({ filters: filter, order, ...more }),
                  window(3, { after, scan: 400 }),
                ),
              );
            }
  for (const who of [administrator, member, nearly])
    for (const order of ['DEFAULT', 'SIMPLEHASH', 'AT_TIME', 'DISPLAY_NAME'] as const)
      for (const text of [undefined, 'attributes.kind=kind 7', 'attributes.kind!=kind 7', 'attributes.kind=*'])
        for (const more of [
          { tracked: true },
          { tracked: false },
          {},
          { status: 'PENDING' },
        ] as Partial<AssetConditions>[])
          for (const after of [undefined, ASSET_CURSORS[order](accepted.before)]) {
            const found = text === undefined ? [] : [[parseTerm(['attributes'], text) as AttributeFilter]];
            lists.push(() =>
              listAssets(
                crowd.scope(who),
                { filters: found, where: [], order, ...more },
                window(3, { after, scan: 400 }),
              ),
            );
          }
  for (const who of [administrator, member, nearly])
    for (const text of ['kind', 'kind 7', 'asset 12 kind 1'])
      for (const tracked of [true, undefined]) {
        lists.push(() => searchAssets(crowd.scope(who), parseQuery(text) as SearchQuery, tracked, window(3)));
      }
  const every = sized({ quick: 17, long: 3, full: 1 });
  for (const list of lists.filter((_, i) => i % every === 0)) {
    await list();
    note();
  }
  const statements = [...seen.values()];
  expect(statements.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (let i = 0; i < statements.length; i += 50) {
    const part = statements.slice(i, i + 50);
    const plans = await crowd.d1.rows(
      ...part.map((one): [string, ...unknown[]] => [`EXPLAIN QUERY PLAN ${one.sql}`, ...one.params]),
    );
    plans.forEach((steps, at) => {
      const scanned = steps.map(({ detail }) => detail as string).filter((step) => GROWING.test(step));
      if (scanned.length > 0) wrong.push(`${scanned.join('; ')} in ${part[at]!.sql.slice(-500)}`);
    });
  }
  expect(wrong).toEqual([]);
});

test('the events of one asset are read by its own indexes, not by those of its tenancy', async () => {
  const at = acceptedUs(FEW, 7, 2);
  const accepted = { since: acceptedUs(FEW, 7, 1), before: at };
  const audiences = [() => crowd.scope(administrator), () => crowd.scope(member), () => crowd.scope(nearly)];
  crowd.taken();
  for (const [of, asset] of [
    ...audiences.map((scope) => [scope, assetId(7)] as const),
    [() => crowd.anonymous(), assetId(4000)] as const,
  ]) {
    for (const more of [{}, { accepted }, { filters: [term('event_attributes.visit=3')] }])
      await listEvents(of(), asset, conditions(more), window(3));
    const events = await listEvents(of(), asset, { ...conditions({}), order: 'DECLARED' }, window(3));
    await readAssetAndNow(of(), asset, acceptedUs(PUBLIC, 0, 500)).catch(() => undefined);
    await readAssetAt(of(), asset, at).catch(() => undefined);
    await readEvent(of(), asset, events.rows[0]!.id);
  }
  const ran = crowd.taken();
  expect(ran.length).toBeGreaterThan(20);
  const plans = await crowd.d1.rows(
    ...ran.map((one): [string, ...unknown[]] => [`EXPLAIN QUERY PLAN ${one.sql}`, ...one.params]),
  );
  const steps = plans.flat().map(({ detail }) => detail as string);
  expect(steps.filter((step) => /events_(public_)?(accepted|behaviour|unconfirmed) /.test(step))).toEqual([]);
});

test('the assets of a batch are found by their ids, in few rows', async () => {
  for (const who of [administrator, member, nearly]) {
    const scope = crowd.scope(who);
    const ids = [assetId(7), assetId(4000), crypto.randomUUID(), ...Array.from({ length: 500 }, (_, i) => assetId(i))];
    await scope.read(scope.reachable([assetId(1)]));
    crowd.taken();
    await scope.read(scope.reachable(ids));
    const ran = crowd.taken().find(({ sql }) => sql.includes('sharing'))!;
    const [plan] = await crowd.d1.rows([`EXPLAIN QUERY PLAN ${ran.sql}`, ...ran.params]);
    const steps = plan!.map(({ detail }) => detail as string);
    expect(steps.filter((step) => GROWING.test(step))).toEqual([]);
    expect(steps.filter((step) => step.includes(' asset '))).toEqual(['SEARCH asset USING INDEX assets_by_id (id=?)']);
    // The ids, for each of them an asset and its row in the index, and the rights.
    expect(ran.rows).toBeLessThan(4 * ids.length);
  }
});
