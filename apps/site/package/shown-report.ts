import { findingText, type ExportStep } from '../../../src/proof/exports/findings.ts';
import { BEYOND_LOG, counted, stampedWord } from '../../../src/proof/exports/report.ts';
import type { AssetVerdict, PackageReport, ProvenSince } from '../../../src/proof/package/report.ts';
import { stampWord } from '../../../src/proof/stamp-word.ts';
import { element } from '../check/report.ts';

/** A sign and a word for each result, for readers who do not see colors and for screen readers. */
const SIGNS = {
  holds: ['✓', 'passed', 'good'],
  open: ['–', 'not shown', 'soft'],
  fails: ['✕', 'failed', 'bad'],
} as const;
type State = keyof typeof SIGNS;

/** What each step checks, in words for readers of a package. */
const STEPS: Record<ExportStep, string> = {
  package: 'The ZIP file is as it was made',
  manifest: 'The list of its files is complete',
  files: 'Every file has its hash',
  events: 'Every event is in the log as it is shown',
  authors: 'The authors have signed the events as they are shown',
  assets: 'Every asset has the state that its events lead to',
  records: 'Locations and policies are complete',
  blobs: 'Every attached file has its hash',
  tree: 'No event of the log is missing',
  maps: 'The log has committed to the events of each asset',
  stamps: 'Authorities have stamped trees of the log',
  anchors: 'The transactions on the chain have the log',
  checkpoint: 'The log is signed by the key that you entered',
  log: 'The log starts with the entry that you know',
  consistency: 'The log continues the checkpoint that you saved',
  report: 'Pages and tables are those that the records lead to',
};

/** Assets and problems that are shown; the others are counted. */
const MOST = 1000;

/** The result of the verification of a package. Texts of the package are never parsed as HTML. */
export function shownReport(report: PackageReport): HTMLElement {
  const { steps, findings, trusted, assets, isStopped } = report;
  const box = element('section', 'report');
  box.append(...verdict(report));
  if (isStopped) box.append(element('p', 'bad', 'There are so many problems that the rest was not checked.'));
  const problems = findings.kept.map((finding) => {
    const line = element('li');
    line.append(element('strong', '', `Step “${finding.step}”`), ': ', element('bdi', '', findingText(finding)));
    return line;
  });
  if (problems.length > 0) {
    box.append(element('h2', '', 'What is wrong'));
    box.append(listOf(problems, findings.total));
  }
  if (assets.length > 0) {
    const order: readonly State[] = ['fails', 'open', 'holds'];
    const sorted = assets.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    box.append(element('h2', '', `Assets: ${countsOf(assets)}`));
    box.append(listOf(sorted.slice(0, MOST).map(assetLine), assets.length));
  }
  box.append(element('h2', '', 'Steps'));
  const list = element('ol');
  for (const { name, ok, skipped, detail } of steps) {
    // Anyone can make an authority: the step alone shows only that the hashes are those of the tokens.
    const isOpen = skipped === true || (name === 'stamps' && !report.stamps?.largest);
    const passed: State = isOpen ? 'open' : 'holds';
    const state = ok ? passed : 'fails';
    const line = signed(state, STEPS[name]);
    line.dataset['step'] = name;
    line.dataset['state'] = state;
    line.append(element('br'), element('span', 'soft', detail.replaceAll(/ \(--[^)]*\)/g, '')));
    list.append(line);
  }
  box.append(list);
  const valid: State = trusted.length > 0 && !report.isUncompared ? 'holds' : 'open';
  box.dataset['verdict'] = findings.total > 0 ? 'fails' : valid;
  return box;
}

function verdict({ findings, trusted, info, verifier, isUncompared, stamps }: PackageReport): HTMLElement[] {
  if (findings.total > 0) {
    const steps = new Set([...findings.counts.keys()].map((step) => `“${step}”`));
    const lines = [element('p', 'verdict bad', `✕ The package is not valid: ${[...steps].join(', ')} failed.`)];
    const untimed = findings.kept.find(({ step }) => step === 'stamps');
    if (untimed) lines.push(sinceLine('bad', `✕ Since when: ${untimed.problem}.`));
    return lines;
  }
  const lines = [
    isUncompared
      ? element(
          'p',
          'verdict bad',
          '– The records are those of the log, but the pages and tables were not compared, and can have any content. ' +
            'Use the verifier of the release that made the package.',
        )
      : element('p', 'verdict good', '✓ No event in this package was changed, and none of its log is missing.'),
    element(
      'p',
      '',
      trusted.length > 0
        ? `Its log is the one that you know: ${trusted.join(', and ')}.`
        : 'Whose log it is was not checked: anyone can make a log with any content. Enter a key of the log, or the ' +
            'SHA-256 of the manifest, that you did not get with the package.',
    ),
  ];
  lines.push(provenSince(stamps));
  lines.push(element('p', '', BEYOND_LOG));
  if (info?.as_of) lines.push(element('p', '', `The report has the state at ${info.as_of}.`));
  if (verifier !== undefined) {
    const line = element('p', 'soft', 'SHA-256 of the verify.html in this package: ');
    line.append(element('code', '', verifier));
    lines.push(line);
  }
  return lines;
}

/** Since when the records of a package without problems are proven. */
function provenSince(stamps: PackageReport['stamps']): HTMLElement {
  const { trees = 0, entries = 0, largest } = stamps ?? {};
  if (largest) return sinceLine('good', `✓ Since when: ${stampedWord(largest, entries)}.`);
  const by = '– Since when: by the clock of the log';
  if (trees === 0) return sinceLine('soft', `${by}; the package has no time stamps of its trees.`);
  const has = `${counted(trees, 'time stamp')} of its trees`;
  return sinceLine('soft', `${by}. The package has ${has}: choose the certificate of their authority to check them.`);
}

function sinceLine(look: 'good' | 'soft' | 'bad', text: string): HTMLElement {
  const line = element('p', look);
  line.dataset['since'] = look;
  line.append(element('bdi', '', text));
  return line;
}

/** Since when the events of an asset are proven: a line for each time stamp that is the first one of some. */
function sinceOf(since: readonly ProvenSince[]): HTMLElement {
  const total = since.reduce((sum, { events }) => sum + events, 0);
  let before = 0;
  const lines = since.map(({ events, stamp }) => {
    const [first, last] = [before + 1, (before += events)];
    const numbers = first === last ? `event ${first}` : `events ${first} to ${last}`;
    const which = events === total ? `all ${counted(total, 'event')}` : numbers;
    const when = stamp ? `${stampWord(stamp)}` : 'newer than the last time stamp: by the clock of the log';
    return `${which} ${when}`;
  });
  if (lines.length === 1) return element('bdi', 'soft', lines[0]);
  const box = element('details', 'soft');
  box.append(element('summary', '', `since when: ${counted(since.length, 'part')}`));
  box.append(
    listOf(
      lines.slice(0, MOST).map((text) => element('li', '', text)),
      lines.length,
    ),
  );
  return box;
}

function countsOf(assets: readonly AssetVerdict[]): string {
  const count = (state: State): number => assets.filter((asset) => asset.state === state).length;
  return (Object.keys(SIGNS) as State[])
    .filter((state) => count(state) > 0)
    .map((state) => `${count(state).toLocaleString('en')} ${SIGNS[state][1]}`)
    .join(', ');
}

function assetLine({ identity, name, state, problem, since }: AssetVerdict): HTMLElement {
  const line = signed(state, '');
  line.append(element('bdi', '', name));
  line.dataset['asset'] = identity;
  line.dataset['state'] = state;
  const why = problem ? `Step “${problem.step}”: ${problem.problem}` : '';
  if (state === 'fails') line.append(element('br'), element('span', 'bad', why));
  if (state === 'open') line.append(element('br'), element('span', 'soft', 'its own records lead to the log'));
  if (since) line.append(element('br'), sinceOf(since));
  return line;
}

function signed(state: State, text: string): HTMLElement {
  const [sign, word, look] = SIGNS[state];
  const line = element('li');
  const mark = element('span', `sign ${look}`, sign);
  mark.setAttribute('aria-hidden', 'true');
  line.append(mark, element('span', 'unseen', `${word}: `), text);
  return line;
}

function listOf(lines: readonly HTMLElement[], total: number): HTMLElement {
  const list = element('ul');
  list.append(...lines);
  if (total > lines.length) list.append(element('li', 'soft', `and ${total - lines.length} more`));
  return list;
}
