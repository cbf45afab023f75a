import { z } from '@hono/zod-openapi';
import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { invalid, type Violation } from '../../lib/errors.ts';
import {
  MAX_TERMS,
  parseAlternatives,
  parseFilter,
  type AttributeFilter,
  type FilterScope,
} from '../../formats/records/filters.ts';
import { formatMicros, nowMicros, parseTimestamp, pastMoment } from '../../lib/time.ts';
import { printable } from '../../lib/text.ts';
import { FILTER_VALUES } from '../../http/attribute-filters.ts';
import type { ListResult, PageRequest } from '../../http/paging.ts';
import type { Pairs } from '../../http/input.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import { PROOF_MECHANISMS } from '../../ledger/records/event.ts';
import { listAssets } from '../../ledger/lists/asset-lists.ts';
import type { AssetConditions } from '../../ledger/lists/asset-source.ts';
import { readAsset, readAssetAt } from '../../ledger/lists/history.ts';
import { isConfirmed } from '../../ledger/records/confirmation.ts';
import { logScope, type Order, type RareStatus } from '../../ledger/lists/conditions.ts';
import { ASSET_ORDERS, CONFIRMATION_STATUSES, STORAGE_INTEGRITIES, UNSPECIFIED, type ORDERS } from './model.ts';
import { TimestampText } from './requests.ts';

const ASSET_SCOPES: FilterScope[] = ['attributes'];

export const ProofMechanism = z
  .enum([UNSPECIFIED, ...PROOF_MECHANISMS])
  .optional()
  .openapi({
    description: 'Only records with this proof mechanism. PROOF_MECHANISM_UNSPECIFIED selects all.',
  });
export const Filters = z
  .array(z.string())
  .optional()
  .openapi({
    description:
      'Terms `<name>=<value>`, `<name>!=<value>` or `<name>=*`, joined by ` OR `. The parameter may be ' +
      'repeated; then all of them must hold.',
  });
export const ORDER_MEANING =
  'DEFAULT: newest first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity, the order in which an anchor hashes ' +
  'events. The list of the events of all assets then has no shared ones, because the anchors of a tenancy ' +
  'cover only its own.';
const AssetOrderBy = z
  .enum(ASSET_ORDERS)
  .optional()
  .openapi({
    description:
      'DEFAULT: the asset that was created last comes first. SIMPLEHASHV1 and SIMPLEHASHV2: by identity. ' +
      'at_time: by `at_time`, the latest first. DISPLAY_NAME: by the attribute `arc_display_name`; assets ' +
      'without a name come last. at_time and DISPLAY_NAME are extensions of this service.',
  });

export const Status = z.enum(CONFIRMATION_STATUSES).optional().openapi({
  description: 'Only records with this status. CONFIRMATION_STATUS_UNSPECIFIED selects all.',
});
export const exactly = (what: string) =>
  z
    .string()
    .optional()
    .openapi({ description: `Only ${what}` });

export const Tracked = z
  .enum(['TRACKED_STATUS_UNSPECIFIED', 'TRACKED', 'NOT_TRACKED', 'ANY'])
  .optional()
  .openapi({ description: 'Only assets that are tracked (the default), that are not, or any' });
/** Undefined: any. */
export const trackedOf = (status: z.infer<typeof Tracked>): boolean | undefined =>
  ({ ANY: undefined, NOT_TRACKED: false, TRACKED: true, TRACKED_STATUS_UNSPECIFIED: true })[status ?? 'TRACKED'];

/** The time of a read of one asset. */
export const AT_TIME = {
  at_time: TimestampText.optional().openapi({
    description:
      'Return the asset as it was at this time (RFC 3339). A time without a fraction means the end of that ' +
      'second; a time in the future means now, and `at_time` of the response is then the current time.',
    format: 'date-time',
  }),
};

/** Fixed query parameters of the asset list. */
export const ASSET_QUERY = {
  order_by: AssetOrderBy,
  tracked: Tracked,
  confirmation_status: Status,
  proof_mechanism: ProofMechanism,
  chain_id: exactly('assets on the blockchain with this id'),
  storage_integrity: z.enum(STORAGE_INTEGRITIES).optional().openapi({
    description:
      'Deprecated in favor of `proof_mechanism`: LEDGER is KHIPU, TENANT_STORAGE is SIMPLE_HASH or MERKLE_LOG',
    deprecated: true,
  }),
  privacy: z
    .enum(['RESTRICTED', 'PUBLIC'])
    .optional()
    .openapi({ description: 'Only assets that are not public, or only public ones' }),
  filters: Filters,
};

export const freeFilters = (scopes: FilterScope[], documented: Record<string, string>) => ({
  documented,
  problem: (key: string, value: string): Violation | undefined => {
    if (!scopes.some((scope) => key.startsWith(`${scope}.`)))
      return { field: printable(key), description: 'is not a query parameter of this operation' };
    const parsed = parseFilter(scopes, key, value);
    return typeof parsed === 'string' ? { field: printable(key), description: parsed } : undefined;
  },
});
export const ASSET_FILTERS = freeFilters(ASSET_SCOPES, {
  'attributes.{name}': `Only assets with this value of the attribute. ${FILTER_VALUES}`,
});
export function filtersOf(scopes: FilterScope[], pairs: Pairs, filters: string[] | undefined): AttributeFilter[][] {
  const simple = pairs.map(([key, value]) => [parseFilter(scopes, key, value) as AttributeFilter]);
  const bad: Violation[] = [];
  const alternatives = (filters ?? []).flatMap((text) => {
    const parsed = parseAlternatives(scopes, text);
    if (typeof parsed !== 'string') return [parsed];
    bad.push({ field: 'filters', description: parsed });
    return [];
  });
  if ([...simple, ...alternatives].flat().length > MAX_TERMS) {
    bad.push({ field: 'filters', description: `a query can have at most ${MAX_TERMS} attribute terms` });
  }
  if (bad.length > 0) throw invalid(bad);
  return [...simple, ...alternatives];
}

export const orderOf = (text: (typeof ORDERS)[number] | undefined): Order =>
  text?.startsWith('SIMPLEHASH') ? 'SIMPLEHASH' : 'DEFAULT';
const assetOrderOf = (text: (typeof ASSET_ORDERS)[number] | undefined): AssetConditions['order'] => {
  if (text === 'at_time') return 'AT_TIME';
  return text === 'DISPLAY_NAME' ? text : orderOf(text);
};
export const unlessUnspecified = (text: string | undefined): string | undefined =>
  text?.endsWith('_UNSPECIFIED') ? undefined : text;

export type StatusConditions = { where: SQL[]; status?: RareStatus; none?: boolean };

/**
 * The conditions for a status. The few records that are PENDING or FAILED have indexes. Other statuses do not occur
 * here.
 */
export function statusIs(scope: Scope, of: 'asset' | 'event', status: string | undefined): StatusConditions {
  if (status === undefined || status === 'CONFIRMATION_STATUS_UNSPECIFIED') return { where: [] };
  if (status === 'PENDING' || status === 'FAILED') return { where: [], status };
  return status === 'CONFIRMED' ? { where: [isConfirmed(of, logScope(scope, of))] } : { where: [], none: true };
}

/**
 * The JSON of an asset, now or at a time. A time in the future is replaced by now, also in the response. Throws 404.
 */
export async function assetView(scope: Scope, id: string, atTime: string | undefined) {
  const family = scope.tenant === undefined ? 'publicassets' : 'assets';
  if (atTime === undefined) return assetJson(await readAsset(scope, id), undefined, family);
  const asked = parseTimestamp(atTime)!;
  const now = nowMicros();
  const past = pastMoment(asked, now);
  if (past !== undefined) return assetJson(await readAssetAt(scope, id, past), asked.text, family);
  const asset = await readAsset(scope, id);
  // Its last event is ahead of the clock if that was set back.
  const at = Math.max(now, asset.headUs);
  return assetJson(asset, asked.us <= at ? asked.text : formatMicros(at), family);
}

type AssetQuery = { [K in keyof typeof ASSET_QUERY]: z.infer<(typeof ASSET_QUERY)[K]> };

/** A page of the asset list. */
export async function assetPage(
  scope: Scope,
  query: AssetQuery,
  filters: Pairs,
  page: PageRequest,
): Promise<{ list: ListResult<unknown> }> {
  const { where, status, none } = statusIs(scope, 'asset', query.confirmation_status);
  const proof = unlessUnspecified(query.proof_mechanism);
  if (proof) where.push(sql`asset.proof_mechanism = ${proof}`);
  if (query.storage_integrity)
    where.push(
      query.storage_integrity === 'LEDGER'
        ? sql`asset.proof_mechanism = 'KHIPU'`
        : sql`asset.proof_mechanism <> 'KHIPU'`,
    );
  if (query.chain_id !== undefined) where.push(sql`asset.chain_id = ${query.chain_id}`);
  if (query.privacy) where.push(sql`asset.public = ${query.privacy === 'PUBLIC' ? 1 : 0}`);
  const conditions: AssetConditions = {
    filters: filtersOf(ASSET_SCOPES, filters, query.filters),
    where,
    order: assetOrderOf(query.order_by),
    tracked: trackedOf(query.tracked),
    status,
    none,
  };
  const { rows, ...list } = await listAssets(scope, conditions, page);
  return { list: { ...list, items: rows.map((asset) => assetJson(asset)) } };
}
