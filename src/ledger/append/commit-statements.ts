import { sql } from 'drizzle-orm';
import { principalsHold } from '../../access/principal.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import type { Micros } from '../../lib/time.ts';
import { KEY_LIFETIME } from '../../platform/database/idempotency.ts';
import { textOf, type Database, type RawStatement } from '../../platform/database/database.ts';
import { KEY_SLOT } from '../erasure/erasure-keys.ts';
import { ERASURE_STATEMENTS } from '../erasure/erasure-rows.ts';
import { ATTRIBUTE_STATEMENTS, INSERT_VERSIONS } from './attribute-rows.ts';
import {
  INSERT_ASSETS,
  INSERT_EVENTS,
  INSERT_KEYS,
  INSERT_PRINCIPALS,
  INSERT_SALTS,
  STORED_ROWS,
  UPDATE_ASSETS,
  UPDATE_TRACKED,
} from './event-rows.ts';
import { CONDITION, type Proposal } from './proposal.ts';

/*
 * The statements of one commit of the proposals of many assets. Each has the rows of all proposals as one JSON
 * parameter: an array with an element for each proposal, `0` where it has no such rows. The conditions of each proposal
 * are evaluated on their own, once, and stored in `database_state.verdicts`, by which the other statements write only
 * the rows of proposals that meet them. The proposals of one commit are of different assets, and have no idempotency
 * key in common.
 */

/** `now` is the time of the commit, `tag` the new tag of the writer, the quotas -1 for none. */
export type Move = { now: Micros; tag: string; assetQuota: number; byteQuota: number };

/**
 * The result of the statement at `MOVED_AT`: the new counter, and a JSON list of the refusals, null for what is stored.
 */
export type Moved = { counter: number; verdicts: string };

const proposed = CONDITION.of('m.value');
const LAST_EVENT = `EXISTS (SELECT 1 FROM assets a WHERE a.id = ${proposed.asset}
        AND a.seq = ${proposed.lastSeq} AND a.head_hash = unhex(${proposed.lastHash}))`;
const PRINCIPALS_HOLD = textOf(
  principalsHold(sql.raw(`m.value, ${CONDITION.path.principals}`), sql.raw(`m.value, ${CONDITION.path.revisions}`)),
);
const closedWindow = (scope: string): string =>
  `EXISTS (SELECT 1 FROM anchors w WHERE w.scope = ${scope} AND w.end_us > ${proposed.firstAcceptedUs})`;
/** FROM and WHERE of the events `e` of a proposal that are stored. */
const ITS_EVENTS = `assets a CROSS JOIN json_each(m.value, ${CONDITION.path.events}) i CROSS JOIN events e
        WHERE a.id = ${proposed.asset} AND e.asset = a.number AND e.id = i.value`;
const used = KEY_SLOT.of('k.value');

/**
 * The conditions of the proposals (`propose` writes the elements): rows n, tenant, bytes, refusal. ?1: the time, ?2:
 * the proposals, ?3: the quota of assets, ?5: of bytes. A proposal that exceeds the quota of bytes has those behind it
 * in the commit refused as well, as if they had come later. Erasures are never refused for it.
 */
const JUDGED = `
  WITH member AS MATERIALIZED (SELECT m.key AS n, ${proposed.lastSeq} = 0 AS creates, ${proposed.tenant} AS tenant,
    ${proposed.bytes} AS bytes, ${proposed.erases} AS erases, CASE
    WHEN ${proposed.lastSeq} = 0 AND EXISTS (SELECT 1 FROM assets a WHERE a.id = ${proposed.asset})
      OR ${proposed.lastSeq} > 0 AND NOT ${LAST_EVENT} THEN 'head'
    WHEN NOT (${PRINCIPALS_HOLD}) THEN 'rights'
    WHEN ${proposed.proofMechanism} = 'SIMPLE_HASH' AND (
        ${closedWindow(proposed.tenant)}
        OR ${proposed.public} = 1 AND ${closedWindow(`'${PUBLIC_SCOPE}'`)})
      THEN 'window'
    WHEN EXISTS (SELECT 1 FROM ${ITS_EVENTS}) THEN 'stored'
    WHEN EXISTS (SELECT 1 FROM json_each(m.value, ${CONDITION.path.files}) n
      WHERE NOT EXISTS (SELECT 1 FROM blobs b WHERE b.id = n.value)) THEN 'files'
    WHEN EXISTS (SELECT 1 FROM json_each(m.value, ${CONDITION.path.keys}) k CROSS JOIN idempotency i
      WHERE i.tenant = ${used.tenant} AND i.principal = ${used.principal} AND i.key = ${used.key}
        AND i.created_us > ?1 - ${KEY_LIFETIME}) THEN 'key'
    END AS refusal FROM json_each(?2) m),
  counted AS (SELECT n, tenant, bytes, erases, CASE WHEN refusal IS NULL AND creates AND ?3 >= 0 AND ?3 <
      coalesce((SELECT used FROM usage u WHERE u.tenant = member.tenant AND u.resource = 'assets'), 0)
      + sum(creates AND refusal IS NULL) OVER (PARTITION BY tenant ORDER BY n) THEN 'asset_quota'
      ELSE refusal END AS refusal FROM member),
  judged AS MATERIALIZED (SELECT n, tenant, bytes, CASE WHEN refusal IS NULL AND NOT erases AND ?5 >= 0 AND ?5 <
      coalesce((SELECT used FROM usage u WHERE u.tenant = counted.tenant AND u.resource = 'ledger_bytes'), 0)
      + coalesce((SELECT s.uncounted -> ('$."' || counted.tenant || '"') FROM database_state s), 0)
      + sum(iif(refusal IS NULL, bytes, 0)) OVER (PARTITION BY tenant ORDER BY n) THEN 'byte_quota'
      ELSE refusal END AS refusal FROM counted)`;

const EXPECTED = `INSERT INTO assertions (what, ok) SELECT 'state', EXISTS (SELECT 1 FROM database_state
  WHERE epoch = ?1 AND writer_tag = ?2
    AND (counter = ?3 AND tag = ?4 OR instr(earlier, ' ' || CAST(?3 AS INTEGER) || ':' || ?4) > 0))`;

/** `earlier` of the next state; the triggers of audited changes have the same. */
const WITH_PREVIOUS = `substr(earlier || ' ' || counter || ':' || tag, -2000)`;

/** ?4: the new tag. */
const MOVED = `${JUDGED}
  UPDATE database_state SET counter = counter + 1, tag = ?4, writer_tag = ?4, earlier = ${WITH_PREVIOUS},
    verdicts = (SELECT json_group_array(refusal) FROM (SELECT refusal FROM judged ORDER BY n)),
    uncounted = (SELECT json_group_object(tenant, bytes) FROM (SELECT tenant, sum(bytes) AS bytes FROM (
      SELECT key AS tenant, value AS bytes FROM json_each(database_state.uncounted)
      UNION ALL SELECT tenant, bytes FROM judged WHERE refusal IS NULL) GROUP BY tenant))
  RETURNING counter, verdicts`;

/**
 * Fails the commit if it has not stored each event of each proposal that meets its conditions: none may be acknowledged
 * that a join of `INSERT_EVENTS` has left out. ?1: the conditions.
 */
const COMPLETE = `INSERT INTO assertions (what, ok) SELECT 'events', NOT EXISTS (SELECT 1 FROM ${STORED_ROWS}
  WHERE json_array_length(m.value, ${CONDITION.path.events}) <> (SELECT count(*) FROM ${ITS_EVENTS}))`;

/** The condition `state`: the database is in this state, or audited changes have moved it on. */
export const expectedStatement = (
  db: Database,
  { epoch, writerTag, counter, tag }: DatabaseState,
): RawStatement<unknown> => db.text(EXPECTED, [epoch, writerTag, counter, tag]);

/** The index of the result of `commitStatements` that is a `Moved`, with `expected`. */
export const MOVED_AT = 1;

/** The statements of one commit. Without `expected`, the caller must have the database to itself. */
export function commitStatements(
  db: Database,
  proposals: readonly Proposal[],
  expected: DatabaseState | undefined,
  { now, tag, assetQuota, byteQuota }: Move,
): RawStatement<unknown>[] {
  const list = (rows: keyof Proposal['rows']): string =>
    `[${proposals.map((proposal) => proposal.rows[rows] || '0').join(',')}]`;
  const written = (text: string, rows: keyof Proposal['rows'], ...params: unknown[]): RawStatement<unknown>[] =>
    proposals.some((proposal) => proposal.rows[rows] !== '') ? [db.text(text, [list(rows), ...params])] : [];
  return [
    ...(expected ? [expectedStatement(db, expected)] : []),
    db.text<Moved>(MOVED, [now, list('condition'), assetQuota, tag, byteQuota]),
    ...written(INSERT_PRINCIPALS, 'principals'),
    ...written(INSERT_ASSETS, 'created'),
    ...written(INSERT_EVENTS, 'events', now),
    ...written(COMPLETE, 'condition'),
    ...ATTRIBUTE_STATEMENTS.flatMap(([rows, text]) => written(text, rows)),
    ...written(UPDATE_ASSETS, 'updated'),
    ...written(UPDATE_TRACKED, 'tracked'),
    ...written(INSERT_SALTS, 'salts'),
    ...written(INSERT_KEYS, 'keys'),
    ...ERASURE_STATEMENTS.flatMap((text) => written(text, 'erased')),
    ...written(INSERT_VERSIONS, 'kept'),
  ];
}

/** The verdicts of the last commit, if it was the one with this tag. */
export const verdictsStatement = (db: Database, tag: string): RawStatement<Pick<Moved, 'verdicts'>> =>
  db.text('SELECT verdicts FROM database_state WHERE writer_tag = ?1', [tag]);
