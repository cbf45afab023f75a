import { sql, type SQL } from 'drizzle-orm';
import { fileHashes } from '../../formats/records/attachments.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { log } from '../../platform/log.ts';
import { indexTerms } from '../../formats/records/search-terms.ts';
import { ambient } from '../../lib/time.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { PUBLIC_LEAVES } from '../../platform/database/numbers.ts';
import { eventBytes } from '../records/event-bytes.ts';

/** The indexes and the count that a job fills for the records of earlier versions (table `backfills`). */
export type BackfillName = 'asset_postings' | 'event_files' | 'ledger_bytes';

/** Condition: records may lack their rows in this index. */
export const isUnfinished = (name: BackfillName): SQL =>
  sql`EXISTS (SELECT 1 FROM backfills filling WHERE filling.name = ${name} AND (filling.through IS NULL OR filling.after < filling.through))`;

/** How to fill an index: `last` gives the number of the last record, `step` writes the rows of the next records. */
type Backfill = {
  last: SQL;
  /** Returns the number up to which all records have their rows; undefined: other writes came in between, try again. */
  step: (db: Database, after: number, through: number) => Promise<number | undefined>;
};

/** Records, and bytes of their attributes, that one step reads. */
const STEP = { assets: 200, events: 2000, bytes: 300_000 };
/** Milliseconds after which a run of the job stops; the next run continues. */
const RUN_MS = 20_000;
/** Steps in a row that may be repeated because of other writes. */
const REPEATS = 20;

const BACKFILLS: Record<BackfillName, Backfill> = {
  asset_postings: { last: sql`SELECT coalesce(max(number), 0) FROM assets`, step: fillPostings },
  event_files: { last: sql`SELECT coalesce(max(number), 0) FROM events`, step: fillFiles },
  ledger_bytes: { last: sql`SELECT coalesce(max(number), 0) FROM events`, step: countBytes },
};

/** Fills the indexes further, for a limited time. A crash at any time loses nothing: a step is repeated. */
export async function fillIndexes(db: Database, runMs = RUN_MS): Promise<void> {
  const end = ambient.now() + runMs;
  // The events from here on are counted by their commits.
  await db.batch([db.sql(sql`UPDATE database_state SET uncounted = '{}' WHERE uncounted IS NULL`)]);
  for (const name of Object.keys(BACKFILLS) as BackfillName[]) {
    const { last, step } = BACKFILLS[name];
    // Records that the former version has written until this version runs are filled as well.
    const [, [found]] = await db.batch([
      db.sql(sql`UPDATE backfills SET through = (${last}) WHERE name = ${name} AND through IS NULL`),
      db.sql<{ after: number; through: number }>(sql`SELECT after, through FROM backfills WHERE name = ${name}`),
    ]);
    if (!found || found.after >= found.through) continue;
    let { after } = found;
    for (let repeats = 0; after < found.through && repeats < REPEATS && ambient.now() < end;) {
      const filled = await step(db, after, found.through);
      repeats = filled === undefined ? repeats + 1 : 0;
      after = filled ?? after;
    }
    const { through } = found;
    log('info', after < through ? 'an index is being filled' : 'an index was filled', { index: name, after, through });
  }
  while (ambient.now() < end && (await deleteFormerTerms(db)));
}

/** Rows of the former index that one step deletes. */
const DELETED = 5000;

/** Deletes the next rows of the former index. Returns whether it had some. */
async function deleteFormerTerms(db: Database): Promise<boolean> {
  const [found] = await db.batch([
    db.sql(sql`DELETE FROM asset_terms WHERE (tenant, term, asset) IN
      (SELECT tenant, term, asset FROM asset_terms ORDER BY tenant, term, asset LIMIT ${DELETED}) RETURNING 1`),
  ]);
  return found.length > 0;
}

type AssetText = { number: number; seq: number; attributes: string };
/** Characters of attributes that are compared as text. Longer ones count as changed with every event of the asset. */
const COMPARED = 100_000;

/** Writes the terms of the next assets. The rows of an asset that was changed after it was read would be wrong. */
async function fillPostings(db: Database, after: number, through: number): Promise<number | undefined> {
  const [assets] = await db.batch([
    db.sql<AssetText>(sql`SELECT number, seq, attributes FROM (SELECT number, seq, attributes, sum(octet_length(attributes)) OVER (ROWS UNBOUNDED PRECEDING) AS upTo
      FROM (SELECT number, seq, attributes FROM assets WHERE number > ${after} AND number <= ${through} ORDER BY number LIMIT ${STEP.assets}))
      WHERE upTo - octet_length(attributes) <= ${STEP.bytes}`),
  ]);
  const last = assets.at(-1)?.number ?? through;
  const rows = JSON.stringify(
    assets.map(({ number, seq, attributes }) => [
      number,
      seq,
      attributes.length > COMPARED ? null : attributes,
      [...indexTerms(JSON.parse(attributes) as Attributes)],
    ]),
  );
  const same = sql`FROM json_each(${rows}) r CROSS JOIN assets a ON a.number = r.value ->> 0 AND (a.seq = r.value ->> 1 OR a.attributes = r.value ->> 2)`;
  const isSame = sql`(SELECT count(*) ${same}) = ${assets.length}`;
  const [, [done]] = await db.batch([
    db.sql(sql`INSERT INTO asset_postings (tenant, term, weight, created_us, asset)
      SELECT a.tenant, posting.value ->> 0, posting.value ->> 1, a.created_us, a.number ${same} CROSS JOIN json_each(r.value, '$[3]') posting
      WHERE ${isSame} ON CONFLICT DO NOTHING`),
    advance(db, 'asset_postings', last, isSame),
  ]);
  return done?.after;
}

type EventText = { number: number; own: string; named: string };

/** Writes the files of the next events. Only an erasure changes an event. */
async function fillFiles(db: Database, after: number, through: number): Promise<number | undefined> {
  const size = sql`octet_length(event_attributes) + octet_length(asset_attributes)`;
  const [[range], events] = await db.batch([
    db.sql<{
      last: number | null;
    }>(sql`SELECT max(number) AS last FROM (SELECT number, sum(${size}) OVER (ROWS UNBOUNDED PRECEDING) - (${size}) AS before
      FROM (SELECT number, event_attributes, asset_attributes FROM events WHERE number > ${after} AND number <= ${through} ORDER BY number LIMIT ${STEP.events}))
      WHERE before <= ${STEP.bytes}`),
    db.sql<EventText>(sql`SELECT number, event_attributes AS own, asset_attributes AS named FROM (
      SELECT number, event_attributes, asset_attributes, sum(${size}) OVER (ROWS UNBOUNDED PRECEDING) - (${size}) AS before
      FROM (SELECT number, event_attributes, asset_attributes FROM events WHERE number > ${after} AND number <= ${through} ORDER BY number LIMIT ${STEP.events}))
      WHERE before <= ${STEP.bytes} AND (instr(event_attributes, 'hash_value') OR instr(asset_attributes, 'hash_value'))`),
  ]);
  const last = range?.last ?? through;
  const rows = JSON.stringify(
    events.map(({ number, own, named }) => [
      number,
      fileHashes(JSON.parse(own) as Attributes, JSON.parse(named) as Attributes),
    ]),
  );
  await db.batch([
    db.sql(sql`INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
      SELECT iif(whose.value, e.tenant, ${PUBLIC_LEAVES}), 2, '', file.value, e.accepted_us, e.number
      FROM json_each(${rows}) r CROSS JOIN events e ON e.number = r.value ->> 0 AND e.principal IS NOT NULL
        CROSS JOIN json_each(r.value, '$[1]') file CROSS JOIN json_each(iif(e.public, '[0,1]', '[1]')) whose WHERE true ON CONFLICT DO NOTHING`),
    advance(db, 'event_files', last, sql`1`),
  ]);
  return last;
}

/** Counts the bytes of the next events. Each event is counted once: by the run whose step moves `after` on. */
async function countBytes(db: Database, after: number, through: number): Promise<number | undefined> {
  const [[range]] = await db.batch([
    db.sql<{ last: number | null }>(sql`SELECT max(number) AS last FROM
      (SELECT number FROM events WHERE number > ${after} AND number <= ${through} ORDER BY number LIMIT ${STEP.events})`),
  ]);
  const last = range?.last ?? through;
  const isNext = sql`EXISTS (SELECT 1 FROM backfills b WHERE b.name = 'ledger_bytes' AND b.after = ${after})`;
  const [, [done]] = await db.batch([
    db.sql(sql`INSERT INTO usage (tenant, resource, used)
      SELECT t.id, 'ledger_bytes', e.bytes FROM (SELECT tenant, sum(${eventBytes}) AS bytes FROM events
        WHERE number > ${after} AND number <= ${last} AND ${isNext} GROUP BY tenant) e CROSS JOIN tenants t ON t.number = e.tenant WHERE true
      ON CONFLICT DO UPDATE SET used = used + excluded.used`),
    advance(db, 'ledger_bytes', last, isNext),
  ]);
  return done?.after;
}

/** Stores that an index is filled up to a record, on a condition. Returns a row if it holds. */
const advance = (db: Database, name: BackfillName, after: number, condition: SQL): RawStatement<{ after: number }> =>
  db.sql(sql`UPDATE backfills SET after = ${after} WHERE name = ${name} AND ${condition} RETURNING after`);
