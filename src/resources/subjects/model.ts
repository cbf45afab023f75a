import { z } from '@hono/zod-openapi';
import { isTesseraKey, isWalletKey } from '../../core/wallet.ts';

/** A subject has so many keys of a kind at most; the first is the one that counts. */
const MAX_KEYS = 10;

const keys = (valid: (key: string) => boolean, meaning: string) =>
  z
    .array(z.string())
    .min(1)
    .max(MAX_KEYS)
    .superRefine((list, context) => {
      list.slice(0, MAX_KEYS).forEach((key, i) => {
        if (!valid(key)) context.addIssue({ code: 'custom', path: [i], message: `must be ${meaning}` });
      });
    })
    .openapi({ description: `Each ${meaning}; the first one counts` });

const WalletKeys = keys(isWalletKey, 'an uncompressed secp256k1 point: 130 hexadecimal digits that start with 04');
const TesseraKeys = keys(isTesseraKey, 'base64 of 32 bytes');
const DisplayName = z.string().min(1).max(128);

export const CreateSubject = z
  .strictObject({ display_name: DisplayName, wallet_pub_key: WalletKeys, tessera_pub_key: TesseraKeys })
  .openapi('CreateSubject', {
    example: {
      display_name: 'A partner',
      wallet_pub_key: [
        '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c',
      ],
      tessera_pub_key: ['efdg9J0QhSB2g4IxKcaXgJmNKbzpxs03FFYIiYYuekk='],
    },
  });
export const PatchSubject = z
  .strictObject({
    display_name: DisplayName.optional(),
    wallet_pub_key: WalletKeys.optional(),
    tessera_pub_key: TesseraKeys.optional(),
  })
  .openapi('PatchSubject');

export const Subject = z
  .object({
    identity: z.string().openapi({ description: 'subjects/<uuid>' }),
    display_name: z.string(),
    wallet_pub_key: z.array(z.string()),
    tessera_pub_key: z.array(z.string()),
    wallet_address: z.array(z.string()).openapi({ description: 'EIP-55 address of each wallet key' }),
    confirmation_status: z
      .enum(['CONFIRMATION_STATUS_UNSPECIFIED', 'PENDING', 'CONFIRMED'])
      .openapi({ description: 'CONFIRMED while each of both tenancies has the other as a subject' }),
    tenant: z.string().openapi({ description: 'tenant/<uuid> of a confirmed organisation; else empty' }),
  })
  .openapi('Subject');
