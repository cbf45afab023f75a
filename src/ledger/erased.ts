import { sql, type SQL } from 'drizzle-orm';
import type { Attributes } from '../core/attributes.ts';
import { BLANK_PRINCIPAL, type AssetFamily, type PrincipalInfo } from '../core/identity.ts';
import { formatMicros, type Micros } from '../core/time.ts';
import { BEHAVIOUR_NAME } from './operations.ts';

/*
 * An erased event has lost its content: attributes, principals and seed. Its row has no principal, which every other event
 * has, so that reads look for the erasure only in rows of erased events.
 */

/** The attributes of an event that records an erasure: the identity of the erased event, and the reason. */
export const ERASED_EVENT = 'arc_erased_event';
export const ERASURE_REASON = 'arc_erasure_reason';

/** The match key of an attribute version whose event was erased. No value has it: it is longer than a plain key. */
export const ERASED_KEY = 'erased:'.padEnd(71, '-');

/** How an event was erased. */
export type Erased = {
  us: Micros;
  by: PrincipalInfo;
  reason: string;
  /** The id of the event of the same asset that records the erasure. */
  event: string;
};

/** The attributes of the event that records the erasure of the event `id` of an asset. */
export const erasureAttributes = (asset: string, id: string, reason: string): Attributes => ({
  arc_display_type: 'Erasure',
  [ERASED_EVENT]: `assets/${asset}/events/${id}`,
  [ERASURE_REASON]: reason,
});

/** Condition: the row of an event has the form of an erased one. */
export const looksErased = (alias: string): SQL => sql.raw(`${alias}.principal IS NULL`);

/** `value` of the event `said` that records the erasure of an event; NULL for an event that is not erased. */
const fromErasure = (alias: string, value: string): string =>
  `CASE WHEN ${alias}.principal IS NULL THEN (SELECT ${value} FROM erasures erasure CROSS JOIN events said ON said.number = erasure.erasure
    LEFT JOIN principals author ON author.number = said.principal WHERE erasure.event = ${alias}.number) END`;

const REASON = `said.event_attributes ->> '$.${ERASURE_REASON}'`;
const BY = 'json(coalesce(said.principal_declared, author.info))';

/** The column of an event that `erasedOf` converts. */
export const erasedColumn = (alias: string): SQL =>
  sql.raw(
    fromErasure(alias, `json_object('us', said.accepted_us, 'by', ${BY}, 'reason', ${REASON}, 'event', said.id)`),
  );

/**
 * The own attributes of an event with the behaviour Builtin, as far as the behaviours of its asset follow from them. The
 * erasure of an Add or Remove event keeps the behaviour that it has changed.
 */
export const builtinAttributes = (alias: string): SQL =>
  sql.raw(`CASE WHEN ${alias}.principal IS NULL
    THEN coalesce((SELECT json_object('${BEHAVIOUR_NAME}', erasure.behaviour) FROM erasures erasure
      WHERE erasure.event = ${alias}.number AND erasure.behaviour IS NOT NULL), '{}')
    ELSE ${alias}.event_attributes END`);

/** Converts a value of `erasedColumn`. */
export const erasedOf = (column: string | null): { erased: Erased } | undefined =>
  column === null ? undefined : { erased: JSON.parse(column) as Erased };

/** The erasure as the API shows it, to the public without the principal. */
export const erasedJson = ({ us, by, reason, event }: Erased, asset: string, family: AssetFamily) => ({
  timestamp: formatMicros(us),
  principal: family === 'publicassets' ? BLANK_PRINCIPAL : by,
  reason,
  event_identity: `${family}/${asset}/events/${event}`,
});
