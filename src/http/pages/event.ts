import { html } from 'hono/html';
import { consoleOf, pageAt, pageOf, timelineOf, type Base } from './address.ts';
import { nameOf, filesSection } from './asset.ts';
import { attributeList, textOf } from './attributes.ts';
import { checkSection } from './check.ts';
import { fileList, primaryImage, type Shelf } from './files.ts';
import { layout } from './layout.ts';
import { code, eventTimes, isolated, moment, own, type Markup } from './markup.ts';
import type { KnownFile, Organization, ShownAsset, ShownEvent } from './model.ts';
import { organizationFacts, ownerLine } from './organization.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { statusDetails } from './status.ts';
import { TIMELINE_SIZE, titleOf } from './timeline.ts';

export type EventView = {
  base: Base;
  /** The asset now. */
  asset: Pick<ShownAsset, 'identity' | 'attributes' | 'proof_mechanism'>;
  event: ShownEvent;
  organization: Organization;
  files: readonly KnownFile[];
};

/** The page of an event: its attributes, files, status and proof. */
export function eventPage({ base, asset, event, organization, files }: EventView): Promise<string> {
  const { event_attributes, asset_attributes } = event;
  const shelf: Shelf = { base, record: event.identity, known: files };
  const description = textOf(event_attributes, 'arc_description');
  const coordinates = coordinatesIn(event_attributes);
  return layout({
    title: `${isolated(titleOf(event))} – ${isolated(nameOf(asset))}`,
    body: html`<nav aria-label="Breadcrumb">
        <a href="${pageOf(base, asset.identity)}">${own(nameOf(asset))}</a>
        <span aria-hidden="true">/</span>
        <a href="${timelineOf(base, asset.identity)}?page_size=${TIMELINE_SIZE}">Events</a>
      </nav>
      <main>
        <header>
          ${ownerLine(organization)} ${primaryImage(shelf, event_attributes, asset_attributes)}
          <p class="kind">Event</p>
          <h1>${own(titleOf(event))}</h1>
          ${description === undefined ? '' : html`<p class="lead">${own(description)}</p>`}
          <p class="when">${eventTimes(event)}</p>
          ${coordinates ? html`<p>Location: ${mapLink(coordinates)}</p>` : ''}
          <p class="more">For members: <a href="${consoleOf(event.identity)}">Open in the console</a></p>
        </header>
        <section aria-labelledby="recorded">
          <h2 id="recorded">Attributes</h2>
          ${event.erased ? erasure(base, event.erased) : ''} ${attributesOr(event_attributes, 'event_attributes')}
          <h3>Changes to the asset</h3>
          ${attributesOr(asset_attributes, 'asset_attributes')}
          <p>
            <a href="${pageAt(base, asset.identity, event.timestamp_accepted)}">Show the asset after this event</a>
          </p>
        </section>
        ${filesSection(fileList(shelf, event_attributes, asset_attributes))}
        <section aria-labelledby="status">
          <h2 id="status">Status</h2>
          ${statusDetails(event, asset.proof_mechanism)}
        </section>
        ${checkSection(base, event, asset.proof_mechanism)} ${record(event, organization)}
      </main>`,
  });
}

const attributesOr = (attributes: ShownEvent['event_attributes'], field: string): Markup =>
  html`${Object.keys(attributes).length === 0 ? html`<p>None.</p>` : ''}${attributeList(attributes, field)}`;

const erasure = (base: Base, { timestamp, reason, event_identity }: NonNullable<ShownEvent['erased']>): Markup =>
  html`<p>
    The content of this event was <a href="${pageOf(base, event_identity)}">erased</a> on ${moment(timestamp)}. Reason:
    ${own(reason)}
  </p>`;

/** The fields of the record that are not attributes. */
const record = (event: ShownEvent, organization: Organization): Markup =>
  html`<section aria-labelledby="record">
    <h2 id="record">Record</h2>
    <dl class="facts">
      <dt>Recorded by</dt>
      <dd>wallet ${code(event.from)}; names of people are not public</dd>
      ${organizationFacts(organization)}
      <dt>Tenancy</dt>
      <dd>${code(event.tenant_identity)}</dd>
      <dt>Operation</dt>
      <dd>${own(event.operation)}, ${own(event.behaviour)}</dd>
      <dt>Declared time</dt>
      <dd>${moment(event.timestamp_declared)}</dd>
      <dt>Accepted</dt>
      <dd>${moment(event.timestamp_accepted)}</dd>
      <dt>Identity</dt>
      <dd>${code(event.identity)}</dd>
    </dl>
  </section>`;
