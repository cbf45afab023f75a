import { eq, sql, type SQL } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { formatMicros, type Micros } from '../../lib/time.ts';
import { seenAttributes } from '../../ledger/records/rows.ts';
import { visible } from './asset-list.ts';
import { subjectsOf, type NoticeKind } from './policy.ts';
import { ruleOf } from './read.ts';
import { resultsOf } from './state.ts';
import { complianceNotices, compliancePolicies, complianceStates } from './tables.ts';
import { toldOf } from './tell.ts';

/** Values, each once, as the rows of a query; their column is `number`. */
const valuesOf = (values: readonly (string | number)[]): SQL =>
  sql`SELECT value AS number FROM json_each(${JSON.stringify([...new Set(values)])})`;

/** A notice as a caller may read it. */
export type ComplianceNotice = {
  kind: NoticeKind;
  atUs: Micros;
  /** The id and the name of the asset; empty if the caller may not read the name. */
  asset: string;
  name: string;
  policy: string;
  policyName: string;
  /** Null too if the caller may not read what the policy is about. */
  dueUs: Micros | null;
  /** Whether it still holds. */
  holds: boolean;
};

/**
 * The last notices of the tenancy that a condition selects, of assets that the caller may see, oldest first. Without
 * those of a due date that the caller may not read: their time tells the date.
 */
export async function readNotices(scope: TenantScope, which: SQL, limit: number): Promise<ComplianceNotice[]> {
  const orderBy = [sql`${complianceNotices.number} DESC`];
  const [notices] = await scope.read(scope.rows(complianceNotices, which, { orderBy, limit }));
  if (notices.length === 0) return [];
  const [numbers, named] = [valuesOf(notices.map(({ asset }) => asset)), valuesOf(notices.map(({ policy }) => policy))];
  const [assets, states, policies] = await scope.read(
    visible(scope, numbers, limit),
    scope.rows(complianceStates, sql`${complianceStates.asset} IN (${numbers})`),
    scope.rows(compliancePolicies, sql`${compliancePolicies.id} IN (${named})`),
  );
  const rows = new Map(assets.map((row) => [row.number, row]));
  const results = new Map(states.map((state) => [state.asset, resultsOf(state.results)]));
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  const seen = notices.flatMap((notice) => {
    const [row, policy] = [rows.get(notice.asset), byId.get(notice.policy)];
    return row && policy ? [{ notice, row, policy }] : [];
  });
  const isTold = await toldOf(
    scope,
    seen.map(({ row, policy }) => ({ asset: row.id, policy: policy.id, about: subjectsOf(ruleOf(policy)) })),
  );
  const shown = seen.filter(({ notice, row, policy }) => notice.kind !== 'DUE' || isTold(row.id, policy.id));
  return shown.toReversed().map(({ notice, row, policy }) => {
    const attributes = seenAttributes(JSON.parse(row.attributes) as Attributes, row);
    const name = attributes['arc_display_name'];
    const result = results.get(notice.asset)?.find((each) => each.policy === policy.id);
    return {
      kind: notice.kind,
      atUs: notice.atUs,
      asset: row.id,
      name: typeof name === 'string' ? name : '',
      policy: policy.id,
      policyName: policy.displayName,
      dueUs: isTold(row.id, policy.id) ? notice.dueUs : null,
      holds: policy.deletedUs === null && result?.told === notice.kind,
    };
  });
}

/** The JSON of a notice, as webhooks send it; undefined: the caller may not see the asset, or the due date. */
export async function noticeJson(
  scope: TenantScope,
  number: number,
): Promise<{ atUs: Micros; json: object } | undefined> {
  const [notice] = await readNotices(scope, eq(complianceNotices.number, number), 1);
  return (
    notice && {
      atUs: notice.atUs,
      json: {
        notice: notice.kind,
        asset_identity: `assets/${notice.asset}`,
        display_name: notice.name,
        compliance_policy_identity: `compliance_policies/${notice.policy}`,
        compliance_policy_display_name: notice.policyName,
        due_at: notice.dueUs === null ? null : formatMicros(notice.dueUs),
      },
    }
  );
}
