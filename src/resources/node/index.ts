import { z } from '@hono/zod-openapi';
import { transportOf } from '../../anchoring/chain/index.ts';
import { blockRecord, nodeStatus } from '../../anchoring/chain/node.ts';
import { ChainUnreachable, RpcError } from '../../formats/ethereum/transport.ts';
import { invalid, notFound, retryLater } from '../../lib/errors.ts';
import { operation } from '../../http/operation.ts';
import { ANCHORED, hashLike } from '../examples.ts';
import * as schemas from '../schemas.ts';

/** The alias is the path that existing clients use. */
const node = {
  name: 'node',
  path: '/v1/node',
  title: 'Node',
  alias: { path: '/v1/archivistnode', suffix: 'UnderArchivistnode' },
};
const common = { group: node, method: 'get', auth: 'bearer', permission: 'member', rate: 'api' } as const;
const STATUSES = [200, 401, 403, 404, 429];

const KeyObject = z.object({
  kty: schemas.text('Key type', { example: 'EC' }),
  crv: schemas.text('Elliptic curve of the key', { example: 'P-256K' }),
  x: schemas.text('X coordinate, base64url; empty if the key is unknown', {
    example: 'wRc794RL8cYHt5wY2wkbkVWP_lgb8TK4zzs3ZXIw-jI=',
  }),
  y: schemas.text('Y coordinate, base64url; empty if the key is unknown', {
    example: 'oIgLVKeaiLKLxxDt5tzz2CcsUhC_1B6oMYjjhdEsGJw=',
  }),
  d: schemas.text('Private value: always empty', { example: '' }),
});
const Status = z.enum(['UNSPECIFIED', 'REACHABLE', 'UNREACHABLE']).openapi({ example: 'REACHABLE' });
const Node = z.object({
  validator_pubkey: KeyObject.openapi({ description: 'Public key of the validator' }),
  block_height: schemas.uint64('Number of the latest block', '1042'),
  connection_status: Status.openapi({ description: 'Whether the service reaches the node' }),
  genesis_hash: schemas.text('Hash of block 0; empty if the node does not have it', { example: `0x${hashLike('1c')}` }),
  state_root: schemas.text('State root of block 0; empty if the node does not have it', {
    example: `0x${hashLike('56')}`,
  }),
  timestamp_committed: schemas.timestamp('Time of the latest block', ANCHORED),
  timestamp_created: schemas.timestamp('Time of block 0'),
  syncing: z
    .object({
      starting_block: schemas.uint64('Block at which the node started to synchronize', '0'),
      current_block: schemas.uint64('Block that the node has reached', '1000'),
      highest_block: schemas.uint64('Highest block that the node knows of', '1042'),
    })
    .nullable()
    .openapi({ description: 'Progress of the synchronization; null if the node has the latest block', example: null }),
  peers: z
    .array(
      z.object({
        validator_pubkey: KeyObject.openapi({ description: 'Public key of the peer' }),
        connection_status: Status.openapi({ description: 'Whether the node reaches the peer' }),
      }),
    )
    .openapi({ description: 'Peers of the node', example: [] }),
});
const NodeStatus = z
  .object({
    identity: schemas.text('Name of the node: a setting, or its client version', {
      readOnly: true,
      example: 'harbour-node',
    }),
    blockchain_nodes: z.array(Node).openapi({ description: 'The node behind the service; always one' }),
  })
  .openapi('NodeStatus');

/** Field of a block record -> what it is and an example. */
const BLOCK = {
  difficulty: ['Difficulty', '0x1'],
  extraData: ['Extra data, in base64', ''],
  gasLimit: ['Gas limit', '0x1c9c380'],
  gasUsed: ['Gas used by all transactions', '0xb2c4'],
  hash: ['Hash of the block', `0x${hashLike('9b')}`],
  logsBloom: ['Bloom filter of the logs', `0x${hashLike('00').repeat(8)}`],
  miner: ['Address of the block producer', `0x${'0'.repeat(40)}`],
  nonce: ['Nonce of the block', '0x0000000000000000'],
  number: ['Number of the block', '0x412'],
  parentHash: ['Hash of the parent block', `0x${hashLike('8a')}`],
  privateStateRoot: ['Root of the private state', `0x${hashLike('56')}`],
  receiptsRoot: ['Root of the receipts trie', `0x${hashLike('b1')}`],
  sha3Uncles: ['Hash of the uncles', `0x${hashLike('1d')}`],
  stateRoot: ['Root of the state trie', `0x${hashLike('c3')}`],
  timestamp: ['Time of the block in seconds since the epoch', '0x69203cd6'],
  transactionRoot: ['Root of the transaction trie', `0x${hashLike('2f')}`],
} as const;
const BlockRecord = z
  .object(
    Object.fromEntries(
      Object.entries(BLOCK).map(([name, [description, example]]) => [
        name,
        schemas.text(`${description}${example.startsWith('0x') ? ', in hexadecimal with 0x' : ''}`, { example }),
      ]),
    ) as Record<keyof typeof BLOCK, z.ZodString>,
  )
  .openapi('BlockRecord');

const HASH = /^0x[0-9a-fA-F]{64}$/;
const NUMBER = /^(?:latest|0x[0-9a-fA-F]{1,13}|\d{1,15})$/;

export default [
  operation(
    {
      ...common,
      id: 'getNode',
      path: node.path,
      summary: 'Read the state of the blockchain node',
      description: 'Responds with 200 and `UNREACHABLE` if the node does not respond.',
      statuses: STATUSES,
      response: NodeStatus,
    },
    async ({ env, config }) => ({ json: await nodeStatus(transportOf(env, config), config.chain.nodeIdentity) }),
  ),
  operation(
    {
      ...common,
      id: 'getBlock',
      path: `${node.path}/block`,
      summary: 'Read a block',
      description: 'Selects the block by `hash` or `number`; without either, the latest block.',
      statuses: STATUSES,
      query: {
        hash: z
          .string()
          .regex(HASH, 'must be 0x and 64 hexadecimal digits')
          .optional()
          .openapi({ description: 'Hash of the block: 0x and 64 hexadecimal digits' }),
        number: z
          .string()
          .regex(NUMBER, 'must be latest, a decimal number, or a hexadecimal number with 0x')
          .optional()
          .openapi({ description: 'Number of the block, decimal or hexadecimal with 0x, or `latest` (the default)' }),
        public: z.enum(['true', 'false']).optional().openapi({
          description: 'Accepted for compatibility and ignored: there is no private state',
        }),
      },
      response: BlockRecord,
    },
    async ({ env, config, query: { hash, number = 'latest' } }) => {
      if (hash !== undefined && number !== 'latest')
        throw invalid([{ field: 'number', description: 'must not be sent together with hash' }]);
      const wanted = hash === undefined ? { number: quantity(number) } : { hash };
      const block = await blockRecord(transportOf(env, config), wanted).catch((error: unknown) => {
        if (error instanceof RpcError) return undefined;
        if (error instanceof ChainUnreachable)
          throw retryLater('unavailable', 'the blockchain node does not respond', 10);
        throw error;
      });
      if (!block) throw notFound('the block');
      return { json: block };
    },
  ),
];

/** A block number in the form of JSON-RPC. */
const quantity = (number: string): string => (number === 'latest' ? number : `0x${Number(number).toString(16)}`);
