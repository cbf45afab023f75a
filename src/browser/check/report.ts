import type { Report } from '../../proof/report.ts';
import { restsOn, sentenceOf } from './steps.ts';

/** Something that a page looks at itself, beside the steps of a proof. */
export type Look = { ok: boolean; sentence: string; detail: string };

type Kind = 'holds' | 'skipped' | 'fails';
type Line = { kind: Kind; sentence: string; name: string; detail: string };

/** A sign and a word for each kind, so that it is told without colour, and read aloud. */
const SIGNS = { holds: ['✓', 'holds'], skipped: ['–', 'not checked'], fails: ['✕', 'fails'] } as const;

const OPEN =
  'Nothing was changed since it was written into this chain. Whether the chain is that of the service is not shown: anybody can make a chain of their own. On the page for saved proofs you can enter what you know of the chain from elsewhere.';

const VERDICTS = {
  holds: 'The proof holds.',
  skipped: 'The proof is consistent in itself, but nothing vouches for its chain.',
} as const;

/** Puts a report into the page: the verdict, each step, and on whose word it rests. What comes of a document is text. */
export function showReport(into: HTMLElement, report: Report, looks: readonly Look[] = []): void {
  const steps = report.steps.map((step): Line => {
    const kind = !step.ok ? 'fails' : step.skipped ? 'skipped' : 'holds';
    return { kind, sentence: sentenceOf(step), name: step.name, detail: step.detail };
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
  const result: Kind = failed ? 'fails' : report.vouched ? 'holds' : 'skipped';
  const [sign] = SIGNS[result];
  const verdict = failed
    ? `The proof does not hold: it fails at the step “${failed.name}”.`
    : VERDICTS[report.vouched ? 'holds' : 'skipped'];
  const title = element('p', `verdict ${result}`);
  title.append(hidden(sign), ` ${verdict}`);
  box.append(title);
  if (!failed) box.append(element('p', '', `What it rests on: ${restsOn(report.word)}.`));
  if (!failed && !report.vouched) box.append(element('p', '', OPEN));
  const list = element('ol');
  list.append(...lines.map(item));
  box.append(list);
  into.replaceChildren(box);
}

/** Says that there is nothing to report, and why. */
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

/** An element with text, and nothing else. */
export function element(tag: string, className = '', text?: string): HTMLElement {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
