/** One signed form of a transaction. One that was stuck has several with the same nonce; at most one is mined. */
export type Signed = { hash: string; raw: string };

/** The position of a mined transaction. */
export type MinedPosition = { blockNumber: number; blockHash: string; transactionIndex: number };

/**
 * A pending transaction. waiting: it has no nonce yet. sent: signed and sent to the node. mined: in a block not final
 * yet.
 */
export type Outgoing = {
  intent: string;
  to: string;
  input: string;
  notBefore?: number;
  state: 'waiting' | 'sent' | 'mined';
  nonce: number | undefined;
  /** All signatures for the nonce: the mined one first, otherwise the newest one. */
  signed: Signed[];
  /** The fees of the last signature. */
  fees: Fees;
  /** Milliseconds since the epoch: when it was first sent with these fees, and when it was sent last. */
  sentAt: number;
  resentAt: number;
  /** The number of the newest block at `sentAt`. */
  sentHead: number;
  /** Stored as `place` in the JSON of the row. */
  position: MinedPosition | undefined;
};

/** Wei. Without a tip, `maxFeePerGas` is the gas price on a chain without a base fee. */
export type Fees = { maxFeePerGas: string; maxPriorityFeePerGas?: string };

/**
 * The transactions of an outbox by state, counted up to 10,001; `sentAt`: when the one with the lowest nonce was sent
 * with its current fees, in milliseconds; `failures`: calls of the node that failed in a row.
 */
export type OutboxBacklog = {
  waiting: number;
  sent: number;
  mined: number;
  sentAt: number | undefined;
  failures: number;
};

/** A reported transaction; `n` increases with each report. */
export type Reported = { n: number; intent: string; hash: string };

/**
 * Persistent values: the next nonce, the hash of block 0, whether the node supports the tag `finalized`, and the report
 * at which the comparison with the database continues.
 */
export type Fact = 'nonce' | 'genesis' | 'finalized' | 'compared';

type Row = Record<string, ArrayBuffer | string | number | null>;

const COLUMNS = 'intent, state, nonce, body';

/** The durable state of the outbox, in the SQLite storage of its object. Synchronous writes in a row are one commit. */
export class OutboxStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS outgoing (
      id INTEGER PRIMARY KEY AUTOINCREMENT, intent TEXT NOT NULL UNIQUE, state TEXT NOT NULL, nonce INTEGER UNIQUE,
        body TEXT NOT NULL)`);
    sql.exec('CREATE INDEX IF NOT EXISTS outgoing_by_state ON outgoing (state, nonce, id)');
    // Of the reported transactions, in the order of the reports, only the intent is kept, for deduplication, and the
    // hash, to find the transaction again.
    sql.exec(`CREATE TABLE IF NOT EXISTS reported (
      n INTEGER PRIMARY KEY AUTOINCREMENT, intent TEXT NOT NULL UNIQUE, hash TEXT NOT NULL)`);
    sql.exec('CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
  }

  /** Adds intents to send. Known intents are not changed. */
  add(items: readonly Pick<Outgoing, 'intent' | 'to' | 'input' | 'notBefore'>[]): void {
    for (const { intent, to, input, notBefore } of items) {
      if (this.#sql.exec('SELECT 1 FROM reported WHERE intent = ?', intent).toArray().length > 0) continue;
      const body = JSON.stringify({ to, input, notBefore, ...UNSIGNED });
      this.#sql.exec(
        "INSERT INTO outgoing (intent, state, body) VALUES (?, 'waiting', ?) ON CONFLICT DO NOTHING",
        intent,
        body,
      );
    }
  }

  /** The transactions in a state, ordered by nonce; those without one in the order of arrival. */
  inState(state: Outgoing['state'], limit: number): Outgoing[] {
    return this.#sql
      .exec<Row>(`SELECT ${COLUMNS} FROM outgoing WHERE state = ? ORDER BY nonce, id LIMIT ?`, state, limit)
      .toArray()
      .map(fromRow);
  }

  /** The waiting transactions whose `notBefore` is at most `time` (seconds), in the order of arrival. */
  waiting(limit: number, time: number): Outgoing[] {
    const query = `SELECT ${COLUMNS} FROM outgoing WHERE state = 'waiting'
      AND coalesce(body ->> '$.notBefore', 0) <= ? ORDER BY nonce, id LIMIT ?`;
    return this.#sql.exec<Row>(query, time, limit).toArray().map(fromRow);
  }

  /** The number of transactions in a state, counted up to a limit. */
  count(state: Outgoing['state'], limit: number): number {
    const counted = 'SELECT count(*) AS n FROM (SELECT 1 FROM outgoing WHERE state = ? LIMIT ?)';
    return Number(this.#sql.exec<Row>(counted, state, limit).one()['n']);
  }

  /** Whether no transaction is pending. */
  get empty(): boolean {
    return this.#sql.exec('SELECT 1 FROM outgoing LIMIT 1').toArray().length === 0;
  }

  /** Whether any transaction is sent or mined. */
  get active(): boolean {
    return this.count('sent', 1) + this.count('mined', 1) > 0;
  }

  put({ intent, state, nonce, position, ...rest }: Outgoing): void {
    const body: Body = { ...rest, place: position };
    this.#sql.exec(
      'UPDATE outgoing SET state = ?, nonce = ?, body = ? WHERE intent = ?',
      state,
      nonce ?? null,
      JSON.stringify(body),
      intent,
    );
  }

  /** Replaces reported transactions by their intent and hash. */
  addReported(transactions: readonly Pick<Reported, 'intent' | 'hash'>[]): void {
    for (const { intent, hash } of transactions) {
      this.#sql.exec('INSERT INTO reported (intent, hash) VALUES (?, ?) ON CONFLICT DO NOTHING', intent, hash);
      this.#sql.exec('DELETE FROM outgoing WHERE intent = ?', intent);
    }
  }

  /** The reports before number `n`, newest first. */
  reportedBefore(n: number, limit: number): Reported[] {
    const query = 'SELECT n, intent, hash FROM reported WHERE n < ? ORDER BY n DESC LIMIT ?';
    return this.#sql.exec<Reported>(query, n, limit).toArray();
  }

  fact(name: Fact): string | undefined {
    const [row] = this.#sql.exec<Row>('SELECT value FROM fact WHERE name = ?', name).toArray();
    return row && String(row['value']);
  }

  setFact(name: Fact, value: string): void {
    this.#sql.exec(
      'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    );
  }

  /** The next nonce to assign; undefined before the first one. */
  get nextNonce(): number | undefined {
    const nonce = this.fact('nonce');
    return nonce === undefined ? undefined : Number(nonce);
  }

  set nextNonce(value: number) {
    this.setFact('nonce', String(value));
  }
}

/** The fields of a transaction that is not signed yet. */
export const UNSIGNED = {
  signed: [] as Signed[],
  fees: { maxFeePerGas: '0' } as Fees,
  sentAt: 0,
  resentAt: 0,
  sentHead: 0,
};

/** The JSON of a row. The position is stored as `place`. */
type Body = Omit<Outgoing, 'intent' | 'state' | 'nonce' | 'position'> & { place?: MinedPosition | undefined };

function fromRow(row: Row): Outgoing {
  const { place, ...body } = JSON.parse(String(row['body'])) as Body;
  return {
    ...body,
    position: place,
    intent: String(row['intent']),
    state: row['state'] as Outgoing['state'],
    nonce: row['nonce'] === null ? undefined : Number(row['nonce']),
  };
}
