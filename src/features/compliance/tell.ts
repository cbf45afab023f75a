import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Subjects } from './evaluate.ts';
import { eventsOfTypes } from './events.ts';

/** What a verdict on an asset is about. */
export type VerdictSubjects = { asset: string; policy: string; about: Subjects };

/**
 * Whether the caller may read what the verdict of a policy on an asset is about. Decided by the caller's rights alone,
 * whether or not the asset has such an attribute or event. Needs a query only for callers who are not administrators
 * and when there are verdicts. Of verdicts that were not given, it returns false.
 */
export async function toldOf(
  scope: TenantScope,
  verdicts: readonly VerdictSubjects[],
): Promise<(asset: string, policy: string) => boolean> {
  const { administrator } = await scope.principal();
  if (administrator || verdicts.length === 0) return () => true;
  const pairs = (kind: keyof Subjects): string =>
    JSON.stringify([
      ...new Map(
        verdicts.flatMap(({ asset, about }) => about[kind].map((name) => [keyOf(asset, name), [asset, name]] as const)),
      ).values(),
    ]);
  const [attributes, types] = await scope.read(
    scope.query<Named>(
      'whole',
      (seen) => sql`SELECT asset.id AS asset, j.value ->> 1 AS name
        FROM json_each(${pairs('attributes')}) j CROSS JOIN assets asset${seen.join('asset')}
        WHERE asset.id = j.value ->> 0 AND ${seen.sees('asset')} AND ${seen.reads(sql`(j.value ->> 1)`)}`,
    ),
    scope.query<Named>(
      'whole',
      (seen) =>
        sql`SELECT asset.id AS asset, event.name AS name FROM ${eventsOfTypes(pairs('eventTypes'), seen)}
          WHERE ${seen.sees('event')}`,
    ),
  );
  const known = { attributes: keys(attributes), eventTypes: keys(types) };
  const told = new Set(
    verdicts
      .filter(({ asset, about }) =>
        (['attributes', 'eventTypes'] as const).every((kind) =>
          about[kind].every((name) => known[kind].has(keyOf(asset, name))),
        ),
      )
      .map(({ asset, policy }) => keyOf(asset, policy)),
  );
  return (asset, policy) => told.has(keyOf(asset, policy));
}

type Named = { asset: string; name: string };
const keyOf = (asset: string, name: string): string => `${asset} ${name}`;
const keys = (rows: readonly Named[]): Set<string> => new Set(rows.map(({ asset, name }) => keyOf(asset, name)));
