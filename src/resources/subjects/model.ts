import { z } from '@hono/zod-openapi';
import { subjects as table } from '../../access/tables.ts';
import { isTesseraKey, isWalletKey, walletAddress } from '../../formats/ethereum/wallet.ts';
import { derived, field, fields } from '../../http/fields.ts';
import { WALLET } from '../examples.ts';
import { displayName, identity } from '../fields.ts';
import * as schemas from '../schemas.ts';

/** Maximum number of keys of each kind. The service uses the first one. */
const MAX_KEYS = 10;

/** A list of public keys. `meaning`: what each of them is. */
const keys = (valid: (key: string) => boolean, what: string, meaning: string, encoding: string) => ({
  description: `${what}, each ${meaning}. The service uses the first one.`,
  request: z
    .array(z.string())
    .min(1)
    .max(MAX_KEYS)
    .superRefine((list, context) => {
      list.slice(0, MAX_KEYS).forEach((key, i) => {
        if (!valid(key)) context.addIssue({ code: 'custom', path: [i], message: `must be ${meaning}` });
      });
    }),
  response: () => schemas.texts(`${what}, in ${encoding}`),
});

const walletKeys = keys(
  isWalletKey,
  'Public wallet keys of the organization',
  'an uncompressed secp256k1 point: 130 hexadecimal digits that start with 04',
  'hexadecimal',
);
const tesseraKeys = keys(isTesseraKey, 'Public tessera keys of the organization', 'base64 of 32 bytes', 'base64');

export const subject = fields(
  table,
  {
    identity: identity('subjects', 'the organization'),
    display_name: field({ column: table.displayName, ...displayName('the organization'), example: 'A partner' }),
    wallet_pub_key: field({
      column: table.walletPubKey,
      ...walletKeys,
      example: [
        '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37' +
          '657230fa321a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c',
      ],
    }),
    tessera_pub_key: field({
      column: table.tesseraPubKey,
      ...tesseraKeys,
      example: ['efdg9J0QhSB2g4IxKcaXgJmNKbzpxs03FFYIiYYuekk='],
    }),
    wallet_address: derived({
      response: schemas.texts('Address of each wallet key, derived by the service (EIP-55 checksum)'),
      json: (row) => row.walletPubKey.map(walletAddress),
      filter: table.walletAddress,
      example: [WALLET],
    }),
    confirmation_status: derived({
      response: z.enum(['CONFIRMATION_STATUS_UNSPECIFIED', 'PENDING', 'CONFIRMED']).openapi({
        description: 'CONFIRMED while both tenancies have imported each other; then they can share records',
      }),
      json: ({ confirmed }) => (confirmed ? 'CONFIRMED' : 'PENDING'),
      example: 'PENDING',
    }),
    tenant: derived({
      response: schemas.text('Identity of the tenancy of a confirmed organization, `tenant/<uuid>`; otherwise empty'),
      json: ({ confirmed, remote }) => (confirmed ? `tenant/${remote}` : ''),
      example: '',
    }),
  },
  { name: 'Subject', patchExample: { display_name: 'A partner in Rotterdam' } },
);
