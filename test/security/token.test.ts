import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, sharedService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { AUDIENCE, claimsOf, headerOf, ISSUER } from './support.ts';

const PATH = '/iam/v1/appidp/token';
const FORM = 'application/x-www-form-urlencoded';

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Token');
});

type Form = Record<string, string> | string;
const post = (form: Form, headers: Record<string, string> = {}, of: Client = client): Promise<Answer> =>
  of.call(undefined, 'POST', PATH, {
    raw: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    headers: { 'content-type': FORM, ...headers },
  });
const credentials = (): Record<string, string> => ({
  grant_type: 'client_credentials',
  client_id: tenant.client_id,
  client_secret: tenant.client_secret,
});
const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
/** Every character percent-encoded, as clients may do (RFC 6749, section 2.3.1). */
const escaped = (text: string): string =>
  [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

async function newApplication(body: object): Promise<{ id: string; secret: string }> {
  const made = await client.call(tenant.token, 'POST', '/iam/v1/applications', { body });
  expect(made.status).toBe(200);
  return { id: made.body.client_id, secret: made.body.credentials[0].secret };
}

function expectToken(answer: Answer): Record<string, unknown> {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('pragma')).toBe('no-cache');
  expect(answer.body).toEqual({ access_token: expect.any(String), expires_in: 3600, token_type: 'Bearer' });
  return claimsOf(answer.body.access_token);
}

function expectError(answer: Answer, status: number, error: string): void {
  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect(Object.keys(answer.body).toSorted()).toEqual(['error', 'error_description']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
}

describe('credentials', () => {
  test.for<[string, () => [Form, Record<string, string>?]]>([
    ['in the form', () => [credentials()]],
    ['in the form, with a charset', () => [credentials(), { 'content-type': `${FORM}; charset=UTF-8` }]],
    [
      'in the form, percent-encoded',
      () => [
        Object.entries(credentials())
          .map(([k, v]) => `${escaped(k)}=${escaped(v)}`)
          .join('&'),
      ],
    ],
    ['in the header', () => [{ grant_type: 'client_credentials' }, basic(tenant.client_id, tenant.client_secret)]],
    [
      'in the header, percent-encoded',
      () => [{ grant_type: 'client_credentials' }, basic(escaped(tenant.client_id), escaped(tenant.client_secret))],
    ],
    [
      'in the header, lower case',
      () => [
        { grant_type: 'client_credentials' },
        { authorization: basic(tenant.client_id, tenant.client_secret).authorization!.replace('Basic', 'basic') },
      ],
    ],
    [
      'in the header, the id in the form as well',
      () => [
        { grant_type: 'client_credentials', client_id: tenant.client_id },
        basic(tenant.client_id, tenant.client_secret),
      ],
    ],
    [
      'in the header, empty fields count as absent (RFC 6749 3.2)',
      () => [
        { grant_type: 'client_credentials', client_id: '', client_secret: '' },
        basic(tenant.client_id, tenant.client_secret),
      ],
    ],
    ['with unknown parameters', () => [{ ...credentials(), audience: 'x', scope: '' }]],
  ])('%s: a token', async ([, of]) => {
    const claims = expectToken(await post(...of()));
    expect(claims['sub']).toBe(tenant.client_id);
  });

  const GRANT = { grant_type: 'client_credentials' };
  test.for<[string, () => [Form, Record<string, string>?], string?]>([
    ['both ways at once', () => [credentials(), basic(tenant.client_id, tenant.client_secret)]],
    ['two client ids', () => [{ ...GRANT, client_id: 'x' }, basic(tenant.client_id, tenant.client_secret)]],
    ['an empty body', () => ['']],
    ['no grant_type', () => [{ ...credentials(), grant_type: '' }]],
    ['no client_id', () => [{ ...GRANT, client_secret: tenant.client_secret }]],
    ['no client_secret', () => [{ ...GRANT, client_id: tenant.client_id }]],
    ['an empty client_secret', () => [{ ...credentials(), client_secret: '' }]],
    ['another grant type', () => [{ ...credentials(), grant_type: 'password' }], 'unsupported_grant_type'],
    [
      'the grant type in capitals',
      () => [{ ...credentials(), grant_type: 'CLIENT_CREDENTIALS' }],
      'unsupported_grant_type',
    ],
    ['client_id twice', () => [`${new URLSearchParams(credentials())}&client_id=${tenant.client_id}`]],
    ['client_secret twice', () => [`${new URLSearchParams(credentials())}&client_secret=wrong`]],
    ['grant_type twice', () => [`${new URLSearchParams(credentials())}&grant_type=client_credentials`]],
    ['NUL in client_id', () => [`${new URLSearchParams(credentials())}&extra=%00`]],
    ['NUL in client_secret', () => [{ ...credentials(), client_secret: `${tenant.client_secret}\0` }]],
    ['a broken percent escape', () => [`${new URLSearchParams(credentials())}&extra=%zz`]],
    [
      'percent-encoded bytes that are no UTF-8',
      () => [`grant_type=client_credentials&client_id=${tenant.client_id}&client_secret=%ff%fe`],
    ],
    ['a header that is not Basic', () => [GRANT, { authorization: 'Bearer x' }]],
    ['a header that is not base64', () => [GRANT, { authorization: 'Basic !!!' }]],
  ])('%s: 400', async ([, of, error]) => {
    expectError(await post(...of()), 400, error ?? 'invalid_request');
  });

  test('are 400 when they are not UTF-8, and 413 when they are too long', async () => {
    const raw = Buffer.concat([Buffer.from(`${new URLSearchParams(credentials())}&x=`), Buffer.from([0xff, 0xfe])]);
    expectError(
      await client.call(undefined, 'POST', PATH, { raw, headers: { 'content-type': FORM } }),
      400,
      'invalid_request',
    );
    expectError(await post(`x=${'a'.repeat(1_100_000)}`), 413, 'invalid_request');
  });

  test.for<[string, () => { raw?: BodyInit; headers?: Record<string, string>; body?: unknown }]>([
    ['JSON', () => ({ body: credentials() })],
    [
      'a multipart form',
      () => ({
        raw: Object.entries(credentials()).reduce((form, [k, v]) => (form.append(k, v), form), new FormData()),
      }),
    ],
    ['text', () => ({ raw: new URLSearchParams(credentials()).toString(), headers: { 'content-type': 'text/plain' } })],
    [
      'another charset',
      () => ({
        raw: new URLSearchParams(credentials()).toString(),
        headers: { 'content-type': `${FORM}; charset=utf-16` },
      }),
    ],
    ['no content type', () => ({ raw: Buffer.from(new URLSearchParams(credentials()).toString()) })],
  ])('%s: 415', async ([, options]) => {
    expectError(await client.call(undefined, 'POST', PATH, options()), 415, 'invalid_request');
  });

  test('are ignored in the URL, and methods other than POST are 405', async () => {
    const query = credentials();
    const answer = await client.call(undefined, 'POST', PATH, { query, raw: '', headers: { 'content-type': FORM } });
    expectError(answer, 400, 'invalid_request');
    const get = await client.call(undefined, 'GET', PATH, { query });
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('get the same response for an unknown client and for a wrong, expired or not yet valid secret', async () => {
    const [expired, coming] = [
      await newApplication({ display_name: 'expired' }),
      await newApplication({ display_name: 'coming' }),
    ];
    await service.db
      .prepare('UPDATE applications SET secret_until_us = ? WHERE id = ?')
      .bind(Date.now() * 1000, expired.id)
      .run();
    await service.db
      .prepare('UPDATE applications SET secret_from_us = ? WHERE id = ?')
      .bind((Date.now() + 60_000) * 1000, coming.id)
      .run();
    const pairs: [string, string][] = [
      [crypto.randomUUID(), tenant.client_secret],
      ['no-uuid', tenant.client_secret],
      ["' OR 1=1 --", 'x'],
      [tenant.client_id.toUpperCase(), tenant.client_secret],
      [tenant.client_id, '0'.repeat(64)],
      [tenant.client_id, tenant.client_secret.toUpperCase()],
      [tenant.client_id, `${tenant.client_secret}0`],
      [tenant.client_id, 'ö'],
      [expired.id, expired.secret],
      [coming.id, coming.secret],
    ];
    const seen = new Set<string>();
    for (const [id, secret] of pairs) {
      const form = await post({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
      const header = await post(
        { grant_type: 'client_credentials' },
        basic(encodeURIComponent(id), encodeURIComponent(secret)),
      );
      for (const answer of [form, header]) {
        expectError(answer, 401, 'invalid_client');
        expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/);
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
        const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
        seen.add(JSON.stringify([answer.status, answer.text, headers]));
      }
    }
    expect(seen.size).toBe(1);
  });
});

describe('the token', () => {
  test('has the documented claims and the custom ones, and no others', async () => {
    const { id, secret } = await newApplication({
      display_name: 'Zoë 🚦',
      custom_claims: { serial: 'a"b\\c', Serial: 'ü' },
    });
    const before = Math.floor(Date.now() / 1000);
    const token = await tokenOf(service, id, secret);
    const after = Date.now() / 1000;
    expect(headerOf(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: expect.stringMatching(/^[\w-]{43}$/) });
    const claims = claimsOf(token);
    expect(claims).toEqual({
      iss: ISSUER,
      aud: AUDIENCE,
      sub: id,
      client_id: id,
      iat: expect.any(Number),
      exp: (claims['iat'] as number) + 3600,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Zoë 🚦',
      jit_tenant_id: tenant.tenant_identity,
      jit_tier: expect.any(String),
      serial: 'a"b\\c',
      Serial: 'ü',
    });
    expect(claims['iat']).toBeGreaterThanOrEqual(before);
    expect(claims['iat']).toBeLessThanOrEqual(after);
    expect(claimsOf(await tokenOf(service, id, secret))['jti']).not.toBe(claims['jti']);
  });

  test('can be verified by anyone, starting from the discovery document', async () => {
    const get = async (address: string): Promise<any> => (await fetch(address.replace(ORIGIN, service.at))).json();
    const discovery = await get(`${ISSUER}/.well-known/openid-configuration`);
    expect(discovery).toMatchObject({ issuer: ISSUER, token_endpoint: `${ORIGIN}/archivist${PATH}` });
    expect(discovery.jwks_uri.startsWith(`${ISSUER}/`)).toBe(true);
    const jwks = (await get(discovery.jwks_uri)) as JSONWebKeySet;
    for (const key of jwks.keys)
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    const { token_endpoint } = discovery;
    const issued = await fetch(token_endpoint.replace(ORIGIN, service.at), {
      method: 'POST',
      body: new URLSearchParams(credentials()),
    });
    const { access_token } = (await issued.json()) as { access_token: string };
    const { payload } = await jwtVerify(access_token, createLocalJWKSet(jwks), {
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
    });
    expect(payload.sub).toBe(tenant.client_id);
  });

  test('has changed claims and names from the next token on', async () => {
    const { id, secret } = await newApplication({ display_name: 'before', custom_claims: { a: '1', b: '2' } });
    const old = await tokenOf(service, id, secret);
    const patch = { display_name: 'after', custom_claims: { b: '3' } };
    expect((await client.call(tenant.token, 'PATCH', `/iam/v1/applications/${id}`, { body: patch })).status).toBe(200);
    const claims = claimsOf(await tokenOf(service, id, secret));
    expect(claims).toMatchObject({ name: 'after', b: '3' });
    expect(claims).not.toHaveProperty('a');
    expect((await client.call(old, 'GET', '/v1/whoami')).body.principal.display_name).toBe('after');
  });

  test('stays valid when its secret ends, and ends with its application', async () => {
    const { id, secret } = await newApplication({ display_name: 'regenerated' });
    const token = await tokenOf(service, id, secret);
    const again = await client.call(tenant.token, 'POST', `/iam/v1/applications/${id}:regenerate-secret`);
    const renewed = again.body.credentials[0].secret as string;
    expect(renewed).toMatch(/^[0-9a-f]{64}$/);
    const form = { grant_type: 'client_credentials', client_id: id };
    expectError(await post({ ...form, client_secret: secret }), 401, 'invalid_client');
    expectToken(await post({ ...form, client_secret: renewed }));
    expect((await client.call(token, 'GET', '/v1/whoami')).status).toBe(200);
    await service.db.prepare('UPDATE applications SET secret_until_us = 1 WHERE id = ?').bind(id).run();
    expect((await client.call(token, 'GET', '/v1/whoami')).status).toBe(200);
    await client.call(tenant.token, 'DELETE', `/iam/v1/applications/${id}`);
    expect((await client.call(token, 'GET', '/v1/whoami')).status).toBe(401);
    expectError(await post({ ...form, client_secret: renewed }), 401, 'invalid_client');
  });

  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  test.for<[string, Record<string, string>]>([
    ['plain text', { text: 'x'.repeat(4092) }],
    ['quotation marks', { text: '"'.repeat(4092) }],
    ['control characters', { text: '\u0001'.repeat(4092) }],
    [
      'many short names',
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`${letters[i % 36]}${letters[(i / 36) | 0]}`, ''])),
    ],
  ])(
    'the token with as many custom claims as may be stored (%s) is a token that the service takes',
    async ([, custom_claims]) => {
      const made = await client.call(tenant.token, 'POST', '/iam/v1/applications', {
        body: { display_name: 'large', custom_claims },
      });
      if (made.status === 400) return; // Refusing these claims is allowed; issuing a token that is too large is not.
      const token = await tokenOf(service, made.body.client_id, made.body.credentials[0].secret);
      expect((await client.call(token, 'GET', '/v1/whoami')).status).toBe(200);
    },
  );
});
