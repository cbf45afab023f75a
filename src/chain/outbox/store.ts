/** One signature for a nonce; a transaction that was stuck has several, and whichever is mined wins. */
export type Signed = { hash: string; raw: string };

/** Where a mined transaction is. */
export type BlockPosition = { blockNumber: number; blockHash: string; transactionIndex: number };

/**
 * A transaction on its way. waiting: it has no nonce yet; sent: signed, and the node was told; mined: in a
 * block that may still go.
 */
export type Outgoing = {
  intent: string;
  to: string;
  input: string;
  notBefore?: number;
  state: 'waiting' | 'sent' | 'mined';
  nonce: number | undefined;
  /** The last one first, but where one is mined that one. Everything ever signed for the nonce. */
  signed: Signed[];
  /** The fees of the last signature. */
  fees: Fees;
  /** Milliseconds since the epoch: since when it waits for a block with these fees, and when it was sent last. */
  sentAt: number;
  resentAt: number;
  /** The chain's newest block at `sentAt`. */
  sentHead: number;
  place: BlockPosition | undefined;
};

/** Wei. Without a tip it is the gas price, of a chain that knows of no base fee. */
export type Fees = { maxFeePerGas: string; maxPriorityFeePerGas?: string };

/** A transaction that was reported; `n` counts the reports. */
export type Reported = { n: number; intent: string; hash: string };

/** What is known of the chain for good, and up to which report they were compared with the database. */
export type Fact = 'nonce' | 'genesis' | 'finalized' | 'compared';

type Row = Record<string, ArrayBuffer | string | number | null>;

const COLUMNS = 'intent, state, nonce, body';

/** The durable part of the outbox, over an object's own SQLite: every call is synchronous, and one turn is one commit. */
export class OutboxStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS outgoing (
      id INTEGER PRIMARY KEY AUTOINCREMENT, intent TEXT NOT NULL UNIQUE, state TEXT NOT NULL, nonce INTEGER UNIQUE, body TEXT NOT NULL)`);
    sql.exec('CREATE INDEX IF NOT EXISTS outgoing_by_state ON outgoing (state, nonce, id)');
    this.#createReported();
    sql.exec('CREATE TABLE IF NOT EXISTS fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
  }

  /**
   * What was reported is forgotten but for its intent, so that the same again is known, and its hash (empty where an
   * earlier version has reported it), so that it can be found again. Numbered in the order of the reports.
   */
  #createReported(): void {
    const columns = 'n INTEGER PRIMARY KEY AUTOINCREMENT, intent TEXT NOT NULL UNIQUE, hash TEXT NOT NULL';
    const [table] = this.#sql.exec<Row>("SELECT sql FROM sqlite_master WHERE name = 'reported'").toArray();
    if (table && String(table['sql']).includes('hash')) return;
    if (table) this.#sql.exec('ALTER TABLE reported RENAME TO reported_before');
    this.#sql.exec(`CREATE TABLE reported (${columns})`);
    if (!table) return;
    this.#sql.exec("INSERT INTO reported (intent, hash) SELECT intent, '' FROM reported_before");
    this.#sql.exec('DROP TABLE reported_before');
  }

  /** Takes note of what is to be sent; what is known already stays as it is. */
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

  /** The intents that were ever taken. */
  *taken(): Generator<string> {
    const rows = this.#sql.exec<Row>('SELECT intent FROM reported UNION ALL SELECT intent FROM outgoing');
    for (const { intent } of rows) yield String(intent);
  }

  /** Those in a state: by their nonces, and those that have none in the order in which they came. */
  inState(state: Outgoing['state'], limit: number): Outgoing[] {
    return this.#sql
      .exec<Row>(`SELECT ${COLUMNS} FROM outgoing WHERE state = ? ORDER BY nonce, id LIMIT ?`, state, limit)
      .toArray()
      .map(fromRow);
  }

  /** Those that wait, in the order in which they came, without those that may not be in a block of this time (seconds). */
  waiting(limit: number, time: number): Outgoing[] {
    const query = `SELECT ${COLUMNS} FROM outgoing WHERE state = 'waiting'
      AND coalesce(body ->> '$.notBefore', 0) <= ? ORDER BY nonce, id LIMIT ?`;
    return this.#sql.exec<Row>(query, time, limit).toArray().map(fromRow);
  }

  /** How many are in a state, counted up to a limit. */
  count(state: Outgoing['state'], limit: number): number {
    const counted = 'SELECT count(*) AS n FROM (SELECT 1 FROM outgoing WHERE state = ? LIMIT ?)';
    return Number(this.#sql.exec<Row>(counted, state, limit).one()['n']);
  }

  /** Whether nothing is waiting or on its way. */
  get empty(): boolean {
    return this.#sql.exec('SELECT 1 FROM outgoing LIMIT 1').toArray().length === 0;
  }

  /** Whether anything is on its way. */
  get active(): boolean {
    return this.count('sent', 1) + this.count('mined', 1) > 0;
  }

  put({ intent, state, nonce, ...body }: Outgoing): void {
    this.#sql.exec(
      'UPDATE outgoing SET state = ?, nonce = ?, body = ? WHERE intent = ?',
      state,
      nonce ?? null,
      JSON.stringify(body),
      intent,
    );
  }

  /** Forgets what has been reported, but for its intent and hash. */
  done(transactions: readonly Pick<Reported, 'intent' | 'hash'>[]): void {
    for (const { intent, hash } of transactions) {
      this.#sql.exec('INSERT INTO reported (intent, hash) VALUES (?, ?) ON CONFLICT DO NOTHING', intent, hash);
      this.#sql.exec('DELETE FROM outgoing WHERE intent = ?', intent);
    }
  }

  /** What was reported before number `n`, the last one first. */
  reportedBefore(n: number, limit: number): Reported[] {
    const query = "SELECT n, intent, hash FROM reported WHERE n < ? AND hash <> '' ORDER BY n DESC LIMIT ?";
    return this.#sql.exec<Reported>(query, n, limit).toArray();
  }

  fact(name: Fact): string | undefined {
    const [row] = this.#sql.exec<Row>('SELECT value FROM fact WHERE name = ?', name).toArray();
    return row && String(row['value']);
  }

  learn(name: Fact, value: string): void {
    this.#sql.exec(
      'INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      name,
      value,
    );
  }

  /** The next nonce that is ours to give, if any was given before. */
  get nextNonce(): number | undefined {
    const nonce = this.fact('nonce');
    return nonce === undefined ? undefined : Number(nonce);
  }

  set nextNonce(value: number) {
    this.learn('nonce', String(value));
  }
}

/** What a transaction has before it is signed. */
export const UNSIGNED = {
  signed: [] as Signed[],
  fees: { maxFeePerGas: '0' } as Fees,
  sentAt: 0,
  resentAt: 0,
  sentHead: 0,
};

function fromRow(row: Row): Outgoing {
  const body = JSON.parse(String(row['body'])) as Omit<Outgoing, 'intent' | 'state' | 'nonce'>;
  return {
    ...body,
    place: body.place,
    intent: String(row['intent']),
    state: row['state'] as Outgoing['state'],
    nonce: row['nonce'] === null ? undefined : Number(row['nonce']),
  };
}
