import { html } from 'hono/html';
import { logProofOf, pageOf, publicKeysOf, uuidIn, windowProofOf, type Base } from './address.ts';
import { code, own, type Markup } from './markup.ts';
import { isLogged, provable, type ShownEvent } from './model.ts';
import { statusOf } from './status.ts';

/** The page that verifies saved proofs. */
const VERIFY = '/verify/';

/**
 * The section with which a reader verifies an event. Without scripts the proof can only be saved;
 * apps/site/pages/main.ts finds the button by `data-proof` and shows it. `title` is the event's, if the page is not
 * the event's own.
 */
export function checkSection(base: Base, event: ShownEvent | undefined, mechanism: string, title?: string): Markup {
  return html`<section aria-labelledby="check">
    <h2 id="check">Verify it yourself</h2>
    ${body(base, event, mechanism, title)}
  </section>`;
}

function body(base: Base, event: ShownEvent | undefined, mechanism: string, title: string | undefined): Markup {
  if (isLogged(mechanism)) return inLog(base, event);
  if (!event) {
    return provable(mechanism)
      ? html`<p>None of these events is on the chain yet, so there is no proof yet. Open this page again later.</p>`
      : html`<p>
          Each event of this asset has its own transaction on the chain. The page of an event shows its transaction and
          block.
        </p>`;
  }
  if (!provable(mechanism)) return ownTransaction(event);
  if (statusOf(event) === 'pending')
    return html`<p>This event is not confirmed yet, so it has no proof yet. Open this page again later.</p>`;
  if (event.transaction_id === '')
    return html`<p>
      This event is confirmed, but not on the chain yet, so it has no proof yet. Open this page again later.
    </p>`;
  const about =
    title === undefined
      ? 'this event'
      : html`the newest event on the chain, <a href="${pageOf(base, event.identity)}">${own(title)}</a>`;
  return html`<p>
      With the proof of ${about}, your browser can compute the hash of the event and check that a signed transaction in
      a block of the chain contains it. If the service runs this chain itself, its operator could replace it by another
      chain, which cannot contain the same block. Save the proof, so that you can show that the block existed.
    </p>
    ${actions('window', windowProofOf(base, event.identity), event)}`;
}

/** What a reader can do with a proof of this form. `keys`: where the service publishes the keys of its log. */
const actions = (form: 'log' | 'window', proof: string, { identity }: ShownEvent, keys?: string): Markup =>
  html`<p class="actions">
      <button
        type="button"
        hidden
        data-proof="${proof}"
        data-form="${form}"
        data-event="${identity}"
        ${keys === undefined ? '' : html`data-keys="${keys}"`}
      >
        Verify in this browser
      </button>
      <a href="${proof}" download="proof-${uuidIn(identity)}.json">Save this proof</a>
    </p>
    <div aria-live="polite" data-report></div>
    <p>You can <a href="${VERIFY}">verify a saved proof</a> at any time, also without a network.</p>`;

/** For events that a transparency log includes. */
function inLog(base: Base, event: ShownEvent | undefined): Markup {
  if (!event)
    return html`<p>
      A transparency log includes the events of this asset. The page of an event shows its entry in the log.
    </p>`;
  if (statusOf(event) === 'pending')
    return html`<p>
      This event is not confirmed yet: the transparency log does not include it. Open this page again later.
    </p>`;
  return html`<p>
      A signed checkpoint of the transparency log of all public events includes this event. With the proof, your browser
      can compute the entry of the event and check that it is in the tree of the checkpoint. Save the proof: the log
      cannot change the event later without contradicting the checkpoint.
    </p>
    ${actions('log', logProofOf(base, event.identity), event, publicKeysOf(base))}`;
}

/** For an event that has its own transaction. */
function ownTransaction(event: ShownEvent): Markup {
  const withheld = html`Its proof contains the whole event, including the names of people, so it is not public. If you
    have the proof, you can <a href="${VERIFY}">verify it</a>.`;
  if (statusOf(event) === 'pending')
    return html`<p>
      This event is not confirmed yet: its transaction is not final. Open this page again later. ${withheld}
    </p>`;
  return html`<p>
    This event has its own transaction on the chain: ${code(event.transaction_id)} in block ${event.block_number}.
    ${withheld}
  </p>`;
}
