import type { RuleEvent } from '../../src/features/compliance/evaluate.ts';
import type { Rule } from '../../src/features/compliance/policy.ts';

export const SECOND = 1_000_000;

const NOTHING: Omit<Rule, 'type'> = {
  eventType: '',
  closingEventType: '',
  timePeriod: 0,
  dynamicWindow: 0,
  dynamicVariability: 0,
  assertions: [],
};

/** Rules as policies define them; events of type Close close those of type Open. */
export const since = (timePeriod: number, eventType = 'Open'): Rule => ({
  ...NOTHING,
  type: 'COMPLIANCE_SINCE',
  eventType,
  timePeriod,
});
export const outstanding = (eventType = 'Open', closingEventType = 'Close'): Rule => ({
  ...NOTHING,
  type: 'COMPLIANCE_CURRENT_OUTSTANDING',
  eventType,
  closingEventType,
});
export const period = (timePeriod: number, eventType = 'Open', closingEventType = 'Close'): Rule => ({
  ...NOTHING,
  type: 'COMPLIANCE_PERIOD_OUTSTANDING',
  eventType,
  closingEventType,
  timePeriod,
});
export const dynamic = (
  dynamicWindow: number,
  dynamicVariability: number,
  eventType = 'Open',
  closingEventType = 'Close',
): Rule => ({
  ...NOTHING,
  type: 'COMPLIANCE_DYNAMIC_TOLERANCE',
  eventType,
  closingEventType,
  dynamicWindow,
  dynamicVariability,
});
/** All groups must hold; a string is a group with one alternative. */
export const rich = (...groups: (string | string[])[]): Rule => ({
  ...NOTHING,
  type: 'COMPLIANCE_RICHNESS',
  assertions: groups.map((or) => ({ or: [or].flat() })),
});

/** An event at a second. */
export const happened = (type: string, second: number, correlation?: string): RuleEvent => ({
  type,
  correlation,
  us: Math.round(second * SECOND),
});
export const opened = (second: number, correlation?: string): RuleEvent => happened('Open', second, correlation);
export const closed = (second: number, correlation?: string): RuleEvent => happened('Close', second, correlation);
/** Pairs that close one after another, a second apart from second 1,000 on, with these durations. */
export const pairs = (...durations: number[]): RuleEvent[] =>
  durations.flatMap((duration, i) => [opened(1000 + i - duration, `p${i}`), closed(1000 + i, `p${i}`)]);
