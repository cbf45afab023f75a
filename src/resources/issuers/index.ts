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
  })
  .openapi('Issuer');

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
        'code flow with PKCE.',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200],
      cacheable: true,
      response: z
        .object({ issuers: z.array(Issuer).openapi({ description: 'The identity providers of the deployment' }) })
        .openapi('IssuerList'),
    },
    async ({ config }) => ({
      json: {
        issuers: config.trustedIssuers.map(({ issuer, audience }) => ({ issuer, client_id: audience[0]! })),
      },
    }),
  ),
];
