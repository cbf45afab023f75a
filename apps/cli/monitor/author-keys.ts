import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** A change of an author's key, by an entry LOGAUTHORKEYV1. `created`: as the entry has it. */
export type AuthorKeyChange = {
  index: number;
  thumbprint: string;
  change: 'enrolled' | 'revoked';
  created: string;
};

/** A key as `GET /v1/signing_keys` lists it. `revoked`: null if it is not revoked. */
export type ListedKey = { thumbprint: string; enrolled: string; revoked: string | null };

export const AUTHOR_KEY_TABLE = `
  CREATE TABLE IF NOT EXISTS author_keys (
    thumbprint TEXT NOT NULL, change TEXT NOT NULL, created TEXT NOT NULL, position INTEGER NOT NULL,
    PRIMARY KEY (thumbprint, change)
  ) STRICT, WITHOUT ROWID;
`;

const COLUMNS = 'thumbprint, change, created, position AS "index"';

/** Milliseconds after which a change that the service lists must be in its log. */
export const LOGGED_WITHIN = 3_600_000;

/** The keys of authors that the entries of a log have enrolled and revoked, in a SQLite file. */
export class LoggedAuthorKeys {
  readonly #statements: Record<'add' | 'of' | 'all', StatementSync>;

  constructor(db: DatabaseSync) {
    this.#statements = {
      add: db.prepare('INSERT INTO author_keys (thumbprint, change, created, position) VALUES (?, ?, ?, ?)'),
      of: db.prepare(`SELECT ${COLUMNS} FROM author_keys WHERE thumbprint = ? ORDER BY position`),
      all: db.prepare(`SELECT ${COLUMNS} FROM author_keys ORDER BY position`),
    };
  }

  /** Adds a change. Returns what is wrong with it: a key is enrolled once, and then revoked once. */
  add({ thumbprint, change, created, index }: AuthorKeyChange): string | undefined {
    const before = this.of(thumbprint);
    const same = before.find((earlier) => earlier.change === change);
    if (same) return `has the key ${thumbprint} as ${change}, as entry ${same.index} has`;
    if (change === 'revoked' && before.length === 0)
      return `revokes the key ${thumbprint}, which no entry has enrolled`;
    this.#statements.add.run(thumbprint, change, created, index);
    return undefined;
  }

  /** The changes of a key, ascending. */
  of(thumbprint: string): AuthorKeyChange[] {
    return this.#statements.of.all(thumbprint) as AuthorKeyChange[];
  }

  /**
   * How the list of keys, which was read after these entries, contradicts them; undefined if it does not. `before`: RFC
   * 3339; the entries must have what the service lists as earlier.
   */
  problemOf(listed: readonly ListedKey[], before: string): string | undefined {
    const shown = new Map(listed.map((key) => [key.thumbprint, key]));
    for (const { thumbprint, change, created, index } of this.#statements.all.iterate() as Iterable<AuthorKeyChange>) {
      const time = shown.get(thumbprint)?.[change];
      if (time === created) continue;
      const list = time ? `lists this at ${time}` : 'does not list that';
      return `entry ${index} has the key ${thumbprint} as ${change} at ${created}, but the service ${list}`;
    }
    for (const { thumbprint, ...times } of listed)
      for (const change of ['enrolled', 'revoked'] as const) {
        const time = times[change];
        if (time === null || time >= before || this.of(thumbprint).some((entry) => entry.change === change)) continue;
        return `the service lists the key ${thumbprint} as ${change} at ${time}, but no entry has that`;
      }
    return undefined;
  }
}

/** For a report. */
export const textOfChange = ({ index, thumbprint, change, created }: AuthorKeyChange): string =>
  `entry ${index}: the key ${thumbprint} was ${change} at ${created}`;
