import { z } from '@hono/zod-openapi';
import { CREATED, exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';

const base64url = (max: number, description: string) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url without padding')
    .openapi({ description: `${description}, base64url` });

/** The transports of WebAuthn 3, section 5.8.4. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const credentialId = base64url(1400, 'Id of the credential');
const clientData = base64url(4096, 'Client data in JSON');

/** The response of an authenticator to a registration. */
export const CredentialBody = z
  .strictObject({
    id: credentialId,
    response: z
      .strictObject({
        clientDataJSON: clientData,
        attestationObject: base64url(16_384, 'Attestation object, without attestation'),
        transports: z
          .array(z.enum(TRANSPORTS))
          .max(TRANSPORTS.length)
          .optional()
          .openapi({ description: 'How browsers reach the authenticator' }),
      })
      .openapi({ description: 'What the authenticator has made' }),
  })
  .openapi('NewPasskeyCredential');

/** The response of an authenticator to a sign-in. */
export const AssertionBody = z
  .strictObject({
    id: credentialId,
    response: z
      .strictObject({
        clientDataJSON: clientData,
        authenticatorData: base64url(4096, 'Authenticator data'),
        signature: base64url(4096, 'Signature'),
        userHandle: base64url(128, 'User handle of the passkey'),
      })
      .openapi({ description: 'What the authenticator has signed' }),
  })
  .openapi('PasskeyAssertion');

/** Text of people on one line. */
export const line = (max: number, description: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), 'must be one line without control characters')
    .openapi({ description });

export const linkToken = z.string().max(128).openapi({ description: 'Token of the link: what follows its last slash' });

export const Passkey = z
  .object({
    identity: schemas.identity('passkeys', 'the passkey'),
    display_name: schemas.text('Name that the person gave it', { example: 'Phone' }),
    synced: schemas.boolean(
      'Whether other devices of the person have it too, through the provider of the device',
      true,
    ),
    current: schemas.boolean('Whether the session of the request was started with it', true),
    created: schemas.timestamp('When it was enrolled'),
    used: z.string().nullable().openapi({
      description: 'When it last signed the person in (RFC 3339, UTC); null: never since it was enrolled',
      format: 'date-time',
      example: CREATED,
    }),
  })
  .openapi('Passkey', {
    example: {
      identity: exampleOf('passkeys'),
      display_name: 'Phone',
      synced: true,
      current: true,
      created: CREATED,
      used: CREATED,
    },
  });

/** A new link. No other response contains it. */
export const SignInLink = z
  .object({
    url: schemas.text('Address of the link, which can be used once', {
      format: 'uri',
      example: `https://evidence.example.com/console/#/links/${'0f'.repeat(32)}`,
    }),
    expires_at: schemas.timestamp('Until when it can be used'),
  })
  .openapi('SignInLink');
