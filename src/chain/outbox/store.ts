/** One signature for a nonce; a transaction that was stuck has several, and whichever is mined wins. */
export type Signed = { hash: string; raw: string };

/** Where a mined transaction is. */
export type Place = { blockNumber: number; blockHash: string; transactionIndex: number };

/**
 * A transaction on its way. waiting: it has no nonce yet; sent: signed, and the node was told; mined: in a
 * block that may still go; final: it is to be reported.
 */
export type Outgoing = {
  intent: string;
  to: string;
  input: string;
  state: 'waiting' | 'sent' | 'mined' | 'final';
  nonce: number | undefined;
  /** The last one first. Everything ever signed for the nonce. */
  signed: Signed[];
  /** The fees of the last signature, in wei. */
  fees: Fees;
  /** Milliseconds since the epoch: the first time it was sent, and the last. */
  sentAt: number;
  resentAt: number;
  place: Place | undefined;
};

export type Fees = { maxFeePerGas: string; maxPriorityFeePerGas: string };

type Row = Record<string, ArrayBuffer | string | number | null>;

/** The durable part of the outbox, over an object's own SQLite: every call is synchronous, and one turn is one commit. */
export class OutboxStore {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE TABLE IF NOT EXISTS outgoing (
      id INTEGER PRIMARY KEY AUTOINCREMENT, intent TEXT NOT NULL UNIQUE, state TEXT NOT NULL, nonce INTEGER UNIQUE, body TEXT NOT NULL)`);
    sql.exec('CREATE INDEX IF NOT EXISTS outgoing_by_state ON outgoing (state, id)');
    // What was reported is forgotten but for its intent, so that the same again is known.
    sql.exec('CREATE TABLE IF NOT EXISTS reported (intent TEXT PRIMARY KEY) WITHOUT ROWID');
    sql.exec('CREATE TABLE IF NOT EXISTS counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID');
  }

  /** Takes note of what is to be sent; what is known already stays as it is. */
  add(items: readonly { intent: string; to: string; input: string }[]): void {
    for (const { intent, to, input } of items) {
      if (this.#sql.exec('SELECT 1 FROM reported WHERE intent = ?', intent).toArray().length > 0) continue;
      const body = JSON.stringify({ to, input, signed: [], fees: NO_FEES, sentAt: 0, resentAt: 0 });
      this.#sql.exec(
        "INSERT INTO outgoing (intent, state, body) VALUES (?, 'waiting', ?) ON CONFLICT DO NOTHING",
        intent,
        body,
      );
    }
  }

  /** Those in a state, in the order in which they came. */
  inState(state: Outgoing['state'], limit: number): Outgoing[] {
    return this.#sql
      .exec<Row>('SELECT intent, state, nonce, body FROM outgoing WHERE state = ? ORDER BY id LIMIT ?', state, limit)
      .toArray()
      .map(fromRow);
  }

  /** Those that the chain may have, lowest nonce first. */
  underWay(limit: number): Outgoing[] {
    return this.#sql
      .exec<Row>(
        "SELECT intent, state, nonce, body FROM outgoing WHERE state IN ('sent', 'mined') ORDER BY nonce LIMIT ?",
        limit,
      )
      .toArray()
      .map(fromRow);
  }

  count(...states: Outgoing['state'][]): number {
    const marks = states.map(() => '?').join(', ');
    return Number(
      this.#sql.exec<Row>(`SELECT count(*) AS n FROM outgoing WHERE state IN (${marks})`, ...states).one()['n'],
    );
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

  /** Forgets what has been reported. */
  done(intents: readonly string[]): void {
    for (const intent of intents) {
      this.#sql.exec('INSERT INTO reported (intent) VALUES (?) ON CONFLICT DO NOTHING', intent);
      this.#sql.exec('DELETE FROM outgoing WHERE intent = ?', intent);
    }
  }

  /** The next nonce that is ours to give, if any was given before. */
  get nextNonce(): number | undefined {
    const [row] = this.#sql.exec<Row>("SELECT value FROM counter WHERE name = 'nonce'").toArray();
    return row && Number(row['value']);
  }

  set nextNonce(value: number) {
    this.#sql.exec(
      "INSERT INTO counter (name, value) VALUES ('nonce', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      value,
    );
  }
}

const NO_FEES: Fees = { maxFeePerGas: '0', maxPriorityFeePerGas: '0' };

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
