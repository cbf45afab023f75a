import { DurableObject } from 'cloudflare:workers';
import { configOf, type Env } from '../../config.ts';
import { describe } from '../../core/describe.ts';
import { log } from '../../core/log.ts';
import type { RpcAnswer } from '../../ethereum/transport.ts';
import { Chain, ForeignChain } from './chain.ts';
import { answer, type RpcCall } from './rpc.ts';
import type { Sql } from './sql.ts';

/** Milliseconds after which sealing is tried again when it failed. */
const RETRY = 5000;
/** Milliseconds after which an alarm that has not rung is set again. */
const OVERDUE = 10_000;

/**
 * The embedded chain of a deployment; one object, whose name is the chain id. A call is one synchronous
 * turn, and so is the sealing of a block, which the alarm does: what a call answers is durable, because
 * the runtime holds answers back until what was written is stored.
 */
export class EmbeddedChain extends DurableObject<Env> {
  readonly #chain: Chain;
  /** When the alarm will ring, as far as this instance has set it. */
  #alarmAt: number | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { chainId, chain } = configOf(env);
    const [validatorKey, ...formerKeys] = chain.validatorKeys;
    try {
      this.#chain = new Chain(sqlOf(ctx.storage), { chainId: BigInt(chainId), validatorKey, formerKeys }, Date.now());
    } catch (error) {
      if (error instanceof ForeignChain)
        log('alarm', 'the embedded chain is of another key or id', { chainId, reason: error.message });
      throw error;
    }
    const { handedOver } = this.#chain;
    if (handedOver) log('alarm', 'the validator of the embedded chain was rotated', { chainId, ...handedOver });
    this.#arm();
  }

  /** Answers one JSON-RPC method. */
  async rpc(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
    const [only] = await this.batch([{ method, params }]);
    return only!;
  }

  /** Answers many at once, in their order; each succeeds or fails by itself. */
  async batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    try {
      return calls.map((call) => answer(this.#chain, call));
    } finally {
      if (calls.some(({ method }) => method === 'eth_sendRawTransaction')) this.#arm();
    }
  }

  /** Seals the next block. It may ring more often than it was set: without transactions nothing happens. */
  override async alarm(): Promise<void> {
    this.#alarmAt = undefined;
    try {
      this.#chain.tick(Date.now());
      this.#arm();
    } catch (error) {
      log('error', 'sealing failed; it is tried again', { error: describe(error) });
      this.#ring(Date.now() + RETRY);
    }
  }

  /** Sets the alarm for the next block, where there is something to seal and it is not set. */
  #arm(): void {
    const now = Date.now();
    if (this.#alarmAt !== undefined && now < this.#alarmAt + OVERDUE) return;
    const due = this.#chain.dueAt(now);
    if (due !== undefined) this.#ring(due);
  }

  #ring(at: number): void {
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}

function sqlOf(storage: DurableObjectStorage): Sql {
  return {
    all: (query, ...bindings) => storage.sql.exec<Record<string, SqlStorageValue>>(query, ...bindings).toArray(),
    transaction: (work) => storage.transactionSync(work),
  };
}
