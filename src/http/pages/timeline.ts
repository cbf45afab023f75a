import { html } from 'hono/html';
import { pageOf, timelineAfter, timelineOf, type Base } from './address.ts';
import { textOf, titleOf } from './attributes.ts';
import { correctionLines, type Corrections } from './corrections.ts';
import { blobsIn } from './files.ts';
import { layout } from './layout.ts';
import { eventTimes, excerpt, isolated, NOTHING, own, type Markup } from './markup.ts';
import type { ShownEvent } from './model.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { badge, whereabouts } from './status.ts';
import type { PageTexts } from './texts/en.ts';

/** The attribute by which timelines are filtered, and its query parameter. */
export const TYPE = 'arc_display_type';
export const TYPE_FILTER = `event_attributes.${TYPE}`;

/** Events per page of a timeline. */
export const TIMELINE_SIZE = 50;

/** The maximum number of changes to the asset per event, and of characters per text. */
const [CHANGES, CHARACTERS] = [6, 280];

/** A list of events in this order, each with a link to its page. */
export const eventList = (
  texts: PageTexts,
  base: Base,
  events: readonly ShownEvent[],
  corrections: Corrections,
): Markup =>
  events.length === 0
    ? html`<p>${texts.timeline.none}</p>`
    : html`<ol class="timeline">
          ${events.map((event) => item(texts, base, event, corrections))}
        </ol>
        ${corrections.more ? html`<p class="empty">${texts.timeline.moreCorrections}</p>` : ''}`;

function item(texts: PageTexts, base: Base, event: ShownEvent, corrections: Corrections): Markup {
  const description = textOf(event.event_attributes, 'arc_description');
  const files = blobsIn(event.event_attributes, event.asset_attributes).length;
  return html`<li>
    <h3><a href="${pageOf(base, event.identity)}">${own(excerpt(titleOf(texts, event), CHARACTERS))}</a></h3>
    <p class="when">${eventTimes(texts, event)} ${badge(texts, event)}</p>
    ${event.erased ? html`<p class="empty">${texts.timeline.erased}</p>` : ''}
    ${correctionLines({ texts, base }, event, corrections)}
    ${description === undefined ? '' : html`<p>${own(excerpt(description, CHARACTERS))}</p>`} ${changes(texts, event)}
    ${whereabouts(texts, event)}
    <p class="more">
      ${files === 0 ? '' : texts.timeline.files(files)} ${mapLink(texts, coordinatesIn(event.event_attributes))}
    </p>
  </li>`;
}

/** The changes of an event to its asset. */
function changes({ timeline: texts }: PageTexts, { operation, asset_attributes }: ShownEvent): Markup {
  const all = Object.entries(asset_attributes);
  if (all.length === 0) return NOTHING;
  if (operation === 'NewAsset') return html`<p class="empty">${texts.with(all.length)}</p>`;
  const shown = all.slice(0, CHANGES).map(([name, value]) => {
    const text =
      typeof value === 'string' ? own(excerpt(value, CHARACTERS)) : html`<span class="empty">${texts.several}</span>`;
    return html`<div>
      <dt>${own(excerpt(name, CHARACTERS))}</dt>
      <dd>${text}</dd>
    </div>`;
  });
  const more = all.length > CHANGES ? html`<p>${texts.more(all.length - CHANGES)}</p>` : '';
  return html`<dl class="changes">${shown}</dl>
    ${more}`;
}

type TypeFormView = { texts: PageTexts; base: Base; asset: string; events: readonly ShownEvent[] };

/** A form that shows the events of one type. */
export function typeForm(of: TypeFormView, type = ''): Markup {
  const { texts, base, asset, events } = of;
  const types = [...new Set(events.flatMap((event) => textOf(event.event_attributes, TYPE) ?? []))];
  return html`<form method="get" action="${timelineOf(base, asset)}">
    <label for="type">${texts.timeline.onlyType}</label>
    <div class="field">
      <input
        id="type"
        name="${TYPE_FILTER}"
        list="types"
        value="${type}"
        maxlength="4096"
        required
        autocomplete="off"
      />
      <datalist id="types">${types.map((each) => html`<option value="${each}"></option>`)}</datalist>
      <input type="hidden" name="page_size" value="${TIMELINE_SIZE}" />
      <button type="submit">${texts.asset.show}</button>
    </div>
  </form>`;
}

export type TimelineView = {
  texts: PageTexts;
  base: Base;
  asset: { identity: string; name: string };
  events: readonly ShownEvent[];
  corrections: Corrections;
  size: number;
  /** The token of the next page; empty on the last page. */
  next: string;
  /** Whether this is not the first page. */
  later: boolean;
  /** Whether the order is that of the declared times. */
  byDeclared: boolean;
  /** The requested type, and whether the request has any filter. */
  type: string | undefined;
  filtered: boolean;
};

/** One page of the timeline of an asset. */
export function timelinePage(view: TimelineView): Promise<string> {
  const { texts, base, asset, events, size, next, type } = view;
  const words = texts.timeline;
  const whole = timelineOf(base, asset.identity);
  const older = timelineAfter(base, asset.identity, next, size);
  return layout({
    texts,
    title: words.title(isolated(asset.name)),
    body: html`<nav aria-label="${texts.event.breadcrumb}">
        <a href="${pageOf(base, asset.identity)}">${own(asset.name)}</a>
      </nav>
      <main>
        <h1>${texts.asset.events}</h1>
        <p>${words.which(view.filtered, view.byDeclared)}</p>
        ${typeForm({ texts, base, asset: asset.identity, events }, type)}
        ${view.filtered ? html`<p><a href="${whole}?page_size=${size}">${words.showAll}</a></p>` : ''}
        <h2 class="unseen">${words.heading}</h2>
        ${eventList(texts, base, events, view.corrections)}
        <nav aria-label="${words.pages}" class="pages">
          ${view.later && !view.filtered ? html`<a href="${whole}?page_size=${size}">${words.newest}</a>` : ''}
          ${next === '' ? '' : html`<a rel="next" href="${older}">${words.older}</a>`}
        </nav>
      </main>`,
  });
}
