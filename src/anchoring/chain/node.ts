import { toBytes, type Hex } from 'ox/Hex';
import { toBase64 } from '../../lib/text.ts';
import { EPOCH, formatSeconds } from '../../lib/time.ts';
import { ChainUnreachable, RpcError, type ChainTransport } from '../../formats/ethereum/transport.ts';

/** A public key as a JWK. `d` is always empty. */
export type KeyObject = { kty: string; crv: string; x: string; y: string; d: string };
/** The syncing state of a node; null when it is in sync. */
type Syncing = { starting_block: string; current_block: string; highest_block: string } | null;

/** The JWK of an uncompressed public key (65 or 64 bytes, hexadecimal). Its coordinates are empty without a key. */
function keyObject(key: string | undefined): KeyObject {
  const hex = (key ?? '').replace(/^0x/, '').replace(/^04(?=.{128}$)/, '');
  const part = (from: number): string =>
    hex.length === 128
      ? toBase64(toBytes(`0x${hex.slice(from, from + 64)}`))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
      : '';
  return { kty: 'EC', crv: 'P-256K', x: part(0), y: part(64), d: '' };
}

type Block = { hash: string; number: Hex; timestamp: Hex; stateRoot: string } & Record<string, unknown>;

const seconds = (block: Block): string => formatSeconds(Number(block.timestamp) * 1_000_000);

/** Calls an optional method; undefined where the node responds with an error. */
async function optional<T>(
  chain: ChainTransport,
  method: string,
  params: readonly unknown[] = [],
): Promise<T | undefined> {
  try {
    return await chain.request<T>(method, params);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

/** The public key in an enode URL. */
const enodeKey = (enode: string | undefined): string | undefined =>
  /^enode:\/\/([0-9a-f]{128})@/i.exec(enode ?? '')?.[1];

/** The status of the node and of its chain. A node that does not respond is UNREACHABLE. */
export async function nodeStatus(chain: ChainTransport, identity: string) {
  try {
    const [head, genesis, client, info, validator, syncing, peers] = await Promise.all([
      chain.request<Block | null>('eth_getBlockByNumber', ['latest', false]),
      chain.request<Block | null>('eth_getBlockByNumber', ['0x0', false]),
      optional<string>(chain, 'web3_clientVersion'),
      optional<{ enode?: string }>(chain, 'admin_nodeInfo'),
      optional<string>(chain, 'embedded_validator'),
      optional<Record<string, string> | false>(chain, 'eth_syncing'),
      optional<{ enode?: string }[]>(chain, 'admin_peers'),
    ]);
    if (!head) throw new ChainUnreachable('the node has no latest block');
    return {
      identity: identity || (client ?? ''),
      blockchain_nodes: [
        {
          validator_pubkey: keyObject(validator ?? enodeKey(info?.enode)),
          block_height: String(Number(head.number)),
          connection_status: 'REACHABLE' as const,
          // A node that started from a snapshot may lack block 0.
          genesis_hash: genesis?.hash ?? '',
          state_root: genesis?.stateRoot ?? '',
          timestamp_committed: seconds(head),
          timestamp_created: genesis ? seconds(genesis) : EPOCH,
          syncing: syncingOf(syncing),
          peers: (peers ?? []).map((peer) => ({
            validator_pubkey: keyObject(enodeKey(peer.enode)),
            connection_status: 'REACHABLE' as const,
          })),
        },
      ],
    };
  } catch (error) {
    if (!(error instanceof ChainUnreachable || error instanceof RpcError)) throw error;
    const unreachable = {
      validator_pubkey: keyObject(undefined),
      block_height: '0',
      connection_status: 'UNREACHABLE' as const,
      genesis_hash: '',
      state_root: '',
      timestamp_committed: EPOCH,
      timestamp_created: EPOCH,
      syncing: null,
      peers: [],
    };
    return { identity, blockchain_nodes: [unreachable] };
  }
}

function syncingOf(syncing: Record<string, string> | false | undefined): Syncing {
  if (!syncing) return null;
  const number = (name: string): string => String(Number(syncing[name] ?? 0));
  return {
    starting_block: number('startingBlock'),
    current_block: number('currentBlock'),
    highest_block: number('highestBlock'),
  };
}

const EMPTY_TRIE = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** A block in the form of the API: all fields are strings, `extraData` is base64. Undefined where it does not exist. */
export async function blockRecord(chain: ChainTransport, which: { hash: string } | { number: string }) {
  const block =
    'hash' in which
      ? await chain.request<Block | null>('eth_getBlockByHash', [which.hash, false])
      : await chain.request<Block | null>('eth_getBlockByNumber', [which.number, false]);
  if (!block) return undefined;
  const text = (name: string): string => (typeof block[name] === 'string' ? block[name] : '');
  return {
    difficulty: text('difficulty'),
    extraData: toBase64(toBytes((text('extraData') || '0x') as Hex)),
    gasLimit: text('gasLimit'),
    gasUsed: text('gasUsed'),
    hash: text('hash'),
    logsBloom: text('logsBloom'),
    miner: text('miner'),
    nonce: text('nonce'),
    number: text('number'),
    parentHash: text('parentHash'),
    privateStateRoot: text('privateStateRoot') || EMPTY_TRIE,
    receiptsRoot: text('receiptsRoot'),
    sha3Uncles: text('sha3Uncles'),
    stateRoot: text('stateRoot'),
    timestamp: text('timestamp'),
    transactionRoot: text('transactionsRoot'),
  };
}
