import type { Report } from '../../../src/proof/report.ts';
import { formTexts } from '../texts/texts.ts';
import { wholeTime } from '../time.ts';
import type { Additions } from './report.ts';

/** What the verifier says first of a complete history (src/proof/history.ts). */
const COMPLETE = /^complete in this log as of (\S+) (\S+): (\d+) events?, (\d+) shown, (\d+) hidden from you(?:; )?/;

/** The report on a complete history without these words, and what a page says in their place. */
export function historyReport(report: Report): { report: Report; history: NonNullable<Additions['history']> } {
  const [words = '', date, time, ...counts] = COMPLETE.exec(report.word) ?? [];
  const [events = 0, shown = 0, hidden = 0] = counts.map(Number);
  const complete = formTexts.verify.complete(wholeTime(`${date}T${time}Z`), { events, shown, hidden });
  return {
    report: { ...report, word: report.word.slice(words.length) },
    history: { events: words === '' ? '' : complete, sentences: formTexts.ofHistory },
  };
}
