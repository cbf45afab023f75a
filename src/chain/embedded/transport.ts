import { describe } from '../../core/describe.ts';
import { ChainUnreachable, RpcError, type ChainTransport, type RpcAnswer } from '../../ethereum/transport.ts';
import type { EmbeddedChain } from './object.ts';
import type { RpcCall } from './rpc.ts';

type Stub = Pick<EmbeddedChain, 'rpc' | 'batch'>;

/** Calls until an answer comes: the object may be moving. Every method may be called twice. */
const CALLS = 2;

/** The way to the embedded chain: the object of the namespace that has the chain id for its name. */
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

  /** Many calls in one, answered in their order. Throws ChainUnreachable; errors of single calls are among the answers. */
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
