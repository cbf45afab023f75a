import { element, showProblem, showReport, type Facts, type Look } from '../check/report.ts';
import type { Trust } from '../../../src/proof/chain.ts';
import type { ProofEvent } from '../check/texts.ts';
import { vkeysIn, whoseForm, type LogKeys, type Identification } from '../check/whose.ts';
import { preferredLanguage } from '../language.ts';
import { speak } from '../texts/speak.ts';
import { siteTexts } from '../texts/texts.ts';
import { offerLanguages } from './languages.ts';
import { inOwnZone } from './times.ts';

const { page: wording, whose } = siteTexts;

if (preferredLanguage() !== document.documentElement.lang)
  await import('./chosen.ts').then(({ inChosenLanguage }) => inChosenLanguage()).catch(() => undefined);
await speak(document.documentElement.lang);
inOwnZone();
offerLanguages();
// Its own copy of the texts is in the same language.
if (document.querySelector('[data-find]')) await import('../find/main.ts');

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
  output.replaceChildren(element('p', '', wording.verifying));
  try {
    const [{ examineBytes, trustIn, factsOf, textsOf }, response] = await Promise.all([
      button.dataset['form'] === 'log' ? import('../check/examinelog.ts') : import('../check/examine.ts'),
      fetch(button.dataset['proof']!, { headers: { accept: 'application/json' } }),
    ]);
    if (!response.ok) {
      showProblem(output, wording.refused(response.status));
      return;
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    const show = (trust?: Trust): void => {
      const { report, proof } = examineBytes(bytes, trust);
      const facts = proof && factsOf(proof, trust ?? {});
      showReport(output, report, {
        looks: proof ? looksAt(proof.event, button.dataset['event']!, textsOf) : [],
        facts,
        whose: whoseForm({ ...valuesOf(button, facts), check: (value) => show(trustIn(value)) }),
      });
    };
    show();
  } catch {
    showProblem(output, wording.unreachable);
  } finally {
    button.ariaDisabled = 'false';
  }
}

/** The value that identifies the log or the chain of a proof, and where the service publishes it. */
function valuesOf({ dataset }: HTMLButtonElement, facts: Facts | undefined): Omit<Identification, 'check'> {
  const { keys } = dataset;
  if (keys === undefined) {
    const published = async (): Promise<string[]> => (facts ? [facts.genesis] : []);
    return { name: whose.genesisOfChain, hint: whose.genesisHint, published };
  }
  const published = async (): Promise<string[]> => {
    const response = await fetch(keys, { headers: { accept: 'application/json' } });
    return response.ok ? vkeysIn((await response.json()) as LogKeys) : [];
  };
  return { name: whose.keyOfLog, hint: whose.keyHint, published };
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
  const covers = fields.length > 0 ? wording.coversValues : wording.coversEvent;
  return [
    {
      ok,
      sentence: ok ? covers : wording.differs,
      detail: event.identity,
    },
  ];
}

/** The text after HTML parsing, which normalizes line ends. */
const asParsed = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
