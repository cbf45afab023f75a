import { z } from '@hono/zod-openapi';
import { sql, type SQL } from 'drizzle-orm';
import type { Scope } from '../../access/scope.ts';
import { filterByFile, type FilterScope } from '../../formats/records/filters.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import { FILTER_VALUES } from '../../http/attribute-filters.ts';
import type { ListResult, PageRequest } from '../../http/paging.ts';
import type { Pairs } from '../../http/input.ts';
import { recordedBy } from '../../anchoring/read.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { listEvents } from '../../ledger/lists/event-lists.ts';
import type { EventConditions, TimeRange } from '../../ledger/lists/event-conditions.ts';
import { BLANK_PRINCIPAL } from '../../lib/identifiers.ts';
import { behavioursOf } from '../../ledger/records/operations.ts';
import { hashLike } from '../examples.ts';
import { EVENT_ORDERS } from './model.ts';
import { TimestampText } from './requests.ts';
import {
  exactly,
  Filters,
  filtersOf,
  freeFilters,
  ORDER_MEANING,
  orderOf,
  ProofMechanism,
  Status,
  statusIs,
  unlessUnspecified,
  type StatusConditions,
} from './queries.ts';

const EVENT_SCOPES: FilterScope[] = ['event_attributes', 'asset_attributes', 'asset.attributes'];

const EventOrderBy = z
  .enum(EVENT_ORDERS)
  .optional()
  .openapi({
    description: `${ORDER_MEANING} timestamp_declared: by declared time, newest first; an extension of this service.`,
  });
/** The statuses in the order of the trust in them. */
const TRUSTED = [
  'CONFIRMATION_STATUS_UNSPECIFIED',
  'PENDING',
  'STORED',
  'COMMITTED',
  'CONFIRMED',
  'UNEQUIVOCAL',
] as const;

const principalQuery = (which: 'declared' | 'accepted') =>
  Object.fromEntries(
    ['issuer', 'subject', 'display_name', 'email'].map((field) => [
      `principal_${which}.${field}`,
      exactly(`events whose \`principal_${which}.${field}\` is exactly this`),
    ]),
  );
const timestampMeaning = (name: string): string =>
  name.endsWith('_since')
    ? `Only events whose \`${name.slice(0, -'_since'.length)}\` is at this time or later (RFC 3339)`
    : `Only events whose \`${name.slice(0, -'_before'.length)}\` is before this time (RFC 3339)`;
const timestampQuery = Object.fromEntries(
  ['accepted', 'committed', 'declared']
    .flatMap((which) => [`timestamp_${which}_since`, `timestamp_${which}_before`])
    .map((name) => [
      name,
      TimestampText.optional().openapi({ description: timestampMeaning(name), format: 'date-time' }),
    ]),
);

/** Fixed query parameters of every event list. */
export const EVENT_QUERY = {
  order_by: EventOrderBy,
  confirmation_status: Status,
  operation: exactly('events with this operation'),
  behaviour: exactly('events with this behaviour'),
  proof_mechanism: ProofMechanism,
  from: exactly('events from this wallet address, in any case'),
  transaction_id: exactly('events that were recorded by this transaction'),
  mmr_index: z
    .string()
    .regex(/^\d{1,20}$/, 'must be an integer of at least 0')
    .optional()
    .openapi({
      description:
        'Accepted for existing clients: matches no event, because the logs of this service are not Merkle ' +
        'mountain ranges. The index of an event in its log is `log_entry.index`.',
    }),
  minimum_trust: z
    .enum(TRUSTED)
    .optional()
    .openapi({
      description:
        'Only events with this status or one of more trust, from PENDING, STORED, COMMITTED, CONFIRMED to ' +
        'UNEQUIVOCAL. Events of this service are PENDING or CONFIRMED; those that are FAILED have no trust. ' +
        'CONFIRMATION_STATUS_UNSPECIFIED selects all.',
    }),
  attachment_sha256: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hexadecimal digits')
    .optional()
    .openapi({
      description:
        'Only events that attach the file with this SHA-256, by their own attributes or by asset ' +
        'attributes that they set and the caller may read. An extension of this service.',
      example: hashLike('9f'),
    }),
  filters: Filters,
  ...principalQuery('declared'),
  ...principalQuery('accepted'),
  ...timestampQuery,
};

export const EVENT_FILTERS = freeFilters(EVENT_SCOPES, {
  'event_attributes.{name}': `Only events with this value of the event attribute. ${FILTER_VALUES}`,
  'asset_attributes.{name}': `Only events that set the asset attribute to this value. ${FILTER_VALUES}`,
  'asset.attributes.{name}': `Only events of assets that now have this value of the attribute. ${FILTER_VALUES}`,
});

type EventQuery = { [K in keyof typeof EVENT_QUERY]: z.infer<(typeof EVENT_QUERY)[K]> };

/** The conditions for a minimum of trust. Of the statuses that are trusted, CONFIRMED and PENDING occur here. */
function trustIs(scope: Scope, minimum: EventQuery['minimum_trust']): StatusConditions {
  if (minimum === undefined || minimum === 'CONFIRMATION_STATUS_UNSPECIFIED') return { where: [] };
  if (minimum === 'PENDING') return { where: [sql`event.confirmation <> 'FAILED'`] };
  return statusIs(scope, 'event', minimum === 'UNEQUIVOCAL' ? minimum : 'CONFIRMED');
}

/** The conditions of a query of events, in no order. Throws 400 for filters that are not valid. */
export function eventConditions(scope: Scope, query: Omit<EventQuery, 'order_by'>, filters: Pairs): EventConditions {
  const given = query as Record<string, string | undefined>;
  const { where, status, none } = statusIs(scope, 'event', query.confirmation_status);
  const trust = trustIs(scope, query.minimum_trust);
  where.push(...trust.where);
  if (query.transaction_id !== undefined) where.push(recordedBy(scope, query.transaction_id.toLowerCase()));
  let { behaviour } = query;
  const behaviours = query.operation === undefined ? undefined : behavioursOf(query.operation);
  if (query.operation !== undefined) {
    where.push(sql`event.operation = ${query.operation}`);
    // Behaviours are indexed, and most operations have exactly one.
    if (behaviours?.length === 1) behaviour ??= behaviours[0];
  }
  if (query.from !== undefined) where.push(sql`${fromWallet} = ${query.from} COLLATE NOCASE`);
  const proof = unlessUnspecified(query.proof_mechanism);
  if (proof) where.push(sql`event.proof_mechanism = ${proof}`);
  for (const which of ['declared', 'accepted']) {
    for (const field of ['issuer', 'subject', 'display_name', 'email']) {
      const value = given[`principal_${which}.${field}`];
      if (value !== undefined) where.push(sql`${principalField(scope, which, field)} = ${value}`);
    }
  }
  return {
    filters: [
      ...filtersOf(EVENT_SCOPES, filters, query.filters),
      ...(query.attachment_sha256 === undefined ? [] : [[filterByFile(query.attachment_sha256)]]),
    ],
    where,
    order: 'DEFAULT',
    behaviour,
    status,
    // The service has no Merkle mountain ranges, so no event has an index in one.
    none: none || trust.none || query.mmr_index !== undefined || behaviours?.length === 0,
    accepted: timesOf(given, 'accepted'),
    declared: timesOf(given, 'declared'),
    committed: timesOf(given, 'committed'),
  };
}

/** A page of the events of one asset, or of all assets. */
export async function eventPage(
  scope: Scope,
  asset: string | undefined,
  query: EventQuery,
  filters: Pairs,
  page: PageRequest,
): Promise<{ list: ListResult<ReturnType<typeof eventJson>> }> {
  const order = query.order_by === 'timestamp_declared' ? 'DECLARED' : orderOf(query.order_by);
  const conditions: EventConditions = { ...eventConditions(scope, query, filters), order };
  // An anchor of a tenant covers the events of its own assets, so the query that it names must return only these.
  if (asset === undefined && order === 'SIMPLEHASH' && scope.tenant !== undefined)
    conditions.where.push(sql`event.tenant = ${tenantNumber(scope.tenant)}`);
  const { rows, ...list } = await listEvents(scope, asset, conditions, page);
  const family = scope.tenant === undefined ? 'publicassets' : 'assets';
  return { list: { ...list, items: rows.map((event) => eventJson(event, family)) } };
}

/** The range of a time of an event that a query asks for. */
const timesOf = (query: Record<string, string | undefined>, which: string): TimeRange => ({
  since: micros(query[`timestamp_${which}_since`]),
  before: micros(query[`timestamp_${which}_before`]),
});
/**
 * A bound in microseconds. The times of events are truncated, so that one with nanoseconds is behind its microsecond.
 */
const micros = (text: string | undefined) => (text === undefined ? undefined : parseTimestamp(text)!.nextUs);

/** The wallet address of an event. */
const fromWallet = sql`coalesce(event.from_wallet,
  (SELECT t.wallet_address FROM tenants t WHERE t.number = event.tenant))`;

/**
 * A field of a principal as the caller sees it. In public responses it is blank, so public filters match only blanks.
 */
const principalField = (scope: Scope, which: string, field: string): SQL =>
  scope.tenant === undefined
    ? sql`''`
    : sql`${which === 'declared' ? principalDeclared : principalAccepted} ->> ${field}`;
/** Erased events have none; they are shown with a blank one. */
const principalAccepted = sql`coalesce((SELECT p.info FROM principals p WHERE p.number = event.principal),
  ${sql.raw(`'${JSON.stringify(BLANK_PRINCIPAL)}'`)})`;
const principalDeclared = sql`coalesce(event.principal_declared, ${principalAccepted})`;
