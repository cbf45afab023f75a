import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';

type Entry = {
  identity: string;
  timestamp: string;
  principal: { issuer: string; subject: string };
  operation: string;
  resource: string;
  before_hash: string;
  after_hash: string;
  request_id: string;
};

const HASH = /^[0-9a-f]{64}$/;

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
});
beforeEach(async () => {
  tenant = await newTenant(service, 'Audited');
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  client.call(tenant.token, method, path, { body });
const entries = async (): Promise<Entry[]> => (await call('GET', '/v1/audit')).body.audit;
const newApplication = async (): Promise<{ path: string; identity: string; id: string; secret: string }> => {
  const { body } = await call('POST', '/iam/v1/applications', { display_name: 'one' });
  return {
    path: `/iam/v1/${body.identity}`,
    identity: body.identity,
    id: body.client_id,
    secret: body.credentials[0].secret,
  };
};
const self = () => ({ issuer: `${ORIGIN}/appidpv1`, subject: tenant.client_id });

test('a change leaves one row with the principal, operation, target, hashes and request', async () => {
  const started = Date.now();
  const created = await call('POST', '/iam/v1/applications', { display_name: 'one' });
  const { identity } = created.body;
  const path = `/iam/v1/${identity}`;
  const changes: [string, string, Answer][] = [
    ['createApplication', identity, created],
    ['updateApplication', identity, await call('PATCH', path, { display_name: 'two' })],
    ['updateApplication', identity, await call('PATCH', path, { custom_claims: { a: 'b' } })],
    ['regenerateApplicationSecret', identity, await call('POST', `${path}:regenerate-secret`)],
    ['deleteApplication', identity, await call('DELETE', path)],
    ['updateTenancy', tenant.tenant_identity, await call('PATCH', '/v1/tenancies/self', { display_name: 'New' })],
    [
      'replaceAdministrators',
      tenant.tenant_identity,
      await call('PATCH', '/v1/tenancies/root_principals', { root_principals: [self()] }),
    ],
    [
      'replaceAdministrators',
      tenant.tenant_identity,
      await call('PATCH', '/v1/tenancies/administrators', { administrators: [self()] }),
    ],
  ];
  for (const [operation, , answer] of changes) expect(answer.status, operation).toBe(200);

  const rows = (await entries()).toReversed();
  expect(rows[0]).toMatchObject({ operation: 'createTenant', resource: tenant.tenant_identity });
  const made = rows.slice(1);
  expect(made.map((row) => [row.operation, row.resource, row.request_id])).toEqual(
    changes.map(([operation, resource, answer]) => [operation, resource, answer.headers.get('x-request-id')]),
  );
  for (const row of made) {
    expect(row.principal).toEqual(self());
    expect(row.identity).toMatch(/^audit\/[0-9a-f-]{36}$/);
    expect(row.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(Date.parse(row.timestamp)).toBeGreaterThanOrEqual(started);
    expect(Date.parse(row.timestamp)).toBeLessThanOrEqual(Date.now());
  }
  const [create, update, claims, regenerate, remove] = made as [Entry, Entry, Entry, Entry, Entry];
  expect([create.before_hash, remove.after_hash]).toEqual(['', '']);
  for (const [earlier, later] of [
    [create, update],
    [update, claims],
    [claims, regenerate],
    [regenerate, remove],
  ] as const) {
    expect(earlier.after_hash).toMatch(HASH);
    expect(later.before_hash).toBe(earlier.after_hash);
  }
  // The hash excludes the secret, so a new secret within the same second does not change it.
  for (const [earlier, later] of [
    [create, update],
    [update, claims],
  ] as const)
    expect(later.after_hash).not.toBe(earlier.after_hash);
});

test('reads, refused requests, tokens and ledger events leave no row', async () => {
  const { path, id, secret } = await newApplication();
  const before = await entries();
  const token = await tokenOf(service, id, secret);
  const answers: [number, Answer][] = [];
  for (const read of [
    '/iam/v1/applications',
    path,
    '/v1/tenancies/self',
    '/v1/tenancies/root_principals',
    '/v1/whoami',
    '/v1/audit',
    '/v1/caps',
    '/v2/assets',
    '/v2/assets:openapi',
  ]) {
    answers.push([200, await call('GET', read)], [200, await call('HEAD', read)]);
  }
  answers.push(
    [400, await call('POST', '/iam/v1/applications', { display_name: '' })],
    [400, await call('PATCH', path, { custom_claims: { iss: 'x' } })],
    [404, await call('PATCH', `/iam/v1/applications/${id.replace(/^......../, '11111111')}`, { display_name: 'x' })],
    [404, await call('DELETE', `/iam/v1/applications/${id.replace(/^......../, '11111111')}`)],
    [409, await call('DELETE', `/iam/v1/applications/${tenant.client_id}`)],
    [400, await call('PATCH', '/v1/tenancies/root_principals', { root_principals: [] })],
    [403, await client.call(token, 'POST', '/iam/v1/applications', { body: { display_name: 'x' } })],
    [403, await client.call(token, 'DELETE', path)],
    [403, await client.call(token, 'PATCH', '/v1/tenancies/self', { body: { display_name: 'x' } })],
    [200, await call('POST', '/v2/assets', {})],
  );
  for (const [status, answer] of answers) expect(answer.status, answer.text).toBe(status);
  expect(await entries()).toEqual(before);
});

test('the audit log is readable only by administrators of the tenancy, newest first and in pages', async () => {
  const { path, id, secret } = await newApplication();
  for (let i = 0; i < 5; i++) await call('PATCH', path, { display_name: `n${i}` });
  const whole = await call('GET', '/v1/audit');
  expect(whole.body.audit).toHaveLength(7);
  expect(whole.headers.get('x-total-count')).toBe('7');
  expect(whole.body.audit.map((row: Entry) => row.timestamp)).toEqual(
    whole.body.audit
      .map((row: Entry) => row.timestamp)
      .toSorted()
      .toReversed(),
  );
  const walked: Entry[] = [];
  let next = '';
  do {
    const query = { page_size: '3', ...(next === '' ? {} : { page_token: next }) };
    const page = await client.call(tenant.token, 'GET', '/v1/audit', { query });
    walked.push(...page.body.audit);
    next = page.body.next_page_token;
    // A concurrent change does not shift the pages.
    await call('PATCH', path, { display_name: `later ${walked.length}` });
  } while (next !== '' && walked.length < 30);
  expect(walked).toEqual(whole.body.audit);

  const member = await tokenOf(service, id, secret);
  expect((await client.call(member, 'GET', '/v1/audit')).status).toBe(403);
  const stranger = await newTenant(service, 'Stranger');
  const theirs = await client.call(stranger.token, 'GET', '/v1/audit');
  expect(theirs.body.audit.map((row: Entry) => row.resource)).toEqual([stranger.tenant_identity]);
});

test.each([
  ['an application', 'updateApplication'],
  ['the tenancy', 'updateTenancy'],
  ['the administrators', 'replaceAdministrators'],
])('the hashes of concurrent changes of %s make one chain', async (_what, operation) => {
  const { path, id } = await newApplication();
  const change = (i: number): Promise<Answer> => {
    if (operation === 'updateApplication') return call('PATCH', path, { display_name: `n${i}` });
    if (operation === 'updateTenancy') return call('PATCH', '/v1/tenancies/self', { display_name: `n${i}` });
    const people = [self(), { ...self(), subject: id, display_name: `n${i}` }];
    return call('PATCH', '/v1/tenancies/root_principals', { root_principals: people });
  };
  await change(0);
  const answers = await Promise.all([1, 2, 3, 4, 5].map(change));
  for (const { status } of answers) expect([200, 409]).toContain(status);
  await change(6);
  const rows = (await entries()).filter((row) => row.operation === operation).toReversed();
  expect(rows).toHaveLength(2 + answers.filter(({ status }) => status === 200).length);
  expect(rows.slice(1).map((row) => row.before_hash)).toEqual(rows.slice(0, -1).map((row) => row.after_hash));
});

test('no row, hash or column reveals a secret', async () => {
  const { path, secret } = await newApplication();
  const renewed = await call('POST', `${path}:regenerate-secret`);
  const { results } = await service.db.prepare('SELECT * FROM audit_log').all();
  for (const each of [secret, renewed.body.credentials[0].secret, tenant.client_secret]) {
    expect(JSON.stringify(results)).not.toContain(each);
  }
});

const state = async (): Promise<string> => {
  const tables = ['tenants', 'applications', 'administrators', 'audit_log', 'usage'];
  const rows = await Promise.all(
    tables.map(async (table) => (await service.db.prepare(`SELECT * FROM ${table}`).all()).results),
  );
  return JSON.stringify(rows);
};

test('a change by any operation is rolled back when its row cannot be written', async () => {
  const { path, id } = await newApplication();
  const before = await state();
  await service.db.exec(
    `CREATE TRIGGER audit_full BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'the log is full'); END`,
  );
  try {
    for (const [method, target, body] of [
      ['POST', '/iam/v1/applications', { display_name: 'new' }],
      ['PATCH', path, { display_name: 'changed' }],
      ['POST', `${path}:regenerate-secret`, undefined],
      ['DELETE', path, undefined],
      ['PATCH', '/v1/tenancies/self', { display_name: 'changed' }],
      ['PATCH', '/v1/tenancies/root_principals', { root_principals: [self(), { ...self(), subject: id }] }],
      ['PATCH', '/v1/tenancies/administrators', { administrators: [self(), { ...self(), subject: id }] }],
    ] as const) {
      const answer = await call(method, target, body);
      expect(answer.status, `${method} ${target}`).toBe(500);
      expect(answer.text).not.toContain('the log is full');
      expect(await state(), `${method} ${target}`).toBe(before);
    }
    await expect(newTenant(service, 'Unaudited')).rejects.toThrow('500');
    expect(await state()).toBe(before);
  } finally {
    await service.db.exec('DROP TRIGGER audit_full');
  }
  expect((await call('PATCH', path, { display_name: 'changed' })).status).toBe(200);
});
