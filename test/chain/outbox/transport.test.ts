import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeStatus } from '../../../src/anchoring/chain/node.ts';
import {
  ChainUnreachable,
  HttpTransport,
  RpcError,
  type ChainTransport,
} from '../../../src/formats/ethereum/transport.ts';

let server: Server;
let answer: { status: number; body: string };
let url: string;
beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/key-of-the-operator`;
});
afterAll(() => server.close());

const asked = (status: number, body: string): Promise<unknown> => {
  answer = { status, body };
  return new HttpTransport(url).request('eth_chainId', []);
};

it('returns the result of a method, regardless of its type', async () => {
  for (const result of ['0x1', null, false, [], { a: 1 }])
    expect(await asked(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result }))).toEqual(result);
});

it.each([
  [200, '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}', -32_601],
  [200, '{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":-32000}}', -32_000],
  [200, '{"error":"no"}', 0],
  [400, '{"error":{"code":-32602,"message":"no"}}', -32_602],
])('throws RpcError for an error of the node: %i %s', async (status, body, code) => {
  await expect(asked(status, body)).rejects.toThrow(RpcError);
  await expect(asked(status, body)).rejects.toMatchObject({ code });
});

it.each([
  [200, ''],
  [200, 'null'],
  [200, '"0x1"'],
  [200, '[]'],
  [200, '{}'],
  [200, '<html></html>'],
  [404, 'not here'],
  // The response of a gateway, although it looks like one of the node.
  [429, '{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"too many"}}'],
  [401, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"who are you"}}'],
  [503, '{"jsonrpc":"2.0","id":1,"result":"0x1"}'],
])('throws ChainUnreachable for the response %i %s', async (status, body) => {
  await expect(asked(status, body)).rejects.toThrow(ChainUnreachable);
});

it('does not reveal the URL in errors, because it may contain a key', async () => {
  for (const address of ['http://127.0.0.1:9/key-of-the-operator', 'http://user:key-of-the-operator@127.0.0.1:9/']) {
    const error = await new HttpTransport(address).request('eth_chainId', []).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChainUnreachable);
    expect(String(error)).not.toContain('key-of');
  }
});

it('reports a node without block 0 as REACHABLE, and one without any block as UNREACHABLE', async () => {
  const block = { hash: '0x1', number: '0x10', timestamp: '0x0', stateRoot: '0x2' };
  const node = (blocks: Record<string, unknown>): ChainTransport => ({
    request: async <T>(method: string, params: readonly unknown[]) => {
      if (method !== 'eth_getBlockByNumber') throw new RpcError(-32_601, 'no');
      return (blocks[params[0] as string] ?? null) as T;
    },
  });
  const [begun] = (await nodeStatus(node({ latest: block }), '')).blockchain_nodes;
  expect(begun).toMatchObject({ connection_status: 'REACHABLE', block_height: '16', genesis_hash: '' });
  const [empty] = (await nodeStatus(node({}), '')).blockchain_nodes;
  expect(empty).toMatchObject({ connection_status: 'UNREACHABLE', block_height: '0' });
});
