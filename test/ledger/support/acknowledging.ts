import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { AssetSequencer } from '../../../src/ledger/append/asset-sequencer.ts';
import type { DatabaseState } from '../../../src/platform/database/state.ts';
import { Database, type Acknowledge } from '../../../src/platform/database/database.ts';
import type { Fault, LocalD1 } from './d1.ts';
import { Ledger, newCaller, type Caller } from './ledger.ts';
import { Writer, WriterStorage } from './writer.ts';

type Copy = Awaited<ReturnType<LocalD1['copy']>>;

/** A database whose writers, one after the other, share a storage. */
export class Acknowledging {
  readonly storage = new WriterStorage();
  readonly #d1: LocalD1;

  constructor(d1: LocalD1) {
    this.#d1 = d1;
  }

  /** The state of the database. */
  async state(): Promise<DatabaseState> {
    const [rows] = await this.#d1.rows(['SELECT counter, tag, writer_tag AS writerTag, epoch FROM database_state']);
    return rows![0] as DatabaseState;
  }

  /** Stores audited changes that are not acknowledged, as before a crash. */
  async audit(tenant: string, changes: number): Promise<void> {
    const row = `INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash,
    after_hash, request_id)
      VALUES (?, ?, 1, 'i', 's', 'o', 'r', '', '', 'q')`;
    await this.#d1.rows(
      ...Array.from({ length: changes }, (): [string, ...unknown[]] => [row, crypto.randomUUID(), tenant]),
    );
  }

  /** A new writer, as after an eviction of the object. */
  newWriter(fault?: Fault): Writer {
    return new Writer(this.#d1.d1(fault), this.storage.open());
  }

  /** A ledger of two events with a running writer, a copy of the database, two later events, and a copy with them. */
  async aged(): Promise<{ ledger: Ledger; sequencer: AssetSequencer; writer: Writer; earlier: Copy; now: Copy }> {
    const writer = this.newWriter();
    const ledger = new Ledger(this.#d1, await newCaller(this.#d1));
    ledger.storage = this.storage;
    const sequencer = ledger.sequencerOf(writer);
    await ledger.succeed(sequencer, ledger.creation(), ledger.append());
    const earlier = await this.#d1.copy();
    await ledger.succeed(sequencer, ledger.append({}, { key: 'k' }));
    await ledger.succeed(sequencer, ledger.append());
    return { ledger, sequencer, writer, earlier, now: await this.#d1.copy() };
  }
}

/** Makes an audited change: removes an administrator. */
export async function revoke(d1: LocalD1, caller: Caller, acknowledge: Acknowledge): Promise<void> {
  const db = new Database(d1.d1(), 'primary', undefined, acknowledge);
  await db.commitAudited([
    db.sql(sql`DELETE FROM administrators WHERE tenant = ${caller.tenant} AND subject = ${caller.subject}`),
    db.sql(sql`INSERT INTO audit_log
      (id, tenant, at_us, issuer, subject, operation, resource, before_hash, after_hash, request_id)
      VALUES (${crypto.randomUUID()}, ${caller.tenant}, 1, 'i', 's', 'o', 'r', '', '', 'q')`),
  ]);
}

/** The alarms in the log, which a spy on `console.log` has recorded. */
export const alarms = (): any[] =>
  vi
    .mocked(console.log)
    .mock.calls.map(([line]) => JSON.parse(String(line)))
    .filter(({ level }) => level === 'alarm');
