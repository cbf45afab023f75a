import { examineBytes, isPin, PINS, textsOf, type Proven, type Trust } from '../check/examine.ts';
import { element, showProblem, showReport } from '../check/report.ts';

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
// A shown report was made with other pins.
for (const name of Object.keys(PINS)) input(name).addEventListener('input', () => output.replaceChildren());

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
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes)
    return showProblem(output, 'The file cannot be read, or was changed after you chose it. Choose it again.');
  const { report, proof } = examineBytes(new Uint8Array(bytes), trust);
  showReport(output, report);
  if (proof) output.append(proven(proof.event));
}

/** The event of the proof. */
function proven(event: Proven): HTMLElement {
  const section = element('section');
  section.append(element('h2', '', 'Proven event'));
  const list = element('dl', 'facts');
  const facts = { Event: event.identity, Accepted: event.timestamp_accepted, 'Recorded by wallet': event.from };
  for (const [name, value] of Object.entries(facts)) list.append(element('dt', '', name), element('dd', '', value));
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

function attributeList(attributes: Proven['event_attributes']): HTMLElement {
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
