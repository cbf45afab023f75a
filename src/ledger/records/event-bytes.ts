import { sql, type SQL } from 'drizzle-orm';

/** What the quota `ledger_bytes` counts for the numbers, identifiers, times, hash and seed of an event. */
export const EVENT_OVERHEAD = 200;

/**
 * The bytes that the quota `ledger_bytes` counts for an event: the overhead, and its attributes and declared principal as
 * JSON in UTF-8. The trigger `events_erased_uncounted` has the same sum.
 */
export const eventBytes: SQL = sql.raw(
  `${EVENT_OVERHEAD} + octet_length(event_attributes) + octet_length(asset_attributes) + coalesce(octet_length(principal_declared), 0)`,
);
