import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { configOf, ConfigError } from '../../src/settings/config.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { startResolver } from '../support/dns.ts';
import { newTenant, ORIGIN, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';

let resolver: Awaited<ReturnType<typeof startResolver>>;
let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  resolver = await startResolver();
  service = await startService({ vars: resolver.vars });
  client = await openClient(service);
});
afterAll(async () => {
  await service?.close();
  resolver?.close();
});
beforeEach(async () => {
  resolver.state.behavior = 'answer';
  resolver.records.clear();
  await service.db.prepare("UPDATE tenants SET verified_domain = ''").run();
  tenant = await newTenant(service, 'Harbour works');
});

const PATH = '/v1/tenancies/self/domain';
const read = (query: Record<string, string> = {}, of = tenant): Promise<Answer> =>
  client.call(of.token, 'GET', PATH, { query });
const verify = (domain: unknown, of = tenant): Promise<Answer> =>
  client.call(of.token, 'POST', `${PATH}:verify`, { body: { domain } });
const remove = (of = tenant): Promise<Answer> => client.call(of.token, 'DELETE', PATH);
const idOf = (of = tenant): string => of.tenant_identity.slice('tenant/'.length);
const shownOf = async (of = tenant): Promise<string> =>
  (await client.call(undefined, 'GET', `/v1/tenancies/${idOf(of)}:publicinfo`)).body.verified_domain;
const publish = async (domain: string, of = tenant): Promise<string> => {
  const { record } = (await read({ domain }, of)).body;
  resolver.records.set(record.name, ['v=spf1 -all', record.value]);
  return record.name;
};
const audited = async (of = tenant): Promise<string[]> =>
  (await client.call(of.token, 'GET', '/v1/audit')).body.audit
    .map(({ operation }: { operation: string }) => operation)
    .filter((name: string) => name.endsWith('TenancyDomain'))
    .toReversed();
const recheck = () => service.cron('23 * * * *');
/** Moves what the audit log says of a tenancy's domain into the past. */
const later = (hours: number) =>
  service.db
    .prepare("UPDATE audit_log SET at_us = at_us - ? WHERE tenant = ? AND operation LIKE '%TenancyDomain'")
    .bind(hours * 3_600_000_000, idOf())
    .run();

const newMember = async (): Promise<string> => {
  const { body } = await client.call(tenant.token, 'POST', '/iam/v1/applications', { body: { display_name: 'm' } });
  return tokenOf(service, body.client_id, body.credentials[0].secret);
};

describe('the domain of a tenancy', () => {
  test('is verified by the requested record, and shown to anonymous readers and on the public page', async () => {
    expect((await read()).body).toEqual({ verified_domain: '', missing_since: null, record: null });
    const asked = (await read({ domain: 'Harbour.ORG' })).body;
    expect(asked).toEqual({
      verified_domain: '',
      missing_since: null,
      record: {
        domain: 'harbour.org',
        type: 'TXT',
        name: '_asset-evidence.harbour.org',
        value: expect.stringMatching(/^asset-evidence-verification=[0-9a-f]{40}$/),
      },
    });
    const missing = await verify('harbour.org');
    expect([missing.status, missing.body.message]).toEqual([409, expect.stringContaining(asked.record.value)]);
    expect([await shownOf(), await audited()]).toEqual(['', []]);

    await publish('harbour.org');
    const verified = await verify('Harbour.org');
    expect([verified.status, verified.body]).toEqual([200, { ...asked, verified_domain: 'harbour.org' }]);
    expect((await read()).body).toEqual(verified.body);
    expect((await client.call(tenant.token, 'GET', '/v1/tenancies/self')).body.verified_domain).toBe('harbour.org');
    expect(await shownOf()).toBe('harbour.org');
    const asset = await client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes: {}, public: true } });
    const page = await fetch(`${service.base}/public${asset.body.identity}`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toMatch(/Harbour works[^]*harbour\.org/);
    expect(await audited()).toEqual(['verifyTenancyDomain']);

    expect([(await remove()).body.verified_domain, (await remove()).status, await shownOf()]).toEqual(['', 200, '']);
    expect(await audited()).toEqual(['verifyTenancyDomain', 'removeTenancyDomain']);
  });

  test('is not verified by the record of another tenancy, of another domain or a part of the value', async () => {
    const other = await newTenant(service, 'Other');
    const name = await publish('harbour.org', other);
    expect((await verify('harbour.org')).status).toBe(409);
    const { value } = (await read({ domain: 'quay.org' })).body.record;
    const own = (await read({ domain: 'harbour.org' })).body.record.value as string;
    resolver.records.set(name, [value, own.slice(0, -1), `${own}0`, own.toUpperCase()]);
    expect((await verify('harbour.org')).status).toBe(409);
    resolver.records.set('harbour.org', [own]);
    expect((await verify('harbour.org')).status).toBe(409);
    expect(await shownOf()).toBe('');
  });

  test('can be that of two tenancies whose records are both published', async () => {
    const other = await newTenant(service, 'Other');
    const name = await publish('harbour.org');
    const { value } = (await read({ domain: 'harbour.org' }, other)).body.record;
    resolver.records.get(name)!.push(value);
    expect([(await verify('harbour.org')).status, (await verify('harbour.org', other)).status]).toEqual([200, 200]);
    await remove(other);
    expect([await shownOf(), await shownOf(other)]).toEqual(['harbour.org', '']);
  });

  test('is replaced only when the next one is verified', async () => {
    await publish('harbour.org');
    await verify('harbour.org');
    expect((await verify('quay.org')).status).toBe(409);
    expect(await shownOf()).toBe('harbour.org');
    await publish('quay.org');
    expect((await verify('quay.org')).status).toBe(200);
    expect(await shownOf()).toBe('quay.org');
  });

  test.each(['org', '127.0.0.1', 'https://harbour.org', 'a.local', '', 'x'.repeat(254), 7])(
    'cannot be %j, which is rejected without a lookup',
    async (domain) => {
      const before = resolver.asked.length;
      const answer = await verify(domain);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('"field":"domain"')]);
      if (typeof domain === 'string') expect((await read({ domain })).status).toBe(400);
      expect(resolver.asked.length).toBe(before);
    },
  );

  test.each(['servfail', 'error', 'redirect', 'garbage', 'long', 'html'] as const)(
    'is unchanged if the resolver fails (%s): 503, and the next check does not withdraw it',
    async (behavior) => {
      await publish('harbour.org');
      await verify('harbour.org');
      resolver.state.behavior = behavior;
      const answer = await verify('harbour.org');
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
      await recheck();
      await later(100);
      await recheck();
      expect([await shownOf(), await audited()]).toEqual(['harbour.org', ['verifyTenancyDomain']]);
    },
  );

  test('a resolver that never answers ends the call after five seconds', async () => {
    resolver.state.behavior = 'hang';
    expect((await verify('harbour.org')).status).toBe(503);
  });

  test('can be changed by administrators only, without a lookup for others', async () => {
    const token = await newMember();
    const before = resolver.asked.length;
    const refused = [
      await client.call(token, 'GET', PATH),
      await client.call(token, 'POST', `${PATH}:verify`, { body: { domain: 'harbour.org' } }),
      await client.call(token, 'POST', `${PATH}:verify`, { body: {} }),
      await client.call(token, 'DELETE', PATH),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await client.call(undefined, 'POST', `${PATH}:verify`, { body: { domain: 'harbour.org' } })).status).toBe(
      401,
    );
    expect(resolver.asked.length).toBe(before);
  });
});

describe('the hourly check of verified domains', () => {
  test('withdraws a domain whose record was missing for 72 hours, and says so in the audit log', async () => {
    const name = await publish('harbour.org');
    await verify('harbour.org');
    await recheck();
    expect(await audited()).toEqual(['verifyTenancyDomain']);
    resolver.records.delete(name);
    await recheck();
    expect((await read()).body).toMatchObject({ verified_domain: 'harbour.org', missing_since: expect.any(String) });
    await later(71);
    await recheck();
    expect(await shownOf()).toBe('harbour.org');
    await later(2);
    await recheck();
    expect((await read()).body).toEqual({ verified_domain: '', missing_since: null, record: null });
    await recheck();
    expect(await audited()).toEqual(['verifyTenancyDomain', 'missTenancyDomain', 'withdrawTenancyDomain']);
  });

  test('keeps a domain whose record is back in time, and begins again when it is missing later', async () => {
    const name = await publish('harbour.org');
    const texts = resolver.records.get(name)!;
    await verify('harbour.org');
    resolver.records.delete(name);
    await recheck();
    resolver.records.set(name, texts);
    await recheck();
    expect((await read()).body.missing_since).toBeNull();
    await later(100);
    resolver.records.delete(name);
    await recheck();
    expect(await shownOf()).toBe('harbour.org');
    resolver.records.set(name, texts);
    expect((await verify('harbour.org')).body.missing_since).toBeNull();
    const operations = ['verify', 'miss', 'find', 'miss', 'verify'].map((word) => `${word}TenancyDomain`);
    expect(await audited()).toEqual(operations);
  });

  test('looks up at most 100 domains in a run', async () => {
    await service.db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
        INSERT INTO tenants (id, display_name, wallet_address, wallet_public_key, first_application, created_us,
        verified_domain)
        SELECT 'many-' || i, '', 'w' || i, 'k' || i, '', 0, 'd' || i || '.org' FROM n`,
      )
      .run();
    const before = resolver.asked.length;
    await recheck();
    expect(resolver.asked.length - before).toBeLessThanOrEqual(100);
    expect(resolver.asked.length - before).toBeGreaterThanOrEqual(50);
    await service.db.prepare("DELETE FROM tenants WHERE id LIKE 'many-%'").run();
  });
});

test('a call counts as 500 requests of the tenancy, and is refused without a lookup when too many', async () => {
  // A new window of the limit may begin meanwhile: both together have less than 500.
  const limited = await startService({ vars: resolver.vars, limits: { RATE_API: 249 } });
  try {
    const caller = await openClient(limited);
    const own = await newTenant(limited);
    const before = resolver.asked.length;
    expect((await caller.call(own.token, 'GET', PATH)).status).toBe(200);
    const refused = await caller.call(own.token, 'POST', `${PATH}:verify`, { body: { domain: 'harbour.org' } });
    expect([refused.status, resolver.asked.length]).toEqual([429, before]);
  } finally {
    await limited.close();
  }
});

test('a resolver that is neither public nor listed is an invalid setting, with which no request is served', () => {
  const read = () => configOf({ ORIGIN, ...SECRETS, DNS_RESOLVER_URL: 'http://127.0.0.1:9/dns-query' } as never);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/^DNS_RESOLVER_URL: /);
});
