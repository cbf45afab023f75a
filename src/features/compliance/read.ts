import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { matches, parseFilters } from '../../access/policy.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { notFound } from '../../lib/errors.ts';
import type { Micros } from '../../lib/time.ts';
import { assetQuery, readAssetAt } from '../../ledger/lists/history.ts';
import { seenAsset } from '../../ledger/records/rows.ts';
import { evaluate } from './evaluate.ts';
import { eventsFor } from './events.ts';
import type { Rule } from './policy.ts';
import { compliancePolicies, type CompliancePolicy } from './tables.ts';
import { tellable } from './tell.ts';

/** The verdict of one policy on an asset. */
export type ComplianceStatement = { policy: CompliancePolicy; compliant: boolean; reason: string };

/** The verdicts and the moment to which they apply. A request for that moment returns the same verdicts. */
export type Compliance = { at: Micros; statements: ComplianceStatement[] };

/**
 * The verdicts on an asset of the policies of the caller's tenancy that existed at a moment and whose filter matched
 * the asset's attributes then, newest policy first. Policies evaluate what the tenancy may read; reasons mention only
 * what the caller may read. `at` undefined: now, including events that a clock ahead of this one accepted. Throws 404.
 */
export async function complianceOf(
  scope: TenantScope,
  asset: string,
  at: Micros | undefined,
  now: Micros,
): Promise<Compliance> {
  const tenancy = scope.tenancy();
  const there =
    at === undefined
      ? sql`deleted_us IS NULL`
      : sql`created_us <= ${at} AND (deleted_us IS NULL OR deleted_us > ${at})`;
  const order = { orderBy: [sql`created_us DESC`, sql`id DESC`] };
  const [seen, whole, policies] = await scope.read(
    assetQuery(scope, asset),
    assetQuery(tenancy, asset),
    scope.rows(compliancePolicies, there, order),
  );
  if (!seen[0] || !whole[0]) throw notFound(`assets/${asset}`);
  const moment = at ?? Math.max(now, whole[0].headUs, policies[0]?.createdUs ?? 0);
  const { attributes } = at === undefined ? seenAsset(whole[0]) : await readAssetAt(tenancy, asset, at);
  const applying = policies.filter(({ assetFilter }) => applies(assetFilter, attributes));
  const rules = applying.map(ruleOf);
  const until = at === undefined ? { seq: whole[0].seq } : { us: at };
  const events = await eventsFor(tenancy, asset, rules, until, moment);
  const verdicts = rules.map((rule) => evaluate(rule, events(rule), attributes, moment));
  const told = await tellable(scope, asset, verdicts);
  const statements = applying.map((policy, i): ComplianceStatement => {
    const verdict = verdicts[i]!;
    if (verdict.compliant) return { policy, compliant: true, reason: '' };
    return { policy, compliant: false, reason: told(verdict.about) ? verdict.reason : 'Not compliant' };
  });
  return { at: moment, statements };
}

/** A policy without filters applies to every asset. */
const applies = (filter: { or: string[] }[], attributes: Attributes): boolean =>
  filter.length === 0 || matches(parseFilters(filter), attributes);

const ruleOf = (policy: CompliancePolicy): Rule => ({
  type: policy.complianceType,
  eventType: policy.eventDisplayType,
  closingEventType: policy.closingEventDisplayType,
  timePeriod: policy.timePeriodSeconds,
  dynamicWindow: policy.dynamicWindow,
  dynamicVariability: policy.dynamicVariability,
  assertions: policy.richnessAssertions,
});
