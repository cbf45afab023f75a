import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startForge, type Forge } from '../support/forge.ts';
import { startService, type Service } from '../support/service.ts';
import { trust } from './support.ts';

/** Documents of a provider with this issuer, from which the service cannot read keys. */
const faulty = (issuer: string): [string, Parameters<Forge['answers']>[0]][] => [
  ['discovery that is HTML', { '/.well-known/openid-configuration': () => ({ type: 'text/html', body: '<html>' }) }],
  [
    'discovery of another issuer',
    {
      '/.well-known/openid-configuration': () => ({
        body: JSON.stringify({ issuer: 'https://other.example', jwks_uri: `${issuer}/jwks` }),
      }),
    },
  ],
  [
    'discovery that names keys over plain http',
    {
      '/.well-known/openid-configuration': () => ({
        // This address reaches this machine too, but is not recognized as local.
        body: JSON.stringify({
          issuer,
          jwks_uri: `${issuer.replace('127.0.0.1', '0.0.0.0')}/jwks`,
        }),
      }),
    },
  ],
  [
    'discovery that is an error',
    {
      '/.well-known/openid-configuration': () => ({
        status: 404,
        body: JSON.stringify({ issuer, jwks_uri: `${issuer}/jwks` }),
      }),
    },
  ],
  [
    'discovery that names no keys',
    { '/.well-known/openid-configuration': () => ({ body: JSON.stringify({ issuer }) }) },
  ],
  [
    'discovery without an end',
    {
      '/.well-known/openid-configuration': () => ({
        body: JSON.stringify({
          issuer,
          jwks_uri: `${issuer}/jwks`,
          more: 'x'.repeat(2 ** 20),
        }),
      }),
    },
  ],
  ['keys without an end', { '/jwks': () => ({ body: `{"keys":[],"more":"${'x'.repeat(2 ** 20)}"}` }) }],
  ['discovery that is null', { '/.well-known/openid-configuration': () => ({ body: 'null' }) }],
  ['keys that are HTML', { '/jwks': () => ({ type: 'text/html', body: '<html>' }) }],
  ['keys that are no set', { '/jwks': () => ({ body: '{"keys":"none"}' }) }],
  ['keys that fail', { '/jwks': () => ({ status: 500, body: '' }) }],
];

const FAULTS = faulty('http://127.0.0.1').map(([name]) => name);

/** Each faulty document has a provider of its own, because the service keeps what it has fetched from one. */
const { on, settings, account, tenants, refusal } = trust(FAULTS.length);
/** A service that fetches the keys for each token. */
let forgetful: Service;
/** A service that fetches no keys again within an hour. */
let calm: Service;
/** Providers of which only `calm` knows. */
let fresh: Forge;
let other: Forge;
beforeAll(async () => {
  [fresh, other] = [await startForge(), await startForge()];
  const trusted = [fresh, other].map(({ issuer }) => ({
    issuer,
    audience: 'evidence',
    tenants: '*',
    email_domains: ['example.com'],
  }));
  [forgetful, calm] = await Promise.all([
    startService({
      vars: { TRUSTED_ISSUERS: settings(), JWKS_COOLDOWN_SECONDS: '0', JWKS_MAX_AGE_SECONDS: '0' },
    }),
    startService({
      vars: {
        TRUSTED_ISSUERS: JSON.stringify([...JSON.parse(settings()), ...trusted]),
        JWKS_COOLDOWN_SECONDS: '3600',
        JWKS_MAX_AGE_SECONDS: '86400',
      },
    }),
  ]);
});
afterAll(() => Promise.all([forgetful, calm, fresh, other].map((each) => each?.close())));

describe("a provider's keys", () => {
  it('are found at a new address when the old ones no longer verify', async () => {
    const at = forgetful;
    try {
      // Each token is different, because verified tokens are cached.
      expect((await tenants(await on.forge.sign({ jti: '1' }), at)).status).toBe(200);
      on.forge.answers({
        '/.well-known/openid-configuration': () => ({
          body: JSON.stringify({ issuer: on.forge.issuer, jwks_uri: `${on.forge.issuer}/moved` }),
        }),
        '/jwks': () => ({ status: 404, body: '' }),
        '/moved': () => ({ body: JSON.stringify({ keys: on.forge.keys() }) }),
      });
      expect((await refusal(await on.forge.sign({ jti: '2' }), at))[0]).toBe(503);
      expect((await tenants(await on.forge.sign({ jti: '3' }), at)).status).toBe(200);
    } finally {
      on.forge.answers({});
    }
  });

  it('are fetched again when a token names a new one, and removed ones verify nothing', async () => {
    const login = account();
    const before = await on.idp.signIn(login);
    expect((await tenants(before)).status).toBe(200);
    await on.idp.rotate();
    expect((await tenants(await on.idp.signIn(login))).status).toBe(200);
    expect((await refusal(before.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))))[0]).toBe(401);
  });

  it('are fetched once for several concurrent first requests', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 8 }, (_, i) => fresh.sign({ sub: `at-once-${i}`, email: `at-once-${i}@example.com` })),
    );
    const answers = await Promise.all(tokens.map((token) => tenants(token, calm)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(fresh.asked).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  it('arrive for others although the request that fetches them is cancelled', async () => {
    let respond: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      other.holds('/jwks', (answer) => {
        respond = answer;
        resolve();
      });
    });
    const cancelled = new AbortController();
    const of = { sub: 'first', email: 'first@example.com' };
    const first = tenants(await other.sign(of), calm, cancelled.signal).catch((error: Error) => error.name);
    await asked;
    cancelled.abort();
    expect(await first).toBe('AbortError');
    const second = tenants(await other.sign({ ...of, jti: '2' }), calm);
    respond!();
    expect((await second).status).toBe(200);
    expect(other.asked).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  it('are fetched at most once per cool-down, whatever tokens name', async () => {
    expect((await tenants(await on.forge.sign(), calm)).status).toBe(200);
    const before = on.forge.asked.length;
    for (let i = 0; i < 20; i++)
      expect((await refusal(await on.forge.sign({}, { kid: `kid-${i}` }), calm))[0]).toBe(401);
    expect(on.forge.asked.length - before).toBe(0);
  });

  it('are used while they are fresh when the provider is down, and refused afterwards', async () => {
    const login = account();
    const [first, second] = [await on.idp.signIn(login), await on.idp.signIn(login)];
    try {
      for (const at of [on.service, forgetful]) expect((await tenants(first, at)).status).toBe(200);
      on.idp.down(true);
      expect((await tenants(second)).status).toBe(200);
      const refused = await tenants(second, forgetful);
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(await refused.text()).toContain('keys of the issuer');
    } finally {
      on.idp.down(false);
    }
  });

  it('keys of a provider that are fresh stay in use whatever unsigned tokens name while it is down', async () => {
    try {
      const login = account();
      const [first, second] = [await on.idp.signIn(login), await on.idp.signIn(login)];
      expect((await tenants(first)).status).toBe(200);
      on.idp.down(true);
      const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const garbage = `${b64({ alg: 'RS256', kid: 'nope' })}.${b64({ iss: on.idp.issuer })}.AAAA`;
      for (let i = 0; i < 3; i++) expect((await refusal(garbage))[0]).toBe(401);
      expect((await tenants(second)).status).toBe(200);
    } finally {
      on.idp.down(false);
    }
  });

  it("a provider's keys that are unusable affect only the tokens that name them", async () => {
    try {
      const good = { ...(await exportJWK(on.forge.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
      const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
      on.forge.keysAre([
        { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA', kid: 'broken', alg: 'ES256', use: 'sig' } as never,
        { ...(short.publicKey.export({ format: 'jwk' }) as JWK), kid: 'short', alg: 'RS256', use: 'sig' } as never,
        good,
      ]);
      const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      for (const header of [
        { alg: 'ES256', kid: 'broken' },
        { alg: 'RS256', kid: 'short' },
      ])
        expect((await refusal(`${b64(header)}.${b64({ iss: on.forge.issuer })}.AAAA`))[0]).toBe(401);
      expect((await tenants(await on.forge.sign())).status).toBe(200);
    } finally {
      on.forge.keysAre([{ ...(await exportJWK(on.forge.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }]);
    }
  });

  it('are not fetched from an unreachable provider until the cool-down is over', async () => {
    try {
      const token = await on.idp.signIn(account());
      on.idp.down(true);
      const before = on.idp.asked.length;
      for (let i = 0; i < 5; i++) expect((await refusal(token, calm))[0]).toBe(503);
      expect(on.idp.asked.length - before).toBe(1);
    } finally {
      on.idp.down(false);
    }
  });
});

describe("a provider's documents", () => {
  it.each(FAULTS)('%s: 503, and no token is accepted', async (name) => {
    const forge = on.others[FAULTS.indexOf(name)]!;
    forge.answers(faulty(forge.issuer)[FAULTS.indexOf(name)]![1]);
    expect((await refusal(await forge.sign()))[0]).toBe(503);
    forge.answers({});
    expect((await tenants(await forge.sign())).status).toBe(200);
  });
});
