import { setTimeout } from 'node:timers/promises';
import { listedAs, type Uploaded } from '../../test/support/blobs.ts';
import { vector } from '../../test/support/certificates.ts';
import { newTenant, tokenOf, type Service, type Tenant } from '../../test/support/service.ts';
import type { Owner, Secret } from './callers.ts';
import { HIDDEN_NAME, RECEIVER, SHOWN_TYPE } from './fields.ts';
import { NAMES } from './texts.ts';

/** The used fields of a record in a response. */
export type Made = {
  identity: string;
  asset_identity?: string;
  tenant_identity?: string;
  public?: boolean;
  attributes?: Record<string, unknown>;
  event_attributes?: Record<string, unknown>;
  [field: string]: unknown;
};

/** The keys with which others import a tenancy. */
export type Keys = { wallet: string; tessera: string };

/** A tenancy and the calls of its administrator. `done` throws unless the status is 200. */
export type Tenancy = {
  tenant: Tenant;
  secrets: Record<Secret, string>;
  keys: Keys;
  done: (method: string, path: string, body?: object) => Promise<Made>;
  upload: (content: string) => Promise<Uploaded>;
};

/** The kinds of records that generated requests may delete; deleted ones are replaced. */
export const KINDS = [
  'app',
  'policy',
  'subject',
  'location',
  'rule',
  'template',
  'import',
  'source',
  'hook',
  'export',
  'certificate',
  'invite',
  'user',
] as const;
export type Kind = (typeof KINDS)[number];

/** The records of a tenancy that generated requests use. The first asset is public; each has an event. */
export type Records = {
  assets: string[];
  events: string[];
  /**
   * The file of each asset, which contains the hidden secret unless it is public, and that of each event, which does
   * not.
   */
  blobs: Uploaded[];
  notes: Uploaded[];
  /** Ids by kind that requests may delete. */
  kept: Record<Kind, string[]>;
  make: Record<Kind, () => Promise<string>>;
  /** A client whose secret does not change. */
  client: { id: string; secret: string };
  page: string;
};

export const ASSETS = 4;
const ANCHORED_WITHIN = 180_000;
const SELF = '/iam/v1/subjects/00000000-0000-0000-0000-000000000000';
/** The claims named by the policies of the fixtures, and by the policies of generated requests. */
export const FIXED_ROLE = { role: 'keeper' };
export const CHANGING_ROLE = { role: 'inspector', group: 'x' };
/** The attribute of assets that are shared with the partner. */
export const POOL = { pool: 'shared' };
/** The indexes of these assets. */
export const SHARED = [1, 3];
/** The index of the asset with KHIPU events. */
const KHIPU = 1;

export const last = (identity: string): string => identity.split('/').at(-1)!;

/** Creates a tenancy. `note` is called with every record that it creates. */
export async function openTenancy(service: Service, owner: Owner, note: (made: Made) => void): Promise<Tenancy> {
  const secret = (what: Secret): string => `${what}-of-${owner}-${crypto.randomUUID().slice(0, 13)}`;
  const secrets = { name: secret('name'), records: secret('records'), hidden: secret('hidden') };
  const tenant = await newTenant(service, secrets.name);
  const send = (method: string, path: string, body: object | undefined): Promise<Response> =>
    fetch(`${service.base}${path}`, {
      method,
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const done: Tenancy['done'] = async (method, path, body) => {
    const response = await send(method, path, body);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path} responded with ${response.status}: ${text}`);
    const made = JSON.parse(text) as Made;
    if (method === 'POST') note(made);
    return made;
  };
  const upload: Tenancy['upload'] = async (content) => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'filename');
    const headers = { authorization: `Bearer ${tenant.token}` };
    const response = await fetch(`${service.base}/v1/blobs`, { method: 'POST', headers, body });
    if (response.status !== 200)
      throw new Error(`an upload responded with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Uploaded;
  };
  const self = (await done('GET', SELF)) as unknown as Record<'wallet_pub_key' | 'tessera_pub_key', string[]>;
  const keys = { wallet: self.wallet_pub_key[0]!, tessera: self.tessera_pub_key[0]! };
  return { tenant, secrets, keys, done, upload };
}

/** Imports a tenancy into another as a subject. Returns the identity of the subject. */
export async function importSubject(
  { done }: Tenancy,
  { wallet, tessera }: Keys,
  display_name: string,
): Promise<string> {
  const body = { display_name, wallet_pub_key: [wallet], tessera_pub_key: [tessera] };
  return (await done('POST', '/iam/v1/subjects', body)).identity;
}

/** Creates an application of a tenancy that is not an administrator. */
export async function newMember(service: Service, { done }: Tenancy, custom_claims: object) {
  const made = await done('POST', '/iam/v1/applications', { display_name: 'Somebody', custom_claims });
  const id = last(made.identity);
  return { id, token: await tokenOf(service, id, secretOf(made)) };
}

const secretOf = ({ credentials }: Made): string => (credentials as { secret: string }[])[0]!.secret;

const READ = {
  asset_attributes_read: ['arc_display_name', 'colour', 'pool'],
  event_arc_display_type_read: [SHOWN_TYPE],
};
const WRITE = {
  behaviours: ['*'],
  asset_attributes_write: [...NAMES, 'arc_attachments'],
  event_arc_display_type_write: ['*'],
};
/** Rights of policies: to read some attributes and write, or everything. */
export const LITTLE = { ...READ, ...WRITE };
export const EVERYTHING = { ...WRITE, asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] };

/** A policy for the assets that match one of the terms. `permission` has the users and their rights. */
export const policyOver = (terms: string[], permission: object, display_name: string): object => ({
  display_name,
  filters: [{ or: terms }],
  access_permissions: [permission],
});
export const WITH_FIXED_ROLE = { user_attributes: [{ or: [`jwt_role=${FIXED_ROLE.role}`] }] };

/** Creates a member of a tenancy, as if they had accepted an invite. */
async function person(service: Service, { tenant }: Tenancy): Promise<string> {
  const id = crypto.randomUUID();
  await service.db
    .prepare(
      `INSERT INTO members (id, tenant, issuer, subject, display_name, email, attributes, invited, told_at,
      created_us) VALUES (?1, ?2, 'https://idp.example', ?1, 'Somebody', 'somebody@example.com', '[]', 1, 0, 0)`,
    )
    .bind(id, last(tenant.tenant_identity))
    .run();
  return id;
}

/** Creates the records of a tenancy that generated requests use. Imports the guest. */
export async function createRecords(service: Service, tenancy: Tenancy, guest: Keys): Promise<Records> {
  const { done, secrets } = tenancy;
  const kept = Object.fromEntries(KINDS.map((kind) => [kind, [] as string[]])) as Records['kept'];
  const display_name = secrets.records;
  // A subject that requests do not change, besides those that they change and delete.
  const ofGuest = await importSubject(tenancy, guest, display_name);
  let exported = Promise.resolve('');
  const exportsMade = new Set<string>();
  const newExport = async (): Promise<string> => {
    // Those that generated requests have created count against the limits.
    const { exports } = (await done('GET', '/v1/exports?page_size=20')) as unknown as { exports: Made[] };
    const others = exports.filter(({ identity }) => !exportsMade.has(last(identity)));
    for (const { identity } of others)
      await done('DELETE', `/v1/${identity}`).catch((error: Error) => {
        if (!error.message.includes('responded with 404')) throw error;
      });
    const id = last((await done('POST', '/v1/exports', { display_name })).identity);
    exportsMade.add(id);
    while (!(await done('GET', `/v1/exports/${id}`))['done']) await setTimeout(100);
    return id;
  };
  const make: Records['make'] = {
    app: async () => last((await done('POST', '/iam/v1/applications', { display_name })).identity),
    subject: async () => last(await importSubject(tenancy, guest, display_name)),
    policy: async () => {
      const subjects = [ofGuest];
      const user_attributes = [{ or: [`jwt_role=${CHANGING_ROLE.role}`] }];
      const permission = { subjects, user_attributes, ...EVERYTHING };
      const body = policyOver(['attributes.arc_display_name=*'], permission, display_name);
      return last((await done('POST', '/iam/v1/access_policies', body)).identity);
    },
    location: async () => {
      const { identity } = await done('POST', '/v2/locations', {
        display_name: secrets.hidden,
        latitude: 1,
        longitude: 1,
      });
      const subject_identities = [ofGuest, `jwt_role=${CHANGING_ROLE.role}`];
      await done('PATCH', `/v2/${identity}/permissions`, { subject_identities });
      return last(identity);
    },
    rule: async () =>
      last(
        (
          await done('POST', '/v1/compliance_policies', {
            compliance_type: 'COMPLIANCE_RICHNESS',
            display_name: 'rule',
            richness_assertions: [{ or: ['arc_display_name=x'] }],
          })
        ).identity,
      ),
    template: async () => {
      const body = { display_name: 'template', event_display_type: 'Check', fields: [] };
      return last((await done('POST', '/v1/templates', body)).identity);
    },
    // These hosts do not exist: requests to them fail and are retried.
    import: async () => {
      const secret = 'HostName=nobody.azure-devices.net;SharedAccessKeyName=a;SharedAccessKey=c2VjcmV0';
      return last((await done('POST', '/v2/iothubgdr', { display_name, secret })).identity);
    },
    source: async () => {
      const connection_string =
        'Endpoint=sb://nobody.servicebus.windows.net/;SharedAccessKeyName=a;SharedAccessKey=c2VjcmV0';
      const body = { display_name, queue_name: 'queue', connection_string };
      return last((await done('POST', '/v1/svcbussources', body)).identity);
    },
    hook: async () => {
      const application = `applications/${last(tenancy.tenant.client_id)}`;
      const body = { display_name, url: RECEIVER, application, enabled: false };
      return last((await done('POST', '/v1/webhooks', body)).identity);
    },
    // One at a time, so that no lane deletes the one that another lane is creating.
    export: () => (exported = exported.then(newExport)),
    invite: async () =>
      last((await done('POST', '/v1/invites', { email: `${crypto.randomUUID()}@example.com` })).identity),
    user: () => person(service, tenancy),
    certificate: async () =>
      last((await done('POST', '/v1/tlscacertificates', { display_name, certificate: vector('P-256') })).identity),
  };
  const [assets, events]: [string[], string[]] = [[], []];
  const [blobs, notes]: [Uploaded[], Uploaded[]] = [[], []];
  for (let at = 0; at < ASSETS; at++) {
    for (const kind of KINDS) kept[kind].push(await make[kind]());
    blobs.push(await tenancy.upload(at === 0 ? 'public' : secrets.hidden));
    notes.push(await tenancy.upload(`note ${at}`));
    const [asset, event] = await newAsset(tenancy, at, blobs[at]!, notes[at]!);
    assets.push(asset);
    events.push(event);
  }
  const made = await done('POST', '/iam/v1/applications', { display_name });
  const client = { id: last(made.identity), secret: secretOf(made) };
  await tokenOf(service, client.id, client.secret);
  const page = (await done('GET', '/v2/assets?page_size=1'))['next_page_token'] as string;
  return { assets, events, blobs, notes, kept, make, client, page };
}

/** Waits until all events of the records are anchored, also in the public responses. */
export async function awaitAnchored({ done }: Tenancy, { assets, events }: Records): Promise<void> {
  const paths = assets.map((asset, at) => `assets/${asset}/events/${events[at]!}`);
  const deadline = Date.now() + ANCHORED_WITHIN;
  for (const path of [...paths, `public${paths[0]!}`])
    while ((await done('GET', `/v2/${path}`))['transaction_id'] === '') {
      if (Date.now() > deadline) throw new Error(`${path} is not anchored`);
      await setTimeout(100);
    }
}

/**
 * Creates an asset with an event that others may read, and one with the hidden secret. Returns one of the two events.
 */
async function newAsset(
  { done, secrets }: Tenancy,
  at: number,
  blob: Uploaded,
  note: Uploaded,
): Promise<[asset: string, event: string]> {
  const arc_attachments = [listedAs(blob)];
  const behaviours = ['RecordEvidence', 'Attachments', 'Maintenance'];
  const hidden = { [HIDDEN_NAME]: secrets.hidden };
  const attributes = {
    ...(at === 0 ? {} : hidden),
    ...(at === ASSETS - 1 ? {} : { arc_display_name: 'Pump' }),
    ...(SHARED.includes(at) ? POOL : {}),
    arc_attachments,
  };
  const proof_mechanism = at === KHIPU ? 'KHIPU' : 'SIMPLE_HASH';
  const { identity } = await done('POST', '/v2/assets', { behaviours, attributes, public: at === 0, proof_mechanism });
  const record = { operation: 'Record', behaviour: 'RecordEvidence' };
  const shown = await done('POST', `/v2/${identity}/events`, {
    ...record,
    event_attributes: { arc_display_type: SHOWN_TYPE, arc_attachments: [listedAs(note)] },
    asset_attributes: { colour: 'red', ...(at === 0 ? {} : hidden), arc_attachments },
  });
  if (at === 0) return [last(identity), last(shown.identity)];
  const event_attributes = { arc_display_type: secrets.hidden, ...hidden, arc_attachments };
  const secret = await done('POST', `/v2/${identity}/events`, { ...record, event_attributes });
  return [last(identity), last((at === ASSETS - 1 ? secret : shown).identity)];
}
