import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem, fieldsOf, sendRaw, type Raw } from '../support/raw.ts';
import { newTenant, ORIGIN, SECRETS, startService, tokenOf, type Service, type Tenant } from '../support/service.ts';
import { done } from '../support/sharing.ts';

/**
 * What clients of the hosted service send and receive: one row for each difference that they notice. Names in braces
 * in paths stand for records of `world`.
 */
type Row = {
  title: string;
  /** Whose token is sent: the administrator's by default, none for `nobody`. */
  as?: 'nobody' | 'operator' | 'newcomer';
  request: string;
  body?: unknown;
  status: number;
  /** Fields that the body must have, among others. */
  has?: object;
  /** The fields that a 400 names. */
  names?: string[];
  /** The value of `archivist-ignored-fields`; `null` if the header is absent. */
  ignored?: string | null;
};

const IGNORED = 'archivist-ignored-fields';
const RECORD = { operation: 'Record', behaviour: 'RecordEvidence' };

let service: Service;
let client: Client;
let tenant: Tenant;
let newcomer: string;
/** Values of the names in braces. */
const world: Record<string, string> = {};

beforeAll(async () => {
  service = await startService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Migrated');
  const open = await done(client, tenant.token, 'POST', '/v2/assets', { public: true, attributes: { a: '1' } });
  const event = await done(client, tenant.token, 'POST', `/v2/${open.identity}/events`, RECORD);
  const closed = await done(client, tenant.token, 'POST', '/v2/assets', {});
  const application = await done(client, tenant.token, 'POST', '/iam/v1/applications', { display_name: 'New' });
  newcomer = await tokenOf(service, application.client_id, application.credentials[0].secret);
  const policy = (description: string) =>
    done(client, tenant.token, 'POST', '/iam/v1/access_policies', { display_name: 'P', description });
  await policy('of the quay');
  world['policy'] = (await policy('of the dock')).identity;
  const location = { display_name: 'Quay', latitude: 1, longitude: 2 };
  Object.assign(world, {
    asset: closed.identity.split('/')[1],
    open: open.identity.split('/')[1],
    event: event.identity.split('/')[3],
    application: application.client_id,
    location: (await done(client, tenant.token, 'POST', '/v2/locations', location)).identity,
    tenant: tenant.tenant_identity,
    client: tenant.client_id,
  });
});
afterAll(() => service?.close());

const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => world[name]!);

function send({ as, request, body }: Pick<Row, 'as' | 'request' | 'body'>): Promise<Raw> {
  const [method, target] = filled(request).split(' ') as [string, string];
  const tokens = { nobody: undefined, operator: SECRETS.OPERATOR_SECRET, newcomer };
  const token = as === undefined ? tenant.token : tokens[as];
  if (body === undefined) return sendRaw(service, method, target, { token });
  const headers = { 'content-type': 'application/json' };
  return sendRaw(service, method, target, { token, headers, body: JSON.stringify(body) });
}

async function holds(row: Row): Promise<void> {
  const answer = await send(row);
  expect(answer.status, answer.text).toBe(row.status);
  if (row.status >= 400 && answer.body?.code !== undefined) expectProblem(answer, row.status);
  if (row.has) expect(answer.body).toMatchObject(JSON.parse(filled(JSON.stringify(row.has))) as object);
  if (row.names) expect(fieldsOf(answer)).toEqual(row.names);
  if (row.ignored !== undefined) expect(answer.headers.get(IGNORED)).toBe(row.ignored);
}

const UNKNOWN_FIELDS: Row[] = [
  {
    title: 'an asset with proofMechanism and chainId is created, and the response names both',
    request: 'POST /archivist/v2/assets',
    body: { attributes: { arc_display_name: 'Pump' }, proofMechanism: 'KHIPU', chainId: '8275868384' },
    status: 200,
    has: { attributes: { arc_display_name: 'Pump' }, proof_mechanism: 'SIMPLE_HASH' },
    ignored: 'proofMechanism, chainId',
  },
  {
    title: 'an event with unknown fields is appended, nested ones are named by their path',
    request: 'POST /archivist/v2/assets/{asset}/events',
    body: { ...RECORD, confirm: true, principal_declared: { subject: 'bob', phone: '1' }, 'a b,c': 1, é: 2 },
    status: 200,
    has: { principal_declared: { subject: 'bob', issuer: '' } },
    ignored: 'principal_declared.phone, confirm, a%20b%2Cc, %C3%A9',
  },
  {
    title: 'a location with attachments is created',
    request: 'POST /archivist/v2/locations',
    body: { display_name: 'Dock', latitude: 1, longitude: 2, attachments: [{ filename: 'x' }] },
    status: 200,
    has: { display_name: 'Dock' },
    ignored: 'attachments',
  },
  {
    title: 'a location is changed by a body with unknown fields',
    request: 'PATCH /archivist/v2/{location}',
    body: { description: 'Cranes', attachments: [] },
    status: 200,
    has: { description: 'Cranes', display_name: 'Quay' },
    ignored: 'attachments',
  },
  {
    title: 'a compliance policy with unknown fields in a list is created',
    request: 'POST /archivist/v1/compliance_policies',
    body: {
      compliance_type: 'COMPLIANCE_RICHNESS',
      display_name: 'Rich',
      asset_filter: [{ or: ['attributes.a=1'], and: [] }],
      richness_assertions: [{ or: ['rad<7'] }],
      owner: 'me',
    },
    status: 200,
    has: { asset_filter: [{ or: ['attributes.a=1'] }] },
    ignored: 'asset_filter[0].and, owner',
  },
  {
    title: 'a hub import with the location of the older API is taken up to the check of its secret',
    request: 'POST /archivist/v2/iothubgdr',
    body: { display_name: 'Hub', secret: 'none', location_identity: 'locations/x' },
    status: 400,
    names: ['secret'],
    ignored: 'location_identity',
  },
  {
    title: 'a bus source with an unknown field is taken up to the check of its connection',
    request: 'POST /archivist/v1/svcbussources',
    body: { display_name: 'Bus', queue_name: 'q', connection_string: 'none', prefetch: 5 },
    status: 400,
    names: ['connection_string'],
    ignored: 'prefetch',
  },
  {
    title: 'attributes are free: no name in them is an unknown field',
    request: 'POST /archivist/v2/assets',
    body: { attributes: { anything: 'x', map: { of: 'texts' } } },
    status: 200,
    ignored: null,
  },
  {
    title: 'read-only fields that a client sends back are known, and null is as absent',
    request: 'POST /archivist/v2/assets',
    body: { identity: 'assets/x', tracked: 'TRACKED', at_time: '', extra: null },
    status: 200,
    ignored: null,
  },
  {
    title: 'strict=true refuses unknown fields and names each',
    request: 'POST /archivist/v2/assets/{asset}/events?strict=true',
    body: { ...RECORD, confirm: true, principal_declared: { sub: 'bob' } },
    status: 400,
    names: ['principal_declared.sub', 'confirm'],
    ignored: null,
  },
  {
    title: 'strict=true takes a body whose fields are all known',
    request: 'POST /archivist/v2/locations?strict=true',
    body: { display_name: 'Pier', latitude: 1, longitude: 2 },
    status: 200,
  },
  {
    title: 'strict takes true and false only',
    request: 'POST /archivist/v2/assets?strict=yes',
    body: {},
    status: 400,
    names: ['strict'],
  },
  {
    title: 'a known field of the wrong type stays 400, beside an unknown one',
    request: 'POST /archivist/v2/assets',
    body: { public: 'yes', pubic: true },
    status: 400,
    names: ['public'],
    ignored: 'pubic',
  },
  {
    title: 'a missing field is 400, and the misspelled one is in the header',
    request: 'POST /archivist/v2/locations',
    body: { displayName: 'Quay', latitude: 1, longitude: 2 },
    status: 400,
    names: ['display_name'],
    ignored: 'displayName',
  },
  {
    title: 'an access policy of an asset is refused, because it would decide rights',
    request: 'POST /archivist/v2/assets',
    body: { public: true, access_policy: { asset_attributes_read: ['a'] } },
    status: 400,
    names: ['access_policy'],
  },
  ...(
    [
      ['POST /archivist/iam/v1/access_policies', { display_name: 'x', filter: [] }, ['filter']],
      ['PATCH /archivist/iam/v1/{policy}', { access_permissons: [] }, ['access_permissons']],
      [
        'PATCH /archivist/iam/v1/{policy}',
        { access_permissions: [{ subject: [] }] },
        ['access_permissions[0].subject'],
      ],
      ['PATCH /archivist/v1/tenancies/root_principals', { root_principals: [{ issuer: 'x', sub: 'y' }] }, undefined],
      ['PATCH /archivist/v1/tenancies/administrators', { admins: [] }, undefined],
      ['PATCH /archivist/v1/tenancies/self', { displayname: 'x' }, ['displayname']],
      ['POST /archivist/iam/v1/applications', { display_name: 'x', claims: {} }, ['claims']],
      ['PATCH /archivist/iam/v1/applications/{application}', { customClaims: {} }, ['customClaims']],
      [
        'POST /archivist/iam/v1/applications/{application}:regenerate-secret',
        { previous_until: '2027-01-01T00:00:00Z' },
        ['previous_until'],
      ],
      ['PATCH /archivist/v2/{location}/permissions', { subject_identities: [], users: [] }, ['users']],
      ['POST /archivist/v1/invites', { email: 'a@example.com', role: 'admin' }, ['role']],
    ] as [string, object, string[] | undefined][]
  ).map(([request, body, names]): Row => ({
    title: `what decides rights stays strict: ${request.replace('/archivist', '')} ${JSON.stringify(body)}`,
    request,
    body,
    status: 400,
    ...(names ? { names } : {}),
    ignored: null,
  })),
];

describe('unknown fields of a body', () => {
  test.each(UNKNOWN_FIELDS)('$title', holds);

  test('the header has a bounded length', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field${i}`, i]));
    const [long, wide] = [
      await send({ request: 'POST /archivist/v2/assets', body: many }),
      await send({ request: 'POST /archivist/v2/assets', body: { ['é'.repeat(100_000)]: 1 } }),
    ];
    for (const { status, headers } of [long, wide]) {
      expect(status).toBe(200);
      expect(headers.get(IGNORED)!.length).toBeLessThanOrEqual(1024 + ', ...'.length);
    }
    expect(long.headers.get(IGNORED)).toMatch(/^field0, field1, .*, \.\.\.$/);
  });

  test('an ignored field is not stored', async () => {
    const body = { attributes: { a: '1' }, attachments: [{ secret: 'x' }], owner2: 'me' };
    const made = await send({ request: 'POST /archivist/v2/assets', body });
    expect(made.text).not.toMatch(/attachments|owner2|secret/);
  });
});

const PUBLIC: Row[] = [
  ...['/publicassets', '/v2/publicassets']
    .flatMap((family): Row[] => [
      {
        title: `${family}: an asset`,
        request: `GET /archivist${family}/{open}`,
        status: 200,
        has: { identity: 'publicassets/{open}', public: true },
      },
      {
        title: `${family}: an asset as it was`,
        request: `GET /archivist${family}/{open}?at_time=2250-01-01T00:00:00Z`,
        status: 200,
        has: { identity: 'publicassets/{open}' },
      },
      {
        title: `${family}: an event`,
        request: `GET /archivist${family}/{open}/events/{event}`,
        status: 200,
        has: { identity: 'publicassets/{open}/events/{event}', asset_identity: 'publicassets/{open}' },
      },
      {
        title: `${family}: events of an asset`,
        request: `GET /archivist${family}/{open}/events?page_size=1`,
        status: 200,
        has: { events: [{ identity: 'publicassets/{open}/events/{event}', asset_identity: 'publicassets/{open}' }] },
      },
      {
        title: `${family}: events of all assets`,
        request: `GET /archivist${family}/-/events?page_size=1`,
        status: 200,
        has: { events: [{ identity: 'publicassets/{open}/events/{event}', asset_identity: 'publicassets/{open}' }] },
      },
      {
        title: `${family}: the public address by the identity of an asset`,
        request: `GET /archivist${family}/{open}:publicurl`,
        status: 200,
        has: { publicurl: `${ORIGIN}/archivist/publicassets/{open}` },
      },
      {
        title: `${family}: the public address by the identity of an event`,
        request: `GET /archivist${family}/{open}/events/{event}:publicurl`,
        status: 200,
        has: { publicurl: `${ORIGIN}/archivist/publicassets/{open}/events/{event}` },
      },
      {
        title: `${family}: a private asset has no public address`,
        request: `GET /archivist${family}/{asset}:publicurl`,
        status: 404,
      },
    ])
    .map((row): Row => ({ ...row, as: 'nobody' })),
  {
    title: 'the same asset to its tenant, under its other identity',
    request: 'GET /archivist/v2/assets/{open}',
    status: 200,
    has: { identity: 'assets/{open}', public: true },
  },
  {
    title: 'the same event to its tenant, under its other identity',
    request: 'GET /archivist/v2/assets/{open}/events/{event}',
    status: 200,
    has: { identity: 'assets/{open}/events/{event}', asset_identity: 'assets/{open}' },
  },
  {
    title: 'the transactions of an event, by its public identity',
    as: 'nobody',
    request: 'GET /archivist/v1alpha2/blockchain/publicassets/{open}/events/{event}',
    status: 200,
    has: { next_page_token: '' },
  },
];

describe('identities on public paths', () => {
  test.each(PUBLIC)('$title', holds);
});

const SLASHES: Row[] = [
  ...[
    '/archivist/v2/assets/',
    '/archivist/v2//assets',
    '//archivist/v2/assets',
    '/archivist//v2/assets',
    '/archivist///v2///assets///',
  ].flatMap((path): Row[] => [
    {
      title: `GET ${path} lists assets`,
      request: `GET ${path}?attributes.none=x`,
      status: 200,
      has: { assets: [], next_page_token: '' },
    },
    { title: `GET ${path} needs a token`, as: 'nobody', request: `GET ${path}`, status: 401 },
    { title: `POST ${path} creates an asset`, request: `POST ${path}`, body: {}, status: 200 },
    { title: `PUT ${path} is 405`, request: `PUT ${path}`, body: {}, status: 405 },
  ]),
  {
    title: 'a record',
    request: 'GET /archivist/v2//assets/{asset}/',
    status: 200,
    has: { identity: 'assets/{asset}' },
  },
  {
    title: 'a verb',
    request: 'GET /archivist/v2/assets/{open}:publicurl/',
    status: 200,
    has: { publicurl: `${ORIGIN}/archivist/publicassets/{open}` },
  },
  {
    title: 'a public record',
    as: 'nobody',
    request: 'GET /archivist//publicassets//{open}/',
    status: 200,
    has: { identity: 'publicassets/{open}' },
  },
  { title: 'an empty uuid names the list', request: 'GET /archivist/iam/v1/applications//', status: 200 },
  { title: 'nothing is deleted by an empty uuid', request: 'DELETE /archivist/iam/v1/applications//', status: 405 },
  { title: 'an encoded slash is none', request: 'GET /archivist/v2%2Fassets', status: 404 },
  {
    title: 'a newcomer gains nothing by slashes',
    as: 'newcomer',
    request: 'GET /archivist/iam//v1/applications/',
    status: 403,
  },
  ...['/archivist/operator//v1/tenants', '/archivist//operator/v1/tenants', '/archivist/operator/v1/tenants/'].map(
    (path): Row => ({
      title: `the operator's paths are exact: ${path}`,
      as: 'operator',
      request: `POST ${path}`,
      body: { display_name: 'x' },
      status: 404,
    }),
  ),
  ...['/archivist/iam/v1/appidp//token', '/archivist/iam/v1/appidp/token/'].map((path): Row => ({
    title: `the token path is exact: ${path}`,
    as: 'nobody',
    request: `POST ${path}`,
    status: 404,
  })),
];

describe('repeated and trailing slashes', () => {
  test.each(SLASHES)('$title', holds);
});

const ENDPOINTS: Row[] = [
  {
    title: 'GET /v1/tenancies/caps has the quotas in both forms',
    request: 'GET /archivist/v1/tenancies/caps',
    status: 200,
    has: { limits: { Applications: 1000, AccessPolicies: 100 } },
  },
  {
    title: 'GET /v1/tenancies/caps is for administrators',
    as: 'newcomer',
    request: 'GET /archivist/v1/tenancies/caps',
    status: 403,
  },
  {
    title: 'GET /v1/tenancies/tenantid is the tenancy of the caller',
    as: 'newcomer',
    request: 'GET /archivist/v1/tenancies/tenantid',
    status: 200,
    has: { identity: '{tenant}', tier: 'PREMIUM' },
  },
  {
    title: 'GET /v1/tenancies/tenantid takes the issuer and subject of the caller',
    request: `GET /archivist/v1/tenancies/tenantid?issuer=${encodeURIComponent(`${ORIGIN}/appidpv1`)}&subject={client}`,
    status: 200,
    has: { identity: '{tenant}' },
  },
  {
    title: 'GET /v1/tenancies/tenantid tells nothing of others',
    request: 'GET /archivist/v1/tenancies/tenantid?subject={application}',
    status: 403,
  },
  {
    title: 'GET /v1/archivistnode:openapi describes the node',
    request: 'GET /archivist/v1/archivistnode:openapi',
    status: 200,
    has: { swagger: '2.0', paths: { '/v1/archivistnode': {}, '/v1/archivistnode/block': {} } },
  },
  {
    title: 'GET /v1/users:openapi describes what a person may ask about themselves',
    request: 'GET /archivist/v1/users:openapi',
    status: 200,
    has: { swagger: '2.0', paths: { '/v1/users/tenants': {} } },
  },
  {
    title: 'GET /v1/users/tenants has next_page_token',
    request: 'GET /archivist/v1/users/tenants',
    status: 200,
    has: { tenants: [{ identity: '{tenant}' }], next_page_token: '' },
  },
  {
    title: 'GET /v1/tenancies/users has next_page_token',
    request: 'GET /archivist/v1/tenancies/users',
    status: 200,
    has: { users: [], next_page_token: '' },
  },
  {
    title: 'compliance takes order_by=DEFAULT',
    request: 'GET /archivist/v1/compliance/assets/{asset}?order_by=DEFAULT',
    status: 200,
    has: { compliant: true },
  },
  {
    title: 'compliance has no other order',
    request: 'GET /archivist/v1/compliance/assets/{asset}?order_by=DISPLAY_NAME',
    status: 400,
    names: ['order_by'],
  },
  {
    title: 'access policies are filtered by description',
    request: 'GET /archivist/iam/v1/access_policies?description=of%20the%20dock',
    status: 200,
    has: { access_policies: [{ identity: '{policy}', description: 'of the dock' }] },
  },
];

describe('endpoints and parameters of the hosted service', () => {
  test.each(ENDPOINTS)('$title', holds);

  test('the list of access policies can be filtered by description', async () => {
    const answer = await send({ request: 'GET /archivist/iam/v1/access_policies?description=of%20the%20dock' });
    expect((answer.body as unknown as { access_policies: object[] }).access_policies).toHaveLength(1);
  });
});

const WRONG_ADDRESSES: [path: string, says: RegExp][] = [
  ['/v2/assets', /paths of the API start with \/archivist\//],
  ['/iam/v1/appidp/token', /paths of the API start with \/archivist\//],
  ['/publicassets/-/events', /paths of the API start with \/archivist\//],
  ['/archivist/archivist/v2/assets', /it has \/archivist twice/],
  ['/archivist/archivist/iam/v1/appidp/token', /it has \/archivist twice/],
  ['/archivist//archivist/v2/assets', /it has \/archivist twice/],
  ['/archivist/nothing', /^the path does not exist$/],
  ['/robots.txt', /^the path does not exist$/],
];

describe('a wrong address', () => {
  test.each(WRONG_ADDRESSES)('%s is a 404 that names the cause', async (path, says) => {
    for (const method of ['GET', 'POST']) {
      const answer = await send({ as: 'nobody', request: `${method} ${path}` });
      expectProblem(answer, 404);
      expect(answer.body.message).toMatch(says);
    }
  });

  test('an HTML page names the cause too', async () => {
    const answer = await sendRaw(service, 'GET', '/v2/assets', { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('paths of the API start with /archivist/');
  });
});

describe('a new application', () => {
  const REFUSED: [request: string, body: object | undefined, says: RegExp][] = [
    ['GET /archivist/iam/v1/applications', undefined, /the permission administrator is missing.*root_principals/],
    ['GET /archivist/v1/audit', undefined, /the permission administrator is missing.*root_principals/],
    ['POST /archivist/iam/v1/access_policies', { display_name: 'x' }, /the permission administrator is missing/],
    [
      'POST /archivist/v2/assets',
      { attributes: { colour: 'red' } },
      /behaviours: no access policy gives the caller behaviours for RecordEvidence; attributes.colour: .* asset_attributes_write for colour$/,
    ],
    ['POST /archivist/v2/assets', { public: true }, /public: only an administrator/],
    ['POST /archivist/v2/assets', { behaviours: [] }, /no access policy gives the caller any right/],
  ];

  test.each(REFUSED)('%s %j is a 403 that names the missing permission', async (request, body, says) => {
    const answer = await send({ as: 'newcomer', request, body });
    expectProblem(answer, 403);
    expect(answer.body.message).toMatch(says);
  });

  test('becomes an administrator by a change of the root principals, as the 403 says', async () => {
    const made = await done(client, tenant.token, 'POST', '/iam/v1/applications', { display_name: 'Next' });
    const token = await tokenOf(service, made.client_id, made.credentials[0].secret);
    expect((await client.call(token, 'GET', '/v1/audit')).status).toBe(403);
    const { root_principals } = await done(client, tenant.token, 'GET', '/v1/tenancies/root_principals');
    const added = { issuer: `${ORIGIN}/appidpv1`, subject: made.client_id };
    await done(client, tenant.token, 'PATCH', '/v1/tenancies/root_principals', {
      root_principals: [...root_principals, added],
    });
    expect((await client.call(token, 'GET', '/v1/audit')).status).toBe(200);
  });
});
