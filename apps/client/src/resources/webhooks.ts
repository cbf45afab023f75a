import { keyed, type ServiceCaller } from '../caller.ts';
import { listOf, type List } from '../paging.ts';
import { invalidArgument } from '../errors.ts';
import type { NewWebhook, RequestSettings, Webhook, WebhookAttempt, WebhookChange } from '../types.ts';

/**
 * Webhooks: addresses to which the service sends events. For administrators. `identity`: that of a webhook,
 * `webhooks/<uuid>`.
 */
export class Webhooks {
  readonly #caller: ServiceCaller;

  constructor(caller: ServiceCaller) {
    this.#caller = caller;
  }

  /**
   * Creates a webhook. Only this response and that of `rotateSecret` have the secret. A repetition after a lost
   * response returns the same webhook.
   */
  async create(webhook: NewWebhook, settings: RequestSettings = {}): Promise<Webhook> {
    return this.#caller.json('POST', '/v1/webhooks', { ...keyed(settings), body: webhook });
  }

  /** Lists the webhooks of the tenancy, the newest first. */
  list(settings: RequestSettings = {}): List<Webhook> {
    return listOf(this.#caller, '/v1/webhooks', 'webhooks', settings);
  }

  async get(identity: string, settings: RequestSettings = {}): Promise<Webhook> {
    return this.#caller.json('GET', pathOf(identity), settings);
  }

  /** Changes the fields that are given. `enabled: true` continues with the first event that was not delivered. */
  async update(identity: string, change: WebhookChange, settings: RequestSettings = {}): Promise<Webhook> {
    return this.#caller.json('PATCH', pathOf(identity), { ...settings, body: change });
  }

  async delete(identity: string, settings: RequestSettings = {}): Promise<void> {
    await this.#caller.json('DELETE', pathOf(identity), settings);
  }

  /** Sends a test. Returns the id of its delivery; the result is in `deliveries`. */
  async test(identity: string, settings: RequestSettings = {}): Promise<{ delivery: string }> {
    return this.#caller.json('POST', `${pathOf(identity)}:test`, settings);
  }

  /** Sends one delivery again, or all events since a time (RFC 3339). */
  async redeliver(
    identity: string,
    what: { delivery: string } | { since: string },
    settings: RequestSettings = {},
  ): Promise<void> {
    await this.#caller.json('POST', `${pathOf(identity)}:redeliver`, { ...settings, body: what });
  }

  /** Replaces the secret. The replaced one signs too for 24 hours, or until `previousValidUntil` (RFC 3339). */
  async rotateSecret(
    identity: string,
    { previousValidUntil, ...settings }: RequestSettings & { previousValidUntil?: string } = {},
  ): Promise<Webhook> {
    const body = previousValidUntil === undefined ? {} : { previous_valid_until: previousValidUntil };
    return this.#caller.json('POST', `${pathOf(identity)}:rotate-secret`, { ...settings, body });
  }

  /** Lists the last 1,000 attempts, the newest first. */
  deliveries(identity: string, settings: RequestSettings = {}): List<WebhookAttempt> {
    return listOf(this.#caller, `${pathOf(identity)}/deliveries`, 'deliveries', settings);
  }
}

const WEBHOOK = /^webhooks\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The path of a webhook. Throws EvidenceError for another identity. */
function pathOf(identity: string): string {
  if (!WEBHOOK.test(identity)) throw invalidArgument('identity', 'must be webhooks/<uuid>');
  return `/v1/${identity}`;
}
