import { raise } from '../platform/alarms.ts';
import { outboxOf, type Intent } from './chain/index.ts';
import type { Config, Env } from '../settings/config.ts';
import { formatSeconds, type Micros } from '../lib/time.ts';
import type { Anchor } from '../proof/calldata.ts';
import { nameOf } from './scopes.ts';

/** A window of a scope and the hash of its events. */
export type RecordedWindow = Omit<Anchor, 'count'>;

/** The windows that were handed to the chain, as the outbox stores them independently of the database. */
export interface WindowRecord {
  /** The first window of a scope that ends after a time; undefined where none was handed to the chain. */
  windowAfter(scope: string, us: Micros): Promise<RecordedWindow | undefined>;
  /** Deletes the windows of a scope that start at `startUs` or later, so that their time can be anchored again. */
  withdraw(scope: string, startUs: Micros): Promise<void>;
}

export const windowRecord = (env: Env, config: Config): WindowRecord => outboxOf<WindowRecord>(env, config);

const SECOND: Micros = 1_000_000;

/** The idempotency key of an anchor in the outbox: its window and its hash. */
export const intentOf = ({ scope, startUs, endUs, hash }: RecordedWindow): string =>
  `${scope}|${startUs / SECOND}|${endUs / SECOND}|${hash}`;

/** The window that an intent names; undefined for an intent that is not an anchor. */
function windowOf(intent: string): RecordedWindow | undefined {
  const [scope, start, end, hash] = intent.split('|');
  if (hash === undefined) return undefined;
  return { scope: scope!, startUs: Number(start) * SECOND, endUs: Number(end) * SECOND, hash };
}

const COLUMNS = 'scope, start_us AS startUs, end_us AS endUs, hash';

/**
 * The windows whose anchors were handed to the chain. They are stored in the Durable Object of the outbox, because the
 * database may be restored to an earlier state. The windows of a scope never overlap.
 */
export class RecordedWindows {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS windows (
      scope TEXT NOT NULL, start_us INTEGER NOT NULL, end_us INTEGER NOT NULL, hash TEXT NOT NULL,
      PRIMARY KEY (scope, start_us)) WITHOUT ROWID`);
  }

  /**
   * Stores the windows of these intents and returns the intents that may be sent. Drops an anchor that overlaps
   * another window of its scope, with an alarm.
   */
  admit(items: readonly Intent[]): Intent[] {
    return items.filter(({ intent }) => {
      const window = windowOf(intent);
      if (!window) return true;
      const other = this.#overlapping(window);
      if (!other) this.#keep(window);
      if (!other || intentOf(other) === intent) return true;
      raise('anchor-conflict', {
        scope: nameOf(window.scope),
        start: formatSeconds(window.startUs),
        end: formatSeconds(window.endUs),
        hash: window.hash,
        other: other.hash,
      });
      return false;
    });
  }

  /** The first window of a scope that ends after a time. */
  after(scope: string, us: Micros): RecordedWindow | undefined {
    // The window that contains the time, if any, is the last one that starts at that time or earlier.
    const query = `SELECT ${COLUMNS} FROM windows WHERE scope = ?1 AND end_us > ?2 AND start_us >=
      coalesce((SELECT max(start_us) FROM windows WHERE scope = ?1 AND start_us <= ?2), 0) ORDER BY start_us LIMIT 1`;
    return this.#sql.exec<RecordedWindow>(query, scope, us).toArray()[0];
  }

  /** Deletes the windows of a scope that start at `startUs` or later. */
  withdraw(scope: string, startUs: Micros): void {
    this.#sql.exec('DELETE FROM windows WHERE scope = ? AND start_us >= ?', scope, startUs);
  }

  #overlapping({ scope, startUs, endUs }: RecordedWindow): RecordedWindow | undefined {
    const other = this.after(scope, startUs);
    return other && other.startUs < endUs ? other : undefined;
  }

  #keep({ scope, startUs, endUs, hash }: RecordedWindow): void {
    const insert = 'INSERT INTO windows (scope, start_us, end_us, hash) VALUES (?, ?, ?, ?)';
    this.#sql.exec(insert, scope, startUs, endUs, hash);
  }
}
