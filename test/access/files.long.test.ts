import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attributes } from '../../src/formats/records/attributes.ts';
import { filterByFile } from '../../src/formats/records/filters.ts';
import type { Cursor } from '../../src/lib/paging.ts';
import { PublicScope } from '../../src/access/public.ts';
import type { Scope } from '../../src/access/scope.ts';
import type { EventConditions } from '../../src/ledger/lists/event-conditions.ts';
import { listEvents } from '../../src/ledger/lists/event-lists.ts';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { agree, lanes, scopeOf } from './support/ask.ts';
import { make } from './support/change.ts';
import { gathering } from './support/door.ts';
import { seenBy, type ModelAsset, type ModelPrincipal } from './support/model.ts';
import { worldOf, type World } from './support/world.ts';
import { write, type Written } from './support/write.ts';

const { ROUNDS, SEED } = process.env;
const DEFAULT_ROUNDS = sized({ long: 50, full: 1_500 });
const DEFAULT_SEED = 20_264;

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  db = new Database(gathering(d1));
});
afterAll(() => d1.close());

const HASHES = ['a', 'b', 'c'].map((digit) => digit.repeat(64));

/** Attributes that name a file, or almost do. */
const FORMS: ((hash: string) => Attributes)[] = [
  (hash) => ({ box: { arc_attribute_type: 'arc_attachment', arc_blob_hash_value: hash } }),
  (hash) => ({ box: { arc_attribute_type: 'arc_attachment', arc_blob_hash_value: hash.toUpperCase() } }),
  (hash) => ({
    arc_attachments: [
      { arc_hash_value: HASHES[0]!, arc_hash_alg: '' },
      { arc_hash_value: hash, arc_hash_alg: 'SHA256' },
    ],
  }),
  (hash) => ({ box: { arc_blob_hash_value: hash } }),
  (hash) => ({ box: [{ arc_hash_value: hash }] }),
  (hash) => ({ place: hash }),
];

/** Whether attributes of these forms name a file. */
const names = ({ box, arc_attachments: listed }: Attributes, hash: string): boolean =>
  (typeof box === 'object' &&
    !Array.isArray(box) &&
    box['arc_attribute_type'] === 'arc_attachment' &&
    box['arc_blob_hash_value']?.toLowerCase() === hash) ||
  (Array.isArray(listed) && listed.some((item) => item['arc_hash_value'] === hash));

/** A world whose events attach files. `picks` selects the files and the forms. */
function attached(world: World, picks: number[]): World {
  let next = 0;
  const more = (attributes: Attributes): Attributes => {
    const pick = picks[next++ % picks.length]!;
    return pick % 3 === 0
      ? attributes
      : { ...attributes, ...FORMS[pick % FORMS.length]!(HASHES[(pick >> 3) % HASHES.length]!) };
  };
  return {
    ...world,
    assets: world.assets.map((asset) => ({
      ...asset,
      attributes: more(asset.attributes),
      events: asset.events.map((event) => ({ ...event, says: more(event.says), sets: more(event.sets) })),
    })),
  };
}

async function found(scope: Scope, more: Partial<EventConditions>, asset?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after: Cursor | undefined, isMore = true; isMore;) {
    const conditions: EventConditions = { filters: [], where: [], order: 'DEFAULT', ...more };
    const window = { size: 3, after, countTo: 501, lanes, scan: 40 };
    const { rows, next } = await listEvents(scope, asset, conditions, window);
    ids.push(...rows.map(({ id }) => id));
    after = next;
    isMore = next !== undefined;
  }
  return ids;
}

const met = { found: 0, hidden: 0, foreign: 0, anonymous: 0 };

async function ask(world: Written): Promise<void> {
  const hash = HASHES[met.found % HASHES.length]!;
  const filters = [[filterByFile(hash.toUpperCase())]];
  const check = async (principal: ModelPrincipal, i: number): Promise<void> => {
    const seen = seenBy(world, principal);
    const wanted = seen.flatMap(({ asset, events }) =>
      events
        .filter((event) => names(event.eventAttributes, hash) || names(event.assetAttributes, hash))
        .map((event) => ({ ...event, of: asset })),
    );
    const ids = wanted.map(({ id }) => id).toSorted();
    const scope = () => scopeOf(db, world.callers[i]!);
    const checkOrder = async (order: EventConditions['order']): Promise<void> => {
      const listed = await found(scope(), { filters, order });
      agree(`principal ${i}, ${order}`, listed.toSorted(), ids);
      const times = new Map(wanted.map(({ id, acceptedUs }) => [id, acceptedUs]));
      if (order === 'DEFAULT')
        expect(listed.map((id) => times.get(id))).toEqual([...times.values()].toSorted((x, y) => y - x));
    };
    const checkOne = async (one: ModelAsset): Promise<void> =>
      agree(
        `principal ${i}, one asset`,
        (await found(scope(), { filters }, one.id)).toSorted(),
        wanted
          .filter(({ of }) => of === one)
          .map(({ id }) => id)
          .toSorted(),
      );
    await Promise.all([
      ...(['DEFAULT', 'SIMPLEHASH', 'DECLARED'] as const).map(checkOrder),
      ...wanted.slice(0, 1).map(({ of }) => checkOne(of)),
    ]);
    met.found += Number(wanted.length > 0);
    met.foreign += Number(wanted.some(({ of }) => of.tenant !== principal.tenant));
    met.hidden += Number(
      seen.some(({ asset, events }) =>
        events.some(({ id, seq }) => !ids.includes(id) && names(asset.events[seq - 1]!.assetAttributes, hash)),
      ),
    );
  };
  await Promise.all(world.principals.map(check));
  const open = world.assets
    .filter((asset) => asset.public)
    .flatMap(({ events }) => events)
    .filter((event) => names(event.eventAttributes, hash) || names(event.assetAttributes, hash))
    .map(({ id }) => id);
  const anonymous = (await found(new PublicScope(db), { filters })).filter((id) =>
    world.assets.some(({ events }) => events.some((event) => event.id === id)),
  );
  agree('anonymous callers', anonymous.toSorted(), open.toSorted());
  met.anonymous += Number(open.length > 0);
}

test('the events that attach a file, and a plain model, agree for every principal and in every order', async () => {
  await fc.assert(
    fc.asyncProperty(
      worldOf(6),
      fc.array(fc.nat({ max: 47 }), { minLength: 23, maxLength: 23 }),
      async (world, picks) => {
        const written = await write(d1, db, attached(world, picks));
        await ask(written);
        for (const change of world.changes) await make(d1, written, change);
        if (world.changes.length > 0) await ask(written);
      },
    ),
    { numRuns: ROUNDS ? Number(ROUNDS) : DEFAULT_ROUNDS, seed: SEED ? Number(SEED) : DEFAULT_SEED, endOnFailure: true },
  );
  for (const [what, times] of Object.entries(met)) expect(times, what).toBeGreaterThan(10);
});
