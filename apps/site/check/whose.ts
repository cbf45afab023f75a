import { siteTexts } from '../texts/texts.ts';
import { element } from './report.ts';

/** A value that identifies a log or a chain. */
export type Identification = {
  /** The name of the value: `Key of the log`. */
  name: string;
  hint: string;
  /** Reads the values that the service itself publishes. */
  published: () => Promise<string[]>;
  /** Verifies again with a value that the reader has entered. Throws with a text in English. */
  check: (value: string) => void;
  /** Keeps a value for the next time; absent: there is no place for it. */
  keep?: (value: string) => Promise<void>;
};

/** The keys of a log, as the service lists them. */
export type LogKeys = { keys: readonly ({ vkey: string; until: string } | { jwk: object })[] };

/** The key that signs the checkpoints of a log now. */
export const vkeysIn = ({ keys }: LogKeys): string[] =>
  keys.flatMap((key) => ('vkey' in key && key.until === '' ? [key.vkey] : []));

const { whose: wording } = siteTexts;

/**
 * The form with which a reader checks whose log or chain a proof is of. What the service publishes is read when it is
 * opened.
 */
export function whoseForm(of: Identification): HTMLElement {
  const box = element('details', 'whose');
  box.append(element('summary', '', wording.checkIt));
  const listed = element('div');
  box.append(element('p', '', wording.own), listed);
  box.addEventListener('toggle', () => void list(listed, of), { once: true });
  box.append(element('p', '', wording.elsewhere), entry(of));
  return box;
}

async function list(into: HTMLElement, { name, published, keep }: Identification): Promise<void> {
  const values = await published().catch(() => []);
  if (values.length === 0) into.replaceChildren(element('p', '', wording.notSent));
  for (const value of values) {
    const line = element('p', '', `${name}: `);
    line.append(element('code', '', value));
    into.append(line);
    if (keep) into.append(action(wording.keep, () => keep(value)));
  }
}

/** A button in a line of its own, and the reason if what it does fails. */
export function action(label: string, act: () => Promise<void>): HTMLElement {
  const line = element('p', 'actions');
  const button = element('button', '', label) as HTMLButtonElement;
  const problem = element('span', 'wrong');
  button.type = 'button';
  button.addEventListener('click', () => {
    void act().catch((error: Error) => (problem.textContent = error.message));
  });
  line.append(button, problem);
  return line;
}

let count = 0;

function entry({ name, hint, check }: Identification): HTMLElement {
  const form = element('form') as HTMLFormElement;
  const label = element('label', '', wording.fromElsewhere(name)) as HTMLLabelElement;
  const field = element('div', 'field');
  const input = element('input') as HTMLInputElement;
  const button = element('button', '', wording.check) as HTMLButtonElement;
  const wrong = element('p', 'wrong');
  label.htmlFor = input.id = `whose-${(count += 1)}`;
  Object.assign(input, { placeholder: hint, autocomplete: 'off', spellcheck: false, required: true });
  wrong.setAttribute('role', 'alert');
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    try {
      check(input.value.trim());
    } catch (error) {
      wrong.textContent = wording.wrong((error as Error).message);
    }
  });
  field.append(input, button);
  form.append(label, field, wrong);
  return form;
}
