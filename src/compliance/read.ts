import { sql, type SQL } from 'drizzle-orm';
import type { Scope, TenantScope } from '../access/scope.ts';
import { parseFilters } from '../access/policy.ts';
import { matchKey, type Attributes } from '../core/attributes.ts';
import { holds } from '../core/filters.ts';
import type { Micros } from '../core/time.ts';
import { readAsset, readAssetAt } from '../ledger/history.ts';
import { evaluate, type About, type Occurrence, type Verdict } from './evaluate.ts';
import type { Rule } from './policy.ts';
import { compliancePolicies, type CompliancePolicy } from './tables.ts';

/** What one policy says of an asset. */
export type Statement = { policy: CompliancePolicy; compliant: boolean; reason: string };

const SECOND = 1_000_000;

/**
 * What the policies of the caller's tenancy say of an asset at a moment, newest policy first: those that were there
 * then, and whose filter matched its attributes then. They judge what the tenancy sees of the asset; the caller is
 * told of what they may read themselves. `at` undefined: as things are now. Throws 404.
 */
export async function complianceOf(
  scope: TenantScope,
  asset: string,
  at: Micros | undefined,
  now: Micros,
): Promise<Statement[]> {
  const tenancy = scope.tenancy();
  const seen = await readAsset(scope, asset);
  const moment = at ?? now;
  const { attributes } = at === undefined ? await readAsset(tenancy, asset) : await readAssetAt(tenancy, asset, at);
  const [policies] = await scope.read(
    scope.rows(compliancePolicies, sql`created_us <= ${moment} AND (deleted_us IS NULL OR deleted_us > ${moment})`, {
      orderBy: [sql`created_us DESC`, sql`id DESC`],
    }),
  );
  const applying = policies.filter(({ assetFilter }) => applies(assetFilter, attributes));
  const events = await eventsFor(tenancy, asset, applying.map(ruleOf), moment);
  const verdicts = applying.map((policy) => evaluate(ruleOf(policy), events(ruleOf(policy)), attributes, moment));
  const told = await tellable(scope, asset, Object.keys(seen.attributes), verdicts);
  return applying.map((policy, i) => {
    const verdict = verdicts[i]!;
    if (verdict.compliant) return { policy, compliant: true, reason: '' };
    return { policy, compliant: false, reason: told(verdict.about) ? verdict.reason : 'Not compliant' };
  });
}

/** No filter means every asset. */
const applies = (filter: { or: string[] }[], attributes: Attributes): boolean =>
  filter.length === 0 || (parseFilters(filter)?.every((or) => or.some((term) => holds(term, attributes))) ?? false);

const ruleOf = (policy: CompliancePolicy): Rule => ({
  type: policy.complianceType,
  eventType: policy.eventDisplayType,
  closingEventType: policy.closingEventDisplayType,
  timePeriod: policy.timePeriodSeconds,
  dynamicWindow: policy.dynamicWindow,
  dynamicVariability: policy.dynamicVariability,
  assertions: policy.richnessAssertions,
});

type Row = Occurrence & { seq: number };

/** What a rule needs of the events of a type: those accepted after a moment, or all. */
type Need = { type: string; from: Micros | undefined };

function needsOf(rule: Rule, at: Micros): Need[] {
  switch (rule.type) {
    case 'COMPLIANCE_SINCE':
      // What has happened in the period was accepted in it.
      return [{ type: rule.eventType, from: at - rule.timePeriod * SECOND - 1 }];
    case 'COMPLIANCE_CURRENT_OUTSTANDING':
    case 'COMPLIANCE_PERIOD_OUTSTANDING':
      return [rule.eventType, rule.closingEventType].map((type) => ({ type, from: undefined }));
    case 'COMPLIANCE_DYNAMIC_TOLERANCE':
      return [{ type: rule.closingEventType, from: at - rule.dynamicWindow * SECOND }];
    case 'COMPLIANCE_RICHNESS':
      return [];
  }
}

/**
 * The events that bear on rules, read at once: of each type those in the rule's window. What a window alone does not
 * tell is read after it: when an event last happened that has not in the period, and what a closing event closes.
 */
async function eventsFor(
  scope: Scope,
  asset: string,
  rules: readonly Rule[],
  at: Micros,
): Promise<(rule: Rule) => Occurrence[]> {
  const known = new Map<string, Row[]>();
  const nameOf = (need: Need): string => JSON.stringify(need);
  const fetch = async (wanted: readonly [string, SQL][]): Promise<void> => {
    const missing = [...new Map(wanted).entries()].filter(([name]) => !known.has(name));
    if (missing.length === 0) return;
    const results = await scope.read(...missing.map(([, query]) => typedEvents(scope, asset, query, at)));
    missing.forEach(([name], i) => known.set(name, results[i] as Row[]));
  };
  const ofType = ({ type, from }: Need): SQL =>
    sql`f.path = 'arc_display_type' AND f.key = ${matchKey(type)}${from === undefined ? sql`` : sql` AND f.seq > ${seqAt(asset, from)}`}`;
  await fetch(rules.flatMap((rule) => needsOf(rule, at).map((need) => [nameOf(need), ofType(need)] as [string, SQL])));

  const inWindow = (rule: Rule): Row[] => needsOf(rule, at).flatMap((need) => known.get(nameOf(need))!);
  const further = (rule: Rule): [string, SQL][] => {
    const rows = inWindow(rule);
    if (rule.type === 'COMPLIANCE_SINCE' && !rows.some(({ us }) => us >= at - rule.timePeriod * SECOND))
      return [[`last ${rule.eventType}`, sql`${ofType({ type: rule.eventType, from: undefined })}`]];
    if (rule.type !== 'COMPLIANCE_DYNAMIC_TOLERANCE') return [];
    const values = [...new Set(rows.flatMap(({ correlation }) => (correlation === undefined ? [] : [correlation])))];
    const keys = JSON.stringify(values.map(matchKey));
    return [
      [`pairs ${keys}`, sql`f.path = 'arc_correlation_value' AND f.key IN (SELECT value FROM json_each(${keys}))`],
    ];
  };
  await fetch(rules.flatMap(further));
  return (rule) => {
    const more = further(rule);
    return more.length > 0 ? more.flatMap(([name]) => known.get(name)!) : inWindow(rule);
  };
}

/** Events of one asset up to a moment that meet `where` over their index rows `f`, as the scope sees them. */
function typedEvents(scope: Scope, asset: string, where: SQL, at: Micros) {
  return scope.query<Row>(
    'whole',
    (seen) => sql`SELECT e.seq, e.event_attributes ->> '$.arc_display_type' AS type,
        CASE json_type(e.event_attributes, '$.arc_correlation_value') WHEN 'text' THEN e.event_attributes ->> '$.arc_correlation_value' END AS correlation,
        min(e.declared_us, e.accepted_us) AS us
      FROM event_attributes f CROSS JOIN events e ON e.asset = f.asset AND e.seq = f.seq${seen.standing('e')}
      WHERE f.asset = ${asset} AND ${where} AND f.seq <= ${seqAt(asset, at)} AND ${seen.sees('e')}`,
  );
}

/** The number of an asset's last event that was accepted up to a moment; 0 before its first. Found by halves: times grow with numbers. */
const seqAt = (asset: string, at: Micros): SQL => sql`(WITH RECURSIVE halves (low, high) AS (
    SELECT 0, a.seq + 1 FROM assets a WHERE a.id = ${asset}
    UNION ALL SELECT CASE WHEN m.accepted_us <= ${at} THEN m.seq ELSE h.low END, CASE WHEN m.accepted_us <= ${at} THEN h.high ELSE m.seq END
      FROM halves h CROSS JOIN events m ON m.asset = ${asset} AND m.seq = (h.low + h.high) / 2 WHERE h.high - h.low > 1)
  SELECT max(low) FROM halves)`;

/** Whether a caller may be told of what a reason names: its attributes and its event types, by what they see of the asset. */
async function tellable(
  scope: TenantScope,
  asset: string,
  readable: readonly string[],
  verdicts: readonly Verdict[],
): Promise<(about: About) => boolean> {
  const { administrator } = await scope.principal();
  if (administrator) return () => true;
  const types = [...new Set(verdicts.flatMap((verdict) => (verdict.compliant ? [] : verdict.about.eventTypes)))];
  if (types.length === 0) return ({ attributes }) => attributes.every((name) => readable.includes(name));
  const found = await scope.read(
    ...types.map((type) =>
      scope.query<{ seq: number }>(
        'whole',
        (
          seen,
        ) => sql`SELECT e.seq FROM event_attributes f CROSS JOIN events e ON e.asset = f.asset AND e.seq = f.seq${seen.standing('e')}
          WHERE f.asset = ${asset} AND f.path = 'arc_display_type' AND f.key = ${matchKey(type)} AND ${seen.sees('e')} LIMIT 1`,
      ),
    ),
  );
  const seen = new Set(types.filter((_, i) => found[i]!.length > 0));
  return ({ attributes, eventTypes }) =>
    attributes.every((name) => readable.includes(name)) &&
    eventTypes.some((type) => seen.has(type)) &&
    eventTypes.every((type) => seen.has(type));
}
