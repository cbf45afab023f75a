import { html } from 'hono/html';
import { consoleOf, pageAt, pageOf, timelineOf, type Base } from './address.ts';
import { nameOf, filesSection } from './asset.ts';
import { attributeList, textOf, titleOf } from './attributes.ts';
import { checkSection } from './check.ts';
import { correctionLines, type Corrections } from './corrections.ts';
import { fileList, primaryImage, type Shelf } from './files.ts';
import { layout } from './layout.ts';
import { code, eventTimes, isolated, moment, own, type Markup } from './markup.ts';
import type { KnownFile, Organization, ShownAsset, ShownEvent } from './model.ts';
import { organizationFacts, ownerLine } from './organization.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { statusDetails } from './status.ts';
import type { PageTexts } from './texts/en.ts';
import { TIMELINE_SIZE } from './timeline.ts';

export type EventView = {
  texts: PageTexts;
  base: Base;
  /** The asset now. */
  asset: Pick<ShownAsset, 'identity' | 'attributes' | 'proof_mechanism'>;
  event: ShownEvent;
  /** Those of the event. */
  corrections: Corrections;
  organization: Organization;
  files: readonly KnownFile[];
};

/** The page of an event: its attributes, files, status and proof. */
export function eventPage(view: EventView): Promise<string> {
  const { texts, base, asset, event, organization, files } = view;
  const { event_attributes, asset_attributes } = event;
  const shelf: Shelf = { texts, base, record: event.identity, known: files };
  const description = textOf(event_attributes, 'arc_description');
  const coordinates = coordinatesIn(event_attributes);
  return layout({
    texts,
    title: `${isolated(titleOf(texts, event))} – ${isolated(nameOf(texts, asset))}`,
    body: html`<nav aria-label="${texts.event.breadcrumb}">
        <a href="${pageOf(base, asset.identity)}">${own(nameOf(texts, asset))}</a>
        <span aria-hidden="true">/</span>
        <a href="${timelineOf(base, asset.identity)}?page_size=${TIMELINE_SIZE}">${texts.asset.events}</a>
      </nav>
      <main>
        <header>
          ${ownerLine(organization)} ${primaryImage(shelf, event_attributes, asset_attributes)}
          <p class="kind">${texts.event.kind}</p>
          <h1>${own(titleOf(texts, event))}</h1>
          ${description === undefined ? '' : html`<p class="lead">${own(description)}</p>`}
          <p class="when">${eventTimes(texts, event)}</p>
          ${correctionLines(view, event, view.corrections)}
          ${coordinates ? html`<p>${texts.event.location} ${mapLink(texts, coordinates)}</p>` : ''}
          <p class="more">
            ${texts.asset.forMembers} <a href="${consoleOf(event.identity)}">${texts.asset.openInConsole}</a>
          </p>
        </header>
        <section aria-labelledby="recorded">
          <h2 id="recorded">${texts.asset.attributes}</h2>
          ${event.erased ? erasure(texts, base, event.erased) : ''}
          ${attributesOr(texts, event_attributes, 'event_attributes')}
          <h3>${texts.event.changes}</h3>
          ${attributesOr(texts, asset_attributes, 'asset_attributes')}
          <p>
            <a href="${pageAt(base, asset.identity, event.timestamp_accepted)}">${texts.event.assetAfter}</a>
          </p>
        </section>
        ${filesSection(texts, fileList(shelf, event_attributes, asset_attributes))}
        <section aria-labelledby="status">
          <h2 id="status">${texts.event.status}</h2>
          ${statusDetails(texts, event, asset.proof_mechanism)}
        </section>
        ${checkSection(texts, base, event, asset.proof_mechanism)} ${record(texts, event, organization)}
      </main>`,
  });
}

const attributesOr = (texts: PageTexts, attributes: ShownEvent['event_attributes'], field: string): Markup => {
  const none = Object.keys(attributes).length === 0 ? html`<p>${texts.asset.none}</p>` : '';
  return html`${none}${attributeList(texts, attributes, field)}`;
};

const erasure = (texts: PageTexts, base: Base, erased: NonNullable<ShownEvent['erased']>): Markup => {
  const link = html`<a href="${pageOf(base, erased.event_identity)}">${texts.event.erasedLink}</a>`;
  return html`<p>${texts.event.erased(link, moment(texts, erased.timestamp), own(erased.reason))}</p>`;
};

/** The fields of the record that are not attributes. */
const record = (texts: PageTexts, event: ShownEvent, organization: Organization): Markup =>
  html`<section aria-labelledby="record">
    <h2 id="record">${texts.asset.recordTitle}</h2>
    <dl class="facts">
      <dt>${texts.event.recordedBy}</dt>
      <dd>${texts.event.byWallet(code(event.from))}</dd>
      ${organizationFacts(texts, organization)}
      <dt>${texts.asset.tenancy}</dt>
      <dd>${code(event.tenant_identity)}</dd>
      <dt>${texts.event.operation}</dt>
      <dd>${own(event.operation)}, ${own(event.behaviour)}</dd>
      <dt>${texts.event.declared}</dt>
      <dd>${moment(texts, event.timestamp_declared)}</dd>
      <dt>${texts.event.accepted}</dt>
      <dd>${moment(texts, event.timestamp_accepted)}</dd>
      <dt>${texts.asset.identity}</dt>
      <dd>${code(event.identity)}</dd>
    </dl>
  </section>`;
