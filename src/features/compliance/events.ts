import { sql, type SQL } from 'drizzle-orm';
import type { Seen } from '../../access/queries.ts';
import type { Scope } from '../../access/scope.ts';
import { matchKey } from '../../formats/records/attributes.ts';
import type { Micros } from '../../lib/time.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import type { RuleEvent } from './evaluate.ts';
import type { Rule } from './policy.ts';

const SECOND = 1_000_000;
/** Statements of one batch, each of which looks up the rights on its asset. */
const AT_ONCE = 20;

/** How far a history is looked at: to an event's number, or to those accepted up to a moment. */
export type Until = { seq: number } | { us: Micros };

type AcceptedEvent = RuleEvent & { acceptedUs: Micros };
type Row = Omit<AcceptedEvent, 'correlation'> & { correlation: string | null };

/**
 * Which events of a type are needed: a condition on their index rows `found`, `event` the type and `upTo` the number to
 * look at, and its name. What rules need of several types under one condition is read at once, and once.
 */
type Need = { type: string; condition: string; where: (upTo: SQL) => SQL };

const nameOf = ({ condition, type }: Need): string => `${condition} ${type}`;

/** An asset whose events are looked at, from `at` back, with the rules that apply to it. */
export type AssetRules = { id: string; rules: readonly Rule[]; until: Until; at: Micros };

/**
 * Gives the events of assets that bear on their rules, of those that the scope sees: of each rule's types those in its
 * window. What its window does not tell is read after it.
 */
export async function eventsFor(
  scope: Scope,
  assets: readonly AssetRules[],
): Promise<(asset: AssetRules, rule: Rule) => RuleEvent[]> {
  const known = new Map(assets.map(({ id }) => [id, new Map<string, AcceptedEvent[]>()]));
  const fetch = async (needsOf: (asset: AssetRules) => Need[]): Promise<void> => {
    const groups = assets.flatMap((asset) => {
      const missing = new Map(needsOf(asset).map((need) => [nameOf(need), need]));
      for (const name of known.get(asset.id)!.keys()) missing.delete(name);
      return [...Map.groupBy(missing.values(), ({ condition }) => condition).values()].map((needs) => ({
        asset,
        needs,
      }));
    });
    for (let from = 0; from < groups.length; from += AT_ONCE) {
      const some = groups.slice(from, from + AT_ONCE);
      const results = await scope.read(...some.map(({ asset, needs }) => eventsQuery(scope, asset, needs)));
      for (const [i, { asset, needs }] of some.entries()) {
        const events = results[i]!.map((row) => ({ ...row, correlation: row.correlation ?? undefined }));
        const byType = Map.groupBy(events, ({ type }) => type);
        for (const need of needs) known.get(asset.id)!.set(nameOf(need), byType.get(need.type) ?? []);
      }
    }
  };
  const first = (asset: AssetRules, rule: Rule): Need[] => firstNeeds(asset.id, rule, asset.at);
  const rowsOf = ({ id }: AssetRules, needs: readonly Need[]): AcceptedEvent[] =>
    needs.flatMap((need) => known.get(id)!.get(nameOf(need))!);
  const further = (asset: AssetRules, rule: Rule): Need[] =>
    furtherNeeds(asset.id, rule, rowsOf(asset, first(asset, rule)), asset.at);
  await fetch((asset) => asset.rules.flatMap((rule) => first(asset, rule)));
  await fetch((asset) => asset.rules.flatMap((rule) => further(asset, rule)));
  return (asset, rule) => {
    const instead = further(asset, rule);
    return rowsOf(asset, instead.length > 0 ? instead : first(asset, rule));
  };
}

function firstNeeds(asset: string, rule: Rule, at: Micros): Need[] {
  switch (rule.type) {
    case 'COMPLIANCE_SINCE':
      return [lastOf(asset, rule.eventType)];
    case 'COMPLIANCE_CURRENT_OUTSTANDING':
    case 'COMPLIANCE_PERIOD_OUTSTANDING':
      return [...new Set([rule.eventType, rule.closingEventType])].map(allOf);
    case 'COMPLIANCE_DYNAMIC_TOLERANCE':
      // What happened in the window was accepted in it.
      return [acceptedAfter(asset, rule.closingEventType, at - rule.dynamicWindow * SECOND)];
    case 'COMPLIANCE_RICHNESS':
      return [];
  }
}

/** What takes the place of a rule's first events where these do not tell all. */
function furtherNeeds(asset: string, rule: Rule, rows: readonly AcceptedEvent[], at: Micros): Need[] {
  const [last] = rows;
  if (rule.type === 'COMPLIANCE_SINCE') {
    // The event that was accepted last may have been declared earlier than others: than those accepted after that time.
    const told = !last || last.us === last.acceptedUs || last.us >= at - rule.timePeriod * SECOND;
    return told ? [] : [acceptedAfter(asset, rule.eventType, last.us)];
  }
  if (rule.type !== 'COMPLIANCE_DYNAMIC_TOLERANCE' || !last) return [];
  // What the closing events close, and what else does that.
  const values = [...new Set(rows.flatMap(({ correlation }) => (correlation === undefined ? [] : [correlation])))];
  const keys = JSON.stringify(values.map(matchKey));
  return [...new Set([rule.eventType, rule.closingEventType])].map((type) => correlated(type, keys));
}

const ofType = (f: string): SQL => sql`${sql.raw(f)}.path = 'arc_display_type' AND ${sql.raw(f)}.key = event.key`;

const allOf = (type: string): Need => ({
  type,
  condition: 'all',
  where: (upTo) => sql`${ofType('found')} AND found.seq <= ${upTo}`,
});

const lastOf = (asset: string, type: string): Need => ({
  type,
  condition: 'last',
  where: (upTo) => sql`${ofType('found')} AND found.seq = (SELECT max(l.seq) FROM event_types l
    WHERE l.asset = ${assetNumber(asset)} AND ${ofType('l')} AND l.seq <= ${upTo})`,
});

const acceptedAfter = (asset: string, type: string, us: Micros): Need => ({
  type,
  condition: `after ${us}`,
  where: (upTo) => sql`${ofType('found')} AND found.seq > ${seqAt(asset, us)} AND found.seq <= ${upTo}`,
});

/** Those that have one of the correlation values, given as a JSON list of match keys. */
const correlated = (type: string, keys: string): Need => ({
  type,
  condition: `pairs ${keys}`,
  where: (upTo) => sql`found.path = 'arc_correlation_value' AND found.key IN (SELECT value FROM json_each(${keys}))
    AND found.seq <= ${upTo}
    AND EXISTS (SELECT 1 FROM event_types t WHERE t.asset = found.asset AND ${ofType('t')} AND t.seq = found.seq)`,
});

/**
 * Events of an asset that are needed under one condition. Whether the scope sees them is asked once for each type, for
 * all events of a type are seen or none.
 */
function eventsQuery(scope: Scope, { id: asset, until }: AssetRules, needs: readonly Need[]) {
  const pairs = JSON.stringify(needs.map(({ type }) => [asset, type, matchKey(type)]));
  const { where } = needs[0]!;
  const upTo = 'seq' in until ? sql`${until.seq}` : seqAt(asset, until.us);
  return scope.query<Row>(
    'whole',
    (seen) => sql`SELECT event.name AS type,
        CASE json_type(v.event_attributes, '$.arc_correlation_value')
          WHEN 'text' THEN v.event_attributes ->> '$.arc_correlation_value' END AS correlation,
        min(coalesce(v.declared_us, v.accepted_us), v.accepted_us) AS us, v.accepted_us AS acceptedUs
      FROM ${eventsOfTypes(pairs, seen)} CROSS JOIN event_types found
        CROSS JOIN events v ON v.asset = found.asset
        AND v.seq = found.seq
      WHERE ${seen.sees('event')} AND found.asset = ${assetNumber(asset)} AND ${where(upTo)}`,
  );
}

/**
 * FROM assets, with what a scope may see of them, and an `event` of each type as the asset would have it, named by its
 * type. `pairs`: a JSON list of [asset, type], and the type's match key if it is needed, as `event.key`. Rights are
 * looked up once per asset, and not for each type.
 */
export const eventsOfTypes = (pairs: string, seen: Seen): SQL =>
  sql`(SELECT * FROM assets WHERE id IN (SELECT value ->> 0 FROM json_each(${pairs}))) asset${seen.join('asset')}
    CROSS JOIN (SELECT own.id AS of, own.tenant, own.public, j.value ->> 1 AS name, j.value ->> 2 AS key,
      json_object('arc_display_type', j.value ->> 1) AS event_attributes, 0 AS principal
    FROM json_each(${pairs}) j CROSS JOIN assets own ON own.id = j.value ->> 0) event ON event.of = asset.id`;

/**
 * The number of an asset's last event that was accepted up to a moment; 0 before its first. Found by halves: times grow
 * with numbers.
 */
const seqAt = (asset: string, at: Micros): SQL => sql`(WITH RECURSIVE halves (low, high) AS (
    SELECT 0, asset.seq + 1 FROM assets asset WHERE asset.id = ${asset}
    UNION ALL SELECT CASE WHEN m.accepted_us <= ${at} THEN m.seq ELSE half.low END,
        CASE WHEN m.accepted_us <= ${at} THEN half.high ELSE m.seq END
      FROM halves half CROSS JOIN events m ON m.asset = ${assetNumber(asset)} AND m.seq = (half.low + half.high) / 2
        WHERE half.high - half.low > 1)
  SELECT max(low) FROM halves)`;
