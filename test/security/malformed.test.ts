import { beforeAll, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf, sendRaw } from '../support/raw.ts';
import { listed, openMirror, TEXTS, type Mirror } from '../support/mirror.ts';
import { sharedService, type Service } from '../support/service.ts';
import { groups, openTenancy, violationsOf, walk, type Actor, type Tenancy } from '../support/tenancy.ts';

let service: Service;
let client: Client;
let mirror: Mirror;
let owner: Tenancy;
let stranger: Tenancy;
let member: Actor;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  mirror = await openMirror(service, client);
  ({ owner, stranger, member } = mirror);
});

const UNSTORABLE = ['\0', 'x\0y', '\ud800', 'x\udfff', '\ud800\ud800'];
const LONG = "a'%_".repeat(16_384);

test('values in bodies that cannot be stored or are too long are a 400 that names them', async () => {
  const lists = ['behaviours', 'asset_attributes_read', 'asset_attributes_write', 'include_attributes', 'subjects'];
  const types = ['event_arc_display_type_read', 'event_arc_display_type_write'];
  const policies = (text: string): [object, string][] => [
    [{ display_name: text }, 'display_name'],
    [{ description: text }, 'description'],
    [{ filters: groups([`attributes.a=${text}`]) }, 'filters[0].or[0]'],
    [{ filters: groups([`attributes.a${text}=x`]) }, 'filters[0].or[0]'],
    [
      { access_permissions: [{ user_attributes: groups([`jwt_a=${text}`]) }] },
      'access_permissions[0].user_attributes[0].or[0]',
    ],
    ...[...lists, ...types].map((name): [object, string] => [
      { access_permissions: [{ [name]: [text] }] },
      `access_permissions[0].${name}[0]`,
    ]),
  ];
  const application = `/iam/v1/applications/${member.id}`;
  const bodies = (text: string): [string, string, object, string][] => [
    ...policies(text).flatMap(([body, field]): [string, string, object, string][] => [
      ['POST', '/iam/v1/access_policies', { display_name: 'x', ...body }, field],
      ['PATCH', `/iam/v1/${mirror.policy}`, body, field],
    ]),
    ['PATCH', application, { custom_claims: { c: text } }, 'custom_claims'],
    ['PATCH', application, { custom_claims: { [`c${text}`]: 'x' } }, 'custom_claims'],
    ['POST', '/v2/assets', { attributes: { a: text } }, 'attributes.a'],
    ['POST', '/v2/assets', { attributes: { [`a${text}`]: 'x' } }, 'attributes.a'],
    ['POST', '/v2/assets', { attributes: { m: { [`k${text}`]: 'x' } } }, 'attributes.m.k'],
  ];
  for (const text of [...UNSTORABLE, LONG]) {
    for (const [method, path, body, field] of bodies(text)) {
      const answer = await owner.call(method, path, { body });
      const what = `${method} ${path} ${JSON.stringify(body).slice(0, 120)}`;
      expect(answer.status, what).toBe(400);
      expect(answer.text.length).toBeLessThan(2000);
      expect(
        fieldsOf(answer).some((named) => named.startsWith(field)),
        `${what} ${answer.text}`,
      ).toBe(true);
    }
  }
});

test('a key __proto__ is a 400 that names it', async () => {
  for (const [method, path, raw, field] of [
    ['POST', '/iam/v1/access_policies', '{"display_name":"x","__proto__":{"filters":[]}}', '__proto__'],
    [
      'POST',
      '/iam/v1/access_policies',
      '{"display_name":"x","filters":[{"or":[],"__proto__":{}}]}',
      'filters[0].__proto__',
    ],
    [
      'POST',
      '/iam/v1/access_policies',
      '{"display_name":"x","access_permissions":[{"__proto__":{"asset_attributes_read":["*"]}}]}',
      'access_permissions[0].__proto__',
    ],
    ['PATCH', `/iam/v1/applications/${member.id}`, '{"custom_claims":{"__proto__":"x"}}', 'custom_claims.__proto__'],
    ['POST', '/v2/assets', '{"attributes":{"__proto__":"x"}}', 'attributes.__proto__'],
    ['POST', '/v2/assets', '{"attributes":{"m":{"__proto__":"x"}}}', 'attributes.m.__proto__'],
  ] as const) {
    const answer = await owner.call(method, path, { raw, headers: { 'content-type': 'application/json' } });
    expectProblem(answer, 400);
    expect(Object.keys(violationsOf(answer))).toEqual([field]);
  }
  const names = ['__proto__', 'constructor', 'hasOwnProperty'];
  const made = await owner.done('POST', '/iam/v1/access_policies', {
    body: { display_name: 'x', filters: groups([names.map((name) => `attributes.${name}=x`)]) },
  });
  expect(await walk(owner, `/iam/v1/${made.identity}/assets`)).toEqual([]);
  await owner.done('DELETE', `/iam/v1/${made.identity}`);
});

test('values in the query that cannot be stored or are too long are a 400 that names them', async () => {
  const raw = (path: string): Promise<number> =>
    sendRaw(service, 'GET', `/archivist${path}`, { token: member.token }).then(({ status }) => status);
  for (const bad of ['%00', 'x%00', '%ED%A0%80', '%FF', '%', '%zz', '%C0%80']) {
    for (const path of ['/v2/assets', '/v2/assets/-/events'])
      for (const name of ['attributes.a', 'asset.attributes.a', 'filters', 'page_token', 'operation'])
        expect(await raw(`${path}?${name}=${bad}`), `${name}=${bad}`).toBe(400);
    expect(await raw(`/v2/assets?attributes.a${bad}=x`)).toBe(400);
    const answer = await sendRaw(service, 'GET', `/archivist/iam/v1/access_policies?display_name=${bad}`, owner);
    expect(answer.status).toBe(400);
  }
  for (const name of ['attributes.a', 'attributes.a!', `attributes.${'a'.repeat(16_000)}`, 'filters', 'page_token'])
    expect(await raw(`/v2/assets?${name}=${'a'.repeat(40_000)}`), name.slice(0, 20)).toBe(400);
  expect(await raw(`/v2/assets?filters=${encodeURIComponent(`attributes.a='${"''".repeat(10_000)}'`)}`)).toBe(400);
  for (const key of ['é', 'x'.repeat(256)]) {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1'), 'content-type': 'application/json' };
    const answer = await sendRaw(service, 'POST', '/archivist/v2/assets', {
      token: owner.token,
      headers,
      body: '{}',
    });
    expect(answer.status, JSON.stringify(key)).toBe(400);
  }
});

test('deep, wide and long structures are stored exactly or refused', async () => {
  const deep = (n: number, inner: string): string => '['.repeat(n) + inner + ']'.repeat(n);
  for (const raw of [
    `{"display_name":"x","filters":${deep(10_000, '')}}`,
    `{"display_name":"x","access_permissions":[{"subjects":${deep(10_000, '"x"')}}]}`,
    `{"display_name":"x","filters":[{"or":${'{"or":'.repeat(5000)}[]${'}'.repeat(5000)}}]}`,
    `{"display_name":"x","filters":[${'{"or":["x"]},'.repeat(50_000)}{}]}`,
  ]) {
    const headers = { 'content-type': 'application/json' };
    expectProblem(await owner.call('POST', '/iam/v1/access_policies', { raw, headers }), 400);
  }
  // In JSON, a control character takes six times as many bytes.
  const heavy = Array.from({ length: 20 }, (_, i) => `attributes.${String(i).padEnd(1000, '\u0001')}=x`);
  const answer = await owner.call('POST', '/iam/v1/access_policies', {
    body: { display_name: 'heavy', filters: groups(heavy) },
  });
  expect([200, 400], answer.text.slice(0, 300)).toContain(answer.status);
  if (answer.status === 200) {
    expect((await owner.done('GET', `/iam/v1/${answer.body.identity}`)).filters).toEqual(groups(heavy));
    await owner.done('DELETE', `/iam/v1/${answer.body.identity}`);
  }
});

test('tokens of pages are accepted only from the same list and tenancy', async () => {
  const assets = await mirror.both('pages', [{}, {}, {}]);
  await mirror.set(['attributes.set=pages']);
  const first = await member.get('/v2/assets', { page_size: '1' });
  const token = first.body.next_page_token as string;
  const flipped = token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.at(-1);
  for (const page_token of [
    flipped,
    `${token}A`,
    token.slice(1),
    token.slice(0, 20),
    `${token}.${token}`,
    ` ${token}`,
  ]) {
    const answer = await member.get('/v2/assets', { page_token });
    expect([answer.status, ...fieldsOf(answer)], page_token).toEqual([400, 'page_token']);
  }
  for (const [who, path] of [
    [stranger, '/v2/assets'],
    [member, '/v2/assets/-/events'],
    [member, `/v2/${assets[0]}/events`],
  ] as const)
    expectProblem(await who.get(path, { page_token: token }), 400);
  expectProblem(await member.get('/v2/assets', { page_token: token, 'attributes.set': 'pages' }), 400);
  // The administrator's page token holds a position in the list and grants no rights.
  const theirs = await owner.get('/v2/assets', { page_size: '1', 'attributes.set': 'pages' });
  const { next_page_token: page_token } = theirs.body;
  expect(await listed(member, assets)).toEqual([0, 1, 2]);
  expect((await member.get('/v2/assets', { page_token })).body.assets).toHaveLength(2);
  await mirror.set(['attributes.set=pages'], { asset_attributes_read: ['absent'] });
  expect((await member.get('/v2/assets', { page_token })).body.assets).toEqual([]);
});

test('tokens of callers are 401 if they are malformed or altered', async () => {
  const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [head, claims, signature] = owner.token.split('.') as [string, string, string];
  const ofClaims = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
  const headers = TEXTS.map((kid) => `${segment({ alg: 'ES256', typ: 'at+jwt', kid })}.${claims}.${signature}`);
  const subjects = TEXTS.flatMap((text) => [
    `${head}.${segment({ ...ofClaims, sub: text, client_id: text })}.${signature}`,
    `${head}.${segment({ ...ofClaims, jit_tenant_id: `tenant/${text}` })}.${signature}`,
  ]);
  const printable = TEXTS.filter((text) => /^[\x21-\x7e]+$/.test(text));
  const whole = [
    '',
    '.',
    '..',
    '...',
    'a'.repeat(6000),
    `${owner.token}'`,
    `${owner.token}.x`,
    `x${owner.token}`,
    `${head}..`,
  ];
  for (const token of [...printable, ...headers, ...subjects, ...whole]) {
    const answer = await sendRaw(service, 'GET', '/archivist/v2/assets', { token });
    expect(answer.status, token.slice(0, 100)).toBe(401);
  }
  for (const authorization of [
    owner.token,
    `Basic ${owner.token}`,
    `Bearer${owner.token}`,
    `Bearer ${head}`,
    'Bearer',
  ]) {
    const answer = await sendRaw(service, 'GET', '/archivist/v2/assets', { headers: { authorization } });
    expect(answer.status, authorization.slice(0, 20)).toBe(401);
  }
});

test('no request got a 5xx response', () => mirror.expectNoFaults());

test('the maximum number of policies at their maximum size still grants the right access', async () => {
  const rich = await openTenancy(service, client, 'Rich');
  const partner = await openTenancy(service, client, 'Partner');
  const [subject] = [await rich.knows(partner), await partner.knows(rich)];
  const user = await rich.member({ role: 'r' });
  const asset = await rich.asset({ kind: 'x', open: '1', secret: 's' });
  for (let i = 0; i < 9; i++) await rich.asset({ kind: 'x' });
  await partner.asset({ kind: 'theirs' });
  await rich.policy(['attributes.kind=x'], ['jwt_role=r'], { asset_attributes_read: ['open'], subjects: [subject!] });
  const answered: string[] = [];
  for (let i = 0; i < 99; i++) {
    const asset_attributes_read = Array.from({ length: 97 }, (_, j) => `${i}/${j}`.padEnd(1000, 'x'));
    await rich.policy(['attributes.kind=x'], ['jwt_role=r'], { asset_attributes_read, subjects: [subject!] });
  }
  for (const [who, name] of [
    [user, 'user'],
    [partner, 'partner'],
  ] as const) {
    for (const path of ['/v2/assets', `/v2/${asset}`, '/v2/assets/-/events', `/v2/${asset}/events`]) {
      const answer = await who.get(path);
      const wrong = answer.status !== 200 || answer.text.includes('secret');
      if (wrong) answered.push(`${name} ${path} ${answer.status}`);
    }
    expectProblem(await who.append(asset), 403);
  }
  expect(answered).toEqual([]);
  expect((await user.get(`/v2/${asset}`)).body.attributes).toEqual({ open: '1' });
  expect(await walk(partner, '/v2/assets')).toHaveLength(11);
});
