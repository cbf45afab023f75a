import { inspect } from 'node:util';
import type { World } from './world.ts';

/** Objects whose keys can be removed one by one. */
const DICTIONARIES = new Set(['attributes', 'says', 'sets', 'claims']);
/** Lists whose length others depend on. */
const FIXED = new Set(['users', 'asking', 'relations']);

/** Copies of a value without one part each, the largest part first. */
function* lacking(value: unknown, name = ''): Generator<unknown> {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    // A group of filters in a query has at least one.
    const whole = FIXED.has(name) || (name === '' && value.length === 1 && typeof value[0] === 'string');
    if (!whole) for (const i of value.keys()) yield value.toSpliced(i, 1);
    if (name === 'relations')
      for (const [i, relation] of value.entries()) if (relation !== 'none') yield value.with(i, 'none');
    for (const [i, item] of value.entries())
      for (const less of lacking(item, DICTIONARIES.has(name) ? name : '')) yield value.with(i, less);
    return;
  }
  const entries = Object.entries(value);
  if (DICTIONARIES.has(name)) for (const [key] of entries) yield Object.fromEntries(entries.filter(([k]) => k !== key));
  for (const [key, item] of entries)
    for (const less of lacking(item, DICTIONARIES.has(name) ? name : key)) yield { ...value, [key]: less };
}

/** The smallest failing world that is found in the given time. */
export async function smallest(
  world: World,
  fails: (world: World) => Promise<string | undefined>,
  milliseconds: number,
): Promise<{ world: World; why: string | undefined }> {
  const until = Date.now() + milliseconds;
  let why: string | undefined;
  for (let at = 0; ;) {
    const candidates = [...(lacking(world) as Generator<World>)];
    let better: World | undefined;
    // Parts that could not be removed before are tried last.
    for (let n = 0; n < candidates.length && !better && Date.now() < until; n++) {
      const candidate = candidates[(at + n) % candidates.length]!;
      const failed = await fails(candidate);
      if (failed === undefined) continue;
      [better, why, at] = [candidate, failed, (at + n) % candidates.length];
    }
    if (!better) return { world, why };
    world = better;
  }
}

/** A world for a failure message, for one principal. */
export function described(world: World, principal: number | undefined): string {
  const full = ([, value]: [string, unknown]): boolean => !Array.isArray(value) || value.length > 0;
  const { asking, policies, ...rest } = world;
  const shown = {
    ...rest,
    policies: policies.map(({ tenant, filters, permissions }) => ({
      tenant,
      filters: filters.map(({ or }) => or),
      permissions: permissions.map((permission) => Object.fromEntries(Object.entries(permission).filter(full))),
    })),
    asking: principal === undefined ? undefined : asking[principal],
  };
  return inspect(structuredClone(shown), { depth: 12, breakLength: 140 });
}
