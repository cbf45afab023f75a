import { asc, sql } from 'drizzle-orm';
import { readers } from '../../access/tables.ts';
import { recordLine } from '../../formats/exports/lines.ts';
import { pageOf, type RecordReader } from '../../features/exports/content.ts';
import { location } from '../locations/model.ts';
import { locations as table } from '../locations/table.ts';

/** Locations that are read at once: each has a list of those who may read it. */
const AT_ONCE = 100;

/**
 * Reads locations, the oldest first, each with its permissions as `GET /v2/locations/{uuid}/permissions` returns
 * them.
 */
export const readLocations: RecordReader = async ({ scope }, after, limit) => {
  const [createdUs = 0, id = ''] = after;
  const size = Math.min(limit, AT_ONCE);
  const next = sql`(${table.createdUs}, ${table.id}) > (${createdUs}, ${id})`;
  const [rows, shared] = await scope.read(
    scope.rows(table, next, { orderBy: [asc(table.createdUs), asc(table.id)], limit: size + 1 }),
    scope.rows(
      readers,
      sql`${readers.resource} IN (SELECT 'locations/' || ${table.id} FROM ${table}
        WHERE ${table.tenant} = ${scope.tenant} AND ${next}
        ORDER BY ${table.createdUs}, ${table.id} LIMIT ${size})`,
      { orderBy: [asc(readers.resource), asc(readers.position)] },
    ),
  );
  const identities = Map.groupBy(shared, ({ resource }) => resource);
  const lines = rows.map((row) => {
    const record = location.json(row);
    const subject_identities = (identities.get(record.identity) ?? []).map(({ identity }) => identity);
    return {
      text: recordLine({ ...record, permissions: { subject_identities } } as { identity: string }),
      after: [row.createdUs, row.id],
    };
  });
  return pageOf(lines, size);
};
