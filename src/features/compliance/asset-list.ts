import { gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import type { Cursor } from '../../lib/paging.ts';
import type { Micros } from '../../lib/time.ts';
import { scopeSeen } from '../../ledger/lists/conditions.ts';
import { assetColumns, assetParents, seenAttributes, type AssetRow, type Redacted } from '../../ledger/records/rows.ts';
import { tenantNumber } from '../../platform/database/numbers.ts';
import { readActors, type Actors, type ComplianceActor } from './actors.ts';
import { subjectsOf } from './policy.ts';
import { ruleOf, UNTOLD, verdictsAt } from './read.ts';
import { POLICIES } from './round.ts';
import { NEVER, resultsOf, summaryOf, type StateResult } from './state.ts';
import { compliancePolicies, complianceStates, type CompliancePolicy, type ComplianceStateRow } from './tables.ts';
import { toldOf } from './tell.ts';

/** Which assets of a list are asked for. */
export type ComplianceFilter = {
  compliant: boolean | undefined;
  /** Those that are not compliant, or will not be at this time if nothing is recorded. */
  dueBefore: Micros | undefined;
  /** Only the result of this policy counts. */
  policy: string | undefined;
  /** Only those on which the caller may record what a policy asks for. */
  mayRecord: boolean;
};

/** The result of a policy, without dates and reason if the caller may not read what it is about. */
export type ListedResult = Pick<StateResult, 'policy' | 'compliant' | 'reason' | 'dueUs'> & { sinceUs: Micros | null };

export type ComplianceListItem = {
  asset: string;
  /** Those that the caller may read. */
  attributes: Attributes;
  compliant: boolean;
  dueUs: Micros | null;
  evaluatedUs: Micros;
  results: ListedResult[];
  mayRecord: boolean;
  actors: ComplianceActor[];
};

/** `next`: where the next page starts; undefined: there is none. Pages can have fewer records than were asked for. */
export type ComplianceListPage = { items: ComplianceListItem[]; next: Cursor | undefined };

/** States that are looked at in one read of a page, and reads of one page, for callers who do not see all of them. */
const AT_ONCE = 200;
const READS = 5;
/** Assets that one page evaluates at an earlier time, and looks at. */
const [EVALUATED, LOOKED_AT] = [20, 1000];

type VisibleRow = AssetRow & Redacted;

/** Those of some own assets that the caller may see. */
export const visible = (scope: TenantScope, which: SQL, limit: number) =>
  scope.query<VisibleRow>(
    'whole',
    (seen) => sql`SELECT ${assetColumns('asset', scopeSeen(seen))}, ${seen.redaction('asset')}
      FROM (${which}) listed CROSS JOIN assets asset ON asset.number = listed.number${seen.join('asset')}
        ${assetParents('asset')} WHERE ${seen.sees('asset')} LIMIT ${limit}`,
  );

/** How current the states of a tenancy are. */
export type ComplianceExtent = {
  /** Everything up to this time is considered; 0: nothing yet. */
  throughUs: Micros;
  /** Whether all assets are evaluated for the policies of now. */
  isComplete: boolean;
  /** The number of assets that the filter selects; undefined: the pages tell. */
  total: number | undefined;
};

/** `cap`: up to which number assets are counted. */
export async function extentOf(
  scope: TenantScope,
  filter: ComplianceFilter,
  cap: number | undefined,
): Promise<ComplianceExtent> {
  const { administrator, auditor } = await scope.principal();
  const policies = sql`SELECT ${POLICIES} FROM compliance_policies p WHERE p.tenant = tenants.id GROUP BY p.tenant`;
  const [[count], [extent]] = await scope.read(
    scope.count(complianceStates, rangeOf(filter), cap),
    scope.ownTenancyHas<{ throughUs: Micros; isComplete: number }>(
      sql`coalesce((SELECT at_us FROM compliance_progress WHERE id = 1), 0) AS throughUs,
        coalesce((SELECT r.after IS NULL AND r.policies = (${policies}) FROM compliance_rounds r
          WHERE r.tenant = tenants.id), NOT EXISTS (${policies})) AS isComplete`,
    ),
  );
  const isWhole = (administrator || auditor) && filter.policy === undefined && !filter.mayRecord;
  return {
    total: isWhole ? count!.n : undefined,
    throughUs: extent!.throughUs,
    isComplete: extent!.isComplete === 1,
  };
}

/** The condition on the rows of states. It selects all that the filter does; with a policy, it can select more. */
function rangeOf({ compliant, dueBefore, policy }: ComplianceFilter): SQL {
  const { compliant: column, dueUs } = complianceStates;
  if (compliant === false) return sql`${column} = 0`;
  // With a policy, an asset that does not meet another one counts as well.
  const from = compliant === true && policy === undefined ? sql`${column} = 1` : sql`1`;
  return dueBefore === undefined ? from : sql`${from} AND (${column}, ${dueUs}) < (1, ${dueBefore})`;
}

/** A page of the present compliance: what is not compliant first, and then by due date. */
export async function presentPage(
  scope: TenantScope,
  filter: ComplianceFilter,
  after: Cursor | undefined,
  size: number,
): Promise<ComplianceListPage> {
  const { compliant, dueUs, asset } = complianceStates;
  const orderBy = [sql`${compliant}`, sql`${dueUs}`, sql`${asset}`];
  const readers = await readersOf(scope);
  const items: ComplianceListItem[] = [];
  let from = after;
  for (let reads = 0; reads < READS; reads++) {
    const limit = Math.max(size - items.length + 1, AT_ONCE);
    const beyond = from && sql`(${compliant}, ${dueUs}, ${asset}) > (${from[0]}, ${from[1]}, ${from[2] ?? 0})`;
    const where = beyond ? sql`${rangeOf(filter)} AND ${beyond}` : rangeOf(filter);
    const [states] = await scope.read(scope.rows(complianceStates, where, { orderBy, limit }));
    const numbers = JSON.stringify(states.map((state) => state.asset));
    const [rows] = await scope.read(visible(scope, sql`SELECT value AS number FROM json_each(${numbers})`, limit));
    const byNumber = new Map(rows.map((row) => [row.number, row]));
    const seen = states.flatMap((state) => {
      const row = byNumber.get(state.asset);
      return row ? [{ row, results: resultsOf(state.results), evaluatedUs: state.evaluatedUs, state }] : [];
    });
    const listed = await readers.items(filter, seen);
    for (const [i, item] of listed.entries()) {
      if (item === undefined) continue;
      if (items.length === size) {
        const last = seen.slice(0, i).findLast((_, k) => listed[k] !== undefined);
        return { items, next: last ? keyOf(last.state) : from };
      }
      items.push(item);
    }
    if (states.length < limit) return { items, next: undefined };
    from = keyOf(states.at(-1)!);
    if (items.length === size) break;
  }
  return { items, next: from };
}

const keyOf = (state: ComplianceStateRow): Cursor => [Number(state.compliant), state.dueUs, state.asset];

/** A page of the compliance at an earlier time, in the order of identities: its assets are evaluated now. */
export async function pastPage(
  scope: TenantScope,
  filter: ComplianceFilter,
  at: Micros,
  after: Cursor | undefined,
  size: number,
): Promise<ComplianceListPage> {
  const readers = await readersOf(scope, at);
  const limit = Math.min(size, EVALUATED);
  const own = sql`SELECT number, id, created_us <= ${at} AS existed FROM assets INDEXED BY assets_by_identity
    WHERE tenant = ${tenantNumber(scope.tenant)} AND id > ${after?.[0] ?? ''} ORDER BY id LIMIT ${LOOKED_AT}`;
  const listed = sql`SELECT number, id FROM (${own}) WHERE existed ORDER BY id LIMIT ${limit}`;
  const [rows, [end]] = await scope.read(
    visible(scope, listed, limit),
    scope.ownTenancyHas<{ n: number; id: string | null; looked: number; last: string | null }>(
      sql`(SELECT count(*) FROM (${listed})) AS n, (SELECT max(id) FROM (${listed})) AS id,
        (SELECT count(*) FROM (${own})) AS looked, (SELECT max(id) FROM (${own})) AS last`,
    ),
  );
  const seen: SeenState[] = [];
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const { verdicts, attributes } = await verdictsAt(scope, row.id, at, at);
    const results = verdicts.map(({ policy, result, outlook }): Omit<StateResult, 'told'> => ({
      policy: policy.id,
      compliant: result.compliant,
      reason: result.compliant ? '' : result.reason,
      sinceUs: at,
      dueUs: outlook.dueUs ?? null,
    }));
    seen.push({ row: { ...row, attributes: JSON.stringify(attributes) }, results, evaluatedUs: at });
  }
  const items = (await readers.items(filter, seen)).filter((item) => item !== undefined);
  if (end!.n === limit) return { items, next: [end!.id!] };
  return { items, next: end!.looked < LOOKED_AT ? undefined : [end!.last!] };
}

type SeenState = { row: VisibleRow; results: Omit<StateResult, 'told'>[]; evaluatedUs: Micros };

/** Reads what the rights of the caller depend on, once for a page. */
async function readersOf(scope: TenantScope, at?: Micros) {
  const { deletedUs } = compliancePolicies;
  const there = at === undefined ? isNull(deletedUs) : or(isNull(deletedUs), gt(deletedUs, at));
  const [policies] = await scope.read(scope.rows(compliancePolicies, there));
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  const actors = await readActors(scope);
  return {
    /** The states as the caller may read them; undefined for those that the filter leaves out. */
    items: async (filter: ComplianceFilter, seen: readonly SeenState[]) => {
      const isTold = await toldOf(
        scope,
        seen.flatMap(({ row, results }) =>
          results.flatMap(({ policy }) => {
            const rule = byId.get(policy);
            return rule ? [{ asset: row.id, policy, about: subjectsOf(ruleOf(rule)) }] : [];
          }),
        ),
      );
      return seen.map((state) => itemOf(state, filter, { byId, actors, isTold, at }));
    },
  };
}

type Readers = {
  byId: ReadonlyMap<string, CompliancePolicy>;
  actors: Actors;
  isTold: (asset: string, policy: string) => boolean;
  /** Undefined: policies of now. */
  at: Micros | undefined;
};

function itemOf(
  { row, results: all, evaluatedUs }: SeenState,
  filter: ComplianceFilter,
  { byId, actors, isTold, at }: Readers,
): ComplianceListItem | undefined {
  const results = all
    .filter(({ policy }) => filter.policy === undefined || policy === filter.policy)
    .filter(({ policy }) => byId.has(policy))
    .map((result): ListedResult => {
      const { policy, compliant, reason, sinceUs, dueUs } = result;
      if (isTold(row.id, policy))
        return { policy, compliant, reason, dueUs, sinceUs: at === undefined ? sinceUs : null };
      return { policy, compliant, reason: compliant ? '' : UNTOLD, dueUs: null, sinceUs: null };
    });
  if (results.length === 0) return undefined;
  const { compliant, dueUs } = summaryOf(results);
  if (filter.compliant !== undefined && compliant !== filter.compliant) return undefined;
  if (filter.dueBefore !== undefined && compliant && dueUs >= filter.dueBefore) return undefined;
  const attributes = JSON.parse(row.attributes) as Attributes;
  const rules = results
    .filter((each) => !each.compliant || (compliant && each.dueUs === dueUs))
    .map(({ policy }) => ruleOf(byId.get(policy)!));
  const mayRecord = actors.mayRecord(attributes, rules);
  if (filter.mayRecord && !mayRecord) return undefined;
  return {
    asset: row.id,
    attributes: seenAttributes(attributes, row),
    compliant,
    dueUs: dueUs === NEVER ? null : dueUs,
    evaluatedUs,
    results,
    mayRecord,
    actors: actors.of(attributes, rules),
  };
}
