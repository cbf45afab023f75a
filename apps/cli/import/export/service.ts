import { canonicalJson } from '../../../../src/lib/digest.ts';
import { importedFilter, type Known, type Markers } from '../../../../src/formats/exports/imported.ts';
import { SELF_SUBJECT } from '../../../../src/lib/identifiers.ts';
import { repetitions } from '../../../../src/lib/paging.ts';
import type { ApiRecord } from '../../../../src/proof/exports/lines.ts';
import type { HashedFile } from '../../exports/files.ts';
import type { BatchService } from '../batch-service.ts';

/**
 * The records of an import that are not assets and events. All functions throw Refused where the service refuses a
 * record.
 */

/** Uploads a file. Returns its identity. Throws an Error if the service has received other bytes. */
export async function uploadFile(service: BatchService, file: HashedFile, name: string): Promise<string> {
  const content = async (): Promise<FormData> => {
    const form = new FormData();
    form.append('file', file.blob, name);
    return form;
  };
  const blob = await service.ensure<{ identity: string; hash: { value: string } }>(async () => undefined, {
    method: 'POST',
    path: '/v1/blobs',
    body: { content },
  });
  if (blob.hash.value !== file.sha256)
    throw new Error(`${name}: the service has received bytes with the SHA-256 ${blob.hash.value}, not ${file.sha256}`);
  return blob.identity;
}

const json = (body: object) => ({ type: 'application/json', content: async () => JSON.stringify(body) });

/** Creates a location unless an earlier import has. Returns its identity. */
export async function ensureLocation(
  service: BatchService,
  location: ApiRecord,
  { markers, tenancy }: { markers: Markers; tenancy: string },
): Promise<string> {
  const { identity, owner: _owner, tenant: _tenant, permissions: _permissions, ...fields } = location;
  const marker = { [markers.location]: { identity, tenancy } };
  const query = new URLSearchParams({ [`attributes.${markers.location}.identity`]: identity });
  const found = await service.ensure<ApiRecord>(
    async () => (await service.read<{ locations: ApiRecord[] }>(`/v2/locations?${query}`)).locations[0],
    {
      method: 'POST',
      path: '/v2/locations',
      body: json({ ...fields, attributes: { ...(fields['attributes'] as object), ...marker } }),
    },
  );
  return found.identity;
}

const PATHS = { access_policies: '/iam/v1/access_policies', compliance_policies: '/v1/compliance_policies' };

/** Creates a policy unless there is one with the same content. */
export async function ensurePolicy(
  service: BatchService,
  collection: 'access_policies' | 'compliance_policies',
  body: Record<string, unknown>,
): Promise<void> {
  const query = new URLSearchParams({ display_name: String(body['display_name']), page_size: '100' });
  const path = PATHS[collection];
  const wanted = canonicalJson(body);
  const find = async (): Promise<ApiRecord | undefined> => {
    const page = await service.read<Record<string, ApiRecord[]>>(`${path}?${query}`);
    return page[collection]!.find((policy) => canonicalJson(picked(policy, Object.keys(body))) === wanted);
  };
  await service.ensure(find, { method: 'POST', path, body: json(body) });
}

const picked = (record: ApiRecord, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

type Groups = { or: string[] }[];
type Permission = { subjects: string[]; user_attributes: Groups } & Record<string, unknown>;

const withLocations = (groups: unknown, known: Known): Groups =>
  (groups as Groups).map(({ or }) => ({ or: or.map((filter) => importedFilter(filter, known)) }));

/**
 * The request that creates an access policy, and the number of organizations that it leaves out: another deployment
 * does not know them, and their identities could belong to others there.
 */
export function accessPolicyRequest(policy: ApiRecord, known: Known): { body: Record<string, unknown>; left: number } {
  const { identity: _identity, tenant: _tenant, ...fields } = policy;
  const own = `subjects/${SELF_SUBJECT}`;
  let left = 0;
  const permissions = (fields['access_permissions'] as Permission[]).flatMap((permission) => {
    const subjects = permission.subjects.filter((subject) => subject === own);
    left += permission.subjects.length - subjects.length;
    // Without any, the permission would be for nobody.
    const isForNobody = subjects.length === 0 && permission.user_attributes.length === 0;
    return isForNobody && permission.subjects.length > 0 ? [] : [{ ...permission, subjects }];
  });
  const filters = withLocations(fields['filters'], known);
  return { body: { ...fields, filters, access_permissions: permissions }, left };
}

/** The request that creates a compliance policy. */
export function compliancePolicyRequest(policy: ApiRecord, known: Known): Record<string, unknown> {
  const { identity: _, ...body } = policy;
  return { ...body, asset_filter: withLocations(policy['asset_filter'], known) };
}

/** The assets and events that earlier imports have created from records of a tenancy, by their original identities. */
export async function* importedRecords(
  service: BatchService,
  { markers, tenancy }: { markers: Markers; tenancy: string },
): AsyncGenerator<{ kind: 'asset' | 'event'; original: string; identity: string }> {
  const assets = { [`attributes.${markers.asset}.tenancy`]: tenancy, tracked: 'ANY' };
  for await (const asset of pages(service, '/v2/assets', 'assets', assets))
    yield { kind: 'asset', original: asset.attributes[markers.asset].identity, identity: asset.identity };
  const events = { [`event_attributes.${markers.event}.tenancy`]: tenancy };
  for await (const event of pages(service, '/v2/assets/-/events', 'events', events))
    yield { kind: 'event', original: event.event_attributes[markers.event].identity, identity: event.identity };
}

async function* pages(
  service: BatchService,
  path: string,
  list: string,
  query: Record<string, string>,
): AsyncGenerator<any> {
  const isRepeated = repetitions();
  for (let token = ''; ;) {
    const parameters = new URLSearchParams({ ...query, page_size: '100', ...(token ? { page_token: token } : {}) });
    const page = await service.read<Record<string, any>>(`${path}?${parameters}`);
    token = page?.['next_page_token'] ?? '';
    if (!Array.isArray(page?.[list]) || typeof token !== 'string' || isRepeated(token))
      throw new Error(`the service responded without ${list} and a new next_page_token: check the address`);
    yield* page[list];
    if (token === '') return;
  }
}
