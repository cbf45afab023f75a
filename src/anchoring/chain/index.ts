import type { Config, Env } from '../../settings/config.ts';
import { EmbeddedTransport } from './embedded/transport.ts';
import type { Intent } from './outbox/outbox.ts';
import type { OutboxBacklog } from './outbox/store.ts';
import type { OutboxSettings } from './outbox/chain-node.ts';
import { Signer } from './outbox/signer.ts';
import { HttpTransport, type ChainTransport } from '../../formats/ethereum/transport.ts';

export type { Intent, OutboxBacklog };

/** The chain of this deployment: the transport to its node, the signer, and the settings for sending. */
export type ChainAccess = { transport: ChainTransport; signer: Signer; settings: OutboxSettings };

const EMBEDDED: OutboxSettings = {
  confirmations: 1,
  sealed: true,
  inFlight: Infinity,
  pollMs: 250,
  resendMs: 2000,
  stuckMs: Infinity,
};

/** The transport to the chain: the node at CHAIN_RPC_URL if it is set, otherwise the embedded chain. */
export function transportOf(env: Env, config: Config): ChainTransport {
  return config.chain.rpcUrl === undefined
    ? new EmbeddedTransport(env.EMBEDDED_CHAIN, config.chainId)
    : new HttpTransport(config.chain.rpcUrl);
}

const signers = new WeakMap<Config, Signer>();

/** The signer of all transactions. Cached, because deriving its address is slow. */
function signerOf(config: Config): Signer {
  const signer = signers.get(config) ?? new Signer(config.chain.signerKey, config.chainId);
  signers.set(config, signer);
  return signer;
}

export function chainOf(env: Env, config: Config): ChainAccess {
  const { rpcUrl, confirmations, inFlight, pollSeconds, stuckSeconds } = config.chain;
  const embedded = rpcUrl === undefined;
  return {
    transport: transportOf(env, config),
    signer: signerOf(config),
    settings: embedded
      ? EMBEDDED
      : {
          confirmations,
          sealed: false,
          inFlight,
          pollMs: pollSeconds * 1000,
          resendMs: 3 * pollSeconds * 1000,
          stuckMs: stuckSeconds * 1000,
        },
  };
}

/** The outbox object of the chain's signer. `Methods` are the methods that the caller uses. */
export function outboxOf<Methods>(env: Env, config: Config): Methods {
  const name = `${config.chainId}|${signerOf(config).address}`;
  return env.CHAIN_OUTBOX.get(env.CHAIN_OUTBOX.idFromName(name)) as unknown as Methods;
}

/** Submits intents to the outbox of the chain's signer. They are durable when the promise resolves. */
export async function sendToChain(env: Env, config: Config, items: Intent[]): Promise<void> {
  await outboxOf<{ submit(items: Intent[]): Promise<void> }>(env, config).submit(items);
}

/** What waits for the chain in the outbox of its signer. */
export async function chainBacklog(env: Env, config: Config): Promise<OutboxBacklog> {
  return outboxOf<{ backlog(): Promise<OutboxBacklog> }>(env, config).backlog();
}

/** Makes the outbox report final transactions again that the database lacks. One call checks a limited number. */
export async function reportLacking(env: Env, config: Config): Promise<void> {
  await outboxOf<{ reportLacking(): Promise<void> }>(env, config).reportLacking();
}
