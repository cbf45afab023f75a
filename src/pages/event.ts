import { html } from 'hono/html';
import { pageAt, pageOf, timelineOf, type Base } from './address.ts';
import { nameOf, filesSection } from './asset.ts';
import { attributeList, textOf } from './attributes.ts';
import { checkSection } from './check.ts';
import { fileList, primaryImage, type Shelf } from './files.ts';
import { layout } from './layout.ts';
import { code, isolated, moment, own, type Markup } from './markup.ts';
import { provable, type KnownFile, type ShownAsset, type ShownEvent } from './model.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { stageDetails } from './status.ts';
import { TIMELINE_SIZE, titleOf } from './timeline.ts';

export type EventView = {
  base: Base;
  /** As it is now. */
  asset: Pick<ShownAsset, 'identity' | 'attributes' | 'proof_mechanism'>;
  event: ShownEvent;
  files: readonly KnownFile[];
};

/** The page of an event: all that was recorded, how far it has come, and its proof. */
export function eventPage({ base, asset, event, files }: EventView): Promise<string> {
  const { event_attributes, asset_attributes } = event;
  const shelf: Shelf = { base, record: event.identity, known: files };
  const description = textOf(event_attributes, 'arc_description');
  const place = coordinatesIn(event_attributes);
  const provenHere = provable(asset.proof_mechanism) && event.transaction_id !== '';
  return layout({
    title: `${isolated(titleOf(event))} – ${isolated(nameOf(asset))}`,
    script: provenHere ? '/static/pages.js' : undefined,
    body: html`<nav aria-label="Where you are">
        <a href="${pageOf(base, asset.identity)}">${own(nameOf(asset))}</a>
        <span aria-hidden="true">/</span>
        <a href="${timelineOf(base, asset.identity)}?page_size=${TIMELINE_SIZE}">Events</a>
      </nav>
      <main>
        <header>
          ${primaryImage(shelf, event_attributes, asset_attributes)}
          <p class="kind">Event</p>
          <h1>${own(titleOf(event))}</h1>
          ${description === undefined ? '' : html`<p class="lead">${own(description)}</p>`}
          <p>${moment(event.timestamp_accepted)}</p>
          ${place ? html`<p>At ${mapLink(place)}</p>` : ''}
        </header>
        <section aria-labelledby="recorded">
          <h2 id="recorded">What was recorded</h2>
          ${attributesOr(event_attributes, 'event_attributes', 'The event has no attributes of its own.')}
          <h3>What it changed of the asset</h3>
          ${attributesOr(asset_attributes, 'asset_attributes', 'Nothing.')}
          <p>
            <a href="${pageAt(base, asset.identity, event.timestamp_accepted)}"
              >See the asset as it was right after it</a
            >
          </p>
        </section>
        ${filesSection(fileList(shelf, event_attributes, asset_attributes))}
        <section aria-labelledby="stage">
          <h2 id="stage">How far it has come</h2>
          ${stageDetails(event)}
        </section>
        ${checkSection(base, event, asset.proof_mechanism)} ${record(event)}
      </main>`,
  });
}

const attributesOr = (attributes: ShownEvent['event_attributes'], field: string, none: string): Markup =>
  html`${Object.keys(attributes).length === 0 ? html`<p>${none}</p>` : ''}${attributeList(attributes, field)}`;

/** Who, what and when, as the service has it. */
const record = (event: ShownEvent): Markup =>
  html`<section aria-labelledby="record">
    <h2 id="record">Who, what and when</h2>
    <dl class="facts">
      <dt>Recorded by</dt>
      <dd>the wallet ${code(event.from)}; people are not named to the public</dd>
      <dt>Of</dt>
      <dd>${code(event.tenant_identity)}</dd>
      <dt>Operation</dt>
      <dd>${own(event.operation)}, ${own(event.behaviour)}</dd>
      <dt>Said to be of</dt>
      <dd>${moment(event.timestamp_declared)}</dd>
      <dt>Accepted</dt>
      <dd>${moment(event.timestamp_accepted)}</dd>
      <dt>Identity</dt>
      <dd>${code(event.identity)}</dd>
    </dl>
  </section>`;
