import { z } from '@hono/zod-openapi';
import { operation } from '../../http/operation.ts';

const issuers = { name: 'issuers', path: '/iam/v1/issuers', title: 'Issuers' };

const Issuer = z
  .object({
    issuer: z.string().openapi({ description: 'Address of the provider; its endpoints are in its discovery document' }),
    client_id: z.string().openapi({ description: 'The client as which to sign in: the audience of its tokens' }),
  })
  .openapi('Issuer');

export default [
  operation(
    {
      id: 'listIssuers',
      group: issuers,
      method: 'get',
      path: issuers.path,
      summary: 'The OpenID Connect providers by which people sign in',
      description: 'For a client that signs people in by authorization code with PKCE.',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200],
      cacheable: true,
      response: z.object({ issuers: z.array(Issuer) }).openapi('IssuerList'),
    },
    async ({ config }) => ({
      json: {
        issuers: config.trustedIssuers.map(({ issuer, audience }) => ({ issuer, client_id: audience[0]! })),
      },
    }),
  ),
];
