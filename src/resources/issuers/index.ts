import { PASSKEY_ISSUER } from '../../lib/trusted-issuers.ts';
import { z } from '@hono/zod-openapi';
import { operation } from '../../http/operation.ts';
import { INSPECTOR } from '../examples.ts';
import * as schemas from '../schemas.ts';

const issuers = { name: 'issuers', path: '/iam/v1/issuers', title: 'Issuers' };

const Issuer = z
  .object({
    issuer: schemas.text('Address of the identity provider; its discovery document is below it', {
      format: 'uri',
      example: INSPECTOR.issuer,
    }),
    client_id: schemas.text('Client id with which to sign in: the audience of the tokens', {
      example: 'asset-evidence-console',
    }),
    display_name: schemas.text('Name of the identity provider, shown to people', { example: 'Harbour works' }),
  })
  .openapi('Issuer');

const Passkeys = z
  .object({
    origin: schemas.text('Origin at which people sign in with passkeys; pages of other origins cannot use them', {
      format: 'uri',
      example: 'https://evidence.example.com',
    }),
    rp_id: schemas.text('Relying party id of the passkeys (WebAuthn)', { example: 'evidence.example.com' }),
    issuer: schemas.text('Issuer of people who sign in with a passkey', { example: PASSKEY_ISSUER }),
  })
  .openapi('PasskeySettings');

export default [
  operation(
    {
      id: 'listIssuers',
      group: issuers,
      method: 'get',
      path: issuers.path,
      summary: 'List the identity providers for people',
      description:
        'The OpenID Connect providers with which people sign in, for clients that use the authorization ' +
        'code flow with PKCE, and whether people can sign in with passkeys.',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200],
      cacheable: true,
      response: z
        .object({
          issuers: z.array(Issuer).openapi({ description: 'The identity providers of the deployment' }),
          passkeys: Passkeys.optional().openapi({
            description: 'Absent if people cannot sign in with passkeys at the service itself',
          }),
        })
        .openapi('IssuerList'),
    },
    async ({ config }) => ({
      json: {
        issuers: config.trustedIssuers.map(({ issuer, audience, displayName }) => ({
          issuer,
          client_id: audience[0]!,
          display_name: displayName,
        })),
        ...(config.passkeys
          ? { passkeys: { origin: config.passkeys.origin, rp_id: config.passkeys.id, issuer: PASSKEY_ISSUER } }
          : {}),
      },
    }),
  ),
];
