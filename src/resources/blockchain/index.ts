import { z } from '@hono/zod-openapi';
import { anchorDetails, khipuDetails, logAnchorDetails, transactionJson } from '../../anchoring/details.ts';
import { readAnchored, type Anchored } from '../../anchoring/read.ts';
import type { Config } from '../../settings/config.ts';
import { operation, type Operation } from '../../http/operation.ts';
import { NextPageToken } from '../../http/paging.ts';
import { hashLike, ID, WALLET } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { anchorFields, khipuFields } from '../assets/proof.ts';

const blockchain = { name: 'blockchain', path: '/v1alpha2/blockchain/assets', title: 'Blockchain transactions' };
const publicblockchain = {
  name: 'publicBlockchain',
  path: '/v1alpha2/blockchain/publicassets',
  title: 'Blockchain transactions of public assets',
};

const WINDOW_ONLY = '; empty for callers who may not see all events of the window: administrators of the tenancy may';

const SimpleHashDetails = z.object(anchorFields(WINDOW_ONLY)).openapi('SimpleHashDetails');
const KhipuDetails = z
  .object({
    ...khipuFields,
    preimage: z.string().optional().openapi({
      description: 'The bytes that were hashed; only for callers who may read the whole event',
      format: 'byte',
    }),
    raw_transaction: schemas.text('Signed transaction, in hexadecimal with 0x', { example: '0x02f8b1' }),
    block_header: schemas.text('RLP of the block header, in hexadecimal with 0x', { example: '0xf90259' }),
    proof: schemas.texts(
      "Nodes of the block's transaction trie from the root to the transaction, in hexadecimal with 0x",
      ['0xf8b1'],
    ),
  })
  .openapi('KhipuDetails');
const MerkleLogDetails = z
  .object({
    log: schemas.text('UUID of the log', { format: 'uuid', example: ID.logs }),
    size: schemas.integer('Number of leaves of the tree', 12),
    root: schemas.text('Root of the tree, in hexadecimal', { example: hashLike('c3') }),
  })
  .openapi('MerkleLogDetails');
const Transaction = z.object({
  hash: schemas.hash('Hash of the transaction', '5b'),
  nonce: schemas.uint64('Nonce of the sender', '17'),
  blockhash: schemas.hash('Hash of the block', '9b'),
  block_number: schemas.uint64('Number of the block', '1042'),
  transaction_index: schemas.integer('Index of the transaction in the block', 0),
  r: schemas.text(`Signature, value r, in hexadecimal with 0x${WINDOW_ONLY}`, { example: `0x${hashLike('4a')}` }),
  s: schemas.text(`Signature, value s, in hexadecimal with 0x${WINDOW_ONLY}`, { example: `0x${hashLike('1e')}` }),
  v: schemas.text(`Signature, value v, in hexadecimal with 0x${WINDOW_ONLY}`, { example: '0x1' }),
  from: schemas.text('Address of the sender (EIP-55 checksum)', { example: WALLET }),
  to: schemas.text('Address of the recipient (EIP-55 checksum)', { example: WALLET }),
  value: schemas.text('Transferred value in wei, as a decimal string', { example: '0' }),
  gas: schemas.text(`Gas limit, as a decimal string${WINDOW_ONLY}`, { example: '60000' }),
  gas_price: schemas.text('Gas price or maximum fee per gas in wei, as a decimal string', { example: '0' }),
  input: schemas.text(`Input data, in hexadecimal with 0x${WINDOW_ONLY}`, { example: '0x7e7e7e7e' }),
});
const Transactions = z
  .object({
    transactions: z
      .array(
        z.object({
          kind: z.enum(['SIMPLE_HASH', 'KHIPU', 'MERKLE_LOG']).openapi({ description: 'Proof mechanism of the event' }),
          transaction: Transaction.openapi({ description: 'The transaction on the blockchain' }),
          simple_hash_details: SimpleHashDetails.optional().openapi({
            description: 'SIMPLE_HASH: what the transaction anchors',
          }),
          khipu_details: KhipuDetails.optional().openapi({ description: 'KHIPU: what the transaction records' }),
          merkle_log_details: MerkleLogDetails.optional().openapi({
            description: 'MERKLE_LOG: the tree of the log that the transaction anchors',
          }),
        }),
      )
      .openapi({ description: 'The transactions behind the event; empty while it is not recorded' }),
    next_page_token: NextPageToken,
  })
  .openapi('BlockchainTransactions');

/** What a caller sees of the transactions. */
type Shown = {
  /** The preimages of KHIPU events, if the caller may read the whole event. */
  preimages: boolean;
  /** The hash and the input of anchors, which depend on all events of the window. */
  wholeWindow: boolean;
};

/** The transactions behind an event; empty until it is recorded on the blockchain. */
function transactionsJson(
  anchored: Anchored,
  config: Config,
  { preimages, wholeWindow }: Shown,
): z.infer<typeof Transactions> {
  const { anchor, khipu, logAnchor } = anchored;
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
  if (logAnchor)
    entries.push({
      kind: 'MERKLE_LOG',
      transaction: transactionJson(logAnchor),
      merkle_log_details: logAnchorDetails(logAnchor),
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
      summary: 'List the transactions behind an event',
      description:
        'For a SIMPLE_HASH event, the anchor of its window; for a KHIPU event, its own transaction, and ' +
        'for the first event also that of the creation of the asset; for a MERKLE_LOG event, the first ' +
        'anchor of the log of its tenancy that covers it.',
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
      summary: 'List the transactions behind an event of a public asset',
      description:
        'For a SIMPLE_HASH event, the public anchor of its window; for a KHIPU event its own transactions, ' +
        'without the preimages, which name people; for a MERKLE_LOG event, the first anchor of the public ' +
        'log that covers it.',
      statuses: [200, 404],
    },
    // A preimage names people. Public windows contain only public events.
    async ({ scope, config, params }) => ({
      json: transactionsJson(await readAnchored(scope, params['asset_uuid']!, params['uuid']!), config, {
        preimages: false,
        wholeWindow: true,
      }),
    }),
  ),
] satisfies Operation[];
