import { APPLICATION_ISSUER } from '../../access/principal.ts';
import { TenantScope } from '../../access/scope.ts';
import type { Config } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { ServiceError } from '../../lib/errors.ts';
import { derivedUuid } from '../../lib/identifiers.ts';
import { raise } from '../../platform/alarms.ts';
import { log } from '../../platform/log.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import { signedHeaders } from '../../formats/webhooks/signature.ts';
import { START, type Position } from '../../transparency/feed/position.ts';
import { readFeed, type FeedItem } from '../../transparency/feed/reading.ts';
import type { EventConditions } from '../../ledger/lists/event-conditions.ts';
import type { Database } from '../../platform/database/database.ts';
import { failedCondition } from '../../platform/database/failed-condition.ts';
import { outcomeOf } from './outcome.ts';
import { Pause } from './pause.ts';
import { deliveryBody, secretsOf, testBody } from './payload.ts';
import { REASONS } from './reasons.ts';
import { WebhookRows, type Delivery, type DeliveryEntry, type WebhookState } from './store.ts';
import { post, type ReceiverResponse, type Network } from './transport.ts';
import type { WebhookType } from './tables.ts';

/** Requests of a webhook at once. A Worker waits for the headers of at most six. */
const AT_ONCE = 4;
/** Requests of one run, and its length in milliseconds: an invocation has a limit of subrequests. */
const RUN = { requests: 200, milliseconds: 20_000 };
/** Events whose deliveries are created at once. */
const CREATED = 100;
/** Milliseconds until the next run if nothing was found to do, such as a log that is being rebuilt. */
const PAUSE = 1000;
/** Milliseconds between two reads of a log that has not grown. */
const AGAIN = 250;

/** Makes the conditions of the filters of a webhook. Throws 400 for filters that are not valid. */
export type WebhookConditions = (scope: TenantScope, filters: string[]) => EventConditions;

/** What a sender needs. */
export interface SenderPorts {
  db: Database;
  config: Config;
  network: Network;
  conditionsOf: WebhookConditions;
  /**
   * Called once after the service has disabled the webhook. `revision`: that of the disabled webhook. Must not reject.
   */
  disabled(revision: number): Promise<void>;
  /**
   * Resolves to true when the log of a tenancy may have entries after a position, and to false after some milliseconds.
   */
  grown(tenant: string, from: Position, milliseconds: number): Promise<boolean>;
}

/** Sends the events of one webhook. Only one sender of a webhook runs at a time. */
export class Sender {
  readonly #ports: SenderPorts;
  readonly #id: string;
  readonly #rows: WebhookRows;
  readonly #running = new Map<number, Promise<void>>();
  /** The cursor at which the log had no further entries, and the one at which it was last said to have grown. */
  #caughtUp: string | undefined;
  #grownAt: string | undefined;
  #isWatching = false;
  /** Ended when a request ends, the log grows or the webhook changes. */
  readonly #pause = new Pause();
  /** The requests that must end before the waiting deliveries are counted again; 0: there is room for more of them. */
  #blocked = 0;
  #isFull = false;
  #failure: unknown;

  constructor(ports: SenderPorts, id: string) {
    this.#ports = ports;
    this.#id = id;
    this.#rows = new WebhookRows(ports.db, id);
  }

  /** Call it when the webhook or its deliveries have changed: a run reads them again. */
  changed(): void {
    this.#caughtUp = undefined;
    this.#blocked = 0;
    this.#pause.end();
  }

  /**
   * Creates deliveries and sends those that are due, and waits for more, for some seconds. Returns the milliseconds
   * until the next run, or undefined if there is nothing to do before `changed`. Rejects if the database fails; what
   * was sent may be sent again.
   */
  async run(): Promise<number | undefined> {
    const until = ambient.now() + RUN.milliseconds;
    let requests = 0;
    let next: number | undefined;
    this.#blocked = 0;
    while (this.#failure === undefined) {
      this.#pause.reset();
      const room = Math.max(0, Math.min(AT_ONCE - this.#running.size, RUN.requests - requests));
      // One more than fit, which tells when to go on.
      const loaded = await this.#rows.load(room + 1, [...this.#running.keys()]);
      if (!loaded) {
        next = undefined;
        break;
      }
      const { webhook, due, nextUs } = loaded;
      const state = webhook.enabled === 1 ? await this.#follow(webhook) : 'idle';
      if (state === 'changed') continue;
      for (const delivery of due.slice(0, room)) this.#start(webhook, delivery);
      requests += Math.min(room, due.length);
      const now = ambient.now();
      const pause = Math.min(
        nextUs === undefined ? Infinity : Math.max(0, Math.ceil(nextUs / 1000) - now),
        state === 'blocked' ? PAUSE : Infinity,
      );
      const isBehind = due.length > room || state === 'more' || state === 'caught up';
      next = isBehind ? 0 : finite(pause);
      if (now >= until || requests >= RUN.requests) break;
      if (state === 'more' || (due.length > room && this.#running.size < AT_ONCE)) continue;
      if (state === 'caught up') void this.#watch(webhook, until);
      else if (this.#running.size === 0) break;
      await this.#pause.wait(Math.min(until - now, pause));
    }
    await Promise.all(this.#running.values());
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    return next;
  }

  /**
   * Creates the deliveries of the next notices, and of the next events of the log, as far as the webhook asks for
   * them. `more`: there are further ones; `caught up`: the log has no further ones and is being watched; `idle`: the
   * webhook asks for no events, and there are no further notices; `blocked`: none can be created now; `changed`: the
   * webhook or its cursors have changed and must be read again.
   */
  async #follow(webhook: WebhookState): Promise<'more' | 'caught up' | 'idle' | 'blocked' | 'changed'> {
    const from = positionOf(webhook);
    const key = JSON.stringify([from, webhook.revision]);
    const types = JSON.parse(webhook.types) as WebhookType[];
    const caughtUp = types.includes('event.recorded') ? 'caught up' : 'idle';
    if (this.#caughtUp === key) return caughtUp;
    if (this.#blocked > 0) return 'blocked';
    const { webhookWaiting } = this.#ports.config;
    const room = webhookWaiting - (await this.#rows.waiting(webhookWaiting));
    this.#report(webhook, room <= 0);
    if (room <= 0) return 'blocked';
    try {
      const most = Math.min(CREATED, room);
      if (types.includes('compliance.notice') && (await this.#rows.advanceNotices(webhook, most))) return 'changed';
      if (caughtUp === 'idle') {
        this.#caughtUp = key;
        return 'idle';
      }
      const scope = this.#scopeOf(webhook);
      const conditions = this.#conditionsOf(scope, webhook);
      if (!conditions) return await this.#disable(webhook, REASONS.filters);
      const page = await readFeed(scope, { from, conditions, events: Math.min(CREATED, room) }, webhook.id);
      if (page.next.log === from.log && page.next.index === from.index) {
        this.#caughtUp = key;
        return 'caught up';
      }
      await this.#rows.advance(
        webhook,
        page.next,
        page.items.map((item) => this.#deliveryOf(item)),
      );
      return 'more';
    } catch (error) {
      if (failedCondition(error) === 'unchanged') return 'changed';
      if (error instanceof ServiceError && error.kind === 'unauthenticated')
        return this.#disable(webhook, REASONS.application);
      if (error instanceof ServiceError && error.kind === 'gone')
        return (await this.#rows.relocate(webhook)) ? 'changed' : 'blocked';
      throw error;
    }
  }

  /** Undefined: the filters are no longer valid. */
  #conditionsOf(scope: TenantScope, { filters }: WebhookState): EventConditions | undefined {
    try {
      return this.#ports.conditionsOf(scope, JSON.parse(filters) as string[]);
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'invalid') return undefined;
      throw error;
    }
  }

  #deliveryOf({ index, identity }: FeedItem): DeliveryEntry {
    return [index, derivedUuid('webhook delivery', this.#id, identity), identity];
  }

  /** Resumes the run when the log grows, or at the end of the run. Does nothing if it waits for that already. */
  async #watch(webhook: WebhookState, until: number): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const left = Math.max(0, until - ambient.now());
    const hasGrown = await this.#ports
      .grown(webhook.tenant, positionOf(webhook), left)
      .catch(async (error: unknown) => {
        log('warn', 'the size of a log could not be followed', { error: describe(error) });
        await wait(PAUSE);
        return true;
      });
    if (hasGrown) {
      // Limits the reads of a log that is said to have grown, and has not, as while it is being replaced.
      if (this.#grownAt === this.#caughtUp) await wait(AGAIN);
      this.#grownAt = this.#caughtUp;
      this.#caughtUp = undefined;
    }
    this.#isWatching = false;
    this.#pause.end();
  }

  /** The alarm is raised when the limit is reached, and again only after there was room. */
  #report({ id, tenant }: WebhookState, isFull: boolean): void {
    if (isFull && !this.#isFull) raise('webhook-full', { webhook: id, tenant });
    this.#isFull = isFull;
    this.#blocked = isFull ? CREATED : 0;
  }

  async #disable(webhook: WebhookState, reason: string): Promise<'changed'> {
    await this.#announce(webhook, await this.#rows.disable(reason), reason);
    return 'changed';
  }

  /** Logs that the webhook was disabled and has its administrators notified. `revision`: undefined if it was not. */
  async #announce({ id, tenant }: WebhookState, revision: number | undefined, reason: string): Promise<void> {
    if (revision === undefined) return;
    log('warn', 'a webhook was disabled', { webhook: id, tenant, reason });
    await this.#ports.disabled(revision);
  }

  #start(webhook: WebhookState, delivery: Delivery): void {
    const task = this.#send(webhook, delivery)
      .catch((error: unknown) => (this.#failure ??= error))
      .finally(() => {
        this.#running.delete(delivery.number);
        this.#blocked = Math.max(0, this.#blocked - 1);
        this.#pause.end();
      });
    this.#running.set(delivery.number, task as Promise<void>);
  }

  async #send(webhook: WebhookState, delivery: Delivery): Promise<void> {
    const atUs = nowMicros();
    const body = await this.#bodyOf(webhook, delivery, atUs);
    if (body === 'no application') return void (await this.#disable(webhook, REASONS.application));
    if (body === undefined) {
      const error = 'the application may no longer read the event';
      return void (await this.#rows.record(delivery, { ...NOT_SENT, atUs, outcome: 'SKIPPED', error }));
    }
    const answer = await this.#answer(webhook, delivery, atUs, body.text);
    const { result, reason } = outcomeOf(webhook, delivery, atUs, answer, random());
    const revision = await this.#rows.record(delivery, result, reason);
    if (reason !== undefined) await this.#announce(webhook, revision, reason);
    if (result.outcome === 'FAILED' && reason === undefined && delivery.event !== null)
      log('warn', 'a delivery of a webhook has failed for three days', { webhook: webhook.id, delivery: delivery.id });
  }

  async #bodyOf(
    webhook: WebhookState,
    { event }: Delivery,
    at: Micros,
  ): Promise<{ text: string } | 'no application' | undefined> {
    if (event === null) return { text: testBody(webhook.id, at) };
    try {
      const text = await deliveryBody(this.#scopeOf(webhook), event);
      return text === undefined ? undefined : { text };
    } catch (error) {
      if (error instanceof ServiceError && error.kind === 'unauthenticated') return 'no application';
      throw error;
    }
  }

  async #answer(webhook: WebhookState, { id }: Delivery, at: Micros, body: string): Promise<ReceiverResponse> {
    const { config, network } = this.#ports;
    const secrets = await secretsOf(config.keys, webhook, at);
    if (!secrets) return { ...NOT_SENT, error: 'the secret cannot be opened: its key-encryption key was removed' };
    const headers = await signedHeaders(secrets, { id, seconds: Math.floor(at / 1_000_000), body });
    return post(network, config, webhook.url, headers, body);
  }

  /** The rights of the application, which are read with each event. */
  #scopeOf({ id, tenant, application }: WebhookState): TenantScope {
    const caller = { tenant, issuer: APPLICATION_ISSUER, subject: application };
    return new TenantScope(this.#ports.db, caller, 'member', id);
  }
}

const NOT_SENT = { status: 0, durationMs: 0, nextUs: null };

/** The cursor of a webhook. */
const positionOf = ({ log, position }: WebhookState): Position => (log === '' ? START : { log, index: position });

const finite = (milliseconds: number): number | undefined => (milliseconds === Infinity ? undefined : milliseconds);

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A number from 0 to 1. */
const random = (): number => ambient.bytes(1)[0]! / 255;
