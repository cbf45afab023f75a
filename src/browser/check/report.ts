import type { Report } from '../../proof/report.ts';
import { HASH_ERASED, isReportOfLog, sentenceOf, withoutOptions } from './steps.ts';

/** A check of the page itself, in addition to the steps of a proof. */
export type Look = { ok: boolean; sentence: string; detail: string };

type Kind = 'holds' | 'skipped' | 'fails';
type Line = { kind: Kind; sentence: string; name: string; detail: string };

/** A sign and a word for each kind, for readers who do not see colors and for screen readers. */
const SIGNS = { holds: ['✓', 'passed'], skipped: ['–', 'not checked'], fails: ['✕', 'failed'] } as const;

const CHAIN_NOT_VERIFIED =
  'The event is unchanged since it was recorded on this chain. The proof does not show that this is the chain of the service, because anyone can make a chain. To verify that as well, save the proof, open the page “Verify a saved proof”, and enter the values that the service publishes.';

const LOG_NOT_VERIFIED =
  'The event is unchanged since it was added to this log. The proof does not show that this is the log of the service, because anyone can make a log. To verify that as well, save the proof, open the page “Verify a saved proof”, and enter values that the service or its witnesses publish.';

const ERASED =
  'The hash of this time window covers all of its events. The content of some was erased since, so nobody can compute the hash any more. The log of the service still proves each event of the window on its own.';

/** Shows a report: the verdict, what the proof relies on, and each step. Texts of the proof are never parsed as HTML. */
export function showReport(into: HTMLElement, report: Report, looks: readonly Look[] = []): void {
  const isOfLog = isReportOfLog(report);
  const steps = report.steps.map((step): Line => {
    const isErased = !step.ok && report.erased !== undefined;
    const kind = step.ok ? (step.skipped ? 'skipped' : 'holds') : isErased ? 'skipped' : 'fails';
    const sentence = isErased ? HASH_ERASED : sentenceOf(step, isOfLog);
    return { kind, sentence, name: step.name, detail: step.detail };
  });
  const seen = looks.map(({ ok, sentence, detail }): Line => ({
    kind: ok ? 'holds' : 'fails',
    sentence,
    name: 'page',
    detail,
  }));
  const lines = [...steps, ...seen];
  const failed = lines.find(({ kind }) => kind === 'fails');
  const box = element('div', 'report');
  const result: Kind =
    report.erased !== undefined ? 'skipped' : failed ? 'fails' : report.vouched ? 'holds' : 'skipped';
  const [sign] = SIGNS[result];
  const title = element('p', `verdict ${result}`);
  title.append(hidden(sign), ` ${verdictOf(report, failed?.name)}`);
  box.append(title);
  if (report.erased !== undefined) box.append(element('p', '', ERASED));
  if (!failed && report.erased === undefined) {
    if (!report.vouched) box.append(element('p', '', isOfLog ? LOG_NOT_VERIFIED : CHAIN_NOT_VERIFIED));
    box.append(element('p', '', `${isOfLog ? 'Log' : 'Block'}: ${withoutOptions(report.word)}.`));
  }
  const list = element('ol');
  list.append(...lines.map(item));
  box.append(list);
  into.replaceChildren(box);
}

/** Shows why a proof could not be checked. */
export function showProblem(into: HTMLElement, problem: string): void {
  const box = element('div', 'report');
  const title = element('p', 'verdict fails');
  title.append(hidden('✕'), ` ${problem}`);
  box.append(title);
  into.replaceChildren(box);
}

function item({ kind, sentence, name, detail }: Line): HTMLElement {
  const [sign, word] = SIGNS[kind];
  const item = element('li');
  item.dataset['step'] = name;
  item.dataset['kind'] = kind;
  const mark = hidden(sign);
  mark.className = `sign ${kind}`;
  const more = element('details');
  const summary = element('summary', '', `Step “${name}”`);
  more.append(summary, element('p', '', detail));
  more.toggleAttribute('open', kind === 'fails');
  item.append(mark, element('span', 'unseen', `${word}: `), sentence, more);
  return item;
}

function hidden(sign: string): HTMLElement {
  const mark = element('span', '', sign);
  mark.setAttribute('aria-hidden', 'true');
  return mark;
}

/** An element with a text. */
export function element(tag: string, className = '', text?: string): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The verdict as a sentence. `failed`: the name of the first step that fails. */
function verdictOf(report: Report, failed: string | undefined): string {
  if (report.erased !== undefined) return `The proof is ${report.steps.at(-1)!.detail}.`;
  if (failed !== undefined) return `The proof is not valid: the step “${failed}” failed.`;
  if (report.vouched) return 'The proof is valid.';
  return `The proof is consistent, but its ${isReportOfLog(report) ? 'log' : 'chain'} is not verified.`;
}
