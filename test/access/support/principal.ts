import type { Database } from '../../../src/platform/database/database.ts';
import { checkAsset, checkAssets, checkEvent, checkEvents, scopeOf } from './ask.ts';
import { seenBy, type SeenAsset } from './model.ts';
import { checkPolicies } from './rights.ts';
import type { Asking } from './world.ts';
import type { Written } from './write.ts';

/** A part of a list, which depends on `pick`. */
const some = <T>(all: T[], most: number, pick: number): T[] =>
  all.filter((_, n) => (n + pick) % Math.ceil(all.length / most) === 0);

/** Tests all reads for one principal. */
export async function checkPrincipal(db: Database, world: Written, i: number, asking: Asking): Promise<SeenAsset[]> {
  const { pick, size } = asking;
  const caller = world.callers[i]!;
  const principal = world.principals[i]!;
  const seen = seenBy(world, principal);
  const events = world.assets.flatMap((asset) => asset.events.map(({ id }): [string, string] => [asset.id, id]));
  const [order, other] = pick % 2 === 0 ? (['DEFAULT', 'SIMPLEHASH'] as const) : (['SIMPLEHASH', 'DEFAULT'] as const);
  const long = { ...asking, size: size * 3 };
  // Reads the caller's reach first; other tests cover changes of it.
  await scopeOf(db, caller).principal();
  await Promise.all([
    checkAssets(db, caller, seen, order, [], asking),
    checkAssets(db, caller, seen, other, [], long),
    // The most expensive queries alternate.
    pick % 3 === 0
      ? checkAssets(db, caller, seen, order, asking.assets, asking)
      : checkEvents(db, caller, seen, undefined, order, pick % 3 === 1 ? [] : asking.events, long),
    ...some(world.assets, 2, pick).map(({ id }, n) =>
      checkEvents(db, caller, seen, id, n === 0 ? order : other, n === 0 ? [] : asking.events, asking),
    ),
    checkEvents(db, caller, seen, undefined, 'DECLARED', pick % 4 === 0 ? asking.events : [], long),
    ...some(world.assets, 1, pick).map(({ id }) =>
      checkEvents(db, caller, seen, id, 'DECLARED', pick % 4 === 1 ? asking.events : [], asking),
    ),
    ...world.assets.map((asset) => checkAsset(db, caller, seen, asset)),
    ...some(world.assets, 2, pick).map((asset) =>
      checkAsset(db, caller, seen, asset, { us: asset.createdUs + 1_000_000, attributes: asset.attributes }),
    ),
    ...some(world.assets, 3, pick + 1).map((asset) => {
      const event = asset.events[pick % asset.events.length]!;
      return checkAsset(db, caller, seen, asset, { us: event.acceptedUs, attributes: event.after });
    }),
    ...some(events, 8, pick).map(([asset, event]) => checkEvent(db, caller, seen, asset, event)),
    ...(principal.administrator ? [checkPolicies(db, caller, world, seen)] : []),
  ]);
  return seen;
}

/** Tests some reads for one principal: whether a change takes effect at once. */
export async function checkBriefly(db: Database, world: Written, i: number, { pick }: Asking): Promise<void> {
  const caller = world.callers[i]!;
  const seen = seenBy(world, world.principals[i]!);
  const whole = { size: 100, cap: 0 };
  await Promise.all([
    ...(pick % 3 === 0 ? [checkAssets(db, caller, seen, 'DEFAULT', [], whole)] : []),
    ...some(world.assets, 4, pick).map((asset) => checkAsset(db, caller, seen, asset)),
  ]);
}
