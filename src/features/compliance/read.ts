import { sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { matches, parseFilters } from '../../access/policy.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { notFound } from '../../lib/errors.ts';
import type { Micros } from '../../lib/time.ts';
import { assetQuery, readAssetAt } from '../../ledger/lists/history.ts';
import { seenAsset, type AssetRow, type Redacted } from '../../ledger/records/rows.ts';
import { evaluate, type RuleEvent, type RuleResult } from './evaluate.ts';
import { eventsFor, type AssetRules } from './events.ts';
import { outlookOf, type Outlook } from './outlook.ts';
import type { Rule } from './policy.ts';
import { compliancePolicies, type CompliancePolicy } from './tables.ts';
import { toldOf } from './tell.ts';

/** What one policy says of an asset, and what becomes of that if nothing is recorded. `toldOf`: for whom. */
export type PolicyVerdict = { policy: CompliancePolicy; result: RuleResult; outlook: Outlook };

/** The verdict of one policy on an asset. */
export type ComplianceStatement = { policy: CompliancePolicy; compliant: boolean; reason: string };

/** The verdicts and the moment to which they apply. A request for that moment returns the same verdicts. */
export type Compliance = { at: Micros; statements: ComplianceStatement[] };

/** The reason of a verdict for a caller who may not read what it is about. */
export const UNTOLD = 'Not compliant';

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
  const { at: moment, verdicts } = await verdictsAt(scope, asset, at, now);
  const failed = verdicts.flatMap(({ policy, result }) =>
    result.compliant ? [] : [{ asset, policy: policy.id, about: result.about }],
  );
  const isTold = await toldOf(scope, failed);
  const statements = verdicts.map(({ policy, result }): ComplianceStatement => {
    if (result.compliant) return { policy, compliant: true, reason: '' };
    return { policy, compliant: false, reason: isTold(asset, policy.id) ? result.reason : UNTOLD };
  });
  return { at: moment, statements };
}

/** As `complianceOf`, with what the caller may not read. */
export async function verdictsAt(
  scope: TenantScope,
  asset: string,
  at: Micros | undefined,
  now: Micros,
): Promise<{ at: Micros; verdicts: PolicyVerdict[]; seen: SeenRow; attributes: Attributes }> {
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
  const until = at === undefined ? { seq: whole[0].seq } : { us: at };
  const evaluated = withPolicies({ id: asset, attributes, until, at: moment }, policies);
  const verdicts = verdictsOn(evaluated, await eventsFor(tenancy, [evaluated]));
  return { at: moment, verdicts, seen: seen[0], attributes };
}

type SeenRow = AssetRow & Redacted;

/** An asset with the policies that apply to it; `rules` are theirs, in the same order. */
export type EvaluatedAsset = AssetRules & { attributes: Attributes; policies: readonly CompliancePolicy[] };

/** An asset with those of the policies that apply to it. */
export function withPolicies(
  asset: Omit<EvaluatedAsset, 'rules' | 'policies'>,
  policies: readonly CompliancePolicy[],
): EvaluatedAsset {
  const applying = policies.filter(({ assetFilter }) => applies(assetFilter, asset.attributes));
  return { ...asset, policies: applying, rules: applying.map(ruleOf) };
}

/** The verdicts of the policies that apply to an asset, in their order. `eventsOf`: from `eventsFor`. */
export const verdictsOn = (
  asset: EvaluatedAsset,
  eventsOf: (asset: AssetRules, rule: Rule) => RuleEvent[],
): PolicyVerdict[] =>
  asset.policies.map((policy, i) => {
    const rule = asset.rules[i]!;
    const needed = eventsOf(asset, rule);
    return {
      policy,
      result: evaluate(rule, needed, asset.attributes, asset.at),
      outlook: outlookOf(rule, needed, asset.at),
    };
  });

/** A policy without filters applies to every asset. */
const applies = (filter: { or: string[] }[], attributes: Attributes): boolean =>
  filter.length === 0 || matches(parseFilters(filter), attributes);

export const ruleOf = (policy: CompliancePolicy): Rule => ({
  type: policy.complianceType,
  eventType: policy.eventDisplayType,
  closingEventType: policy.closingEventDisplayType,
  timePeriod: policy.timePeriodSeconds,
  dynamicWindow: policy.dynamicWindow,
  dynamicVariability: policy.dynamicVariability,
  assertions: policy.richnessAssertions,
});
