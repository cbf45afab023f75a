import { outboxOf, type Intent } from '../chain/index.ts';
import type { Config, Env } from '../config.ts';
import { log } from '../core/log.ts';
import { formatSeconds, type Micros } from '../core/time.ts';
import type { Anchor } from '../proof/calldata.ts';
import { nameOf } from './scopes.ts';

/** A window of a scope and the hash of its events. */
export type RecordedWindow = Omit<Anchor, 'count'>;

/** What the chain's outbox knows of windows, apart from the database. */
export interface WindowRecord {
  /** The first window of a scope that ends after a moment; undefined where none was handed to the chain. */
  windowAfter(scope: string, us: Micros): Promise<RecordedWindow | undefined>;
  /** Forgets the windows of a scope from a start on, so that their time can be anchored again. */
  withdraw(scope: string, startUs: Micros): Promise<void>;
}

export const windowRecord = (env: Env, config: Config): WindowRecord => outboxOf<WindowRecord>(env, config);

const SECOND: Micros = 1_000_000;

/** What names an anchor on the chain: its window and its hash. */
export const intentOf = ({ scope, startUs, endUs, hash }: RecordedWindow): string =>
  `${scope}|${startUs / SECOND}|${endUs / SECOND}|${hash}`;

/** The window that an intent names; undefined for the intents of other records. */
function windowOf(intent: string): RecordedWindow | undefined {
  const [scope, start, end, hash] = intent.split('|');
  if (hash === undefined) return undefined;
  return { scope: scope!, startUs: Number(start) * SECOND, endUs: Number(end) * SECOND, hash };
}

const COLUMNS = 'scope, start_us AS startUs, end_us AS endUs, hash';

/**
 * The windows whose anchors were handed to the chain, kept in the object of its outbox: the database may be restored to
 * a time before them. Those of a scope never overlap.
 */
export class RecordedWindows {
  readonly #sql: SqlStorage;

  /** `earlier` are the intents that the outbox has taken so far: the first time, their windows are kept. */
  constructor(sql: SqlStorage, earlier: () => Iterable<string>) {
    this.#sql = sql;
    if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'windows'").toArray().length > 0) return;
    sql.exec(`CREATE TABLE windows (scope TEXT NOT NULL, start_us INTEGER NOT NULL, end_us INTEGER NOT NULL, hash TEXT NOT NULL,
      PRIMARY KEY (scope, start_us)) WITHOUT ROWID`);
    for (const intent of earlier()) {
      const window = windowOf(intent);
      if (window) this.#keep(window);
    }
  }

  /** Keeps the windows of these intents. Leaves out, with an alarm, an anchor of a time that has another one. */
  admit(items: readonly Intent[]): Intent[] {
    return items.filter(({ intent }) => {
      const window = windowOf(intent);
      if (!window) return true;
      const other = this.#overlapping(window);
      if (!other) this.#keep(window);
      if (!other || intentOf(other) === intent) return true;
      log('alarm', 'an anchor is not sent: the chain has another one of the same time', {
        scope: nameOf(window.scope),
        start: formatSeconds(window.startUs),
        end: formatSeconds(window.endUs),
        hash: window.hash,
        other: other.hash,
      });
      return false;
    });
  }

  /** The first window of a scope that ends after a moment. */
  after(scope: string, us: Micros): RecordedWindow | undefined {
    // The one that holds the moment, if any, is the last that starts no later.
    const query = `SELECT ${COLUMNS} FROM windows WHERE scope = ?1 AND end_us > ?2 AND start_us >=
      coalesce((SELECT max(start_us) FROM windows WHERE scope = ?1 AND start_us <= ?2), 0) ORDER BY start_us LIMIT 1`;
    return this.#sql.exec<RecordedWindow>(query, scope, us).toArray()[0];
  }

  /** Forgets the windows of a scope from a start on. */
  withdraw(scope: string, startUs: Micros): void {
    this.#sql.exec('DELETE FROM windows WHERE scope = ? AND start_us >= ?', scope, startUs);
  }

  #overlapping({ scope, startUs, endUs }: RecordedWindow): RecordedWindow | undefined {
    const other = this.after(scope, startUs);
    return other && other.startUs < endUs ? other : undefined;
  }

  /** Of two that start together, which only a window that was reopened leaves, the shorter one holds. */
  #keep({ scope, startUs, endUs, hash }: RecordedWindow): void {
    this.#sql.exec(
      `INSERT INTO windows (scope, start_us, end_us, hash) VALUES (?, ?, ?, ?) ON CONFLICT (scope, start_us)
        DO UPDATE SET end_us = excluded.end_us, hash = excluded.hash WHERE excluded.end_us < windows.end_us`,
      scope,
      startUs,
      endUs,
      hash,
    );
  }
}
