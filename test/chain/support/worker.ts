import { EmbeddedTransport } from '../../../src/anchoring/chain/embedded/transport.ts';
import type { RpcCall } from '../../../src/anchoring/chain/embedded/rpc.ts';
import { ChainUnreachable, RpcError } from '../../../src/formats/ethereum/transport.ts';
import type { Env } from '../../../src/settings/config.ts';

export { EmbeddedChain } from '../../../src/anchoring/chain/embedded/object.ts';

/** Forwards calls to the embedded chain: a batch when the body is a list, otherwise one request. */
export default {
  async fetch(request: Request, env: Env & { EMBEDDED_CHAIN: DurableObjectNamespace; CHAIN_ID: string }) {
    const chain = new EmbeddedTransport(env.EMBEDDED_CHAIN, env.CHAIN_ID);
    const body = (await request.json()) as RpcCall | RpcCall[];
    if (Array.isArray(body)) return Response.json(await chain.batch(body));
    try {
      return Response.json({ result: await chain.request(body.method, body.params) });
    } catch (error) {
      if (error instanceof RpcError) return Response.json({ error: { code: error.code, message: error.message } });
      if (error instanceof ChainUnreachable) return Response.json({ unreachable: error.message });
      throw error;
    }
  },
};
