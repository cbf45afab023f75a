import { z } from '@hono/zod-openapi';
import { invalid } from '../../lib/errors.ts';
import { hashLike, ID } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { Checkpoint } from '../logs/model.ts';
import { AuthorPart, ImportedAuthorPart } from './author-part.ts';
import { HASHES } from './examples.ts';
import { Event } from './model.ts';

/** What an anchor transaction covers; shared by proofs and by the transactions behind an event. */
export const anchorFields = (onlyFor = '') => ({
  api_query: schemas.text('Address of the event list that returns the events of the window', {
    format: 'uri',
    example:
      'https://evidence.example.com/archivist/v2/assets/-/events?order_by=SIMPLEHASHV1&proof_mechanism=SIMPLE_HASH' +
      '&timestamp_accepted_since=2026-11-21T10:15:00Z&timestamp_accepted_before=2026-11-21T10:20:00Z',
  }),
  start_time: schemas.timestamp('Start of the window, inclusive', '2026-11-21T10:15:00Z'),
  end_time: schemas.timestamp('End of the window, exclusive', '2026-11-21T10:20:00Z'),
  hash_schema_version: schemas.integer('Version of the hash schema: 1 is SIMPLEHASHV1', 1),
  anchor_hash: schemas.text(`SHA-256 of all events of the window, in hexadecimal${onlyFor}`, {
    example: hashLike('7e'),
  }),
  event_count: schemas.integer(`Number of events in the window${onlyFor}`, 12),
});

/** What KHIPU hashed of an event. */
export const khipuFields = {
  schema_version: schemas.integer('Version of the format of the preimage', 1),
  hash_alg: schemas.text('Hash algorithm of `event_hash`', { example: 'SHA256' }),
  event_hash: schemas.text('Hash of the preimage, in hexadecimal', { example: hashLike('a4') }),
  previous_event_hash: schemas.text('Hash of the previous KHIPU event of the asset; zeros for the first', {
    example: hashLike('00'),
  }),
  sequence: schemas.integer('Number of the event in its asset; 0 in the transaction that records its creation', 2),
};

/** Which document a proof is. */
export const PROOF_QUERY = {
  form: z
    .enum(['log', 'window'])
    .default('log')
    .openapi({
      description:
        '`log`: the entry of the event in the log, a signed checkpoint and, once the log is anchored, the ' +
        'transaction with its root. `window`: the anchor of the window of a SIMPLE_HASH event with all ' +
        'events of this window, or the transaction of a KHIPU event',
      example: 'log',
    }),
  stamps: z
    .enum(['true', 'false'])
    .optional()
    .openapi({
      description:
        '`true`: a proof of the form `log` has the member `stamps`, for each time-stamping authority the first time ' +
        'stamp that covers the event. Default: without',
    }),
};

/** Whether a proof has its time stamps. Throws 400 for a form that has none. */
export function asksForStamps({
  form,
  stamps,
}: {
  form: 'log' | 'window';
  stamps?: 'true' | 'false' | undefined;
}): boolean {
  if (form === 'window' && stamps === 'true')
    throw invalid([{ field: 'stamps', description: 'must not be true unless form is log' }]);
  return stamps === 'true';
}

const chainEvidence = (about: string) =>
  z
    .object({
      chain_id: schemas.text('Id of the blockchain', { example: '8275647' }),
      kind: z.enum(['embedded', 'external']).openapi({
        description: 'Whether the deployment runs the blockchain itself or uses an external one',
      }),
      genesis_hash: schemas.hash('Hash of block 0', '1c'),
      transaction: schemas.text('Signed transaction, in hexadecimal with 0x', { example: '0x02f8b1' }),
      transaction_index: schemas.integer('Index of the transaction in its block', 0),
      inclusion: schemas.texts(
        "Nodes of the block's transaction trie from the root to the transaction, in hexadecimal with 0x",
        ['0xf8b1'],
      ),
      block_header: schemas.text('RLP of the block header, in hexadecimal with 0x', { example: '0xf90259' }),
      block_hash: schemas.hash('Hash of the block header', '9b'),
      validator_address: schemas.text('Address of the validator that sealed the block; empty on an external chain', {
        example: '0x8a5b7e0c7a3d6f0b1c2d3e4f5a6b7c8d9e0f1a2b',
      }),
      rotations: z
        .array(z.string())
        .optional()
        .openapi({
          description:
            'RLP of the block headers in which each validator authorizes its successor (EIP-225); only after ' +
            'a rotation of the embedded chain',
        }),
      finality: schemas.text('How the block was judged final, in words', { example: 'sealed by the validator' }),
    })
    .openapi({ description: about });

/** What an entry has in addition to its event. */
export const entryPart = z
  .object({
    sequence: schemas.integer('Number of the event in its asset, from 1', 3),
    proof_mechanism: schemas.text('Proof mechanism of the asset', { example: 'SIMPLE_HASH' }),
    public: z.boolean().openapi({ description: 'Whether the asset is public', example: false }),
    chain_commitment: schemas.text('Salted commitment to the chain hash of the event, in hexadecimal', {
      example: hashLike('3c'),
    }),
    author_statement: z
      .string()
      .optional()
      .openapi({ description: 'Only if the author has signed the event: digest of the statement, in hexadecimal' }),
  })
  .openapi({ description: 'What the entry has in addition to the event: see docs/log-entries.md' });

/** What leads from the content that the caller sees to the entry. */
export const contentOpening = z
  .union([
    z.object({
      seed: schemas.text('Content seed, base64url: for callers who may read all of the event', { example: HASHES }),
    }),
    z.object({
      salts: schemas.text('Salts of the visible attributes and principals, base64url of 16 bytes each', {
        example: 'q83vASNFZ4mrze8BI0Vniw',
      }),
      hidden: schemas.text('Commitments of what the caller may not read, base64url of 32 bytes each', {
        example: HASHES,
      }),
    }),
    z.object({
      commitment: schemas.text('Content commitment of an erased event, in hexadecimal', {
        example: hashLike('6e'),
      }),
    }),
  ])
  .openapi({ description: 'What leads from the attributes and principals to the content commitment of the entry' });

/** Time stamps of trees of a log. */
export const stampList = z.array(
  z.object({
    size: schemas.integer('Size of the tree of the log that is stamped', 40),
    path: schemas.text(
      'Hashes of the inclusion proof in that tree that `path` does not have: base64url of 32 bytes each',
      { example: '' },
    ),
    salt: schemas.text('Salt of the leaf of the log in the stamped tree, base64url', { example: HASHES }),
    index: schemas.integer('Index of this leaf', 3),
    stamp_path: schemas.text('Inclusion proof in the stamped tree: base64url of hashes of 32 bytes each', {
      example: HASHES,
    }),
    token: schemas.text('TimeStampToken (RFC 3161) of the root of the stamped tree, DER in base64', {
      format: 'byte',
      example: 'MIIE',
    }),
    renewals: z
      .array(
        z.object({
          index: schemas.integer('Index of the leaf of the token before', 0),
          path: schemas.text('Inclusion proof of this leaf: base64url of hashes of 32 bytes each', { example: HASHES }),
          token: schemas.text('TimeStampToken of the root of this tree, DER in base64', {
            format: 'byte',
            example: 'MIIE',
          }),
        }),
      )
      .optional()
      .openapi({
        description: 'Only once the time stamp is renewed: its renewal, then that of the renewal, and so on',
      }),
  }),
);

/** The proof of an event by its entry in a log (src/proof/log-format.ts says what each part means). */
export const EventLogProof = z
  .object({
    format: z.literal('asset-evidence-proof/2').openapi({ description: 'Format of this document' }),
    view: z.enum(['tenant', 'public']).openapi({
      description:
        'Whose log has the entry: the tenancy that owns the event, or the deployment (all public events, ' +
        'without principals)',
    }),
    event: Event.openapi({ description: 'The event that is proven, as the caller may see it' }),
    entry: entryPart,
    content: contentOpening,
    chain_hash: z
      .object({
        value: schemas.text('Chain hash of the event, in hexadecimal', { example: hashLike('b8') }),
        salt: schemas.text('Salt of the commitment to it, 32 hexadecimal digits', {
          example: '00112233445566778899aabbccddeeff',
        }),
      })
      .optional()
      .openapi({
        description:
          'Only for callers who may read all of this event and of the event before; if the first event of ' +
          'the asset has an unsalted chain hash or was erased, only for administrators of the tenancy',
      }),
    index: schemas.integer('Index of the entry in the log, from 0', 17),
    path: schemas.text('Inclusion proof (RFC 9162, section 2.1.3.1): base64url of hashes of 32 bytes each', {
      example: HASHES,
    }),
    checkpoint: schemas.text(
      'Tree of the log as a signed note (C2SP tlog-checkpoint), with cosignatures of witnesses. Its origin ' +
        'ends with the id of the log',
      { example: Checkpoint.example },
    ),
    anchor: z
      .object({
        size: schemas.integer('Size of the tree whose root the transaction has', 40),
        path: schemas.text(
          'Hashes of the inclusion proof in that tree that `path` does not have: base64url of 32 bytes each',
          { example: '' },
        ),
        chain: chainEvidence('Transaction that has the root of the log, and the block that contains it'),
      })
      .optional()
      .openapi({ description: 'Only once a transaction with the root of a tree with this event is final' }),
    author: AuthorPart,
    imported_author: ImportedAuthorPart,
    stamps: stampList
      .optional()
      .openapi({ description: 'Only with `stamps=true`: time stamps of trees with this event, the earliest first' }),
  })
  .openapi('EventLogProof');

/** The proof of an event by its window or its own transaction (src/proof/format.ts says what each part means). */
export const EventWindowProof = z
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
        tenant: schemas.text('UUID of the tenancy whose events are anchored; the nil UUID for public events', {
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
        preimage: schemas.text('The bytes that were hashed: the whole event and its salt', {
          format: 'byte',
          example: 'ZDg6',
        }),
      })
      .optional()
      .openapi({ description: 'What was hashed of the event' }),
    chain: chainEvidence('The transaction on the blockchain, and the block that contains it'),
  })
  .openapi('EventWindowProof');

/** The proof of an event, in the form that the query asks for. */
export const EventProof = z.union([EventLogProof, EventWindowProof]).openapi('EventProof');
