import { sql } from 'drizzle-orm';
import { principalsHold } from '../../access/principal.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import type { Micros } from '../../lib/time.ts';
import { KEY_LIFETIME } from '../../platform/database/idempotency.ts';
import { PUBLIC_LEAVES } from '../../platform/database/numbers.ts';
import { textOf, type Database, type RawStatement } from '../../platform/database/database.ts';
import { erasureTexts } from '../erasure/erasure-rows.ts';
import type { Proposal } from './proposal.ts';

/*
 * The statements of one commit of the proposals of many assets. Each takes the rows of all proposals as one JSON
 * parameter: an array with an element for each proposal, `0` where it has no such rows. The conditions of each proposal
 * are evaluated on their own, once, and stored in `database_state.verdicts`, by which the other statements write only the
 * rows of proposals that meet them. The proposals of one commit are of different assets, and have no idempotency key in
 * common.
 */

/** `now` is the time of the commit, `tag` the new tag of the writer, the quotas -1 for none. */
export type Move = { now: Micros; tag: string; assetQuota: number; byteQuota: number };

/** The result of the statement at `MOVED_AT`: the new counter, and a JSON list of the refusals, null for what is stored. */
export type Moved = { counter: number; verdicts: string };

/**
 * The conditions of the proposals (`propose` writes the elements): rows n, tenant, bytes, refusal. ?1: the time, ?2: the proposals,
 * ?3: the quota of assets, ?5: of bytes. A proposal that exceeds the quota of bytes has those behind it in the commit refused
 * as well, as if they had come later. Erasures are never refused for it.
 */
const JUDGED = `
  WITH member AS MATERIALIZED (SELECT m.key AS n, m.value ->> 1 = 0 AS creates, m.value ->> 4 AS tenant,
    m.value ->> 13 AS bytes, m.value ->> 14 AS erases, CASE
    WHEN m.value ->> 1 = 0 AND EXISTS (SELECT 1 FROM assets a WHERE a.id = m.value ->> 0)
      OR m.value ->> 1 > 0 AND NOT EXISTS (SELECT 1 FROM assets a WHERE a.id = m.value ->> 0
        AND a.seq = m.value ->> 1 AND a.head_hash = unhex(m.value ->> 2)) THEN 'head'
    WHEN NOT (${textOf(principalsHold(sql.raw("m.value, '$[8]'"), sql.raw("m.value, '$[9]'")))}) THEN 'principals'
    WHEN m.value ->> 6 = 'SIMPLE_HASH' AND (
        EXISTS (SELECT 1 FROM anchors w WHERE w.scope = m.value ->> 4 AND w.end_us > m.value ->> 7)
        OR m.value ->> 5 = 1 AND EXISTS (SELECT 1 FROM anchors w WHERE w.scope = '${PUBLIC_SCOPE}' AND w.end_us > m.value ->> 7))
      THEN 'window'
    WHEN EXISTS (SELECT 1 FROM assets a CROSS JOIN json_each(m.value, '$[10]') i CROSS JOIN events e
        WHERE a.id = m.value ->> 0 AND e.asset = a.number AND e.id = i.value) THEN 'stored'
    WHEN EXISTS (SELECT 1 FROM json_each(m.value, '$[12]') n WHERE NOT EXISTS (SELECT 1 FROM blobs b WHERE b.id = n.value)) THEN 'blobs'
    WHEN EXISTS (SELECT 1 FROM json_each(m.value, '$[11]') k CROSS JOIN idempotency i WHERE i.tenant = k.value ->> 0
        AND i.principal = k.value ->> 1 AND i.key = k.value ->> 2 AND i.created_us > ?1 - ${KEY_LIFETIME}) THEN 'key'
    END AS refusal FROM json_each(?2) m),
  counted AS (SELECT n, tenant, bytes, erases, CASE WHEN refusal IS NULL AND creates AND ?3 >= 0 AND ?3 <
      coalesce((SELECT used FROM usage u WHERE u.tenant = member.tenant AND u.resource = 'assets'), 0)
      + sum(creates AND refusal IS NULL) OVER (PARTITION BY tenant ORDER BY n) THEN 'quota' ELSE refusal END AS refusal FROM member),
  judged AS MATERIALIZED (SELECT n, tenant, bytes, CASE WHEN refusal IS NULL AND NOT erases AND ?5 >= 0 AND ?5 <
      coalesce((SELECT used FROM usage u WHERE u.tenant = counted.tenant AND u.resource = 'ledger_bytes'), 0)
      + coalesce((SELECT s.uncounted -> ('$."' || counted.tenant || '"') FROM database_state s), 0)
      + sum(iif(refusal IS NULL, bytes, 0)) OVER (PARTITION BY tenant ORDER BY n) THEN 'bytes' ELSE refusal END AS refusal FROM counted)`;

const EXPECTED = `INSERT INTO assertions (what, ok) SELECT 'state', EXISTS (SELECT 1 FROM database_state
  WHERE epoch = ?1 AND writer_tag = ?2 AND (counter = ?3 AND tag = ?4 OR instr(earlier, ' ' || CAST(?3 AS INTEGER) || ':' || ?4) > 0))`;

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

/** The proposals of the parameter ?1 that this commit stores, as `m`; of those, the ones that have rows. */
const STORED = `json_each(?1) m WHERE m.type <> 'integer' AND m.key IN (SELECT v.key FROM database_state CROSS JOIN json_each(verdicts) v WHERE v.type = 'null')`;
/** The same with the number of the asset and other columns of its row, for elements [asset, rows]. */
const OF_ASSETS = `(SELECT a.number AS asset, a.tenant, a.public, a.proof_mechanism, a.created_us, m.key, m.value ->> 1 AS list
  FROM (SELECT m.key, m.value FROM ${STORED}) m CROSS JOIN assets a ON a.id = m.value ->> 0) of`;

const PRINCIPALS = `INSERT OR IGNORE INTO principals (info)
  SELECT p.value FROM (SELECT m.value FROM ${STORED}) m CROSS JOIN json_each(m.value) p`;

const CREATED = `INSERT INTO assets (id, behaviours, initial_behaviours, attributes, seq, head_us, head_hash, tracked, tenant, public,
    proof_mechanism, chain_id, owner, created_us, confirmation)
  SELECT m.value ->> 0, m.value ->> 1, m.value ->> 2, m.value ->> 3, m.value ->> 4, m.value ->> 5, unhex(m.value ->> 6),
    m.value ->> 7, t.number, m.value ->> 9, m.value ->> 10, m.value ->> 11, CASE m.value ->> 12 WHEN t.wallet_address THEN NULL ELSE m.value ->> 12 END,
    m.value ->> 13, CASE m.value ->> 10 WHEN 'KHIPU' THEN 'PENDING' ELSE 'CONFIRMED' END
  FROM (SELECT m.value FROM ${STORED}) m CROSS JOIN tenants t ON t.id = m.value ->> 8`;

/** ?2: the time of the commit. MERKLE_LOG events are confirmed by their log (confirmation.ts), which has the time. */
const EVENTS = `INSERT INTO events (asset, tenant, public, proof_mechanism, seq, id, operation, behaviour, event_attributes, asset_attributes,
    declared, declared_us, accepted_us, principal_declared, principal, from_wallet, hash, seed,
    confirmation, committed_us, transaction_id, block_number, transaction_index)
  SELECT of.asset, of.tenant, of.public, of.proof_mechanism, r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3, r.value ->> 4, r.value ->> 5,
    r.value ->> 6, r.value ->> 7, r.value ->> 8, r.value ->> 9, (SELECT p.number FROM principals p WHERE p.info = r.value ->> 10),
    CASE r.value ->> 11 WHEN t.wallet_address THEN NULL ELSE r.value ->> 11 END, unhex(r.value ->> 12), unhex(r.value ->> 13),
    CASE of.proof_mechanism WHEN 'KHIPU' THEN 'PENDING' ELSE 'CONFIRMED' END,
    CASE of.proof_mechanism WHEN 'SIMPLE_HASH' THEN max(?2, r.value ->> 8) END, '', 0, 0
  FROM ${OF_ASSETS} CROSS JOIN tenants t ON t.number = of.tenant CROSS JOIN json_each(of.list) r`;

/**
 * Fails the commit if it has not stored each event of each proposal that meets its conditions: none may be acknowledged
 * that a join of `EVENTS` has left out. ?1: the conditions.
 */
const COMPLETE = `INSERT INTO assertions (what, ok) SELECT 'events', NOT EXISTS (SELECT 1 FROM (SELECT m.value FROM ${STORED}) m
  WHERE json_array_length(m.value, '$[10]') <> (SELECT count(*) FROM assets a CROSS JOIN json_each(m.value, '$[10]') i CROSS JOIN events e
    WHERE a.id = m.value ->> 0 AND e.asset = a.number AND e.id = i.value))`;

/** Own leaves (`sets` 0) and files (2) of public events have a second row, of the tenant PUBLIC_LEAVES. */
const LEAVES = `INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
  SELECT iif(whose.value, e.tenant, ${PUBLIC_LEAVES}), s.key, n.key || (l.value ->> 0), l.value ->> 1, e.accepted_us, e.number
  FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r CROSS JOIN events e ON e.asset = of.asset AND e.seq = r.value ->> 0
    CROSS JOIN json_each(r.value, '$[1]') s CROSS JOIN json_each(iif(e.public AND s.key <> 1, '[0,1]', '[1]')) whose
    CROSS JOIN json_each(s.value) n CROSS JOIN json_each(n.value) l`;

const TYPES = `INSERT INTO event_types (asset, path, key, seq)
  SELECT of.asset, r.value ->> 0, r.value ->> 1, r.value ->> 2 FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r`;

/** The row of an attribute is taken apart once, not per leaf: `->>` reads the whole text of its left side, which is long. */
const VERSIONS = `WITH version AS MATERIALIZED (SELECT of.asset, r.value ->> 0 AS name, r.value ->> 1 AS seq, r.value ->> 2 AS value, r.value -> 3 AS leaves
    FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r)
  INSERT INTO asset_attributes (asset, name, seq, path, key, present, value)
  SELECT version.asset, version.name, version.seq, l.value ->> 0, l.value ->> 1, l.value ->> 2, CASE l.value ->> 0 WHEN '' THEN version.value END
  FROM version CROSS JOIN json_each(version.leaves) l`;

/** MATERIALIZED, so that SQLite searches `asset_values` for each change instead of scanning it. */
const REPLACED = `WITH now AS MATERIALIZED (SELECT of.tenant, of.created_us, of.asset, r.value ->> 0 AS path, r.value ->> 1 AS old, r.value ->> 2 AS key
    FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r)
  UPDATE asset_values SET key = now.key FROM now
  WHERE asset_values.tenant = now.tenant AND asset_values.path = now.path AND asset_values.key = now.old
    AND asset_values.created_us = now.created_us AND asset_values.asset = now.asset`;

const REMOVED = `DELETE FROM asset_values WHERE (tenant, path, key, created_us, asset) IN
  (SELECT of.tenant, r.value ->> 0, r.value ->> 1, of.created_us, of.asset FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r)`;

const ADDED = `INSERT INTO asset_values (tenant, path, key, created_us, asset)
  SELECT of.tenant, r.value ->> 0, r.value ->> 1, of.created_us, of.asset FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r WHERE true
  ON CONFLICT DO NOTHING`;

/** OR REPLACE, so that a row too many, which fsck finds, does not fail the commit. */
const POSTINGS_REPLACED = `WITH now AS MATERIALIZED (SELECT of.tenant, of.created_us, of.asset, r.value ->> 0 AS old, r.value ->> 1 AS former,
    r.value ->> 2 AS term, r.value ->> 3 AS weight FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r)
  UPDATE OR REPLACE asset_postings SET term = now.term, weight = now.weight FROM now
  WHERE asset_postings.tenant = now.tenant AND asset_postings.term = now.old AND asset_postings.weight = now.former
    AND asset_postings.created_us = now.created_us AND asset_postings.asset = now.asset`;

const POSTINGS_REMOVED = `DELETE FROM asset_postings WHERE (tenant, term, weight, created_us, asset) IN
  (SELECT of.tenant, r.value ->> 0, r.value ->> 1, of.created_us, of.asset FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r)`;

const POSTINGS_ADDED = `INSERT INTO asset_postings (tenant, term, weight, created_us, asset)
  SELECT of.tenant, r.value ->> 0, r.value ->> 1, of.created_us, of.asset FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r WHERE true
  ON CONFLICT DO NOTHING`;

/** Without `tracked`, because D1 counts the entry of each index that has a column of SET. */
const UPDATED = `UPDATE assets SET behaviours = m.value ->> 1, initial_behaviours = m.value ->> 2, attributes = m.value ->> 3,
    seq = m.value ->> 4, head_us = m.value ->> 5, head_hash = unhex(m.value ->> 6)
  FROM (SELECT m.value FROM ${STORED}) m WHERE assets.id = m.value ->> 0`;

const TRACKED = `UPDATE assets SET tracked = m.value ->> 1 FROM (SELECT m.value FROM ${STORED}) m WHERE assets.id = m.value ->> 0`;

const SALTS = `INSERT INTO khipu_events (asset, seq, salt)
  SELECT of.asset, r.value ->> 0, r.value ->> 1 FROM ${OF_ASSETS} CROSS JOIN json_each(of.list) r`;

const ERASED = erasureTexts(OF_ASSETS);

/** A key that has expired is replaced. */
const KEYS = `INSERT INTO idempotency (tenant, principal, key, fingerprint, asset, event, created_us)
  SELECT k.value ->> 0, k.value ->> 1, k.value ->> 2, k.value ->> 3, k.value ->> 4, k.value ->> 5, k.value ->> 6
  FROM (SELECT m.value FROM ${STORED}) m CROSS JOIN json_each(m.value) k WHERE true
  ON CONFLICT (tenant, principal, key) DO UPDATE SET fingerprint = excluded.fingerprint, asset = excluded.asset,
    event = excluded.event, created_us = excluded.created_us`;

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
    ...written(PRINCIPALS, 'principals'),
    ...written(CREATED, 'created'),
    ...written(EVENTS, 'events', now),
    ...written(COMPLETE, 'condition'),
    ...written(LEAVES, 'leaves'),
    ...written(TYPES, 'types'),
    ...written(VERSIONS, 'versions'),
    ...written(REPLACED, 'replaced'),
    ...written(REMOVED, 'removed'),
    ...written(ADDED, 'added'),
    ...written(POSTINGS_REPLACED, 'postingsReplaced'),
    ...written(POSTINGS_REMOVED, 'postingsRemoved'),
    ...written(POSTINGS_ADDED, 'postingsAdded'),
    ...written(UPDATED, 'updated'),
    ...written(TRACKED, 'tracked'),
    ...written(SALTS, 'salts'),
    ...written(KEYS, 'keys'),
    ...ERASED.flatMap((text) => written(text, 'erased')),
    ...written(VERSIONS, 'kept'),
  ];
}

/** The verdicts of the last commit, if it was the one with this tag. */
export const verdictsStatement = (db: Database, tag: string): RawStatement<Pick<Moved, 'verdicts'>> =>
  db.text('SELECT verdicts FROM database_state WHERE writer_tag = ?1', [tag]);
