import { vi } from 'vitest';
import { claimsOf, newAuthorKey } from '../../support/authors.ts';
import { listedAs, namedAs, upload, type Uploaded } from '../../support/blobs.ts';
import { vector } from '../../support/certificates.ts';
import type { Client } from '../../support/client.ts';
import { logsComplete } from '../../support/database.ts';
import { LogReader } from '../../support/logs.ts';
import { ended } from '../../support/exports.ts';
import { newTenant, ORIGIN, tokenOf, type Service, type Tenant } from '../../support/service.ts';
import { done, idOf, importSubject, newMember, record, SELF, settled, STRANGE_KEYS } from '../../support/sharing.ts';
import { PATIENCE } from '../../support/patience.ts';

/** The callers, in the order of the columns. README.md describes them. */
export const CALLERS = [
  'administrator',
  'member',
  'reader',
  'writer',
  'auditor',
  'partner administrator',
  'partner member',
  'partner reader',
  'stranger',
  'no token',
] as const;
export type Caller = (typeof CALLERS)[number];

export type TenancyName = 'ours' | 'partner' | 'stranger';
/** A tenancy with its own records, as its administrators see them, newest first. */
export type Tenancy = Tenant & { wallet: string; records: Snapshot };
export type Kind =
  | 'assets'
  | 'events'
  | 'access_policies'
  | 'subjects'
  | 'locations'
  | 'invites'
  | 'tlscacertificates'
  | 'blobs'
  | 'compliance_policies'
  | 'iothubgdr'
  | 'svcbussources'
  | 'webhooks'
  | 'templates'
  | 'signing_keys'
  | 'exports';

/** The host of imports and sources. It does not exist, so that they keep retrying. */
export const NOWHERE = 'nowhere.invalid';
const CREDENTIALS = 'SharedAccessKeyName=owner;SharedAccessKey=c2VjcmV0';
export const HUB = { display_name: 'fleet', secret: `HostName=${NOWHERE};${CREDENTIALS}` };
export const BUS = {
  display_name: 'changes',
  queue_name: 'devices',
  connection_string: `Endpoint=sb://${NOWHERE}/;${CREDENTIALS}`,
};
/** A new signing key of the caller with a token in a tenancy; without one, of nobody. */
export const newKey = (token: string | undefined, tenancy?: Pick<Tenant, 'tenant_identity'>) => ({
  display_name: 'phone',
  enrolment:
    token && tenancy
      ? newAuthorKey().enrolment(`${ORIGIN}/archivist`, claimsOf(token, tenancy.tenant_identity))
      : 'a.b.c',
});
/** A webhook that sends nothing, for the application that administers our tenancy. */
export const hook = ({ ours }: Record<'ours', Tenant>) => ({
  display_name: 'hook',
  url: 'https://hooks.example.com/',
  application: `applications/${ours.client_id}`,
  enabled: false,
});
/** The template of inspections. */
export const CHECKLIST = { display_name: 'checklist', event_display_type: 'Inspection' };
/** The compliance policy for pumps. */
export const RULE = {
  compliance_type: 'COMPLIANCE_SINCE',
  display_name: 'inspected',
  event_display_type: 'Inspection',
  time_period_seconds: 86400,
  asset_filter: [{ or: ['attributes.kind=pump'] }],
};

export type World = {
  tenancies: Record<TenancyName, Tenancy>;
  token: Record<Caller, string | undefined>;
  tenancyOf: (caller: Caller) => Tenancy | undefined;
  /** Identities by the names in expected.txt. */
  identity: Record<string, string>;
  /** The attributes that attach each file, by its name. */
  attached: Record<string, object>;
  /** When the pump had just been created. */
  creation: string;
};

/** Paths of tiles, by their names in expected.txt: one path segment each, as in requests. */
const TILES = { 'first hash': '0%2F000.p%2F1', hashes: '0%2F000.p%2F2', entries: 'entries%2F000.p%2F2' };

const READ = { asset_attributes_read: ['kind', 'serial', 'grade'], event_arc_display_type_read: ['Inspection'] };
const WRITE = {
  behaviours: ['RecordEvidence'],
  asset_attributes_write: ['kind', 'serial'],
  event_arc_display_type_write: ['Inspection'],
};
const listOf = (...files: Uploaded[]): object =>
  files.length === 0 ? {} : { arc_attachments: files.map((file) => listedAs(file)) };
const users = (role: string) => ({ user_attributes: [{ or: [`jwt_role=${role}`] }] });

/** A policy over all pumps. */
export const policy = (name: string, permission: object): object => ({
  display_name: name,
  filters: [{ or: ['attributes.kind=pump'] }],
  access_permissions: [permission],
});
/** The readers of the yard. */
export const YARD_READERS = (world: Pick<World, 'identity'>): string[] => [
  'jwt_role=reader',
  world.identity['partner']!,
  world.identity['stranger']!,
];

/**
 * Three tenancies. Ours and the partner imported each other. Ours imported the stranger, but the stranger imported ours
 * with a wrong key, so neither side is confirmed. README.md lists their records.
 */
export async function makeWorld(service: Service, client: Client): Promise<World> {
  const ours = await newTenant(service, 'Ours');
  const partner = await newTenant(service, 'Partner');
  const stranger = await newTenant(service, 'Stranger');
  const identity: Record<string, string> = {
    Self: SELF,
    Ours: ours.tenant_identity,
    Partner: partner.tenant_identity,
    Stranger: stranger.tenant_identity,
    public: 'public',
    ...TILES,
  };
  const attached: Record<string, object> = {};
  const make = async (name: string, { token }: Tenant, path: string, body: object): Promise<any> => {
    const made = await done(client, token, 'POST', path, body);
    identity[name] = made.identity;
    return made;
  };
  const asset = (name: string, tenant: Tenant, body: object): Promise<any> => make(name, tenant, '/v2/assets', body);
  const event = (
    name: string,
    type: string | undefined,
    attributes: object,
    tenant: Tenant,
    ...attached: Uploaded[]
  ): Promise<any> => {
    const of = identity[name.split('/')[0]!]!;
    const body = record(type, attributes) as { event_attributes: object };
    const event_attributes = { ...body.event_attributes, ...listOf(...attached) };
    return make(name, tenant, `/v2/${of}/events`, { ...body, event_attributes });
  };
  /** A file whose content is its name. */
  const file = async (name: string, token: string): Promise<Uploaded> => {
    const uploaded = await upload(client, token, Buffer.from(name));
    identity[name] = uploaded.identity;
    attached[name] = namedAs(uploaded);
    return uploaded;
  };
  const member = async (tenant: Tenant, role: string): Promise<string> =>
    (await newMember(service, client, tenant, { role })).token;

  identity['partner'] = (await importSubject(client, { of: partner, into: ours, name: 'partner' })).identity;
  identity['stranger'] = (await importSubject(client, { of: stranger, into: ours, name: 'stranger' })).identity;
  identity['owner'] = (await importSubject(client, { of: ours, into: partner, name: 'owner' })).identity;
  const { tessera_pub_key } = STRANGE_KEYS;
  const wrong = {
    ...(await done(client, ours.token, 'GET', `/iam/v1/${SELF}`)),
    display_name: 'host',
    tessera_pub_key,
  };
  await make('host', stranger, '/iam/v1/subjects', wrong);

  const others = [identity['partner']!, identity['stranger']!];
  const policies = (tenant: Tenant, name: string, permission: object): Promise<any> =>
    make(name, tenant, '/iam/v1/access_policies', policy(name, permission));
  await policies(ours, 'read', { ...users('reader'), ...READ });
  await policies(ours, 'write', { ...users('writer'), ...WRITE });
  await policies(ours, 'share', {
    subjects: others,
    asset_attributes_read: ['kind', 'grade'],
    event_arc_display_type_read: ['Inspection'],
    ...WRITE,
    asset_attributes_write: ['serial'],
  });
  await policies(partner, 'pass-on', {
    ...users('reader'),
    asset_attributes_read: ['kind', 'serial', 'secret'],
    event_arc_display_type_read: ['Inspection', 'Repair'],
    behaviours: ['*'],
    event_arc_display_type_write: ['*'],
  });
  await policies(stranger, 'pry', { ...users('reader'), asset_attributes_read: ['*'] });

  for (const [name, shared] of [
    ['quay', []],
    ['yard', YARD_READERS({ identity })],
  ] as const) {
    const { identity: at } = await make(name, ours, '/v2/locations', { display_name: name, latitude: 1, longitude: 2 });
    await done(client, ours.token, 'PATCH', `/v2/${at}/permissions`, { subject_identities: shared });
  }

  for (const [name, owner, pem] of [
    ['root', ours, 'rsa2048'],
    ['branch', ours, 'intermediate'],
    ['anchor', partner, 'P-256'],
  ] as const)
    await make(name, owner, '/v1/tlscacertificates', { display_name: name, certificate: vector(pem) });
  await make('guest', ours, '/v1/invites', { email: 'guest@example.com' });
  await make('inspected', ours, '/v1/compliance_policies', RULE);
  await make('tended', partner, '/v1/compliance_policies', { ...RULE, display_name: 'tended' });
  await make('checklist', ours, '/v1/templates', CHECKLIST);
  await make('form', partner, '/v1/templates', { ...CHECKLIST, display_name: 'form' });
  await make('phone', ours, '/v1/signing_keys', newKey(ours.token, ours));
  await make('tablet', partner, '/v1/signing_keys', newKey(partner.token, partner));
  await make('fleet', ours, '/v2/iothubgdr', HUB);
  await make('changes', ours, '/v1/svcbussources', BUS);
  await make('hook', ours, '/v1/webhooks', hook({ ours }));
  const archive = await make('archive', ours, '/v1/exports', { display_name: 'archive' });
  await ended(client, ours, archive.identity);
  identity['file of policies'] = 'files/access_policies-00001.jsonl.gz';

  await asset('relic', stranger, { attributes: { kind: 'pump', secret: 'hidden-z' } });
  const dial = await file('dial', partner.token);
  const gauge = { kind: 'pump', serial: 'g-1', secret: 'hidden-y', note: 'n', ...listOf(dial) };
  await asset('gauge', partner, { attributes: gauge });
  await event('gauge/Inspection', 'Inspection', { serial: 'g-2', note: 'm' }, partner);
  const writer = await member(ours, 'writer');
  await file('loose', writer);
  const drawing = await file('drawing', ours.token);
  for (const name of ['photo', 'plate']) await file(name, ours.token);
  const pump = { arc_display_name: 'Pump 7', kind: 'pump', serial: 's-1', secret: 'hidden-x', ...listOf(drawing) };
  const { at_time: creation } = await asset('pump', ours, { attributes: pump });
  const inspected = { grade: attached['photo'], secret: 'hidden-y' };
  await event('pump/Inspection', 'Inspection', inspected, ours, await file('report', ours.token));
  await event('pump/Repair', 'Repair', {}, ours, await file('invoice', ours.token));
  await event('pump/untyped', undefined, { serial: attached['plate'] }, ours);
  await asset('vault', ours, { attributes: { kind: 'vault', secret: 'hidden-z' } });
  const sketch = await file('sketch', ours.token);
  await asset('statue', ours, {
    public: true,
    attributes: { kind: 'pump', note: 'for all to see', ...listOf(sketch) },
  });
  const caption = await file('caption', ours.token);
  await event('statue/Inspection', 'Inspection', { note: 'still for all to see' }, ours, caption);
  const metered = { kind: 'pump', serial: 'm-1', secret: 'hidden-x' };
  await asset('meter', ours, { attributes: metered, proof_mechanism: 'KHIPU' });
  await event('meter/Inspection', 'Inspection', { serial: 'm-2', grade: 'A' }, ours);
  await event('meter/reading', 'Inspection', { grade: 'B' }, ours);
  await event('meter/Repair', 'Repair', {}, ours);
  await recorded(client, ours, identity['meter']!);

  const tenancies = {
    ours: await tenancy(client, ours),
    partner: await tenancy(client, partner),
    stranger: await tenancy(client, stranger),
  };
  // No log grows while the tests read.
  await logsComplete(service);
  identity['our log'] = (await new LogReader(client, ours.token, idOf(ours.tenant_identity)).describe()).log;

  const world: World = {
    tenancies,
    token: {
      administrator: ours.token,
      member: await member(ours, 'none'),
      reader: await member(ours, 'reader'),
      writer,
      auditor: await auditor(service, client, ours),
      'partner administrator': partner.token,
      'partner member': await member(partner, 'none'),
      'partner reader': await member(partner, 'reader'),
      stranger: stranger.token,
      'no token': undefined,
    },
    tenancyOf: (caller) => {
      if (caller === 'no token') return undefined;
      if (caller.startsWith('partner')) return world.tenancies.partner;
      return world.tenancies[caller === 'stranger' ? 'stranger' : 'ours'];
    },
    identity,
    attached,
    creation,
  };
  for (const { identity: at } of Object.values(world.tenancies).flatMap(({ records }) => records.events)) {
    const [, of, , id] = at.split('/');
    if (!Object.values(identity).includes(at))
      identity[`${nameOf(world, `assets/${of}`)}/NewAsset`] = `assets/${of}/events/${id}`;
  }
  return world;
}

/** The token of an application that may read the log of its tenancy, and nothing else. */
async function auditor(service: Service, client: Client, { token }: Tenant): Promise<string> {
  const body = { display_name: 'Auditor', permissions: ['auditor'] };
  const made = await done(client, token, 'POST', '/iam/v1/applications', body);
  return tokenOf(service, made.client_id, made.credentials[0].secret);
}

/** An import, a source or an export without the fields that its background work changes. */
export function steady({ status: _status, result, ...record }: any): any {
  const { identity, display_name, blobs, created_at } = record;
  if (created_at !== undefined) return { identity, display_name, blobs, created_at };
  return result === undefined ? record : { ...record, result: { ...result, status: undefined } };
}

/** Waits until all events of a KHIPU asset are on the chain. */
const recorded = (client: Client, { token }: Tenant, asset: string): Promise<boolean> =>
  vi.waitUntil(
    async () => {
      const { events } = await done(client, token, 'GET', `/v2/${asset}/events`);
      return events.every(({ transaction_id }: any) => transaction_id !== '');
    },
    { timeout: PATIENCE, interval: 100 },
  );

/** A record's name in expected.txt, or `new`. */
export const nameOf = ({ identity }: Pick<World, 'identity'>, of: string): string =>
  Object.keys(identity).find((name) => identity[name] === of) ?? 'new';

async function tenancy(client: Client, tenant: Tenant): Promise<Tenancy> {
  const { wallet_address } = await done(client, tenant.token, 'GET', `/iam/v1/${SELF}`);
  return { ...tenant, wallet: wallet_address[0], records: await snapshot(client, tenant) };
}

/** A tenancy's records by kind, and its audit log. */
export type Snapshot = Record<Kind | 'audit', any[]>;

/** All records of a tenancy, as its administrators see them. */
export async function snapshot(client: Client, { token, tenant_identity: tenant }: Tenant): Promise<Snapshot> {
  const all = async (path: string, also = ''): Promise<any[]> =>
    Object.values<any>(await done(client, token, 'GET', `${path}?page_size=500${also}`)).find(Array.isArray) ?? [];
  const own = (record: any): boolean => (record.tenant_identity ?? record.tenant) === tenant;
  const [
    assets,
    events,
    access_policies,
    subjects,
    locations,
    tlscacertificates,
    invites,
    compliance_policies,
    iothubgdr,
    svcbussources,
    webhooks,
    templates,
    signing_keys,
    exports,
    audit,
  ] = await Promise.all([
    all('/v2/assets', '&tracked=ANY'),
    all('/v2/assets/-/events'),
    all('/iam/v1/access_policies'),
    all('/iam/v1/subjects'),
    all('/v2/locations'),
    all('/v1/tlscacertificates'),
    all('/v1/invites'),
    all('/v1/compliance_policies'),
    all('/v2/iothubgdr'),
    all('/v1/svcbussources'),
    all('/v1/webhooks'),
    all('/v1/templates'),
    all('/v1/signing_keys'),
    all('/v1/exports'),
    all('/v1/audit'),
  ]);
  // Blobs cannot be listed: uploads are in the audit log.
  const uploads = audit.filter(({ operation }) => operation === 'createBlob');
  const permissions = async (location: any): Promise<any> => ({
    ...location,
    ...(await done(client, token, 'GET', `/v2/${location.identity}/permissions`)),
  });
  return {
    assets: assets.filter(own),
    events: events.filter(own),
    access_policies,
    subjects,
    locations: await Promise.all(locations.filter(own).map(permissions)),
    tlscacertificates,
    invites,
    compliance_policies,
    iothubgdr: iothubgdr.map(steady),
    svcbussources: svcbussources.map(steady),
    webhooks,
    templates,
    signing_keys,
    exports: exports.map(steady),
    blobs: await Promise.all(uploads.map(({ resource }) => done(client, token, 'GET', `/v1/${resource}/info`))),
    audit,
  };
}

/** The records that were added (+), removed (-) and changed (~) between two snapshots: `assets~1 events+1`. */
export function difference(before: Snapshot, after: Snapshot): string {
  const parts = (Object.keys(before) as (keyof Snapshot)[]).flatMap((kind) => {
    const texts = (of: any[]): Map<string, string> => new Map(of.map((r) => [r.identity, JSON.stringify(settled(r))]));
    const [old, young] = [texts(before[kind]), texts(after[kind])];
    const both = [...old.keys()].filter((id) => young.has(id));
    const counts = {
      '+': young.size - both.length,
      '-': old.size - both.length,
      '~': both.filter((id) => old.get(id) !== young.get(id)).length,
    };
    return Object.entries(counts).flatMap(([sign, n]) => (n === 0 ? [] : [`${kind}${sign}${n}`]));
  });
  return parts.join(' ');
}
