import { sql } from 'drizzle-orm';
import { stampLine } from '../../formats/exports/lines.ts';
import type { Cursor } from '../../lib/paging.ts';
import { readStampsAfter, stampParts } from '../../transparency/stamps/read.ts';
import type { ExportPage, ExportRun } from './content.ts';

/** Reads the time stamps of trees of the log, up to the tree of the export. */
export async function readStampLines({ scope, log }: ExportRun, after: Cursor, limit: number): Promise<ExportPage> {
  if (!log) return { lines: [], next: undefined };
  const [authority = '', size = 0] = after as [string?, number?];
  const of = { log: log.id, upTo: log.size };
  const stamps = await readStampsAfter(scope, sql`${scope.tenant}`, of, [authority, size], limit);
  const lines = stamps.map((stamp) => ({
    text: stampLine({ size: stamp.size, root: stamp.root.toLowerCase(), ...stampParts(stamp) }),
    after: [stamp.authority, stamp.size],
  }));
  return { lines, next: lines.length === limit ? lines.at(-1)!.after : undefined };
}
