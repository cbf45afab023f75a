/** A way to an Ethereum node: JSON-RPC 2.0 methods (the Ethereum JSON-RPC specification), whoever answers them. */
export interface ChainTransport {
  /** The result of one method. Throws RpcError for an error that the node answers, ChainUnreachable for no answer. */
  request<T>(method: string, params: readonly unknown[]): Promise<T>;
  /** Many calls at once, answered in their order; errors of single ones are among the answers. Throws ChainUnreachable. */
  batch?(calls: readonly RpcRequest[]): Promise<RpcAnswer[]>;
}

/** A call without its envelope. */
export type RpcRequest = { method: string; params: readonly unknown[] };

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
/** Statuses of who stands before a node: it does not let us through, whatever else it says. */
const NOT_THE_NODE = new Set([401, 403, 407, 408, 429]);

/** A node behind an http(s) address. */
export class HttpTransport implements ChainTransport {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async request<T>(method: string, params: readonly unknown[]): Promise<T> {
    let answer: unknown;
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      answer = response.status >= 500 || NOT_THE_NODE.has(response.status) ? response.status : await response.json();
    } catch (error) {
      // No message of it: that may hold the address, and the address a key.
      throw new ChainUnreachable(`no answer from the node (${error instanceof Error ? error.name : typeof error})`);
    }
    if (typeof answer === 'number') throw new ChainUnreachable(`the node's address answers ${answer}`);
    const { error, result } = (answer ?? {}) as { error?: { code?: unknown; message?: unknown }; result?: T };
    if (error) throw new RpcError(Number(error.code ?? 0), String(error.message ?? ''));
    if (result === undefined) throw new ChainUnreachable('the answer is not JSON-RPC');
    return result;
  }
}
