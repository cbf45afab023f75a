import { DurableObject } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { isBus, parseBusConnection } from '../azure/connection.ts';
import { changesIn } from '../azure/messages.ts';
import { configOf, type Config, type Env } from '../config.ts';
import { describe } from '../core/describe.ts';
import { ServiceError } from '../core/errors.ts';
import { log } from '../core/log.ts';
import { formatSeconds, nowMicros } from '../core/time.ts';
import { Database } from '../store/database.ts';
import { applyChange, type DeviceMemory } from './apply.ts';
import { BusQueue, type Locked } from './bus.ts';
import { sourcePurpose } from './handle.ts';
import { RemoteFailure } from './remote.ts';
import type { BusSource as Row } from './tables.ts';

/** Seconds that a receive waits for the next message, and messages that are received at once while there are some. */
const WAIT = 5;
const AT_ONCE = 16;
/** Milliseconds for which one alarm goes on. */
const TURN = 20_000;
/** Milliseconds to the next look: at an empty queue, and after the first failure; further ones wait longer. */
const IDLE = 500;
const PAUSE = 2000;
const LONGEST = 300_000;
/** Characters of a status. */
const STATUS = 128;

/**
 * Drains one queue: receives messages under locks, records what they say, and completes each only when the ledger
 * has it. What is received twice is recorded once. The alarm keeps it going; whatever fails is shown in the
 * source's status and tried again, later each time.
 */
export class BusSource extends DurableObject<Env> {
  #stopped = false;
  #failures = 0;
  #shown = '';

  /** Begins, or goes on; doing it again changes nothing. */
  async start(id: string): Promise<void> {
    this.#stopped = false;
    await this.ctx.storage.put('id', id);
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now());
  }

  /** Ends: what is being received now is the last. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  override async alarm(): Promise<void> {
    const id = await this.ctx.storage.get<string>('id');
    if (!id) return;
    let delay = IDLE;
    try {
      const row = await this.#row(id);
      if (!row) return await this.stop();
      const config = configOf(this.env);
      await this.#drain(row, config);
      this.#failures = 0;
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

  async #drain(row: Row, config: Config): Promise<void> {
    const connection = parseBusConnection((await config.keys.open(sourcePurpose(row.id), row.secret)) ?? '');
    if (!connection || !isBus(connection, config.azureHosts))
      throw new RemoteFailure('the connection can no more be used');
    const queue = new BusQueue(connection, config.azureHosts, row.queueName);
    const until = Date.now() + TURN;
    while (!this.#stopped && Date.now() < until) {
      const first = await queue.receive(WAIT);
      if (this.#shown === '') await this.#show(row.id, 'Connected');
      if (!first) return;
      const others = await Promise.allSettled(Array.from({ length: AT_ONCE - 1 }, () => queue.receive(0)));
      const messages = [
        first,
        ...others.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : [])),
      ];
      if (this.#stopped) {
        // Whoever drains the queue next need not wait for their locks.
        await Promise.allSettled(messages.map((message) => queue.abandon(message)));
        return;
      }
      await this.#record(row, config, queue, messages);
      await this.#show(row.id, `Connected; last message ${formatSeconds(nowMicros())}`);
    }
  }

  /** Records messages: those of one device one after another, of several at once. */
  async #record(row: Row, config: Config, queue: BusQueue, messages: readonly Locked[]): Promise<void> {
    const chains = new Map<string, Promise<void>>();
    const memory = this.#memory();
    const failures: unknown[] = [];
    for (const message of messages) {
      const changes = changesIn(message);
      if (!changes) this.#unreadable(row, message);
      const devices = [...new Set((changes ?? []).map(({ hub, device }) => `${hub} ${device}`))];
      const before = Promise.all(devices.map((device) => chains.get(device)));
      const done = before.then(async () => {
        try {
          for (const [i, change] of (changes ?? []).entries())
            await applyChange(this.env, config, row, memory, change, `${message.id} ${i}`);
          await queue.complete(message);
        } catch (error) {
          failures.push(error);
          await queue.abandon(message).catch(() => undefined);
        }
      });
      for (const device of devices.length > 0 ? devices : [message.path]) chains.set(device, done);
    }
    await Promise.all(chains.values());
    if (failures.length > 0) throw failures[0];
  }

  /** A message that cannot be read never blocks the queue: it is noted, and done with. */
  #unreadable(row: Row, message: Locked): void {
    log('warn', 'a message of a bus source could not be read', {
      source: row.id,
      tenant: row.tenant,
      messageId: message.id,
    });
  }

  #memory(): DeviceMemory {
    const { sql: storage } = this.ctx.storage;
    storage.exec(
      'CREATE TABLE IF NOT EXISTS orders (asset TEXT, name TEXT, value TEXT NOT NULL, PRIMARY KEY (asset, name)) WITHOUT ROWID',
    );
    return {
      order(asset, name) {
        const [row] = storage.exec('SELECT value FROM orders WHERE asset = ? AND name = ?', asset, name).toArray();
        return row ? String(row['value']) : '';
      },
      setOrder(asset, name, order) {
        storage.exec(
          'INSERT INTO orders (asset, name, value) VALUES (?, ?, ?) ON CONFLICT (asset, name) DO UPDATE SET value = excluded.value',
          asset,
          name,
          order,
        );
      },
      forget(asset) {
        storage.exec('DELETE FROM orders WHERE asset = ?', asset);
      },
    };
  }

  async #failed(id: string, error: unknown): Promise<void> {
    log('warn', 'a bus source met a failure', { source: id, error: describe(error) });
    const known = error instanceof RemoteFailure || error instanceof ServiceError;
    await this.#show(id, `Not connected: ${known ? error.message : 'internal error'}`).catch(() => undefined);
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
