import type { Micros } from '../../lib/time.ts';
import type { NoticeKind } from './policy.ts';
import type { PolicyVerdict } from './read.ts';

/** What was told of a result: nothing, or one of the kinds of notices. */
export type ToldOfResult = '' | NoticeKind;

/** The result of one policy in the state of an asset. */
export type StateResult = {
  policy: string;
  compliant: boolean;
  /** Empty if compliant. */
  reason: string;
  /** The evaluation at which it became so. */
  sinceUs: Micros;
  /** The end of the period that the policy sets, also if it is past; null: none. */
  dueUs: Micros | null;
  told: ToldOfResult;
};

/** Something that people and programs are told once. */
export type ComplianceChange = { policy: string; kind: NoticeKind; dueUs: Micros | null };

/** The state of an asset: `results` are those of the policies that apply to it. */
export type AssetCompliance = {
  compliant: boolean;
  dueUs: Micros;
  againUs: Micros | null;
  results: StateResult[];
};

/** The due date of a state without one: after all others. */
export const NEVER: Micros = Number.MAX_SAFE_INTEGER;

const DAY: Micros = 86_400_000_000;
/** Of a short period, people are told in its last part only. */
const PART = 4;

/** How long before the end of the period of a policy it is told: `days`, and at most a quarter of the period. */
export const leadOf = (timePeriodSeconds: number, days: number): Micros =>
  Math.min(days * DAY, Math.floor((timePeriodSeconds * 1_000_000) / PART));

/**
 * The next state of an asset from the results before and the verdicts at a moment, and what is to be told of it: each
 * change to not compliant once, and once for each period that ends within `days`. Pure.
 */
export function nextState(
  before: readonly StateResult[],
  verdicts: readonly PolicyVerdict[],
  at: Micros,
  days: number,
): { state: AssetCompliance; changes: ComplianceChange[] } {
  const changes: ComplianceChange[] = [];
  const again: Micros[] = [];
  const results = verdicts.map(({ policy, result, outlook }): StateResult => {
    const last = before.find((each) => each.policy === policy.id);
    const dueUs = outlook.dueUs ?? null;
    const sinceUs = last?.compliant === result.compliant ? last.sinceUs : at;
    const common = { policy: policy.id, compliant: result.compliant, sinceUs, dueUs };
    if (outlook.againUs !== undefined) again.push(outlook.againUs);
    if (!result.compliant) {
      if (last?.told !== 'NOT_COMPLIANT') changes.push({ policy: policy.id, kind: 'NOT_COMPLIANT', dueUs });
      return { ...common, reason: result.reason, told: 'NOT_COMPLIANT' };
    }
    if (dueUs === null || (last?.told === 'DUE' && last.dueUs === dueUs))
      return { ...common, reason: '', told: dueUs === null ? '' : 'DUE' };
    const tellUs = dueUs - leadOf(policy.timePeriodSeconds, days);
    if (at < tellUs) {
      again.push(tellUs);
      return { ...common, reason: '', told: '' };
    }
    changes.push({ policy: policy.id, kind: 'DUE', dueUs });
    return { ...common, reason: '', told: 'DUE' };
  });
  return { state: { ...summaryOf(results), againUs: again.length > 0 ? Math.min(...again) : null, results }, changes };
}

/** Whether all of the results are compliant, and the due date that comes first among those that matter. */
export function summaryOf(results: readonly Pick<StateResult, 'compliant' | 'dueUs'>[]): {
  compliant: boolean;
  dueUs: Micros;
} {
  const failed = results.filter(({ compliant }) => !compliant);
  const due = (failed.length > 0 ? failed : results).map(({ dueUs }) => dueUs ?? NEVER);
  return { compliant: failed.length === 0, dueUs: due.length > 0 ? Math.min(...due) : NEVER };
}

/** Characters of a reason that a state keeps. */
const REASON = 200;

/** Results as a state stores them. */
export const resultsText = (results: readonly StateResult[]): string =>
  JSON.stringify(
    results.map(({ policy, compliant, reason, sinceUs, dueUs, told }) => [
      policy,
      Number(compliant),
      sinceUs,
      dueUs,
      told,
      reason.length <= REASON ? reason : `${reason.slice(0, REASON - 1).toWellFormed()}…`,
    ]),
  );

/** The results of a stored state. */
export const resultsOf = (text: string): StateResult[] =>
  (JSON.parse(text) as [string, number, Micros, Micros | null, ToldOfResult, string][]).map(
    ([policy, compliant, sinceUs, dueUs, told, reason]) => ({
      policy,
      compliant: compliant === 1,
      sinceUs,
      dueUs,
      told,
      reason,
    }),
  );
