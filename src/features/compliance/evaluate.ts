import type { Attributes } from '../../formats/records/attributes.ts';
import type { Micros } from '../../lib/time.ts';
import { parseAssertion, type Assertion, type Rule } from './policy.ts';

/** An event as rules read it. */
export type RuleEvent = {
  type: string;
  /** `arc_correlation_value`; undefined: none. */
  correlation: string | undefined;
  /** The declared time, or the time of acceptance if that is earlier. */
  us: Micros;
};

/**
 * Whether an asset complies with a rule, and if not the reason. `about`: the attributes or event types that the reason
 * mentions.
 */
export type RuleResult = { compliant: true } | { compliant: false; reason: string; about: Subjects };
export type Subjects = { attributes: string[]; eventTypes: string[] };

const KEPT: RuleResult = { compliant: true };
const SECOND = 1_000_000;
/** Maximum number of characters of a reason (docs/api/compatibility.md). */
const REASON_LIMIT = 1024;

/**
 * Whether an asset satisfies a rule at a moment (docs/compliance.md): pure. `events` are those of the
 * rule's types that were accepted up to then (of a rule with a window, those that bear on it), in any order;
 * `attributes` those of the asset then.
 */
export function evaluate(rule: Rule, events: readonly RuleEvent[], attributes: Attributes, at: Micros): RuleResult {
  switch (rule.type) {
    case 'COMPLIANCE_SINCE':
      return since(rule, events, at);
    case 'COMPLIANCE_CURRENT_OUTSTANDING':
      return currentOutstanding(rule, events);
    case 'COMPLIANCE_PERIOD_OUTSTANDING':
      return periodOutstanding(rule, events, at);
    case 'COMPLIANCE_DYNAMIC_TOLERANCE':
      return dynamicTolerance(rule, events, at);
    case 'COMPLIANCE_RICHNESS':
      return richness(rule, attributes);
  }
}

/** Complies if the last event of the type is not older than the period. */
function since(rule: Rule, events: readonly RuleEvent[], at: Micros): RuleResult {
  const last = greatest(events.filter(({ type }) => type === rule.eventType).map(({ us }) => us));
  if (last === -Infinity) return failed(rule, `No event of type ${rule.eventType}`);
  return within(rule, at - last);
}

/** Complies if every event of the type is closed. */
function currentOutstanding(rule: Rule, events: readonly RuleEvent[]): RuleResult {
  return spans(rule, events).some(({ closed }) => closed === undefined)
    ? failed(rule, `No closing event for ${rule.eventType}`)
    : KEPT;
}

/** Complies if every event of the type was closed within the period, or has been open for no longer. */
function periodOutstanding(rule: Rule, events: readonly RuleEvent[], at: Micros): RuleResult {
  const longest = greatest(spans(rule, events).map(({ opened, closed }) => (closed ?? at) - opened));
  return within(rule, longest);
}

/**
 * Complies if no pair closed in the window differs from the mean by more than `deviations` standard deviations of the
 * population.
 */
function dynamicTolerance(rule: Rule, events: readonly RuleEvent[], at: Micros): RuleResult {
  const from = at - rule.dynamicWindow * SECOND;
  const durations = spans(rule, events)
    .filter(({ closed }) => closed !== undefined && closed > from)
    .map(({ opened, closed }) => (closed! - opened) / SECOND)
    // Sums of doubles depend on their order, so the durations are sorted first.
    .toSorted((a, b) => b - a);
  if (durations.length < 2) return KEPT;
  const mean = sum(durations) / durations.length;
  const deviation = Math.sqrt(sum(durations.map((d) => (d - mean) ** 2)) / durations.length);
  // Differences below the precision of doubles at this magnitude count as none.
  const tolerance = rule.dynamicVariability * deviation + 1e-9 * Math.max(1, Math.abs(mean));
  const outlier = durations.reduce((far, d) => (Math.abs(d - mean) > Math.abs(far - mean) ? d : far));
  if (Math.abs(outlier - mean) <= tolerance) return KEPT;
  return failed(
    rule,
    `Duration ${seconds(outlier * SECOND)} differs from the mean ${seconds(mean * SECOND)} by more than ` +
      `${rule.dynamicVariability} standard deviations`,
  );
}

/** Complies if each assertion holds by at least one of its alternatives. */
function richness(rule: Rule, attributes: Attributes): RuleResult {
  for (const { or } of rule.assertions) {
    const assertions = or.map((text) => parseAssertion(text) as Assertion);
    const reasons = assertions.map((assertion) => unmet(assertion, attributes));
    if (reasons.includes(undefined)) continue;
    const about = { attributes: assertions.map(({ attribute }) => nameOf(attribute)), eventTypes: [] };
    return { compliant: false, reason: cut(reasons.join('; ')), about };
  }
  return KEPT;
}

/** The reason why an assertion does not hold; undefined when it holds. */
function unmet({ attribute, operator, value }: Assertion, attributes: Attributes): string | undefined {
  const actual = textAt(attributes, attribute);
  const asserted = `${attribute}${operator}${value}`;
  if (actual === undefined) return operator === '!=' ? undefined : `${asserted} fails: there is no text ${attribute}`;
  const numbers = numeric(actual) && numeric(value);
  if (!numbers && operator !== '=' && operator !== '!=')
    return `${asserted} fails: ${attribute} is ${actual}, which is not compared by size`;
  const ofTexts = actual === value ? 0 : Number.NaN;
  const order = numbers ? Math.sign(Number(actual) - Number(value)) : ofTexts;
  const holds = {
    '=': order === 0,
    '!=': order !== 0,
    '>': order > 0,
    '<': order < 0,
    '>=': order >= 0,
    '<=': order <= 0,
  }[operator];
  return holds ? undefined : `${asserted} fails: ${attribute} is ${actual}`;
}

/** A decimal number with an optional exponent that is finite as a double. */
const numeric = (text: string): boolean =>
  /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?\s*$/.test(text) && Number.isFinite(Number(text));

/** The name of an attribute in a path `name` or `name.key`. */
export const nameOf = (path: string): string => path.split('.')[0]!;

function textAt(attributes: Attributes, path: string): string | undefined {
  const [name, ...keys] = path.split('.');
  const value = Object.hasOwn(attributes, name!) ? attributes[name!] : undefined;
  if (typeof value === 'string') return keys.length === 0 ? value : undefined;
  const key = keys.join('.');
  return value !== undefined && !Array.isArray(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

type Span = { opened: Micros; closed: Micros | undefined };

/**
 * Each event of the type with the time at which it was closed: that of the first closing event with the same
 * correlation value that is not earlier. An event without a correlation value is never closed.
 */
export function spans(rule: Rule, events: readonly RuleEvent[]): Span[] {
  const closings = new Map<string, Micros[]>();
  for (const { type, correlation, us } of events) {
    if (type !== rule.closingEventType || correlation === undefined) continue;
    const times = closings.get(correlation);
    if (times) times.push(us);
    else closings.set(correlation, [us]);
  }
  for (const times of closings.values()) times.sort((a, b) => a - b);
  return events
    .filter(({ type }) => type === rule.eventType)
    .map(({ correlation, us }) => ({
      opened: us,
      closed: correlation === undefined ? undefined : firstFrom(closings.get(correlation) ?? [], us),
    }));
}

/** The first of ascending times that is not before `us`; a binary search. */
function firstFrom(times: readonly Micros[], us: Micros): Micros | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < us) low = middle + 1;
    else high = middle;
  }
  return times[low];
}

const within = (rule: Rule, us: Micros): RuleResult =>
  us <= rule.timePeriod * SECOND ? KEPT : failed(rule, `Duration ${seconds(us)} exceeds limit ${rule.timePeriod}s`);

const failed = (rule: Rule, reason: string): RuleResult => ({
  compliant: false,
  reason: cut(reason),
  about: { attributes: [], eventTypes: [rule.eventType, rule.closingEventType].filter((type) => type !== '') },
});

/** Whole seconds, rounded up, so that a duration that exceeds a limit is also shown as more than the limit. */
const seconds = (us: Micros): string => `${Math.ceil(us / SECOND)}s`;

/** The maximum; -Infinity for an empty list. */
const greatest = (numbers: readonly number[]): number => numbers.reduce((most, n) => Math.max(most, n), -Infinity);

/** Cuts a reason to its maximum length without splitting a surrogate pair. */
const cut = (reason: string): string =>
  reason.length <= REASON_LIMIT ? reason : `${reason.slice(0, REASON_LIMIT - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
