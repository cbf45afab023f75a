import { raise } from '../../../platform/alarms.ts';
import { DurableObject } from 'cloudflare:workers';
import { configOf, type Env } from '../../../settings/config.ts';
import { describe } from '../../../lib/describe.ts';
import { log } from '../../../platform/log.ts';
import type { RpcAnswer } from '../../../formats/ethereum/transport.ts';
import { Chain, ForeignChain } from './chain.ts';
import { answer, type RpcCall } from './rpc.ts';
import type { Sql } from './store.ts';

/** Milliseconds until a failed sealing is retried. */
const RETRY = 5000;
/** Milliseconds after its due time at which an alarm that has not fired is set again. */
const OVERDUE = 10_000;

/**
 * The embedded chain of a deployment: one object, whose name is the chain id. Calls and the sealing of blocks, which
 * the alarm does, are synchronous. Results are durable, because the runtime sends a response only after all writes
 * before it are stored.
 */
export class EmbeddedChain extends DurableObject<Env> {
  readonly #chain: Chain;
  /** The time of the alarm, if this instance has set it. */
  #alarmAt: number | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { chainId, chain } = configOf(env);
    const [validatorKey, ...formerKeys] = chain.validatorKeys;
    try {
      this.#chain = new Chain(sqlOf(ctx.storage), { chainId: BigInt(chainId), validatorKey, formerKeys }, Date.now());
    } catch (error) {
      if (error instanceof ForeignChain) raise('validator-changed', { chainId, reason: error.message });
      throw error;
    }
    const { handedOver } = this.#chain;
    if (handedOver) raise('validator-rotated', { chainId, ...handedOver });
    this.#arm();
  }

  /** Runs one JSON-RPC call. */
  async rpc(method: string, params: readonly unknown[]): Promise<RpcAnswer> {
    const [response] = await this.batch([{ method, params }]);
    return response!;
  }

  /** Runs many calls in order. Each succeeds or fails independently. */
  async batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    try {
      return calls.map((call) => answer(this.#chain, call));
    } finally {
      if (calls.some(({ method }) => method === 'eth_sendRawTransaction')) this.#arm();
    }
  }

  /** Seals the next block. The runtime may fire an alarm more than once; without transactions it has no effect. */
  override async alarm(): Promise<void> {
    this.#alarmAt = undefined;
    try {
      this.#chain.tick(Date.now());
      this.#arm();
    } catch (error) {
      log('error', 'sealing failed; it will be retried', { error: describe(error) });
      this.#setAlarm(Date.now() + RETRY);
    }
  }

  /** Sets the alarm for the next block if there is something to seal and no alarm is set. */
  #arm(): void {
    const now = Date.now();
    if (this.#alarmAt !== undefined && now < this.#alarmAt + OVERDUE) return;
    const due = this.#chain.dueAt(now);
    if (due !== undefined) this.#setAlarm(due);
  }

  #setAlarm(at: number): void {
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
