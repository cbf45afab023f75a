import { sql, type SQL } from 'drizzle-orm';
import { canonicalJson, sha256Hex } from '../../lib/digest.ts';
import { derivedUuid } from '../../lib/identifiers.ts';
import { nowMicros, type Micros } from '../../lib/time.ts';
import { assert } from '../../platform/database/conditions.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import type { Position } from '../../transparency/feed/position.ts';
import type { WebhookRow, WebhookAttemptRow } from './tables.ts';

/** Attempts that the log of a webhook keeps. */
export const KEPT_ATTEMPTS = 1000;
/**
 * A success after a pause of this length shows that the receiver is back: what waits for a later attempt is sent now.
 */
const BACK_AFTER: Micros = 300_000_000;

export type WebhookState = Pick<
  WebhookRow,
  | 'id'
  | 'tenant'
  | 'url'
  | 'application'
  | 'secret'
  | 'previousSecret'
  | 'previousUntilUs'
  | 'log'
  | 'position'
  | 'noticed'
  | 'succeededUs'
  | 'revision'
> & { enabled: number; filters: string; types: string };

/** A delivery that is due. */
export type Delivery = {
  number: number;
  id: string;
  event: number | null;
  identity: string;
  attempts: number;
  firstUs: Micros | null;
};

/**
 * An event that is to be delivered: the index of its entry in the log, the id of the delivery, the identity of the
 * event.
 */
export type DeliveryEntry = [index: number, id: string, identity: string];

/** The result of an attempt, for the log of deliveries. */
export type AttemptResult = Pick<WebhookAttemptRow, 'atUs' | 'durationMs' | 'status' | 'error' | 'outcome'> & {
  nextUs: Micros | null;
};

/** A random UUID, for statements that insert several rows. */
const UUID =
  sql.raw(`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
  || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`);

/**
 * Inserts an entry of the audit log for each webhook that is enabled and meets a condition. Put it before the statement
 * that disables them. The principal is the service. The hashes are those of `enabled` and `disabled_reason`.
 */
export function disablingEntries(db: Database, which: SQL, reason: string): RawStatement<unknown> {
  const hash = (state: object): string => sha256Hex(canonicalJson(state));
  return db.sql(sql`INSERT INTO audit_log (id, tenant, at_us, issuer, subject, operation, resource, before_hash,
    after_hash, request_id)
    SELECT ${UUID}, tenant, ${nowMicros()}, 'service', 'service', 'disableWebhook', 'webhooks/' || id,
      ${hash({ enabled: true, disabled_reason: '' })}, ${hash({ enabled: false, disabled_reason: reason })}, ''
    FROM webhooks WHERE enabled = 1 AND ${which} ORDER BY id`);
}

/** The rows of one webhook. All changes of a call are one transaction. */
export class WebhookRows {
  readonly #db: Database;
  readonly #id: string;

  constructor(db: Database, id: string) {
    this.#db = db;
    this.#id = id;
  }

  /**
   * The webhook and its next `limit` deliveries without those of `except`; of a webhook that is not enabled only tests.
   * `due` are those whose time has come, `nextUs` is the time of the next one. Undefined: it was deleted.
   */
  async load(
    limit: number,
    except: readonly number[],
  ): Promise<{ webhook: WebhookState; due: Delivery[]; nextUs: Micros | undefined } | undefined> {
    const others = sql`number NOT IN (SELECT value FROM json_each(${JSON.stringify(except)}))`;
    const isActive = sql`(event IS NULL OR (SELECT enabled FROM webhooks WHERE id = ${this.#id}) = 1)`;
    const [[webhook], rows] = await this.#db.batch([
      this.#db.sql<WebhookState>(sql`SELECT id, tenant, url, filters, types, noticed, enabled, application, secret,
          previous_secret
          AS previousSecret,
        previous_until_us AS previousUntilUs, log, position, succeeded_us AS succeededUs, revision FROM webhooks
          WHERE id = ${this.#id}`),
      this.#db.sql<
        Delivery & { dueUs: Micros }
      >(sql`SELECT number, id, event, identity, attempts, first_us AS firstUs, due_us AS dueUs
        FROM webhook_deliveries WHERE webhook = ${this.#id} AND ${isActive} AND ${others}
          ORDER BY due_us, number LIMIT ${limit}`),
    ]);
    if (!webhook) return undefined;
    const now = nowMicros();
    return {
      webhook,
      due: rows.filter(({ dueUs }) => dueUs <= now),
      nextUs: rows.find(({ dueUs }) => dueUs > now)?.dueUs,
    };
  }

  /** The number of deliveries that wait, counted up to `most`. */
  async waiting(most: number): Promise<number> {
    const [[row]] = await this.#db.batch([
      this.#db.sql<{ n: number }>(
        sql`SELECT count(*) AS n FROM (SELECT 1 FROM webhook_deliveries WHERE webhook = ${this.#id} LIMIT ${most})`,
      ),
    ]);
    return row!.n;
  }

  /**
   * Creates deliveries and moves the cursor from that of `webhook` to `next` in one transaction, so each event gets one
   * delivery. Throws `unchanged` if the webhook or its cursor has changed since it was read.
   */
  async advance(webhook: WebhookState, next: Position, created: readonly DeliveryEntry[]): Promise<void> {
    const isSame = sql`id = ${this.#id} AND enabled = 1 AND revision = ${webhook.revision} AND log = ${webhook.log}
      AND position = ${webhook.position}`;
    const list = JSON.stringify(created);
    await this.#db.batch([
      assert(this.#db, 'unchanged', sql`EXISTS (SELECT 1 FROM webhooks WHERE ${isSame})`),
      this.#db.sql(sql`INSERT INTO webhook_deliveries (id, webhook, tenant, event, identity, due_us)
        SELECT made.value ->> 1, ${this.#id}, ${webhook.tenant}, leaf.event, made.value ->> 2, ${nowMicros()}
        FROM json_each(${list}) made CROSS JOIN logs l CROSS JOIN log_leaves leaf
        WHERE l.id = ${next.log} AND leaf.log = l.number AND leaf."index" = made.value ->> 0 AND leaf.event IS NOT NULL
        ON CONFLICT DO NOTHING`),
      this.#db.sql(sql`UPDATE webhooks SET log = ${next.log}, position = ${next.index} WHERE ${isSame}`),
    ]);
  }

  /**
   * Creates deliveries of the next notices of compliance, at most `limit`, and moves the cursor behind them in one
   * transaction, so each notice gets one delivery. Returns whether there were any. Throws `unchanged` if the webhook or
   * its cursor has changed since it was read.
   */
  async advanceNotices({ tenant, noticed, revision }: WebhookState, limit: number): Promise<boolean> {
    const [notices] = await this.#db.batch([
      this.#db.sql<{ number: number; atUs: Micros }>(sql`SELECT number, at_us AS atUs FROM compliance_notices
        WHERE tenant = ${tenant} AND number > ${noticed} ORDER BY number LIMIT ${limit}`),
    ]);
    const last = notices.at(-1)?.number;
    if (last === undefined) return false;
    const entries = JSON.stringify(
      // A restored database can give a number again, but not at the same time.
      notices.map(({ number, atUs }) => [derivedUuid('webhook notice', this.#id, `${number} ${atUs}`), number]),
    );
    const isSame = sql`id = ${this.#id} AND enabled = 1 AND revision = ${revision} AND noticed = ${noticed}`;
    await this.#db.batch([
      assert(this.#db, 'unchanged', sql`EXISTS (SELECT 1 FROM webhooks WHERE ${isSame})`),
      this.#db.sql(sql`INSERT INTO webhook_deliveries (id, webhook, tenant, event, identity, due_us)
        SELECT made.value ->> 0, ${this.#id}, ${tenant}, -(made.value ->> 1), '', ${nowMicros()}
        FROM json_each(${entries}) made WHERE 1 ON CONFLICT DO NOTHING`),
      this.#db.sql(sql`UPDATE webhooks SET noticed = ${last} WHERE ${isSame}`),
    ]);
    return true;
  }

  /**
   * Moves a cursor whose log was replaced to the entry after the same event in the current log. Returns false while
   * that log lacks the event: it is being rebuilt.
   */
  async relocate(webhook: WebhookState): Promise<boolean> {
    const last = sql`coalesce((SELECT leaf.event FROM logs o CROSS JOIN log_leaves leaf ON leaf.log = o.number
      WHERE o.id = ${webhook.log} AND leaf."index" < ${webhook.position} AND leaf.event IS NOT NULL
        ORDER BY leaf."index" DESC LIMIT 1), 0)`;
    const next = sql`coalesce((SELECT min(leaf."index") FROM log_leaves leaf WHERE leaf.log = l.number
      AND leaf.event > ${last}), l.size)`;
    const [rows] = await this.#db.batch([
      this.#db.sql<{ id: string }>(sql`UPDATE webhooks SET (log, position) = (SELECT l.id, ${next} FROM logs l
          WHERE l.scope = webhooks.tenant AND l.ended = 0)
        WHERE id = ${this.#id} AND log = ${webhook.log} AND position = ${webhook.position}
          AND EXISTS (SELECT 1 FROM logs l WHERE l.scope = webhooks.tenant AND l.ended = 0 AND l.cursor >= ${last})
            RETURNING id`),
    ]);
    return rows.length > 0;
  }

  /**
   * Stores the result of an attempt. With `reason`, it also disables the webhook and returns what `disable` returns.
   */
  async record(delivery: Delivery, result: AttemptResult, reason?: string): Promise<number | undefined> {
    const { number } = delivery;
    const ends = result.nextUs === null && reason === undefined;
    const own = sql`webhook = ${this.#id} AND number = ${number}`;
    const changes: RawStatement<unknown>[] = [
      ...this.#logged(delivery, result),
      ends || delivery.event === null
        ? this.#db.sql(sql`DELETE FROM webhook_deliveries WHERE ${own}`)
        : this.#db.sql(sql`UPDATE webhook_deliveries
              SET attempts = attempts + 1, first_us = coalesce(first_us, ${result.atUs}),
            due_us = ${result.nextUs ?? result.atUs} WHERE ${own}`),
    ];
    if (result.outcome === 'DELIVERED' && delivery.event !== null) changes.push(...this.#back(result.atUs));
    if (reason !== undefined) return this.disable(reason, changes);
    await this.#db.batch(changes);
    return undefined;
  }

  /**
   * Disables the webhook, if it is enabled, with an entry in the audit log and `changes`, in one transaction. Returns
   * its new revision, or undefined if it was not enabled. Throws DatabaseRestored.
   */
  async disable(reason: string, changes: readonly RawStatement<unknown>[] = []): Promise<number | undefined> {
    const [, rows] = await this.#db.commitAudited([
      disablingEntries(this.#db, sql`id = ${this.#id}`, reason),
      this.#disabled(reason),
      ...changes,
    ]);
    return (rows as { revision: number }[])[0]?.revision;
  }

  #disabled(reason: string): RawStatement<{ revision: number }> {
    return this.#db.sql(sql`UPDATE webhooks SET enabled = 0, disabled_reason = ${reason}, disabled_us = ${nowMicros()},
      revision = revision + 1 WHERE id = ${this.#id} AND enabled = 1 RETURNING revision`);
  }

  /** Appends an attempt to the log of deliveries, and removes the oldest. */
  #logged(
    delivery: Delivery,
    { atUs, durationMs, status, error, outcome, nextUs }: AttemptResult,
  ): RawStatement<unknown>[] {
    const { id, event, identity, attempts } = delivery;
    return [
      this.#db.sql(sql`INSERT INTO webhook_attempts (webhook, seq, tenant, delivery, event, identity, attempt, at_us,
          duration_ms, status, error,
          outcome, next_us)
        SELECT id, attempts + 1, tenant, ${id}, ${event}, ${identity}, ${attempts + 1}, ${atUs}, ${durationMs},
          ${status}, ${error}, ${outcome}, ${nextUs}
        FROM webhooks WHERE id = ${this.#id}`),
      this.#db.sql(sql`UPDATE webhooks SET attempts = attempts + 1 WHERE id = ${this.#id}`),
      this.#db.sql(sql`DELETE FROM webhook_attempts WHERE webhook = ${this.#id}
        AND seq <= (SELECT attempts FROM webhooks WHERE id = ${this.#id}) - ${KEPT_ATTEMPTS}`),
    ];
  }

  /** After a success: what waits for a later attempt is due now, if there was no success for a while. */
  #back(atUs: Micros): RawStatement<unknown>[] {
    return [
      this.#db.sql(sql`UPDATE webhook_deliveries SET due_us = ${atUs} WHERE webhook = ${this.#id} AND due_us > ${atUs}
        AND (SELECT succeeded_us FROM webhooks WHERE id = ${this.#id}) < ${atUs - BACK_AFTER}`),
      this.#db.sql(sql`UPDATE webhooks SET succeeded_us = max(succeeded_us, ${atUs}) WHERE id = ${this.#id}`),
    ];
  }
}
