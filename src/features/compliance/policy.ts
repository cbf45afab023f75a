import { byteLength } from '../../lib/text.ts';

/** The five kinds of rule (docs/compliance.md). */
export const COMPLIANCE_TYPES = [
  'COMPLIANCE_SINCE',
  'COMPLIANCE_CURRENT_OUTSTANDING',
  'COMPLIANCE_PERIOD_OUTSTANDING',
  'COMPLIANCE_DYNAMIC_TOLERANCE',
  'COMPLIANCE_RICHNESS',
] as const;
export type ComplianceType = (typeof COMPLIANCE_TYPES)[number];

/** The fields of a policy of any type. Fields that its type does not use are empty or 0. */
export type Rule = {
  type: ComplianceType;
  eventType: string;
  closingEventType: string;
  /** Seconds. */
  timePeriod: number;
  dynamicWindow: number;
  /** Standard deviations. */
  dynamicVariability: number;
  /** Each must hold by at least one of its alternatives. */
  assertions: { or: string[] }[];
};

/** The fields that each type requires, by their names in the API. */
export const REQUIRED: Record<ComplianceType, readonly string[]> = {
  COMPLIANCE_SINCE: ['event_display_type', 'time_period_seconds'],
  COMPLIANCE_CURRENT_OUTSTANDING: ['event_display_type', 'closing_event_display_type'],
  COMPLIANCE_PERIOD_OUTSTANDING: ['event_display_type', 'closing_event_display_type', 'time_period_seconds'],
  COMPLIANCE_DYNAMIC_TOLERANCE: [
    'event_display_type',
    'closing_event_display_type',
    'dynamic_window',
    'dynamic_variability',
  ],
  COMPLIANCE_RICHNESS: ['richness_assertions'],
};

export const OPERATORS = ['!=', '>=', '<=', '=', '>', '<'] as const;
export type Operator = (typeof OPERATORS)[number];

/** `<attribute><operator><value>`: the attribute may be `name`, or `name.key` of a map. */
export type Assertion = { attribute: string; operator: Operator; value: string };

const MAX_BYTES = 1024;

/** Parses an assertion. Returns a string that describes the error when it is not valid. */
export function parseAssertion(text: string): Assertion | string {
  if (byteLength(text) > MAX_BYTES) return `has at most ${MAX_BYTES} bytes`;
  const match = /^([^=!<>]+)(!=|>=|<=|=|>|<)([\s\S]*)$/.exec(text);
  if (!match) return 'must be <attribute><operator><value>, with one of = != > < >= <=';
  const attribute = match[1]!.trim().replace(/^attributes\./, '');
  if (attribute === '') return 'names no attribute';
  return { attribute, operator: match[2] as Operator, value: match[3]!.trim() };
}

/** What a rule is about: the attributes and event types whose reader may know why it is not met, and when it is due. */
export type RuleSubjects = { attributes: string[]; eventTypes: string[] };

export function subjectsOf(rule: Rule): RuleSubjects {
  const assertions = rule.assertions.flatMap(({ or }) => or.map(parseAssertion));
  const attributes = assertions.flatMap((each) => (typeof each === 'string' ? [] : [each.attribute.split('.')[0]!]));
  const eventTypes = [rule.eventType, rule.closingEventType].filter((type) => type !== '');
  return rule.type === 'COMPLIANCE_RICHNESS'
    ? { attributes: [...new Set(attributes)], eventTypes: [] }
    : { attributes: [], eventTypes: [...new Set(eventTypes)] };
}

/** The event type that must be recorded so that an asset meets a rule; undefined: no event of one type is enough. */
export function remedyOf(rule: Rule): string | undefined {
  if (rule.type === 'COMPLIANCE_SINCE') return rule.eventType;
  const isClosed = rule.type === 'COMPLIANCE_CURRENT_OUTSTANDING' || rule.type === 'COMPLIANCE_PERIOD_OUTSTANDING';
  return isClosed ? rule.closingEventType : undefined;
}

/** What is told of an asset: that the period of a policy ends soon; that it is not compliant. */
export type NoticeKind = 'DUE' | 'NOT_COMPLIANT';
