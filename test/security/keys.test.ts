import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Config } from '../../src/settings/config.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { genuine, headerOf, keyRows, openKey, partsOf, signToken, type KeyRow } from './support.ts';

const DAY = 86_400_000;
const SIGNING_KEY_DAYS = 30;
const EVERY_MINUTE = '* * * * *';

let service: Service;

const clear = (): Promise<unknown> => service.db.prepare('DELETE FROM signing_keys').run();
const fetchJwks = async (): Promise<JSONWebKeySet> =>
  (await fetch(`${service.at}/appidpv1/.well-known/jwks.json`)).json() as Promise<JSONWebKeySet>;

/** The signing code as in another isolate: with empty caches, and a clock that is `days` ahead of this process. */
async function isolate(options: { days?: number; keys?: string; on?: Service } = {}) {
  const { days = 0, keys = SECRETS.KEY_ENCRYPTION_KEYS, on = service } = options;
  vi.resetModules();
  const [{ ambient }, { Database }, { KeyRing }, signing] = await Promise.all([
    import('../../src/lib/time.ts'),
    import('../../src/platform/database/database.ts'),
    import('../../src/lib/seal.ts'),
    import('../../src/access/identity/signing.ts'),
  ]);
  const clock = { days };
  ambient.now = () => Date.now() + clock.days * DAY;
  const config = { keys: KeyRing.parse(keys), signingKeyDays: SIGNING_KEY_DAYS } as unknown as Config;
  const db = new Database(on.db);
  return {
    clock,
    kid: async () => (await signing.signingKey(db, config)).kid,
    verifies: async (kid: string) => (await signing.verificationKey(() => db, kid)) !== undefined,
    published: async () => (await signing.jwks(db)).keys.map((key) => key.kid),
    rotate: () => signing.rotateSigningKeys(db, config),
  };
}

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('the ring over time', () => {
  beforeEach(clear);

  test('creates the first key with the first token, one for all isolates that start at once', async () => {
    const [a, b] = [await isolate(), await isolate()];
    const kids = await Promise.all([a.kid(), b.kid(), a.kid()]);
    expect(kids).toContain(await (await isolate()).kid());
    expect(await a.published()).toEqual(expect.arrayContaining(kids));
    for (const kid of kids) expect(await (await isolate()).verifies(kid)).toBe(true);
  });

  test('rotates nothing while the key has more than a day left to sign', async () => {
    await (await isolate({ days: -(SIGNING_KEY_DAYS - 1.01) })).kid();
    await (await isolate()).rotate();
    expect(await keyRows(service)).toHaveLength(1);
  });

  test('publishes the next key once, a day before it signs', async () => {
    const first = await (await isolate({ days: -(SIGNING_KEY_DAYS - 0.99) })).kid();
    const now = await isolate();
    await Promise.all([now.rotate(), (await isolate()).rotate()]);
    await now.rotate();
    const rows = await keyRows(service);
    expect(rows).toHaveLength(2);
    const [one, two] = rows as [KeyRow, KeyRow];
    expect(two.signs_from_us).toBe(one.signs_until_us);
    expect(two.signs_from_us / 1000 - Date.now()).toBeGreaterThan(0.9 * DAY);
    expect(two.signs_until_us - two.signs_from_us).toBe(SIGNING_KEY_DAYS * DAY * 1000);
    expect(await now.published()).toEqual([first, two.kid]);
    expect(await now.kid()).toBe(first);
    expect(await now.verifies(two.kid)).toBe(true);
    expect(await (await isolate({ days: 1 })).kid()).toBe(two.kid);
  });

  test('stops signing with the old key at its end, also in an isolate that has cached it', async () => {
    const halfMinute = 1 / 2880;
    const one = await isolate({ days: -SIGNING_KEY_DAYS });
    const first = await one.kid();
    one.clock.days = -halfMinute;
    await one.rotate();
    const second = (await keyRows(service))[1]!.kid;
    expect(await one.kid()).toBe(first);
    one.clock.days = halfMinute;
    expect(await one.kid()).toBe(second);
  });

  test('publishes the old key until its last token has expired, and then removes it', async () => {
    const first = await (await isolate({ days: -SIGNING_KEY_DAYS })).kid();
    const hour = 1 / 24;
    const over = await isolate();
    expect(await over.verifies(first)).toBe(true);
    expect(await over.kid()).not.toBe(first);
    const later = await isolate({ days: hour });
    await later.rotate();
    expect(await later.verifies(first)).toBe(true);
    expect(await later.published()).toContain(first);
    const muchLater = await isolate({ days: hour + 2 / 1440 });
    expect(await muchLater.verifies(first)).toBe(false);
    expect(await muchLater.published()).not.toContain(first);
    await muchLater.rotate();
    expect((await keyRows(service)).map((row) => row.kid)).not.toContain(first);
    // An isolate that has cached the key drops it.
    over.clock.days = hour + 2 / 1440;
    expect(await over.verifies(first)).toBe(false);
  });

  test('creates a key with the next token when no rotation has run for long', async () => {
    const first = await (await isolate()).kid();
    const late = await isolate({ days: 400 });
    await late.rotate();
    const second = await late.kid();
    expect(second).not.toBe(first);
    expect(await late.published()).toEqual([second]);
  });
});

describe('key-encryption keys', () => {
  beforeEach(clear);
  const NEW = `k2:${Buffer.alloc(32, 9).toString('base64')}`;
  const BOTH = `${NEW},${SECRETS.KEY_ENCRYPTION_KEYS}`;

  test('reseal under a new first key, after which the old one can be removed', async () => {
    const kid = await (await isolate()).kid();
    const [before] = (await keyRows(service)) as [KeyRow];
    expect(before.private_sealed).toMatch(/^k1\./);
    expect(before.private_sealed).not.toContain((await openKey(before)).d);
    const both = await isolate({ keys: BOTH });
    expect(await both.kid()).toBe(kid);
    await both.rotate();
    const [after] = (await keyRows(service)) as [KeyRow];
    expect(after.private_sealed).toMatch(/^k2\./);
    expect(await openKey(after, NEW)).toEqual(await openKey(before));
    await expect(openKey(after)).rejects.toThrow('does not open');
    expect(await (await isolate({ keys: NEW })).kid()).toBe(kid);
    await both.rotate();
    expect((await keyRows(service))[0]!.private_sealed).toBe(after.private_sealed);
  });

  test('leave a signing key that they cannot open unchanged: it verifies but does not sign', async () => {
    const kid = await (await isolate()).kid();
    const [before] = (await keyRows(service)) as [KeyRow];
    const without = await isolate({ keys: NEW });
    await without.rotate();
    expect(await keyRows(service)).toEqual([before]);
    await expect(without.kid()).rejects.toThrow('KEY_ENCRYPTION_KEYS');
    expect(await without.verifies(kid)).toBe(true);
  });

  test('do not open the sealed key of another row', async () => {
    await (await isolate({ days: -SIGNING_KEY_DAYS })).kid();
    await (await isolate()).kid();
    const [one, two] = (await keyRows(service)) as [KeyRow, KeyRow];
    await service.db
      .prepare('UPDATE signing_keys SET private_sealed = ? WHERE kid = ?')
      .bind(one.private_sealed, two.kid)
      .run();
    await expect((await isolate()).kid()).rejects.toThrow('KEY_ENCRYPTION_KEYS');
  });
});

describe('the running service', () => {
  let client: Client;
  let tenant: Tenant;
  let rows: [KeyRow, KeyRow];
  const status = async (token: string): Promise<number> => (await client.call(token, 'GET', '/v1/whoami')).status;

  beforeAll(async () => {
    await clear();
    client = await openClient(service);
    // A key that signs for another half day, created before the service has read any.
    await (await isolate({ days: -SIGNING_KEY_DAYS + 0.5 })).kid();
    await service.cron(EVERY_MINUTE);
    tenant = await newTenant(service, 'Keys');
    rows = (await keyRows(service)) as [KeyRow, KeyRow];
  });

  test('publishes the next key by cron while the current one signs', async () => {
    expect(rows).toHaveLength(2);
    const jwks = await fetchJwks();
    expect(jwks.keys.map((key) => key.kid)).toEqual(rows.map((row) => row.kid));
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    expect(headerOf(tenant.token)['kid']).toBe(rows[0].kid);
    await jwtVerify(tenant.token, createLocalJWKSet(jwks));
  });

  test('accepts tokens of both keys, so that no verifier meets an unknown key', async () => {
    const next = genuine(rows[1].kid, tenant);
    expect(await status(signToken(next, await openKey(rows[1])))).toBe(200);
    expect(await status(signToken(next, await openKey(rows[0])))).toBe(401);
  });

  test('refuses and does not publish a key past its time to verify, and the cron removes it', async () => {
    const old = await (await isolate({ days: -100 })).kid();
    const row = (await keyRows(service)).find(({ kid }) => kid === old)!;
    expect(row.verifies_until_us).toBeLessThan(Date.now() * 1000);
    expect(await status(signToken(genuine(old, tenant), await openKey(row)))).toBe(401);
    expect((await fetchJwks()).keys.map((key) => key.kid)).not.toContain(old);
    await service.cron(EVERY_MINUTE);
    expect((await keyRows(service)).map(({ kid }) => kid)).toEqual(rows.map(({ kid }) => kid));
    expect(await status(tenant.token)).toBe(200);
  });

  test('reseals under a new key-encryption key', async () => {
    const other = await startService({
      secrets: { KEY_ENCRYPTION_KEYS: `k9:${Buffer.alloc(32, 3).toString('base64')},${SECRETS.KEY_ENCRYPTION_KEYS}` },
    });
    try {
      const kid = await (await isolate({ on: other })).kid();
      expect((await keyRows(other))[0]!.private_sealed).toMatch(/^k1\./);
      await other.cron(EVERY_MINUTE);
      expect((await keyRows(other))[0]!.private_sealed).toMatch(/^k9\./);
      const made = await newTenant(other);
      expect(headerOf(made.token)['kid']).toBe(kid);
    } finally {
      await other.close();
    }
  });

  test('writes no key, secret, token or body to the log or in plain text to the database', async () => {
    const secret = 'a-name-that-only-a-body-holds';
    const application = await client.call(tenant.token, 'POST', '/iam/v1/applications', {
      body: { display_name: secret, custom_claims: { hidden: secret } },
    });
    const credential = application.body.credentials[0].secret as string;
    const token = await tokenOf(service, application.body.client_id, credential);
    await client.call(token, 'GET', '/v2/assets', { query: { 'attributes.q': secret } });
    await client.call(token, 'POST', '/v2/assets', { body: { [secret]: secret } });
    await client.call(tenant.token, 'POST', '/v2/assets', {
      body: { attributes: { secret } },
      headers: { 'idempotency-key': secret },
    });
    await client.call(`${secret}.x.y`, 'GET', '/v2/assets');
    await fetch(`${service.base}/nothing/${secret}?${secret}`);
    const private_ = await Promise.all(rows.map(async (row) => (await openKey(row)).d!));
    const log = (await service.logged()).join('\n');
    for (const operation of ['issueToken', 'createApplication', 'createAsset', 'listAssets'])
      expect(log).toContain(`"operation":"${operation}"`);
    const hidden = [credential, tenant.client_secret, SECRETS.OPERATOR_SECRET, SECRETS.WALLET_SEED, ...private_];
    for (const text of [...hidden, secret, ...partsOf(token), ...partsOf(tenant.token).slice(1)])
      expect(log).not.toContain(text);
    const tables = (
      await service.db
        .prepare(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE " +
            "'\\_cf%' ESCAPE '\\'",
        )
        .all<{ name: string }>()
    ).results;
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['applications', 'signing_keys']));
    for (const { name } of tables) {
      const stored = JSON.stringify((await service.db.prepare(`SELECT * FROM "${name}"`).all()).results);
      for (const text of [...hidden, token, tenant.token]) expect(stored, name).not.toContain(text);
    }
  });
});
