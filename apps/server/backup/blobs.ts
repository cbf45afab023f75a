import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { hasTable, reading, storesIn } from '../state/stores.ts';
import type { ManifestFile } from './manifest.ts';

type Row = { id: string; tenant: string; size: number; sha256: string };

/**
 * An uploaded file: its size and hash in the database, and the files of its bytes, in their order; undefined if it has
 * none.
 */
export type StoredBlob = Row & { parts: string[] | undefined };

/** The uploaded files of a data directory to which nothing writes. */
export function blobsIn(data: string): StoredBlob[] {
  const stores = storesIn(data);
  const query = 'SELECT id, tenant, size, sha256 FROM blobs ORDER BY rowid';
  const rows = reading(stores.database, (database) =>
    hasTable(database, 'blobs') ? (database.prepare(query).all() as Row[]) : [],
  );
  if (!rows || rows.length === 0) return [];
  const located = reading(stores.blobIndex, (index) => {
    if (!hasTable(index, '_mf_objects')) return undefined;
    const object = index.prepare('SELECT blob_id AS part FROM _mf_objects WHERE key = ?');
    const parts = index.prepare(
      'SELECT blob_id AS part FROM _mf_multipart_parts WHERE object_key = ? ORDER BY part_number',
    );
    return rows.map((row) => {
      const key = `blobs/${row.tenant}/${row.id}`;
      const found = object.get(key);
      const ids = found?.['part'] === null ? parts.all(key) : found && [found];
      return { ...row, parts: ids?.map(({ part }) => stores.blobFile(String(part))) };
    });
  });
  return located ?? rows.map((row) => ({ ...row, parts: undefined }));
}

/**
 * Compares the uploaded files of a backup with their hashes in the database. `files` is its manifest. Returns for each
 * that differs its identity, what is wrong with it, and the files of its bytes.
 */
export async function damagedBlobs(
  directory: string,
  blobs: readonly StoredBlob[],
  files: readonly ManifestFile[],
): Promise<string[]> {
  const described = new Map(files.map((file) => [join(directory, file.path), file]));
  const damaged: string[] = [];
  for (const { id, size, sha256, parts } of blobs) {
    const found = (parts ?? []).map((part) => described.get(part));
    const bytes = found.reduce((sum, part) => sum + (part?.bytes ?? 0), 0);
    const where = found.flatMap((part) => part?.path ?? []).join(', ') || 'it has no file';
    if (!parts || bytes < size || found.includes(undefined))
      damaged.push(`blobs/${id}: its bytes are missing or incomplete (${where})`);
    else if ((found.length === 1 ? found[0]!.sha256 : await hashOf(parts)) !== sha256)
      damaged.push(`blobs/${id}: its bytes have changed (${where})`);
  }
  return damaged;
}

/** The SHA-256 of the content of several files. */
async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files)
    for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 18 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
