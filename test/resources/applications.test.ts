import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { fieldsOf } from '../support/raw.ts';
import { newTenant, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';

const PATH = '/iam/v1/applications';
const QUOTA = 10;

let service: Service;
let client: Client;
let tenant: Tenant;

beforeAll(async () => {
  service = await startService({ vars: { QUOTA_APPLICATIONS: String(QUOTA) } });
  client = await openClient(service);
});
afterAll(() => service.close());

const fresh = async (): Promise<Tenant> => (tenant = await newTenant(service, 'Applications'));
const create = (body: unknown = { display_name: 'app' }): Promise<Answer> =>
  client.call(tenant.token, 'POST', PATH, { body });
const get = (identity: string): Promise<Answer> => client.call(tenant.token, 'GET', `/iam/v1/${identity}`);
const patch = (identity: string, body: unknown, query = ''): Promise<Answer> =>
  client.call(tenant.token, 'PATCH', `/iam/v1/${identity}`, { body, query });
const remove = (identity: string): Promise<Answer> => client.call(tenant.token, 'DELETE', `/iam/v1/${identity}`);
const regenerate = (identity: string): Promise<Answer> =>
  client.call(tenant.token, 'POST', `/iam/v1/${identity}:regenerate-secret`);
const secretOf = (answer: Answer): string => answer.body.credentials[0].secret;
const violationsOf = (answer: Answer): Record<string, string> =>
  Object.fromEntries(
    (answer.body.details as { field_violations?: { field: string; description: string }[] }[]).flatMap((detail) =>
      (detail.field_violations ?? []).map(({ field, description }) => [field, description]),
    ),
  );
const names = (answer: Answer): string[] =>
  answer.body.applications.map((each: { display_name: string }) => each.display_name);

describe('the life of an application', () => {
  beforeAll(fresh);

  test('can be created, read, listed, changed and deleted; only creation shows the secret', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const made = await create({ display_name: 'Traffic lights', custom_claims: { team: 'roads' } });
    const uuid = made.body.identity.split('/')[1];
    expect(made.body).toEqual({
      identity: expect.stringMatching(
        /^applications\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      client_id: uuid,
      tenant_id: tenant.tenant_identity,
      display_name: 'Traffic lights',
      custom_claims: { team: 'roads' },
      permissions: [],
      credentials: [
        {
          secret: expect.stringMatching(/^[0-9a-f]{64}$/),
          valid_from: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          valid_until: expect.any(String),
        },
      ],
    });
    const { valid_from: from, valid_until: until } = made.body.credentials[0];
    expect(Date.parse(from)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(from)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(until) - Date.parse(from)).toBe(365 * 86_400_000);

    const shown = { ...made.body, credentials: [{ ...made.body.credentials[0], secret: '' }] };
    expect((await get(made.body.identity)).body).toEqual(shown);
    expect((await client.call(tenant.token, 'GET', PATH)).body.applications).toContainEqual(shown);
    const renamed = await patch(made.body.identity, { display_name: 'Lamps' });
    expect(renamed.body).toEqual({ ...shown, display_name: 'Lamps' });
    expect((await get(made.body.identity)).body).toEqual(renamed.body);

    const gone = await remove(made.body.identity);
    expect([gone.status, gone.text]).toEqual([200, '{}']);
    for (const again of [get, remove, regenerate]) expect((await again(made.body.identity)).status).toBe(404);
    expect((await patch(made.body.identity, { display_name: 'x' })).status).toBe(404);

    const audit = await client.call(tenant.token, 'GET', '/v1/audit');
    for (const text of [audit.text, renamed.text]) expect(text).not.toContain(secretOf(made));
    const rows = JSON.stringify((await service.db.prepare('SELECT * FROM applications').all()).results);
    expect(rows).not.toContain(secretOf(made));
  });

  test('gets a new secret that replaces the old one, while tokens issued before stay valid', async () => {
    const made = await create();
    const { client_id: id } = made.body;
    const token = await tokenOf(service, id, secretOf(made));
    const renewed = await regenerate(made.body.identity);
    expect(renewed.body.credentials).toHaveLength(1);
    expect(secretOf(renewed)).toMatch(/^[0-9a-f]{64}$/);
    expect(secretOf(renewed)).not.toBe(secretOf(made));
    const { valid_from: from, valid_until: until } = renewed.body.credentials[0];
    expect(Date.parse(until) - Date.parse(from)).toBe(365 * 86_400_000);
    expect((await get(made.body.identity)).body.credentials[0]).toEqual({ ...renewed.body.credentials[0], secret: '' });
    await expect(tokenOf(service, id, secretOf(made))).rejects.toThrow('401');
    await tokenOf(service, id, secretOf(renewed));
    expect((await client.call(token, 'GET', '/v1/whoami')).status).toBe(200);
    expect((await remove(made.body.identity)).status).toBe(200);
  });

  test('loses its tokens and its entry among the administrators when it is deleted', async () => {
    const made = await create({ display_name: 'second administrator' });
    const principals = (await client.call(tenant.token, 'GET', '/v1/tenancies/root_principals')).body.root_principals;
    const [{ issuer }] = principals;
    await client.call(tenant.token, 'PATCH', '/v1/tenancies/root_principals', {
      body: { root_principals: [...principals, { issuer, subject: made.body.client_id }] },
    });
    const token = await tokenOf(service, made.body.client_id, secretOf(made));
    expect((await client.call(token, 'GET', PATH)).status).toBe(200);
    expect((await remove(made.body.identity)).status).toBe(200);
    for (const [method, path, body] of [
      ['GET', PATH, undefined],
      ['GET', '/v2/assets', undefined],
      ['GET', '/v2/assets:openapi', undefined],
      ['GET', '/v1/whoami', undefined],
      ['POST', '/v2/assets', {}],
      ['POST', PATH, { display_name: 'ghost' }],
    ] as const) {
      expect((await client.call(token, method, path, { body })).status, `${method} ${path}`).toBe(401);
    }
    await expect(tokenOf(service, made.body.client_id, secretOf(made))).rejects.toThrow('401');
    const left = await client.call(tenant.token, 'GET', '/v1/tenancies/root_principals');
    expect(left.body.root_principals).toEqual(principals);
  });

  test('cannot be deleted when it is the last administrator, even by two concurrent requests', async () => {
    expect((await remove(`applications/${tenant.client_id}`)).status).toBe(409);
    const made = await create({ display_name: 'other' });
    const principals = (await client.call(tenant.token, 'GET', '/v1/tenancies/root_principals')).body.root_principals;
    await client.call(tenant.token, 'PATCH', '/v1/tenancies/root_principals', {
      body: { root_principals: [...principals, { issuer: principals[0].issuer, subject: made.body.client_id }] },
    });
    const other = await tokenOf(service, made.body.client_id, secretOf(made));
    const both = await Promise.all([
      client.call(other, 'DELETE', `/iam/v1/applications/${tenant.client_id}`),
      client.call(tenant.token, 'DELETE', `/iam/v1/${made.body.identity}`),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const survivor = both[0]!.status === 200 ? other : tenant.token;
    expect((await client.call(survivor, 'GET', PATH)).status).toBe(200);
  });
});

describe('what may be written', () => {
  beforeAll(fresh);

  test('validates every claim, also behind a hundred others', async () => {
    const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`c${i}`, 'v']));
    expect((await create({ display_name: 'many', custom_claims: many })).status).toBe(200);
    for (const [name, value] of [
      ['sub', 'v'],
      ['jit_tenant_id', 'v'],
      ['map', {}],
    ] as const) {
      const answer = await create({ display_name: 'many', custom_claims: { ...many, [name]: value } });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [`custom_claims.${name}`]]);
    }
  });

  test('PATCH changes the fields in the body and replaces custom_claims as a whole', async () => {
    const { identity } = (await create({ display_name: 'one', custom_claims: { a: '1', b: '2' } })).body;
    expect((await patch(identity, {})).body).toMatchObject({ display_name: 'one', custom_claims: { a: '1', b: '2' } });
    expect((await patch(identity, { custom_claims: { c: '3' } })).body.custom_claims).toEqual({ c: '3' });
    expect((await patch(identity, { display_name: 'two' })).body).toMatchObject({
      display_name: 'two',
      custom_claims: { c: '3' },
    });
    expect((await patch(identity, { custom_claims: {} })).body.custom_claims).toEqual({});
    expect((await get(identity)).body).toMatchObject({ display_name: 'two', custom_claims: {} });
  });

  test('PATCH with a mask changes only the fields that it names, and clears those that the body lacks', async () => {
    const { identity } = (await create({ display_name: 'masked', custom_claims: { a: '1' } })).body;
    const both = { display_name: 'renamed', custom_claims: { b: '2' } };
    expect((await patch(identity, both, 'mask=display_name')).body).toMatchObject({
      display_name: 'renamed',
      custom_claims: { a: '1' },
    });
    const listed = await patch(
      identity,
      { display_name: 'again', custom_claims: { c: '3' } },
      'mask=display_name,custom_claims',
    );
    expect(listed.body).toMatchObject({ display_name: 'again', custom_claims: { c: '3' } });
    expect((await patch(identity, {}, 'mask=custom_claims')).body).toMatchObject({
      display_name: 'again',
      custom_claims: {},
    });
    for (const [query, field] of [
      ['mask=bogus', 'mask'],
      ['mask=custom_claims,identity', 'mask'],
      ['mask=display_name', 'display_name'],
    ] as const) {
      const refused = await patch(identity, {}, query);
      expect([refused.status, Object.keys(violationsOf(refused))]).toEqual([400, [field]]);
    }
  });

  test.each([
    'iss',
    'sub',
    'aud',
    'exp',
    'nbf',
    'iat',
    'jti',
    'name',
    'azp',
    'scope',
    'client_id',
    'typ',
    'kid',
    'jit_x',
    'jit_',
    'email',
    'x5t#S256',
    '',
  ])('the claim name %j is refused and named', async (claim) => {
    const { identity } = (await client.call(tenant.token, 'GET', PATH)).body.applications[0];
    for (const answer of [
      await create({ display_name: 'x', custom_claims: { fine: 'ok', [claim]: 'v' } }),
      await patch(identity, { custom_claims: { [claim]: 'v' } }),
    ]) {
      expect(answer.status).toBe(400);
      const bad = violationsOf(answer);
      expect(Object.keys(bad)).toEqual([`custom_claims.${claim}`]);
    }
  });

  test.each<[string, unknown, string[]]>([
    ['no name', {}, ['display_name']],
    ['an empty name', { display_name: '' }, ['display_name']],
    ['a long name', { display_name: 'x'.repeat(129) }, ['display_name']],
    ['a number as name', { display_name: 5 }, ['display_name']],
    ['a number as claim', { display_name: 'x', custom_claims: { n: 1 } }, ['custom_claims.n']],
    ['a list of claims', { display_name: 'x', custom_claims: ['a'] }, ['custom_claims']],
    ['a long claim name', { display_name: 'x', custom_claims: { [`c${'x'.repeat(128)}`]: 'v' } }, ['custom_claims.c']],
    ['too many claims', { display_name: 'x', custom_claims: { big: 'x'.repeat(4097) } }, ['custom_claims']],
    ['an unknown field', { display_name: 'x', roles: [], tier: 'FREE' }, ['roles', 'tier']],
  ])('create with %s is 400', async (_what, body, fields) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    const named = Object.keys(violationsOf(answer));
    expect(named).toHaveLength(fields.length);
    fields.forEach((field, i) => expect(named[i]).toContain(field));
  });

  test.each([
    ['plain text', 'x'],
    ['quotes', '"'],
    ['control characters', '\u0001'],
    ['emoji', '\u{1f600}'],
  ])('claims of %s that are accepted make a token that is accepted', async (_what, character) => {
    const refused: number[] = [];
    for (const bytes of [4000, 2000, 500]) {
      const value = character.repeat(Math.floor(bytes / Buffer.byteLength(character)));
      const made = await create({ display_name: 'claims', custom_claims: { big: value } });
      if (made.status === 400) {
        refused.push(bytes);
        continue;
      }
      const token = await tokenOf(service, made.body.client_id, secretOf(made));
      const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
      expect(claims.big).toBe(value);
      expect((await client.call(token, 'GET', '/v1/whoami')).status, `a token of ${token.length} characters`).toBe(200);
      await remove(made.body.identity);
    }
    expect(refused).not.toContain(500);
  });

  test('a record can be sent back as it was read, because read-only fields are ignored', async () => {
    const made = (await create({ display_name: 'round trip', custom_claims: { a: '1' } })).body;
    const sent = {
      ...made,
      display_name: 'sent back',
      client_id: 'x',
      tenant_id: 'tenant/x',
      credentials: [{ secret: 'mine' }],
    };
    const patched = await patch(made.identity, sent);
    expect(patched.body).toEqual({
      ...made,
      display_name: 'sent back',
      credentials: [{ ...made.credentials[0], secret: '' }],
    });
    await tokenOf(service, made.client_id, made.credentials[0].secret);
  });

  test('concurrent changes of different fields either all take effect or respond with a conflict', async () => {
    const { identity } = (await create({ display_name: 'start', custom_claims: { v: 'start' } })).body;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        patch(identity, i % 2 === 0 ? { display_name: `n${i}` } : { custom_claims: { v: `v${i}`, w: `v${i}` } }),
      ),
    );
    const landed = answers.flatMap(({ status }, i) => (status === 200 ? [i] : []));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const after = (await get(identity)).body;
    expect(landed.filter((i) => i % 2 === 0).map((i) => `n${i}`)).toContain(after.display_name);
    expect(landed.filter((i) => i % 2 === 1).map((i) => `v${i}`)).toContain(after.custom_claims.v);
    expect(after.custom_claims.w).toBe(after.custom_claims.v);
    const entries = (await client.call(tenant.token, 'GET', '/v1/audit')).body.audit.filter(
      (entry: { operation: string; resource: string }) =>
        entry.operation === 'updateApplication' && entry.resource === identity,
    );
    expect(entries).toHaveLength(landed.length);
  });
});

describe('lists', () => {
  const wanted = ['b', 'a', 'd', 'c', 'a'];
  beforeAll(async () => {
    await fresh();
    for (const name of wanted) await create({ display_name: name });
  });

  test('are ordered newest first or by name, filtered by name, and counted', async () => {
    const all = await client.call(tenant.token, 'GET', PATH);
    expect(names(all)).toEqual([...wanted.toReversed(), 'Administrator']);
    expect(all.headers.get('x-total-count')).toBe('6');
    const byName = await client.call(tenant.token, 'GET', PATH, { query: { order_by: 'DISPLAY_NAME' } });
    expect(names(byName)).toEqual(['Administrator', ...wanted.toSorted()]);
    const only = await client.call(tenant.token, 'GET', PATH, {
      query: { display_name: 'a', page_size: '1' },
      headers: { 'x-request-total-count': 'true' },
    });
    expect([names(only), only.headers.get('x-total-count')]).toEqual([['a'], '2']);
    expect(names(await client.call(tenant.token, 'GET', PATH, { query: { display_name: 'A' } }))).toEqual([]);
    expect(names(await client.call(tenant.token, 'GET', PATH, { query: { display_name: '' } }))).toEqual([]);
  });

  test.each(['', 'order_by=DISPLAY_NAME', 'display_name=a'])(
    'show each application once over all pages: %s',
    async (query) => {
      const whole = names(await client.call(tenant.token, 'GET', PATH, { query }));
      for (const repeat of [false, true]) {
        const walked: string[] = [];
        let next = '';
        do {
          const given = next === '' || repeat ? query : '';
          const answer = await client.call(tenant.token, 'GET', PATH, {
            query: `${given}&page_size=2${next === '' ? '' : `&page_token=${encodeURIComponent(next)}`}`,
          });
          walked.push(...names(answer));
          next = answer.body.next_page_token;
        } while (next !== '' && walked.length < 20);
        expect(walked).toEqual(whole);
      }
    },
  );

  test('refuse a page token of another query or tenancy, or a damaged one, with 400', async () => {
    const page = await client.call(tenant.token, 'GET', PATH, { query: { page_size: '2', order_by: 'DISPLAY_NAME' } });
    const token = page.body.next_page_token as string;
    const stranger = await newTenant(service, 'Stranger');
    const tries: [string, Record<string, string>][] = [
      [tenant.token, { page_token: token, order_by: 'DEFAULT' }],
      [tenant.token, { page_token: `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}` }],
      [tenant.token, { page_token: 'nonsense' }],
      [stranger.token, { page_token: token }],
    ];
    for (const [caller, query] of tries) {
      const answer = await client.call(caller, 'GET', PATH, { query });
      expect([answer.status, Object.keys(violationsOf(answer))]).toEqual([400, ['page_token']]);
    }
  });
});

test('fifty concurrent creations stop exactly at the quota, and a deletion allows one more', async () => {
  await fresh();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => create({ display_name: `n${i}` })));
  const made = answers.filter(({ status }) => status === 200);
  // The first administrator of the tenancy counts too.
  expect(made).toHaveLength(QUOTA - 1);
  const refused = answers.filter(({ status }) => status === 402);
  expect(refused).toHaveLength(50 - made.length);
  expect(refused[0]!.body).toMatchObject({ code: 8, message: expect.stringContaining('quota') });
  expect(names(await client.call(tenant.token, 'GET', PATH))).toHaveLength(QUOTA);
  await remove(made[0]!.body.identity);
  expect((await create()).status).toBe(200);
  expect((await create()).status).toBe(402);
});

test('an ordinary member gets 403 from every operation, before the request is validated', async () => {
  await fresh();
  const made = await create();
  const token = await tokenOf(service, made.body.client_id, secretOf(made));
  const own = `/iam/v1/${made.body.identity}`;
  for (const [method, path, body] of [
    ['GET', PATH, undefined],
    ['GET', own, undefined],
    ['GET', `${PATH}/nonsense`, undefined],
    ['POST', PATH, { display_name: 'x' }],
    ['POST', PATH, { bogus: 1 }],
    ['PATCH', own, { display_name: 'x' }],
    ['DELETE', own, undefined],
    ['POST', `${own}:regenerate-secret`, undefined],
    ['GET', `${PATH}/${tenant.client_id}`, undefined],
  ] as const) {
    expect((await client.call(token, method, path, { body })).status, `${method} ${path}`).toBe(403);
  }
});
