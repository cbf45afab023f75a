import type { Config, Env } from '../config.ts';
import { EmbeddedTransport } from './embedded/transport.ts';
import type { Intent, OutboxSettings } from './outbox/outbox.ts';
import { Signer } from './outbox/signer.ts';
import { HttpTransport, type ChainTransport } from './transport.ts';

/** The chain of this deployment: how it is reached, who signs, and by what rules it is sent to. */
export type ChainAccess = { transport: ChainTransport; signer: Signer; settings: OutboxSettings };

const EMBEDDED: OutboxSettings = {
  confirmations: 1,
  inFlight: Infinity,
  pollMs: 250,
  resendMs: 2000,
  stuckMs: Infinity,
  legacy: true,
};

/** The way to the chain: a node's address where one is set, else the embedded chain. */
export function transportOf(env: Env, config: Config): ChainTransport {
  return config.chain.rpcUrl === undefined
    ? new EmbeddedTransport(env.EMBEDDED_CHAIN, config.chainId)
    : new HttpTransport(config.chain.rpcUrl);
}

export function chainOf(env: Env, config: Config): ChainAccess {
  const { rpcUrl, signerKey, confirmations, inFlight, pollSeconds, stuckSeconds } = config.chain;
  const embedded = rpcUrl === undefined;
  return {
    transport: transportOf(env, config),
    signer: new Signer(signerKey, config.chainId, embedded),
    settings: embedded
      ? EMBEDDED
      : {
          confirmations,
          inFlight,
          pollMs: pollSeconds * 1000,
          resendMs: 3 * pollSeconds * 1000,
          stuckMs: stuckSeconds * 1000,
          legacy: false,
        },
  };
}

/** Hands intents to the outbox of the chain's signer; they are durable when it answers. */
export async function sendToChain(env: Env, config: Config, items: Intent[]): Promise<void> {
  const { signer } = chainOf(env, config);
  const outbox = env.CHAIN_OUTBOX.get(env.CHAIN_OUTBOX.idFromName(`${config.chainId}|${signer.address}`));
  await (outbox as unknown as { submit(items: Intent[]): Promise<void> }).submit(items);
}
