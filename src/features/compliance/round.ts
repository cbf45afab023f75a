import { sql } from 'drizzle-orm';
import { tenancyScope } from '../../access/tenancy-scope.ts';
import { describe } from '../../lib/describe.ts';
import { ambient, nowMicros, type Micros } from '../../lib/time.ts';
import { assetQuery } from '../../ledger/lists/history.ts';
import { seenAsset, type AssetRow } from '../../ledger/records/rows.ts';
import { assert } from '../../platform/database/conditions.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { failedCondition } from '../../platform/database/failed-condition.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import { log } from '../../platform/log.ts';
import { pacing } from '../../platform/pacing/pacing.ts';
import { eventsFor } from './events.ts';
import { verdictsOn, withPolicies } from './read.ts';
import { nextState, resultsOf, resultsText, type ComplianceChange } from './state.ts';
import { compliancePolicies } from './tables.ts';

/** Milliseconds of one round. The next one continues. */
const ROUND = 20_000;
/** Assets that are evaluated between two writes, and events that are looked at at once. */
const SLICE = 20;
const EVENTS = 500;
/** Events of the assets whose events are read at once; a single asset can have more. */
const READ_AT_ONCE = 20_000;
/** Milliseconds of the longest rest after a slice. */
const LONGEST_REST = 250;
/** Microseconds until an asset whose evaluation failed is evaluated again. */
const AGAIN = 3_600_000_000;
/** Days before the end of a period at which it is told, by default. */
export const DAYS = 7;

/** Assets of a tenancy that are evaluated together. `also`: what is written in the same transaction. */
type Slice = { tenant: string; assets: string[]; also: RawStatement<unknown>[] };

/** The policies of a tenancy as text that changes with each change of them; `p` are its rows. */
export const POLICIES = sql.raw(
  `sum(p.deleted_us IS NULL) || ' ' || max(max(p.created_us), max(coalesce(p.deleted_us, 0)))`,
);

/**
 * Evaluates the assets of which something was recorded, whose period has ended or ends soon, or whose policies have
 * changed, until all are evaluated or the round has lasted for its time; the next round continues. The three kinds of
 * work take turns, and tenancies too. After each slice the database is left to others for as long as the slice took.
 * Ends early if another round is running.
 */
export async function evaluateCompliance(db: Database, milliseconds = ROUND): Promise<void> {
  const [startUs, until] = [nowMicros(), ambient.now() + milliseconds];
  await begin(db, startUs);
  try {
    for (;;) {
      const slices = [...(await ended(db, startUs)), ...(await passes(db)), ...(await recorded(db))];
      if (slices.length === 0) break;
      for (const slice of slices) {
        const from = ambient.now();
        await evaluateSlice(db, slice);
        if (ambient.now() >= until) return;
        await pacing.rest(Math.min(ambient.now() - from, LONGEST_REST));
      }
    }
  } catch (error) {
    if (failedCondition(error) === 'unchanged') return;
    throw error;
  }
  await db.batch([db.sql(sql`UPDATE compliance_progress SET at_us = ${startUs}`)]);
}

/** Begins with the events that are recorded from now on, and a pass of each tenancy whose policies have changed. */
async function begin(db: Database, now: Micros): Promise<void> {
  const isLive = sql`t.deleted_us IS NULL AND (t.delete_us IS NULL OR t.delete_us > ${now})`;
  await db.batch([
    db.sql(sql`INSERT INTO compliance_progress (id, event, at_us)
      SELECT 1, (SELECT coalesce(max(number), 0) FROM events), 0 WHERE 1 ON CONFLICT DO NOTHING`),
    db.sql(sql`INSERT INTO compliance_rounds (tenant, policies, after)
      SELECT p.tenant, ${POLICIES}, '' FROM compliance_policies p CROSS JOIN tenants t ON t.id = p.tenant
      WHERE ${isLive} GROUP BY p.tenant
      ON CONFLICT (tenant) DO UPDATE SET policies = excluded.policies, after = ''
        WHERE compliance_rounds.policies <> excluded.policies`),
  ]);
}

/** The assets with a period that has ended or ends soon. */
async function ended(db: Database, now: Micros): Promise<Slice[]> {
  const [rows] = await db.batch([
    db.sql<TenantAsset>(sql`SELECT s.tenant AS tenant, a.id AS id
      FROM (SELECT tenant, asset FROM compliance_states WHERE again_us <= ${now} AND again_us IS NOT NULL
          AND tenant IN (SELECT tenant FROM compliance_rounds)
        ORDER BY again_us LIMIT ${SLICE}) s CROSS JOIN assets a ON a.number = s.asset`),
  ]);
  return slicesOf(rows);
}

/** The next assets of tenancies whose assets are evaluated for other policies than before. */
async function passes(db: Database): Promise<Slice[]> {
  const [rounds] = await db.batch([
    db.sql<{ tenant: string; policies: string; after: string }>(
      sql`SELECT tenant, policies, after FROM compliance_rounds WHERE after IS NOT NULL ORDER BY tenant LIMIT ${SLICE}`,
    ),
  ]);
  const pages: { id: string }[][] = await db.batch(
    rounds.map(({ tenant, after }) =>
      db.sql<{ id: string }>(sql`SELECT id FROM assets WHERE tenant = ${tenantNumber(tenant)} AND id > ${after}
        ORDER BY id LIMIT ${SLICE}`),
    ),
  );
  return rounds.map(({ tenant, policies, after }, i) => {
    const assets = pages[i]!.map(({ id }) => id);
    const next = assets.length < SLICE ? null : assets.at(-1)!;
    const isSame = sql`tenant = ${tenant} AND policies = ${policies} AND after = ${after}`;
    return { tenant, assets, also: [db.sql(sql`UPDATE compliance_rounds SET after = ${next} WHERE ${isSame}`)] };
  });
}

/**
 * The assets of the next events that can change a verdict: those of a type that a policy is about, those that set
 * attributes, and those of the service. The last slice moves the cursor past these events.
 */
async function recorded(db: Database): Promise<Slice[]> {
  for (;;) {
    const next = sql`SELECT e.number, e.asset, e.tenant, e.behaviour, e.operation, e.event_attributes,
        e.asset_attributes FROM events e
      WHERE e.number > (SELECT event FROM compliance_progress) ORDER BY e.number LIMIT ${EVENTS}`;
    const matters = sql`(e.behaviour = 'Builtin' OR e.operation <> 'Record' OR e.asset_attributes <> '{}'
      OR EXISTS (SELECT 1 FROM compliance_policies p WHERE p.tenant = r.tenant AND p.deleted_us IS NULL
        AND e.event_attributes ->> '$.arc_display_type' IN (p.event_display_type, p.closing_event_display_type)))`;
    const [[end], rows] = await db.batch([
      db.sql<{ number: number | null }>(sql`SELECT max(number) AS number FROM (${next})`),
      db.sql<TenantAsset>(sql`SELECT DISTINCT r.tenant AS tenant, a.id AS id FROM (${next}) e
        CROSS JOIN tenants t ON t.number = e.tenant CROSS JOIN compliance_rounds r ON r.tenant = t.id
        CROSS JOIN assets a ON a.number = e.asset WHERE ${matters}`),
    ]);
    if (end!.number === null) return [];
    const moved = db.sql(sql`UPDATE compliance_progress SET event = ${end!.number}`);
    const slices = slicesOf(rows);
    slices.at(-1)?.also.push(moved);
    if (slices.length > 0) return slices;
    await db.batch([moved]);
  }
}

type TenantAsset = { tenant: string; id: string };

function slicesOf(rows: readonly TenantAsset[]): Slice[] {
  return [...Map.groupBy(rows, ({ tenant }) => tenant)].flatMap(([tenant, own]) =>
    Array.from({ length: Math.ceil(own.length / SLICE) }, (_, i) => ({
      tenant,
      assets: own.slice(i * SLICE, (i + 1) * SLICE).map(({ id }) => id),
      also: [],
    })),
  );
}

type Before = { asset: number; evaluatedUs: Micros; againUs: Micros | null; results: string };

/** Evaluates assets, and writes their states and what is to be told of them in one transaction. */
async function evaluateSlice(db: Database, { tenant, assets, also }: Slice): Promise<void> {
  const scope = tenancyScope(db, tenant);
  const live = sql`${compliancePolicies.tenant} = ${tenant} AND ${compliancePolicies.deletedUs} IS NULL`;
  const [policies, [round], before] = await db.batch([
    db.build
      .select()
      .from(compliancePolicies)
      .where(live)
      .orderBy(sql`created_us DESC`, sql`id DESC`),
    db.sql<{ days: number }>(sql`SELECT days FROM compliance_rounds WHERE tenant = ${tenant}`),
    db.sql<Before>(sql`SELECT s.asset, s.evaluated_us AS evaluatedUs, s.again_us AS againUs, s.results
      FROM json_each(${JSON.stringify(assets)}) j CROSS JOIN assets a ON a.id = j.value
      CROSS JOIN compliance_states s ON s.tenant = ${tenant} AND s.asset = a.number`),
  ]);
  const known = new Map(before.map((row) => [row.asset, row]));
  const rows = (await scope.read(...assets.map((id) => assetQuery(scope, id)))).flat();
  const writes: RawStatement<unknown>[] = [];
  const prepared = rows.map((row) => {
    const last = known.get(row.number);
    const at = Math.max(nowMicros(), row.headUs, policies[0]?.createdUs ?? 0, (last?.evaluatedUs ?? 0) + 1);
    const until = { seq: row.seq };
    return { row, last, at, asset: unlessFails(row, () => withPolicies({ ...seenAsset(row), until, at }, policies)) };
  });
  for (const some of portions(prepared)) {
    const eventsOf = await eventsFor(
      scope,
      some.flatMap(({ asset }) => asset ?? []),
    );
    for (const { row, last, at, asset } of some) {
      const verdicts = asset && unlessFails(row, () => verdictsOn(asset, eventsOf));
      if (!verdicts) {
        const isOf = sql`tenant = ${tenant} AND asset = ${row.number}`;
        writes.push(db.sql(sql`UPDATE compliance_states SET again_us = ${at + AGAIN} WHERE ${isOf}`));
        continue;
      }
      const { state, changes } = nextState(last ? resultsOf(last.results) : [], verdicts, at, round?.days ?? DAYS);
      writes.push(
        ...stateWrites(db, tenant, row.number, last, { ...state, evaluatedUs: at }),
        ...noticesOf(db, tenant, row.number, changes, at),
      );
    }
  }
  const versions = JSON.stringify(rows.map(({ number }) => [number, known.get(number)?.evaluatedUs ?? 0]));
  const isSame = sql`NOT EXISTS (SELECT 1 FROM json_each(${versions}) j LEFT JOIN compliance_states s
    ON s.tenant = ${tenant} AND s.asset = j.value ->> 0 WHERE coalesce(s.evaluated_us, 0) <> j.value ->> 1)`;
  await db.batch([assert(db, 'unchanged', isSame), ...writes, ...also]);
}

/** Groups of assets whose events are read together: those of many long histories would not fit into memory. */
function portions<T extends { row: Pick<AssetRow, 'seq'> }>(assets: readonly T[]): T[][] {
  const groups: T[][] = [];
  let events = Infinity;
  for (const asset of assets) {
    events += asset.row.seq;
    if (events > READ_AT_ONCE) {
      groups.push([]);
      events = asset.row.seq;
    }
    groups.at(-1)!.push(asset);
  }
  return groups;
}

/**
 * What a function returns; undefined if an asset cannot be evaluated, which is logged: one asset must not stop the
 * round. Its state stays as it is.
 */
function unlessFails<T>({ id }: Pick<AssetRow, 'id'>, evaluation: () => T): T | undefined {
  try {
    return evaluation();
  } catch (error) {
    log('error', 'the compliance of an asset could not be evaluated', { asset: id, error: describe(error) });
    return undefined;
  }
}

const noticesOf = (
  db: Database,
  tenant: string,
  asset: number,
  changes: readonly ComplianceChange[],
  at: Micros,
): RawStatement<unknown>[] =>
  changes.map(({ policy, kind, dueUs }) =>
    db.sql(sql`INSERT INTO compliance_notices (tenant, asset, policy, kind, due_us, at_us)
      VALUES (${tenant}, ${asset}, ${policy}, ${kind}, ${dueUs}, ${at})`),
  );

type Next = ReturnType<typeof nextState>['state'] & { evaluatedUs: Micros };

/** Writes a state if it differs from the one before. An asset to which no policy applies has none. */
function stateWrites(
  db: Database,
  tenant: string,
  asset: number,
  before: Before | undefined,
  { compliant, dueUs, againUs, evaluatedUs, results }: Next,
): RawStatement<unknown>[] {
  const text = resultsText(results);
  if (before && text === before.results && againUs === before.againUs) return [];
  if (results.length === 0)
    return before ? [db.sql(sql`DELETE FROM compliance_states WHERE tenant = ${tenant} AND asset = ${asset}`)] : [];
  return [
    db.sql(sql`INSERT INTO compliance_states (tenant, asset, compliant, due_us, again_us, evaluated_us, results)
      VALUES (${tenant}, ${asset}, ${Number(compliant)}, ${dueUs}, ${againUs}, ${evaluatedUs}, ${text})
      ON CONFLICT (tenant, asset) DO UPDATE SET compliant = excluded.compliant, due_us = excluded.due_us,
        again_us = excluded.again_us, evaluated_us = excluded.evaluated_us, results = excluded.results`),
  ];
}
