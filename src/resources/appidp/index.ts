import { z } from '@hono/zod-openapi';
import { ServiceError } from '../../lib/errors.ts';
import { OAuthError } from '../../http/problem.ts';
import { operation, type Context } from '../../http/operation.ts';
import { jwks } from '../../access/identity/signing.ts';
import { issueToken } from '../../access/identity/token.ts';
import { ID } from '../examples.ts';
import * as schemas from '../schemas.ts';

const appidp = { name: 'appIdp', path: '/iam/v1/appidp', title: 'Application identity provider' };

const TokenRequest = z
  .object({
    grant_type: z.string().optional().openapi({ description: 'Required; always `client_credentials`' }),
    client_id: z.string().optional().openapi({
      description: 'Client id of the application, unless the `Authorization` header has Basic credentials',
    }),
    client_secret: z.string().optional().openapi({
      description: 'Secret of the application, unless the `Authorization` header has Basic credentials',
    }),
  })
  .openapi('TokenRequest', {
    example: { grant_type: 'client_credentials', client_id: ID.applications, client_secret: '<CLIENT_SECRET>' },
  });

const Token = z
  .object({
    access_token: schemas.text('The access token, a JWT, for the header `Authorization: Bearer <access_token>`', {
      example: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJiMmU4In0.c2lnbmF0dXJl',
    }),
    expires_in: schemas.integer('Lifetime of the token in seconds', 3600),
    token_type: z.literal('Bearer').openapi({ description: 'Type of the token' }),
  })
  .openapi('Token');

const Discovery = z
  .object({
    issuer: schemas.text('Issuer of the tokens, as in their claim `iss`', {
      format: 'uri',
      example: 'https://evidence.example.com/appidpv1',
    }),
    token_endpoint: schemas.text('Address of the token endpoint', {
      format: 'uri',
      example: 'https://evidence.example.com/archivist/iam/v1/appidp/token',
    }),
    jwks_uri: schemas.text('Address of the public keys', {
      format: 'uri',
      example: 'https://evidence.example.com/appidpv1/.well-known/jwks.json',
    }),
    grant_types_supported: schemas.texts('Grant types of the token endpoint', ['client_credentials']),
    token_endpoint_auth_methods_supported: schemas.texts('How clients authenticate at the token endpoint', [
      'client_secret_post',
      'client_secret_basic',
    ]),
    response_types_supported: schemas.texts('Response types (OpenID Connect Discovery)', ['token']),
    subject_types_supported: schemas.texts('Subject types (OpenID Connect Discovery)', ['public']),
    id_token_signing_alg_values_supported: schemas.texts('Signature algorithms of tokens', ['ES256']),
  })
  .openapi('OpenIdConfiguration');

const Jwks = z
  .object({
    keys: z
      .array(
        z.object({
          kty: schemas.text('Key type', { example: 'EC' }),
          kid: schemas.text('Key id, as in the header of tokens', { example: 'b6Hn2c' }),
          alg: schemas.text('Signature algorithm', { example: 'ES256' }),
          use: schemas.text('Use of the key: signatures', { example: 'sig' }),
          crv: schemas.text('Elliptic curve of the key', { example: 'P-256' }),
          x: schemas.text('X coordinate, base64url', { example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' }),
          y: schemas.text('Y coordinate, base64url', { example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' }),
        }),
      )
      .openapi({ description: 'The keys that sign tokens now, and those whose tokens are still valid' }),
  })
  .openapi('JsonWebKeySet');

/**
 * Client id and secret from the form (client_secret_post) or the header (client_secret_basic). A request must not use
 * both (RFC 6749, section 2.3).
 */
function credentials({ request, body }: Context<'client', unknown, z.infer<typeof TokenRequest>>): {
  id: string;
  secret: string;
} {
  const header = request.headers.get('authorization');
  if (header !== null) {
    if (body.client_secret !== undefined)
      throw new OAuthError(
        'invalid_request',
        'client credentials must be in the form or in the authorization header, not in both',
      );
    const pair = /^Basic +([A-Za-z0-9+/=_-]+)$/i.exec(header)?.[1];
    const [id, secret] = splitOnce(pair === undefined ? '' : decodeBasic(pair));
    if (id === undefined || secret === undefined)
      throw new OAuthError('invalid_request', 'the authorization header must contain Basic credentials');
    if (body.client_id !== undefined && body.client_id !== id)
      throw new OAuthError('invalid_request', 'client_id must be that of the authorization header');
    return { id, secret };
  }
  if (!body.client_id || !body.client_secret)
    throw new OAuthError('invalid_request', 'client_id and client_secret are required');
  return { id: body.client_id, secret: body.client_secret };
}

function decodeBasic(pair: string): string {
  try {
    return atob(pair);
  } catch {
    return '';
  }
}

function splitOnce(text: string): [string?, string?] {
  const colon = text.indexOf(':');
  if (colon < 0) return [];
  try {
    return [text.slice(0, colon), text.slice(colon + 1)].map((part) =>
      decodeURIComponent(part.replaceAll('+', ' ')),
    ) as [string, string];
  } catch {
    return [];
  }
}

export default [
  operation(
    {
      id: 'issueToken',
      group: appidp,
      method: 'post',
      path: '/iam/v1/appidp/token',
      summary: 'Exchange client credentials for an access token',
      description:
        'The client-credentials grant of OAuth 2.0 (RFC 6749, section 4.4). The client authenticates with ' +
        'form fields or with HTTP Basic. Errors have the body of RFC 6749, section 5.2.',
      auth: 'client',
      permission: 'none',
      rate: 'public',
      statuses: [200, 400, 401, 429],
      bodyType: 'form',
      body: TokenRequest,
      response: Token,
    },
    async (c) => {
      if (!c.body.grant_type) throw new OAuthError('invalid_request', 'grant_type is required');
      if (c.body.grant_type !== 'client_credentials')
        throw new OAuthError('unsupported_grant_type', 'grant_type must be client_credentials');
      const { id, secret } = credentials(c);
      const json = await issueToken(c.scope, await c.inCell(id), c.config, id, secret).catch(async (error: unknown) => {
        if (error instanceof ServiceError && error.kind === 'unauthenticated') await c.countFailure(id.slice(0, 64));
        if (error instanceof ServiceError && error.kind === 'forbidden')
          throw new OAuthError('unauthorized_client', 'the tenancy is suspended by the operator');
        throw error;
      });
      return { json, headers: { 'cache-control': 'no-store', pragma: 'no-cache' } };
    },
  ),
  operation(
    {
      id: 'getOpenIdConfiguration',
      group: appidp,
      method: 'get',
      path: '/appidpv1/.well-known/openid-configuration',
      atOrigin: true,
      summary: 'Read the OpenID Connect configuration of the issuer',
      description: 'OpenID Connect Discovery for the tokens that the service issues to applications.',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200],
      cacheable: true,
      response: Discovery,
    },
    async ({ config }) => ({
      json: {
        issuer: config.issuer,
        token_endpoint: `${config.baseUrl}/iam/v1/appidp/token`,
        jwks_uri: `${config.issuer}/.well-known/jwks.json`,
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        response_types_supported: ['token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
      },
    }),
  ),
  operation(
    {
      id: 'getJwks',
      group: appidp,
      method: 'get',
      path: '/appidpv1/.well-known/jwks.json',
      atOrigin: true,
      summary: 'Read the public keys of the issuer',
      description: 'The keys with which the signatures of tokens of applications can be verified (RFC 7517).',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200],
      cacheable: true,
      response: Jwks,
    },
    async ({ scope }) => ({ json: (await scope.published(jwks)) as never }),
  ),
];
