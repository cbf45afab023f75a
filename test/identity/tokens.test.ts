import { exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { parseUserAttribute } from '../../src/access/policy.ts';
import { speaksForEmail, type TrustedIssuer } from '../../src/lib/trusted-issuers.ts';
import { OTHER_CLIENT } from '../../tools/identity-provider/idp.ts';
import { newTenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';
import { trust } from './support.ts';

const { on, account, tenants, refusal } = trust();

/** When these tests began, in seconds. */
const NOW = Math.floor(Date.now() / 1000);

describe('a token of a trusted provider', () => {
  it('is accepted as an ID token or access token with each pinned algorithm that has a key', async () => {
    expect((await tenants(await on.idp.signIn(account()))).status).toBe(200);
    for (const typ of [undefined, 'JWT', 'at+jwt', 'application/at+jwt'])
      expect((await tenants(await on.forge.sign({}, { typ }))).status).toBe(200);
  });

  it('is accepted from a provider whose clock is ahead, and from one that sends "true" as a string', async () => {
    const ahead = Math.floor(Date.now() / 1000) + 30;
    for (const more of [{ iat: ahead, nbf: ahead }, { email_verified: 'true' }])
      expect((await tenants(await on.forge.sign(more))).status).toBe(200);
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
    ['without a time of issue', { iat: undefined }, {}, 'not valid'],
    ['without a subject', { sub: undefined }, {}, 'not valid'],
    ['of an empty subject', { sub: '' }, {}, 'subject'],
    ['of a subject of 256 characters', { sub: 'x'.repeat(256) }, {}, 'subject'],
    ['of a subject that is a number', { sub: 7 as never }, {}, 'subject'],
    ['of a subject that is a list', { sub: ['a', 'b'] as never }, {}, 'subject'],
    ['of a subject that is an object', { sub: { length: 1 } as never }, {}, 'subject'],
    ['of a subject that is null', { sub: null as never }, {}, 'subject'],
    ['of a subject with a line end', { sub: 'a\nb' }, {}, 'subject'],
    ['without an e-mail address', { email: undefined }, {}, 'e-mail'],
    ['with an invalid e-mail address', { email: ['a@example.com'] }, {}, 'e-mail'],
    ['with two e-mail addresses', { email: 'a@example.com,b@example.com' }, {}, 'e-mail'],
    ['with an unverified e-mail address', { email_verified: false }, {}, 'not verified'],
    ['that does not say whether it is verified', { email_verified: undefined }, {}, 'not verified'],
    ['that says so with a number', { email_verified: 1 }, {}, 'not verified'],
    [
      'with an address of a domain for which the issuer is not trusted',
      { email: 'a@bank.example' },
      {},
      'is not trusted for this e-mail address',
    ],
    [
      'with an address of a longer domain',
      { email: 'a@example.com.evil.example' },
      {},
      'is not trusted for this e-mail address',
    ],
    ['with an address of a sub-domain', { email: 'a@x.example.com' }, {}, 'is not trusted for this e-mail address'],
    [
      'with the domain before the @',
      { email: 'example.com@evil.example' },
      {},
      'is not trusted for this e-mail address',
    ],
    ['with a look-alike domain', { email: 'a@exаmple.com' }, {}, 'is not trusted for this e-mail address'],
    ['of a type that is no text', {}, { typ: 5 }, 'type'],
    ['that ends a session', {}, { typ: 'logout+jwt' }, 'type'],
    ['of an unknown key', {}, { kid: 'two' }, 'not valid'],
  ])('%s is 401 that says why', async (_what, claims, header, why) => {
    const iss = (claims as { iss?: string }).iss === '/' ? { iss: `${on.forge.issuer}/` } : {};
    const [status, message] = await refusal(await on.forge.sign({ ...claims, ...iss }, header));
    expect([status, message]).toEqual([401, expect.stringContaining(why)]);
  });

  it('is refused with no signature, a shared secret, another key or a changed claim', async () => {
    const token = await on.forge.sign();
    const [head, body, signature] = token.split('.') as [string, string, string];
    const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const { privateKey } = await generateKeyPair('RS256');
    const shared = new TextEncoder().encode(JSON.stringify(await exportJWK(on.forge.publicKey)));
    for (const bad of [
      `${b64({ alg: 'none' })}.${body}.`,
      `${b64({ alg: 'none' })}.${body}.${signature}`,
      `${head}.${b64({ ...changed, email: 'admin@example.com' })}.${signature}`,
      await on.forge.sign({}, { key: privateKey }),
      await on.forge.sign({}, { alg: 'HS256', key: shared }),
    ])
      expect((await refusal(bad))[0]).toBe(401);
  });

  it('is refused when the setting pins an algorithm other than the one it is signed with', async () => {
    expect((await refusal(await on.pinned.sign()))[0]).toBe(401);
    expect((await tenants(await on.idp.signIn(account()))).status).toBe(200);
    expect((await tenants(await on.forge.sign())).status).toBe(200);
  });

  it('a token for another client of the same provider is 401', async () => {
    expect((await refusal(await on.idp.signIn(account(), OTHER_CLIENT)))[0]).toBe(401);
  });

  it('a token with an unverified e-mail address of a real provider is 401', async () => {
    expect(await refusal(await on.idp.signIn(account({ email_verified: false })))).toEqual([
      401,
      expect.stringContaining('not verified'),
    ]);
  });

  it('does not turn a person into an application, whatever its claims say', async () => {
    const forged = await on.forge.sign({
      sub: on.listed.client_id,
      client_id: on.listed.client_id,
      jit_tenant_id: on.listed.tenant_identity,
    });
    const answer = await on.client.call(forged, 'GET', '/v1/whoami');
    expect(answer.status).toBe(403);
  });
});

it.each([
  ['a plus address', 'victim+x@example.com'],
  ['a Kelvin sign for k', 'vic\u212aim@example.com'],
  ['a dotless i', 'v\u0131ctim@example.com'],
  ['a Cyrillic letter', 'v\u0456ctim@example.com'],
  ['a decomposed letter', 'victi\u0301m@example.com'],
  ['a full-width letter', '\uff56ictim@example.com'],
  ['dots', 'v.ictim@example.com'],
])('look-alike e-mail addresses belong to other people: %s', async (_what, email) => {
  const invited = await done(on.client, on.listed.token, 'POST', '/v1/invites', { email: 'victim@example.com' });
  try {
    const token = await on.forge.sign({ email, sub: email.replace(/[^\x20-\x7e]/g, '_') });
    expect((await on.client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(404);
    expect((await on.client.call(token, 'GET', '/v1/whoami')).status).toBe(403);
  } finally {
    await done(on.client, on.listed.token, 'DELETE', `/v1/${invited.identity}`);
  }
});

it('e-mail addresses that differ only in case belong to the same person', async () => {
  const invited = await done(on.client, on.listed.token, 'POST', '/v1/invites', { email: 'Same.One@Example.COM' });
  const token = await on.forge.sign({ email: 'sAME.oNE@eXAMPLE.com', sub: 'same' });
  expect((await on.client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
});

describe('an international domain is one domain in both of its spellings', () => {
  const [unicode, ascii] = ['anna@bücher.example', 'anna@xn--bcher-kva.example'];

  it.each([
    ['berta@bücher.example', 'berta@xn--bcher-kva.example'],
    ['clara@xn--bcher-kva.example', 'clara@bücher.example'],
  ])('an invite for %s can be accepted by %s', async (invited, told) => {
    const invite = await done(on.client, on.listed.token, 'POST', '/v1/invites', { email: invited });
    expect(invite.email).toMatch(/^\w+@xn--bcher-kva\.example$/);
    expect((await on.client.call(on.listed.token, 'POST', '/v1/invites', { body: { email: told } })).status).toBe(409);
    const listed = await on.client.call(on.listed.token, 'GET', '/v1/invites', { query: { email: told } });
    expect(listed.body.invites.map(({ identity }: { identity: string }) => identity)).toEqual([invite.identity]);
    const token = await on.forge.sign({ email: told, sub: invite.email });
    expect((await on.client.call(token, 'POST', `/v1/${invite.identity}:accept`)).status).toBe(200);
    expect((await on.client.call(token, 'GET', '/v1/whoami')).status).toBe(200);
  });

  it('invites and administrators that 0.2.0 stored in Unicode are for a person with that address', async () => {
    const token = await on.forge.sign({ email: 'dora@bücher.example', sub: 'dora' });
    const invited = await done(on.client, on.listed.token, 'POST', '/v1/invites', { email: 'dora@bücher.example' });
    await on.service.db
      .prepare("UPDATE invites SET email = 'Dora@bücher.example' WHERE id = ?")
      .bind(invited.identity.slice('invites/'.length))
      .run();
    expect((await on.client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
    const emil = await on.forge.sign({ email: 'emil@bücher.example', sub: 'emil' });
    await on.service.db
      .prepare(
        `INSERT INTO administrators (tenant, issuer, subject, display_name, email, position)
          SELECT tenant, issuer, '', '', 'emil@bücher.example', 7 FROM members WHERE subject = 'dora'`,
      )
      .run();
    expect((await on.client.call(emil, 'GET', '/v1/whoami')).body).toMatchObject({ roles: ['Administrator'] });
  });

  it.each([unicode, ascii, 'anna@BÜCHER.example'])('a policy for %s is for both', (email) => {
    expect(parseUserAttribute(`email=${email}`)).toEqual({ attribute: 'email', value: ascii });
  });

  it.each(['anna@example.com/ü', 'anna@example.com#ü', 'anna@example%2ecom.ü'])(
    '%s is no address of an international domain',
    (email) => {
      expect(speaksForEmail({ emailDomains: ['example.com'] } as TrustedIssuer, email)).toBe(false);
    },
  );
});

it('an issuer is trusted for no other tenancies, neither by invitation nor as administrator', async () => {
  const other = await newTenant(on.service);
  const invited = await done(on.client, other.token, 'POST', '/v1/invites', { email: 'mallory@example.com' });
  const token = await on.forge.sign();
  expect((await on.client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(404);
  const { root_principals } = await done(on.client, other.token, 'GET', '/v1/tenancies/root_principals');
  const named = await on.client.call(other.token, 'PATCH', '/v1/tenancies/root_principals', {
    body: { root_principals: [...root_principals, { issuer: on.forge.issuer, email: 'mallory@example.com' }] },
  });
  expect([named.status, named.text]).toEqual([400, expect.stringContaining('issuer')]);
  await done(on.client, other.token, 'PATCH', '/v1/tenancies/root_principals', {
    root_principals: [...root_principals, { issuer: on.forge.issuer, subject: 'mallory' }],
  });
  const headers = { 'x-tenant': other.tenant_identity };
  expect((await on.client.call(token, 'GET', '/v1/whoami', { headers })).status).toBe(403);
  expect((await on.client.call(token, 'GET', '/v1/users/tenants')).body.tenants).toEqual([]);
});

it('the same subject and address of another issuer is another person', async () => {
  const login = account();
  const invited = await done(on.client, on.listed.token, 'POST', '/v1/invites', {
    email: on.idp.accounts[login]!.email,
  });
  expect((await on.client.call(await on.idp.signIn(login), 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
  const twin = await on.forge.sign({ sub: login, email: on.idp.accounts[login]!.email });
  expect((await on.client.call(twin, 'GET', '/v1/whoami')).status).toBe(403);
});

it("an administrator's subject and address of another issuer grant nothing", async () => {
  const { root_principals } = await done(on.client, on.listed.token, 'GET', '/v1/tenancies/root_principals');
  const [seated, expected] = [account(), account()];
  await done(on.client, on.listed.token, 'PATCH', '/v1/tenancies/root_principals', {
    root_principals: [
      ...root_principals,
      { issuer: on.idp.issuer, subject: seated },
      { issuer: on.idp.issuer, email: on.idp.accounts[expected]!.email },
    ],
  });
  for (const login of [seated, expected]) {
    const twin = await on.forge.sign({ sub: login, email: on.idp.accounts[login]!.email });
    expect((await on.client.call(twin, 'GET', '/v1/users/tenants')).body).toEqual({
      tenants: [],
      next_page_token: '',
    });
    expect((await on.client.call(twin, 'GET', '/v1/whoami')).status).toBe(403);
    expect((await on.client.call(await on.idp.signIn(login), 'GET', '/v1/whoami')).body.roles).toEqual([
      'Administrator',
    ]);
  }
  await done(on.client, on.listed.token, 'PATCH', '/v1/tenancies/root_principals', { root_principals });
});

it("another issuer's newer token for the same subject does not change a person's address", async () => {
  const login = account();
  const invite = (email: string) => done(on.client, on.listed.token, 'POST', '/v1/invites', { email });
  const twins = await invite('twin@example.com');
  const later = Math.floor(Date.now() / 1000) + 30;
  const twin = await on.forge.sign({ sub: login, email: 'twin@example.com', iat: later });
  const own = await on.idp.signIn(login);
  expect((await on.client.call(twin, 'POST', `/v1/${twins.identity}:accept`)).status).toBe(200);
  const invited = await invite(on.idp.accounts[login]!.email);
  expect((await on.client.call(own, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
});

it('registered and reserved claims of another issuer do not become user attributes', async () => {
  const email = 'attributes@example.com';
  const claims = {
    sub: 'attributes',
    email,
    azp: 'evidence',
    scope: 'all',
    jit_tenant_id: 'x',
    department: 'Quality',
  };
  const invited = await done(on.client, on.listed.token, 'POST', '/v1/invites', { email });
  const token = await on.forge.sign(claims);
  expect((await on.client.call(token, 'POST', `/v1/${invited.identity}:accept`)).status).toBe(200);
  const told = await on.service.db.prepare("SELECT attributes FROM members WHERE subject = 'attributes'").first();
  expect(JSON.parse(told!['attributes'] as string)).toEqual([
    ['email', email],
    ['jwt_name', 'Mallory'],
    ['jwt_department', 'Quality'],
  ]);
});
