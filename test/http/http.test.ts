import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { expectProblem, fieldsOf, sendRaw, type Raw, type RawOptions } from '../support/raw.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsOf, newAuthorKey } from '../support/authors.ts';
import { bytesOf, listedAs, upload } from '../support/blobs.ts';
import { vector } from '../support/certificates.ts';
import { ended } from '../support/exports.ts';
import { openClient, type Client } from '../support/client.ts';
import { mapped } from '../support/logs.ts';
import { logsComplete } from '../support/database.ts';
import { newTenant, ORIGIN, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const UUID = '11111111-2222-4333-8444-555555555555';
let service: Service;
let client: Client;
let tenant: Tenant;
let asset: string;
let event: string;
let blob: string;

beforeAll(async () => {
  service = await startService({ vars: { COMPLETENESS_SECONDS: '1' } });
  client = await openClient(service);
  tenant = await newTenant(service, 'House');
  const file = await upload(client, tenant.token, bytesOf(100));
  blob = file.identity.split('/')[1]!;
  const body = { public: true, attributes: { arc_attachments: [listedAs(file)] } };
  asset = (await client.call(tenant.token, 'POST', '/v2/assets', { body })).body.identity;
  event = (await client.call(tenant.token, 'GET', `/v2/${asset}/events`)).body.events[0].identity;
});
afterAll(() => service.close());

/** Requests to the API need not pass the static assets. */
const raw = (method: string, target: string, options?: RawOptions) =>
  sendRaw(target.startsWith('/archivist/') ? { at: new URL(service.api).origin } : service, method, target, options);
const at = (path: string): string => `/archivist${path}`;
const postApplication = (options: RawOptions): Promise<Raw> =>
  raw('POST', at('/iam/v1/applications'), {
    token: tenant.token,
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });

describe('paths', () => {
  test.each([
    '/',
    '/archivist',
    '/archivist/',
    '/v2/assets',
    '/archivistx/v2/assets',
    at('/nothing'),
    at('/V2/assets'),
    at(`/v2/assets%2F${UUID}`),
    at('/v2%2Fassets'),
    at('/v2/assets%00'),
    at('/v2/assets:nothing'),
    at(`/v2/assets/${UUID}:nothing`),
    at(`/v2/assets/${UUID}:publicurl:publicurl`),
    at(`/v2/assets/${UUID}:`),
    at('/v2/assets/:publicurl'),
    at(`/appidpv1/.well-known/jwks.json`),
    at('/healthz'),
  ])('responds 404 to the unknown path %s before authentication', async (target) => {
    for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
      const answer = await raw(method, target);
      expect(answer.status, `${method} ${answer.text}`).toBe(404);
      if (method === 'HEAD') expect(answer.text).toBe('');
      else expectProblem(answer, 404);
    }
  });

  test.each([
    ['PUT', '/v2/assets', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', `/v2/assets/${UUID}`, 'GET, HEAD, OPTIONS'],
    ['PATCH', `/v2/assets/${UUID}/events`, 'GET, HEAD, OPTIONS, POST'],
    ['POST', '/v2/assets/-/events', 'GET, HEAD, OPTIONS'],
    ['PUT', `/iam/v1/applications/${UUID}`, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['GET', `/iam/v1/applications/${UUID}:regenerate-secret`, 'OPTIONS, POST'],
    ['HEAD', '/iam/v1/appidp/token', 'OPTIONS, POST'],
    ['POST', '/v2/assets:openapi', 'GET, HEAD, OPTIONS'],
    ['DELETE', `/publicassets/${UUID}`, 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', `/v2/assets/${UUID}/events/${UUID}:proof`, 'GET, HEAD, OPTIONS'],
    ['PUT', `/v1alpha2/blockchain/assets/${UUID}/events/${UUID}`, 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v1/node/block', 'GET, HEAD, OPTIONS'],
    ['PUT', `/operator/v1/tenants/${UUID}`, 'GET, HEAD, OPTIONS, PATCH'],
    ['PROPFIND', '/v2/assets', 'GET, HEAD, OPTIONS, POST'],
  ])('responds 405 with Allow to %s %s before authentication', async (method, path, allow) => {
    const answer = await raw(method, at(path));
    expect(answer.status).toBe(405);
    if (method !== 'HEAD') expectProblem(answer, 405);
    expect(answer.headers.get('allow')!.split(', ').toSorted().join(', ')).toBe(allow);
  });

  test.each(['..', '%2e%2e', '.', '-/..'])('the dot segment %s gives access to no other path', async (dots) => {
    for (const path of [`/publicassets/${dots}/v2/assets`, `/v2/assets/${dots}`, `/v2/publicassets/${dots}/assets`]) {
      expect([400, 401, 404], path).toContain((await raw('GET', at(path))).status);
    }
  });

  test.each([
    ['POST', '/archivist/v1/sboms', 'upload the file as a blob'],
    ['GET', '/archivist/v1/events', 'create an asset'],
    ['POST', '/archivist/v1/notary/claims', 'use the `:proof` of an event'],
    ['GET', '/archivist/v1/groups:openapi', 'use `group=`'],
    ['GET', '/archivist/iam/v1/members', 'use /v1/tenancies/users'],
    ['GET', `/iam/v1/memberships/${UUID}`, 'use /v1/users/tenants'],
  ])('says what replaces %s %s, which the service does not have', async (method, target, instead) => {
    const answer = await raw(method, target, { token: tenant.token });
    expectProblem(answer, 404);
    expect(answer.body.message).toContain(instead);
    expect(answer.body.message).toContain('docs/migrating.md');
    expect((await raw(method, '/archivist/v1/eventsoffice')).body.message).toBe('the path does not exist');
  });

  test('serves the OpenAPI document with an entity tag and the version of the service', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const whole = await raw('GET', at('/openapi.json'));
    const etag = whole.headers.get('etag')!;
    const again = await raw('GET', at('/openapi.json'), { headers: { 'if-none-match': `"x", W/${etag}` } });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
    const group = await raw('GET', at('/v2/assets:openapi'), { token: tenant.token });
    for (const { body, headers } of [whole, group]) {
      expect((body as unknown as { info: { version: string } }).info.version).toBe(version);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  test('accepts a verb whose colon is percent-encoded once', async () => {
    for (const colon of [':', '%3A', '%3a']) {
      const answer = await raw('GET', at(`/v2/${asset}${colon}publicurl`), { token: tenant.token });
      expect(answer.body).toEqual({ publicurl: `${ORIGIN}/archivist/public${asset}` });
      expect((await raw('GET', at(`/v2/assets${colon}openapi`))).status).toBe(401);
    }
    expectProblem(await raw('GET', at(`/v2/${asset}%253Apublicurl`), { token: tenant.token }), 400);
  });

  test.each([
    'nonsense',
    '-',
    '%00',
    '%2F',
    `a%2F${UUID}`,
    '%E0%A4%A',
    '%ff',
    UUID.slice(1),
    `${UUID}0`,
    `{${UUID}}`,
    UUID.replace('-4', '-1'),
    UUID.replace('-8', '-c'),
    '00000000-0000-0000-0000-000000000000',
    `%20${UUID}`,
    `${UUID}%0A`,
  ])('responds to the malformed uuid %s with 400, without a token with 401', async (id) => {
    const answer = await raw('GET', at(`/v2/assets/${id}`), { token: tenant.token });
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toEqual(['uuid']);
    expectProblem(await raw('GET', at(`/v2/assets/${id}`)), 401);
    expectProblem(await raw('GET', at(`/publicassets/${id}`)), 400);
  });

  test('accepts uuids in upper case and with percent-encoded letters', async () => {
    const id = asset.slice('assets/'.length);
    for (const spelling of [id.toUpperCase(), `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`]) {
      const answer = await client.call(tenant.token, 'GET', `/v2/assets/${spelling}`);
      expect(answer.body.identity).toBe(asset);
    }
  });
});

/** Adds a member to the tenancy, as after the acceptance of an invite. */
async function member(): Promise<string> {
  const id = randomUUID();
  await service.db
    .prepare(
      `INSERT INTO members (id, tenant, issuer, subject, display_name, email, attributes, invited, told_at,
      created_us) VALUES (?, ?, 'https://idp.example', 'head', 'Head', 'h@example.com', '[]', 1, 0, 0)`,
    )
    .bind(id, tenant.tenant_identity.split('/')[1]!)
    .run();
  return id;
}

describe('methods', () => {
  test('HEAD responds like GET, without a body, for every GET of the OpenAPI document', async () => {
    const ids = { asset_uuid: asset.split('/')[1]!, event: event.split('/')[3]! };
    const made = async (collection: string, body: object): Promise<string> =>
      (await client.call(tenant.token, 'POST', collection, { body })).body.identity.split('/')[1];
    const others = {
      '/access_policies/{uuid}': await made('/iam/v1/access_policies', { display_name: 'HEAD' }),
      '/locations/{uuid}': await made('/v2/locations', { display_name: 'HEAD', latitude: 0, longitude: 0 }),
      '/invites/{uuid}': await made('/v1/invites', { email: 'head@example.com' }),
      '/subjects/{uuid}': '00000000-0000-0000-0000-000000000000',
      '/tlscacertificates/{uuid}': await made('/v1/tlscacertificates', {
        display_name: 'HEAD',
        certificate: vector('P-256'),
      }),
      '/users/{uuid}': await member(),
      '/compliance_policies/{uuid}': await made('/v1/compliance_policies', {
        compliance_type: 'COMPLIANCE_RICHNESS',
        display_name: 'HEAD',
        richness_assertions: [{ or: ['a=b'] }],
      }),
      '/iothubgdr/{uuid}': await made('/v2/iothubgdr', {
        display_name: 'HEAD',
        secret: 'HostName=head.azure-devices.net;SharedAccessKeyName=owner;SharedAccessKey=c2VjcmV0',
      }),
      '/exports/{uuid}': await made('/v1/exports', {}),
      '/svcbussources/{uuid}': await made('/v1/svcbussources', {
        display_name: 'HEAD',
        queue_name: 'head',
        connection_string:
          'Endpoint=sb://head.servicebus.windows.net/;SharedAccessKeyName=owner;SharedAccessKey=c2VjcmV0',
      }),
      '/signing_keys/{uuid}': await made('/v1/signing_keys', {
        display_name: 'HEAD',
        enrolment: newAuthorKey().enrolment(`${ORIGIN}/archivist`, claimsOf(tenant.token, tenant.tenant_identity)),
      }),
      '/templates/{uuid}': await made('/v1/templates', {
        display_name: 'HEAD',
        event_display_type: 'HEAD',
        fields: [],
      }),
      '/webhooks/{uuid}': await made('/v1/webhooks', {
        display_name: 'HEAD',
        url: 'https://hooks.example.com/',
        application: `applications/${tenant.client_id}`,
        enabled: false,
      }),
    };
    await ended(client, tenant, `exports/${others['/exports/{uuid}']}`);
    const khipu = await made('/v2/assets', { proof_mechanism: 'KHIPU' });
    const ofKhipu = async (): Promise<any> =>
      (await client.call(tenant.token, 'GET', `/v2/assets/${khipu}/events`)).body.events[0];
    await expect.poll(async () => (await ofKhipu()).transaction_id).not.toBe('');
    const proven = (await ofKhipu()).identity as string;
    await logsComplete(service);
    await mapped(client, tenant.token, asset);
    await mapped(client, undefined, `public${asset}`);
    const targets = Object.entries(client.document.paths).flatMap(([template, methods]) => {
      // Those of the operator need another token; sessions, a cookie; passkeys and offers of invites, a person who has
      // some.
      if (!('get' in methods) || /\/operator\/|^\/metrics$|\/sessions|\/passkeys|:offer/.test(template)) return [];
      const record = template.includes('/events/{uuid}') ? ids.event : ids.asset_uuid;
      const last = /blobs|attachments/.test(template) ? blob : record;
      // SIMPLE_HASH events have no proof before their window ends, and KHIPU proofs are not public.
      if (template.endsWith(':proof'))
        return template.includes('public') ? [] : [at(`/v2/${proven}:proof?form=window`)];
      // Without an identity provider, the token's caller cannot read users.
      if (template.endsWith('/users/{uuid}')) return [];
      const ofTenancy = template.includes('tenancies') ? tenant.tenant_identity.split('/')[1]! : last;
      const own = template.includes('applications') ? tenant.client_id : ofTenancy;
      const other = Object.entries(others).find(([part]) => template.includes(part))?.[1];
      const path = template
        .replace('{asset_uuid}', ids.asset_uuid)
        .replace('{event_uuid}', ids.event)
        .replace('{log}', tenant.tenant_identity.split('/')[1]!)
        .replace('{tile}', '0/000.p/1')
        .replace('{file}', 'manifest.json')
        .replace(/:consistency$/, ':consistency?from=1')
        .replace(/:search$/, ':search?q=pump')
        .replace('{gtin}', '09506000134352')
        .replace('{serial}', '17')
        .replace('{uuid}', other ?? own);
      return [/^\/(appidpv1|healthz|a\/)/.test(path) ? path : at(path)];
    });
    expect(targets.length).toBeGreaterThan(30);
    for (const target of targets) {
      const get = await raw('GET', target, { token: tenant.token });
      const head = await raw('HEAD', target, { token: tenant.token });
      expect(get.status, target).toBe(200);
      expect([head.status, head.text], target).toEqual([200, '']);
      const names = ['content-type', 'etag', 'cache-control', 'x-total-count', 'access-control-allow-origin'];
      const ofFiles = ['content-length', 'content-disposition', 'accept-ranges'];
      for (const name of get.headers.has('accept-ranges') ? [...names, ...ofFiles] : names) {
        expect(head.headers.get(name), `${name} of ${target}`).toBe(get.headers.get(name));
      }
      expect(head.headers.get('x-request-id')).not.toBe(get.headers.get('x-request-id'));
    }
  });

  test('sends CORS headers for any origin for public reads only', async () => {
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
    const open = [at(`/public${asset}`), at(`/v2/public${event}`), at('/publicassets/-/events'), at('/openapi.json')];
    for (const target of [...open, '/appidpv1/.well-known/jwks.json', at(`/publicassets/${UUID}`)]) {
      const preflight = await raw('OPTIONS', target, { headers });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-methods')).toMatch(/^GET\b/);
      expect((await raw('GET', target, { headers })).headers.get('access-control-allow-origin'), target).toBe('*');
    }
    for (const [method, path] of [
      ['GET', '/v2/assets'],
      ['GET', '/iam/v1/applications'],
      ['POST', '/iam/v1/appidp/token'],
      ['POST', '/operator/v1/tenants'],
      ['GET', '/v2/assets:openapi'],
    ] as const) {
      for (const asked of ['OPTIONS', method]) {
        const answer = await raw(asked, at(path), { headers, token: tenant.token });
        if (asked === 'OPTIONS')
          expect([answer.status, answer.headers.get('allow')]).toEqual([204, expect.any(String)]);
        const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
        expect(cors, `${asked} ${path}`).toEqual([]);
      }
    }
  });
});

describe('every response', () => {
  test('has the security headers', async () => {
    const { token } = tenant;
    const etag = (await raw('GET', at(`/public${asset}`))).headers.get('etag')!;
    const answers = await Promise.all([
      raw('GET', at('/v2/assets'), { token }),
      raw('HEAD', at('/v2/assets'), { token }),
      raw('GET', at('/v2/assets')),
      raw('GET', at('/nothing')),
      raw('PUT', at('/v2/assets')),
      raw('OPTIONS', at('/v2/assets')),
      raw('GET', at(`/public${asset}`), { headers: { 'if-none-match': etag } }),
      raw('GET', at('/v2/assets:openapi-ui'), { token }),
      raw('POST', at('/v2/assets'), { token, body: 'x' }),
      raw('POST', at('/iam/v1/appidp/token')),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 401, 404, 405, 204, 304, 200, 415, 415]);
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/);
      const page = headers.get('content-type')?.startsWith('text/html');
      expect(headers.get('content-security-policy')?.match(/script[^;]*/)?.[0]).toBe(
        page ? "script-src 'self'" : undefined,
      );
      expect(headers.get('server') ?? '').not.toMatch(/\d/);
    }
    expect(answers[2]!.headers.get('www-authenticate')).toMatch(/^Bearer/);
    for (const index of [0, 2, 3]) expect(answers[index]!.headers.get('cache-control')).toBe('no-store');
    const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')));
    expect(ids.size).toBe(answers.length);
  });

  test('uses ORIGIN and never the Host header', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example',
      'x-original-url': 'http://evil.example/',
      'x-request-id': 'evil.example',
    };
    const targets = [
      at(`/v2/${asset}:publicurl`),
      at(`/v2/${event}:publicurl`),
      at('/v2/assets'),
      at(`/v2/${asset}/events`),
      at('/openapi.json'),
      at('/v2/assets:openapi'),
      at('/v2/assets:openapi-ui'),
      at('/iam/v1/appidp:openapi'),
      at('/v1/tenancies/root_principals'),
      at('/v1/whoami'),
      at('/v1/audit'),
      at(`/public${asset}`),
      '/appidpv1/.well-known/openid-configuration',
      '/appidpv1/.well-known/jwks.json',
    ];
    for (const target of targets) {
      const answer = await raw('GET', target, { token: tenant.token, headers });
      expect(answer.status, `${target} ${answer.text}`).toBe(200);
      expect(answer.text + JSON.stringify([...answer.headers]), target).not.toContain('evil.example');
    }
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: tenant.client_id,
      client_secret: (await postApplication({ body: '{"display_name":"host"}' })).text,
    });
    const refused = await raw('POST', at('/iam/v1/appidp/token'), {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: String(form),
    });
    expect(refused.status).toBe(401);
    const operator = await raw('POST', at('/operator/v1/tenants'), {
      token: SECRETS.OPERATOR_SECRET,
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"display_name":"Host"}',
    });
    expect(operator.body).toMatchObject({ base_url: `${ORIGIN}/archivist` });
    const made = operator.body as unknown as Tenant;
    const claims = (await tokenOf(service, made.client_id, made.client_secret)).split('.')[1]!;
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: `${ORIGIN}/appidpv1` });
  });
});

describe('the log', () => {
  const linesOf = (requestId: string): Record<string, unknown>[] =>
    service
      .logs()
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  test('has one line for each request, with tenant, operation, status and duration', async () => {
    const made = await client.call(tenant.token, 'GET', '/iam/v1/applications');
    const id = made.headers.get('x-request-id')!;
    await expect.poll(() => linesOf(id)).toHaveLength(1);
    const [line] = linesOf(id);
    expect(line).toMatchObject({
      request_id: id,
      operation: 'listApplications',
      tenant: tenant.tenant_identity.split('/')[1],
      status: 200,
      duration_ms: expect.any(Number),
      d1_ms: expect.any(Number),
    });
    expect(line!['d1_ms'] as number).toBeLessThanOrEqual(line!['duration_ms'] as number);
    const written = await client.call(tenant.token, 'POST', '/v2/assets', { body: {} });
    const writing = written.headers.get('x-request-id')!;
    await expect.poll(() => linesOf(writing)).toHaveLength(1);
    expect(linesOf(writing)[0]!['d1_ms'], 'time in D1 of an asset creation').toBeGreaterThan(0);
    for (const [method, target, status] of [
      ['GET', at('/nothing'), 404],
      ['PUT', at('/v2/assets'), 405],
      ['OPTIONS', at('/v2/assets'), 204],
      ['GET', at('/v2/assets'), 401],
      ['HEAD', at(`/public${asset}`), 200],
    ] as const) {
      const answer = await raw(method, target);
      const requestId = answer.headers.get('x-request-id')!;
      await expect.poll(() => linesOf(requestId)).toHaveLength(1);
      expect(linesOf(requestId)[0]).toMatchObject({ status, method });
    }
  });

  test('passes the line of a request on to the launcher in a header of the response, if it asks for it', async () => {
    const asked = { headers: { 'x-log-line': '1' } };
    for (const [target, status] of [
      ['/nothing', 404],
      ['/openapi.json', 200],
    ] as const) {
      const answer = await raw('GET', at(target), asked);
      const requestId = answer.headers.get('x-request-id')!;
      expect(JSON.parse(answer.headers.get('x-log-line')!)).toMatchObject({ request_id: requestId, status });
      expect((await service.logged()).some((line) => line.includes(requestId))).toBe(false);
    }
    expect((await raw('GET', at('/nothing'))).headers.has('x-log-line')).toBe(false);
  });

  test('has the cause of a 500, which the response lacks, and neither contains data of the request', async () => {
    await service.db.exec(
      `CREATE TRIGGER broken BEFORE INSERT ON applications BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END`,
    );
    const marker = 'marker-in-the-body\nmarker-after-a-break';
    const answer = await client.call(tenant.token, 'POST', '/iam/v1/applications', {
      body: { display_name: marker, custom_claims: { marked: marker } },
      query: { unknown: 'marker-in-the-query' },
      headers: { 'x-marker': 'marker-in-a-header' },
    });
    await service.db.exec('DROP TRIGGER broken');
    expectProblem(answer, 500);
    // The random request id may contain any hexadecimal digits, so it is removed first.
    const requestId = answer.headers.get('x-request-id')!;
    expect(answer.text.replaceAll(requestId, '')).not.toMatch(/fire|abort|sqlite|D1|insert|marker|\bat /i);
    await expect.poll(() => linesOf(requestId)).toHaveLength(1);
    expect(linesOf(requestId)[0]).toMatchObject({ level: 'error', status: 500, operation: 'createApplication' });
    expect(String(linesOf(requestId)[0]!['error'])).toContain('the disk is on fire');

    const all = (await service.logged()).join('\n');
    for (const hidden of [...Object.values(SECRETS), tenant.token, tenant.client_secret, 'marker', 'evil.example']) {
      expect(all.includes(hidden), `the log contains ${hidden}`).toBe(false);
    }
    expect(all).not.toMatch(/eyJ[\w-]{10,}|Bearer /);
    expect(all, 'the log contains a hash').not.toMatch(/[0-9a-f]{64}/);
  });
});
