import { sql } from 'drizzle-orm';
import { blobJson } from '../blobs/blob.ts';
import { blobs } from '../blobs/tables.ts';
import { blobFile } from '../../formats/exports/format.ts';
import { blobLine } from '../../formats/exports/lines.ts';
import type { Cursor } from '../../lib/paging.ts';
import { pageOf, type ExportPage, type ExportRun } from './content.ts';

/** Reads the blobs of the tenancy, by id. Their bytes are files of the export as they are, so they are not copied. */
export async function readBlobs({ row, scope, config }: ExportRun, after: Cursor, limit: number): Promise<ExportPage> {
  if (row.blobs === 0) return { lines: [], next: undefined };
  const [found] = await scope.read(
    scope.rows(blobs, sql`${blobs.id} > ${after[0] ?? ''}`, { orderBy: [sql`${blobs.id}`], limit: limit + 1 }),
  );
  const lines = found.map((blob) => ({
    text: blobLine({
      blob: blobJson(blob, config),
      file: blobFile(blob.id),
      bytes: blob.size,
      sha256: blob.sha256,
    }),
    after: [blob.id],
    blob,
  }));
  return pageOf(lines, limit);
}
