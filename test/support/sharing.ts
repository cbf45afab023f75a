import type { Answer, Client, Options } from './client.ts';
import { RECORD } from './record.ts';
import { newTenant, tokenOf, type Service, type Tenant } from './service.ts';

/** Keys of an organization that is not a tenancy of the service; the wallet key is that of a published example. */
export const STRANGE_KEYS = {
  wallet_pub_key: [
    '04c1173bf7844bf1c607b79c18db091b9558ffe581bf132b8cf3b37657230fa321' +
      'a0880b54a79a88b28bc710ede6dcf3d8272c5210bfd41ea83188e385d12c189c',
  ],
  tessera_pub_key: [Buffer.alloc(32, 1).toString('base64')],
};
export const SELF = 'subjects/00000000-0000-0000-0000-000000000000';

/** A user of a tenancy who is not an administrator: an application. */
export type Member = { identity: string; client_id: string; token: string };

export const idOf = (identity: string): string => identity.split('/').at(-1)!;

/** Calls an operation that must succeed. Returns the body. */
export async function done(client: Client, token: string, method: string, path: string, body?: object): Promise<any> {
  const answer = await client.call(token, method, path, body === undefined ? {} : { body });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer.body;
}

export async function newMember(
  service: Service,
  client: Client,
  tenant: Pick<Tenant, 'token'>,
  claims: Record<string, string> = {},
): Promise<Member> {
  const body = { display_name: 'Member', custom_claims: claims };
  const made = await done(client, tenant.token, 'POST', '/iam/v1/applications', body);
  return {
    identity: made.identity,
    client_id: made.client_id,
    token: await tokenOf(service, made.client_id, made.credentials[0].secret),
  };
}

/**
 * Imports an organization into another like existing clients: its Self is base64 of JSON, whose keys the other posts.
 */
export async function importSubject(
  client: Client,
  { of, into, name }: { of: Tenant; into: Tenant; name: string },
): Promise<any> {
  const exchanged = Buffer.from(JSON.stringify(await done(client, of.token, 'GET', `/iam/v1/${SELF}`))).toString(
    'base64',
  );
  const { wallet_pub_key, tessera_pub_key } = JSON.parse(Buffer.from(exchanged, 'base64').toString()) as {
    wallet_pub_key: string[];
    tessera_pub_key: string[];
  };
  return done(client, into.token, 'POST', '/iam/v1/subjects', { display_name: name, wallet_pub_key, tessera_pub_key });
}

export const record = (type: string | undefined, assetAttributes: object = {}): object => ({
  ...RECORD,
  event_attributes: type === undefined ? { note: 'no type' } : { arc_display_type: type },
  asset_attributes: assetAttributes,
});

/** A record without the fields that the asynchronous confirmation changes. */
export const settled = ({ confirmation_status: _status, timestamp_committed: _committed, ...record }: any): any =>
  record;

export type Listed = { items: any[]; total: number };

/** Reads a list with its exact count, as a whole and in pages of one record. Both must be equal. */
export async function listed(
  client: Client,
  token: string | undefined,
  path: string,
  query: Record<string, string> = {},
): Promise<Answer & Listed> {
  const headers = { 'x-request-total-count': 'true' };
  const whole = await client.call(token, 'GET', path, { query, headers });
  const itemsOf = (answer: Answer): any[] =>
    (answer.status === 200 ? Object.values<any>(answer.body).find(Array.isArray) : undefined) ?? [];
  const items = itemsOf(whole);
  const total = Number(whole.headers.get('x-total-count') ?? Number.NaN);
  if (whole.status !== 200) return { ...whole, items, total };
  const walked: any[] = [];
  let page = await client.call(token, 'GET', path, { query: { ...query, page_size: '1' }, headers });
  for (;;) {
    walked.push(...itemsOf(page));
    if (Number(page.headers.get('x-total-count')) !== total) throw new Error(`${path}: a page counts otherwise`);
    if (page.body.next_page_token === '') break;
    const query = { page_size: '1', page_token: page.body.next_page_token };
    page = await client.call(token, 'GET', path, { query, headers });
  }
  if (JSON.stringify(walked.map(settled)) !== JSON.stringify(items.map(settled)))
    throw new Error(`${path}: a walk by pages gives another list`);
  return { ...whole, items, total };
}

/** Two tenancies that have imported each other, and an asset ("pump") of the first with one event of each kind. */
export type Pair = {
  owner: Tenant;
  partner: Tenant;
  /** The subjects, each belonging to the tenancy that imported it. */
  ofPartner: string;
  ofOwner: string;
  pump: string;
  /** In the order of creation. */
  events: { created: string; inspection: string; repair: string; untyped: string };
};

/** A pair that shares the pump for reading and writing, and a user of the partner with the same permission. */
export type Shared = Pair & { policy: string; passing: string; user: Member };

/** Permissions of policies. The attributes of the pump are arc_display_name, kind, serial and secret. */
export const READ = { asset_attributes_read: ['serial'], event_arc_display_type_read: ['Inspection'] };
export const WRITE = {
  behaviours: ['RecordEvidence'],
  event_arc_display_type_write: ['Inspection'],
  asset_attributes_write: ['serial'],
};
export const EVERYTHING = {
  behaviours: ['*'],
  asset_attributes_read: ['*'],
  asset_attributes_write: ['*'],
  event_arc_display_type_read: ['*'],
  event_arc_display_type_write: ['*'],
};

/** Common steps of the tests of sharing, for one service. */
export function openSharing(service: Service, client: Client) {
  const call = (token: string, method: string, path: string, options: Options = {}): Promise<Answer> =>
    client.call(token, method, path, options);
  const get = (token: string, path: string): Promise<any> => done(client, token, 'GET', path);
  const post = (token: string, path: string, body: object): Promise<any> => done(client, token, 'POST', path, body);
  const patch = (token: string, path: string, body: object): Promise<any> => done(client, token, 'PATCH', path, body);
  const remove = (token: string, path: string): Promise<any> => done(client, token, 'DELETE', path);
  const list = (token: string, path: string, query: Record<string, string> = {}) => listed(client, token, path, query);
  const append = (token: string, asset: string, body: object, key?: string): Promise<Answer> =>
    client.call(token, 'POST', `/v2/${asset}/events`, {
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    });

  const policy = async (tenant: Tenant, filter: string, permission: object): Promise<string> =>
    (
      await post(tenant.token, '/iam/v1/access_policies', {
        display_name: 'policy',
        filters: [{ or: [filter] }],
        access_permissions: [permission],
      })
    ).identity;

  async function pair(): Promise<Pair> {
    const [owner, partner] = [await newTenant(service, 'Owner'), await newTenant(service, 'Partner')];
    const ofPartner = (await importSubject(client, { of: partner, into: owner, name: 'Partner' })).identity;
    const ofOwner = (await importSubject(client, { of: owner, into: partner, name: 'Owner' })).identity;
    const attributes = { arc_display_name: 'Pump 7', kind: 'pump', serial: 's-1', secret: 'x-1' };
    const pump = (await post(owner.token, '/v2/assets', { attributes })).identity as string;
    const add = async (body: object): Promise<string> =>
      (await post(owner.token, `/v2/${pump}/events`, body)).identity as string;
    const inspection = await add(record('Inspection', { serial: 's-2', secret: 'x-2' }));
    const repair = await add(record('Repair', { serial: 's-3' }));
    const untyped = await add(record(undefined));
    const created = (await get(owner.token, `/v2/${pump}/events`)).events.at(-1).identity;
    return { owner, partner, ofPartner, ofOwner, pump, events: { created, inspection, repair, untyped } };
  }

  /** Returns what a caller sees of the pump and its events through all operations. */
  async function sight(token: string, { pump, events }: Pair) {
    const [assets, ofPump, all] = [
      await list(token, '/v2/assets'),
      await list(token, `/v2/${pump}/events`),
      await list(token, '/v2/assets/-/events'),
    ];
    const asset = await call(token, 'GET', `/v2/${pump}`);
    return {
      asset: asset.status === 200 ? asset.body.attributes : asset.status,
      assets: assets.items.map(({ identity, attributes }) => [identity, attributes]),
      assetTotal: assets.total,
      ofPump: ofPump.status === 200 ? ofPump.items.map(({ identity }) => identity) : ofPump.status,
      all: all.items.map(({ identity }) => identity),
      eventTotal: all.total,
      single: await Promise.all(
        Object.values(events).map(async (identity) => (await call(token, 'GET', `/v2/${identity}`)).status),
      ),
    };
  }

  /** Creates a policy of the owner for all pumps and the organization of a subject. Returns its identity. */
  const share = (owner: Tenant, subject: string, permission: object): Promise<string> =>
    policy(owner, 'attributes.kind=pump', { subjects: [subject], ...permission });
  /** Creates a policy of a tenancy for its own users with the role `operator`. */
  const passOn = (tenant: Tenant, filter: string, permission: object): Promise<string> =>
    policy(tenant, filter, { user_attributes: [{ or: ['jwt_role=operator'] }], ...permission });
  const operator = (tenant: Tenant): Promise<Member> => newMember(service, client, tenant, { role: 'operator' });

  async function shared(): Promise<Shared> {
    const it = await pair();
    return {
      ...it,
      policy: await share(it.owner, it.ofPartner, { ...READ, ...WRITE }),
      passing: await passOn(it.partner, 'attributes.serial=*', EVERYTHING),
      user: await operator(it.partner),
    };
  }

  return { call, get, post, patch, remove, list, append, policy, pair, shared, sight, share, passOn, operator };
}
export type Sharing = ReturnType<typeof openSharing>;

/** The result of `sight` for a caller who may not know that the asset exists. */
export const NOTHING = {
  asset: 404,
  assets: [],
  assetTotal: 0,
  ofPump: 404,
  all: [],
  eventTotal: 0,
  single: [404, 404, 404, 404],
};

/** Returns the fields that an error names. */
export const fieldsOf = (answer: Answer): string[] =>
  (answer.body.details as { field_violations?: { field: string }[] }[])
    .flatMap((detail) => detail.field_violations ?? [])
    .map(({ field }) => field)
    .toSorted();
