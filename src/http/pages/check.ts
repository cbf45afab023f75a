import { html } from 'hono/html';
import { logProofOf, pageOf, publicKeysOf, uuidIn, VERIFY, windowProofOf, type Base } from './address.ts';
import { code, own, type Markup } from './markup.ts';
import { isLogged, provable, type ShownEvent } from './model.ts';
import { statusOf } from './status.ts';
import type { PageTexts } from './texts/en.ts';

/**
 * The section with which a reader verifies an event. Without scripts the proof can only be saved;
 * apps/site/pages/main.ts finds the button by `data-proof` and shows it. `title` is the event's, if the page is not
 * the event's own.
 */
export function checkSection(
  texts: PageTexts,
  base: Base,
  event: ShownEvent | undefined,
  mechanism: string,
  title?: string,
): Markup {
  return html`<section aria-labelledby="check">
    <h2 id="check">${texts.asset.verify}</h2>
    ${isLogged(mechanism) ? inLog(texts, base, event) : onChain(texts, base, event, mechanism, title)}
  </section>`;
}

function onChain(
  texts: PageTexts,
  base: Base,
  event: ShownEvent | undefined,
  mechanism: string,
  title: string | undefined,
): Markup {
  const { check } = texts;
  if (!event) return html`<p>${provable(mechanism) ? check.noneAnchored : check.eachOwn}</p>`;
  if (!provable(mechanism)) return ownTransaction(texts, event);
  if (statusOf(event) === 'pending') return html`<p>${check.pending}</p>`;
  if (event.transaction_id === '') return html`<p>${check.notOnChain}</p>`;
  const about =
    title === undefined
      ? check.thisEvent
      : check.newestOnChain(html`<a href="${pageOf(base, event.identity)}">${own(title)}</a>`);
  return html`<p>${check.byWindow(about)}</p>
    ${actions(texts, 'window', windowProofOf(base, event.identity), event)}`;
}

/** What a reader can do with a proof of this form. `keys`: where the service publishes the keys of its log. */
function actions(
  { check }: PageTexts,
  form: 'log' | 'window',
  proof: string,
  { identity }: ShownEvent,
  keys?: string,
): Markup {
  return html`<p class="actions">
      <button
        type="button"
        hidden
        data-proof="${proof}"
        data-form="${form}"
        data-event="${identity}"
        ${keys === undefined ? '' : html`data-keys="${keys}"`}
      >
        ${check.verify}
      </button>
      <a href="${proof}" download="proof-${uuidIn(identity)}.json">${check.save}</a>
    </p>
    <div aria-live="polite" data-report></div>
    <p>${check.anyTime(html`<a href="${VERIFY}">${check.anyTimeLink}</a>`)}</p>`;
}

/** For events that a transparency log includes. */
function inLog(texts: PageTexts, base: Base, event: ShownEvent | undefined): Markup {
  if (!event) return html`<p>${texts.check.logHasAll}</p>`;
  if (statusOf(event) === 'pending') return html`<p>${texts.check.notInLog}</p>`;
  return html`<p>${texts.check.byLog}</p>
    ${actions(texts, 'log', logProofOf(base, event.identity), event, publicKeysOf(base))}`;
}

/** For an event that has its own transaction. */
function ownTransaction({ check }: PageTexts, event: ShownEvent): Markup {
  const withheld = check.withheld(html`<a href="${VERIFY}">${check.withheldLink}</a>`);
  if (statusOf(event) === 'pending') return html`<p>${check.notFinal} ${withheld}</p>`;
  return html`<p>${check.ownTransaction(code(event.transaction_id), String(event.block_number))} ${withheld}</p>`;
}
