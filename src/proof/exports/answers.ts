import type { Answer } from '../answers.ts';
import type { ExportStep } from './findings.ts';
import { counted, limitsOf, stampedWord, type ExportReport } from './report.ts';

/** The steps about the authors, and about whether records are missing; all others are about the records themselves. */
const QUESTION_OF: Partial<Record<ExportStep, Answer['question']>> = {
  authors: 'who',
  tree: 'complete',
  files: 'complete',
};

/** The three answers that a report on an export with events gives; as `answersOf` for a proof. */
export function exportAnswers(report: ExportReport): Answer[] {
  const failed = report.steps.find(({ ok }) => !ok);
  if (failed) {
    const question = QUESTION_OF[failed.name] ?? 'since';
    return [{ question, mark: 'failed', text: `${FAILED[question]}: the step ${failed.name} has ${failed.detail}` }];
  }
  if (!report.authors || report.isStopped) return [];
  return [whoOf(report.authors, report.events), sinceOf(report), completeOf(report)];
}

const FAILED = {
  who: 'events are not signed as they are shown',
  since: 'the records are not shown to be unchanged',
  complete: 'records are missing or wrong',
};

function whoOf(authors: NonNullable<ExportReport['authors']>, events: number): Answer {
  const { signed, known, keys, invalid, without } = authors;
  const question = 'who';
  const limits = limitsOf(authors)
    .map((limit) => `; ${limit}`)
    .join('');
  if (signed === 0 && without > 0) return { question, mark: 'unchecked', text: `as the export states${limits}` };
  if (signed === 0)
    return { question, mark: 'unchecked', text: 'as the export states; it has no statements of authors' };
  const all = `of ${counted(events, 'event')}`;
  if (known > 0) {
    const others = signed > known ? `; ${signed - known} by other keys` : '';
    const mark = invalid + without > 0 ? 'unchecked' : 'checked';
    return { question, mark, text: `${known} ${all} are signed by keys that you know${others}${limits}` };
  }
  const by = `${signed} ${all} are signed, with ${counted(keys, 'key')}`;
  return { question, mark: 'unchecked', text: `${by}; --author-key checks whose they are${limits}` };
}

function sinceOf({ stamps }: ExportReport): Answer {
  const question = 'since';
  if (!stamps)
    return { question, mark: 'unchecked', text: 'by the clock of the log; the export has no time stamps of its trees' };
  const { trees, entries, largest } = stamps;
  if (largest) return { question, mark: 'checked', text: stampedWord(largest, entries) };
  const has = `by the clock of the log; the export has ${counted(trees, 'time stamp')} of its trees`;
  return { question, mark: 'unchecked', text: `${has}, --tsa checks them` };
}

function completeOf({ trusted }: ExportReport): Answer {
  const all = 'the export has all events of the log up to its checkpoint';
  return trusted.length > 0
    ? { question: 'complete', mark: 'checked', text: all }
    : {
        question: 'complete',
        mark: 'unchecked',
        text: `${all}; whose log it is was not checked, --vkey or --checkpoint does`,
      };
}
