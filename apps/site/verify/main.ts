import { isPin, PINS, type Trust } from '../../../src/proof/chain.ts';
import { isHistory, verifyHistory } from '../../../src/proof/history.ts';
import { examineBytes, type AnyProof } from '../../../src/proof/verify.ts';
import { historyReport } from '../check/complete.ts';
import { factsOf } from '../check/facts.ts';
import {
  checkpointIn,
  consistencyIn,
  isLogGenesisHash,
  logGenesisIn,
  thumbprintIn,
  vkeyIn,
} from '../../../src/proof/log-pins.ts';
import { element, showProblem, showReport, type Additions } from '../check/report.ts';
import { isReportOfLog } from '../check/steps.ts';
import type { Report } from '../../../src/proof/report.ts';
import { action } from '../check/whose.ts';
import { preferredLanguage, type Language } from '../language.ts';
import { offerLanguages } from '../pages/languages.ts';
import { piecesOf } from '../pieces.ts';
import { speak } from '../texts/speak.ts';
import { formTexts, siteTexts } from '../texts/texts.ts';
import { proven } from './proven.ts';
import { authoritiesIn, withAuthorities, type Authorities, type Stamped } from './stamps.ts';

const form = document.querySelector<HTMLFormElement>('form#proof')!;
const output = document.querySelector<HTMLElement>('[data-report]')!;
const input = (id: string): HTMLInputElement => form.querySelector<HTMLInputElement>(`#${id}`)!;

/** Loaded at once, so that the page can go offline, but apart, so that it is usable before. */
const authorCode = import('../check/author.ts').catch(() => undefined);

const { verify: wording } = formTexts;

/** The addresses of the page by its language. The page is complete in each, because it may not fetch anything. */
const PAGES: Record<Language, string> = { en: '/verify/', de: '/verify/de' };

const preferred = preferredLanguage();
if (preferred === document.documentElement.lang) {
  const loaded = await speak(preferred);
  loaded?.translate(formTexts, loaded.formTexts);
  offerLanguages();
  start();
} else location.replace(PAGES[preferred]);

function start(): void {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void check();
  });
  input('file').addEventListener('change', () => void check());
  // The whole page accepts the file: a browser opens a file that is dropped beside the field.
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer ?? {};
    if (!files || files.length === 0) return;
    input('file').files = files;
    void check();
  });
  // A shown report was made with other pins.
  const others = ['vkeys', 'log-genesis', 'log-genesis-file', 'checkpoint', 'consistency', 'author-keys', 'tsa'];
  for (const name of [...Object.keys(PINS), ...others])
    form.querySelector(`#${name}`)!.addEventListener('input', () => output.replaceChildren());
}

/** Verifies the chosen file. The page has loaded all of its code already: nothing is fetched. */
async function check(): Promise<void> {
  output.replaceChildren();
  const file = input('file').files?.[0];
  if (!file) return showProblem(output, wording.chooseFirst);
  const trust: Trust = {};
  for (const name of Object.keys(PINS) as (keyof typeof PINS)[]) {
    const text = input(name).value.trim();
    if (text === '') continue;
    if (!isPin(name, text)) return showProblem(output, wording.wrongPin(wording[name], PINS[name]));
    trust[name] = text;
  }
  let authorities: Authorities;
  try {
    Object.assign(trust, await logTrust());
    authorities = await authoritiesIn([...(input('tsa').files ?? [])]);
    if (authorities.isChosen) trust.tsa = authorities.trusted;
  } catch (error) {
    return showProblem(output, (error as Error).message);
  }
  if (await isZip(file)) return showNoProof(wording.isZip, packageAdvice());
  if (isHistory(await startOf(file))) return checkHistory(file, trust, authorities);
  const bytes = file.size > LARGEST ? undefined : await bytesOf(file).catch(() => undefined);
  if (!bytes && file.size <= LARGEST) return showProblem(output, wording.unreadable);
  const reason = whyNoProof(file, bytes);
  if (!bytes || reason !== '') return showNoProof(reason);
  const examination = examineBytes(bytes, trust);
  const author = await authorCode;
  if (!author && needsAuthor(examination.proof, trust)) return showProblem(output, wording.unloaded);
  const { report, proof } = author ? author.examineAuthor(examination, trust) : examination;
  const log = proof && 'checkpoint' in proof ? proof : undefined;
  const stamped: Stamped | undefined = log && {
    hasStamps: log.stamps !== undefined,
    verify: ({ verifyEventStamps }, known) => verifyEventStamps(log, known),
  };
  const { report: shown, more } = isReportOfLog(report)
    ? await withAuthorities(report, stamped, authorities, { how: tsaHelp, refresh })
    : { report, more: {} };
  const facts = shown.ok && proof ? factsOf(proof, trust) : undefined;
  showReport(output, shown, { facts, whose: pinsHelp(), hasFields: true, ...more });
  if (proof && shown.ok) output.append(proven(proof.event));
}

const refresh = (): void => void check();

/** Verifies a complete history, which can be of any size: it is read in pieces. */
async function checkHistory(file: File, trust: Trust, authorities: Authorities): Promise<void> {
  const { genesis, validator, signer, authorKeys } = trust;
  if ([genesis, validator, signer, authorKeys].some((value) => value !== undefined))
    return showProblem(output, wording.onlyLog);
  try {
    const { report, proven: map } = await verifyHistory(piecesOf(file.stream()), trust);
    const stamped: Stamped | undefined = map && {
      hasStamps: map.stamped.stamps !== undefined,
      verify: ({ verifyStamps }, known) => verifyStamps(map.stamped, map, known),
      of: 'the map ',
    };
    const { report: shown, more } = await withAuthorities(report, stamped, authorities, { how: tsaHelp, refresh });
    showReport(output, ...historyShown(shown, more));
  } catch {
    showProblem(output, wording.unreadable);
  }
}

function historyShown(of: Report, more: Additions): [Report, Additions] {
  const { report, history } = historyReport(of);
  return [report, { history, whose: pinsHelp(), hasFields: true, ...more }];
}

/** The first bytes of a file; none of one that cannot be read. */
const startOf = (file: File): Promise<Uint8Array> => bytesOf(file.slice(0, 256)).catch(() => new Uint8Array());

/** Why a file is no proof at all; empty for one that says that it is a proof, also if it is damaged. */
function whyNoProof(file: File, bytes: Uint8Array | undefined): string {
  if (!bytes) return wording.tooLarge(Math.round(file.size / 1e6), LARGEST / 1e6);
  if (bytes.length === 0) return wording.isEmpty;
  const text = new TextDecoder().decode(bytes);
  if (text.includes(FORMAT)) return '';
  return isJson(text) ? wording.otherJson : wording.notJson;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a file may be an auditor's package. */
const isZip = async (file: File): Promise<boolean> =>
  new TextDecoder().decode(
    await file
      .slice(0, 4)
      .arrayBuffer()
      .catch(() => undefined),
  ) === 'PK\x03\x04';

/** A text that ends with a link. */
function advised(text: string, label: string, address: string): HTMLElement {
  const advice = element('p', '', `${text} `);
  const link = element('a', '', label) as HTMLAnchorElement;
  link.href = address;
  advice.append(link);
  return advice;
}

const documentAdvice = (): HTMLElement => advised(wording.document, wording.findByFile, '/#find-file');

const packageAdvice = (): HTMLElement => advised(wording.package, 'verify.html', '/static/verify.htm');

function showNoProof(detail: string, advice = documentAdvice()): void {
  const report = { ok: false, steps: [{ name: 'format', ok: false, detail } as const], word: '', vouched: false };
  showReport(output, report, { otherwise: { verdict: wording.noProof, advice } });
}

/** Leads to the fields for values that identify the log or the chain. */
function pinsHelp(): HTMLElement {
  return action(siteTexts.whose.checkIt, async () => {
    for (const each of form.querySelectorAll('details')) each.open = true;
    form.querySelector<HTMLElement>('#vkeys')!.focus();
  });
}

/** Leads to the field for certificates of authorities. */
function tsaHelp(): HTMLElement {
  return action(siteTexts.whose.checkIt, async () => {
    input('tsa').closest('details')!.open = true;
    input('tsa').focus();
  });
}

/** The maximum size of a file in bytes. The service makes proofs of less than 2 MB, without spaces. */
const LARGEST = 20_000_000;
/** What every proof contains, also a damaged one. */
const FORMAT = 'asset-evidence-proof/';

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** Whether a statement of the author is to be checked. */
const needsAuthor = (proof: AnyProof | undefined, { authorKeys }: Trust): boolean =>
  proof !== undefined &&
  (authorKeys !== undefined ||
    ('checkpoint' in proof && (proof.entry.author_statement !== undefined || proof.imported_author !== undefined)));

/** The lines of a text area. */
const linesOf = (id: string): string[] =>
  form
    .querySelector<HTMLTextAreaElement>(`#${id}`)!
    .value.split(/\s+/)
    .filter((line) => line !== '');

/** The known values of a log in the form. Rejects with a text for the user. */
async function logTrust(): Promise<Trust> {
  const [vkeys, authorKeys] = [linesOf('vkeys'), linesOf('author-keys')];
  const hash = input('log-genesis').value.trim();
  if (hash !== '' && !isLogGenesisHash(hash)) throw new Error(wording.wrongLeaf);
  const genesis = (await chosen('log-genesis-file', wording.firstEntry, logGenesisIn)) ?? (hash ? { hash } : undefined);
  if (genesis && hash !== '' && genesis.hash !== hash) throw new Error(wording.otherGenesis);
  const checkpoint = await chosen('checkpoint', wording.checkpoint, checkpointIn);
  const consistency = await chosen('consistency', wording.consistency, consistencyIn);
  return {
    ...(vkeys.length > 0 ? { vkeys: vkeys.map((vkey) => named(wording.keys, () => vkeyIn(vkey))) } : {}),
    ...(authorKeys.length > 0
      ? { authorKeys: authorKeys.map((key) => named(wording.authorKeys, () => thumbprintIn(key))) }
      : {}),
    ...(genesis ? { logGenesis: genesis } : {}),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(consistency ? { consistency: [consistency] } : {}),
  };
}

/** What is read from the file of an input; undefined without a file. */
async function chosen<T>(id: string, label: string, read: (bytes: Uint8Array) => T): Promise<T | undefined> {
  const file = input(id).files?.[0];
  if (!file) return undefined;
  const bytes = await bytesOf(file).catch(() => undefined);
  if (!bytes) throw new Error(`${label}: ${wording.unreadable}`);
  return named(label, () => read(bytes));
}

function named<T>(label: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(wording.wrong(label, (error as Error).message), { cause: error });
  }
}
