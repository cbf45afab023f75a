import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { newTenant, ORIGIN, startService, type Service, type Tenant } from '../support/service.ts';
import { everyPage, openTypedClient, tokenFor, uuidOf } from './support/openapi-fetch.ts';
import type { Asset, Event, TypedClient } from './support/openapi-fetch.ts';

const SELF = '00000000-0000-0000-0000-000000000000';

let service: Service;
let tenant: Tenant;
let client: TypedClient;
let stranger: TypedClient;

beforeAll(async () => {
  service = await startService({ vars: { QUOTA_APPLICATIONS: '3' } });
  tenant = await newTenant(service, 'Typed');
  client = openTypedClient(service.base, await tokenFor(service.base, tenant.client_id, tenant.client_secret));
  stranger = openTypedClient(service.base);
});
afterAll(() => service.close());

async function newAsset(attributes: Asset['attributes'], shown = false): Promise<Asset> {
  const body = { behaviours: ['RecordEvidence' as const], attributes, public: shown };
  const { data, error } = await client.POST('/v2/assets', { body });
  if (error) throw new Error(error.message);
  return data;
}

async function record(uuid: string, lamp: string, key?: string): Promise<Event> {
  const { data, error } = await client.POST('/v2/assets/{uuid}/events', {
    params: { path: { uuid }, header: key === undefined ? {} : { 'idempotency-key': key } },
    body: {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: { arc_display_type: 'Maintenance', parts: [{ maker: 'A' }, { maker: 'B' }] },
      asset_attributes: { lamp },
      timestamp_declared: '2019-11-27T14:44:19Z',
      principal_declared: { issuer: 'job.idp.server/1234', subject: 'bob@job' },
    },
  });
  if (error) throw new Error(error.message);
  return data;
}

test('creates an asset, appends with a retry, and reads it now and at an earlier time', async () => {
  const asset = await newAsset({ arc_display_name: 'Traffic light 101', lamp: 'bulb' });
  expect(asset).toMatchObject({ tracked: 'TRACKED', public: false, tenant_identity: tenant.tenant_identity });
  const uuid = uuidOf(asset.identity);

  const event = await record(uuid, 'LED', 'change of lamp');
  // The retry returns the event as it is stored by then.
  const again = await record(uuid, 'LED', 'change of lamp');
  const confirmed = { confirmation_status: 'CONFIRMED', timestamp_committed: again.timestamp_committed };
  expect(again).toEqual({ ...event, ...confirmed });
  const path = { asset_uuid: uuid, uuid: uuidOf(event.identity) };
  const read = await client.GET('/v2/assets/{asset_uuid}/events/{uuid}', { params: { path } });
  expect(read.data?.event_attributes).toEqual({
    arc_display_type: 'Maintenance',
    parts: [{ maker: 'A' }, { maker: 'B' }],
  });

  const now = await client.GET('/v2/assets/{uuid}', { params: { path: { uuid } } });
  expect(now.data?.attributes['lamp']).toBe('LED');
  const query = { at_time: asset.at_time };
  const then = await client.GET('/v2/assets/{uuid}', { params: { path: { uuid }, query } });
  expect(then.data?.attributes['lamp']).toBe('bulb');
});

test('lists with attribute filters of any name, alternatives, page tokens and the exact count', async () => {
  const made: string[] = [];
  for (const colour of ['red', 'red', 'light green & blue', 'red', 'amber'])
    made.push((await newAsset({ kind: 'paged', colour })).identity);
  const list = async (attribute_filters: Record<string, string>, filters?: string[]) => {
    const { data } = await client.GET('/v2/assets', {
      params: { query: { attribute_filters, ...(filters && { filters }) } },
    });
    return data?.assets.map(({ identity }) => identity);
  };
  expect(await list({ 'attributes.kind': 'paged', 'attributes.colour': 'red' })).toEqual([made[3], made[1], made[0]]);
  expect(await list({ 'attributes.colour': 'light green & blue' })).toEqual([made[2]]);
  expect(await list({ 'attributes.kind': 'paged', 'attributes.colour!': '*' })).toEqual([]);
  const alternatives = ['attributes.colour=amber OR attributes.colour=red', 'attributes.kind=paged'];
  expect(await list({}, alternatives)).toEqual([made[4], made[3], made[1], made[0]]);

  let pages = 0;
  const found: string[] = [];
  const paged = everyPage(async (token) => {
    const { data, response } = await client.GET('/v2/assets', {
      params: {
        query: { page_size: 2, attribute_filters: { 'attributes.kind': 'paged' }, ...token },
        header: { 'x-request-total-count': 'true' },
      },
    });
    expect(response.headers.get('x-total-count')).toBe('5');
    pages++;
    return { items: data!.assets, next_page_token: data!.next_page_token };
  });
  for await (const asset of paged) found.push(asset.identity);
  expect([pages, found]).toEqual([3, made.toReversed()]);

  const [uuid, other] = [uuidOf(made[0]!), uuidOf(made[1]!)];
  const event = await record(uuid, 'LED');
  await record(other, 'bulb');
  const all = await client.GET('/v2/assets/-/events', {
    params: {
      query: {
        operation: 'Record',
        attribute_filters: { 'asset_attributes.lamp': 'LED', 'asset.attributes.kind': 'paged' },
      },
    },
  });
  expect(all.error).toBeUndefined();
  expect(all.data?.events).toMatchObject([{ identity: event.identity }]);
  const own = await client.GET('/v2/assets/{uuid}/events', {
    params: {
      path: { uuid },
      query: {
        page_size: 1,
        confirmation_status: 'CONFIRMATION_STATUS_UNSPECIFIED',
        'principal_declared.subject': 'bob@job',
      },
    },
  });
  expect(own.data).toMatchObject({ events: [{ identity: event.identity }], next_page_token: '' });
});

test('reads the signing keys at the origin', async () => {
  const { data } = await stranger.GET('/appidpv1/.well-known/jwks.json', { baseUrl: service.at });
  expect(data?.keys).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256' })]);
});

test('reads a public asset at its public address', async () => {
  const asset = await newAsset({ arc_display_name: 'Bridge', lamp: 'bulb' }, true);
  const uuid = uuidOf(asset.identity);
  const event = await record(uuid, 'LED');
  const { data } = await client.GET('/v2/assets/{uuid}:publicurl', { params: { path: { uuid } } });
  expect(data?.publicurl).toBe(`${ORIGIN}/archivist/public${asset.identity}`);
  const path = { asset_uuid: uuid, uuid: uuidOf(event.identity) };
  const ofEvent = await client.GET('/v2/assets/{asset_uuid}/events/{uuid}:publicurl', { params: { path } });
  expect(ofEvent.data?.publicurl).toBe(`${ORIGIN}/archivist/public${event.identity}`);

  const read = await stranger.GET('/publicassets/{uuid}', { params: { path: { uuid } } });
  expect(read.data?.attributes['lamp']).toBe('LED');
  const events = await stranger.GET('/publicassets/{uuid}/events', {
    params: { path: { uuid }, query: { attribute_filters: { 'event_attributes.arc_display_type': 'Maintenance' } } },
  });
  expect(events.data?.events.map(({ identity }) => uuidOf(identity))).toEqual([path.uuid]);
  const one = await stranger.GET('/v2/publicassets/{asset_uuid}/events/{uuid}', { params: { path } });
  expect(one.data?.principal_accepted).toEqual({ issuer: '', subject: '', display_name: '', email: '' });
});

test('uploads, attaches and downloads a file, and reads its information', async () => {
  const content = new Uint8Array([0, 255, 1, 254]);
  const form = new FormData();
  form.append('file', new Blob([content]), 'four bytes');
  const uploaded = await client.POST('/v1/blobs', {
    body: { file: 'four bytes' },
    bodySerializer: () => form,
  });
  const blob = uploaded.data!;
  expect(blob).toMatchObject({ size: 4, scanned_status: 'NOT_SCANNED', tenantid: tenant.tenant_identity });
  const { alg, value } = blob.hash;
  const attachment = { arc_attachment_identity: blob.identity, arc_hash_alg: alg, arc_hash_value: value };
  const asset = await newAsset({ arc_attachments: [attachment] }, true);

  const address = await client.GET('/v2/assets/{uuid}:publicurl', {
    params: { path: { uuid: uuidOf(asset.identity) } },
  });
  // The two ways in which clients derive the path of an attachment from that of its record.
  for (const under of ['/v2/attachments/publicassets/', '/v2/attachments/']) {
    const place = address
      .data!.publicurl.replace('/publicassets/', under)
      .replace(ORIGIN, new URL(service.base).origin);
    const response = await fetch(`${place}/${uuidOf(blob.identity)}`);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
  }
  const path = { asset_uuid: uuidOf(asset.identity), uuid: uuidOf(blob.identity) };
  const read = await client.GET('/v2/attachments/assets/{asset_uuid}/{uuid}', {
    params: { path, query: { strict: 'false' } },
    parseAs: 'arrayBuffer',
  });
  expect(new Uint8Array(read.data as unknown as ArrayBuffer)).toEqual(content);
  const info = await stranger.GET('/v2/attachments/publicassets/{asset_uuid}/{uuid}/info', { params: { path } });
  expect(info.data).toEqual({ ...blob, issuer: '', subject: '' });
});

test('manages applications, and reads quotas and the audit log', async () => {
  const created = await client.POST('/iam/v1/applications', { body: { display_name: 'Meter' } });
  const { client_id, credentials } = created.data!;
  const params = { path: { uuid: client_id } };
  expect(await tokenFor(service.base, client_id, credentials[0]!.secret)).toMatch(/^ey/);
  const changed = await client.PATCH('/iam/v1/applications/{uuid}', {
    params: { ...params, query: { mask: 'custom_claims' } },
    body: { display_name: 'not in the mask', custom_claims: { site: 'north' } },
  });
  expect(changed.data).toMatchObject({ display_name: 'Meter', custom_claims: { site: 'north' } });
  const listed = await client.GET('/iam/v1/applications', { params: { query: { display_name: 'Meter' } } });
  expect(listed.data?.applications.map((each) => each.client_id)).toEqual([client_id]);
  expect((await client.GET('/iam/v1/applications/{uuid}', { params })).data?.credentials[0]!.secret).toBe('');

  const renewed = await client.POST('/iam/v1/applications/{uuid}:regenerate-secret', { params });
  expect(await tokenFor(service.base, client_id, renewed.data!.credentials[0]!.secret)).toMatch(/^ey/);
  await expect(tokenFor(service.base, client_id, credentials[0]!.secret)).rejects.toThrow('invalid_client: ');

  const caps = await client.GET('/v1/caps', { params: { query: { service: 'applications' } } });
  expect(caps.data?.caps).toEqual([{ resource_type: 'Applications', resource_remaining: '1', resource_cap: '3' }]);
  expect((await client.GET('/iam/v1/applications:caps')).data).toEqual(caps.data);
  expect((await client.DELETE('/iam/v1/applications/{uuid}', { params })).data).toEqual({});

  const audit = await client.GET('/v1/audit', { params: { query: { page_size: 4 } } });
  expect(audit.data?.audit.map(({ operation, resource }) => [operation, uuidOf(resource)])).toEqual(
    ['delete%', 'regenerate%Secret', 'update%', 'create%'].map((id) => [id.replace('%', 'Application'), client_id]),
  );
});

test('imports two organizations mutually and shares an attribute and a location', async () => {
  const other = await newTenant(service, 'Other');
  const theirs = openTypedClient(service.base, other.token);
  const imported: string[] = [];
  for (const [into, of] of [
    [client, theirs],
    [theirs, client],
  ] as const) {
    const self = await of.GET('/iam/v1/subjects/{uuid}', { params: { path: { uuid: SELF } } });
    const { wallet_pub_key, tessera_pub_key } = self.data!;
    const made = await into.POST('/iam/v1/subjects', {
      body: { display_name: 'The other', wallet_pub_key, tessera_pub_key },
    });
    expect(made.data?.wallet_address).toEqual(self.data!.wallet_address);
    imported.push(made.data!.identity);
  }
  const subject = imported[0]!;
  const known = await client.GET('/iam/v1/subjects', { params: { query: { display_name: 'The other' } } });
  expect(known.data?.subjects).toMatchObject([{ identity: subject, confirmation_status: 'CONFIRMED' }]);

  const { identity } = await newAsset({ kind: 'shared', lamp: 'LED', secret: 'x' });
  const path = { uuid: uuidOf(identity) };
  const filters = [{ or: ['attributes.kind=shared'] }];
  const created = await client.POST('/iam/v1/access_policies', {
    body: { display_name: 'Lamps', filters, access_permissions: [{ subjects: [subject] }] },
  });
  const policy = { path: { uuid: uuidOf(created.data!.identity) } };
  expect((await theirs.GET('/v2/assets/{uuid}', { params: { path } })).response.status).toBe(404);
  const changed = await client.PATCH('/iam/v1/access_policies/{uuid}', {
    params: policy,
    body: { access_permissions: [{ subjects: [subject], asset_attributes_read: ['lamp'] }] },
  });
  expect(changed.data?.access_permissions[0]?.behaviours).toEqual([]);
  expect((await theirs.GET('/v2/assets/{uuid}', { params: { path } })).data?.attributes).toEqual({ lamp: 'LED' });
  const matched = await client.GET('/iam/v1/access_policies/{uuid}/assets', { params: policy });
  expect(matched.data?.assets.map((asset) => asset.identity)).toEqual([identity]);
  const matching = await client.GET('/iam/v1/assets/{uuid}/access_policies', { params: { path } });
  expect(matching.data?.access_policies.map(({ display_name }) => display_name)).toEqual(['Lamps']);

  const place = await client.POST('/v2/locations', {
    body: { display_name: 'Quay 4', latitude: '51.95', longitude: 4.05, attributes: { phone: '100' } },
  });
  const location = { path: { uuid: uuidOf(place.data!.identity) } };
  const shared = await client.PATCH('/v2/locations/{uuid}/permissions', {
    params: location,
    body: { subject_identities: [subject] },
  });
  expect(shared.data?.permissions.subject_identities).toEqual([subject]);
  const seen = await theirs.GET('/v2/locations', {
    params: { query: { attribute_filters: { 'attributes.phone': '100' } } },
  });
  expect(seen.data?.locations).toEqual([place.data]);
  const refused = await theirs.DELETE('/v2/locations/{uuid}', { params: location });
  expect([refused.response.status, refused.error?.code]).toEqual([403, 7]);
  expect((await client.DELETE('/iam/v1/access_policies/{uuid}', { params: policy })).data).toEqual({});
  expect((await theirs.GET('/v2/assets', {})).data?.assets).toEqual([]);
});

test('gets typed errors, as the operation declares them', async () => {
  const { data, error, response } = await client.GET('/v2/assets/{uuid}', {
    params: { path: { uuid: crypto.randomUUID() } },
  });
  expectTypeOf(data).toEqualTypeOf<Asset | undefined>();
  expectTypeOf(error?.code).toEqualTypeOf<number | undefined>();
  expect([response.status, error?.code]).toEqual([404, 5]);
  expect(error?.details.map((detail) => detail['@type'])).toContain('type.googleapis.com/google.rpc.RequestInfo');

  const anybody = await stranger.GET('/v2/assets');
  expect([anybody.response.status, anybody.error?.code]).toEqual([401, 16]);
  const token = await stranger.POST('/iam/v1/appidp/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: { grant_type: 'password' },
  });
  expect(token.error).toMatchObject({ error: 'unsupported_grant_type' });
  for (const display_name of ['A', 'B'])
    expect((await client.POST('/iam/v1/applications', { body: { display_name } })).response.status).toBe(200);
  const full = await client.POST('/iam/v1/applications', { body: { display_name: 'C' } });
  expect([full.response.status, full.error?.code]).toEqual([402, 8]);
});

test('a mistake does not compile, and the service names it', async () => {
  const path = { uuid: uuidOf((await newAsset({})).identity) };
  const answers = [
    client.POST('/v2/assets', {
      params: { query: { strict: 'true' } },
      // @ts-expect-error: not a field of an asset
      body: { behaviors: ['RecordEvidence'], public: true },
    }),
    // @ts-expect-error: not a behaviour
    client.POST('/v2/assets', { body: { behaviours: ['Record'] } }),
    // @ts-expect-error: an attribute is a string, a map or a list of maps
    client.POST('/v2/assets', { body: { attributes: { count: 7 } } }),
    // @ts-expect-error: the behaviour of an event is required
    client.POST('/v2/assets/{uuid}/events', { params: { path }, body: { operation: 'Record' } }),
    // @ts-expect-error: not a status
    client.GET('/v2/assets', { params: { query: { confirmation_status: 'DONE' } } }),
    // @ts-expect-error: not a query parameter
    client.GET('/v2/assets', { params: { query: { confirmed: 'yes', page_size: 1 } } }),
  ];
  for (const { response } of await Promise.all(answers)) expect(response.status).toBe(400);
  // @ts-expect-error: not an operation
  expect((await client.POST('/v2/asset', {})).response.status).toBe(404);
  // @ts-expect-error: events are never changed
  expect((await client.PATCH('/v2/assets/{uuid}/events', { params: { path } })).response.status).toBe(405);
  // @ts-expect-error: not a field of a response
  expect((await client.GET('/v2/assets/{uuid}', { params: { path } })).data?.name).toBeUndefined();
});
