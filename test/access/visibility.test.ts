import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../src/platform/database/database.ts';
import { openD1, type LocalD1 } from '../ledger/support/d1.ts';
import { ENGINE, sized } from '../support/size.ts';
import { make } from './support/change.ts';
import { gathering } from './support/door.ts';
import type { SeenAsset } from './support/model.ts';
import { checkBriefly, checkPrincipal } from './support/principal.ts';
import { checkAccess, checkRights } from './support/rights.ts';
import { described, smallest } from './support/smaller.ts';
import { TENANTS, worldOf, type World } from './support/world.ts';
import { write, type Written } from './support/write.ts';

/** ROUNDS worlds are tested; SEED and REPLAY repeat a failure. */
const { ROUNDS, SEED, REPLAY } = process.env;
const DEFAULT_ROUNDS = sized({ quick: 4, long: 30, full: 1_000 });
const DEFAULT_SEED = 20_261;
const PRINCIPALS = 10;
/** Time for finding a smaller world that fails. */
const SHRINKING_MS = 60_000;

let d1: LocalD1;
let db: Database;
beforeAll(async () => {
  d1 = await openD1(ENGINE);
  db = new Database(gathering(d1));
});
afterAll(() => d1.close());

/** How often each case that the test must cover occurred. */
const met = { cases: 0, own: 0, foreign: 0, hidden: 0, redacted: 0, eventsHidden: 0, eventsRedacted: 0, mixed: 0 };
function count(world: Written, i: number, seen: SeenAsset[]): void {
  const { tenant, administrator } = world.principals[i]!;
  const own = seen.filter(({ asset }) => asset.tenant === tenant);
  const parts = seen.filter(({ layers }) => !layers.every((layer) => layer === 'everything'));
  const fewer = (shown: object, all: object): boolean => Object.keys(shown).length < Object.keys(all).length;
  met.cases += 1;
  met.own += Number(!administrator && own.length > 0);
  met.foreign += Number(seen.length > own.length);
  met.mixed += Number(seen.length > own.length && own.length > 0);
  met.hidden += Number(seen.length < world.assets.length);
  met.redacted += Number(
    parts.some(({ asset, attributes }) => fewer(attributes, asset.attributes) && Object.keys(attributes).length > 0),
  );
  met.eventsHidden += Number(parts.some(({ asset, events }) => events.length > 0 && fewer(events, asset.events)));
  met.eventsRedacted += Number(
    parts.some(({ asset, events }) =>
      events.some((event) => fewer(event.assetAttributes, asset.events[event.seq - 1]!.assetAttributes)),
    ),
  );
}

/** Tests a world, and again after a change. With `only`, for one principal or the LEDGER. */
async function ask(world: World, only?: number): Promise<void> {
  const written = await write(d1, db, world);
  const blame = (who: number) => (error: unknown) => {
    throw new Failed(who, shorter(written, String(error instanceof Error ? error.message : error)), { cause: error });
  };
  const asked = written.principals.map((_, i) => i).filter((i) => only === undefined || only === i);
  const ledgers = only === undefined || only === LEDGER ? written.assets : [];
  await Promise.all([
    ...asked.map((i) =>
      checkPrincipal(db, written, i, world.asking[i]!)
        .then((seen) => count(written, i, seen))
        .catch(blame(i)),
    ),
    ...ledgers.map((asset) => checkRights(db, written, asset).catch(blame(LEDGER))),
    ...ledgers.slice(0, 4).map((asset) => checkAccess(db, written, asset).catch(blame(LEDGER))),
  ]);
  if (world.changes.length === 0) return;
  for (const change of world.changes) await make(d1, written, change);
  await Promise.all([
    ...asked.map((i) => checkBriefly(db, written, i, world.asking[i]!).catch(blame(i))),
    ...ledgers.map((asset) => checkRights(db, written, asset).catch(blame(LEDGER))),
  ]);
}

/** In place of a principal: the rights of all callers that an asset's ledger reads. */
const LEDGER = -1;
class Failed extends Error {
  readonly who: number;
  constructor(who: number, message: string, options: ErrorOptions) {
    super(message, options);
    this.who = who;
  }
}

/** Identities as their numbers in the world. */
function shorter(written: Written, text: string): string {
  const ids = [
    ...written.assets.flatMap((asset, i) => [
      [asset.id, `asset ${i}`] as const,
      ...asset.events.map(({ id, seq }) => [id, `event ${seq}`] as const),
    ]),
    ...written.policies.map(({ id }, i) => [id, `policy ${i}`] as const),
  ];
  return ids.reduce((so, [id, name]) => so.replaceAll(id, name), text);
}

test('lists, single reads, the ledger and a plain model agree on what every principal sees', async () => {
  const details = await fc.check(
    fc.asyncProperty(worldOf(PRINCIPALS), (world) => ask(world)),
    {
      numRuns: ROUNDS ? Number(ROUNDS) : DEFAULT_ROUNDS,
      seed: SEED ? Number(SEED) : DEFAULT_SEED,
      endOnFailure: true,
      ...(REPLAY ? { path: REPLAY } : {}),
    },
  );
  if (details.failed) {
    const { errorInstance: error, counterexample } = details;
    if (!(error instanceof Failed) || !counterexample) throw error;
    const fails = (world: World): Promise<string | undefined> =>
      ask(world, error.who).then(
        () => undefined,
        (again: Error) => again.message,
      );
    const { world, why } = await smallest(counterexample[0], fails, SHRINKING_MS);
    const named = error.who < TENANTS ? `administrator ${error.who}` : `users[${error.who - TENANTS}]`;
    const who = error.who === LEDGER ? 'the ledger' : `principal ${error.who} (${named})`;
    const variables = `SEED=${details.seed} REPLAY=${details.counterexamplePath}`;
    const again = `${variables} npx vitest run test/access/visibility.test.ts`;
    expect.fail(`${who}: ${why ?? error.message}\n\nin the world ${described(world, error.who)}\n\nagain: ${again}`);
  }
  // Every case occurred.
  const { cases, ...rest } = met;
  const often = Object.entries(rest).filter(([, n]) => n > cases / 20);
  expect(REPLAY ? met : Object.fromEntries(often), JSON.stringify(met)).toEqual(REPLAY ? met : rest);
}, 3_600_000);
