import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const UUID = '11111111-2222-4333-8444-555555555555';
const MIB = 1_048_576;
/** HTTP status -> gRPC code of the error body. */
const GRPC: Record<number, number> = {
  400: 3,
  401: 16,
  402: 8,
  403: 7,
  404: 5,
  405: 12,
  409: 6,
  413: 3,
  415: 3,
  429: 8,
  500: 13,
  503: 14,
};

let service: Service;
let client: Client;
let tenant: Tenant;
let asset: string;
let event: string;

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service, 'House');
  asset = (await client.call(tenant.token, 'POST', '/v2/assets', { body: { public: true } })).body.identity;
  event = (await client.call(tenant.token, 'GET', `/v2/${asset}/events`)).body.events[0].identity;
});
afterAll(() => service.close());

type Raw = {
  status: number;
  headers: Headers;
  text: string;
  body: { code: number; message: string; details: Record<string, any>[] };
};
type RawOptions = { token?: string | undefined; headers?: Record<string, string>; body?: string | Buffer | Buffer[] };

/** Sends a path exactly as given (fetch would normalise it); a list of buffers goes chunked, without content-length. */
function raw(method: string, target: string, { token, headers = {}, body }: RawOptions = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.at);
    const sized =
      body === undefined || Array.isArray(body) ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const sending = httpRequest({
      hostname,
      port,
      method,
      path: target,
      agent: false,
      headers: { ...bearer, ...sized, ...headers },
    });
    sending.on('error', reject);
    sending.on('response', (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const json = incoming.headers['content-type']?.startsWith('application/json') && text !== '';
        const received = new Headers(incoming.headers as Record<string, string>);
        resolve({ status: incoming.statusCode!, headers: received, text, body: json ? JSON.parse(text) : undefined });
      });
    });
    for (const part of Array.isArray(body) ? body : []) sending.write(part);
    sending.end(Array.isArray(body) ? undefined : body);
  });
}

const at = (path: string): string => `/archivist${path}`;
const postApplication = (options: RawOptions): Promise<Raw> =>
  raw('POST', at('/iam/v1/applications'), {
    token: tenant.token,
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
  });

function expectProblem(answer: Pick<Answer, 'status' | 'headers' | 'body' | 'text'>, status: number): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.body).toEqual({ code: GRPC[status], message: expect.any(String), details: expect.any(Array) });
  expect(answer.body.message).not.toBe('');
  expect(answer.body.details[0]).toEqual({
    '@type': 'type.googleapis.com/google.rpc.RequestInfo',
    request_id: answer.headers.get('x-request-id'),
  });
}

const fieldsOf = (answer: Pick<Answer, 'body'>): string[] =>
  (answer.body.details as Record<string, any>[]).flatMap((detail) =>
    ((detail['field_violations'] ?? []) as { field: string }[]).map((violation) => violation.field),
  );

describe('paths', () => {
  test.each([
    '/',
    '/archivist',
    '/archivist/',
    '/v2/assets',
    '/archivistx/v2/assets',
    at('/nothing'),
    at('/V2/assets'),
    at('/v2/assets/'),
    at(`/v2/assets/${UUID}/`),
    at(`/v2/assets/${UUID}/events/`),
    at('/v2//assets'),
    '//archivist/v2/assets',
    at('//v2/assets'),
    at(`/v2/assets%2F${UUID}`),
    at('/v2%2Fassets'),
    at('/v2/assets%00'),
    at('/v2/assets:nothing'),
    at('/v2/assets:openapi/'),
    at(`/v2/assets/${UUID}:nothing`),
    at(`/v2/assets/${UUID}:publicurl:publicurl`),
    at(`/v2/assets/${UUID}:`),
    at('/v2/assets/:publicurl'),
    at(`/appidpv1/.well-known/jwks.json`),
  ])('an unknown path is 404 before authentication: %s', async (target) => {
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
    ['PROPFIND', '/v2/assets', 'GET, HEAD, OPTIONS, POST'],
  ])('a wrong method is 405 with Allow before authentication: %s %s', async (method, path, allow) => {
    const answer = await raw(method, at(path));
    expect(answer.status).toBe(405);
    if (method !== 'HEAD') expectProblem(answer, 405);
    expect(answer.headers.get('allow')!.split(', ').toSorted().join(', ')).toBe(allow);
  });

  test.each(['..', '%2e%2e', '.', '-/..'])('a dot segment opens nothing: %s', async (dots) => {
    for (const path of [`/publicassets/${dots}/v2/assets`, `/v2/assets/${dots}`, `/v2/publicassets/${dots}/assets`]) {
      expect([400, 401, 404], path).toContain((await raw('GET', at(path))).status);
    }
  });

  test('the colon of a verb may be percent-encoded, once', async () => {
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
  ])('a malformed uuid is 400 with a token and 401 without: %s', async (id) => {
    const answer = await raw('GET', at(`/v2/assets/${id}`), { token: tenant.token });
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toEqual(['uuid']);
    expectProblem(await raw('GET', at(`/v2/assets/${id}`)), 401);
    expectProblem(await raw('GET', at(`/publicassets/${id}`)), 400);
  });

  test('an upper-case uuid names the same record; a percent-encoded letter too', async () => {
    const id = asset.slice('assets/'.length);
    for (const spelling of [id.toUpperCase(), `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`]) {
      const answer = await client.call(tenant.token, 'GET', `/v2/assets/${spelling}`);
      expect(answer.body.identity).toBe(asset);
    }
  });
});

describe('methods', () => {
  test('HEAD answers like GET for every GET of the document', async () => {
    const ids: Record<string, string> = { asset_uuid: asset.split('/')[1]!, event: event.split('/')[3]! };
    const targets = Object.entries(client.document.paths).flatMap(([template, methods]) => {
      if (!('get' in methods)) return [];
      const last = template.includes('/events/{uuid}') ? ids['event']! : ids['asset_uuid']!;
      const own = template.includes('applications')
        ? tenant.client_id
        : template.includes('tenancies')
          ? tenant.tenant_identity.split('/')[1]!
          : last;
      const path = template.replace('{asset_uuid}', ids['asset_uuid']!).replace('{uuid}', own);
      return [path.startsWith('/appidpv1') ? path : at(path)];
    });
    expect(targets.length).toBeGreaterThan(30);
    for (const target of targets) {
      const get = await raw('GET', target, { token: tenant.token });
      const head = await raw('HEAD', target, { token: tenant.token });
      expect(get.status, target).toBe(200);
      expect([head.status, head.text], target).toEqual([200, '']);
      for (const name of ['content-type', 'etag', 'cache-control', 'x-total-count', 'access-control-allow-origin']) {
        expect(head.headers.get(name), `${name} of ${target}`).toBe(get.headers.get(name));
      }
      expect(head.headers.get('x-request-id')).not.toBe(get.headers.get('x-request-id'));
    }
  });

  test('scripts of any origin may read what is public, and nothing else', async () => {
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

describe('bodies', () => {
  const json = (value: unknown): string => JSON.stringify(value);

  test.each([
    [415, { 'content-type': '' }],
    [415, { 'content-type': 'text/plain' }],
    [415, { 'content-type': 'application/x-www-form-urlencoded' }],
    [415, { 'content-type': 'application/json; charset=latin1' }],
    [415, { 'content-type': 'application/json, text/plain' }],
    [415, { 'content-type': 'application/jsonp' }],
    [200, { 'content-type': 'application/json; charset=utf-8' }],
    [200, { 'content-type': 'Application/JSON;charset="UTF-8"' }],
  ])('%i for content type %j', async (status, headers) => {
    const answer = await postApplication({ headers, body: json({ display_name: 'typed' }) });
    if (status === 200) expect(answer.status, answer.text).toBe(200);
    else expectProblem(answer, status);
  });

  test('a compressed body is not taken for text', async () => {
    const body = gzipSync('{"display_name":"packed"}');
    expect([400, 415]).toContain((await postApplication({ headers: { 'content-encoding': 'gzip' }, body })).status);
  });

  test('a form where JSON is wanted, JSON where a form is, and no content type at all: 415', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await raw('POST', at('/iam/v1/appidp/token'), { headers, body: '{}' })).status).toBe(415);
    const typeless = await raw('POST', at('/iam/v1/applications'), { token: tenant.token, body: '{}' });
    expectProblem(typeless, 415);
  });

  test('a body of more than a mebibyte is 413, with and without content-length', async () => {
    const filler = Buffer.alloc(64 * 1024, ' ');
    const whole = Buffer.concat([Buffer.from('{"display_name":"'), Buffer.alloc(MIB - 19, 'x'), Buffer.from('"}')]);
    expect(whole.length).toBe(MIB);
    expectProblem(await postApplication({ body: Buffer.concat([whole, Buffer.from(' ')]) }), 413);
    expectProblem(
      await postApplication({ body: [...Array.from({ length: 16 }, () => filler), Buffer.from('{}')] }),
      413,
    );
    const fits = await postApplication({ body: whole });
    expectProblem(fits, 400);
    expect(fieldsOf(fits)).toEqual(['display_name']);
  });

  test.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['white space', ' \n'],
    ['an unfinished object', '{"display_name":'],
    ['JavaScript', "{display_name:'x'}"],
    ['NaN', '{"display_name":NaN}'],
    ['two values', '{"display_name":"x"}{}'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from('{"display_name":"\u0001"}'.replace('\u0001', 'x')).fill(0xed, 17, 18)],
    ['UTF-16', Buffer.from('{"display_name":"x"}', 'utf16le')],
    ['an array', '[]'],
    ['a list of one', '[{"display_name":"x"}]'],
    ['a string', '"x"'],
    ['a number', '1'],
    ['true', 'true'],
    ['null', 'null'],
    ['brackets without end', '['.repeat(65_536)],
    ['deep lists', '['.repeat(32_768) + ']'.repeat(32_768)],
    ['deep objects', '{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000)],
    ['deep claims', `{"display_name":"x","custom_claims":{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}}`],
  ])('%s as a body is 400', async (_what, body) => {
    expectProblem(await postApplication({ body }), 400);
  });

  test('a byte order mark is not part of the text', async () => {
    const answer = await postApplication({ body: `\uFEFF${json({ display_name: 'marked' })}` });
    expect(answer.body).toMatchObject({ display_name: 'marked' });
  });

  test.each<[string, string, string]>([
    ['/iam/v1/applications', '{"display_name":"\\ud800"}', 'display_name'],
    ['/iam/v1/applications', '{"display_name":"a\\u0000b"}', 'display_name'],
    ['/iam/v1/applications', '{"display_name":"x","custom_claims":{"k":"\\udfff"}}', 'custom_claims.k'],
    ['/iam/v1/applications', '{"display_name":"x","custom_claims":{"\\ud800":"v"}}', 'custom_claims.\ufffd'],
    ['/iam/v1/applications', '{"display_name":"x","custom_claims":{"__proto__":"v"}}', 'custom_claims.__proto__'],
    ['/iam/v1/applications', '{"display_name":"x","__proto__":{"display_name":"y"}}', '__proto__'],
    ['/v2/assets', '{"attributes":{"list":[{"k":"ok"},{"k":"\\ud83d"}]}}', 'attributes.list[1].k'],
    ['/v2/assets', '{"attributes":{"m":{"a\\u0000":"v"}}}', 'attributes.m.a\ufffd'],
    ['/v2/assets', '{"attributes":{"__proto__":"v"}}', 'attributes.__proto__'],
  ])('text that cannot be stored is 400 and named: %s %s', async (path, body, field) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await raw('POST', at(path), { token: tenant.token, headers, body });
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toContain(field);
  });

  test('names of the language are ordinary names', async () => {
    const attributes = { constructor: 'a', toString: 'b', hasOwnProperty: { valueOf: 'c' }, emoji: '\u{1f600}' };
    const made = await client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes } });
    const read = await client.call(tenant.token, 'GET', `/v2/${made.body.identity}`);
    expect(JSON.parse(JSON.stringify(read.body.attributes))).toEqual(attributes);
  });

  test('a null field is an absent one, at any depth', async () => {
    const made = await client.call(tenant.token, 'POST', '/iam/v1/applications', {
      body: { display_name: 'nulls', custom_claims: null, identity: null },
    });
    expect(made.body).toMatchObject({ display_name: 'nulls', custom_claims: {} });
    const patched = await client.call(tenant.token, 'PATCH', `/iam/v1/${made.body.identity}`, {
      body: { display_name: null, custom_claims: { team: 'a' } },
    });
    expect(patched.body).toMatchObject({ display_name: 'nulls', custom_claims: { team: 'a' } });
    const body = { attributes: null, public: null, behaviours: null, chain_id: null, proof_mechanism: null };
    const other = await client.call(tenant.token, 'POST', '/v2/assets', { body });
    expect(other.status).toBe(200);
    const nested = await client.call(tenant.token, 'POST', `/v2/${other.body.identity}/events`, {
      body: {
        operation: 'Record',
        behaviour: 'RecordEvidence',
        principal_declared: { subject: 'bob', email: null },
        timestamp_declared: null,
      },
    });
    expect(nested.body.principal_declared).toEqual({ issuer: '', subject: 'bob', display_name: '', email: '' });
  });

  test('a custom method takes null, an empty object, or nothing', async () => {
    const target = at(`/iam/v1/applications/${tenant.client_id}:regenerate-secret`);
    const headers = { 'content-type': 'application/json' };
    for (const options of [{ headers, body: 'null' }, { headers, body: '{}' }, { headers }, {}, { body: '' }]) {
      expect((await raw('POST', target, { token: tenant.token, ...options })).status).toBe(200);
    }
  });
});

describe('queries', () => {
  test.each([
    ['/iam/v1/applications', 'order_by=DEFAULT&order_by=DEFAULT', 'order_by'],
    ['/iam/v1/applications', 'page_size=1&page_size=1', 'page_size'],
    ['/v2/assets', 'tracked=ANY&tracked=TRACKED', 'tracked'],
    ['/iam/v1/applications', 'display_name=%ff', 'display_name'],
    ['/iam/v1/applications', 'display_name=%zz', 'display_name'],
    ['/iam/v1/applications', 'display_name=%', 'display_name'],
    ['/iam/v1/applications', 'display_name=a%00', 'display_name'],
    ['/iam/v1/applications', 'display_name=%ED%A0%80', 'display_name'],
    ['/iam/v1/applications', 'order_by=NAME', 'order_by'],
    ['/v2/assets', 'bogus=1', 'bogus'],
    ['/publicassets/-/events', 'bogus=1', 'bogus'],
  ])('%s?%s is 400 and names %s', async (path, query, field) => {
    const answer = await raw('GET', at(`${path}?${query}`), { token: tenant.token });
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  test('the percent sign, the plus and the ampersand arrive as what they are', async () => {
    const name = 'a+b & 100% = ü';
    const made = await client.call(tenant.token, 'POST', '/iam/v1/applications', { body: { display_name: name } });
    const found = await client.call(tenant.token, 'GET', '/iam/v1/applications', { query: { display_name: name } });
    expect(found.body.applications.map((each: { identity: string }) => each.identity)).toEqual([made.body.identity]);
  });

  test.each<[string, string, unknown, string[]]>([
    [
      'PATCH',
      '/iam/v1/applications/nope?mask=a&mask=b',
      { display_name: '', custom_claims: { iss: 'a', jit_x: 'b' }, bogus: 1 },
      ['bogus', 'custom_claims.iss', 'custom_claims.jit_x', 'display_name', 'mask', 'uuid'],
    ],
    [
      'PATCH',
      '/iam/v1/applications/nope?mask=bogus',
      { display_name: 5, custom_claims: { iss: 'a', n: 1 } },
      ['custom_claims.iss', 'custom_claims.n', 'display_name', 'mask', 'uuid'],
    ],
    [
      'POST',
      '/v2/assets/nope/events',
      {
        operation: 'Nope',
        behaviour: 'Nope',
        bogus: 1,
        timestamp_declared: 'x',
        principal_declared: { sub: 'x' },
        event_attributes: { a: 1 },
      },
      ['bogus', 'event_attributes.a', 'operation', 'principal_declared.sub', 'timestamp_declared', 'uuid'],
    ],
    ['GET', '/v2/assets/nope/events/nope', undefined, ['asset_uuid', 'uuid']],
    ['GET', '/v2/assets?page_size=x&bogus=1&tracked=YES', undefined, ['bogus', 'page_size', 'tracked']],
  ])('one 400 names every bad field: %s %s', async (method, path, body, fields) => {
    const answer = await client.call(tenant.token, method, path.split('?')[0]!, {
      query: path.split('?')[1] ?? '',
      body,
    });
    expectProblem(answer, 400);
    expect([...new Set(fieldsOf(answer))].toSorted()).toEqual(fields);
    for (const field of fields) expect(answer.body.message).toContain(field);
  });
});

describe('every answer', () => {
  test('carries the security headers', async () => {
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
      expect(headers.get('content-security-policy')).not.toMatch(/script/);
      expect(headers.get('server') ?? '').not.toMatch(/\d/);
    }
    expect(answers[2]!.headers.get('www-authenticate')).toMatch(/^Bearer/);
    for (const index of [0, 2, 3]) expect(answers[index]!.headers.get('cache-control')).toBe('no-store');
    const ids = new Set(answers.map(({ headers }) => headers.get('x-request-id')));
    expect(ids.size).toBe(answers.length);
  });

  test('comes from ORIGIN and never from the Host header', async () => {
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

  test('has one line for each request, with who, what, how it ended and how long it took', async () => {
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

  test('of a 500 says why; the answer does not, and neither holds a secret, a token or what was sent', async () => {
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
    expect(answer.text).not.toMatch(/fire|abort|sqlite|D1|insert|marker|\bat /i);
    const requestId = answer.headers.get('x-request-id')!;
    await expect.poll(() => linesOf(requestId)).toHaveLength(1);
    expect(linesOf(requestId)[0]).toMatchObject({ level: 'error', status: 500, operation: 'createApplication' });
    expect(String(linesOf(requestId)[0]!['error'])).toContain('the disk is on fire');

    const all = service.logs().join('\n');
    for (const hidden of [...Object.values(SECRETS), tenant.token, tenant.client_secret, 'marker', 'evil.example']) {
      expect(all.includes(hidden), `the log holds ${hidden}`).toBe(false);
    }
    expect(all).not.toMatch(/eyJ[\w-]{10,}|Bearer /);
    expect(all, 'a hash of a secret or the like').not.toMatch(/[0-9a-f]{64}/);
  });
});

test('an answer to a bad request is short, however much of it is bad', async () => {
  const many = <T>(n: number, item: T): T[] => Array.from({ length: n }, () => item);
  const answers = [
    await client.call(undefined, 'GET', '/publicassets/-/events', { query: many(20_000, '%=').join('&') }),
    await client.call(undefined, 'GET', '/publicassets/-/events', {
      query: many(5000, 0)
        .map((_, i) => `a${i}=`)
        .join('&'),
    }),
    await client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes: { a: many(130_000, 1) } } }),
    await client.call(tenant.token, 'POST', '/v2/assets', { body: { behaviours: many(130_000, 1) } }),
    await client.call(tenant.token, 'POST', '/v2/assets', {
      raw: `{"attributes":${'['.repeat(9000)}${']'.repeat(9000)}}`,
      headers: { 'content-type': 'application/json' },
    }),
    await client.call(tenant.token, 'POST', '/iam/v1/applications', {
      body: { display_name: 'x', custom_claims: Object.fromEntries(many(50_000, 0).map((_, i) => [`c${i}`, 1])) },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
  expect(Math.max(...answers.map(({ text }) => text.length))).toBeLessThan(20_000);
});
