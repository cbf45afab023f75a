import { sql, type SQL } from 'drizzle-orm';
import { ERASURE_REASON, type Erased } from './erasure.ts';
import { BEHAVIOUR_NAME } from '../../formats/records/asset-state.ts';

/* Erased events as rows of the database. */

/** Condition: the row of an event has the form of an erased one. */
export const looksErased = (alias: string): SQL => sql.raw(`${alias}.principal IS NULL`);

/** `value` of the event `said` that records the erasure of an event; NULL for an event that is not erased. */
const fromErasure = (alias: string, value: string): string =>
  `CASE WHEN ${alias}.principal IS NULL THEN (SELECT ${value} FROM erasures erasure
      CROSS JOIN events said ON said.number = erasure.erasure
    LEFT JOIN principals author ON author.number = said.principal WHERE erasure.event = ${alias}.number) END`;

const REASON = `said.event_attributes ->> '$.${ERASURE_REASON}'`;
const BY = 'json(coalesce(said.principal_declared, author.info))';

/** The column of an event that `erasedOf` converts. */
export const erasedColumn = (alias: string): SQL =>
  sql.raw(
    fromErasure(alias, `json_object('us', said.accepted_us, 'by', ${BY}, 'reason', ${REASON}, 'event', said.id)`),
  );

/**
 * The own attributes of an event with the behaviour Builtin, as far as the behaviours of its asset follow from them.
 * The erasure of an Add or Remove event keeps the behaviour that it has changed.
 */
export const builtinAttributes = (alias: string): SQL =>
  sql.raw(`CASE WHEN ${alias}.principal IS NULL
    THEN coalesce((SELECT json_object('${BEHAVIOUR_NAME}', erasure.behaviour) FROM erasures erasure
      WHERE erasure.event = ${alias}.number AND erasure.behaviour IS NOT NULL), '{}')
    ELSE ${alias}.event_attributes END`);

/** Converts a value of `erasedColumn`. */
export const erasedOf = (column: string | null): Erased | undefined =>
  column === null ? undefined : (JSON.parse(column) as Erased);
