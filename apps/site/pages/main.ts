import { element, showProblem, showReport, type Facts, type Look } from '../check/report.ts';
import type { Trust } from '../../../src/proof/chain.ts';
import type { ProofEvent } from '../check/texts.ts';
import { vkeysIn, whoseForm, type LogKeys, type Identification } from '../check/whose.ts';
import './label.ts';
import './times.ts';

const button = document.querySelector<HTMLButtonElement>('button[data-proof]');
const output = document.querySelector<HTMLElement>('[data-report]');
if (button && output) {
  button.hidden = false;
  button.addEventListener('click', () => check(button, output));
}

/** Fetches the proof and verifies it with the code of `npm run verify`, which is loaded on demand. */
async function check(button: HTMLButtonElement, output: HTMLElement): Promise<void> {
  // Not `disabled`, because the button would lose the focus.
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  output.replaceChildren(element('p', '', 'Verifying the proof…'));
  try {
    const [{ examineBytes, trustIn, factsOf, textsOf }, response] = await Promise.all([
      button.dataset['form'] === 'log' ? import('../check/examinelog.ts') : import('../check/examine.ts'),
      fetch(button.dataset['proof']!, { headers: { accept: 'application/json' } }),
    ]);
    if (!response.ok) {
      showProblem(output, `The proof could not be fetched: the service responded with status ${response.status}.`);
      return;
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    const show = (trust?: Trust): void => {
      const { report, proof } = examineBytes(bytes, trust);
      const facts = proof && factsOf(proof);
      showReport(output, report, {
        looks: proof ? looksAt(proof.event, button.dataset['event']!, textsOf) : [],
        facts,
        whose: whoseForm({ ...valuesOf(button, facts), check: (value) => show(trustIn(value)) }),
      });
    };
    show();
  } catch {
    showProblem(output, 'The proof could not be fetched: the service could not be reached.');
  } finally {
    button.ariaDisabled = 'false';
  }
}

/** The value that identifies the log or the chain of a proof, and where the service publishes it. */
function valuesOf({ dataset }: HTMLButtonElement, facts: Facts | undefined): Omit<Identification, 'check'> {
  const { keys } = dataset;
  if (keys === undefined) {
    const published = async (): Promise<string[]> => (facts ? [facts.genesis] : []);
    return { name: 'Genesis hash of the chain', hint: '0x and 64 digits', published };
  }
  const published = async (): Promise<string[]> => {
    const response = await fetch(keys, { headers: { accept: 'application/json' } });
    return response.ok ? vkeysIn((await response.json()) as LogKeys) : [];
  };
  return { name: 'Key of the log', hint: 'name+8 digits+base64', published };
}

/**
 * Checks that the proof is about the event of this page and, on the event's own page, that all names and values are
 * equal.
 */
function looksAt(
  event: ProofEvent,
  identity: string,
  textsOf: (attributes: ProofEvent['event_attributes']) => string[],
): Look[] {
  const fields = (['event_attributes', 'asset_attributes'] as const).flatMap((field) => {
    const list = document.querySelector(`[data-recorded="${field}"]`);
    return list
      ? [{ shown: [...list.querySelectorAll('bdi')].map((bdi) => bdi.textContent), proven: textsOf(event[field]) }]
      : [];
  });
  const same = fields.every(({ shown, proven }) => JSON.stringify(shown) === JSON.stringify(proven.map(asParsed)));
  const ok = event.identity === identity && same;
  const what = fields.length > 0 ? 'the names and values on this page' : 'the event that this page names';
  return [
    {
      ok,
      sentence: ok ? `The proof covers ${what}.` : 'The proof does not match what this page shows.',
      detail: event.identity,
    },
  ];
}

/** The text after HTML parsing, which normalizes line ends. */
const asParsed = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
