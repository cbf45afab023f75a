import { z } from '@hono/zod-openapi';
import { isTesseraKey, isWalletKey } from '../../formats/ethereum/wallet.ts';
import { exampleOf, WALLET } from '../examples.ts';
import * as schemas from '../schemas.ts';

/** Maximum number of keys of each kind. The service uses the first one. */
const MAX_KEYS = 10;

const keys = (valid: (key: string) => boolean, what: string, meaning: string) =>
  z
    .array(z.string())
    .min(1)
    .max(MAX_KEYS)
    .superRefine((list, context) => {
      list.slice(0, MAX_KEYS).forEach((key, i) => {
        if (!valid(key)) context.addIssue({ code: 'custom', path: [i], message: `must be ${meaning}` });
      });
    })
    .openapi({ description: `${what}, each ${meaning}. The service uses the first one.` });

const WALLET_KEYS = 'Public wallet keys of the organization';
const TESSERA_KEYS = 'Public tessera keys of the organization';
const WalletKeys = keys(
  isWalletKey,
  WALLET_KEYS,
  'an uncompressed secp256k1 point: 130 hexadecimal digits that start with 04',
);
const TesseraKeys = keys(isTesseraKey, TESSERA_KEYS, 'base64 of 32 bytes');
const DisplayName = z.string().min(1).max(128).openapi({ description: 'Name of the organization, shown to people' });

const EXAMPLE = {
  display_name: 'A partner',
  wallet_pub_key: [
    '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c',
  ],
  tessera_pub_key: ['efdg9J0QhSB2g4IxKcaXgJmNKbzpxs03FFYIiYYuekk='],
};

export const CreateSubject = z
  .strictObject({ display_name: DisplayName, wallet_pub_key: WalletKeys, tessera_pub_key: TesseraKeys })
  .openapi('CreateSubject', { example: EXAMPLE });
export const PatchSubject = z
  .strictObject({
    display_name: DisplayName.optional(),
    wallet_pub_key: WalletKeys.optional(),
    tessera_pub_key: TesseraKeys.optional(),
  })
  .openapi('PatchSubject', { example: { display_name: 'A partner in Rotterdam' } });

export const Subject = z
  .object({
    identity: schemas.identity('subjects', 'the organization'),
    display_name: schemas.displayName('the organization'),
    wallet_pub_key: schemas.texts(`${WALLET_KEYS}, in hexadecimal`),
    tessera_pub_key: schemas.texts(`${TESSERA_KEYS}, in base64`),
    wallet_address: schemas.texts('Address of each wallet key, derived by the service (EIP-55 checksum)'),
    confirmation_status: z
      .enum(['CONFIRMATION_STATUS_UNSPECIFIED', 'PENDING', 'CONFIRMED'])
      .openapi({ description: 'CONFIRMED while both tenancies have imported each other; then they can share records' }),
    tenant: schemas.text('Identity of the tenancy of a confirmed organization, `tenant/<uuid>`; otherwise empty'),
  })
  .openapi('Subject', {
    example: {
      identity: exampleOf('subjects'),
      ...EXAMPLE,
      wallet_address: [WALLET],
      confirmation_status: 'PENDING',
      tenant: '',
    },
  });
