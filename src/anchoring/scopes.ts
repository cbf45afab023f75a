import { sql, type SQL } from 'drizzle-orm';
import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { eventJson, type EventRecord } from '../ledger/records/event.ts';
import { tenantNumber } from '../platform/database/numbers.ts';

/** The FROM and WHERE clauses for the events `e` of a scope accepted in [start, end), by the index on that time. */
export function eventsOf(scope: string, startUs: number, endUs: number): SQL {
  const window = sql`e.accepted_us >= ${startUs} AND e.accepted_us < ${endUs} AND e.proof_mechanism = 'SIMPLE_HASH'`;
  return scope === PUBLIC_SCOPE
    ? sql`events e INDEXED BY events_public_accepted WHERE e.public = 1 AND ${window}`
    : sql`events e INDEXED BY events_accepted WHERE e.tenant = ${tenantNumber(scope)} AND ${window}`;
}

/** The name of a scope in logs and operator requests: `tenant/<uuid>` or `public`. */
export const nameOf = (scope: string): string => (scope === PUBLIC_SCOPE ? 'public' : `tenant/${scope}`);

/** The JSON of an event in the lists of a scope. In that of the public, the principals are blank. */
export const shownIn = (scope: string, event: EventRecord) =>
  eventJson(event, scope === PUBLIC_SCOPE ? 'publicassets' : 'assets');
