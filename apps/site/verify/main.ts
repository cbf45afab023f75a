import { isPin, PINS, type Trust } from '../../../src/proof/chain.ts';
import { examineBytes } from '../../../src/proof/verify.ts';
import { factsOf } from '../check/facts.ts';
import { textsOf, type ProofEvent } from '../check/texts.ts';
import { checkpointIn, consistencyIn, isLogGenesisHash, logGenesisIn, vkeyIn } from '../../../src/proof/log-pins.ts';
import { element, showProblem, showReport } from '../check/report.ts';
import { action } from '../check/whose.ts';
import { exactTime, wholeTime } from '../time.ts';

const form = document.querySelector<HTMLFormElement>('form#proof')!;
const output = document.querySelector<HTMLElement>('[data-report]')!;
const input = (id: string): HTMLInputElement => form.querySelector<HTMLInputElement>(`#${id}`)!;

const LABELS: Record<keyof typeof PINS, string> = {
  genesis: 'Genesis hash',
  validator: 'Validator address',
  signer: 'Signer address',
};

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
for (const name of [...Object.keys(PINS), 'vkeys', 'log-genesis', 'log-genesis-file', 'checkpoint', 'consistency'])
  form.querySelector(`#${name}`)!.addEventListener('input', () => output.replaceChildren());

/** Verifies the chosen file. The page is already complete: nothing is fetched. */
async function check(): Promise<void> {
  output.replaceChildren();
  const file = input('file').files?.[0];
  if (!file) return showProblem(output, 'Choose a file first.');
  const trust: Trust = {};
  for (const name of Object.keys(PINS) as (keyof typeof PINS)[]) {
    const text = input(name).value.trim();
    if (text === '') continue;
    if (!isPin(name, text))
      return showProblem(output, `${LABELS[name]}: must be 0x and ${PINS[name]} hexadecimal digits.`);
    trust[name] = text;
  }
  try {
    Object.assign(trust, await logTrust());
  } catch (error) {
    return showProblem(output, (error as Error).message);
  }
  if (await isZip(file)) return showNoProof('The file is a ZIP file.', packageAdvice());
  const bytes = file.size > LARGEST ? undefined : await bytesOf(file).catch(() => undefined);
  if (!bytes && file.size <= LARGEST) return showProblem(output, UNREADABLE);
  const reason = whyNoProof(file, bytes);
  if (!bytes || reason !== '') return showNoProof(reason);
  const { report, proof } = examineBytes(bytes, trust);
  showReport(output, report, { facts: proof && factsOf(proof), whose: pinsHelp(), hasFields: true });
  if (proof) output.append(proven(proof.event));
}

/** Why a file is no proof at all; empty for one that says that it is a proof, also if it is damaged. */
function whyNoProof(file: File, bytes: Uint8Array | undefined): string {
  if (!bytes) return `The file has ${Math.round(file.size / 1e6)} MB, and a proof at most ${LARGEST / 1e6} MB.`;
  if (bytes.length === 0) return 'The file is empty.';
  const text = new TextDecoder().decode(bytes);
  if (text.includes(FORMAT)) return '';
  return isJson(text) ? 'The file is JSON, but does not say that it is a proof.' : 'The file is not JSON.';
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

const documentAdvice = (): HTMLElement =>
  advised(
    'A proof is a file that this service makes for an event. Looking for a document?',
    'Find by file',
    '/#find-file',
  );

const packageAdvice = (): HTMLElement =>
  advised(
    'An auditor’s package has a verifier of its own: save this page, open it from your disk, and drop the file there.',
    'verify.html',
    '/static/verify.htm',
  );

function showNoProof(detail: string, advice = documentAdvice()): void {
  const report = { ok: false, steps: [{ name: 'format', ok: false, detail } as const], word: '', vouched: false };
  showReport(output, report, { otherwise: { verdict: 'This is not a proof.', advice } });
}

/** Leads to the fields for values that identify the log or the chain. */
function pinsHelp(): HTMLElement {
  return action('Check it', async () => {
    for (const each of form.querySelectorAll('details')) each.open = true;
    form.querySelector<HTMLElement>('#vkeys')!.focus();
  });
}

/** The maximum size of a file in bytes. The service makes proofs of less than 2 MB, without spaces. */
const LARGEST = 20_000_000;
/** What every proof contains, also a damaged one. */
const FORMAT = 'asset-evidence-proof/';

const UNREADABLE = 'The file cannot be read, or was changed after you chose it. Choose it again.';

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/** The known values of a log in the form. Rejects with a text for the user. */
async function logTrust(): Promise<Trust> {
  const vkeys = form
    .querySelector<HTMLTextAreaElement>('#vkeys')!
    .value.split(/\s+/)
    .filter((line) => line !== '');
  const hash = input('log-genesis').value.trim();
  if (hash !== '' && !isLogGenesisHash(hash))
    throw new Error('Leaf hash of the first entry: must be 64 lower-case hexadecimal digits.');
  const genesis =
    (await chosen('log-genesis-file', 'First entry of the log', logGenesisIn)) ?? (hash ? { hash } : undefined);
  if (genesis && hash !== '' && genesis.hash !== hash)
    throw new Error('First entry of the log: does not have the leaf hash that you entered.');
  const checkpoint = await chosen('checkpoint', 'Saved checkpoint', checkpointIn);
  const consistency = await chosen('consistency', 'Consistency proof', consistencyIn);
  return {
    ...(vkeys.length > 0 ? { vkeys: vkeys.map((vkey) => named('Keys', () => vkeyIn(vkey))) } : {}),
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
  if (!bytes) throw new Error(`${label}: ${UNREADABLE}`);
  return named(label, () => read(bytes));
}

function named<T>(label: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${label}: ${(error as Error).message}`, { cause: error });
  }
}

/** The event of the proof. */
function proven(event: ProofEvent): HTMLElement {
  const section = element('section');
  section.append(element('h2', '', 'Proven event'));
  const list = element('dl', 'facts');
  const facts = { Event: event.identity, 'Recorded by wallet': event.from };
  for (const [name, value] of Object.entries(facts)) list.append(element('dt', '', name), element('dd', '', value));
  list.append(element('dt', '', 'Declared time'), time(event.timestamp_declared));
  list.append(element('dt', '', 'Accepted'), time(event.timestamp_accepted));
  section.append(list);
  for (const [title, attributes] of [
    ['Attributes', event.event_attributes],
    ['Changes to the asset', event.asset_attributes],
  ] as const) {
    if (Object.keys(attributes).length === 0) continue;
    section.append(element('h3', '', title), attributeList(attributes));
  }
  return section;
}

/** A time in the zone of the reader, exact in its title. */
function time(text: string): HTMLElement {
  const fact = element('dd');
  const shown = element('time', '', wholeTime(text)) as HTMLTimeElement;
  shown.dateTime = text;
  shown.title = exactTime(text);
  fact.append(shown);
  return fact;
}

function attributeList(attributes: ProofEvent['event_attributes']): HTMLElement {
  const list = element('dl', 'attributes');
  for (const [name, value] of Object.entries(attributes)) {
    const row = element('div');
    const [dt, dd] = [element('dt'), element('dd')];
    dt.append(element('bdi', '', name));
    // One line for each key and each value of a map.
    const texts = textsOf({ [name]: value }).slice(1);
    dd.append(
      ...texts.flatMap((text, i) => (i === 0 ? [element('bdi', '', text)] : [element('br'), element('bdi', '', text)])),
    );
    row.append(dt, dd);
    list.append(row);
  }
  return list;
}
