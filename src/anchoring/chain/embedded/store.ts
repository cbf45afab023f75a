import { decodeHeader, encodeHeader, headerHash, type Header } from '../../../formats/ethereum/header.ts';
import { hexOf, bytesOf, type Hex } from '../../../formats/ethereum/hex.ts';
import type { Rotation } from './rotation.ts';
import type { Executable, Sealed } from './sealing.ts';

/** A value of a row. The type of a blob depends on the library. */
export type SqlValue = string | number | ArrayBuffer | Uint8Array | null;

/** The storage of the chain: synchronous SQLite. */
export interface Sql {
  all(query: string, ...bindings: (string | number | Uint8Array | null)[]): Record<string, SqlValue>[];
  /** Runs `work` in a transaction; rolls back when it throws. */
  transaction<T>(work: () => T): T;
}

const TABLES = [
  `CREATE TABLE IF NOT EXISTS blocks (number INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, header BLOB NOT NULL)`,
  // A transaction waits while it has no block.
  `CREATE TABLE IF NOT EXISTS transactions (
     hash BLOB PRIMARY KEY, sender BLOB NOT NULL, nonce INTEGER NOT NULL, raw BLOB NOT NULL,
     block INTEGER, position INTEGER, gas INTEGER)`,
  `CREATE UNIQUE INDEX IF NOT EXISTS waiting ON transactions (sender, nonce) WHERE block IS NULL`,
  `CREATE UNIQUE INDEX IF NOT EXISTS mined ON transactions (block, position) WHERE block IS NOT NULL`,
  `CREATE TABLE IF NOT EXISTS accounts (address BLOB PRIMARY KEY, nonce INTEGER NOT NULL) WITHOUT ROWID`,
  // The blocks that record a rotation of the validator.
  `CREATE TABLE IF NOT EXISTS rotations (block INTEGER PRIMARY KEY)`,
];

export type StoredBlock = { hash: Hex; header: Header };

/** A stored transaction. `mined` is set once it is in a block; `cumulativeGas` is the gas of the block up to it. */
export type StoredTransaction = {
  hash: Hex;
  sender: Hex;
  raw: Uint8Array;
  mined: { block: number; index: number; cumulativeGas: bigint } | undefined;
};

/** The rows of the chain. */
export class ChainStore {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
    for (const table of TABLES) sql.all(table);
  }

  transaction<T>(work: () => T): T {
    return this.#sql.transaction(work);
  }

  head(): StoredBlock | undefined {
    return this.#block('ORDER BY number DESC LIMIT 1');
  }

  blockByNumber(number: number): StoredBlock | undefined {
    return this.#block('WHERE number = ?', number);
  }

  blockByHash(hash: Hex): StoredBlock | undefined {
    return this.#block('WHERE hash = ?', bytesOf(hash, 'hash', 32));
  }

  #block(which: string, ...bindings: (number | Uint8Array)[]): StoredBlock | undefined {
    const [row] = this.#sql.all(`SELECT hash, header FROM blocks ${which}`, ...bindings);
    return row && { hash: hexOf(blob(row['hash'])), header: decodeHeader(blob(row['header'])) };
  }

  transactionByHash(hash: Hex): StoredTransaction | undefined {
    return this.#transactions('WHERE hash = ?', bytesOf(hash, 'hash', 32))[0];
  }

  /** The waiting transaction with this nonce. */
  waitingAt(sender: Hex, nonce: bigint): StoredTransaction | undefined {
    return this.#transactions(
      'WHERE block IS NULL AND sender = ? AND nonce = ?',
      bytesOf(sender, 'sender'),
      Number(nonce),
    )[0];
  }

  /** The transactions of a block, in order. */
  transactionsOf(block: number): StoredTransaction[] {
    return this.#transactions('WHERE block = ? ORDER BY position', block);
  }

  #transactions(which: string, ...bindings: (number | Uint8Array)[]): StoredTransaction[] {
    const columns = 'hash, sender, raw, block, position, gas';
    return this.#sql.all(`SELECT ${columns} FROM transactions ${which}`, ...bindings).map((row) => ({
      hash: hexOf(blob(row['hash'])),
      sender: hexOf(blob(row['sender'])),
      raw: blob(row['raw']),
      mined:
        row['block'] === null
          ? undefined
          : {
              block: Number(row['block']),
              index: Number(row['position']),
              cumulativeGas: BigInt(Number(row['gas'])),
            },
    }));
  }

  /** The hashes of a block's transactions, in order, and their total size in bytes. */
  hashesOf(block: number): { hashes: Hex[]; bytes: number } {
    const rows = this.#sql.all(
      'SELECT hash, length(raw) AS bytes FROM transactions WHERE block = ? ORDER BY position',
      block,
    );
    return {
      hashes: rows.map((row) => hexOf(blob(row['hash']))),
      bytes: rows.reduce((sum, row) => sum + Number(row['bytes']), 0),
    };
  }

  nonceOf(address: Hex): bigint {
    const [row] = this.#sql.all('SELECT nonce FROM accounts WHERE address = ?', bytesOf(address, 'address', 20));
    return BigInt(Number(row?.['nonce'] ?? 0));
  }

  nonces(): Map<Hex, bigint> {
    const rows = this.#sql.all('SELECT address, nonce FROM accounts');
    return new Map(rows.map((row) => [hexOf(blob(row['address'])), BigInt(Number(row['nonce']))]));
  }

  /** The next nonce of a sender after all executable transactions. */
  nonceAfterWaiting(sender: Hex): bigint {
    return this.nonceOf(sender) + BigInt(this.#run(sender).length);
  }

  /** Waiting transactions that can be executed in this order, at most `limit` of them. */
  executable(limit: number): Executable[] {
    const senders = this.#sql.all('SELECT DISTINCT sender FROM transactions WHERE block IS NULL');
    const found: Executable[] = [];
    for (const row of senders) found.push(...this.#run(hexOf(blob(row['sender'])), limit - found.length));
    return found;
  }

  /** The waiting transactions of one sender whose nonces follow the nonce of its account without a gap. */
  #run(sender: Hex, limit = -1): Executable[] {
    const first = Number(this.nonceOf(sender));
    const rows = this.#sql.all(
      `SELECT hash, nonce, raw FROM transactions WHERE block IS NULL AND sender = ? AND nonce >= ?
        ORDER BY nonce LIMIT ?`,
      bytesOf(sender, 'sender'),
      first,
      limit,
    );
    const gap = rows.findIndex((row, i) => row['nonce'] !== first + i);
    return rows
      .slice(0, gap < 0 ? rows.length : gap)
      .map((row) => ({ hash: blob(row['hash']), sender, raw: blob(row['raw']) }));
  }

  addWaiting({ hash, sender, raw }: Executable, nonce: bigint): void {
    this.#sql.all(
      'INSERT INTO transactions (hash, sender, nonce, raw) VALUES (?, ?, ?, ?)',
      hash,
      bytesOf(sender, 'sender'),
      Number(nonce),
      raw,
    );
  }

  addGenesis(header: Header, hash: Hex): void {
    this.#addBlock(header, bytesOf(hash, 'hash'));
  }

  addBlock({ header, hash, transactions, nonces }: Sealed): void {
    const number = Number(header.number);
    this.#addBlock(header, hash);
    transactions.forEach((one, position) =>
      this.#sql.all(
        'UPDATE transactions SET block = ?, position = ?, gas = ? WHERE hash = ?',
        number,
        position,
        Number(one.cumulativeGas),
        one.hash,
      ),
    );
    for (const address of new Set(transactions.map(({ sender }) => sender)))
      this.#sql.all(
        `INSERT INTO accounts (address, nonce) VALUES (?, ?)
          ON CONFLICT (address) DO UPDATE SET nonce = excluded.nonce`,
        bytesOf(address, 'address'),
        Number(nonces.get(address)),
      );
  }

  /** Adds the blocks of a rotation. */
  addRotation({ blocks, record }: Rotation): void {
    for (const header of blocks) this.#addBlock(header, bytesOf(headerHash(header), 'hash'));
    this.#sql.all('INSERT INTO rotations (block) VALUES (?)', Number(record.number));
  }

  /** The headers that record the rotations before a block (default: all), in order. */
  rotations(before = Number.MAX_SAFE_INTEGER): Header[] {
    const query = 'SELECT header FROM rotations JOIN blocks ON number = block WHERE block < ? ORDER BY block';
    return this.#sql.all(query, before).map((row) => decodeHeader(blob(row['header'])));
  }

  #addBlock(header: Header, hash: Uint8Array): void {
    this.#sql.all(
      'INSERT INTO blocks (number, hash, header) VALUES (?, ?, ?)',
      Number(header.number),
      hash,
      encodeHeader(header),
    );
  }
}

function blob(value: SqlValue | undefined): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError('a column of the chain must be a blob');
}
