import { DurableObject } from 'cloudflare:workers';
import { configOf, type Env } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { log } from '../../platform/log.ts';
import { envOfObject } from '../../platform/cells/cells.ts';
import { databaseOf } from '../../ledger/append/writer-client.ts';
import { sequencerOf } from '../../transparency/sequencer/log-clients.ts';
import { queueNotice } from './calls.ts';
import { Sender, type WebhookConditions } from './sender.ts';

/** Milliseconds until a run that has failed is repeated: the first time, and at most. */
const RETRY = { first: 1000, last: 300_000 };

/** Sends the events of one webhook. The alarm drives it; it stores only its id. */
export class WebhookObject extends DurableObject<Env> {
  readonly #conditionsOf: WebhookConditions;
  #sender: Sender | undefined;
  #isChanged = false;
  /** Failed runs in a row. */
  #failures = 0;

  constructor(ctx: DurableObjectState, env: Env, conditionsOf: WebhookConditions) {
    super(ctx, envOfObject(env, ctx));
    this.#conditionsOf = conditionsOf;
  }

  /** Starts sending, or makes a sender that is running read the webhook again. Idempotent. */
  async start(id: string): Promise<void> {
    const { storage } = this.ctx;
    if ((await storage.get('id')) !== id) await storage.put('id', id);
    this.#isChanged = true;
    this.#sender?.changed();
    const at = await storage.getAlarm();
    if (at === null || at > Date.now()) await storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    const id = await this.ctx.storage.get<string>('id');
    if (!id) return;
    this.#isChanged = false;
    let delay: number | undefined;
    try {
      delay = await this.#senderOf(id).run();
      this.#failures = 0;
    } catch (error) {
      delay = Math.min(RETRY.last, RETRY.first * 2 ** this.#failures++);
      log('warn', 'a webhook could not be sent', { webhook: id, error: describe(error) });
    }
    if (this.#isChanged) delay = 0;
    if (delay !== undefined) await this.ctx.storage.setAlarm(Date.now() + delay);
  }

  #senderOf(id: string): Sender {
    this.#sender ??= new Sender(
      {
        db: databaseOf(this.env),
        config: configOf(this.env),
        network: this.env,
        conditionsOf: this.#conditionsOf,
        disabled: (revision) => queueNotice(this.env, { kind: 'webhook-notice', webhook: id, revision }),
        grown: async (tenant, from, milliseconds) => {
          const end = await sequencerOf(this.env, tenant).grown(from, milliseconds);
          return end.log !== from.log || end.index !== from.index;
        },
      },
      id,
    );
    return this.#sender;
  }
}
