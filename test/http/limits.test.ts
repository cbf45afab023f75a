import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vector } from '../support/certificates.ts';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { exhausted } from '../support/rate-limit.ts';
import { LIMITED, newTenant, sharedService, startService, type Service, type Tenant } from '../support/service.ts';

/** The rate limits of the tested services, in requests per window of 10 s. */
const RATE = 5;
/** The accepted values of `service`. */
const EVERY_QUOTA =
  /access_policies.*applications.*assets.*blob_bytes.*blobs.*compliance_policies.*locations.*tls_ca_certificates/;

/** Calls until the response is 429, and before that a success. */
async function exhaust(call: (n: number) => Promise<Answer>): Promise<Answer> {
  const { passed, refused } = await exhausted(call, RATE);
  for (const { status, text } of passed) expect(status, text).toBeLessThan(300);
  return refused;
}

function expectRateLimited(answer: Answer): void {
  expect(answer.body).toMatchObject({ code: 8, message: expect.stringContaining('rate') });
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(Number(answer.headers.get('archivist-rate-limit-reset'))).toBeGreaterThan(0);
  expect(Number(answer.headers.get('archivist-rate-limit-reset'))).toBeLessThanOrEqual(60);
}

describe('rate limits', () => {
  let service: Service;
  let client: Client;
  let tenant: Tenant;

  beforeAll(async () => {
    service = await startService({ limits: { RATE_API: RATE, RATE_PUBLIC: RATE, RATE_PUBLIC_LIST: RATE } });
    client = await openClient(service);
    tenant = await newTenant(service, 'Busy');
  });
  afterAll(() => service.close());

  test('responds 429 with the time to retry to a tenant above its rate limit, and serves other tenants', async () => {
    const other = await newTenant(service, 'Quiet');
    expectRateLimited(await exhaust(() => client.call(tenant.token, 'GET', '/v1/whoami')));
    // All operations of the class share one limit, for all callers of the tenant.
    const paths = ['/v2/assets', '/iam/v1/applications', '/v1/audit', '/v2/assets:openapi', '/v1/caps'];
    expectRateLimited(await exhaust((n) => client.call(tenant.token, 'GET', paths[n % paths.length]!)));
    expect((await client.call(other.token, 'GET', '/v1/whoami')).status).toBe(200);
  });

  test('counts public requests by client address', async () => {
    const read = (address: string): Promise<Answer> =>
      client.call(undefined, 'GET', '/publicassets/-/events', { headers: { 'cf-connecting-ip': address } });
    expectRateLimited(await exhaust(() => read('192.0.2.1')));
    expect((await read('192.0.2.2')).status).toBe(200);
    const limited = await exhaust(() => read('192.0.2.1'));
    expect(limited.headers.get('access-control-allow-origin')).toBe('*');
    expect(limited.headers.get('access-control-expose-headers')).toMatch(/retry-after/);
    expect(limited.headers.get('access-control-expose-headers')).toMatch(/archivist-database-state/);
  });

  test('counts public lists separately: a client above their limit can still read single records', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.9' };
    const read = (path: string): Promise<Answer> => client.call(undefined, 'GET', path, { headers });
    expectRateLimited(await exhaust(() => read('/v2/publicassets/-/events')));
    expect((await read('/v2/publicassets/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('counts the histories of public assets as of a time as public lists, by client address', async () => {
    const read = (address: string): Promise<Answer> =>
      client.call(undefined, 'GET', '/v2/publicassets/00000000-0000-4000-8000-000000000000:history', {
        query: 'at_time=2026-11-28T14:02:07Z',
        headers: { 'cf-connecting-ip': address },
      });
    const { passed, refused } = await exhausted(() => read('192.0.2.11'), RATE);
    expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([404]));
    expectRateLimited(refused);
    expect((await read('192.0.2.12')).status).toBe(404);
  });

  test('rejects an upload without a token while its body is still being sent', async () => {
    const { hostname, port } = new URL(service.at);
    const status = await new Promise((resolve, reject) => {
      const sending = request({
        hostname,
        port,
        method: 'POST',
        path: '/archivist/v1/blobs',
        headers: {
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': '50000000',
          'cf-connecting-ip': '192.0.2.10',
        },
      });
      sending.on('error', reject);
      sending.on('response', (incoming) => {
        resolve(incoming.statusCode);
        sending.destroy();
      });
      // The rest is never sent.
      sending.write('--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nstart');
    });
    expect(status).toBe(401);
  });

  test('counts requests without a valid token by address, and not against a tenant', async () => {
    const victim = await newTenant(service, 'Victim');
    const forged = victim.token.replace(/[^.]+$/, 'AAAA');
    const call = (address: string): Promise<Answer> =>
      client.call(forged, 'GET', '/v1/whoami', { headers: { 'cf-connecting-ip': address } });
    const { passed } = await exhausted(() => call('203.0.113.1'), RATE);
    expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([401]));
    for (let i = 0; i <= 2 * RATE; i++) expect((await call(`198.51.100.${i}`)).status).toBe(401);
    expect((await client.call(victim.token, 'GET', '/v1/whoami')).status).toBe(200);
  });
});

const QUOTA = 4;
let service: Service;
let client: Client;
beforeAll(async () => {
  service = await startService({
    vars: { QUOTA_APPLICATIONS: String(QUOTA), QUOTA_ASSETS: '-1' },
    limits: { RATE_TOKEN: RATE },
  });
  client = await openClient(service);
});
afterAll(() => service?.close());

describe('the rate limit of failed authentications', () => {
  const ask = (clientId: string, address: string): Promise<Answer> =>
    client.call(undefined, 'POST', '/iam/v1/appidp/token', {
      raw: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'x' }),
      headers: { 'cf-connecting-ip': address },
    });

  test('limits guesses of the operator secret', async () => {
    const headers = { 'cf-connecting-ip': '192.0.2.7' };
    const body = { display_name: 'x' };
    const { passed } = await exhausted(
      (n) => client.call(`guess-${n}`, 'POST', '/operator/v1/tenants', { headers, body }),
      RATE,
    );
    expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([401]));
  });

  test('counts failures by client address and client id together, and responds with an OAuth error', async () => {
    const statuses = async (call: (i: number) => Promise<Answer>): Promise<Answer[]> => {
      const answers: Answer[] = [];
      for (let i = 0; i <= 2 * RATE; i++) answers.push(await call(i));
      return answers;
    };
    const id = '11111111-2222-4333-8444-555555555555';
    const { passed, refused } = await exhausted(() => ask(id, '192.0.2.1'), RATE);
    expect(refused.body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(new Set(passed.map(({ status }) => status))).toEqual(new Set([401]));
    for (const others of [
      await statuses((i) => ask(`${i % 10}${id.slice(1)}`, `192.0.2.${i + 2}`)),
      await statuses((i) => ask(id, `198.51.100.${i}`)),
    ])
      expect(others.map(({ status }) => status)).not.toContain(429);
  });
});

describe('quotas', () => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await newTenant(service, 'Small');
  });

  const caps = async (path: string, query = ''): Promise<Record<string, string>[]> => {
    const answer = await client.call(tenant.token, 'GET', path, { query });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.caps;
  };
  const applications = (remaining: number) => ({
    resource_type: 'Applications',
    resource_remaining: String(remaining),
    resource_cap: String(QUOTA),
  });
  const unlimited = { resource_type: 'Assets', resource_remaining: '-1', resource_cap: '-1' };

  test('the remaining quota decreases with each creation and increases with a deletion', async () => {
    const create = () => client.call(tenant.token, 'POST', '/iam/v1/applications', { body: { display_name: 'x' } });
    // The first administrator counts.
    let remaining = QUOTA - 1;
    const made: string[] = [];
    for (; remaining > 0; remaining--) {
      expect(await caps('/iam/v1/applications:caps')).toEqual([applications(remaining)]);
      made.push((await create()).body.identity);
    }
    const refused = await create();
    expect([refused.status, refused.body.code]).toEqual([402, 8]);
    expect(await caps('/iam/v1/applications:caps')).toEqual([applications(0)]);
    await client.call(tenant.token, 'DELETE', `/iam/v1/${made[0]}`);
    await client.call(tenant.token, 'DELETE', `/iam/v1/${made[0]}`);
    expect(await caps('/iam/v1/applications%3Acaps')).toEqual([applications(1)]);
    expect(await caps('/v1/caps', 'service=applications')).toEqual([applications(1)]);
    expect((await create()).status).toBe(200);
  });

  test('-1 means unlimited', async () => {
    expect(await caps('/v2/assets:caps')).toEqual([unlimited]);
    expect((await client.call(tenant.token, 'POST', '/v2/assets', { body: {} })).status).toBe(200);
    expect(await caps('/v1/caps', 'service=assets')).toEqual([unlimited]);
  });

  test('the number of people is unlimited, under both names of the service', async () => {
    expect(await caps('/v1/caps', 'service=members')).toEqual([{ ...unlimited, resource_type: 'Members' }]);
    expect(await caps('/v1/caps', 'service=tenancies/users')).toEqual([{ ...unlimited, resource_type: 'Users' }]);
  });

  test('lists all quotas without a service, and responds 400 with the known services to an unknown one', async () => {
    expect((await caps('/v1/caps')).map((cap) => cap['resource_type'])).toEqual([
      'AccessPolicies',
      'Applications',
      'Assets',
      'BlobBytes',
      'Blobs',
      'CompliancePolicies',
      'Invites',
      'LedgerBytes',
      'Locations',
      'TlsCaCertificates',
    ]);
    for (const query of ['service=bogus', 'service=', 'service=Assets', 'service=assets&service=assets']) {
      const answer = await client.call(tenant.token, 'GET', '/v1/caps', { query });
      expect(answer.status, query).toBe(400);
      expect(answer.body.message).toContain('service');
      if (!query.includes('&')) expect(answer.body.message).toMatch(EVERY_QUOTA);
    }
  });

  test('counts each tenant separately, and a tenant without records has the whole quota', async () => {
    const other = await newTenant(service, 'Other');
    const answer = await client.call(other.token, 'GET', '/iam/v1/applications:caps');
    expect(answer.body.caps).toEqual([applications(QUOTA - 1)]);
  });

  test('access policies, assets, blobs, compliance policies, locations and certificates have own quotas', async () => {
    const kinds = [
      { name: 'access_policies', setting: 'QUOTA_ACCESS_POLICIES', path: '/iam/v1/access_policies' },
      { name: 'assets', setting: 'QUOTA_ASSETS', path: '/v2/assets' },
      { name: 'blobs', setting: 'QUOTA_BLOBS', path: '/v1/blobs' },
      { name: 'compliance_policies', setting: 'QUOTA_COMPLIANCE_POLICIES', path: '/v1/compliance_policies' },
      { name: 'locations', setting: 'QUOTA_LOCATIONS', path: '/v2/locations' },
      { name: 'tls_ca_certificates', setting: 'QUOTA_TLS_CA_CERTIFICATES', path: '/v1/tlscacertificates' },
    ] as const;
    const bodies: Record<string, object> = {
      access_policies: { display_name: 'x' },
      assets: {},
      compliance_policies: {
        compliance_type: 'COMPLIANCE_RICHNESS',
        display_name: 'x',
        richness_assertions: [{ or: ['a=1'] }],
      },
      locations: { display_name: 'x', latitude: 0, longitude: 0 },
      tls_ca_certificates: { display_name: 'x', certificate: vector('P-256') },
    };
    const bounded = await sharedService(LIMITED);
    const theirs = await openClient(bounded);
    const { token } = await newTenant(bounded, 'Bounded');
    for (const { name, setting, path } of kinds) {
      const create = (): Promise<Answer> => {
        const form = new FormData();
        form.append('file', new Blob(['x']));
        return theirs.call(token, 'POST', path, name === 'blobs' ? { raw: form } : { body: bodies[name] });
      };
      const left = async (): Promise<string[]> => {
        const one = (await theirs.call(token, 'GET', `${path}:caps`)).body;
        expect((await theirs.call(token, 'GET', '/v1/caps', { query: { service: name } })).body).toEqual(one);
        return one.caps.map((cap: { resource_remaining: string }) => cap.resource_remaining);
      };
      for (let expected = Number(LIMITED[setting]); expected > 0; expected--) {
        expect(await left(), name).toEqual([String(expected)]);
        expect((await create()).status).toBe(200);
      }
      const refused = await create();
      expect([refused.status, refused.body.code, await left()], name).toEqual([402, 8, ['0']]);
    }
    const bytes = (await theirs.call(token, 'GET', '/v1/caps', { query: { service: 'blob_bytes' } })).body.caps[0];
    expect(BigInt(bytes.resource_cap) - BigInt(bytes.resource_remaining)).toBe(BigInt(LIMITED.QUOTA_BLOBS));
  });
});
