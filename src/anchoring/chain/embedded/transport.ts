import { describe } from '../../../lib/describe.ts';
import {
  ChainUnreachable,
  RpcError,
  type ChainTransport,
  type RpcAnswer,
} from '../../../formats/ethereum/transport.ts';
import type { EmbeddedChain } from './object.ts';
import type { RpcCall } from './rpc.ts';

type Stub = Pick<EmbeddedChain, 'rpc' | 'batch'>;

/** The maximum number of attempts: the object may be moving to another machine. All methods are idempotent. */
const CALLS = 2;

/** The transport to the embedded chain: the object of the namespace whose name is the chain id. */
export class EmbeddedTransport implements ChainTransport {
  readonly #namespace: DurableObjectNamespace;
  readonly #chainId: string;

  constructor(namespace: DurableObjectNamespace, chainId: string) {
    this.#namespace = namespace;
    this.#chainId = chainId;
  }

  async request<T>(method: string, params: readonly unknown[]): Promise<T> {
    const answer = await this.#call((stub) => stub.rpc(method, params));
    if ('error' in answer) throw new RpcError(answer.error.code, answer.error.message);
    return answer.result as T;
  }

  /** Runs many calls in one request, in order. Throws ChainUnreachable. The error of one call is its response. */
  async batch(calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
    return this.#call((stub) => stub.batch(calls));
  }

  async #call<T>(use: (stub: Stub) => Promise<T>): Promise<T> {
    for (let call = 1; ; call++) {
      const stub = this.#namespace.get(this.#namespace.idFromName(this.#chainId)) as unknown as Stub;
      try {
        return await use(stub);
      } catch (error) {
        const again = (error as { retryable?: boolean }).retryable === true && call < CALLS;
        if (!again) throw new ChainUnreachable(describe(error));
      }
    }
  }
}
