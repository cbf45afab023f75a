import { z } from '@hono/zod-openapi';
import { UUID_V4 } from '../../lib/identifiers.ts';
import type { Media, PathParam } from '../../http/operation.ts';
import { PUBLIC_LOG } from '../../transparency/reads/logs.ts';
import { hashLike, ID } from '../examples.ts';
import * as schemas from '../schemas.ts';

const LOG = 'b7c1d2e3-4f50-4a6b-8c7d-9e0f1a2b3c4d';
const ORIGIN = `evidence.example.com/archivist/v1/logs/${LOG}`;
const NODE = 'Xh1tH8VYYd0Jq5pFOp4Sh0bq1jvJ4sWq1q0r9o0fQ5k=';
const KEY_ID = 'c1f9a0b2';

/** The name of a log in a path. */
export const LogName: PathParam = {
  about: 'Id of the log, UUID of the tenancy whose log it is, or `public` for the log of all public events',
  example: PUBLIC_LOG,
  read: (value) => [value.toLowerCase()].find((name) => UUID_V4.test(name) || name === PUBLIC_LOG),
  rule: `must be a version 4 uuid or ${PUBLIC_LOG}`,
};

/** The path of a tile below `tile/`. The handler parses it. */
export const TilePath: PathParam = {
  about:
    'Path of the tile as in C2SP tlog-tiles, without `tile/`: level (`0` to `63`, or `entries`), index in ' +
    'groups of three digits, and `.p/` with the width of a partial tile. Slashes may be percent-encoded',
  example: '0/x001/234.p/7',
  read: (value) => value,
  rule: '',
  spansSegments: true,
};

const uuid = (description: string, example: string) => schemas.text(description, { format: 'uuid', example });
const origin = (of: string) =>
  schemas.text(`Origin of ${of}: the first line of its checkpoints, and the name of its keys`, { example: ORIGIN });
const root = (of: string) => schemas.text(`Root of ${of}, as 64 hexadecimal digits`, { example: hashLike('5d') });

export const Log = z
  .object({
    log: uuid('Id of the log', LOG),
    origin: origin('the log'),
    tenant_identity: schemas.text(
      'Tenancy whose events the log has: `tenant/<uuid>`; empty for the log of public events',
      {
        example: '',
      },
    ),
    size: schemas.integer('Number of entries of the last signed tree', 1042),
    root: root('this tree'),
    created: schemas.timestamp('When the log was created', '2026-11-21T10:15:00.000000Z'),
    updated: schemas.timestamp('When this tree was published', '2026-11-23T08:46:00.125000Z'),
    previous: z
      .object({
        log: uuid('Id of that log', ID.tenant),
        origin: origin('that log'),
        size: schemas.integer('Size of its last signed tree', 977),
        root: root('that tree'),
      })
      .partial()
      .openapi({ description: 'The log that this one replaces; empty for the first log of a tenancy', example: {} }),
  })
  .openapi('Log');

/** A number from 0 to 2^53 - 1 without leading zeros. */
const Size = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,15})$/, 'must be a number from 0 to 2^53 - 1 without leading zeros')
  .transform(Number)
  .refine(Number.isSafeInteger, 'must be a number from 0 to 2^53 - 1 without leading zeros');

export const CheckpointQuery = {
  cosigned: z.enum(['true', 'false']).optional().openapi({
    description: '`true`: the latest checkpoint that a witness has cosigned. Default: the latest checkpoint',
  }),
};

export const ConsistencyQuery = {
  from: Size.openapi({ description: 'Size of the earlier tree', type: 'integer', minimum: 0 }),
  to: Size.optional().openapi({
    description: 'Size of the later tree, at most the size of the log. Default: the size of the log',
    type: 'integer',
    minimum: 0,
  }),
};

export const Consistency = z
  .object({
    from: schemas.integer('Size of the earlier tree', 3),
    to: schemas.integer('Size of the later tree', 7),
    path: schemas.texts(
      'Consistency proof of RFC 9162, section 2.1.4: hashes in base64. Empty if both sizes are equal or `from` is 0',
      [NODE],
    ),
  })
  .openapi('LogConsistency');

const period = {
  from: schemas.timestamp('From when the key signs trees', '2026-11-21T10:15:00.000000Z'),
  until: schemas.text('Until when it signed trees (RFC 3339, UTC); empty for the current key', { example: '' }),
};

export const LogKeys = z
  .object({
    keys: z
      .array(
        z.union([
          z.object({
            vkey: schemas.text('Key of checkpoints: verifier key of C2SP signed-note, Ed25519', {
              example: `${ORIGIN}+${KEY_ID}+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k`,
            }),
            ...period,
            checkpoint: schemas
              .text(
                'The first checkpoint that this key has signed, which the key before has signed too: a ' +
                  'signed note. It includes the entry LOGKEYSV1 of this key. Absent for the first key of the ' +
                  'log',
                { example: `${ORIGIN}\n1042\n${NODE}\n\n— ${ORIGIN} wfmgssw…\n` },
              )
              .optional(),
            change: z
              .object({
                index: schemas.integer('Index of the entry LOGKEYSV1 that names this key', 1040),
                entry: schemas.text('The entry, in base64', { example: 'ZDc6Y3JlYXRlZDI3Oi4uLg==' }),
                path: schemas.texts('Inclusion proof of the entry in the tree of `checkpoint`: hashes in base64', [
                  NODE,
                ]),
              })
              .optional()
              .openapi({
                description:
                  'What shows, with `checkpoint`, that this key follows the one before. Absent for the ' +
                  'first key of the log',
              }),
          }),
          z.object({
            jwk: z
              .object({
                kty: z.literal('EC').openapi({ description: 'Key type (RFC 7518): elliptic curve' }),
                crv: z.literal('P-256').openapi({ description: 'Curve of the key' }),
                x: schemas.text('X coordinate, in base64url', {
                  example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
                }),
                y: schemas.text('Y coordinate, in base64url', {
                  example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
                }),
                kid: schemas.text('Key id, as in the protected header of receipts: the thumbprint of RFC 7638', {
                  example: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
                }),
                alg: z.literal('ES256').openapi({ description: 'Algorithm of the signatures' }),
                use: z.literal('sig').openapi({ description: 'The key verifies signatures' }),
              })
              .openapi({ description: 'Key of receipts (RFC 7517)' }),
            ...period,
          }),
        ]),
      )
      .openapi({ description: 'All keys that have signed trees of the log, the oldest first' }),
  })
  .openapi('LogKeys');

export const Checkpoint: Media = {
  media: 'text/plain',
  format: 'text',
  about: 'Signed note of C2SP tlog-checkpoint',
  example: `${ORIGIN}\n1042\n${NODE}\n\n— ${ORIGIN} wfmgssw…\n`,
};

export const TileBytes: Media = {
  media: 'application/octet-stream',
  format: 'bytes',
  about:
    'Hashes of 32 bytes each; of a bundle, entries with their length before each as a big-endian uint16 ' +
    '(C2SP tlog-tiles)',
};

export const Receipt: Media = {
  media: 'application/scitt-receipt+cose',
  format: 'bytes',
  about: 'COSE receipt of RFC 9942 with an inclusion proof: a tagged COSE_Sign1 whose payload, the root, is detached',
};

export const TlogProof: Media = {
  media: 'text/plain',
  format: 'text',
  about: 'Proof of inclusion of C2SP tlog-proof: index, path and checkpoint',
  example: `c2sp.org/tlog-proof@v1\nindex 17\n${NODE}\n\n${ORIGIN}\n1042\n${NODE}\n\n— ${ORIGIN} wfmgssw…\n`,
};
