import type { z } from '@hono/zod-openapi';
import { and, asc, eq } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { openObject } from '../../features/blobs/read.ts';
import { progressOf } from '../../features/exports/progress.ts';
import { exportFiles, exports as table, type ExportFileRow, type ExportRow } from '../../features/exports/tables.ts';
import { MANIFEST_FILE } from '../../formats/exports/format.ts';
import { sealAddress } from '../../http/address.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { formatSeconds } from '../../lib/time.ts';
import { raise } from '../../platform/alarms.ts';
import type { Config, Env } from '../../settings/config.ts';
import type { ExportListed } from './model.ts';

export const isDone = ({ status }: ExportRow): boolean => !['PENDING', 'INPROGRESS'].includes(status);

export const listedJson = (row: ExportRow): z.infer<typeof ExportListed> => {
  const { maps: _maps, stamps: _stamps, ...counts } = progressOf(row).counts;
  return {
    identity: `exports/${row.id}`,
    display_name: row.displayName,
    blobs: row.blobs === 1,
    status: `STATUS_${row.status}`,
    done: isDone(row),
    error_message: row.errorMessage,
    created_at: formatSeconds(row.createdUs),
    finished_at: row.finishedUs === null ? null : formatSeconds(row.finishedUs),
    expires_at: row.expiresUs === null ? null : formatSeconds(row.expiresUs),
    counts,
  };
};

/** Why an export that has ended has no files. */
export const reasonOf = ({ status, errorMessage }: ExportRow): string =>
  [`STATUS_${status}`, ...(errorMessage === '' ? [] : [errorMessage])].join(', ');

/** The export with its files, and with an address for the caller. */
export async function exportJson(row: ExportRow, files: readonly ExportFileRow[], scope: TenantScope, config: Config) {
  const manifest = row.status === 'FINISHED' ? files.find(({ name }) => name === MANIFEST_FILE) : undefined;
  const token = manifest && (await sealAddress(config.keys, `exports/${row.id}`, scope.caller));
  return {
    ...listedJson(row),
    files: manifest
      ? files
          .filter((file) => file !== manifest)
          .map(({ name, kind, lines, bytes, sha256 }) => ({ name, kind, lines, bytes, sha256 }))
      : [],
    manifest_sha256: manifest?.sha256 ?? '',
    download_url: token ? `${config.baseUrl}/v1/exports/${row.id}/files/${MANIFEST_FILE}?token=${token}` : '',
  };
}

export const notDeleted = (where?: ReturnType<typeof eq>) => and(where, eq(table.deleted, 0));

export async function readRow(scope: TenantScope, id: string): Promise<ExportRow> {
  const [[row]] = await scope.read(scope.rows(table, notDeleted(eq(table.id, id))));
  if (!row) throw notFound(`exports/${id}`);
  return row;
}

export async function readWithFiles(
  scope: TenantScope,
  id: string,
): Promise<[row: ExportRow | undefined, files: ExportFileRow[]]> {
  const [[row], files] = await scope.read(
    scope.rows(table, notDeleted(eq(table.id, id))),
    scope.rows(exportFiles, eq(exportFiles.export, id), { orderBy: [asc(exportFiles.number)] }),
  );
  return [row, files];
}

/**
 * The bytes of a file. Throws 410 if R2 does not have them, which is so in a database that was restored, or has
 * others.
 */
export async function openFile(env: Env, file: ExportFileRow, range: { offset: number; length: number } | undefined) {
  const about = { export: file.export, file: file.name, tenant: file.tenant };
  const opened = await openObject(env, { key: file.key, size: file.bytes, sha256: file.sha256 }, range, (damage) =>
    raise('export-file-gone', damage.kind === 'gone' ? about : { ...about, hash: damage.hash }),
  );
  if (opened instanceof ReadableStream) return opened;
  throw new ServiceError('gone', `the file ${file.name} of exports/${file.export} is gone; create another export`);
}
