import { sql, type SQL } from 'drizzle-orm';
import { RECORD_KINDS, type RecordKind } from '../../formats/exports/format.ts';
import type { OtherEntry } from '../../formats/exports/manifest.ts';
import type { Cursor } from '../../lib/paging.ts';
import { nowMicros } from '../../lib/time.ts';
import type { Database } from '../../platform/database/database.ts';
import { RUNNING, type ExportRow, type ExportFileRow } from './tables.ts';

/** How far an export is. */
export type ExportProgress = {
  /** The kind whose file is next; its index in RECORD_KINDS. At the end, only the manifest is left. */
  kind: number;
  /** Where this file starts; null: at the first record of the kind. */
  after: Cursor | null;
  /** The number of finished files of the kind, and of all files. */
  filesOfKind: number;
  files: number;
  /** The records in the finished files. */
  counts: Record<RecordKind, number>;
  /** The entries of the log that are not of events. */
  entries: OtherEntry[];
  /** Whether the finished files have statements of authors; absent: not, or an earlier version has written them. */
  hasStatements?: boolean;
};

export const noProgress = (): ExportProgress => ({
  kind: 0,
  after: null,
  filesOfKind: 0,
  files: 0,
  counts: Object.fromEntries(RECORD_KINDS.map((kind) => [kind, 0])) as ExportProgress['counts'],
  entries: [],
});

export const progressOf = ({ progress }: Pick<ExportRow, 'progress'>): ExportProgress =>
  progress === '' ? noProgress() : (JSON.parse(progress) as ExportProgress);

/** Reads an export. */
export async function readExport(db: Database, id: string): Promise<ExportRow | undefined> {
  const [[row]] = await db.batch([
    db.sql<ExportRow>(sql`SELECT id, tenant, display_name AS displayName, blobs, issuer, subject, status,
      error_message AS errorMessage, step, progress, log, failures, touched_us AS touchedUs, created_us AS createdUs,
      finished_us AS finishedUs, expires_us AS expiresUs, stored, deleted, revision FROM exports WHERE id = ${id}`),
  ]);
  return row;
}

/** What a step stores. `files`: those that it has written. */
export type StepResult = { progress?: ExportProgress; log?: unknown; files?: ExportFileRow[]; expiresUs?: number };

/**
 * The row of a running export. It is written only if no other run of the same step has written it and the export has
 * not ended. All functions return whether it was written; false is final.
 */
export class ExportJob {
  readonly #db: Database;
  readonly #row: ExportRow;

  constructor(db: Database, row: ExportRow) {
    this.#db = db;
    this.#row = row;
  }

  /** Stores a step with the files that it has written. With `expiresUs`, it is the last step. */
  stepDone({ progress, log, files = [], expiresUs }: StepResult): Promise<boolean> {
    const now = nowMicros();
    const set = [
      sql`step = step + 1, failures = 0`,
      ...(progress ? [sql`progress = ${JSON.stringify(progress)}`] : []),
      ...(log === undefined ? [] : [sql`log = ${JSON.stringify(log)}`]),
      expiresUs === undefined
        ? sql`status = 'INPROGRESS'`
        : sql`status = 'FINISHED', finished_us = ${now}, expires_us = ${expiresUs}`,
    ];
    return this.#write(sql.join(set, sql`, `), files);
  }

  failed(message: string): Promise<boolean> {
    return this.#write(sql`status = 'FAILED', error_message = ${message}, finished_us = ${nowMicros()}`);
  }

  /** Counts a failure, after which the step is repeated. */
  paused(): Promise<boolean> {
    return this.#write(sql`failures = failures + 1`);
  }

  async #write(set: SQL, files: readonly ExportFileRow[] = []): Promise<boolean> {
    const { id, tenant, step, failures } = this.#row;
    const isCurrent = sql`id = ${id} AND step = ${step} AND failures = ${failures} AND ${RUNNING}`;
    const list = JSON.stringify(
      files.map(({ number, name, kind, lines, bytes, sha256, key }) => [number, name, kind, lines, bytes, sha256, key]),
    );
    const results = await this.#db.batch([
      ...(files.length === 0
        ? []
        : [
            this.#db.sql(sql`INSERT INTO export_files (export, tenant, number, name, kind, lines, bytes, sha256, key)
              SELECT ${id}, ${tenant}, f.value ->> 0, f.value ->> 1, f.value ->> 2, f.value ->> 3, f.value ->> 4,
                f.value ->> 5, f.value ->> 6
              FROM json_each(${list}) f WHERE EXISTS (SELECT 1 FROM exports WHERE ${isCurrent})`),
          ]),
      this.#db.sql<{ id: string }>(
        sql`UPDATE exports SET ${set}, touched_us = ${nowMicros()} WHERE ${isCurrent} RETURNING id`,
      ),
    ]);
    return (results.at(-1) as { id: string }[]).length > 0;
  }
}
