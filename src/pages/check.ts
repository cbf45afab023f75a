import { html } from 'hono/html';
import { pageOf, proofOf, uuidIn, type Base } from './address.ts';
import { code, own, type Markup } from './markup.ts';
import { provable, type ShownEvent } from './model.ts';
import { stageOf } from './status.ts';

/** Where a saved proof can be checked. */
const VERIFY = '/verify/';

/**
 * How a reader checks an event themselves. Without scripts the proof can be saved; with them the page checks it
 * (see src/browser/pages/main.ts, which finds the button by `data-proof`).
 */
export function checkSection(base: Base, event: ShownEvent | undefined, mechanism: string, title?: string): Markup {
  return html`<section aria-labelledby="check">
    <h2 id="check">Check it yourself</h2>
    ${body(base, event, mechanism, title)}
  </section>`;
}

function body(base: Base, event: ShownEvent | undefined, mechanism: string, title: string | undefined): Markup {
  if (!event) {
    return provable(mechanism)
      ? html`<p>None of these events is on the chain yet. As soon as one is, its proof can be checked here.</p>`
      : html`<p>
          Each event of this asset goes to the chain by itself. The page of an event names its transaction and block.
        </p>`;
  }
  if (!provable(mechanism)) return alone(event);
  if (stageOf(event) === 'pending')
    return html`<p>
      The event is pending: it is not settled yet, so there is no proof of it. Open this page again later.
    </p>`;
  if (event.transaction_id === '')
    return html`<p>
      The event is settled, but not on the chain yet, so there is no proof of it. Open this page again later.
    </p>`;
  const about =
    title === undefined
      ? 'this event'
      : html`the newest event on the chain, <a href="${pageOf(base, event.identity)}">${own(title)}</a>`;
  return html`<p>
      You need not take our word. The proof of ${about} holds all that it takes: your browser can compute the
      fingerprint, and follow it into a signed transaction and a block.
    </p>
    <p class="actions">
      <button type="button" hidden data-proof="${proofOf(base, event.identity)}" data-event="${event.identity}">
        Check it in this browser
      </button>
      <a href="${proofOf(base, event.identity)}" download="proof-${uuidIn(event.identity)}.json">Save this proof</a>
    </p>
    <div aria-live="polite" data-report></div>
    <p>A saved proof can be checked at any time, without a network, <a href="${VERIFY}">on this page</a>.</p>`;
}

/** Of an event that is on the chain by itself. */
function alone(event: ShownEvent): Markup {
  const withheld = html`A proof of it holds the whole event, with the people behind it, so it is not given to everybody.
    Whoever has one can check it <a href="${VERIFY}">on this page</a>.`;
  if (stageOf(event) === 'pending')
    return html`<p>
      The event is pending: its own transaction is not final yet. Open this page again later. ${withheld}
    </p>`;
  return html`<p>
    The event is on the chain by itself, in the transaction ${code(event.transaction_id)} of block
    ${event.block_number}. ${withheld}
  </p>`;
}
