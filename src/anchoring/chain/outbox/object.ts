import { DurableObject } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { configOf, type Env } from '../../../settings/config.ts';
import { ALARMS, raise } from '../../../platform/alarms.ts';
import { describe } from '../../../lib/describe.ts';
import { log } from '../../../platform/log.ts';
import { forEachCell } from '../../../platform/cells/cells.ts';
import { openDatabase } from '../../../platform/database/open-database.ts';
import { chainOf } from '../index.ts';
import { WrongChain } from './chain-node.ts';
import { Outbox, type Intent } from './outbox.ts';
import type { FinalTransaction } from './report.ts';
import { OutboxStore, type OutboxBacklog, type Outgoing, type Reported } from './store.ts';

/** Milliseconds until a failed tick is retried: the first backoff, and the maximum. */
const RETRY = { first: 2000, most: 30_000 };
/** Reports per comparison with the database, and comparisons per call. With proofs, one must fit a parameter of D1. */
const COMPARED = { reports: 100, times: 5 };

const BACKLOG_COUNTED = 10_001;

/**
 * The outbox of one signer on one chain. It is one object, so that it is the only one that assigns nonces. It writes
 * final transactions to `chain_transactions` and then calls `recordFinal`.
 */
export abstract class OutboxObject extends DurableObject<Env> {
  #outbox: Outbox | undefined;
  #store: OutboxStore | undefined;
  /** Failed ticks in a row. */
  #failed = 0;

  /** Stores intents durably. Idempotent: known intents are not changed. */
  async submit(items: Intent[]): Promise<void> {
    this.#opened().submit(items);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
  }

  /**
   * Compares the reports with the database, which may have been restored to an earlier state, and reports again what
   * the database lacks. Each call checks the newest reports and the next part of the others. Throws ChainUnreachable.
   */
  async reportLacking(): Promise<void> {
    const newest = this.store.reportedBefore(Number.MAX_SAFE_INTEGER, COMPARED.reports);
    const behind = newest.at(-1)?.n ?? 0;
    const before = this.store.fact('compared');
    let from = before === undefined ? behind : Number(before);
    if (await this.#reportAgain(newest)) from = behind;
    for (let i = 1, again = true; again && i < COMPARED.times; i++) {
      const some = this.store.reportedBefore(from, COMPARED.reports);
      again = await this.#reportAgain(some);
      // After the oldest report, the next call starts again behind the newest reports.
      from = some.at(-1)?.n ?? behind;
    }
    if (String(from) !== before) this.store.setFact('compared', String(from));
  }

  /** Reports those transactions again that the database lacks. Returns whether any was reported. */
  async #reportAgain(reported: readonly Reported[]): Promise<boolean> {
    if (reported.length === 0) return false;
    const db = openDatabase(this.env);
    const intents = JSON.stringify(reported.map(({ intent }) => intent));
    const [rows] = await db.batch([
      db.sql<{ intent: string }>(sql`SELECT value AS intent FROM json_each(${intents})
        WHERE NOT EXISTS (SELECT 1 FROM chain_transactions c WHERE c.intent = value)`),
    ]);
    if (rows.length === 0) return false;
    const lacking = new Set(rows.map(({ intent }) => intent));
    const found = await this.#opened().reportAgain(reported.filter(({ intent }) => lacking.has(intent)));
    log('warn', 'the database lacks final transactions: they are recorded again', {
      lacking: lacking.size,
      recorded: found,
    });
    return found > 0;
  }

  /** What waits for the chain. */
  async backlog(): Promise<OutboxBacklog> {
    const count = (state: Outgoing['state']): number => this.store.count(state, BACKLOG_COUNTED);
    const [oldest] = this.store.inState('sent', 1);
    return {
      waiting: count('waiting'),
      sent: count('sent'),
      mined: count('mined'),
      sentAt: oldest?.sentAt,
      failures: this.#failed,
    };
  }

  /**
   * Called after final transactions were recorded, to write them to the records that they anchor. A sweep retries it.
   */
  protected abstract recordFinal(intents: string[]): Promise<void>;

  override async alarm(): Promise<void> {
    let delay: number | undefined;
    try {
      delay = await this.#opened().tick(Date.now());
      this.#failed = 0;
    } catch (error) {
      const fields = { error: describe(error) };
      if (error instanceof WrongChain) raise('chain-wrong', fields);
      else log('warn', ALARMS['chain-wrong'], fields);
      delay = Math.min(RETRY.first * 2 ** this.#failed, RETRY.most);
      this.#failed += 1;
    }
    if (delay !== undefined) await this.ctx.storage.setAlarm(Date.now() + delay);
  }

  protected get store(): OutboxStore {
    return (this.#store ??= new OutboxStore(this.ctx.storage.sql));
  }

  #opened(): Outbox {
    if (!this.#outbox) {
      const { transport, signer, settings } = chainOf(this.env, configOf(this.env));
      this.#outbox = new Outbox(this.store, transport, signer, settings, (finals) => this.#record(finals));
    }
    return this.#outbox;
  }

  async #record(finals: FinalTransaction[]): Promise<void> {
    const rows = JSON.stringify(
      finals.map((t) => [
        t.intent,
        t.hash,
        t.raw,
        t.blockNumber,
        t.blockHash,
        t.transactionIndex,
        t.blockUs,
        t.header,
        JSON.stringify(t.proof),
        t.finality,
      ]),
    );
    await forEachCell(this.env, async (cell) => {
      const db = openDatabase(cell);
      await db.batch([
        db.sql(sql`INSERT INTO chain_transactions (intent, hash, raw, block_number, block_hash, transaction_index,
          block_us, header, proof, finality)
          SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
            value ->> 8, value ->> 9
          FROM json_each(${rows}) WHERE 1 ON CONFLICT DO NOTHING`),
      ]);
    });
    try {
      await this.recordFinal(finals.map(({ intent }) => intent));
    } catch (error) {
      log('warn', 'final transactions could not be written to their events; the sweep will retry', {
        error: describe(error),
      });
    }
  }
}
