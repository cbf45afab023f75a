import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { LIMITED, sharedService, type Service } from '../support/service.ts';
import { openTenancy, violationsOf, walk, type Tenancy } from '../support/tenancy.ts';
import { create, made, NOTHING, patch, PATH, read, UNKNOWN } from './support/policies.ts';

const IDENTITY = /^access_policies\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

describe('the life of a policy', () => {
  let owner: Tenancy;
  beforeAll(async () => {
    owner = await openTenancy(service, client, 'Life');
  });

  test('can be created in the form that clients send, read, listed, counted, changed and deleted', async () => {
    const display_name = `AccessPolicy display name ${crypto.randomUUID()}`;
    const filters = [
      { or: ['attributes.arc_namespace=namespace'] },
      { or: ['attributes.arc_display_type=Traffic light with violation camera', 'attributes.arc_display_type=Pump'] },
      { or: ['attributes.ext_vendor_name:SynsationIndustries'] },
    ];
    const include_attributes = ['arc_description', 'arc_display_name', 'arc_firmware_version'];
    const asked = {
      display_name,
      description: 'Policy description',
      filters,
      access_permissions: [
        { subjects: [], behaviours: ['Attachments', 'RecordEvidence'], include_attributes },
        { user_attributes: [{ or: ['group:maintainers', 'group:supervisors'] }] },
      ],
    };
    const answer = await create(owner, asked);
    expect(answer.status, answer.text).toBe(200);
    const shown = {
      identity: expect.stringMatching(IDENTITY),
      display_name,
      description: 'Policy description',
      filters,
      access_permissions: [
        { ...NOTHING, behaviours: ['Attachments', 'RecordEvidence'], include_attributes },
        { ...NOTHING, user_attributes: [{ or: ['group:maintainers', 'group:supervisors'] }] },
      ],
      tenant: owner.identity,
    };
    expect(answer.body).toEqual(shown);
    // The order of fields is part of what clients print.
    expect(Object.keys(answer.body)).toEqual(Object.keys(shown));
    for (const permission of answer.body.access_permissions)
      expect(Object.keys(permission)).toEqual(Object.keys(NOTHING));
    const { identity } = answer.body as { identity: string };
    expect((await read(owner, identity)).text).toBe(answer.text);
    expect((await owner.get(PATH, { display_name })).body).toEqual({
      access_policies: [answer.body],
      next_page_token: '',
    });
    const counted = await owner.call('GET', PATH, {
      query: { display_name, page_size: '1' },
      headers: { 'X-Request-Total-Count': 'true' },
    });
    expect(counted.headers.get('x-total-count')).toBe('1');

    // A policy that was read can be sent back.
    expect((await patch(owner, identity, answer.body)).text).toBe(answer.text);
    const updated = await patch(owner, identity, { ...asked, access_permissions: [{ include_attributes: ['x'] }] });
    expect(updated.body).toEqual({
      ...answer.body,
      access_permissions: [{ ...NOTHING, include_attributes: ['x'] }],
    });
    expect((await read(owner, identity)).text).toBe(updated.text);

    const gone = await owner.call('DELETE', `/iam/v1/${identity}`);
    expect([gone.status, gone.text]).toEqual([200, '{}']);
    expectProblem(await read(owner, identity), 404);
    expectProblem(await patch(owner, identity, { description: 'x' }), 404);
    expectProblem(await owner.call('DELETE', `/iam/v1/${identity}`), 404);
    expectProblem(await owner.get(`/iam/v1/${identity}/assets`), 404);
    expect((await owner.get(PATH, { display_name })).body.access_policies).toEqual([]);
  });

  test('requires only a name', async () => {
    const answer = await create(owner, { display_name: 'bare' });
    const bare = { display_name: 'bare', description: '', filters: [], access_permissions: [], tenant: owner.identity };
    expect(answer.body).toEqual({ identity: expect.stringMatching(IDENTITY), ...bare });
    const nulls = { description: null, filters: null, access_permissions: null };
    expect((await create(owner, { display_name: 'bare', ...nulls })).body).toMatchObject(bare);
    const permission = Object.fromEntries(Object.keys(NOTHING).map((name) => [name, null]));
    const empty = await create(owner, {
      display_name: 'x',
      filters: [{ or: [] }],
      access_permissions: [{}, permission],
    });
    expect(empty.body).toMatchObject({ filters: [{ or: [] }], access_permissions: [NOTHING, NOTHING] });
  });

  test('ignores read-only fields and refuses unknown ones at any depth', async () => {
    const readOnly = { identity: `access_policies/${UNKNOWN}`, tenant: `tenant/${UNKNOWN}` };
    const answer = await create(owner, { display_name: 'x', ...readOnly });
    expect(answer.body.tenant).toBe(owner.identity);
    expect(answer.body.identity).not.toBe(readOnly.identity);
    expect((await patch(owner, answer.body.identity, readOnly)).text).toBe(answer.text);
    for (const [body, field] of [
      [{ colour: 'x' }, 'colour'],
      [{ tenant_id: 'x' }, 'tenant_id'],
      [{ filters: [{ or: [], and: [] }] }, 'filters[0].and'],
      [{ access_permissions: [{ deny: [] }] }, 'access_permissions[0].deny'],
      [
        { access_permissions: [{}, { user_attributes: [{ or: [], not: [] }] }] },
        'access_permissions[1].user_attributes[0].not',
      ],
    ] as const) {
      for (const refused of [
        await create(owner, { display_name: 'x', ...body }),
        await patch(owner, answer.body.identity, body),
      ]) {
        expectProblem(refused, 400);
        expect(Object.keys(violationsOf(refused))).toEqual([field]);
      }
    }
  });

  test('has its filters and permissions replaced as a whole by PATCH, or only the fields of a mask', async () => {
    const permission = { ...NOTHING, behaviours: ['RecordEvidence'] };
    const first = { filters: [{ or: ['attributes.a=1', 'attributes.b=2'] }, { or: ['attributes.c!=*'] }] };
    const identity = await made(owner, {
      description: 'text',
      ...first,
      access_permissions: [permission, { asset_attributes_read: ['a', 'b'] }],
    });
    const policy = (await read(owner, identity)).body;
    const changed = async (body: object, query = ''): Promise<unknown> => {
      const answer = await patch(owner, identity, body, query);
      expect(answer.status, answer.text).toBe(200);
      expect((await read(owner, identity)).text).toBe(answer.text);
      return answer.body;
    };
    expect(await changed({})).toEqual(policy);
    const filters = [{ or: ['attributes.z:*'] }];
    expect(await changed({ filters })).toEqual({ ...policy, filters });
    const access_permissions = [{ ...NOTHING, asset_attributes_read: ['z'] }];
    expect(await changed({ access_permissions: [{ asset_attributes_read: ['z'] }] })).toEqual({
      ...policy,
      filters,
      access_permissions,
    });
    expect(await changed({ description: '', display_name: 'new' })).toEqual({
      ...policy,
      filters,
      access_permissions,
      description: '',
      display_name: 'new',
    });
    const other = { display_name: 'ignored', description: 'kept', filters: [], access_permissions: [] };
    expect(await changed(other, 'mask=description')).toMatchObject({
      display_name: 'new',
      description: 'kept',
      filters,
    });
    expect(await changed({}, 'mask=filters, description')).toMatchObject({ description: '', filters: [] });
    expect(await changed({ filters: [] }, 'mask=access_permissions')).toMatchObject({ access_permissions: [] });
    expect(Object.keys(violationsOf(await patch(owner, identity, {}, 'mask=display_name')))).toEqual(['display_name']);
    expect(Object.keys(violationsOf(await patch(owner, identity, {}, 'mask=tenant')))).toEqual(['mask']);
    expect(Object.keys(violationsOf(await patch(owner, identity, { display_name: '' })))).toEqual(['display_name']);
  });

  test('leaves an audit row for every change', async () => {
    const identity = await made(owner, {});
    await patch(owner, identity, { description: 'changed' });
    await owner.call('DELETE', `/iam/v1/${identity}`);
    const { audit } = (await owner.get('/v1/audit', 'page_size=3')).body;
    const rows = (audit as Record<string, string>[]).toReversed();
    expect(rows.map(({ operation, resource }) => [operation, resource])).toEqual([
      ['createAccessPolicy', identity],
      ['updateAccessPolicy', identity],
      ['deleteAccessPolicy', identity],
    ]);
    const hashes = rows.flatMap((row) => [row['before_hash'], row['after_hash']]);
    expect(hashes).toEqual(['', hashes[1], hashes[1], hashes[3], hashes[3], '']);
    expect(hashes[1]).not.toBe(hashes[3]);
  });

  test('is listed by name, in two orders and in pages', async () => {
    const lister = await openTenancy(service, client, 'List');
    const names = ['delta', 'alpha', 'charlie', 'alpha', 'bravo'];
    const identities: string[] = [];
    for (const display_name of names) identities.push(await made(lister, { display_name }));
    const listed = async (query: Record<string, string>, size: number): Promise<unknown[]> =>
      (await walk(lister, PATH, query, size)).map(({ identity }) => identities.indexOf(identity));
    const byName = [1, 3].toSorted((x, y) => (identities[x]! < identities[y]! ? -1 : 1));
    for (const size of [1, 2, 5]) {
      expect(await listed({}, size)).toEqual([4, 3, 2, 1, 0]);
      expect(await listed({ order_by: 'DISPLAY_NAME' }, size)).toEqual([...byName, 4, 2, 0]);
      expect(await listed({ display_name: 'alpha' }, size)).toEqual([3, 1]);
      expect(await listed({ display_name: 'Alpha' }, size)).toEqual([]);
    }
    expectProblem(await lister.get(PATH, 'order_by=SIMPLEHASHV1'), 400);
    expect(await walk(owner, PATH, { display_name: 'delta' })).toEqual([]);
  });

  test('is hidden from other tenancies and refused to members who are not administrators', async () => {
    const [stranger, member] = [await openTenancy(service, client, 'Stranger'), await owner.member()];
    const identity = await made(owner, { description: 'ours' });
    const asset = await owner.asset({});
    const item = `/iam/v1/${identity}`;
    for (const [method, path, body] of [
      ['GET', PATH, undefined],
      ['POST', PATH, { display_name: 'x' }],
      ['POST', PATH, { display_name: 5 }],
      ['GET', item, undefined],
      ['PATCH', item, { description: 'x' }],
      ['DELETE', item, undefined],
      ['GET', `${item}/assets`, undefined],
      ['GET', `${PATH}/${UNKNOWN}`, undefined],
      ['GET', `/iam/v1/${asset}/access_policies`, undefined],
      ['GET', `/iam/v1/assets/${UNKNOWN}/access_policies`, undefined],
      ['GET', `${PATH}:caps`, undefined],
    ] as const) {
      expectProblem(await member.call(method, path, { body }), 403);
      if (path.includes(identity) || path.includes(asset))
        expectProblem(await stranger.call(method, path, { body }), 404);
    }
    expect((await read(owner, identity)).body.description).toBe('ours');
    expectProblem(await client.call(undefined, 'GET', item), 401);
    for (const bad of [
      `${PATH}/x`,
      `${PATH}/${UNKNOWN.replace('-4', '-1')}/assets`,
      '/iam/v1/assets/-/access_policies',
    ])
      expectProblem(await owner.get(bad), 400);
  });
});

describe('quotas and documents', () => {
  test('responds 402 above the quota, and /caps shows what remains', async () => {
    const small = await sharedService(LIMITED);
    const theirs = await openClient(small);
    const [owner, other] = [await openTenancy(small, theirs, 'Small'), await openTenancy(small, theirs, 'Other')];
    const left = async (): Promise<unknown> => {
      const caps = (await owner.done('GET', `${PATH}:caps`)).caps;
      expect((await owner.done('GET', '/v1/caps', { query: 'service=access_policies' })).caps).toEqual(caps);
      expect((await owner.done('GET', '/v1/caps')).caps).toContainEqual(caps[0]);
      expect(caps).toEqual([
        { resource_type: 'AccessPolicies', resource_remaining: expect.any(String), resource_cap: '2' },
      ]);
      return caps[0].resource_remaining;
    };
    expect(await left()).toBe('2');
    const first = await made(owner, {});
    expect(await left()).toBe('1');
    await made(owner, {});
    expectProblem(await create(owner, { display_name: 'third' }), 402);
    expect(await left()).toBe('0');
    expect(await walk(owner, PATH)).toHaveLength(2);
    expect((await patch(owner, first, { description: 'still' })).status).toBe(200);
    await made(other, {});
    await owner.done('DELETE', `/iam/v1/${first}`);
    expect(await left()).toBe('1');
    const both = await Promise.all([1, 2, 3].map(() => create(owner, { display_name: 'race' })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 402, 402]);
    expect(await left()).toBe('0');
  });

  test('serves the descriptions of the group', async () => {
    const owner = await openTenancy(service, client, 'Documents');
    const { paths } = await owner.done('GET', `${PATH}:openapi`);
    const item = `${PATH}/{uuid}`;
    const methods = Object.keys(paths).map((path) => [path, Object.keys(paths[path]).toSorted().join(' ')]);
    expect(Object.fromEntries(methods)).toEqual({
      [PATH]: 'get post',
      [item]: 'delete get patch',
      [`${item}/assets`]: 'get',
      '/iam/v1/assets/{uuid}/access_policies': 'get',
      '/iam/v1/assets/{uuid}/access': 'get',
      '/iam/v1/assets/{uuid}:view': 'get',
      [`${PATH}:caps`]: 'get',
      [`${PATH}:openapi`]: 'get',
      [`${PATH}:openapi-ui`]: 'get',
    });
    const statuses = (method: string, path: string): string[] => Object.keys(paths[path][method].responses);
    expect(statuses('post', PATH)).toEqual(expect.arrayContaining(['200', '400', '401', '402', '403', '429', '500']));
    for (const method of ['get', 'patch', 'delete'])
      expect(statuses(method, item)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404', '429', '500']));
    expect((await owner.get(`${PATH}:openapi-ui`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
    const member = await owner.member();
    expect((await member.get(`${PATH}:openapi`)).status).toBe(200);
    const sample = (client.document.components as any).schemas.CreateAccessPolicy.example;
    expect((await create(owner, sample)).status).toBe(200);
  });
});
