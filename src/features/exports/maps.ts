import { sql } from 'drizzle-orm';
import { ServiceError } from '../../lib/errors.ts';
import { mapLine } from '../../formats/exports/lines.ts';
import type { Cursor } from '../../lib/paging.ts';
import { fromHex, toBase64 } from '../../lib/text.ts';
import { ENTRY_SCHEMAS, parseEntry } from '../../formats/log/entry.ts';
import type { ExportPage, ExportRun } from './content.ts';

/** Entries that one statement looks at. */
const SCANNED = 50_000;

/**
 * Reads the entries LOGMAPV1 of the log, in its order. Throws 410 if another log replaces the log of the tenancy.
 */
export async function readMaps({ scope, log }: ExportRun, after: Cursor, limit: number): Promise<ExportPage> {
  if (!log) return { lines: [], next: undefined };
  const from = Number(after[0] ?? 1);
  const end = Math.min(log.size, from + SCANNED);
  const [[head], rows] = await scope.read(
    scope.logQuery<{ ended: number; hasMap: number }>(
      sql`${scope.tenant}`,
      'whole',
      (granted) => sql`SELECT l.ended, EXISTS (SELECT 1 FROM log_maps m WHERE m.log = l.number) AS hasMap
        FROM ${granted} CROSS JOIN logs l ON l.id = ${log.id}`,
    ),
    scope.logQuery<{ index: number; entry: string }>(
      sql`${scope.tenant}`,
      'whole',
      (granted) => sql`SELECT leaf."index", hex(leaf.entry) AS entry
        FROM ${granted} CROSS JOIN logs l ON l.id = ${log.id}
          CROSS JOIN log_leaves leaf ON leaf.log = l.number AND leaf."index" >= ${from} AND leaf."index" < ${end}
        WHERE EXISTS (SELECT 1 FROM log_maps m WHERE m.log = l.number) AND leaf.event IS NULL
        ORDER BY leaf."index" LIMIT ${limit}`,
    ),
  );
  if (!head || head.ended === 1) throw new ServiceError('gone', `the log ${log.id} of the tenancy was replaced`);
  const next = rows.length === limit ? rows.at(-1)!.index + 1 : end;
  return {
    lines: rows.flatMap(({ index, entry: hex }) => {
      const entry = fromHex(hex);
      if (parseEntry(entry).schema !== ENTRY_SCHEMAS.map) return [];
      return [{ text: mapLine({ index, entry: toBase64(entry) }), after: [index + 1] }];
    }),
    next: head.hasMap === 1 && next < log.size ? [next] : undefined,
  };
}
