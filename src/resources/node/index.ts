import { z } from '@hono/zod-openapi';
import { transportOf } from '../../chain/index.ts';
import { blockRecord, nodeStatus } from '../../chain/node.ts';
import { ChainUnreachable, RpcError } from '../../ethereum/transport.ts';
import { invalid, notFound, retryLater } from '../../core/errors.ts';
import { operation } from '../../http/operation.ts';

/** The alias is the name of the group's paths in the hosted service (compat 16). */
const node = { name: 'node', path: '/v1/node', title: 'Node', alias: '/v1/archivistnode' };
const common = { group: node, method: 'get', auth: 'bearer', permission: 'member', rate: 'api' } as const;
const STATUSES = [200, 401, 403, 404, 429];

const KeyObject = z.object({ kty: z.string(), crv: z.string(), x: z.string(), y: z.string(), d: z.string() });
const Status = z.enum(['UNSPECIFIED', 'REACHABLE', 'UNREACHABLE']);
const NodeStatus = z
  .object({
    identity: z.string(),
    blockchain_nodes: z.array(
      z.object({
        validator_pubkey: KeyObject,
        block_height: z.string(),
        connection_status: Status,
        genesis_hash: z.string(),
        state_root: z.string(),
        timestamp_committed: z.string(),
        timestamp_created: z.string(),
        syncing: z
          .object({ starting_block: z.string(), current_block: z.string(), highest_block: z.string() })
          .nullable(),
        peers: z.array(z.object({ validator_pubkey: KeyObject, connection_status: Status })),
      }),
    ),
  })
  .openapi('NodeStatus');

const FIELDS = [
  'difficulty',
  'extraData',
  'gasLimit',
  'gasUsed',
  'hash',
  'logsBloom',
  'miner',
  'nonce',
  'number',
  'parentHash',
  'privateStateRoot',
  'receiptsRoot',
  'sha3Uncles',
  'stateRoot',
  'timestamp',
  'transactionRoot',
] as const;
const BlockRecord = z
  .object(Object.fromEntries(FIELDS.map((name) => [name, z.string()])) as Record<(typeof FIELDS)[number], z.ZodString>)
  .openapi('BlockRecord');

const HASH = /^0x[0-9a-fA-F]{64}$/;
const NUMBER = /^(?:latest|0x[0-9a-fA-F]{1,13}|\d{1,15})$/;

export default [
  operation(
    {
      ...common,
      id: 'getNode',
      path: node.path,
      summary: 'The blockchain node of the service',
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
      summary: 'A block, by its hash or its number; the latest where neither is given',
      statuses: STATUSES,
      query: {
        hash: z.string().regex(HASH, 'must be 0x and 64 hexadecimal digits').optional(),
        number: z.string().regex(NUMBER, 'must be latest, or a number, hexadecimal with 0x or decimal').optional(),
        public: z.enum(['true', 'false']).optional().openapi({
          description: 'With the private state of the public tenant; there is none, so it changes nothing',
        }),
      },
      response: BlockRecord,
    },
    async ({ env, config, query: { hash, number = 'latest' } }) => {
      if (hash !== undefined && number !== 'latest')
        throw invalid([{ field: 'number', description: 'must not be given beside hash' }]);
      const wanted = hash === undefined ? { number: quantity(number) } : { hash };
      const block = await blockRecord(transportOf(env, config), wanted).catch((error: unknown) => {
        if (error instanceof RpcError) return undefined;
        if (error instanceof ChainUnreachable) throw retryLater('unavailable', 'the node does not answer', 10);
        throw error;
      });
      if (!block) throw notFound('the block');
      return { json: block };
    },
  ),
];

/** As JSON-RPC takes it. */
const quantity = (number: string): string => (number === 'latest' ? number : `0x${Number(number).toString(16)}`);
