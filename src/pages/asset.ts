import { html } from 'hono/html';
import type { Attributes } from '../core/attributes.ts';
import { pageOf, timelineOf, uuidIn, type Base } from './address.ts';
import { attributeList, textOf } from './attributes.ts';
import { checkSection } from './check.ts';
import { fileList, primaryImage, type Shelf } from './files.ts';
import { layout } from './layout.ts';
import { code, excerpt, isolated, moment, NOTHING, own, type Markup } from './markup.ts';
import { provable, type KnownFile, type ShownAsset, type ShownEvent } from './model.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { badge } from './status.ts';
import { eventList, TIMELINE_SIZE, titleOf, typeForm } from './timeline.ts';

export type AssetView = {
  base: Base;
  asset: ShownAsset;
  /** The moment that was asked for; undefined for now. */
  at: string | undefined;
  /** Blobs that the asset names now: only these does its address give. */
  given: readonly string[];
  files: readonly KnownFile[];
  /** The newest, and whether there are more. */
  events: readonly ShownEvent[];
  more: boolean;
};

/** What an asset is called. */
export const nameOf = (asset: Pick<ShownAsset, 'identity' | 'attributes'>): string =>
  textOf(asset.attributes, 'arc_display_name') ?? `Asset ${uuidIn(asset.identity)}`;

/** The page of an asset: what it is, or was at a moment, and what happened to it. */
export function assetPage(view: AssetView): Promise<string> {
  const { base, asset, events, at } = view;
  const { identity, attributes } = asset;
  const shelf: Shelf = { base, record: identity, known: view.files, given: view.given };
  const description = textOf(attributes, 'arc_description');
  const type = textOf(attributes, 'arc_display_type');
  const anchored = provable(asset.proof_mechanism) ? events.find((event) => event.transaction_id !== '') : undefined;
  return layout({
    title: isolated(nameOf(asset)),
    script: anchored && '/static/pages.js',
    body: html`<main>
      <header>
        ${primaryImage(shelf, attributes)} ${type === undefined ? '' : html`<p class="kind">${own(type)}</p>`}
        <h1>${own(nameOf(asset))}</h1>
        ${description === undefined ? '' : html`<p class="lead">${own(description)}</p>`}
        ${asset.tracked === 'TRACKED' ? '' : html`<p>It is not tracked any more.</p>`} ${place(attributes, events)}
        ${newest(events[0])}
      </header>
      ${then(base, asset, at)}
      <section aria-labelledby="attributes">
        <h2 id="attributes">${at === undefined ? 'Attributes' : html`Attributes at ${moment(at)}`}</h2>
        ${Object.keys(attributes).length === 0 ? html`<p>It has none.</p>` : attributeList(attributes, 'attributes')}
        ${timeForm(base, asset, at)}
      </section>
      ${filesSection(fileList(shelf, attributes))}
      <section aria-labelledby="timeline">
        <h2 id="timeline">${at === undefined ? 'What happened' : html`What had happened by ${moment(at)}`}</h2>
        ${eventList(base, events)}
        <p>
          <a href="${timelineOf(base, identity)}?page_size=${TIMELINE_SIZE}"
            >${view.more ? 'All events' : 'The timeline on a page of its own'}</a
          >
        </p>
        ${typeForm(base, identity, events)}
      </section>
      ${checkSection(base, anchored, asset.proof_mechanism, anchored && titleOf(anchored))} ${record(asset)}
    </main>`,
  });
}

/** Where it was last, as its newest event that says so or its attributes have it. */
function place(attributes: Attributes, events: readonly ShownEvent[]): Markup {
  const told = [...events.map((event) => event.event_attributes), attributes].flatMap(
    (each) => coordinatesIn(each) ?? [],
  );
  return told[0] ? html`<p>Last known at ${mapLink(told[0])}</p>` : NOTHING;
}

/** How far the last thing that happened has come, for who reads no further. */
const newest = (event: ShownEvent | undefined): Markup =>
  event
    ? html`<p class="when">
        <span>Newest event: ${own(excerpt(titleOf(event), 80))}</span> ${moment(event.timestamp_accepted)}
        ${badge(event)} <a href="#check">Check it yourself</a>
      </p>`
    : NOTHING;

/** That the page shows the past, and the way out of it. */
const then = (base: Base, asset: ShownAsset, at: string | undefined): Markup =>
  at === undefined
    ? NOTHING
    : html`<p class="notice">
        This is how it was at ${moment(at)}. <a href="${pageOf(base, asset.identity)}">See it as it is now</a>
      </p>`;

const timeForm = (base: Base, asset: ShownAsset, at: string | undefined): Markup =>
  html`<form method="get" action="${pageOf(base, asset.identity)}">
    <label for="at">See it as it was at (UTC, such as ${asset.at_time.slice(0, 19)}Z)</label>
    <div class="field">
      <input
        id="at"
        name="at_time"
        value="${at ?? ''}"
        pattern="[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?Z"
        placeholder="${asset.at_time.slice(0, 19)}Z"
        required
        autocomplete="off"
        spellcheck="false"
      />
      <button type="submit">Show</button>
    </div>
  </form>`;

export const filesSection = (files: Markup): Markup =>
  files === NOTHING
    ? NOTHING
    : html`<section aria-labelledby="files">
        <h2 id="files">Files</h2>
        ${files}
      </section>`;

/** What the service itself says of the record. */
const record = ({ identity, owner, tenant_identity, proof_mechanism, chain_id, at_time }: ShownAsset): Markup =>
  html`<section aria-labelledby="record">
    <h2 id="record">The record</h2>
    <dl class="facts">
      <dt>Identity</dt>
      <dd>${code(identity)}</dd>
      <dt>Kept by</dt>
      <dd>${code(tenant_identity)}</dd>
      <dt>Owner's wallet</dt>
      <dd>${code(owner)}</dd>
      <dt>Put on the chain</dt>
      <dd>
        ${provable(proof_mechanism) ? 'together with other events, at intervals' : 'each event by itself'}, on chain
        ${code(chain_id)}
      </dd>
      <dt>As of</dt>
      <dd>${moment(at_time)}</dd>
    </dl>
  </section>`;
