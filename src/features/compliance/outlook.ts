import type { Micros } from '../../lib/time.ts';
import { spans, type RuleEvent } from './evaluate.ts';
import type { Rule } from './policy.ts';

const SECOND = 1_000_000;

/** What becomes of a verdict if nothing more is recorded. */
export type Outlook = {
  /** The last moment at which the rule holds, also if it is past; undefined: no period of the rule runs. */
  dueUs: Micros | undefined;
  /** When the rule must be evaluated again; undefined: only when something is recorded. */
  againUs: Micros | undefined;
};

const NONE: Outlook = { dueUs: undefined, againUs: undefined };

/**
 * The outlook of a rule at a moment: pure. `events`: as `evaluate` gets them. A period that ends after the year 2255
 * does not end.
 */
export function outlookOf(rule: Rule, events: readonly RuleEvent[], at: Micros): Outlook {
  switch (rule.type) {
    case 'COMPLIANCE_SINCE':
      return ends(latest(events.filter(({ type }) => type === rule.eventType).map(({ us }) => us)), rule, at);
    case 'COMPLIANCE_PERIOD_OUTSTANDING':
      return periodOutstanding(rule, events, at);
    case 'COMPLIANCE_DYNAMIC_TOLERANCE':
      return dynamicTolerance(rule, events, at);
    default:
      return NONE;
  }
}

/** The oldest open event decides. An event that was closed too late fails the rule forever: no date changes that. */
function periodOutstanding(rule: Rule, events: readonly RuleEvent[], at: Micros): Outlook {
  const all = spans(rule, events);
  const isLost = all.some(({ opened, closed }) => closed !== undefined && closed - opened > rule.timePeriod * SECOND);
  if (isLost) return NONE;
  const open = all.filter(({ closed }) => closed === undefined).map(({ opened }) => -opened);
  const oldest = latest(open);
  return ends(oldest === undefined ? undefined : -oldest, rule, at);
}

/** The rule can hold or fail when the oldest pair leaves the window; which of both is not known before. */
function dynamicTolerance(rule: Rule, events: readonly RuleEvent[], at: Micros): Outlook {
  const window = rule.dynamicWindow * SECOND;
  const closed = spans(rule, events).flatMap((span) => (span.closed === undefined ? [] : [span.closed]));
  const oldest = latest(closed.filter((us) => us > at - window).map((us) => -us));
  return { dueUs: undefined, againUs: oldest === undefined ? undefined : known(window - oldest) };
}

function ends(from: Micros | undefined, rule: Rule, at: Micros): Outlook {
  const dueUs = from === undefined ? undefined : known(from + rule.timePeriod * SECOND);
  return { dueUs, againUs: dueUs !== undefined && at <= dueUs ? dueUs + 1 : undefined };
}

const known = (us: Micros): Micros | undefined => (us < Number.MAX_SAFE_INTEGER ? us : undefined);

const latest = (times: readonly Micros[]): Micros | undefined =>
  times.reduce<Micros | undefined>((most, us) => (most === undefined || us > most ? us : most), undefined);
