/** A transport for the JSON-RPC 2.0 methods of an Ethereum node. */
export interface ChainTransport {
  /** The result of one method. Throws RpcError where the node returns an error, ChainUnreachable without a response. */
  request<T>(method: string, params: readonly unknown[]): Promise<T>;
  /** Runs many calls in one request, in order. The error of one call is its response. Throws ChainUnreachable. */
  batch?(calls: readonly RpcRequest[]): Promise<RpcAnswer[]>;
}

/** A JSON-RPC call without its envelope. */
export type RpcRequest = { method: string; params: readonly unknown[] };

/** The node returned an error. Its text depends on the implementation, so no logic may depend on it. */
export class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
  }
}

/** The node did not respond, or not with JSON-RPC. */
export class ChainUnreachable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChainUnreachable';
  }
}

/** A JSON-RPC response without its envelope. */
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string } };

/** The timeout of a request in milliseconds. */
const TIMEOUT = 10_000;
/** HTTP statuses of a gateway in front of the node. Their body is not read as JSON-RPC. */
const GATEWAY_STATUSES = new Set([401, 403, 407, 408, 429]);

/** A node at an http(s) URL. */
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
      answer =
        response.status >= 500 || GATEWAY_STATUSES.has(response.status) ? response.status : await response.json();
    } catch (error) {
      // The original message is dropped: it may contain the URL, and the URL may contain a key.
      throw new ChainUnreachable(`the node did not respond (${error instanceof Error ? error.name : typeof error})`);
    }
    if (typeof answer === 'number') throw new ChainUnreachable(`the URL of the node responds with ${answer}`);
    const { error, result } = (answer ?? {}) as { error?: { code?: unknown; message?: unknown }; result?: T };
    if (error) throw new RpcError(Number(error.code ?? 0), String(error.message ?? ''));
    if (result === undefined) throw new ChainUnreachable('the response of the node is not JSON-RPC');
    return result;
  }
}
