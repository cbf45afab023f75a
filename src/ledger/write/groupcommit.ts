import { sql } from 'drizzle-orm';
import { principalsHold } from '../../access/principal.ts';
import { PUBLIC_SCOPE } from '../../core/identity.ts';
import type { Micros } from '../../core/time.ts';
import { textOf, type Database, type RawStatement } from '../../store/database.ts';
import type { Proposal, Refusal } from './proposal.ts';

/*
 * The statements of one commit of the proposals of many assets. Each takes the rows of all proposals as one JSON
 * parameter: an array with an element for each proposal, `0` where it has no such rows. The conditions of each proposal
 * are evaluated on their own, and only the rows of proposals that meet them are written. The proposals of one commit are
 * of different assets, and have no idempotency key in common.
 */

/** How long an idempotency key is kept. */
export const KEY_LIFETIME: Micros = 86_400_000_000;

/** The state of the database that a commit expects. */
export type Expected = { counter: number; tag: string; writerTag: string; epoch: string };

/** `now` is the time of the commit, `tag` the new tag of the writer, `assetQuota` -1 for none. */
export type Move = { now: Micros; tag: string; assetQuota: number };

/** `n` is the index of a refused proposal. */
export type Refused = { n: number; refusal: Refusal };

/** The conditions of the proposals (`propose` writes the elements): rows n, creates, tenant, refusal. ?1 is the time. */
const judged = (conditions: string, time: string, quota: string): string => `
  WITH member AS (SELECT m.key AS n, m.value ->> 1 = 0 AS creates, m.value ->> 4 AS tenant, CASE
    WHEN m.value ->> 1 = 0 AND EXISTS (SELECT 1 FROM assets a WHERE a.id = m.value ->> 0)
      OR m.value ->> 1 > 0 AND NOT EXISTS (SELECT 1 FROM assets a WHERE a.id = m.value ->> 0
        AND a.seq = m.value ->> 1 AND a.head_hash = m.value ->> 2) THEN 'head'
    WHEN NOT (${textOf(principalsHold(sql.raw("m.value, '$[8]'"), sql.raw("m.value, '$[9]'")))}) THEN 'principals'
    WHEN m.value ->> 6 = 'SIMPLE_HASH' AND (
        EXISTS (SELECT 1 FROM anchors w WHERE w.scope = m.value ->> 4 AND w.end_us > m.value ->> 7)
        OR m.value ->> 5 = 1 AND EXISTS (SELECT 1 FROM anchors w WHERE w.scope = '${PUBLIC_SCOPE}' AND w.end_us > m.value ->> 7))
      THEN 'window'
    WHEN EXISTS (SELECT 1 FROM json_each(m.value, '$[10]') i CROSS JOIN events e WHERE e.asset = m.value ->> 0 AND e.id = i.value)
      THEN 'stored'
    WHEN EXISTS (SELECT 1 FROM json_each(m.value, '$[11]') k CROSS JOIN idempotency i WHERE i.tenant = k.value ->> 0
        AND i.principal = k.value ->> 1 AND i.key = k.value ->> 2 AND i.created_us > ${time} - ${KEY_LIFETIME}) THEN 'key'
    END AS refusal FROM json_each(${conditions}) m),
  judged AS (SELECT n, CASE WHEN refusal IS NULL AND creates AND ${quota} >= 0 AND ${quota} <
      coalesce((SELECT used FROM usage u WHERE u.tenant = member.tenant AND u.resource = 'assets'), 0)
      + sum(creates AND refusal IS NULL) OVER (PARTITION BY tenant ORDER BY n) THEN 'quota' ELSE refusal END AS refusal FROM member)`;

const EXPECTED = `INSERT INTO assertions (what, ok) SELECT 'state', EXISTS (SELECT 1 FROM database_state
  WHERE epoch = ?1 AND writer_tag = ?2 AND (counter > ?3 OR counter = ?3 AND tag = ?4))`;

const REFUSED = `${judged('?2', '?1', '?3')} SELECT n, refusal FROM judged WHERE refusal IS NOT NULL`;

const EVENTS = `${judged('?2', '?1', '?3')}
  INSERT INTO events (asset, seq, id, tenant, public, proof_mechanism, operation, behaviour, event_attributes,
    asset_attributes, declared, declared_us, accepted_us, principal_declared, principal_accepted, from_wallet, hash,
    seed, confirmation, committed_us, transaction_id, block_number, transaction_index)
  SELECT r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3, r.value ->> 4, r.value ->> 5, r.value ->> 6,
    r.value ->> 7, r.value ->> 8, r.value ->> 9, r.value ->> 10, r.value ->> 11, r.value ->> 12, r.value ->> 13,
    r.value ->> 14, r.value ->> 15, r.value ->> 16, unhex(r.value ->> 17),
    CASE r.value ->> 5 WHEN 'SIMPLE_HASH' THEN 'CONFIRMED' ELSE 'PENDING' END,
    CASE r.value ->> 5 WHEN 'SIMPLE_HASH' THEN max(?1, r.value ->> 12) END, '', 0, 0
  FROM json_each(?4) m CROSS JOIN json_each(m.value) r
  WHERE m.key IN (SELECT n FROM judged WHERE refusal IS NULL)`;

/**
 * The proposals whose events this commit has inserted: their first events have higher commit numbers than all events
 * before the commit. ?1: [asset, sequence number of the first event] of each.
 */
const ACCEPTED = `(SELECT f.key FROM json_each(?1) f CROSS JOIN events e ON e.asset = f.value ->> 0 AND e.seq = f.value ->> 1
  WHERE e.number > (SELECT last_event FROM database_state))`;

/*
 * Each level of the JSON of a proposal is taken apart once, in a table of its own: `->>` reads the whole text of its left
 * side, which is long.
 */
const LEAVES = `WITH proposal AS MATERIALIZED (SELECT m.value ->> 0 AS asset, m.value ->> 1 AS tenant, m.value ->> 2 AS public,
    m.value -> 3 AS events FROM json_each(?2) m WHERE m.type <> 'integer' AND m.key IN ${ACCEPTED}),
  event AS MATERIALIZED (SELECT asset, tenant, public, e.value ->> 0 AS seq, e.value ->> 1 AS accepted_us, e.value -> 2 AS names
    FROM proposal CROSS JOIN json_each(proposal.events) e)
  INSERT INTO event_attributes (asset, path, key, seq, tenant, public, accepted_us)
  SELECT asset, n.key || (l.value ->> 0), l.value ->> 1, seq, tenant, public, accepted_us
  FROM event CROSS JOIN json_each(event.names) n CROSS JOIN json_each(n.value) l`;

const CHANGED = `UPDATE asset_attributes INDEXED BY asset_attributes_of_asset SET current = 0 WHERE current = 1
  AND (asset, name) IN (SELECT m.value ->> 0, c.value FROM json_each(?2) m CROSS JOIN json_each(m.value, '$[1]') c
    WHERE m.key IN ${ACCEPTED})`;

const VERSIONS = `WITH proposal AS MATERIALIZED (SELECT m.value ->> 0 AS asset, m.value ->> 1 AS tenant, m.value ->> 2 AS created_us,
    m.value -> 3 AS changes FROM json_each(?2) m WHERE m.type <> 'integer' AND m.key IN ${ACCEPTED}),
  version AS MATERIALIZED (SELECT asset, tenant, created_us, a.value ->> 0 AS name, a.value ->> 1 AS from_us,
    a.value ->> 2 AS current, a.value ->> 3 AS named, a.value ->> 4 AS value, a.value -> 5 AS leaves, a.value ->> 6 AS seq
    FROM proposal CROSS JOIN json_each(proposal.changes) a)
  INSERT INTO asset_attributes (asset, path, from_us, key, name, present, current, named, value, seq, tenant, created_us)
  SELECT asset, name || (l.value ->> 0), from_us, l.value ->> 1, name, l.value ->> 2, current, named,
    CASE l.value ->> 0 WHEN '' THEN version.value END, seq, tenant, created_us
  FROM version CROSS JOIN json_each(version.leaves) l`;

const ASSETS_CREATED = `INSERT INTO assets (id, behaviours, attributes, tracked, seq, head_us, head_hash, tenant, public,
    proof_mechanism, chain_id, owner, created_us, initial_behaviours, confirmation)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
    value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13,
    CASE value ->> 9 WHEN 'SIMPLE_HASH' THEN 'CONFIRMED' ELSE 'PENDING' END
  FROM json_each(?2) m WHERE m.type = 'array' AND m.key IN ${ACCEPTED}`;

const ASSETS_UPDATED = `UPDATE assets SET behaviours = m.value ->> 1, attributes = m.value ->> 2, tracked = m.value ->> 3,
    seq = m.value ->> 4, head_us = m.value ->> 5, head_hash = m.value ->> 6
  FROM json_each(?2) m WHERE assets.id = m.value ->> 0 AND m.key IN ${ACCEPTED}`;

const SALTS = `INSERT INTO khipu_events (asset, seq, salt) SELECT s.value ->> 0, s.value ->> 1, s.value ->> 2
  FROM json_each(?2) m CROSS JOIN json_each(m.value) s WHERE m.type = 'array' AND m.key IN ${ACCEPTED}`;

/** A key that has expired is replaced. */
const KEYS = `INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
  SELECT k.value ->> 0, k.value ->> 1, k.value ->> 2, k.value ->> 3, k.value ->> 4, k.value ->> 5, k.value ->> 6
  FROM json_each(?2) m CROSS JOIN json_each(m.value) k WHERE m.type = 'array' AND m.key IN ${ACCEPTED}
  ON CONFLICT (tenant, principal, key) DO UPDATE SET fingerprint = excluded.fingerprint, asset = excluded.asset,
    event = excluded.event, created_us = excluded.created_us`;

const MOVED = `UPDATE database_state SET counter = counter + 1, tag = ?1, writer_tag = ?1,
  last_event = coalesce((SELECT max(number) FROM events), 0) RETURNING counter`;

/** The condition `state`: the database is in this state, or audited changes have moved it on. */
export const expectedStatement = (db: Database, { epoch, writerTag, counter, tag }: Expected): RawStatement<unknown> =>
  db.text(EXPECTED, [epoch, writerTag, counter, tag]);

/** The indexes of the results of `commitStatements` with the new counter, and with the refused proposals. */
export const MOVED_AT = 1;
export const REFUSED_AT = 2;

/** The statements of one commit. Without `expected`, the caller must have the database to itself. */
export function commitStatements(
  db: Database,
  proposals: readonly Proposal[],
  expected: Expected | undefined,
  { now, tag, assetQuota }: Move,
): RawStatement<unknown>[] {
  const list = (rowsOf: (proposal: Proposal) => string): string =>
    `[${proposals.map((proposal) => rowsOf(proposal) || '0').join(',')}]`;
  const firsts = firstsOf(proposals);
  const conditions = list(({ rows }) => rows.condition);
  const written = (text: string, rowsOf: (proposal: Proposal) => string): RawStatement<unknown>[] =>
    proposals.some((proposal) => rowsOf(proposal) !== '') ? [db.text(text, [firsts, list(rowsOf)])] : [];
  return [
    ...(expected ? [expectedStatement(db, expected)] : []),
    db.text(MOVED, [tag]),
    db.text(REFUSED, [now, conditions, assetQuota]),
    db.text(EVENTS, [now, conditions, assetQuota, list(({ rows }) => rows.events)]),
    ...written(LEAVES, ({ rows }) => rows.leaves),
    ...written(CHANGED, ({ rows }) => rows.changed),
    ...written(VERSIONS, ({ rows }) => rows.versions),
    ...written(ASSETS_CREATED, ({ creates, rows }) => (creates ? rows.asset : '')),
    ...written(ASSETS_UPDATED, ({ creates, rows }) => (creates ? '' : rows.asset)),
    ...written(SALTS, ({ rows }) => rows.salts),
    ...written(KEYS, ({ rows }) => rows.keys),
  ];
}

/** Which proposals a commit with an unknown outcome has stored, if it has moved the state: rows n. */
export const storedStatement = (db: Database, proposals: readonly Proposal[]): RawStatement<{ n: number }> =>
  db.text(
    `SELECT m.key AS n FROM json_each(?1) m CROSS JOIN events e ON e.asset = m.value ->> 0 AND e.seq = m.value ->> 3
      WHERE e.id = m.value -> 10 ->> 0`,
    [`[${proposals.map(({ rows }) => rows.condition).join(',')}]`],
  );

const firstsOf = (proposals: readonly Proposal[]): string =>
  `[${proposals.map(({ asset, firstSeq }) => `["${asset}",${firstSeq}]`).join(',')}]`;
