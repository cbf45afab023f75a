import { z } from '@hono/zod-openapi';
import { HASHES } from './examples.ts';
import { PublicJwk } from '../signing_keys/model.ts';
import * as schemas from '../schemas.ts';

/** A statement with its key, and what opens it. */
const signed = {
  signature: schemas.text('COSE_Sign1 with a detached payload, base64', { format: 'byte', example: '0oRY' }),
  payload: schemas.text('The payload: a map in deterministic CBOR, base64', { format: 'byte', example: 'p2Zz' }),
  seed: z.string().optional().openapi({
    description: 'Seed of the commitments of the statement, base64url: if `content` has the content seed',
  }),
  salts: z
    .string()
    .optional()
    .openapi({
      description:
        'Otherwise: salts of the visible attributes, and of the declared principal if it is signed, base64url ' +
        'of 16 bytes each; empty for an erased event',
    }),
  key: PublicJwk,
};

/** The statement of the author in a proof (src/proof/log-format.ts says what each part means). */
export const AuthorPart = z
  .object({
    ...signed,
    entries: z
      .array(
        z.object({
          index: schemas.integer('Index of the entry in the log', 12),
          entry: schemas.text('The entry, base64', { format: 'byte', example: 'ZDc6' }),
          path: schemas.text('Inclusion proof in the tree of `checkpoint`: base64url of hashes of 32 bytes each', {
            example: HASHES,
          }),
        }),
      )
      .openapi({
        description:
          'Entries of the log: enrolment and revocation of the key, if this log has them; the last LOGMAPV1 in ' +
          'the tree that the author has seen; LOGGENESISV1 of a log that replaces another one',
      }),
    consistency: z
      .string()
      .optional()
      .openapi({
        description:
          'Only if the statement names a checkpoint of this log before the event: the consistency proof from it ' +
          'to `checkpoint`, base64url of hashes of 32 bytes each',
        example: '',
      }),
  })
  .optional()
  .openapi({ description: 'Only if the author has signed the event: see docs/statements.md' });

/** The statement of the author of the original of an imported event. */
export const ImportedAuthorPart = z
  .object({
    ...signed,
    asset: schemas.text('Identity of the original asset, as `imported_asset` of the first event of this one has it', {
      example: 'assets/01234567-89ab-4def-8123-456789abcdef',
    }),
  })
  .optional()
  .openapi({
    description:
      'Only if the event was imported, and its author has signed the original one in another deployment. The key ' +
      'is that of the import: no tenancy of this service needs to have enrolled it',
  });
