import type { Report, Step } from '../../../src/proof/report.ts';
import { siteTexts } from '../texts/texts.ts';
import { localTime } from '../time.ts';
import { isReportOfLog, sentenceOf, shownWord } from './steps.ts';

/** A check of the page itself, in addition to the steps of a proof. */
export type Look = { ok: boolean; sentence: string; detail: string };

type Kind = 'holds' | 'skipped' | 'fails';
type Line = { kind: Kind; sentence: string; name: string; detail: string };

/** The texts of the report. */
const { report: wording } = siteTexts;

/** A sign for each kind, for readers who do not see colors, and the name of its word for screen readers. */
const SIGNS = { holds: ['✓', 'passed'], skipped: ['–', 'notChecked'], fails: ['✕', 'failed'] } as const;

/** What a report says of a proof whose steps passed. */
export type Facts = {
  /** The time of the block, RFC 3339; empty without one, and if `isOpen`. */
  block: string;
  /** The reader knows the log, and not the chain of the block. */
  isOpen: boolean;
  /** The acceptance of the event, as the proof states it. */
  accepted: string;
  isErased: boolean;
  /** The hash of block 0 of the chain, as the proof states it; empty for the proof by a log. */
  genesis: string;
  /** The origin of the log; empty for the proof by a window. */
  origin: string;
  /** Who recorded the event, as the proof states it; empty if it does not. */
  who: string;
  /** The signature of the author in the proof; `withheld`: the entry has the hash of one, which is not in the proof. */
  signature: 'none' | 'withheld' | 'shown' | 'foreign';
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
  /** Of a complete history: of how many events, empty if a step failed, and what its steps show. */
  history?: { events: string; sentences: Partial<typeof siteTexts.steps> };
  /** Since when the record exists by the time stamps of authorities, and how the reader can check it. */
  since?: { kind: Kind; text: string; how?: HTMLElement } | undefined;
  /** The page has fields for all values that identify a log and a chain. */
  hasFields?: boolean;
  /** What the reader can do with the value that identified the log. */
  pin?: HTMLElement | undefined;
  /** The verdict on a file that is not a proof, with what to do with it. */
  otherwise?: { verdict: string; advice: HTMLElement };
};

/**
 * Shows a report: the verdict, what the proof relies on, and each step. Texts of the proof are never parsed as HTML.
 */
export function showReport(into: HTMLElement, report: Report, more: Additions = {}): void {
  const ofEvent = isReportOfLog(report) ? siteTexts.ofLog : {};
  const special = more.history?.sentences ?? ofEvent;
  const steps = report.steps.map((step): Line => {
    const isErased = !step.ok && report.erased !== undefined;
    const kind = kindOf(step, isErased);
    const sentence = isErased ? wording.hashErased : sentenceOf(step, special);
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
    box.append(verdict('skipped', wording.isErased(report.steps.at(-1)!.detail)), element('p', '', wording.erased));
  else if (more.otherwise) box.append(verdict('fails', more.otherwise.verdict), more.otherwise.advice);
  else if (failed) box.append(verdict('fails', wording.notValid(failed.name)), ...stampedLine(more, 'fails'));
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
 * The answers of a proof whose steps passed: since when the event is unchanged, whose log or chain shows it, who
 * recorded it, and whether others are missing.
 */
function answers(report: Report, more: Additions): HTMLElement[] {
  const { facts, whose, known, history, hasFields = false } = more;
  const isOfLog = isReportOfLog(report);
  const relied = element('p', '', `${wording.relied(isOfLog)}: `);
  relied.append(inEnglish(element('span', '', `${shownWord(report.word, hasFields)}.`)));
  const since = facts ? [verdict('holds', sinceOf(facts)), element('p', '', basisOf(facts, isOfLog))] : [];
  since.push(...stampedLine(more));
  if (history) since.push(verdict(report.vouched ? 'holds' : 'skipped', history.events));
  const further = facts ? [whoOf(report, facts), answer('skipped', wording.oneEvent)] : [];
  if (report.vouched)
    return [
      ...since,
      answer('holds', wording.whoseKnown(isOfLog, known ?? wording.identified(isOfLog))),
      relied,
      ...further,
    ];
  return [
    ...since,
    answer('skipped', wording.whoseOpen(isOfLog)),
    element('p', '', wording.open(isOfLog)),
    ...(whose ? [whose] : []),
    relied,
    ...further,
  ];
}

/** Since when the record exists by its time stamps; `only`: if this is the result. */
function stampedLine({ since }: Additions, only?: Kind): HTMLElement[] {
  if (!since || (only && since.kind !== only)) return [];
  const line = answer(since.kind, since.text);
  line.dataset['since'] = since.kind;
  return [line, ...(since.how ? [since.how] : [])];
}

function whoOf({ steps }: Report, { who, signature, isErased }: Facts): HTMLElement {
  const step = steps.find(({ name }) => name === 'author');
  if (signature === 'foreign') {
    if (step && !step.skipped) return answer('holds', wording.signedElsewhereByKnown);
    return answer('skipped', step ? wording.signedElsewhere : wording.signedUnchecked);
  }
  if (step && !step.skipped) return answer('holds', wording.signedByKnown);
  if (signature === 'none') return answer('skipped', wording.unsigned(who));
  if (isErased) return answer('skipped', wording.signedErased);
  if (signature === 'withheld') return answer('skipped', wording.withheld);
  return answer('skipped', step ? wording.signedByUnknown : wording.signedUnchecked);
}

function sinceOf({ block, isErased }: Facts): string {
  if (block === '') return isErased ? wording.entryUnchangedInLog : wording.unchangedInLog;
  return isErased ? wording.entryUnchanged(localTime(block)) : wording.unchanged(localTime(block));
}

/** What the first answer rests on. */
function basisOf({ block, isOpen, accepted, isErased }: Facts, isOfLog: boolean): string {
  const erased = isErased ? wording.contentErased : '';
  if (block === '') return `${(isOpen ? wording.blockOpen : wording.inTree)(localTime(accepted))}${erased}`;
  return `${isOfLog ? wording.rootInBlock : wording.hashInBlock}${erased}`;
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
  more.append(element('summary', '', wording.step(name)), inEnglish(element('p', '', detail)));
  more.toggleAttribute('open', kind === 'fails');
  item.append(mark, element('span', 'unseen', `${wording[word]}: `), sentence, more);
  return item;
}

/** Marks a text of the verifier, which is in English. */
function inEnglish(text: HTMLElement): HTMLElement {
  text.lang = 'en';
  return text;
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
