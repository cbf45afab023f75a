import { sha256 } from '../../support/blobs.ts';
import { vector } from '../../support/certificates.ts';
import type { Client } from '../../support/client.ts';
import type { Tenant } from '../../support/service.ts';
import { done, record, STRANGE_KEYS } from '../../support/sharing.ts';
import { BUS, hook, HUB, newKey, policy, CHECKLIST, RULE, YARD_READERS, type Caller, type World } from './world.ts';

/** A request of an operation: the records that its path names in their order, query and body. */
export type Request = {
  of: string[];
  query?: (world: World) => Record<string, string>;
  body?: object | ((world: World, caller: Caller) => object);
  /**
   * The record in the path, with the name `spare`, is created for the row, in `ours`, so that it can be changed and
   * deleted.
   */
  spare?: keyof typeof SPARES;
};

const query = (text: string) => (): Record<string, string> => Object.fromEntries(new URLSearchParams(text));
/** Events that attach a file, whose content is its name. */
const attaching = (file: string, ...of: string[]): Request => ({
  of,
  query: () => ({ attachment_sha256: sha256(Buffer.from(file)) }),
});
const asset = (attributes: object, also: object = {}): Request => ({ of: [], body: { attributes, ...also } });
const event = (of: string, type: string | undefined, attributes: object = {}): Request => ({
  of: [of],
  body: record(type, attributes),
});
const assetBatch = (attributes: object, also: object = {}): Request => ({
  of: [],
  body: { assets: [{ attributes, ...also }] },
});
/** The item names the asset that the path of a single request would name. */
const eventBatch = (of: string, type: string, attributes: object = {}): Request => ({
  of: [of],
  body: ({ identity }) => ({ events: [{ asset_identity: identity[of], ...record(type, attributes) }] }),
});
const spare = (kind: keyof typeof SPARES, body?: object): Request => ({
  of: ['spare'],
  spare: kind,
  ...(body && { body }),
});

/** Requests for files, by the records in their paths. */
const files = (...cases: string[][]): Record<string, Request> =>
  Object.fromEntries(cases.map((of) => [caseOf(of), { of }]));
function caseOf(of: string[]): string {
  const [asset, event, blob] = of;
  if (blob === undefined) return of.join(', ');
  return event!.startsWith(`${asset}/`) ? `${event}, ${blob}` : `${event} as of ${asset}, ${blob}`;
}
/** The requests for proofs of windows, and the same for proofs by log entries. */
const inBothForms = (requests: Record<string, Request>): Record<string, Request> => ({
  ...Object.fromEntries(
    Object.entries(requests).map(([name, request]) => [name, { ...request, query: query('form=window') }]),
  ),
  ...Object.fromEntries(Object.entries(requests).map(([name, request]) => [`${name} in its log`, request])),
});
const PLACE = { display_name: 'new', latitude: 1, longitude: '2.5' };

const FORM = new FormData();
FORM.append('file', new Blob(['new']));

const OWN_BLOBS = files(['loose'], ['photo'], ['dial']);
const OF_ASSETS = files(
  ['pump', 'drawing'],
  ['pump', 'photo'],
  ['pump', 'plate'],
  ['pump', 'report'],
  ['pump', 'loose'],
  ['statue', 'sketch'],
  ['gauge', 'dial'],
  ['gauge', 'photo'],
);
const OF_EVENTS = files(
  ['pump', 'pump/Inspection', 'report'],
  ['pump', 'pump/Inspection', 'photo'],
  ['pump', 'pump/Inspection', 'drawing'],
  ['pump', 'pump/Repair', 'invoice'],
  ['pump', 'pump/NewAsset', 'drawing'],
  ['pump', 'pump/untyped', 'plate'],
  ['gauge', 'pump/Inspection', 'report'],
  ['gauge', 'gauge/NewAsset', 'dial'],
  ['statue', 'statue/Inspection', 'caption'],
);
const OF_PUBLIC_ASSETS = files(['statue', 'sketch'], ['statue', 'caption'], ['pump', 'photo']);
const OF_PUBLIC_EVENTS = files(
  ['statue', 'statue/Inspection', 'caption'],
  ['statue', 'statue/Inspection', 'sketch'],
  ['pump', 'pump/Inspection', 'report'],
);

const PROVEN: Record<string, Request> = Object.fromEntries(
  ['meter/Inspection', 'meter/reading', 'meter/Repair', 'meter/NewAsset', 'pump/Inspection', 'statue/Inspection'].map(
    (name) => [name, { of: [name.split('/')[0]!, name] }],
  ),
);
const PUBLICLY_PROVEN: Record<string, Request> = Object.fromEntries(
  ['statue/Inspection', 'meter/Inspection'].map((name) => [name, { of: [name.split('/')[0]!, name] }]),
);

const PRIVATELY_PROVEN = { ...PROVEN, 'meter/Inspection as of pump': { of: ['pump', 'meter/Inspection'] } };

/** The logs of the tenancies, one of them also by its id, and the public one. */
const LOGS = {
  ours: 'Ours',
  'ours, by its id': 'our log',
  partner: 'Partner',
  stranger: 'Stranger',
  public: 'public',
};
/** Requests for each log; for `more`, with the parts of the path after its name. */
const ofLogs = (query?: Request['query'], ...more: string[]): Record<string, Request> => {
  const parts = more.length === 0 ? [undefined] : more;
  const cases = parts.flatMap((part) =>
    Object.entries(LOGS).map(([name, log]): [string, Request] => [
      part === undefined ? name : `${name}, ${part}`,
      { of: part === undefined ? [log] : [log, part], ...(query && { query }) },
    ]),
  );
  return Object.fromEntries(cases);
};

/** A new address each time, because an address can be invited only once. */
const anAddress = () => ({ email: `${crypto.randomUUID()}@example.com` });

/** Operation -> case -> request. Each is one line of expected.txt. */
export const REQUESTS: Record<string, Record<string, Request>> = {
  listAssets: {
    all: { of: [] },
    'secret=hidden-y': { of: [], query: query('attributes.secret=hidden-y') },
    'secret!=hidden-y': { of: [], query: query('attributes.secret!=hidden-y') },
    'secret=*': { of: [], query: query('attributes.secret=*') },
    'secret=hidden-y OR kind=vault': {
      of: [],
      query: query('filters=attributes.secret=hidden-y OR attributes.kind=vault'),
    },
    'only public': { of: [], query: query('privacy=PUBLIC') },
  },
  searchAssets: {
    'words of secret': { of: [], query: query('q=hidden-y') },
    'a prefix of secret': { of: [], query: query('q=hid') },
    'words of kind': { of: [], query: query('q=pump') },
  },
  createAsset: {
    'kind=pump, serial': asset({ kind: 'pump', serial: '1' }),
    'kind=pump, serial is plate': {
      of: [],
      body: ({ attached }) => ({ attributes: { kind: 'pump', serial: attached['plate'] } }),
    },
    'kind=pump, secret': asset({ kind: 'pump', secret: '1' }),
    'kind=vault': asset({ kind: 'vault' }),
    'kind=pump, Attachments': asset({ kind: 'pump' }, { behaviours: ['Attachments'] }),
    'kind=pump, public': asset({ kind: 'pump' }, { public: true }),
  },
  createAssetBatch: {
    'kind=pump, serial': assetBatch({ kind: 'pump', serial: '1' }),
    'kind=pump, secret': assetBatch({ kind: 'pump', secret: '1' }),
    'kind=vault': assetBatch({ kind: 'vault' }),
    'kind=pump, public': assetBatch({ kind: 'pump' }, { public: true }),
  },
  getAsset: {
    pump: { of: ['pump'] },
    'pump at its creation': { of: ['pump'], query: ({ creation }) => ({ at_time: creation }) },
    vault: { of: ['vault'] },
    statue: { of: ['statue'] },
    meter: { of: ['meter'] },
    gauge: { of: ['gauge'] },
    relic: { of: ['relic'] },
  },
  getAssetHistory: {
    pump: { of: ['pump'] },
    meter: { of: ['meter'] },
    statue: { of: ['statue'] },
    gauge: { of: ['gauge'] },
  },
  getAssetPublicUrl: { pump: { of: ['pump'] }, statue: { of: ['statue'] } },
  getEventFeed: {
    all: { of: [] },
    Repair: { of: [], query: query('event_attributes.arc_display_type=Repair') },
    'setting secret=hidden-y': { of: [], query: query('asset_attributes.secret=hidden-y') },
    'not setting secret=hidden-y': { of: [], query: query('asset_attributes.secret!=hidden-y') },
    'of assets with secret=hidden-y': { of: [], query: query('asset.attributes.secret=hidden-y') },
  },
  listAllEvents: {
    all: { of: [] },
    Repair: { of: [], query: query('event_attributes.arc_display_type=Repair') },
    'setting secret=hidden-y': { of: [], query: query('asset_attributes.secret=hidden-y') },
    'not setting secret=hidden-y': { of: [], query: query('asset_attributes.secret!=hidden-y') },
    'of assets with secret=hidden-y': { of: [], query: query('asset.attributes.secret=hidden-y') },
    'attaching drawing': attaching('drawing'),
    'attaching photo': attaching('photo'),
    'attaching plate': attaching('plate'),
    'attaching report': attaching('report'),
    'attaching invoice': attaching('invoice'),
    'attaching sketch': attaching('sketch'),
    'attaching dial': attaching('dial'),
  },
  listEvents: {
    pump: { of: ['pump'] },
    'pump, setting secret=hidden-y': { of: ['pump'], query: query('asset_attributes.secret=hidden-y') },
    'pump, attaching photo': attaching('photo', 'pump'),
    'pump, attaching plate': attaching('plate', 'pump'),
    vault: { of: ['vault'] },
    statue: { of: ['statue'] },
    meter: { of: ['meter'] },
    gauge: { of: ['gauge'] },
  },
  createEvent: {
    'pump, Inspection': event('pump', 'Inspection'),
    'pump, Inspection, serial': event('pump', 'Inspection', { serial: 'new' }),
    'pump, Inspection, serial is plate': {
      of: ['pump'],
      body: ({ attached }) => record('Inspection', { serial: attached['plate'] }),
    },
    'pump, Inspection, kind': event('pump', 'Inspection', { kind: 'pump' }),
    'pump, Inspection, secret': event('pump', 'Inspection', { secret: 'new' }),
    'pump, Repair': event('pump', 'Repair'),
    'pump, untyped': event('pump', undefined),
    'pump, StopTracking': { of: ['pump'], body: { operation: 'StopTracking', behaviour: 'Builtin' } },
    'vault, Inspection': event('vault', 'Inspection'),
    'statue, Inspection': event('statue', 'Inspection'),
    'gauge, Inspection': event('gauge', 'Inspection'),
  },
  createEventBatch: {
    'pump, Inspection': eventBatch('pump', 'Inspection'),
    'pump, Inspection, serial': eventBatch('pump', 'Inspection', { serial: 'new' }),
    'pump, Inspection, secret': eventBatch('pump', 'Inspection', { secret: 'new' }),
    'pump, Repair': eventBatch('pump', 'Repair'),
    'vault, Inspection': eventBatch('vault', 'Inspection'),
    'statue, Inspection': eventBatch('statue', 'Inspection'),
    'gauge, Inspection': eventBatch('gauge', 'Inspection'),
  },
  getEvent: {
    'pump/Inspection': { of: ['pump', 'pump/Inspection'] },
    'pump/Repair': { of: ['pump', 'pump/Repair'] },
    'pump/untyped': { of: ['pump', 'pump/untyped'] },
    'pump/NewAsset': { of: ['pump', 'pump/NewAsset'] },
    'pump/Inspection as of gauge': { of: ['gauge', 'pump/Inspection'] },
    'statue/Inspection': { of: ['statue', 'statue/Inspection'] },
    'gauge/Inspection': { of: ['gauge', 'gauge/Inspection'] },
  },
  getEventPublicUrl: {
    'pump/Inspection': { of: ['pump', 'pump/Inspection'] },
    'statue/Inspection': { of: ['statue', 'statue/Inspection'] },
  },
  eraseEvent: Object.fromEntries(
    Object.entries({
      'pump/Inspection': ['pump', 'pump/Inspection'],
      'pump/Repair': ['pump', 'pump/Repair'],
      'meter/Inspection': ['meter', 'meter/Inspection'],
      'statue/Inspection': ['statue', 'statue/Inspection'],
      'meter/Inspection as of pump': ['pump', 'meter/Inspection'],
    }).map(([name, of]) => [name, { of, body: { reason: 'asked for' } }]),
  ),
  getEventProof: inBothForms(PRIVATELY_PROVEN),
  getEventReceipt: PRIVATELY_PROVEN,
  getEventTlogProof: PRIVATELY_PROVEN,
  getBlockchainTransactions: PRIVATELY_PROVEN,
  getPublicBlockchainTransactions: PUBLICLY_PROVEN,
  getBlock: {
    latest: { of: [] },
    'number=0': { of: [], query: query('number=0') },
    'number=999999': { of: [], query: query('number=999999') },
  },
  createTenant: { new: { of: [], body: { display_name: 'new' } } },
  createAdministratorLink: { ours: { of: ['Ours'] } },
  updateTenant: { ours: { of: ['Ours'], body: { khipu: 'off' } } },
  listTenants: { all: { of: [] } },
  getTenant: { ours: { of: ['Ours'] } },
  suspendTenant: { ours: { of: ['Ours'] } },
  resumeTenant: { ours: { of: ['Ours'] } },
  deleteTenant: { ours: { of: ['Ours'] } },
  undeleteTenant: { ours: { of: ['Ours'] } },
  exportTenant: { ours: { of: ['Ours'], body: {} } },
  getTenantExport: { unknown: { of: ['Ours'] } },
  fsck: { ours: { of: [], body: ({ identity }) => ({ tenant_identity: identity['Ours'] }) } },
  acceptLoss: { database: { of: [] } },
  reopenWindows: { ours: { of: [], body: { scope: 'public' } } },
  getReadiness: { all: { of: [] } },
  createTestAlarm: { test: { of: [] } },
  endLog: { ours: { of: ['our log'], body: { reason: 'damaged' } } },
  rotateLogKeys: { 'of all logs': { of: [] } },
  createBlob: { new: { of: [], body: FORM } },
  getBlob: OWN_BLOBS,
  getBlobInfo: OWN_BLOBS,
  getAssetAttachment: OF_ASSETS,
  getAssetAttachmentInfo: OF_ASSETS,
  getEventAttachment: OF_EVENTS,
  getEventAttachmentInfo: OF_EVENTS,
  getPublicAssetAttachment: OF_PUBLIC_ASSETS,
  getPublicAssetAttachmentInfo: OF_PUBLIC_ASSETS,
  getPublicEventAttachment: OF_PUBLIC_EVENTS,
  getPublicEventAttachmentInfo: OF_PUBLIC_EVENTS,
  listAccessPolicies: { all: { of: [] } },
  createAccessPolicy: { new: { of: [], body: policy('new', {}) } },
  getAccessPolicy: { share: { of: ['share'] }, 'pass-on': { of: ['pass-on'] } },
  updateAccessPolicy: { spare: spare('policy', { access_permissions: [{ asset_attributes_read: ['*'] }] }) },
  deleteAccessPolicy: { spare: spare('policy') },
  listAssetsOfAccessPolicy: { share: { of: ['share'] }, 'pass-on': { of: ['pass-on'] } },
  listAccessPoliciesOfAsset: { pump: { of: ['pump'] }, vault: { of: ['vault'] }, statue: { of: ['statue'] } },
  getAssetAccess: { pump: { of: ['pump'] }, statue: { of: ['statue'] }, gauge: { of: ['gauge'] } },
  getAssetView: Object.fromEntries(
    (['pump', 'vault', 'statue', 'gauge'] as const).map((of) => [
      `${of} as the partner`,
      { of: [of], query: ({ identity }: World) => ({ as: identity['partner']! }) },
    ]),
  ),
  listSubjects: { all: { of: [] } },
  createSubject: { new: { of: [], body: { display_name: 'new', ...STRANGE_KEYS } } },
  getSubject: { partner: { of: ['partner'] }, Self: { of: ['Self'] } },
  updateSubject: {
    spare: spare('subject', { display_name: 'changed' }),
    Self: { of: ['Self'], body: { display_name: 'changed' } },
  },
  deleteSubject: { spare: spare('subject'), Self: { of: ['Self'] } },
  listLocations: { all: { of: [] }, 'named quay': { of: [], query: query('display_name=quay') } },
  createLocation: { new: { of: [], body: PLACE } },
  getLocation: { yard: { of: ['yard'] }, quay: { of: ['quay'] } },
  updateLocation: {
    'like yard': spare('yard', { display_name: 'changed' }),
    'like quay': spare('quay', { display_name: 'changed' }),
  },
  deleteLocation: { 'like yard': spare('yard'), 'like quay': spare('quay') },
  getLocationPermissions: { yard: { of: ['yard'] }, quay: { of: ['quay'] } },
  updateLocationPermissions: {
    'like yard': spare('yard', { subject_identities: ['jwt_role=none'] }),
    'like quay': spare('quay', { permissions: { subject_identities: ['jwt_role=none'] } }),
  },
  listTlsCaCertificates: { all: { of: [] }, 'named root': { of: [], query: query('display_name=root') } },
  createTlsCaCertificate: { new: { of: [], body: { display_name: 'new', certificate: vector('ed25519') } } },
  getTlsCaCertificate: { root: { of: ['root'] }, anchor: { of: ['anchor'] } },
  updateTlsCaCertificate: { spare: spare('certificate', { display_name: 'changed' }) },
  deleteTlsCaCertificate: { spare: spare('certificate') },
  createInvite: {
    new: {
      of: [],
      get body() {
        return anAddress();
      },
    },
  },
  getInvite: { guest: { of: ['guest'] } },
  deleteInvite: { spare: spare('invite') },
  createInviteLink: { spare: spare('invite') },
  getInviteOffer: { guest: { of: ['guest'] } },
  acceptInvite: { guest: { of: ['guest'] } },
  createCompliancePolicy: { 'of pumps': { of: [], body: RULE } },
  getCompliancePolicy: { inspected: { of: ['inspected'] }, tended: { of: ['tended'] } },
  deleteCompliancePolicy: { 'like inspected': spare('rule'), tended: { of: ['tended'] } },
  listCompliance: {
    // All pages of a past time are evaluated for the request, so that no job must have run before.
    past: { of: [], query: () => ({ compliant_at: new Date(Date.now() - 1).toISOString() }) },
  },
  updateComplianceNotices: { days: { of: [], body: { days: 14 } } },
  getCompliance: {
    pump: { of: ['pump'] },
    meter: { of: ['meter'] },
    vault: { of: ['vault'] },
    statue: { of: ['statue'] },
    gauge: { of: ['gauge'] },
  },
  createTemplate: { new: { of: [], body: CHECKLIST } },
  getTemplate: { checklist: { of: ['checklist'] }, form: { of: ['form'] } },
  updateTemplate: {
    spare: spare('checklist', { display_name: 'changed' }),
    form: { of: ['form'], body: { display_name: 'changed' } },
  },
  deleteTemplate: { spare: spare('checklist'), form: { of: ['form'] } },
  createSigningKey: {
    new: { of: [], body: ({ token, tenancyOf }, caller) => newKey(token[caller], tenancyOf(caller)) },
  },
  getSigningKey: { phone: { of: ['phone'] }, tablet: { of: ['tablet'] } },
  revokeSigningKey: { spare: spare('phone', { reason: 'lost' }) },
  createIotHubImport: { 'of a fleet': { of: [], body: HUB } },
  getIotHubImport: { fleet: { of: ['fleet'] } },
  cancelIotHubImport: { 'like fleet': spare('fleet') },
  deleteIotHubImport: { 'like fleet': spare('fleet') },
  createBusSource: { 'of changes': { of: [], body: BUS } },
  getBusSource: { changes: { of: ['changes'] } },
  deleteBusSource: { 'like changes': spare('changes') },
  createWebhook: { 'for ours': { of: [], body: ({ tenancies }) => hook(tenancies) } },
  getWebhook: { hook: { of: ['hook'] } },
  updateWebhook: { 'like hook': spare('hook', { display_name: 'changed' }) },
  deleteWebhook: { 'like hook': spare('hook') },
  testWebhook: { 'like hook': spare('hook') },
  redeliverWebhook: { 'like hook': spare('hook', { since: '2026-01-01T00:00:00Z' }) },
  rotateWebhookSecret: { 'like hook': spare('hook') },
  listWebhookDeliveries: { hook: { of: ['hook'] } },
  createExport: { new: { of: [], body: { display_name: 'new' } } },
  getExport: { archive: { of: ['archive'] } },
  getExportFile: { 'archive, policies': { of: ['archive', 'file of policies'] } },
  deleteExport: { 'like archive': spare('archive') },
  listAllPublicEvents: {
    all: { of: [] },
    'attaching sketch': attaching('sketch'),
    'attaching photo': attaching('photo'),
  },
  getPublicEventFeed: { all: { of: [] } },
  getPublicAsset: { statue: { of: ['statue'] }, pump: { of: ['pump'] } },
  listPublicEvents: { statue: { of: ['statue'] }, pump: { of: ['pump'] } },
  getPublicEvent: {
    'statue/Inspection': { of: ['statue', 'statue/Inspection'] },
    'pump/Inspection': { of: ['pump', 'pump/Inspection'] },
  },
  getPublicEventProof: inBothForms(PUBLICLY_PROVEN),
  getPublicEventReceipt: PUBLICLY_PROVEN,
  getPublicEventTlogProof: PUBLICLY_PROVEN,
  getLog: ofLogs(),
  getLogCheckpoint: ofLogs(),
  getLogConsistency: ofLogs(query('from=1&to=2')),
  getLogKeys: ofLogs(),
  getLogTile: ofLogs(undefined, 'first hash', 'hashes', 'entries'),
  getPublicAssetHistory: { statue: { of: ['statue'] }, pump: { of: ['pump'] } },
  getPublicAssetPublicUrl: { statue: { of: ['statue'] }, pump: { of: ['pump'] } },
  getPublicEventPublicUrl: {
    'statue/Inspection': { of: ['statue', 'statue/Inspection'] },
    'pump/Inspection': { of: ['pump', 'pump/Inspection'] },
  },
};

/**
 * How a permitted request of each writing operation changes the records of one tenancy. It must change nothing else.
 */
export const EFFECTS: Record<string, string> = {
  createAsset: 'assets+1 events+1',
  createAssetBatch: 'assets+1 events+1',
  createEvent: 'assets~1 events+1',
  createEventBatch: 'assets~1 events+1',
  eraseEvent: 'assets~1 events~1 events+1 audit+1',
  createBlob: 'blobs+1 audit+1',
  createAccessPolicy: 'access_policies+1 audit+1',
  updateAccessPolicy: 'access_policies~1 audit+1',
  deleteAccessPolicy: 'access_policies-1 audit+1',
  createSubject: 'subjects+1 audit+1',
  updateSubject: 'subjects~1 audit+1',
  deleteSubject: 'subjects-1 audit+1',
  createLocation: 'locations+1 audit+1',
  updateLocation: 'locations~1 audit+1',
  deleteLocation: 'locations-1 audit+1',
  updateLocationPermissions: 'locations~1 audit+1',
  createTlsCaCertificate: 'tlscacertificates+1 audit+1',
  updateTlsCaCertificate: 'tlscacertificates~1 audit+1',
  deleteTlsCaCertificate: 'tlscacertificates-1 audit+1',
  createInvite: 'invites+1 audit+1',
  deleteInvite: 'invites-1 audit+1',
  createInviteLink: 'audit+1',
  acceptInvite: '',
  createCompliancePolicy: 'compliance_policies+1 audit+1',
  deleteCompliancePolicy: 'compliance_policies-1 audit+1',
  updateComplianceNotices: 'audit+1',
  createTemplate: 'templates+1 audit+1',
  updateTemplate: 'templates~1 audit+1',
  deleteTemplate: 'templates-1 audit+1',
  createSigningKey: 'signing_keys+1 audit+1',
  revokeSigningKey: 'signing_keys~1 audit+1',
  createIotHubImport: 'iothubgdr+1 audit+1',
  cancelIotHubImport: 'iothubgdr~1 audit+1',
  deleteIotHubImport: 'iothubgdr-1 audit+1',
  createBusSource: 'svcbussources+1 audit+1',
  deleteBusSource: 'svcbussources-1 audit+1',
  createWebhook: 'webhooks+1 audit+1',
  updateWebhook: 'webhooks~1 audit+1',
  deleteWebhook: 'webhooks-1 audit+1',
  testWebhook: 'audit+1',
  redeliverWebhook: 'audit+1',
  rotateWebhookSecret: 'webhooks~1 audit+1',
  createExport: 'exports+1 audit+1',
  deleteExport: 'exports-1 audit+1',
  // Operator operations: no member of a tenancy can call them.
  createTenant: '',
  createAdministratorLink: '',
  updateTenant: '',
  suspendTenant: '',
  resumeTenant: '',
  deleteTenant: '',
  undeleteTenant: '',
  exportTenant: '',
  fsck: '',
  acceptLoss: '',
  reopenWindows: '',
  endLog: '',
  rotateLogKeys: '',
  createTestAlarm: '',
};

const SPARES = {
  policy: { path: '/iam/v1/access_policies', body: policy('spare', {}) },
  subject: { path: '/iam/v1/subjects', body: { display_name: 'spare', ...STRANGE_KEYS } },
  certificate: { path: '/v1/tlscacertificates', body: { display_name: 'spare', certificate: vector('ed25519') } },
  yard: { path: '/v2/locations', body: { ...PLACE, display_name: 'like yard' } },
  quay: { path: '/v2/locations', body: { ...PLACE, display_name: 'like quay' } },
  invite: {
    path: '/v1/invites',
    get body() {
      return anAddress();
    },
  },
  rule: { path: '/v1/compliance_policies', body: RULE },
  checklist: { path: '/v1/templates', body: CHECKLIST },
  phone: {
    path: '/v1/signing_keys',
    body: ({ tenancies: { ours } }: World) => newKey(ours.token, ours),
  },
  fleet: { path: '/v2/iothubgdr', body: HUB },
  changes: { path: '/v1/svcbussources', body: BUS },
  hook: { path: '/v1/webhooks', body: ({ tenancies }: World) => hook(tenancies) },
  archive: { path: '/v1/exports', body: { display_name: 'archive' } },
};

/** Creates a record that a row can destroy. Returns its identity. */
export async function makeSpare(client: Client, world: World, kind: keyof typeof SPARES): Promise<string> {
  const { token }: Tenant = world.tenancies.ours;
  const { path, body } = SPARES[kind];
  const { identity } = await done(client, token, 'POST', path, typeof body === 'function' ? body(world) : body);
  if (kind === 'yard')
    await done(client, token, 'PATCH', `/v2/${identity}/permissions`, { subject_identities: YARD_READERS(world) });
  return identity;
}
