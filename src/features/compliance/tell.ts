import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Subjects, RuleResult } from './evaluate.ts';
import { anEventOf } from './events.ts';

/**
 * Whether the caller may read what a reason is about. Decided by the caller's rights alone, whether or not the asset
 * has such an attribute or event. Needs a query only for callers who are not administrators and when there is a reason.
 */
export async function tellable(
  scope: TenantScope,
  asset: string,
  verdicts: readonly RuleResult[],
): Promise<(about: Subjects) => boolean> {
  const { administrator } = await scope.principal();
  const abouts = verdicts.flatMap((verdict) => (verdict.compliant ? [] : [verdict.about]));
  if (administrator || abouts.length === 0) return () => true;
  const namesOf = (kind: keyof Subjects): string[] => [...new Set(abouts.flatMap((about) => about[kind]))];
  const [attributes, types] = await scope.read(
    scope.query<{ name: string }>(
      'whole',
      (seen) => sql`SELECT j.value AS name
        FROM assets asset${seen.join('asset')} CROSS JOIN json_each(${JSON.stringify(namesOf('attributes'))}) j
        WHERE asset.id = ${asset} AND ${seen.sees('asset')} AND ${seen.reads(sql`j.value`)}`,
    ),
    scope.query<{ name: string }>(
      'whole',
      (seen) =>
        sql`SELECT event.name FROM ${anEventOf(asset, namesOf('eventTypes'), seen)} WHERE ${seen.sees('event')}`,
    ),
  );
  const known = { attributes: names(attributes), eventTypes: names(types) };
  return (about) =>
    about.attributes.every((name) => known.attributes.has(name)) &&
    about.eventTypes.every((name) => known.eventTypes.has(name));
}

const names = (rows: { name: string }[]): Set<string> => new Set(rows.map(({ name }) => name));
