import { DurableObject } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { isBus, parseBusConnection } from '../azure/connection.ts';
import { configOf, type Config, type Env } from '../config.ts';
import { describe } from '../core/describe.ts';
import { ServiceError } from '../core/errors.ts';
import { log } from '../core/log.ts';
import { RemoteFailure } from '../core/remote.ts';
import { formatSeconds, nowMicros } from '../core/time.ts';
import { Database } from '../store/database.ts';
import { BusQueue, type Locked } from './bus.ts';
import { sourcePurpose } from './handle.ts';
import { deviceMemory } from './memory.ts';
import { recordMessages, type Round } from './round.ts';
import type { BusSource as Row } from './tables.ts';

/** Seconds that a receive waits for the next message, and messages that are received at once while there are some. */
const WAIT = 5;
const AT_ONCE = 32;
/** Milliseconds for which one alarm goes on. */
const TURN = 20_000;
/** Milliseconds to the next look: at an empty queue, and after the first failure; further ones wait longer. */
const IDLE = 500;
const PAUSE = 2000;
const LONGEST = 300_000;
/** Messages that wait at once while others go on; then all do. */
const WAITING = 500;
/** What becomes of an empty queue. */
const NOTHING: Round = { done: 0, refused: 0, waiting: [], error: undefined };
/** Characters of a status. */
const STATUS = 128;

/**
 * Drains one queue: receives messages under locks, records what they say, and completes each only when the ledger
 * has it. What is received twice is recorded once. The alarm keeps it going. A message that fails comes again, later
 * each time, while others go on; where nothing goes on, the source pauses, longer each time. Either is shown in the
 * source's status.
 */
export class BusSource extends DurableObject<Env> {
  #stopped = false;
  /** Rounds in a row in which nothing went on. */
  #failures = 0;
  #shown = '';
  #last: string | undefined;
  #queue: BusQueue | undefined;
  /** Messages that wait, under their locks, and when they are given back. */
  #waiting: { message: Locked; at: number; reason: string }[] = [];

  /** Begins, or goes on; doing it again changes nothing, nor does it after the end. */
  async start(id: string): Promise<void> {
    await this.ctx.storage.put('id', id);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
  }

  /** Ends: what is being received now is the last. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    // Whoever drains the queue next need not wait for the locks; whoever ends the source need not wait for the bus.
    this.ctx.waitUntil(this.#giveBack(Infinity));
  }

  override async alarm(): Promise<void> {
    const id = await this.ctx.storage.get<string>('id');
    if (!id) return;
    let delay = IDLE;
    try {
      const row = await this.#row(id);
      if (!row) return await this.stop();
      await this.#drain(row, configOf(this.env));
    } catch (error) {
      delay = Math.min(LONGEST, PAUSE * 2 ** this.#failures++);
      await this.#failed(id, error);
    }
    if (!this.#stopped) await this.ctx.storage.setAlarm(Date.now() + delay);
  }

  async #row(id: string): Promise<Row | undefined> {
    const db = new Database(this.env.DB);
    const [[row]] = await db.batch([
      db.sql<Row>(sql`SELECT id, tenant, queue_name AS queueName, secret, issuer, subject, status FROM bus_sources
        WHERE id = ${id} AND deleted_us IS NULL`),
    ]);
    return row;
  }

  /** Goes on while there are messages, for one turn. Throws where the bus fails, or nothing goes on. */
  async #drain(row: Row, config: Config): Promise<void> {
    const connection = parseBusConnection((await config.keys.open(sourcePurpose(row.id), row.secret)) ?? '');
    if (!connection || !isBus(connection, config.azureHosts))
      throw new RemoteFailure('the connection can no more be used');
    const queue = (this.#queue = new BusQueue(connection, config, row.queueName));
    const recorder = {
      env: this.env,
      config,
      by: row,
      memory: deviceMemory(this.ctx.storage.sql),
      queue,
      stopped: () => this.#stopped,
    };
    this.#last ??= /last message [^;]+/.exec(row.status)?.[0];
    const until = Date.now() + TURN;
    while (!this.#stopped && Date.now() < until) {
      await this.#giveBack(Date.now());
      const first = await queue.receive(WAIT);
      if (!first) return await this.#went(row.id, NOTHING);
      const others = await Promise.allSettled(Array.from({ length: AT_ONCE - 1 }, () => queue.receive(0)));
      const more = others.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
      const messages = [first, ...more];
      if (this.#stopped) return void (await Promise.allSettled(messages.map((message) => queue.abandon(message))));
      await this.#went(row.id, await recordMessages(recorder, messages));
    }
  }

  /** Takes note of a round, and says how it stands. Throws where nothing went on. */
  async #went(id: string, { done, refused, waiting, error }: Round): Promise<void> {
    for (const { message, error: why } of waiting) {
      const at = Date.now() + Math.min(LONGEST, PAUSE * 2 ** (message.deliveries - 1));
      this.#waiting.push({ message, at, reason: inWords(why) });
    }
    if (this.#stopped) return await this.#giveBack(Infinity);
    const unrecorded = await this.#refused(refused);
    if (error !== undefined && (done === 0 || this.#waiting.length > WAITING)) throw error;
    this.#failures = 0;
    if (done > 0) this.#last = `last message ${formatSeconds(nowMicros())}`;
    const parts = [
      'Connected',
      ...(this.#last === undefined ? [] : [this.#last]),
      ...(unrecorded > 0 ? [`${unrecorded} not recorded`] : []),
      ...(this.#waiting.length > 0 ? [`${this.#waiting.length} wait: ${this.#waiting[0]!.reason}`] : []),
    ];
    await this.#show(id, parts.join('; '));
  }

  /** Gives back messages whose time has come; the bus hands them out again. */
  async #giveBack(now: number): Promise<void> {
    const due = this.#waiting.filter(({ at }) => at <= now);
    this.#waiting = this.#waiting.filter(({ at }) => at > now);
    await Promise.allSettled(due.map(({ message }) => this.#queue?.abandon(message)));
  }

  /** How many messages, or parts of them, were refused for good, since ever. */
  async #refused(more: number): Promise<number> {
    const before = (await this.ctx.storage.get<number>('refused')) ?? 0;
    if (more > 0) await this.ctx.storage.put('refused', before + more);
    return before + more;
  }

  async #failed(id: string, error: unknown): Promise<void> {
    log('warn', 'a bus source met a failure', { source: id, error: describe(error) });
    const what = error instanceof RemoteFailure ? 'Not connected' : 'Held up';
    await this.#show(id, `${what}: ${inWords(error)}`).catch(() => undefined);
  }

  async #show(id: string, status: string): Promise<void> {
    if (status === this.#shown) return;
    const db = new Database(this.env.DB);
    await db.batch([
      db.sql(sql`UPDATE bus_sources SET status = ${status.slice(0, STATUS)} WHERE id = ${id} AND deleted_us IS NULL`),
    ]);
    this.#shown = status;
  }
}

const inWords = (error: unknown): string =>
  error instanceof RemoteFailure || error instanceof ServiceError ? error.message : 'internal error';
