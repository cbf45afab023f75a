import { createPublicKey, generateKeyPairSync, sign, type JsonWebKey } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, SECRETS, sharedService, type Service, type Tenant } from '../support/service.ts';
import {
  encode,
  genuine,
  hmacToken,
  keyRows,
  openKey,
  partsOf,
  seconds,
  signingInput,
  signToken,
  type Json,
  type KeyRow,
  type Parts,
} from './support.ts';

let service: Service;
let client: Client;
let tenant: Tenant;
let other: Tenant;
let row: KeyRow;
let key: JsonWebKey;

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** An attacker's own key, and its JWK that a forged token offers. */
const theirs = pair.privateKey.export({ format: 'jwk' });
const theirPublic = pair.publicKey.export({ format: 'jwk' });

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Ours');
  other = await newTenant(service, 'Theirs');
  row = (await keyRows(service))[0]!;
  key = await openKey(row);
});

const whoami = (authorization: string): Promise<Answer> =>
  client.call(undefined, 'GET', '/v1/whoami', { headers: { authorization } });

/** A genuine token with fields of its header and claims replaced; `undefined` removes a field. */
function changed(header: Json, claims: Json = {}): Parts {
  const base = genuine(row.kid, tenant);
  return { header: { ...base.header, ...header }, claims: { ...base.claims, ...claims } };
}

const forge = (header: Json, claims: Json = {}): string => signToken(changed(header, claims), key);

function expectRefused(answer: Answer, offered: string): void {
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+", error="invalid_token"$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({ code: 16, details: [{ request_id: answer.headers.get('x-request-id') }] });
  if (offered.length > 20) expect(answer.text).not.toContain(offered.slice(0, 20));
}

test.for<[string, () => string]>([
  ['a token that the service issued', () => tenant.token],
  ['the same, signed here with the key of the service', () => forge({})],
  ['the media type spelled out (RFC 9068)', () => forge({ typ: 'application/at+jwt' })],
  ['an audience list with ours in it', () => forge({}, { aud: ['https://else.example', `${ORIGIN}/archivist`] })],
  ['nbf in the past', () => forge({}, { nbf: seconds() - 60 })],
])('a token with a genuine signature is accepted (control): %s', async ([, token]) => {
  const answer = await whoami(`Bearer ${token()}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ userid: tenant.client_id, tenantid: tenant.tenant_identity });
});

const header = (name: string, of: Json): [string, () => string] => [name, () => forge(of)];
const claim = (name: string, of: Json | (() => Json)): [string, () => string] => [
  name,
  () => forge({}, typeof of === 'function' ? of() : of),
];

describe('the signature', () => {
  const unsigned = (alg: string, signature: string): string =>
    `${signingInput(changed({ alg }))}.${signature || partsOf(tenant.token)[2]}`;
  test.for<[string, () => string]>([
    ...['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg): [string, () => string][] => [
      [`alg "${alg}" without a signature`, () => `${signingInput(changed({ alg }))}.`],
      [`alg "${alg}" with a signature by the service`, () => unsigned(alg, '')],
    ]),
    ['no alg at all', () => forge({ alg: undefined })],
    ['alg none without kid', () => `${signingInput(changed({ alg: 'none', kid: undefined }))}.`],
    ...(
      [
        ['PEM', () => createPublicKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string],
        [
          'PEM without its last newline',
          () => (createPublicKey({ key, format: 'jwk' }).export({ format: 'pem', type: 'spki' }) as string).trim(),
        ],
        ['DER', () => createPublicKey({ key, format: 'jwk' }).export({ format: 'der', type: 'spki' })],
        ['JWK text', () => row.public_jwk],
        ['the coordinate x', () => Buffer.from(key.x!, 'base64url')],
        ['the kid', () => row.kid],
        ['nothing', () => ''],
      ] as [string, () => string | Buffer][]
    ).map(([name, secret]): [string, () => string] => [
      `HS256 with the public key as ${name}`,
      () => hmacToken(changed({ alg: 'HS256' }), secret()),
    ]),
    ['HS256 with the published JWK', () => hmacToken(changed({ alg: 'HS256' }), publishedJwk)],
    header('a genuine signature under alg HS256', { alg: 'HS256' }),
    header('a genuine signature under alg ES384', { alg: 'ES384' }),
    header('a genuine signature under alg es256', { alg: 'es256' }),
    [
      "RS256 with an attacker's RSA key under our kid",
      () => {
        const input = signingInput(changed({ alg: 'RS256' }));
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return `${input}.${sign('sha256', Buffer.from(input), privateKey).toString('base64url')}`;
      },
    ],
    ['a foreign key under the kid of the service', () => signToken(changed({}), theirs)],
    ['stripped', () => partsOf(tenant.token).slice(0, 2).join('.')],
    ['empty', () => `${partsOf(tenant.token).slice(0, 2).join('.')}.`],
    ['truncated', () => tenant.token.slice(0, -10)],
    ['of another token', () => [...partsOf(tenant.token).slice(0, 2), partsOf(other.token)[2]].join('.')],
    ['of zeros (r = s = 0)', () => `${signingInput(changed({}))}.${Buffer.alloc(64).toString('base64url')}`],
    ['as DER instead of r|s', () => signToken(changed({}), key, 'der')],
    [
      'kept while the claims changed',
      () => {
        const [head, , signature] = partsOf(tenant.token);
        return `${head}.${encode(genuine(row.kid, other).claims)}.${signature}`;
      },
    ],
    ['crit with an unknown name', () => forge({ crit: ['exp2'], exp2: 1 })],
    ['crit b64 with b64 false', () => forge({ crit: ['b64'], b64: false })],
    ['crit empty', () => forge({ crit: [] })],
    ['claims that are no object', () => signToken({ header: changed({}).header, claims: ['x'] }, key)],
    ['a fourth part', () => `${tenant.token}.x`],
    ['five parts, as an encrypted token has', () => `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
  ])('%s: 401', async ([, token]) => {
    const offered = token();
    expectRefused(await whoami(`Bearer ${offered}`), offered);
  });

  let publishedJwk = '';
  beforeAll(async () => {
    const jwks = (await (await fetch(`${service.at}/appidpv1/.well-known/jwks.json`)).json()) as { keys: Json[] };
    publishedJwk = JSON.stringify(jwks.keys[0]);
  });
});

describe('the key', () => {
  const attacker = (of: Json): string => signToken(changed(of), theirs);
  const jku = 'https://attacker.example/jwks.json';
  test.for<[string, () => string]>([
    header('unknown kid', { kid: 'unknown' }),
    header('no kid', { kid: undefined }),
    header('empty kid', { kid: '' }),
    header('kid that is a number', { kid: 1 }),
    header('kid that is a list', { kid: ['x'] }),
    header('kid of 5,000 characters', { kid: 'k'.repeat(5000) }),
    header('kid with a quote', { kid: "' OR 1=1 --" }),
    header('kid with NUL', { kid: 'a\0b' }),
    header('kid that is half a surrogate pair', { kid: '\ud800' }),
    header('kid of a property that every object has', { kid: 'constructor' }),
    ...(['ours', 'theirs', 'none'] as const).flatMap((named): [string, () => string][] => {
      const kid = (): string | undefined => ({ ours: row.kid, theirs: 'theirs', none: undefined })[named];
      return [
        [`embedded jwk, kid ${named}`, () => attacker({ kid: kid(), jwk: { ...theirPublic, kid: kid() } })],
        [`jku, kid ${named}`, () => attacker({ kid: kid(), jku })],
        [`x5u, kid ${named}`, () => attacker({ kid: kid(), x5u: jku })],
        [
          `x5c, kid ${named}`,
          () =>
            attacker({ kid: kid(), x5c: [pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] }),
        ],
      ];
    }),
  ])('%s: 401', async ([, token]) => {
    const offered = token();
    expectRefused(await whoami(`Bearer ${offered}`), offered);
  });
});

describe('the claims', () => {
  const stranger = 'c3b2a1f0-0000-4000-8000-000000000000';
  test.for<[string, () => string]>([
    header('no typ', { typ: undefined }),
    header('typ JWT', { typ: 'JWT' }),
    header('typ of a logout token', { typ: 'logout+jwt' }),
    header('typ that is a list', { typ: ['at+jwt'] }),
    claim('no iss', { iss: undefined }),
    claim('another iss', { iss: 'https://attacker.example/appidpv1' }),
    claim('iss with a slash behind it', { iss: `${ORIGIN}/appidpv1/` }),
    claim('iss as a list', { iss: [`${ORIGIN}/appidpv1`] }),
    claim('no aud', { aud: undefined }),
    claim('another aud', { aud: 'https://else.example/archivist' }),
    claim('aud that is the issuer', { aud: `${ORIGIN}/appidpv1` }),
    claim('aud list without ours', { aud: ['https://else.example/archivist'] }),
    claim('expired', () => ({ iat: seconds() - 7200, exp: seconds() - 60 })),
    claim('no exp', { exp: undefined }),
    claim('exp null', { exp: null }),
    claim('exp as text', () => ({ exp: String(seconds() + 3600) })),
    claim('exp 0', { exp: 0 }),
    claim('no iat', { iat: undefined }),
    claim('iat as text', { iat: 'now' }),
    claim('nbf in the future', () => ({ nbf: seconds() + 60 })),
    claim('nbf as text', { nbf: 'now' }),
    claim('no tenant', { jit_tenant_id: undefined }),
    claim("a tenant that is not the application's", () => ({ jit_tenant_id: other.tenant_identity })),
    claim("an application that is not the tenant's", () => ({ sub: other.client_id })),
    claim('an unknown tenant', { jit_tenant_id: `tenant/${stranger}` }),
    claim('a tenant without its prefix', () => ({ jit_tenant_id: tenant.tenant_identity.slice('tenant/'.length) })),
    claim('no sub', { sub: undefined }),
    claim('an unknown sub', { sub: stranger }),
    claim('sub that is no uuid', { sub: 'administrator' }),
    claim('sub in capitals', () => ({ sub: tenant.client_id.toUpperCase() })),
    claim('sub as a list', () => ({ sub: [tenant.client_id] })),
    claim('sub with a quote', { sub: "' OR 1=1 --" }),
    claim('a token of 17 KB', { filler: 'x'.repeat(12_700) }),
  ])('%s: 401', async ([, token]) => {
    const offered = token();
    expectRefused(await whoami(`Bearer ${offered}`), offered);
  });
});

describe('the Authorization field', () => {
  test.for<[string, (token: string) => string]>([
    ['lower case', (token) => `bearer ${token}`],
    ['upper case', (token) => `BEARER ${token}`],
    ['two spaces', (token) => `Bearer  ${token}`],
  ])('%s: accepted (RFC 7235)', async ([, form]) => {
    expect((await whoami(form(tenant.token))).status).toBe(200);
  });

  test.for<[string, (token: string) => string]>([
    ['the token alone', (token) => token],
    [
      'Basic credentials',
      () => `Basic ${Buffer.from(`${tenant.client_id}:${tenant.client_secret}`).toString('base64')}`,
    ],
    ['Basic with a token', (token) => `Basic ${token}`],
    ['a scheme that begins like ours', (token) => `BearerX ${token}`],
    ['the scheme alone', () => 'Bearer'],
    ['two tokens', (token) => `Bearer ${token} ${token}`],
    ['two fields, as HTTP joins them', (token) => `Bearer ${token}, Bearer ${token}`],
    ['in quotes', (token) => `Bearer "${token}"`],
    ['a tab for the space', (token) => `Bearer\t${token}`],
    ['the operator secret', () => `Bearer ${SECRETS.OPERATOR_SECRET}`],
    ['the client secret', () => `Bearer ${tenant.client_secret}`],
    ['12 KB of dots', () => `Bearer ${'.'.repeat(12_000)}`],
  ])('%s: 401', async ([, form]) => {
    expectRefused(await whoami(form(tenant.token)), '');
  });

  test('is 401 without an error code when it is absent or empty (RFC 6750, section 3.1)', async () => {
    const none = await client.call(undefined, 'GET', '/v1/whoami');
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toBe('Bearer realm="archivist"');
    expect((await whoami('')).status).toBe(401);
  });

  test('is the only source of tokens: those in the query or a form are ignored', async () => {
    const answer = await client.call(undefined, 'GET', '/v1/whoami', { query: { access_token: tenant.token } });
    expect(answer.status).toBe(401);
  });
});
