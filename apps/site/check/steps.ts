import type { Report, Step } from '../../../src/proof/report.ts';
import { siteTexts } from '../texts/texts.ts';

/** The result of a step as a sentence. `special`: the sentences of steps that check something else in this form. */
export function sentenceOf({ name, ok, skipped }: Step, special: Partial<typeof siteTexts.steps>): string {
  const [holds, fails] = special[name] ?? siteTexts.steps[name];
  if (!ok) return fails;
  return skipped ? (siteTexts.skipped[name] ?? siteTexts.report.notCheckedStep(name)) : holds;
}

/** Whether a report is that of a proof by a log entry, also if a step failed. */
export const isReportOfLog = ({ of, steps }: Report): boolean =>
  of === 'log' || steps.some(({ name }) => name === 'entry');

/**
 * What a proof relies on, in words for a page. A page with fields for all values says which of them to enter, in place
 * of command-line options.
 */
export function shownWord(word: string, hasFields: boolean): string {
  const text = word.replaceAll(/ \(--[^)]*\)/g, '');
  return hasFields ? text.replaceAll(', pass ', ', enter ') : text.replaceAll(/; to verify [^;]*/g, '');
}
