import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** What an import is about. It can only be resumed with the same. */
export type RecordIdentity = {
  /** SHA-256 of the input in hexadecimal. */
  digest: string;
  /** SHA-256 of the map in hexadecimal; empty without one. */
  map: string;
  /** Time zone of the declared times that have none. Empty, or absent in an earlier state: not given. */
  zone?: string;
  /** Base address of the service. */
  url: string;
  /** The application whose credentials are used: idempotency keys belong to it. */
  client: string;
};

export type RejectedLine = { line: number; reason: string };

/**
 * What is finished: lines with a record, and of these the records that were accepted and the lines that were rejected.
 */
export type ImportProgress = { lines: number; assets: number; events: number; rejected: number };

/** An asset that was created. `external` is the id that the other system gives it. */
export type Created = { external: string | undefined; identity: string; line: number };

/** What the lines of one batch have resulted in. */
export type Done = { lines: number; assets: readonly Created[]; events: number; rejected: readonly RejectedLine[] };

/** An import cannot be resumed, because something has changed since its start. */
export class StateError extends Error {}

const TABLES = `
  CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS assets (external TEXT PRIMARY KEY, identity TEXT NOT NULL, line INTEGER NOT NULL)
    STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS others (external TEXT PRIMARY KEY, identity TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS rejected (line INTEGER NOT NULL, reason TEXT NOT NULL) STRICT;
`;

const CHANGED: Record<keyof RecordIdentity, string> = {
  digest: 'the input file',
  map: 'the map file',
  zone: '--zone',
  url: 'the address of the service',
  client: 'the application whose credentials are used',
};

const NOTHING: ImportProgress = { lines: 0, assets: 0, events: 0, rejected: 0 };

/**
 * The state of an import in a SQLite file: what is finished, the assets by their ids in the other system, and the
 * rejected lines. Each batch is one durable transaction, so a process that is killed loses at most the batch that it
 * was sending.
 */
export class ImportState {
  readonly #db: DatabaseSync;
  readonly #asset: StatementSync;
  readonly #file: string;
  /** Whether this object has created the file. */
  readonly #isNew: boolean;

  /**
   * Opens or creates the file; an empty path is a temporary file. The file is locked until this process ends. Throws a
   * StateError if another process has it, or if it belongs to another import.
   */
  constructor(file: string, identity?: RecordIdentity) {
    this.#file = file;
    this.#isNew = file !== '' && !existsSync(file);
    try {
      this.#db = new DatabaseSync(file, { timeout: 0 });
      this.#db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL; BEGIN EXCLUSIVE; ${TABLES} COMMIT`);
    } catch (error) {
      const reason = /locked|busy/i.test((error as Error).message)
        ? 'is in use: the import runs already'
        : `cannot be used: ${(error as Error).message}`;
      throw new StateError(`${file} ${reason}`, { cause: error });
    }
    this.#asset = this.#db.prepare('SELECT identity, line FROM assets WHERE external = ?');
    if (identity) this.#identify(file, identity);
  }

  #identify(file: string, identity: RecordIdentity): void {
    const before = this.#fact<RecordIdentity>('identity');
    if (!before) return this.#set('identity', identity);
    const changed = (Object.keys(CHANGED) as (keyof RecordIdentity)[]).filter(
      (name) => (before[name] ?? '') !== (identity[name] ?? ''),
    );
    if (changed.length > 0)
      throw new StateError(
        `${changed.map((name) => CHANGED[name]).join(' and ')} changed since the import began: continue with ` +
          `the former, ` +
          `or remove ${file} to begin again (lines that were imported would be imported again)`,
      );
  }

  #fact<T>(name: string): T | undefined {
    const row = this.#db.prepare('SELECT value FROM facts WHERE name = ?').get(name) as { value: string } | undefined;
    return row && (JSON.parse(row.value) as T);
  }

  #set(name: string, value: unknown): void {
    this.#db
      .prepare('INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
      .run(name, JSON.stringify(value));
  }

  get progress(): ImportProgress {
    return this.#fact<ImportProgress>('progress') ?? NOTHING;
  }

  /** When the lines after `progress` were first sent (milliseconds); undefined if they were not. */
  get sentSince(): number | undefined {
    return this.#fact<{ since: number }>('sending')?.since;
  }

  /** Notes that the lines after `progress` are about to be sent. Keeps the time of an earlier attempt. */
  beginSending(now: number): void {
    if (this.sentSince === undefined) this.#set('sending', { since: now });
  }

  /** Forgets an earlier attempt to send the lines after `progress`. */
  forgetSending(): void {
    this.#db.prepare("DELETE FROM facts WHERE name = 'sending'").run();
  }

  /** Notes what the lines after `progress` have resulted in. */
  finish(done: Done): ImportProgress {
    const before = this.progress;
    const progress = {
      lines: before.lines + done.lines,
      assets: before.assets + done.assets.length,
      events: before.events + done.events,
      rejected: before.rejected + done.rejected.length,
    };
    const asset = this.#db.prepare('INSERT INTO assets (external, identity, line) VALUES (?, ?, ?)');
    const rejected = this.#db.prepare('INSERT INTO rejected (line, reason) VALUES (?, ?)');
    this.#db.exec('BEGIN');
    for (const { external, identity, line } of done.assets)
      if (external !== undefined) asset.run(external, identity, line);
    for (const { line, reason } of done.rejected) rejected.run(line, reason);
    this.#set('progress', progress);
    this.forgetSending();
    this.#db.exec('COMMIT');
    return progress;
  }

  /** The asset that the other system gives this id, if the import has created it. */
  assetOf(external: string): { identity: string; line: number } | undefined {
    return this.#asset.get(external) as { identity: string; line: number } | undefined;
  }

  /**
   * Notes that the service has a record other than an asset that was created by a line: its identity, by its name in
   * the input.
   */
  note(external: string, identity: string): void {
    this.#db.prepare('INSERT OR REPLACE INTO others (external, identity) VALUES (?, ?)').run(external, identity);
  }

  /** The identity of a record that was noted. */
  noted(external: string): string | undefined {
    const row = this.#db.prepare('SELECT identity FROM others WHERE external = ?').get(external);
    return (row as { identity: string } | undefined)?.identity;
  }

  /** Notes assets that the service has from another run. */
  noteAsset(external: string, identity: string): void {
    this.#db
      .prepare('INSERT OR IGNORE INTO assets (external, identity, line) VALUES (?, ?, 0)')
      .run(external, identity);
  }

  /** Runs changes as one durable transaction, which is much faster than each on its own. */
  together(changes: () => void): void {
    this.#db.exec('BEGIN');
    try {
      changes();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** The rejected lines, in the order of the file. */
  rejected(): Iterable<RejectedLine> {
    return this.#db.prepare('SELECT line, reason FROM rejected ORDER BY line').iterate() as Iterable<never>;
  }

  /** The rejected line that comes first in the file. */
  get firstRejected(): RejectedLine | undefined {
    return this.#db.prepare('SELECT line, reason FROM rejected ORDER BY line LIMIT 1').get() as
      | RejectedLine
      | undefined;
  }

  /** Deletes the file if this object has created it and no line is finished. The state cannot be used any more. */
  discardUnused(): void {
    if (!this.#isNew || this.progress.lines > 0) return;
    this.#db.close();
    rmSync(this.#file, { force: true });
  }

  close(): void {
    this.#db.close();
  }
}
