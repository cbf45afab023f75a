import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answer } from '../../../src/anchoring/chain/embedded/rpc.ts';
import type { Chain } from '../../../src/anchoring/chain/embedded/chain.ts';
import { RpcError, type ChainTransport } from '../../../src/formats/ethereum/transport.ts';

/** Results that replace those of the chain, by method and first parameter, or by method. An Error is thrown. */
export type Overrides = Record<string, unknown>;

/** A node on an embedded chain, without the network. */
export const nodeOf = (chain: Chain, overrides: Overrides = {}): ChainTransport => ({
  request: async (method, params) => {
    const other = [`${method} ${String(params[0])}`, method].find((key) => Object.hasOwn(overrides, key));
    const given = other === undefined ? answer(chain, { method, params }) : { result: overrides[other] };
    if ('error' in given) throw new RpcError(given.error.code, given.error.message);
    if (given.result instanceof Error) throw given.result;
    return given.result as never;
  },
});

/** A node on an embedded chain, behind a URL. */
export async function nodeServer(chain: Chain): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: unknown[] };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(chain, { method, params }) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
