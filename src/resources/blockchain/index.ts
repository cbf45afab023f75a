import { z } from '@hono/zod-openapi';
import { anchorDetails, khipuDetails, transactionJson } from '../../anchoring/details.ts';
import { readAnchored, type Anchored } from '../../anchoring/read.ts';
import type { Config } from '../../config.ts';
import { operation, type Operation } from '../../http/operation.ts';

const blockchain = { name: 'blockchain', path: '/v1alpha2/blockchain/assets', title: 'Blockchain transactions' };
const publicblockchain = {
  name: 'publicblockchain',
  path: '/v1alpha2/blockchain/publicassets',
  title: 'Blockchain transactions of public assets',
};

const WINDOW_ONLY = 'Empty for who may not see all events of the window: administrators of the tenancy may';

const SimpleHashDetails = z
  .object({
    api_query: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    hash_schema_version: z.int(),
    anchor_hash: z.string().openapi({ description: WINDOW_ONLY }),
    event_count: z.int().openapi({ description: 'Zero for who may not see all events of the window' }),
  })
  .openapi('SimpleHashDetails');
const KhipuDetails = z
  .object({
    schema_version: z.int(),
    hash_alg: z.string(),
    event_hash: z.string(),
    previous_event_hash: z.string(),
    sequence: z.int(),
    preimage: z.string().optional().openapi({ description: 'Base64; only for who may read all of the event' }),
    raw_transaction: z.string(),
    block_header: z.string(),
    proof: z.array(z.string()),
  })
  .openapi('KhipuDetails');
const Transactions = z
  .object({
    transactions: z.array(
      z.object({
        kind: z.enum(['SIMPLE_HASH', 'KHIPU']),
        transaction: z.object({
          hash: z.string(),
          nonce: z.string(),
          blockhash: z.string(),
          block_number: z.string(),
          transaction_index: z.int(),
          r: z.string().openapi({ description: WINDOW_ONLY }),
          s: z.string().openapi({ description: WINDOW_ONLY }),
          v: z.string().openapi({ description: WINDOW_ONLY }),
          from: z.string(),
          to: z.string(),
          value: z.string(),
          gas: z.string().openapi({ description: WINDOW_ONLY }),
          gas_price: z.string(),
          input: z.string().openapi({ description: WINDOW_ONLY }),
        }),
        simple_hash_details: SimpleHashDetails.optional(),
        khipu_details: KhipuDetails.optional(),
      }),
    ),
    next_page_token: z.string(),
  })
  .openapi('BlockchainTransactions');

/** What a reader sees of a transaction beside that it is there. */
type Shown = {
  /** The preimages of KHIPU events that they may read all of. */
  preimages: boolean;
  /** What the anchor of a window hashes, which shows all of its events. */
  wholeWindow: boolean;
};

/** The transactions behind an event; none while it is not on the chain. */
function transactionsJson(
  anchored: Anchored,
  config: Config,
  { preimages, wholeWindow }: Shown,
): z.infer<typeof Transactions> {
  const { anchor, khipu } = anchored;
  const entries: z.infer<typeof Transactions>['transactions'] = khipu.map((row) => ({
    kind: 'KHIPU',
    transaction: transactionJson(row),
    khipu_details: {
      ...khipuDetails(anchored, row, preimages && anchored.whole),
      raw_transaction: row.raw,
      block_header: row.header,
      proof: JSON.parse(row.proof) as string[],
    },
  }));
  if (anchor)
    entries.push({
      kind: 'SIMPLE_HASH',
      transaction: transactionJson(anchor, wholeWindow),
      simple_hash_details: anchorDetails(anchor, config.origin, wholeWindow),
    });
  return { transactions: entries, next_page_token: '' };
}

const PATH = '{asset_uuid}/events/{uuid}';
const common = { method: 'get', response: Transactions } as const;

export default [
  operation(
    {
      ...common,
      group: blockchain,
      id: 'getBlockchainTransactions',
      path: `${blockchain.path}/${PATH}`,
      auth: 'bearer',
      permission: 'member',
      rate: 'api',
      summary: 'The transactions behind an event',
      statuses: [200, 401, 403, 404, 429],
    },
    async ({ scope, config, params }) => {
      const anchored = await readAnchored(scope, params['asset_uuid']!, params['uuid']!);
      const { administrator } = await scope.principal();
      const wholeWindow = administrator && anchored.event.tenant === scope.tenant;
      return { json: transactionsJson(anchored, config, { preimages: true, wholeWindow }) };
    },
  ),
  operation(
    {
      ...common,
      group: publicblockchain,
      id: 'getPublicBlockchainTransactions',
      path: `${publicblockchain.path}/${PATH}`,
      auth: 'public',
      permission: 'none',
      rate: 'public',
      cacheable: true,
      summary: 'The transactions behind an event of a public asset',
      statuses: [200, 404],
    },
    // A preimage names the people behind an event. The public's windows hold what everybody may read.
    async ({ scope, config, params }) => ({
      json: transactionsJson(await readAnchored(scope, params['asset_uuid']!, params['uuid']!), config, {
        preimages: false,
        wholeWindow: true,
      }),
    }),
  ),
] satisfies Operation[];
