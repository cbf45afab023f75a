import { PUBLIC_SCOPE } from '../core/identity.ts';
import type { Scope } from '../access/scope.ts';
import { decodeHeader, validatorOf } from '../ethereum/header.ts';
import { transportOf } from '../chain/index.ts';
import type { Config, Env } from '../config.ts';
import { notFound, ServiceError } from '../core/errors.ts';
import { toBytes, type Hex } from 'ox/Hex';
import type { Proof } from '../proof/format.ts';
import { embeddedGenesis } from '../proof/genesis.ts';
import { Database } from '../store/database.ts';
import { anchorDetails, khipuDetails } from './details.ts';
import { readAnchored, type Recorded } from './read.ts';
import { shownIn } from './scopes.ts';
import { windowPart } from './windowpart.ts';
import { windowEvents } from './windows.ts';

/**
 * Everything that it takes to check an event without us. It shows nothing that its reader may not read: a simple
 * hash takes all events of its window, so of a tenant's only its administrators get one (`administers`: whether the
 * reader is one of the event's tenancy); everybody gets the public's. Throws 404 while there is none, 403, and 413 where
 * the window is too large.
 */
export async function proofOf(
  env: Env,
  config: Config,
  scope: Scope,
  asset: string,
  id: string,
  administers: (tenant: string) => boolean,
): Promise<Proof> {
  const anchored = await readAnchored(scope, asset, id);
  const { event, anchor } = anchored;
  const name = `assets/${event.asset}/events/${event.id}`;
  const view = scope.tenant === undefined ? 'public' : 'tenant';
  const khipu = anchored.khipu.find(({ intent }) => intent.endsWith('#1'));
  const recorded: Recorded | undefined = anchor ?? khipu;
  if (!recorded || event.confirmation === 'PENDING')
    throw notFound(`a proof of ${name}: it is not on the chain yet; one`);
  if (recorded.header === '') throw notFound(`a proof of ${name}: the chain's node does not give what it takes; one`);
  const place = placeOf(recorded);
  const common = {
    format: 'asset-evidence-proof/1' as const,
    mechanism: event.proofMechanism,
    view,
    event: { ...shownIn(view === 'public' ? PUBLIC_SCOPE : event.tenant, event), ...place },
    chain: await chainPart(env, config, recorded),
  } as const;
  if (khipu) {
    if (view === 'public' || !anchored.whole)
      throw new ServiceError('forbidden', 'a proof of this event shows more of it than you may read');
    return { ...common, khipu: khipuDetails(anchored, khipu, true) as Proof['khipu'] & object };
  }
  if (view === 'tenant' && !administers(event.tenant))
    throw new ServiceError(
      'forbidden',
      'a proof of this event shows other events: it is for administrators of its tenancy',
    );
  const window = windowEvents(new Database(env.DB), anchor!.scope, anchor!.startUs, anchor!.endUs);
  const events = (await windowPart(window, anchor!.count)).map((each) => ({ ...each, ...place }));
  return { ...common, anchor: { tenant: anchor!.scope, ...anchorDetails(anchor!, config.origin) }, events };
}

/** Where the events of a proof are recorded: of a window all by one transaction, which is not always the one that they show. */
const placeOf = (recorded: Recorded) => ({
  transaction_id: recorded.hash,
  block_number: recorded.blockNumber,
  transaction_index: recorded.transactionIndex,
});

async function chainPart(env: Env, config: Config, recorded: Recorded): Promise<Proof['chain']> {
  const embedded = config.chain.rpcUrl === undefined;
  const genesis = await genesisHash(env, config);
  const validator = embedded ? validatorOf(decodeHeader(toBytes(recorded.header as Hex))) : '';
  return {
    chain_id: config.chainId,
    kind: embedded ? 'embedded' : 'external',
    genesis_hash: genesis,
    transaction: recorded.raw,
    transaction_index: recorded.transactionIndex,
    inclusion: JSON.parse(recorded.proof) as string[],
    block_header: recorded.header,
    block_hash: recorded.blockHash,
    validator_address: validator,
    ...(embedded && embeddedGenesis(BigInt(config.chainId), validator as Hex) !== genesis
      ? { rotations: await rotationsBefore(env, config, recorded.blockNumber) }
      : {}),
    finality: recorded.finality,
  };
}

/** What leads from the first validator of the embedded chain to that of a block. */
const rotationsBefore = (env: Env, config: Config, block: number): Promise<string[]> =>
  transportOf(env, config).request('embedded_rotations', [`0x${block.toString(16)}`]);

/** Of the chain that an isolate knows, its first block never changes. */
let genesis: { chain: string; hash: string } | undefined;

async function genesisHash(env: Env, config: Config): Promise<string> {
  const chain = `${config.chainId} ${config.chain.rpcUrl ?? ''}`;
  if (genesis?.chain !== chain) {
    const block = await transportOf(env, config).request<{ hash: string }>('eth_getBlockByNumber', ['0x0', false]);
    genesis = { chain, hash: block.hash };
  }
  return genesis.hash;
}
