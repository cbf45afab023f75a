import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OTHER_CLIENT, startIdp, type Idp } from '../support/idp.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, startService, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

/** A provider whose tokens the tests make, so that they may be anything; `trusted` is in the settings. */
async function startForge() {
  const asked: string[] = [];
  const pair = await generateKeyPair('RS256', { extractable: true });
  let keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  let documents: Record<string, () => { status?: number; type?: string; body: string; location?: string }> = {};
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answer = documents[request.url ?? '']?.();
    if (!answer) return void response.writeHead(404).end();
    const { status = 200, type = 'application/json', body, location } = answer;
    response.writeHead(status, { 'content-type': type, ...(location ? { location } : {}) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const good = () => ({
    '/.well-known/openid-configuration': () => ({ body: JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` }) }),
    '/jwks': () => ({ body: JSON.stringify({ keys }) }),
  });
  documents = good();
  const claims = (): JWTPayload => ({ email: 'mallory@example.com', email_verified: true, name: 'Mallory' });
  const sign = (
    more: object = {},
    { alg = 'RS256', typ, kid = 'one', key = pair.privateKey, plain = true }: any = {},
  ) => {
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: issuer,
      aud: 'evidence',
      sub: 'mallory',
      iat: now,
      exp: now + 300,
      ...(plain ? claims() : {}),
      ...more,
    };
    const kept = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined));
    return new SignJWT(kept).setProtectedHeader({ alg, kid, ...(typ ? { typ } : {}) }).sign(key);
  };
  return {
    issuer,
    asked,
    sign,
    publicKey: pair.publicKey,
    answers: (more: typeof documents) => void (documents = { ...good(), ...more }),
    keys: () => keys,
    keysAre: (these: typeof keys) => void (keys = these),
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

type Forge = Awaited<ReturnType<typeof startForge>>;

let idp: Idp;
let forge: Forge;
let service: Service;
let client: Client;
let listed: Tenant;
const LISTED = '7d6a2f0e-31c4-4b6e-9a55-0c9f3f1f2a01';
const settings = (more: object = {}) =>
  JSON.stringify([
    { issuer: idp.issuer, audience: ['evidence'], tenants: '*', email_domains: 'example.com', ...more },
    { issuer: forge.issuer, audience: 'evidence', tenants: [`tenant/${LISTED}`], email_domains: ['example.com'] },
  ]);
beforeAll(async () => {
  [idp, forge] = await Promise.all([startIdp({}), startForge()]);
  service = await startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0' } });
  client = await openClient(service);
  listed = await newTenant(service, 'Listed', `tenant/${LISTED}`);
});
afterAll(async () => {
  await service?.close();
  await Promise.all([idp?.close(), forge?.close()]);
});

let n = 0;
const account = (more: object = {}): string => {
  const login = `p${++n}`;
  idp.accounts[login] = { email: `${login}@example.com`, email_verified: true, name: login, ...more };
  return login;
};
const tenants = (token: string, at = service) =>
  fetch(`${at.base}/v1/users/tenants`, { headers: { authorization: `Bearer ${token}` } });
const refusal = async (token: string, at = service): Promise<[number, string]> => {
  const answer = await tenants(token, at);
  return [answer.status, ((await answer.json()) as { message: string }).message];
};

/** When these tests began, in seconds. */
const NOW = Math.floor(Date.now() / 1000);

describe('a token of a trusted provider', () => {
  it('is taken, as ID token or access token, by each algorithm of the pinned ones that has a key', async () => {
    expect((await tenants(await idp.signIn(account()))).status).toBe(200);
    for (const typ of [undefined, 'JWT', 'at+jwt', 'application/at+jwt'])
      expect((await tenants(await forge.sign({}, { typ }))).status).toBe(200);
  });

  it('is taken from a provider whose clock is a little ahead, and from one that says "true" as a text', async () => {
    const ahead = Math.floor(Date.now() / 1000) + 30;
    for (const more of [{ iat: ahead, nbf: ahead }, { email_verified: 'true' }])
      expect((await tenants(await forge.sign(more))).status).toBe(200);
  });

  it.each<[string, object, object, string]>([
    ['of another audience', { aud: 'something-else' }, {}, 'not valid'],
    ['of no audience', { aud: undefined }, {}, 'not valid'],
    ['of no issuer', { iss: undefined }, {}, 'not valid'],
    ['of an issuer that is not trusted', { iss: 'https://accounts.example' }, {}, 'not valid'],
    ['of an issuer with one more slash', { iss: '/' }, {}, 'not valid'],
    ['that has expired', { exp: 1 }, {}, 'expired'],
    ['that expired two minutes ago', { exp: NOW - 120 }, {}, 'expired'],
    ['that never expires', { exp: undefined }, {}, 'not valid'],
    ['that is not valid yet', { nbf: 4_000_000_000 }, {}, 'not valid'],
    ['that is not valid for half an hour', { nbf: NOW + 1800 }, {}, 'not valid'],
    ['from the future', { iat: 4_000_000_000 }, {}, 'future'],
    ['from half an hour on', { iat: NOW + 1800 }, {}, 'future'],
    ['from no time', { iat: undefined }, {}, 'not valid'],
    ['of nobody', { sub: undefined }, {}, 'not valid'],
    ['of an empty subject', { sub: '' }, {}, 'subject'],
    ['of a subject of 256 characters', { sub: 'x'.repeat(256) }, {}, 'subject'],
    ['of a subject that is a number', { sub: 7 as never }, {}, 'subject'],
    ['of a subject that is a list', { sub: ['a', 'b'] as never }, {}, 'subject'],
    ['of a subject that is an object', { sub: { length: 1 } as never }, {}, 'subject'],
    ['of no subject at all', { sub: null as never }, {}, 'subject'],
    ['of a subject with a line end', { sub: 'a\nb' }, {}, 'subject'],
    ['without an e-mail address', { email: undefined }, {}, 'e-mail'],
    ['with what is no e-mail address', { email: ['a@example.com'] }, {}, 'e-mail'],
    ['with two e-mail addresses', { email: 'a@example.com,b@example.com' }, {}, 'e-mail'],
    ['with an unverified e-mail address', { email_verified: false }, {}, 'not verified'],
    ['that does not say whether it is verified', { email_verified: undefined }, {}, 'not verified'],
    ['that says so with a number', { email_verified: 1 }, {}, 'not verified'],
    [
      'with an address of a domain for which the issuer may not speak',
      { email: 'a@bank.example' },
      {},
      'may not speak',
    ],
    ['with an address of a longer domain', { email: 'a@example.com.evil.example' }, {}, 'may not speak'],
    ['with an address of a sub-domain', { email: 'a@x.example.com' }, {}, 'may not speak'],
    ['with the domain before the @', { email: 'example.com@evil.example' }, {}, 'may not speak'],
    ['with a look-alike domain', { email: 'a@exаmple.com' }, {}, 'may not speak'],
    ['of a type that is no text', {}, { typ: 5 }, 'type'],
    ['that ends a session', {}, { typ: 'logout+jwt' }, 'type'],
    ['of an unknown key', {}, { kid: 'two' }, 'not valid'],
  ])('%s is 401 that says why', async (_what, claims, header, why) => {
    const iss = (claims as { iss?: string }).iss === '/' ? { iss: `${forge.issuer}/` } : {};
    const [status, message] = await refusal(await forge.sign({ ...claims, ...iss }, header));
    expect([status, message]).toEqual([401, expect.stringContaining(why)]);
  });

  it('is refused with another signature: none, a secret, another key, a changed claim', async () => {
    const token = await forge.sign();
    const [head, body, signature] = token.split('.') as [string, string, string];
    const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const { privateKey } = await generateKeyPair('RS256');
    const shared = new TextEncoder().encode(JSON.stringify(await exportJWK(forge.publicKey)));
    for (const bad of [
      `${b64({ alg: 'none' })}.${body}.`,
      `${b64({ alg: 'none' })}.${body}.${signature}`,
      `${head}.${b64({ ...changed, email: 'admin@example.com' })}.${signature}`,
      await forge.sign({}, { key: privateKey }),
      await forge.sign({}, { alg: 'HS256', key: shared }),
    ])
      expect((await refusal(bad))[0]).toBe(401);
  });

  it('is refused where the setting pins another algorithm than it is signed with', async () => {
    const pinned = await startService({ vars: { TRUSTED_ISSUERS: settings({ algorithms: 'ES256' }) } });
    try {
      const token = await idp.signIn(account());
      expect((await refusal(token, pinned))[0]).toBe(401);
      expect((await tenants(token)).status).toBe(200);
    } finally {
      await pinned.close();
    }
  });

  it('for another client of the same provider is 401', async () => {
    expect((await refusal(await idp.signIn(account(), OTHER_CLIENT)))[0]).toBe(401);
  });

  it('with an unverified e-mail address of a real provider is 401', async () => {
    expect(await refusal(await idp.signIn(account({ email_verified: false })))).toEqual([
      401,
      expect.stringContaining('not verified'),
    ]);
  });

  it('does not make an application of a person who calls themselves one', async () => {
    const forged = await forge.sign({
      sub: listed.client_id,
      client_id: listed.client_id,
      jit_tenant_id: listed.tenant_identity,
    });
    const answer = await client.call(forged, 'GET', '/v1/whoami');
    expect(answer.status).toBe(403);
  });
});

describe('look-alike e-mail addresses are other people', () => {
  it.each([
    ['a plus address', 'victim+x@example.com'],
    ['a Kelvin sign for k', 'vic\u212aim@example.com'],
    ['a dotless i', 'v\u0131ctim@example.com'],
    ['a Cyrillic letter', 'v\u0456ctim@example.com'],
    ['a decomposed letter', 'victi\u0301m@example.com'],
    ['a full-width letter', '\uff56ictim@example.com'],
    ['dots', 'v.ictim@example.com'],
  ])('%s', async (_what, email) => {
    const invited = await done(client, listed.token, 'POST', '/v1/invites', { email: 'victim@example.com' });
    try {
      const token = await forge.sign({ email, sub: email.replace(/[^\x20-\x7e]/g, '_') });
      expect((await client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(404);
      expect((await client.call(token, 'GET', '/v1/whoami')).status).toBe(403);
    } finally {
      await done(client, listed.token, 'DELETE', `/v1/${invited.identity}`);
    }
  });

  it('but another case is the same one', async () => {
    const invited = await done(client, listed.token, 'POST', '/v1/invites', { email: 'Same.One@Example.COM' });
    const token = await forge.sign({ email: 'sAME.oNE@eXAMPLE.com', sub: 'same' });
    expect((await client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
  });
});

describe('an issuer speaks for the tenants that it lists', () => {
  it('and for no other: neither by invitation nor by name', async () => {
    const other = await newTenant(service);
    const invited = await done(client, other.token, 'POST', '/v1/invites', { email: 'mallory@example.com' });
    const token = await forge.sign();
    expect((await client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(404);
    const { root_principals } = await done(client, other.token, 'GET', '/v1/tenancies/root_principals');
    const named = await client.call(other.token, 'PATCH', '/v1/tenancies/root_principals', {
      body: { root_principals: [...root_principals, { issuer: forge.issuer, email: 'mallory@example.com' }] },
    });
    expect([named.status, named.text]).toEqual([400, expect.stringContaining('issuer')]);
    await done(client, other.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: [...root_principals, { issuer: forge.issuer, subject: 'mallory' }],
    });
    const headers = { 'x-tenant': other.tenant_identity };
    expect((await client.call(token, 'GET', '/v1/whoami', { headers })).status).toBe(403);
    expect((await client.call(token, 'GET', '/v1/users/tenants')).body.tenants).toEqual([]);
  });

  it("another issuer's word on the same subject and address is another person", async () => {
    const login = account();
    const invited = await done(client, listed.token, 'POST', '/v1/invites', { email: idp.accounts[login]!.email });
    expect((await client.call(await idp.signIn(login), 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
    const twin = await forge.sign({ sub: login, email: idp.accounts[login]!.email });
    expect((await client.call(twin, 'GET', '/v1/whoami')).status).toBe(403);
  });

  it("another issuer's word on an administrator's subject and address gives nothing", async () => {
    const { root_principals } = await done(client, listed.token, 'GET', '/v1/tenancies/root_principals');
    const [seated, expected] = [account(), account()];
    await done(client, listed.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: [
        ...root_principals,
        { issuer: idp.issuer, subject: seated },
        { issuer: idp.issuer, email: idp.accounts[expected]!.email },
      ],
    });
    for (const login of [seated, expected]) {
      const twin = await forge.sign({ sub: login, email: idp.accounts[login]!.email });
      expect((await client.call(twin, 'GET', '/v1/users/tenants')).body).toEqual({ tenants: [] });
      expect((await client.call(twin, 'GET', '/v1/whoami')).status).toBe(403);
      expect((await client.call(await idp.signIn(login), 'GET', '/v1/whoami')).body.roles).toEqual(['Administrator']);
    }
    await done(client, listed.token, 'PATCH', '/v1/tenancies/root_principals', { root_principals });
  });

  it("another issuer's later word on the same subject takes nobody's address from them", async () => {
    const login = account();
    const invite = (email: string) => done(client, listed.token, 'POST', '/v1/invites', { email });
    const twins = await invite('twin@example.com');
    const later = Math.floor(Date.now() / 1000) + 30;
    const twin = await forge.sign({ sub: login, email: 'twin@example.com', iat: later });
    const own = await idp.signIn(login);
    expect((await client.call(twin, 'POST', `/v1/${twins.identity}:accept`)).status).toBe(200);
    const invited = await invite(idp.accounts[login]!.email);
    expect((await client.call(own, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
  });

  it('what it says of the token or under the names of the service is no attribute of a person', async () => {
    const email = 'attributes@example.com';
    const claims = {
      sub: 'attributes',
      email,
      azp: 'evidence',
      scope: 'all',
      jit_tenant_id: 'x',
      department: 'Quality',
    };
    const invited = await done(client, listed.token, 'POST', '/v1/invites', { email });
    const token = await forge.sign(claims);
    expect((await client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
    const told = await service.db.prepare("SELECT attributes FROM members WHERE subject = 'attributes'").first();
    expect(JSON.parse(told!['attributes'] as string)).toEqual([
      ['email', email],
      ['jwt_name', 'Mallory'],
      ['jwt_department', 'Quality'],
    ]);
  });
});

describe("a provider's keys", () => {
  it('that have moved are found where those that are there no longer serve', async () => {
    const at = await startService({
      vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0', JWKS_MAX_AGE_SECONDS: '0' },
    });
    try {
      // Each token another one, as what has been verified is not verified again.
      expect((await tenants(await forge.sign({ jti: '1' }), at)).status).toBe(200);
      forge.answers({
        '/.well-known/openid-configuration': () => ({
          body: JSON.stringify({ issuer: forge.issuer, jwks_uri: `${forge.issuer}/moved` }),
        }),
        '/jwks': () => ({ status: 404, body: '' }),
        '/moved': () => ({ body: JSON.stringify({ keys: forge.keys() }) }),
      });
      expect((await refusal(await forge.sign({ jti: '2' }), at))[0]).toBe(503);
      expect((await tenants(await forge.sign({ jti: '3' }), at)).status).toBe(200);
    } finally {
      forge.answers({});
      await at.close();
    }
  });

  it('that are new are found when a token names one, and those that are gone verify nothing', async () => {
    const login = account();
    const before = await idp.signIn(login);
    expect((await tenants(before)).status).toBe(200);
    await idp.rotate();
    expect((await tenants(await idp.signIn(login))).status).toBe(200);
    expect((await refusal(before.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))))[0]).toBe(401);
  });

  it('that several people ask for at once, where there are none yet, serve all of them', async () => {
    const cold = await startService({ vars: { TRUSTED_ISSUERS: settings() } });
    try {
      const tokens = await Promise.all(
        Array.from({ length: 8 }, (_, i) => forge.sign({ sub: `at-once-${i}`, email: `at-once-${i}@example.com` })),
      );
      const answers = await Promise.all(tokens.map((token) => tenants(token, cold)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    } finally {
      await cold.close();
    }
  });

  it('are looked for no oftener than the cool-down says, whatever tokens name', async () => {
    const calm = await startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '3600' } });
    try {
      expect((await tenants(await forge.sign(), calm)).status).toBe(200);
      const before = forge.asked.length;
      for (let i = 0; i < 20; i++)
        expect((await refusal(await forge.sign({}, { kid: `kid-${i}` }), calm))[0]).toBe(401);
      expect(forge.asked.length - before).toBe(0);
    } finally {
      await calm.close();
    }
  });

  it('serve while they are fresh though the provider is down, and then nobody gets in', async () => {
    const login = account();
    const [first, second] = [await idp.signIn(login), await idp.signIn(login)];
    const [kept, stale] = await Promise.all(
      ['86400', '0'].map((age) =>
        startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0', JWKS_MAX_AGE_SECONDS: age } }),
      ),
    );
    try {
      for (const at of [kept!, stale!]) expect((await tenants(first, at)).status).toBe(200);
      idp.down(true);
      expect((await tenants(second, kept!)).status).toBe(200);
      const refused = await tenants(second, stale!);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(await refused.text()).toContain('keys of the issuer');
    } finally {
      idp.down(false);
      await Promise.all([kept!.close(), stale!.close()]);
    }
  });

  it('that are fresh serve on, whatever unsigned tokens name while the provider is down', async () => {
    const kept = await startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0' } });
    try {
      const login = account();
      const [first, second] = [await idp.signIn(login), await idp.signIn(login)];
      expect((await tenants(first, kept)).status).toBe(200);
      idp.down(true);
      const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const garbage = `${b64({ alg: 'RS256', kid: 'nope' })}.${b64({ iss: idp.issuer })}.AAAA`;
      for (let i = 0; i < 3; i++) expect((await refusal(garbage, kept))[0]).toBe(401);
      expect((await tenants(second, kept)).status).toBe(200);
    } finally {
      idp.down(false);
      await kept.close();
    }
  });

  it('that are of no use are the fault of the token that names one, not of the others', async () => {
    const at = await startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0' } });
    try {
      const good = { ...(await exportJWK(forge.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
      const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
      forge.keysAre([
        { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid: 'broken', alg: 'ES256', use: 'sig' } as never,
        { ...(short.publicKey.export({ format: 'jwk' }) as JWK), kid: 'short', alg: 'RS256', use: 'sig' } as never,
        good,
      ]);
      const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      for (const header of [
        { alg: 'ES256', kid: 'broken' },
        { alg: 'RS256', kid: 'short' },
      ])
        expect((await refusal(`${b64(header)}.${b64({ iss: forge.issuer })}.AAAA`, at))[0]).toBe(401);
      expect((await tenants(await forge.sign(), at)).status).toBe(200);
    } finally {
      forge.keysAre([{ ...(await exportJWK(forge.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]);
      await at.close();
    }
  });

  it('of a provider that is down are not asked for again until the cool-down is over', async () => {
    const calm = await startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '3600' } });
    try {
      const token = await idp.signIn(account());
      idp.down(true);
      const before = idp.asked.length;
      for (let i = 0; i < 5; i++) expect((await refusal(token, calm))[0]).toBe(503);
      expect(idp.asked.length - before).toBe(1);
    } finally {
      idp.down(false);
      await calm.close();
    }
  });

  it.each<[string, Parameters<Forge['answers']>[0]]>([
    ['discovery that is HTML', { '/.well-known/openid-configuration': () => ({ type: 'text/html', body: '<html>' }) }],
    [
      'discovery of another issuer',
      {
        '/.well-known/openid-configuration': () => ({
          body: JSON.stringify({ issuer: 'https://other.example', jwks_uri: `${forge.issuer}/jwks` }),
        }),
      },
    ],
    [
      'discovery that names keys over plain http',
      {
        '/.well-known/openid-configuration': () => ({
          // Which is this machine too, but by no name that says so.
          body: JSON.stringify({
            issuer: forge.issuer,
            jwks_uri: `${forge.issuer.replace('127.0.0.1', '0.0.0.0')}/jwks`,
          }),
        }),
      },
    ],
    [
      'discovery that is an error',
      {
        '/.well-known/openid-configuration': () => ({
          status: 404,
          body: JSON.stringify({ issuer: forge.issuer, jwks_uri: `${forge.issuer}/jwks` }),
        }),
      },
    ],
    [
      'discovery that names no keys',
      { '/.well-known/openid-configuration': () => ({ body: JSON.stringify({ issuer: forge.issuer }) }) },
    ],
    [
      'discovery without an end',
      {
        '/.well-known/openid-configuration': () => ({
          body: JSON.stringify({ issuer: forge.issuer, jwks_uri: `${forge.issuer}/jwks`, more: 'x'.repeat(2 ** 20) }),
        }),
      },
    ],
    ['keys without an end', { '/jwks': () => ({ body: `{"keys":[],"more":"${'x'.repeat(2 ** 20)}"}` }) }],
    ['discovery that is null', { '/.well-known/openid-configuration': () => ({ body: 'null' }) }],
    ['keys that are HTML', { '/jwks': () => ({ type: 'text/html', body: '<html>' }) }],
    ['keys that are no set', { '/jwks': () => ({ body: '{"keys":"none"}' }) }],
    ['keys that fail', { '/jwks': () => ({ status: 500, body: '' }) }],
  ])('%s: 503, and a token gets nobody in', async (_what, documents) => {
    const at = await startService({ vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0' } });
    try {
      forge.answers(documents);
      expect((await refusal(await forge.sign(), at))[0]).toBe(503);
      forge.answers({});
      expect((await tenants(await forge.sign(), at)).status).toBe(200);
    } finally {
      forge.answers({});
      await at.close();
    }
  });
});
