import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf, sendRaw, type Raw, type RawOptions } from '../support/raw.ts';
import { newTenant, sharedService, type Service, type Tenant } from '../support/service.ts';

const MIB = 1_048_576;
let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'House');
});

const raw = (method: string, target: string, options?: RawOptions) => sendRaw(service, method, target, options);
const at = (path: string): string => `/archivist${path}`;
const postApplication = (options: RawOptions): Promise<Raw> =>
  raw('POST', at('/iam/v1/applications'), {
    token: tenant.token,
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
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
  ])('responds %i to content type %j', async (status, headers) => {
    const answer = await postApplication({ headers, body: json({ display_name: 'typed' }) });
    if (status === 200) expect(answer.status, answer.text).toBe(200);
    else expectProblem(answer, status);
  });

  test.each([
    ['time_period_seconds', true, 'must be a number or a string'],
    ['time_period_seconds', '1.5', 'must be a whole number of seconds'],
    ['dynamic_variability', [], 'must be a number or a string'],
    ['dynamic_variability', '1,5', 'must be a number'],
  ])('names the types that the field %s accepts instead of %j', async (field, value, description) => {
    const body = { compliance_type: 'COMPLIANCE_SINCE', display_name: 'Yearly', description: '', asset_filter: [] };
    const rule = { event_display_type: 'Inspection', time_period_seconds: 60 };
    const response = await client.call(tenant.token, 'POST', '/v1/compliance_policies', {
      body: { ...body, ...rule, [field]: value },
    });
    expect([response.status, fieldsOf(response)]).toEqual([400, [field]]);
    expect(response.text).toContain(JSON.stringify({ field, description }));
  });

  test('a compressed body is 415, with the accepted content coding', async () => {
    const body = gzipSync('{"display_name":"packed"}');
    for (const coding of ['gzip', 'identity, gzip', 'br']) {
      const refused = await postApplication({ headers: { 'content-encoding': coding }, body });
      expectProblem(refused, 415);
      expect(refused.headers.get('accept-encoding')).toBe('identity');
    }
    const form = await raw('POST', at('/v1/blobs'), {
      token: tenant.token,
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-encoding': 'gzip' },
      body,
    });
    expect([form.status, form.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });

  test.each(['identity', 'Identity', 'IDENTITY', 'identity, Identity'])(
    'accepts the content coding %s',
    async (coding) => {
      const answer = await postApplication({
        headers: { 'content-encoding': coding },
        body: json({ display_name: 'plain' }),
      });
      expect(answer.status, answer.text).toBe(200);
    },
  );

  test.each([
    ['application/json; charset=iso-8859-1', 'content-type: the charset must be utf-8'],
    ['application/json; profile="a"; Charset="UTF-16"', 'content-type: the charset must be utf-8'],
    ['text/json', 'content-type must be application/json'],
    ['application/merge-patch+json', 'content-type must be application/json'],
  ])('says why %s is 415, and what is accepted', async (type, message) => {
    const answer = await postApplication({ headers: { 'content-type': type }, body: json({ display_name: 'x' }) });
    expectProblem(answer, 415);
    expect([answer.body.message, answer.headers.get('accept')]).toEqual([message, 'application/json']);
  });

  test('a parameter in quotation marks is not another parameter', async () => {
    const type = 'application/json; profile="a; charset=latin1"; charset="utf-8"';
    const answer = await postApplication({ headers: { 'content-type': type }, body: json({ display_name: 'quoted' }) });
    expect(answer.status, answer.text).toBe(200);
  });

  const many = (count: number, item: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => item(i)).join();
  const RECORD = '"operation":"Record","behaviour":"RecordEvidence"';
  test.each<[string, string, string, string]>([
    ['unknown fields', `{${RECORD},${many(29_998, (i) => `"k${i}":1`)}}`, 'body', '30000 values'],
    ['ignored fields', `{${RECORD},${many(10_001, (i) => `"k${i}":1`)}}`, 'body', '10000 unknown fields'],
    [
      'unknown nested fields',
      `{"principal_declared":{${many(30_000, (i) => `"k${i}":1`)}}}`,
      'principal_declared',
      '30000 values',
    ],
    [
      'empty maps',
      `{${RECORD},"event_attributes":{"a":[${many(300_000, () => '{}')}]}}`,
      'event_attributes',
      '30000 values',
    ],
    ['items of an unknown field', `{"\\"x,[":[${many(400_000, () => '0')}]}`, '\\"x,[', '30000 values'],
  ])('responds 400 to too many %s, and names the field', async (_what, body, field, limit) => {
    const headers = { 'content-type': 'application/json' };
    const target = at('/v2/assets/00000000-0000-4000-8000-000000000000/events');
    const answer = await raw('POST', target, { token: tenant.token, headers, body });
    expectProblem(answer, 400);
    expect(answer.body.message).toBe(`${field}: must have at most ${limit}`);
  });

  test('responds 400 to a form with too many parameters, and shortly to many malformed ones', async () => {
    const send = async (body: string): Promise<string> => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return (await raw('POST', at('/iam/v1/appidp/token'), { headers, body })).text;
    };
    expect(JSON.parse(await send('%&'.repeat(300_000)))).toEqual({
      error: 'invalid_request',
      error_description: 'body: must have at most 1000 parameters',
    });
    const few = JSON.parse(await send('%&'.repeat(900))) as { error_description: string };
    expect(few.error_description).toMatch(/^(%: must be percent-encoded, well-formed UTF-8 without NUL; ){33}/);
    expect(few.error_description).toHaveLength(2001);
  });

  test('responds 415 to a form instead of JSON, to JSON instead of a form, and without a content type', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await raw('POST', at('/iam/v1/appidp/token'), { headers, body: '{}' })).status).toBe(415);
    const typeless = await raw('POST', at('/iam/v1/applications'), { token: tenant.token, body: '{}' });
    expectProblem(typeless, 415);
  });

  test('responds 413 to a body above one mebibyte, with and without content-length', async () => {
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
  ])('responds 400 to a body that is %s', async (_what, body) => {
    expectProblem(await postApplication({ body }), 400);
  });

  test('ignores a byte order mark', async () => {
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
  ])('responds 400 with the field for text that cannot be stored: %s %s', async (path, body, field) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await raw('POST', at(path), { token: tenant.token, headers, body });
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toContain(field);
  });

  test("accepts names of JavaScript's built-in properties as attribute names", async () => {
    const attributes = { constructor: 'a', toString: 'b', hasOwnProperty: { valueOf: 'c' }, emoji: '\u{1f600}' };
    const made = await client.call(tenant.token, 'POST', '/v2/assets', { body: { attributes } });
    const read = await client.call(tenant.token, 'GET', `/v2/${made.body.identity}`);
    expect(JSON.parse(JSON.stringify(read.body.attributes))).toEqual(attributes);
  });

  test('treats a null field as absent, at any depth', async () => {
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

  test('accepts null, an empty object and no body for a custom method', async () => {
    const target = at(`/iam/v1/applications/${tenant.client_id}:regenerate-secret`);
    const headers = { 'content-type': 'application/json' };
    for (const options of [{ headers, body: 'null' }, { headers, body: '{}' }, { headers }, {}, { body: '' }]) {
      expect((await raw('POST', target, { token: tenant.token, ...options })).status).toBe(200);
    }
  });
});

describe('the header Prefer', () => {
  const asset = async (prefer: string, query = '', body: object = { attribute: {} }): Promise<Raw> =>
    raw('POST', at(`/v2/assets${query}`), {
      token: tenant.token,
      headers: { 'content-type': 'application/json', prefer },
      body: JSON.stringify(body),
    });

  test.each(['handling=strict', 'respond-async, Handling="strict"; x=1', 'handling = strict, handling=lenient'])(
    '%s refuses unknown fields and suggests known ones',
    async (prefer) => {
      const answer = await asset(prefer);
      expectProblem(answer, 400);
      expect(answer.body.message).toBe('attribute: is not a known field; did you mean attributes?');
      expect(answer.headers.get('preference-applied')).toBe('handling=strict');
      const valid = await asset(prefer, '', {});
      expect([valid.status, valid.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
    },
  );

  test.each([
    ['handling=lenient', ''],
    ['handling=lenient, handling=strict', ''],
    ['return=minimal', ''],
    ['', ''],
    ['handling=strict', '?strict=false'],
  ])('%s ignores unknown fields with the query "%s"', async (prefer, query) => {
    const answer = await asset(prefer, query);
    expect([answer.status, answer.headers.get('archivist-ignored-fields')]).toEqual([200, 'attribute']);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  test('applies to the items of a batch and to nested fields', async () => {
    const headers = { 'content-type': 'application/json', prefer: 'handling=strict' };
    const item = { operation: 'Record', behaviour: 'RecordEvidence', asset_identity: 'assets/x', event_attribute: {} };
    const body = JSON.stringify({ events: [item, { ...item, principal_declared: { Display_Name: 'x' } }] });
    const answer = await raw('POST', at('/v2/assets/-/events:batch'), { token: tenant.token, headers, body });
    const messages = (answer.body as unknown as { results: { error: { message: string } }[] }).results.map(
      ({ error }) => error.message,
    );
    expect(messages[0]).toContain('event_attribute: is not a known field; did you mean event_attributes?');
    expect(messages[1]).toContain('principal_declared.Display_Name: is not a known field; did you mean display_name?');
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
  ])('responds 400 to %s?%s and names the field %s', async (path, query, field) => {
    const answer = await raw('GET', at(`${path}?${query}`), { token: tenant.token });
    expectProblem(answer, 400);
    expect(fieldsOf(answer)).toEqual([field]);
  });

  test('decodes percent signs, pluses and ampersands of a query value', async () => {
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
      '/v2/assets/nope/events?strict=true',
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
  ])('names every rejected field in one 400: %s %s', async (method, path, body, fields) => {
    const answer = await client.call(tenant.token, method, path.split('?')[0]!, {
      query: path.split('?')[1] ?? '',
      body,
    });
    expectProblem(answer, 400);
    expect([...new Set(fieldsOf(answer))].toSorted()).toEqual(fields);
    for (const field of fields) expect(answer.body.message).toContain(field);
  });
});

test('the response to a request with very many errors is short', async () => {
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
