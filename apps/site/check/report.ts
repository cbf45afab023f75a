import type { Report, Step } from '../../../src/proof/report.ts';
import { localTime } from '../time.ts';
import { HASH_ERASED, isReportOfLog, sentenceOf, shownWord } from './steps.ts';

/** A check of the page itself, in addition to the steps of a proof. */
export type Look = { ok: boolean; sentence: string; detail: string };

type Kind = 'holds' | 'skipped' | 'fails';
type Line = { kind: Kind; sentence: string; name: string; detail: string };

/** A sign and a word for each kind, for readers who do not see colors and for screen readers. */
const SIGNS = { holds: ['✓', 'passed'], skipped: ['–', 'not checked'], fails: ['✕', 'failed'] } as const;

/** What a report says of a proof whose steps passed. */
export type Facts = {
  /** The time of the block, RFC 3339; empty without one. */
  block: string;
  /** The acceptance of the event, as the proof states it. */
  accepted: string;
  isErased: boolean;
  /** The hash of block 0 of the chain, as the proof states it; empty for the proof by a log. */
  genesis: string;
  /** The origin of the log; empty for the proof by a window. */
  origin: string;
};

/** What a page adds to a report. */
export type Additions = {
  /** Checks of the page itself. */
  looks?: readonly Look[];
  /** Of a proof whose steps passed. */
  facts?: Facts | undefined;
  /** How the reader can check whose log or chain it is. */
  whose?: HTMLElement;
  /** What identified the log, in place of the values that the reader entered. */
  known?: string;
  /** The page has fields for all values that identify a log and a chain. */
  hasFields?: boolean;
  /** What the reader can do with the value that identified the log. */
  pin?: HTMLElement;
  /** The verdict on a file that is not a proof, with what to do with it. */
  otherwise?: { verdict: string; advice: HTMLElement };
};

const ERASED =
  'The hash of this time window covers all of its events. ' +
  'The content of some was erased since, so nobody can compute the hash any more. ' +
  'The log of the service still proves each event of the window on its own.';

/**
 * Shows a report: the verdict, what the proof relies on, and each step. Texts of the proof are never parsed as HTML.
 */
export function showReport(into: HTMLElement, report: Report, more: Additions = {}): void {
  const isOfLog = isReportOfLog(report);
  const steps = report.steps.map((step): Line => {
    const isErased = !step.ok && report.erased !== undefined;
    const kind = kindOf(step, isErased);
    const sentence = isErased ? HASH_ERASED : sentenceOf(step, isOfLog);
    return { kind, sentence, name: step.name, detail: step.detail };
  });
  const seen = (more.looks ?? []).map(({ ok, sentence, detail }): Line => ({
    kind: ok ? 'holds' : 'fails',
    sentence,
    name: 'page',
    detail,
  }));
  const lines = [...steps, ...seen];
  const failed = lines.find(({ kind }) => kind === 'fails');
  const box = element('div', 'report');
  if (report.erased !== undefined)
    box.append(verdict('skipped', `The proof is ${report.steps.at(-1)!.detail}.`), element('p', '', ERASED));
  else if (more.otherwise) box.append(verdict('fails', more.otherwise.verdict), more.otherwise.advice);
  else if (failed) box.append(verdict('fails', `The proof is not valid: the step “${failed.name}” failed.`));
  else box.append(...answers(report, more));
  const list = element('ol');
  list.append(...lines.map(item));
  box.append(list);
  if (more.pin) box.append(more.pin);
  into.replaceChildren(box);
}

function kindOf({ ok, skipped }: Step, isErased: boolean): Kind {
  if (skipped || isErased) return 'skipped';
  return ok ? 'holds' : 'fails';
}

/**
 * The two answers of a proof whose steps passed: since when the event is unchanged, and whose log or chain shows it.
 */
function answers(report: Report, { facts, whose, known, hasFields = false }: Additions): HTMLElement[] {
  const isOfLog = isReportOfLog(report);
  const what = isOfLog ? 'log' : 'chain';
  const relied = `${isOfLog ? 'Log' : 'Block'}: ${shownWord(report.word, hasFields)}.`;
  const since = facts ? [verdict('holds', sinceOf(facts)), element('p', '', basisOf(facts, isOfLog))] : [];
  if (report.vouched)
    return [
      ...since,
      answer('holds', `Whose ${what}: ${known ?? `the ${what} that you have identified`}`),
      element('p', '', relied),
    ];
  const open =
    `Anyone can make a ${what}, with any content and any time. ` +
    `So this counts only if it is the ${what} of the service.`;
  return [
    ...since,
    answer('skipped', `Whose ${what}: not checked`),
    element('p', '', open),
    ...(whose ? [whose] : []),
    element('p', '', relied),
  ];
}

function sinceOf({ block, isErased }: Facts): string {
  const since = block === '' ? 'it was added to this log' : localTime(block);
  return isErased ? `The entry of the event is unchanged since ${since}` : `Unchanged since ${since}`;
}

/** What the first answer rests on. */
function basisOf({ block, accepted, isErased }: Facts, isOfLog: boolean): string {
  const erased = isErased ? ' The content was erased; the proof shows neither the content nor that it was erased.' : '';
  if (block === '')
    return (
      'The tree of the log has the event in this form. No block has it yet, so the proof shows no time. ' +
      `The event itself states that it was accepted on ${localTime(accepted)}.${erased}`
    );
  return isOfLog
    ? `A block of this time has the root of a log with the event in this form.${erased}`
    : `A block of this time has the hash of the event.${erased}`;
}

const verdict = (kind: Kind, text: string): HTMLElement => answer(kind, text, 'verdict');

function answer(kind: Kind, text: string, name = 'answer'): HTMLElement {
  const line = element('p', `${name} ${kind}`);
  line.append(hidden(SIGNS[kind][0]), ` ${text}`);
  return line;
}

/** Shows why a proof could not be checked. */
export function showProblem(into: HTMLElement, problem: string): void {
  const box = element('div', 'report');
  box.append(verdict('fails', problem));
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
