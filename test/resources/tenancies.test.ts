import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Answer, type Client } from '../support/client.ts';
import { RECORD } from '../support/record.ts';
import { done, importSubject, newMember } from '../support/sharing.ts';
import { newTenant, ORIGIN, SECRETS, type Service, sharedService, type Tenant, tokenOf } from '../support/service.ts';

const ISSUER = `${ORIGIN}/appidpv1`;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

let service: Service;
let client: Client;
let tenant: Tenant;
let other: Tenant;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Roads');
  other = await newTenant(service, 'Bridges');
});

type Principal = { issuer: string; subject: string; display_name?: string; email?: string };
const self = (): Principal => ({ issuer: ISSUER, subject: tenant.client_id, display_name: 'Administrator', email: '' });

const newApplication = async (owner: Tenant, name = 'machine'): Promise<{ id: string; token: string }> => {
  const { body } = await client.call(owner.token, 'POST', '/iam/v1/applications', { body: { display_name: name } });
  return { id: body.client_id, token: await tokenOf(service, body.client_id, body.credentials[0].secret) };
};
const read = (token = tenant.token): Promise<Answer> => client.call(token, 'GET', '/v1/tenancies/root_principals');
const replace = (principals: unknown, token = tenant.token): Promise<Answer> =>
  client.call(token, 'PATCH', '/v1/tenancies/root_principals', { body: { root_principals: principals } });
const fieldsOf = (answer: Answer): string[] =>
  (answer.body.details as { field_violations?: { field: string }[] }[]).flatMap((detail) =>
    (detail.field_violations ?? []).map(({ field }) => field),
  );
const operator = (body: unknown, secret = SECRETS.OPERATOR_SECRET): Promise<Answer> =>
  client.call(secret, 'POST', '/operator/v1/tenants', { body });

describe('administrators', () => {
  test.each([
    ['/v1/tenancies/root_principals', 'root_principals', 'administrators'],
    ['/v1/tenancies/administrators', 'administrators', 'root_principals'],
  ])('%s has the key %s', async (path, key, wrong) => {
    expect((await client.call(tenant.token, 'GET', path)).body).toEqual({ [key]: [self()] });
    const answer = await client.call(tenant.token, 'PATCH', path, { body: { [key]: [self()] } });
    expect([answer.status, answer.body]).toEqual([200, { [key]: [self()] }]);
    const refused = await client.call(tenant.token, 'PATCH', path, { body: { [wrong]: [self()] } });
    expect([refused.status, fieldsOf(refused).toSorted()]).toEqual([400, [key, wrong].toSorted()]);
  });

  test('an application becomes an administrator, and stops being one, with the next request', async () => {
    const { id, token } = await newApplication(tenant);
    const mayManage = async (): Promise<number> => (await client.call(token, 'GET', '/iam/v1/applications')).status;
    const roles = async (): Promise<string[]> => (await client.call(token, 'GET', '/v1/whoami')).body.roles;
    expect([await mayManage(), await roles()]).toEqual([403, ['Non-Administrator']]);
    const added = await replace([self(), { issuer: ISSUER, subject: id }]);
    expect(added.body.root_principals).toEqual([self(), { issuer: ISSUER, subject: id, display_name: '', email: '' }]);
    expect([await mayManage(), await roles()]).toEqual([200, ['Administrator']]);
    expect((await read(token)).body).toEqual(added.body);
    expect((await replace([self()])).status).toBe(200);
    expect([await mayManage(), await roles()]).toEqual([403, ['Non-Administrator']]);
    expect((await replace([self(), { issuer: ISSUER, subject: id }], token)).status).toBe(403);
    expect((await read()).body.root_principals).toEqual([self()]);
  });

  test('people of other issuers are stored as given, in order', async () => {
    const people = [
      { issuer: 'https://idp.example/', subject: 'alice|1', display_name: 'Alice', email: 'alice@idp.example' },
      self(),
      { issuer: 'https://idp.example', subject: 'alice|1', display_name: '', email: '' },
      { issuer: `${ISSUER}/other`, subject: 'foreign', display_name: 'ü', email: '' },
    ];
    expect((await replace(people)).body.root_principals).toEqual(people);
    expect((await read()).body.root_principals).toEqual(people);
    await replace([self()]);
  });

  test("the service's own issuer is not stored, so that a change of ORIGIN keeps the administrators", async () => {
    const { results } = await service.db.prepare('SELECT * FROM administrators').all();
    expect(results.length).toBeGreaterThan(0);
    expect(JSON.stringify(results)).not.toContain(ORIGIN);
  });

  test.each<[string, () => Promise<unknown[]>, string[]]>([
    ['no entry for the caller', async () => [{ issuer: 'https://idp.example', subject: 'a' }], ['root_principals']],
    ['no entry', async () => [], ['root_principals']],
    [
      'an unknown application',
      async () => [self(), { issuer: ISSUER, subject: UNKNOWN }],
      ['root_principals[1].subject'],
    ],
    ['no uuid', async () => [self(), { issuer: ISSUER, subject: 'x' }], ['root_principals[1].subject']],
    [
      'our issuer with a slash',
      async () => [self(), { issuer: `${ISSUER}/`, subject: UNKNOWN }],
      ['root_principals[1].subject'],
    ],
    [
      "another tenant's application",
      async () => [self(), { issuer: ISSUER, subject: other.client_id }],
      ['root_principals[1].subject'],
    ],
    ['the same person twice', async () => [self(), { ...self(), display_name: 'again' }], ['root_principals[1]']],
    ['the stored marker', async () => [{ issuer: 'appidp', subject: tenant.client_id }], ['root_principals[0].issuer']],
    [
      'missing and unknown fields',
      async () => [self(), { issuer: '', role: 'x' }],
      ['root_principals[1].issuer', 'root_principals[1].role'],
    ],
    [
      'an entry without a subject',
      async () => [self(), { issuer: 'https://idp.example' }],
      ['root_principals[1].subject'],
    ],
    ['a text', async () => 'me' as never, ['root_principals']],
  ])('%s in the list is 400 and changes nothing', async (_what, list, fields) => {
    const answer = await replace(await list());
    expect(answer.status).toBe(400);
    expect([...new Set(fieldsOf(answer))].toSorted()).toEqual(fields);
    expect((await read()).body.root_principals).toEqual([self()]);
  });

  test('two concurrent replacements leave one of the two lists, whole', async () => {
    const lists = ['a', 'b'].map((name) => [
      self(),
      ...[1, 2, 3].map((n) => ({ issuer: 'https://idp.example', subject: `${name}${n}`, display_name: '', email: '' })),
    ]);
    const answers = await Promise.all(lists.map((list) => replace(list)));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(lists).toContainEqual((await read()).body.root_principals);
    await replace([self()]);
  });
});

describe('tenancies', () => {
  test('self can be read by every member and renamed by an administrator', async () => {
    const shown = {
      identity: tenant.tenant_identity,
      display_name: 'Roads',
      verified_domain: '',
      default_proof_mechanism: 'SIMPLE_HASH',
      require_signature: [],
      enterprise_sso_enabled: false,
      enterprise_sso_config: {},
    };
    expect((await client.call(tenant.token, 'GET', '/v1/tenancies/self')).body).toEqual(shown);
    const { token } = await newApplication(tenant);
    expect((await client.call(token, 'GET', '/v1/tenancies/self')).body).toEqual(shown);
    const denied = await client.call(token, 'PATCH', '/v1/tenancies/self', { body: { display_name: 'Mine' } });
    expect(denied.status).toBe(403);
    const body = { ...shown, display_name: 'Highways', verified_domain: 'evil.example' };
    const renamed = await client.call(tenant.token, 'PATCH', '/v1/tenancies/self', { body });
    expect(renamed.body).toEqual({ ...shown, display_name: 'Highways' });
    expect((await client.call(tenant.token, 'GET', '/v1/tenancies/self')).body).toEqual(renamed.body);
    const theirs = await client.call(other.token, 'GET', '/v1/tenancies/self');
    expect(theirs.body).toMatchObject({ identity: other.tenant_identity, display_name: 'Bridges' });
    for (const bad of [{ display_name: '' }, { display_name: 'x'.repeat(129) }, { bogus: 1 }]) {
      expect((await client.call(tenant.token, 'PATCH', '/v1/tenancies/self', { body: bad })).status).toBe(400);
    }
  });

  describe('the default proof mechanism', () => {
    const patch = (of: Tenant, body: object, token = of.token): Promise<Answer> =>
      client.call(token, 'PATCH', '/v1/tenancies/self', { body });
    const set = (of: Tenant, mechanism: string): Promise<Answer> => patch(of, { default_proof_mechanism: mechanism });
    const create = async (of: Tenant, body: object = {}, headers: Record<string, string> = {}): Promise<any> =>
      (await client.call(of.token, 'POST', '/v2/assets', { body, headers })).body;
    const mechanismOf = async (of: Tenant, body: object = {}): Promise<string> =>
      (await create(of, body)).proof_mechanism;
    const khipu = (of: Tenant, value: string): Promise<Answer> =>
      client.call(SECRETS.OPERATOR_SECRET, 'PATCH', `/operator/v1/tenants/${of.tenant_identity.slice(7)}`, {
        body: { khipu: value },
      });

    test('applies to the next assets that name none, alone and in batches, and to no others', async () => {
      const own = await newTenant(service, 'Default');
      expect(await mechanismOf(own)).toBe('SIMPLE_HASH');
      for (const mechanism of ['MERKLE_LOG', 'KHIPU', 'MERKLE_LOG', 'SIMPLE_HASH']) {
        const changed = await set(own, mechanism);
        expect([changed.status, changed.body.default_proof_mechanism]).toEqual([200, mechanism]);
        expect(await mechanismOf(own)).toBe(mechanism);
        expect((await client.call(own.token, 'GET', '/v1/tenancies/self')).body).toEqual(changed.body);
        const named = ['SIMPLE_HASH', 'KHIPU', 'MERKLE_LOG'];
        const { body } = await client.call(own.token, 'POST', '/v2/assets:batch', {
          body: {
            assets: [
              {},
              ...named.map((proof_mechanism) => ({ proof_mechanism })),
              { storage_integrity: 'TENANT_STORAGE' },
              { storage_integrity: 'LEDGER' },
            ],
          },
        });
        expect(body.results.map(({ asset }: any) => asset.proof_mechanism)).toEqual([
          mechanism,
          ...named,
          // TENANT_STORAGE is every mechanism but KHIPU, LEDGER is KHIPU.
          mechanism === 'KHIPU' ? 'SIMPLE_HASH' : mechanism,
          'KHIPU',
        ]);
        const older = await create(own, { storage_integrity: 'TENANT_STORAGE' });
        expect(older).toMatchObject({
          storage_integrity: 'TENANT_STORAGE',
          proof_mechanism: mechanism === 'KHIPU' ? 'SIMPLE_HASH' : mechanism,
        });
      }
      expect(await mechanismOf(await newTenant(service, 'Another'))).toBe('SIMPLE_HASH');
    });

    test('applies to the assets of members at once, and a repeated request returns the same asset', async () => {
      const own = await newTenant(service, 'Members');
      const { body } = await client.call(own.token, 'POST', '/iam/v1/applications', {
        body: { display_name: 'machine', custom_claims: { role: 'a' } },
      });
      const token = await tokenOf(service, body.client_id, body.credentials[0].secret);
      await client.call(own.token, 'POST', '/iam/v1/access_policies', {
        body: {
          display_name: 'all',
          filters: [{ or: ['attributes.none!=x'] }],
          access_permissions: [
            { user_attributes: [{ or: ['jwt_role=a'] }], behaviours: ['*'], asset_attributes_write: ['*'] },
          ],
        },
      });
      const member = { ...own, token };
      const key = { 'idempotency-key': 'once' };
      const first = await create(member, {}, key);
      expect(first.proof_mechanism).toBe('SIMPLE_HASH');
      await set(own, 'MERKLE_LOG');
      expect(await mechanismOf(member)).toBe('MERKLE_LOG');
      expect(await create(member, {}, key)).toMatchObject({ identity: first.identity, proof_mechanism: 'SIMPLE_HASH' });
      expect((await patch(own, { default_proof_mechanism: 'SIMPLE_HASH' }, token)).status).toBe(403);
    });

    test('cannot be KHIPU unless it is enabled, and is SIMPLE_HASH again when the operator disables it', async () => {
      const own = await newTenant(service, 'Khipu');
      await set(own, 'KHIPU');
      expect((await khipu(own, 'off')).status).toBe(200);
      expect([await mechanismOf(own), (await client.call(own.token, 'GET', '/v1/tenancies/self')).body]).toEqual([
        'SIMPLE_HASH',
        expect.objectContaining({ default_proof_mechanism: 'SIMPLE_HASH' }),
      ]);
      const refused = await set(own, 'KHIPU');
      expect([refused.status, refused.body.message]).toEqual([402, expect.stringContaining('default_proof_mechanism')]);
      await set(own, 'MERKLE_LOG');
      await khipu(own, 'off');
      expect(await mechanismOf(own)).toBe('MERKLE_LOG');
      await khipu(own, 'on');
      expect((await set(own, 'KHIPU')).status).toBe(200);
    });

    test('rejects other mechanisms, keeps the name, and is in the audit log', async () => {
      const own = await newTenant(service, 'Audited');
      for (const wrong of ['TRIE_HASH', 'PROOF_MECHANISM_UNSPECIFIED', '', 3])
        expect((await patch(own, { default_proof_mechanism: wrong })).status).toBe(400);
      expect((await set(own, 'MERKLE_LOG')).body).toMatchObject({ display_name: 'Audited' });
      expect((await patch(own, { display_name: 'Renamed' })).body).toMatchObject({
        default_proof_mechanism: 'MERKLE_LOG',
      });
      const { results } = await service.db
        .prepare(
          "SELECT before_hash <> after_hash AS changed FROM audit_log WHERE tenant = ? AND operation = 'updateTenancy'",
        )
        .bind(own.tenant_identity.slice(7))
        .all();
      expect(results).toEqual([{ changed: 1 }, { changed: 1 }]);
    });
  });

  test('publicinfo needs no token and reveals no name', async () => {
    const uuid = tenant.tenant_identity.slice('tenant/'.length);
    const info = await client.call(undefined, 'GET', `/v1/tenancies/${uuid}:publicinfo`);
    expect([info.status, info.body]).toEqual([200, { identity: tenant.tenant_identity, verified_domain: '' }]);
    expect((await client.call(undefined, 'GET', `/v1/tenancies/${UNKNOWN}:publicinfo`)).status).toBe(404);
    expect((await client.call(undefined, 'GET', '/v1/tenancies/self:publicinfo')).status).toBe(400);
    expect((await client.call(undefined, 'GET', '/v1/tenancies/self')).status).toBe(401);
  });

  test("whoami returns the caller and the tenancy's current name", async () => {
    expect((await client.call(tenant.token, 'GET', '/v1/whoami')).body).toEqual({
      avatar_url: '',
      principal: self(),
      roles: ['Administrator'],
      tenantid: tenant.tenant_identity,
      userid: tenant.client_id,
      is_social: false,
      granted: {
        behaviours: ['*'],
        asset_attributes_write: ['*'],
        event_arc_display_type_write: ['*'],
        shared: [],
        reads_everything: true,
      },
    });
    const { id, token } = await newApplication(tenant, 'sensor');
    await client.call(tenant.token, 'PATCH', `/iam/v1/applications/${id}`, { body: { display_name: 'camera' } });
    expect((await client.call(token, 'GET', '/v1/whoami')).body).toMatchObject({
      principal: { issuer: ISSUER, subject: id, display_name: 'camera', email: '' },
      roles: ['Non-Administrator'],
      granted: {
        behaviours: [],
        asset_attributes_write: [],
        event_arc_display_type_write: [],
        shared: [],
        reads_everything: false,
      },
    });
  });
});

describe('the operator', () => {
  test('creates a tenancy once, and a repeated request renews its secret', async () => {
    const identity = `tenant/${UNKNOWN}`;
    const first = await operator({ display_name: 'Once', tenant_identity: identity });
    expect(first.body).toEqual({
      base_url: `${ORIGIN}/archivist`,
      tenant_identity: identity,
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const again = await operator({ display_name: 'Twice', tenant_identity: identity });
    expect(again.body).toEqual({ ...first.body, client_secret: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(again.body.client_secret).not.toBe(first.body.client_secret);
    await expect(tokenOf(service, first.body.client_id, first.body.client_secret)).rejects.toThrow('401');
    const token = await tokenOf(service, again.body.client_id, again.body.client_secret);
    expect((await client.call(token, 'GET', '/v1/tenancies/self')).body.display_name).toBe('Once');
    const applications = (await client.call(token, 'GET', '/iam/v1/applications')).body.applications;
    expect(applications).toHaveLength(1);
    const audit = (await client.call(token, 'GET', '/v1/audit')).body.audit as { request_id: string }[];
    const ids = [again, first].map(({ headers }) => headers.get('x-request-id'));
    expect(audit.map((entry) => entry.request_id)).toEqual(ids);
  });

  test.each([1, 2, 3, 4, 5, 6])(
    'creates one tenancy from concurrent requests for the same one (round %i)',
    async (round) => {
      const body = { display_name: 'Race', tenant_identity: `tenant/2222222${round}-2222-4333-8444-555555555555` };
      const answers = await Promise.all(Array.from({ length: 5 }, () => operator(body)));
      for (const { status, text } of answers) expect([200, 409], text).toContain(status);
      const made = answers.filter(({ status }) => status === 200).map((answer) => answer.body as Tenant);
      expect(new Set(made.map(({ client_id: id }) => id)).size).toBe(1);
      const tokens = await Promise.allSettled(made.map((each) => tokenOf(service, each.client_id, each.client_secret)));
      expect(tokens.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    },
  );

  test('gives a tenancy whose first application was deleted another one, and the old one stays invalid', async () => {
    const lost = await newTenant(service, 'Lost');
    const second = await newApplication(lost);
    const own = { issuer: ISSUER, subject: lost.client_id };
    const admins = [own, { ...own, subject: second.id }];
    expect((await replace(admins, lost.token)).status).toBe(200);
    const gone = await client.call(second.token, 'DELETE', `/iam/v1/applications/${lost.client_id}`);
    expect(gone.status).toBe(200);
    const again = await operator({ display_name: 'Lost', tenant_identity: lost.tenant_identity });
    expect(again.body.client_id).not.toBe(lost.client_id);
    const token = await tokenOf(service, again.body.client_id, again.body.client_secret);
    const listed = (await read(token)).body.root_principals as Principal[];
    expect(listed.map(({ subject }) => subject).toSorted()).toEqual([second.id, again.body.client_id].toSorted());
    expect((await client.call(lost.token, 'GET', '/v1/whoami')).status).toBe(401);
    const third = await operator({ display_name: 'Lost', tenant_identity: lost.tenant_identity });
    expect(third.body.client_id).toBe(again.body.client_id);
  });

  test.each<[string, unknown, string]>([
    ['no uuid', { display_name: 'x', tenant_identity: 'tenant/x' }, 'tenant_identity'],
    ['another collection', { display_name: 'x', tenant_identity: `assets/${UNKNOWN}` }, 'tenant_identity'],
    ['a bare uuid', { display_name: 'x', tenant_identity: UNKNOWN }, 'tenant_identity'],
    [
      'the zero uuid',
      { display_name: 'x', tenant_identity: `tenant/${UNKNOWN.replaceAll(/\w/g, '0')}` },
      'tenant_identity',
    ],
    ['no name', {}, 'display_name'],
    ['a long name', { display_name: 'x'.repeat(129) }, 'display_name'],
    ['an unknown field', { display_name: 'x', secret: 'x' }, 'secret'],
  ])('is told 400 for %s', async (_what, body, field) => {
    const answer = await operator(body);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  test('needs the secret', async () => {
    for (const secret of [undefined, '', 'x', `${SECRETS.OPERATOR_SECRET}x`, tenant.token]) {
      const answer = await client.call(secret, 'POST', '/operator/v1/tenants', { body: { display_name: 'x' } });
      expect(answer.status, String(secret)).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
    expect((await client.call(SECRETS.OPERATOR_SECRET, 'GET', '/v1/whoami')).status).toBe(401);
  });

  test('keeps two tenancies invisible to each other', async () => {
    const theirs = await newApplication(other, 'theirs');
    const asset = (await client.call(other.token, 'POST', '/v2/assets', { body: {} })).body.identity as string;
    const events = (await client.call(other.token, 'GET', `/v2/${asset}/events`)).body.events;
    expect(events).toHaveLength(1);
    for (const [method, path, body] of [
      ['GET', `/iam/v1/applications/${theirs.id}`, undefined],
      ['PATCH', `/iam/v1/applications/${theirs.id}`, { display_name: 'mine' }],
      ['POST', `/iam/v1/applications/${theirs.id}:regenerate-secret`, undefined],
      ['DELETE', `/iam/v1/applications/${theirs.id}`, undefined],
      ['GET', `/v2/${asset}`, undefined],
      ['GET', `/v2/${asset}/events`, undefined],
      ['GET', `/v2/${events[0].identity}`, undefined],
      ['POST', `/v2/${asset}/events`, RECORD],
    ] as const) {
      expect((await client.call(tenant.token, method, path, { body })).status, `${method} ${path}`).toBe(404);
    }
    for (const path of ['/iam/v1/applications', '/v2/assets', '/v2/assets/-/events', '/v1/audit']) {
      const { text } = await client.call(tenant.token, 'GET', path);
      for (const hidden of [theirs.id, asset, other.client_id, other.tenant_identity])
        expect(text).not.toContain(hidden);
    }
  });
});

test("the owner of an asset is its tenancy's wallet, which is stable and differs between tenancies", async () => {
  const owners: string[] = [];
  for (const { token } of [tenant, tenant, other]) {
    const asset = (await client.call(token, 'POST', '/v2/assets', { body: {} })).body.identity;
    await expect
      .poll(async () => (await client.call(token, 'GET', `/v2/${asset}`)).body.confirmation_status)
      .toBe('CONFIRMED');
    const { owner } = (await client.call(token, 'GET', `/v2/${asset}`)).body;
    const [event] = (await client.call(token, 'GET', `/v2/${asset}/events`)).body.events;
    expect(event.from).toBe(owner);
    owners.push(owner);
  }
  expect(owners[0]).toMatch(/^0x(?=.*[A-F])(?=.*[a-f])[0-9a-fA-F]{40}$/);
  expect(owners[1]).toBe(owners[0]);
  expect(owners[2]).not.toBe(owners[0]);
  const { results } = await service.db.prepare('SELECT id, wallet_address FROM tenants').all();
  const wallets = new Map(results.map((row) => [`tenant/${String(row['id'])}`, row['wallet_address']]));
  expect([wallets.get(tenant.tenant_identity), wallets.get(other.tenant_identity)]).toEqual([owners[0], owners[2]]);
});

test('whoami says what the caller may record on one asset, as the asset decides, and whose asset it is', async () => {
  const [owner, partner] = [await newTenant(service, 'Owner'), await newTenant(service, 'Partner')];
  const create = async (of: Tenant, type: string): Promise<string> =>
    (await done(client, of.token, 'POST', '/v2/assets', { attributes: { arc_display_type: type } })).identity;
  const [pump, forklift] = [await create(owner, 'Pump'), await create(owner, 'Forklift')];
  const subject = await importSubject(client, { of: partner, into: owner, name: 'Quarry' });
  await importSubject(client, { of: owner, into: partner, name: 'Harbour Works' });
  const policy = (of: Tenant, type: string, permission: object) =>
    done(client, of.token, 'POST', '/iam/v1/access_policies', {
      display_name: type,
      filters: [{ or: [`attributes.arc_display_type=${type}`] }],
      access_permissions: [{ asset_attributes_read: ['*'], ...permission }],
    });
  await policy(owner, 'Pump', {
    subjects: [subject.identity],
    behaviours: ['RecordEvidence'],
    event_arc_display_type_write: ['Inspection'],
  });
  await policy(owner, 'Forklift', { subjects: [subject.identity] });
  const { token } = await newMember(service, client, partner, { may: 'repair' });
  for (const type of ['Pump', 'Forklift'])
    await policy(partner, type, {
      user_attributes: [{ or: ['jwt_may=repair'] }],
      behaviours: ['*'],
      event_arc_display_type_write: ['Repair'],
    });
  const on = async (caller: string, identity: string): Promise<any> =>
    (await done(client, caller, 'GET', `/v1/whoami?asset_identity=${identity}`)).on_asset;
  expect(await on(partner.token, pump)).toEqual({
    asset_identity: pump,
    behaviours: ['RecordEvidence'],
    require_signature: false,
    owner_display_name: 'Harbour Works',
  });
  expect((await on(partner.token, forklift)).behaviours).toEqual([]);
  // The owner lets the partner record inspections only, and the partner its member repairs only.
  expect((await on(token, pump)).behaviours).toEqual([]);
  const own = await on(owner.token, pump);
  expect([own.behaviours[0], own.behaviours.length, own.owner_display_name]).toEqual(['Builtin', 7, '']);
  const stranger = await newTenant(service, 'Stranger');
  for (const caller of [stranger.token, (await newMember(service, client, owner)).token])
    expect((await client.call(caller, 'GET', `/v1/whoami?asset_identity=${pump}`)).status).toBe(404);
  expect((await client.call(owner.token, 'GET', '/v1/whoami?asset_identity=pump')).body.message).toContain(
    'asset_identity: must be the identity of an asset',
  );
});
