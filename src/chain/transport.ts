/** A way to an Ethereum node: JSON-RPC 2.0 methods (the Ethereum JSON-RPC specification), whoever answers them. */
export interface ChainTransport {
  /** The result of one method. Throws RpcError for an error that the node answers, ChainUnreachable for no answer. */
  request<T>(method: string, params: readonly unknown[]): Promise<T>;
}

/** The node answered with an error. Its text differs from client to client: nothing may depend on it. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** The node did not answer, or not with JSON-RPC. */
export class ChainUnreachable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChainUnreachable';
  }
}

/** A JSON-RPC answer without its envelope; what an object's `rpc` gives. */
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string } };

/** Milliseconds after which a node is taken for unreachable. */
const TIMEOUT = 10_000;

/** A node behind an http(s) address. */
export class HttpTransport implements ChainTransport {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async request<T>(method: string, params: readonly unknown[]): Promise<T> {
    let answer: { result?: T; error?: { code?: number; message?: string } };
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      answer = (await response.json()) as typeof answer;
    } catch (error) {
      throw new ChainUnreachable(error instanceof Error ? error.message : String(error));
    }
    if (answer.error) throw new RpcError(answer.error.code ?? 0, String(answer.error.message ?? ''));
    if (!('result' in answer)) throw new ChainUnreachable('the answer is not JSON-RPC');
    return answer.result as T;
  }
}
