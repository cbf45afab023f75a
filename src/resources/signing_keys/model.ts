import { z } from '@hono/zod-openapi';
import { derived, field, fields } from '../../http/fields.ts';
import { authorKeys as table } from '../../ledger/authors/tables.ts';
import { formatMicros } from '../../lib/time.ts';
import { CREATED, INSPECTOR } from '../examples.ts';
import { displayName, identity, tenant } from '../fields.ts';
import * as schemas from '../schemas.ts';

const JWK = {
  kty: 'EC',
  crv: 'P-256',
  x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
  y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
} as const;

const coordinate = (name: string) => schemas.text(`Coordinate ${name}, base64url of 32 bytes`, { example: JWK.x });

/** The public key as a JWK. */
export const PublicJwk = z
  .object({
    kty: z.enum(['EC', 'OKP']).openapi({ description: 'EC for ES256, OKP for EdDSA' }),
    crv: z.enum(['P-256', 'Ed25519']).openapi({ description: 'The curve' }),
    x: coordinate('x'),
    y: coordinate('y').optional(),
  })
  .openapi('SigningKeyJwk', { description: 'The public key as a JWK (RFC 7517)', example: JWK });

/** The media type in the header `typ` of an enrolment. */
export const ENROLMENT_TYPE = 'signing-key+jwt';

const shown = fields(
  table,
  {
    identity: identity('signing_keys', 'the key'),
    display_name: field({ column: table.displayName, ...displayName('the key'), example: 'Phone of Ines Pector' }),
    owner: derived({
      response: z
        .object(schemas.principal)
        .openapi({ description: 'Who enrolled the key and signs with it: a member or an application' }),
      json: (row) => row.owner,
      example: INSPECTOR,
    }),
    thumbprint: derived({
      response: schemas.text('Thumbprint of the key (RFC 7638), base64url', {
        example: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
      }),
      json: (row) => row.thumbprint,
      example: 'cn-I_WNMClehiVp51i_0VpOENW1upEerA8sEam5hn-s',
    }),
    public_jwk: derived({ response: PublicJwk, json: (row) => row.publicJwk, example: JWK }),
    valid_from: derived({
      response: schemas.timestamp('When the key was enrolled'),
      json: (row) => formatMicros(row.createdUs),
      example: CREATED,
    }),
    revoked_at: derived({
      response: z.string().nullable().openapi({
        description: 'When the key was revoked (RFC 3339, UTC); null: it is valid',
        format: 'date-time',
      }),
      json: (row) => (row.revokedUs === null ? null : formatMicros(row.revokedUs)),
      example: null,
    }),
    revoked_reason: derived({
      response: schemas.text('Why the key was revoked; empty: it is valid'),
      json: (row) => row.revokedReason,
      example: '',
    }),
    tenant_identity: tenant,
  },
  { name: 'SigningKey' },
);

const enrolment = z
  .string()
  .min(1)
  .max(2048)
  .openapi({
    description:
      'Shows that the caller has the private key: a JWT (JWS compact serialization) that it has signed, with ' +
      `\`typ\` (\`${ENROLMENT_TYPE}\`), \`alg\` (ES256 or EdDSA) and \`jwk\` in its header, and the claims ` +
      '`aud`, the base URL of the service; `iss`, `sub` and `tenant_identity`, the issuer, subject and tenancy of ' +
      'the caller as `GET /v1/whoami` has them; and `iat`, at most ten minutes ago',
  });

/** The fields of a key. Only its creation has the enrolment: responses do not show it. */
export const signingKey = {
  ...shown,
  create: z.strictObject({ ...shown.create.shape, enrolment }).openapi('CreateSigningKey', {
    example: {
      display_name: 'Phone of Ines Pector',
      enrolment: 'eyJhbGciOiJFUzI1NiIsInR5cCI6InNpZ25pbmcta2V5K2p3dCIs….eyJhdWQiOiJodHRwcz….c2lnbmF0dXJl',
    },
  }),
};

export const RevokeSigningKey = z
  .strictObject({ reason: schemas.filledText(256, 'Why the key is revoked: everyone in the tenancy can read it') })
  .openapi('RevokeSigningKey', { example: { reason: 'The phone was lost' } });
