import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import type { Scope } from '../access/scope.ts';
import { decodeHeader, validatorOf } from '../formats/ethereum/header.ts';
import { transportOf } from './chain/index.ts';
import type { Config, Env } from '../settings/config.ts';
import { ServiceError } from '../lib/errors.ts';
import { toBytes, type Hex } from 'ox/Hex';
import type { ChainEvidence, Proof } from '../proof/format.ts';
import { embeddedGenesis } from '../proof/genesis.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { anchorDetails, khipuDetails } from './details.ts';
import { khipuOf } from './khipu-intent.ts';
import { readAnchored, type Recorded } from './read.ts';
import { shownIn } from './scopes.ts';
import { limitWindow, windowPart } from './window-part.ts';
import { attributeLength, windowEvents } from './windows.ts';

/**
 * The proof of an event, which can be checked without this service. A proof contains only what its reader may read. A
 * SIMPLE_HASH proof contains all events of the window: a tenant's requires an administrator of that tenancy
 * (`administers`), the public one requires nothing. Throws 404 while the event is not anchored, 403 where the reader
 * may not read the whole proof, and 413 where the window is too large.
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
  const { proofMechanism: mechanism } = event;
  const name = `assets/${event.asset}/events/${event.id}`;
  // Proofs of MERKLE_LOG events would be made here: by the leaf in the log, a signed tree, and the path between them.
  if (mechanism === 'MERKLE_LOG')
    throw new ServiceError('not_found', `a proof of ${name} does not exist: the service has none for MERKLE_LOG`);
  if (event.erased && mechanism === 'KHIPU')
    throw new ServiceError('not_found', `a proof of ${name} does not exist any more: the event was erased`);
  const view = scope.tenant === undefined ? 'public' : 'tenant';
  const khipu = anchored.khipu.find(({ intent }) => khipuOf(intent)?.kind === 'recordEvent');
  const recorded: Recorded | undefined = anchor ?? khipu;
  if (!recorded || event.confirmation === 'PENDING')
    throw new ServiceError('not_found', `a proof of ${name} does not exist yet: the event is not on the chain`);
  if (recorded.header === '')
    throw new ServiceError(
      'not_found',
      `a proof of ${name} does not exist: the node of the chain did not return the block`,
    );
  if (anchor && view === 'tenant' && !administers(event.tenant))
    throw new ServiceError(
      'forbidden',
      'a proof of this event contains other events: only administrators of its tenancy may read it',
    );
  const db = openDatabase(env);
  if (anchor) await limitWindow(anchor.count, () => attributeLength(db, anchor));
  const position = positionOf(recorded);
  const common = {
    format: 'asset-evidence-proof/1' as const,
    mechanism,
    view,
    event: { ...shownIn(view === 'public' ? PUBLIC_SCOPE : event.tenant, event), ...position },
    chain: await chainEvidence(env, config, recorded),
  } as const;
  if (khipu) {
    if (view === 'public' || !anchored.whole)
      throw new ServiceError('forbidden', 'a proof of this event contains attributes that you may not read');
    return { ...common, khipu: khipuDetails(anchored, khipu, true) as Proof['khipu'] & object };
  }
  const window = windowEvents(db, anchor!.scope, anchor!.startUs, anchor!.endUs);
  const events = (await windowPart(window, anchor!.count)).map((each) => ({ ...each, ...position }));
  return { ...common, anchor: { tenant: anchor!.scope, ...anchorDetails(anchor!, config.origin) }, events };
}

/**
 * The position of the transaction of a proof, as fields of an event. One transaction anchors a whole window; an event
 * read outside the proof may show another one (that of its tenant's window, not of the public one).
 */
const positionOf = (recorded: Recorded) => ({
  transaction_id: recorded.hash,
  block_number: recorded.blockNumber,
  transaction_index: recorded.transactionIndex,
});

/** The transaction of a proof, its block, and what identifies the chain. */
export async function chainEvidence(env: Env, config: Config, recorded: Recorded): Promise<ChainEvidence> {
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

/** The headers of the rotations from the first validator of the embedded chain to the validator of a block. */
const rotationsBefore = (env: Env, config: Config, block: number): Promise<string[]> =>
  transportOf(env, config).request('embedded_rotations', [`0x${block.toString(16)}`]);

/** Cached for the lifetime of the isolate: block 0 of a chain never changes. */
let genesis: { chain: string; hash: string } | undefined;

async function genesisHash(env: Env, config: Config): Promise<string> {
  const chain = `${config.chainId} ${config.chain.rpcUrl ?? ''}`;
  if (genesis?.chain !== chain) {
    const block = await transportOf(env, config).request<{ hash: string }>('eth_getBlockByNumber', ['0x0', false]);
    genesis = { chain, hash: block.hash };
  }
  return genesis.hash;
}
