import { z } from '@hono/zod-openapi';
import { hashLike, ID } from '../examples.ts';
import * as fields from '../fields.ts';
import { Event } from './model.ts';

/** What an anchor transaction covers; shared by proofs and by the transactions behind an event. */
export const anchorFields = (onlyFor = '') => ({
  api_query: fields.text('Address of the event list that returns the events of the window', {
    format: 'uri',
    example:
      'https://evidence.example.com/archivist/v2/assets/-/events?order_by=SIMPLEHASHV1&proof_mechanism=SIMPLE_HASH&timestamp_accepted_since=2026-11-21T10:15:00Z&timestamp_accepted_before=2026-11-21T10:20:00Z',
  }),
  start_time: fields.timestamp('Start of the window, inclusive', '2026-11-21T10:15:00Z'),
  end_time: fields.timestamp('End of the window, exclusive', '2026-11-21T10:20:00Z'),
  hash_schema_version: fields.integer('Version of the hash schema: 1 is SIMPLEHASHV1', 1),
  anchor_hash: fields.text(`SHA-256 of all events of the window, in hexadecimal${onlyFor}`, {
    example: hashLike('7e'),
  }),
  event_count: fields.integer(`Number of events in the window${onlyFor}`, 12),
});

/** What KHIPU hashed of an event. */
export const khipuFields = {
  schema_version: fields.integer('Version of the format of the preimage', 1),
  hash_alg: fields.text('Hash algorithm of `event_hash`', { example: 'SHA256' }),
  event_hash: fields.text('Hash of the preimage, in hexadecimal', { example: hashLike('a4') }),
  previous_event_hash: fields.text('Hash of the previous KHIPU event of the asset; zeros for the first', {
    example: hashLike('00'),
  }),
  sequence: fields.integer('Number of the event in its asset; 0 in the transaction that records its creation', 2),
};

/** The proof of an event (src/proof/format.ts says what each part means). */
export const EventProof = z
  .object({
    format: z.literal('asset-evidence-proof/1').openapi({ description: 'Format of this document' }),
    mechanism: z.enum(['SIMPLE_HASH', 'KHIPU']).openapi({
      description: 'Proof mechanism: SIMPLE_HASH proofs have `anchor` and `events`, KHIPU proofs have `khipu`',
    }),
    view: z.enum(['tenant', 'public']).openapi({
      description:
        'How the events are shown: as to administrators of the tenancy, or as to the public, without principals',
    }),
    event: Event.openapi({ description: 'The event that is proven' }),
    anchor: z
      .object({
        tenant: fields.text('UUID of the tenancy whose events are anchored; the nil UUID for public events', {
          example: ID.tenant,
        }),
        ...anchorFields(),
      })
      .optional()
      .openapi({ description: 'The anchor of the window that contains the event' }),
    events: z
      .array(Event)
      .optional()
      .openapi({ description: 'All events of the window in the order in which they are hashed' }),
    khipu: z
      .object({
        ...khipuFields,
        preimage: fields.text('The bytes that were hashed: the whole event and its salt', {
          format: 'byte',
          example: 'ZDg6',
        }),
      })
      .optional()
      .openapi({ description: 'What was hashed of the event' }),
    chain: z
      .object({
        chain_id: fields.text('Id of the blockchain', { example: '8275647' }),
        kind: z.enum(['embedded', 'external']).openapi({
          description: 'Whether the deployment runs the blockchain itself or uses an external one',
        }),
        genesis_hash: fields.hash('Hash of block 0', '1c'),
        transaction: fields.text('Signed transaction, in hexadecimal with 0x', { example: '0x02f8b1' }),
        transaction_index: fields.integer('Index of the transaction in its block', 0),
        inclusion: fields.texts(
          "Nodes of the block's transaction trie from the root to the transaction, in hexadecimal with 0x",
          ['0xf8b1'],
        ),
        block_header: fields.text('RLP of the block header, in hexadecimal with 0x', { example: '0xf90259' }),
        block_hash: fields.hash('Hash of the block header', '9b'),
        validator_address: fields.text('Address of the validator that sealed the block; empty on an external chain', {
          example: '0x8a5b7e0c7a3d6f0b1c2d3e4f5a6b7c8d9e0f1a2b',
        }),
        rotations: z.array(z.string()).optional().openapi({
          description:
            'RLP of the block headers in which each validator authorizes its successor (EIP-225); only after a rotation of the embedded chain',
        }),
        finality: fields.text('How the block was judged final, in words', { example: 'sealed by the validator' }),
      })
      .openapi({ description: 'The transaction on the blockchain, and the block that contains it' }),
  })
  .openapi('EventProof');
