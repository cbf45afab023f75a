import { DurableObject } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { isBus, parseBusConnection } from './azure/connection.ts';
import { configOf, type Config, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { RemoteFailure } from '../../lib/remote.ts';
import { formatSeconds, nowMicros } from '../../lib/time.ts';
import { envOfObject } from '../../platform/cells/cells.ts';
import { openDatabase } from '../../platform/database/open-database.ts';
import { BusQueue, type LockedMessage } from './bus.ts';
import { sourcePurpose } from './handle.ts';
import { lastChanges } from './last-changes.ts';
import { recordMessages, type Round } from './round.ts';
import type { BusSourceRow as Row } from './tables.ts';

/** The seconds for which a receive waits for a message, and the maximum number of messages per round. */
const WAIT = 5;
const AT_ONCE = 32;
/** The maximum duration of one alarm in milliseconds. */
const ALARM_MS = 20_000;
/** Milliseconds until the next alarm: for an empty queue, and the first and maximum backoff after failures. */
const IDLE = 500;
const PAUSE = 2000;
const LONGEST = 300_000;
/** The maximum number of waiting messages. With more, the source pauses. */
const WAITING = 500;
/** The result of a round without messages. */
const EMPTY: Round = { done: 0, refused: 0, waiting: [], error: undefined };
/** The maximum length of a status. */
const STATUS = 128;

/**
 * Receives the messages of one queue with locks, records them, and completes each one only after the ledger has
 * committed it. Redelivered messages are deduplicated. The alarm drives the loop. A message that fails is redelivered
 * with a backoff while others are recorded. If no message succeeds, the source pauses with a backoff. The status of the
 * source shows both.
 */
export class BusSource extends DurableObject<Env> {
  #stopped = false;
  /** Failed alarms in a row. */
  #failures = 0;
  #shown = '';
  #last: string | undefined;
  #queue: BusQueue | undefined;
  /** Waiting messages, which are still locked, and the times at which they are abandoned for redelivery. */
  #waiting: { message: LockedMessage; at: number; reason: string }[] = [];

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, envOfObject(env, ctx));
  }

  /** Starts or resumes receiving. Idempotent. Has no effect on a deleted source. */
  async start(id: string): Promise<void> {
    await this.ctx.storage.put('id', id);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
  }

  /** Stops receiving. A receive in progress is the last one. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    // Abandoning lets the next receiver get the messages before their locks expire. The caller does not wait for it.
    this.ctx.waitUntil(this.#abandonDue(Infinity));
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
    const db = openDatabase(this.env);
    const [[row]] = await db.batch([
      db.sql<Row>(sql`SELECT id, tenant, queue_name AS queueName, secret, issuer, subject, status FROM bus_sources
        WHERE id = ${id} AND deleted_us IS NULL`),
    ]);
    return row;
  }

  /** Records messages for up to ALARM_MS while there are any. Throws where the bus fails or no message succeeds. */
  async #drain(row: Row, config: Config): Promise<void> {
    const connection = parseBusConnection((await config.keys.open(sourcePurpose(row.id), row.secret)) ?? '');
    if (!connection || !isBus(connection, config.azureHosts))
      throw new RemoteFailure('the connection string is no longer accepted');
    const queue = (this.#queue = new BusQueue(connection, config, row.queueName));
    const recorder = {
      env: this.env,
      config,
      by: row,
      changes: lastChanges(this.ctx.storage.sql),
      queue,
      stopped: () => this.#stopped,
    };
    this.#last ??= /last message [^;]+/.exec(row.status)?.[0];
    const until = Date.now() + ALARM_MS;
    while (!this.#stopped && Date.now() < until) {
      await this.#abandonDue(Date.now());
      const first = await queue.receive(WAIT);
      if (!first) return await this.#finishRound(row.id, EMPTY);
      const others = await Promise.allSettled(Array.from({ length: AT_ONCE - 1 }, () => queue.receive(0)));
      const more = others.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []));
      const messages = [first, ...more];
      if (this.#stopped) return void (await Promise.allSettled(messages.map((message) => queue.abandon(message))));
      await this.#finishRound(row.id, await recordMessages(recorder, messages));
    }
  }

  /** Stores the result of a round and updates the status. Throws where no message succeeded. */
  async #finishRound(id: string, { done, refused, waiting, error }: Round): Promise<void> {
    for (const { message, error: why } of waiting) {
      const at = Date.now() + Math.min(LONGEST, PAUSE * 2 ** (message.deliveries - 1));
      this.#waiting.push({ message, at, reason: textOf(why) });
    }
    if (this.#stopped) return await this.#abandonDue(Infinity);
    const rejected = await this.#countRejected(refused);
    if (error !== undefined && (done === 0 || this.#waiting.length > WAITING)) throw error;
    this.#failures = 0;
    if (done > 0) this.#last = `last message ${formatSeconds(nowMicros())}`;
    const parts = [
      'Connected',
      ...(this.#last === undefined ? [] : [this.#last]),
      ...(rejected > 0 ? [`${rejected} not recorded`] : []),
      ...(this.#waiting.length > 0 ? [`${this.#waiting.length} waiting: ${this.#waiting[0]!.reason}`] : []),
    ];
    await this.#show(id, parts.join('; '));
  }

  /** Abandons the waiting messages that are due, so that the bus delivers them again. */
  async #abandonDue(now: number): Promise<void> {
    const due = this.#waiting.filter(({ at }) => at <= now);
    this.#waiting = this.#waiting.filter(({ at }) => at > now);
    await Promise.allSettled(due.map(({ message }) => this.#queue?.abandon(message)));
  }

  /** Adds to the total of permanently rejected messages and parts of messages, and returns it. */
  async #countRejected(more: number): Promise<number> {
    const before = (await this.ctx.storage.get<number>('refused')) ?? 0;
    if (more > 0) await this.ctx.storage.put('refused', before + more);
    return before + more;
  }

  async #failed(id: string, error: unknown): Promise<void> {
    log('warn', 'a bus source failed', { source: id, error: describe(error) });
    const what = error instanceof RemoteFailure ? 'Not connected' : 'Paused';
    await this.#show(id, `${what}: ${textOf(error)}`).catch(() => undefined);
  }

  async #show(id: string, status: string): Promise<void> {
    if (status === this.#shown) return;
    const db = openDatabase(this.env);
    await db.batch([
      db.sql(sql`UPDATE bus_sources SET status = ${status.slice(0, STATUS)} WHERE id = ${id} AND deleted_us IS NULL`),
    ]);
    this.#shown = status;
  }
}

const textOf = (error: unknown): string =>
  error instanceof RemoteFailure || error instanceof ServiceError ? error.message : 'internal error';
