import { element, showProblem, showReport, type Look } from '../check/report.ts';
import type { Proven } from '../check/examine.ts';

const button = document.querySelector<HTMLButtonElement>('button[data-proof]');
const output = document.querySelector<HTMLElement>('[data-report]');
if (button && output) {
  button.hidden = false;
  button.addEventListener('click', () => check(button, output));
}

/** Fetches the proof and checks it with the code that `npm run verify` runs, which is loaded only now. */
async function check(button: HTMLButtonElement, output: HTMLElement): Promise<void> {
  // Not `disabled`: that would take the focus away.
  if (button.ariaDisabled === 'true') return;
  button.ariaDisabled = 'true';
  output.replaceChildren(element('p', '', 'Fetching the proof and checking it…'));
  try {
    const [{ examineBytes, textsOf }, response] = await Promise.all([
      import('../check/examine.ts'),
      fetch(button.dataset['proof']!, { headers: { accept: 'application/json' } }),
    ]);
    if (!response.ok) {
      showProblem(output, `The service does not give the proof now: it answers ${response.status}.`);
      return;
    }
    const { report, proof } = examineBytes(new Uint8Array(await response.arrayBuffer()));
    showReport(output, report, proof ? looksAt(proof.event, button.dataset['event']!, textsOf) : []);
  } catch {
    showProblem(output, 'The proof could not be fetched. Are you offline?');
  } finally {
    button.ariaDisabled = 'false';
  }
}

/** That what holds is what this page shows: the same event, and on its own page every name and value of it. */
function looksAt(
  event: Proven,
  identity: string,
  textsOf: (attributes: Proven['event_attributes']) => string[],
): Look[] {
  const fields = (['event_attributes', 'asset_attributes'] as const).flatMap((field) => {
    const list = document.querySelector(`[data-recorded="${field}"]`);
    return list
      ? [{ shown: [...list.querySelectorAll('bdi')].map((bdi) => bdi.textContent), proven: textsOf(event[field]) }]
      : [];
  });
  const same = fields.every(({ shown, proven }) => JSON.stringify(shown) === JSON.stringify(proven.map(asParsed)));
  const ok = event.identity === identity && same;
  const what = fields.length > 0 ? 'the names and values that this page shows' : 'the event that this page names';
  return [
    {
      ok,
      sentence: ok ? `What is proven is ${what}.` : 'What is proven is something else than this page shows.',
      detail: event.identity,
    },
  ];
}

/** Text as it is after it has been through HTML, which has one kind of line end. */
const asParsed = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
