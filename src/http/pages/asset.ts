import { html, raw } from 'hono/html';
import type { Attributes } from '../../formats/records/attributes.ts';
import { consoleOf, fieldOf, pageOf, timelineOf, uuidIn, type Base } from './address.ts';
import { attributeList, textOf } from './attributes.ts';
import { checkSection } from './check.ts';
import { fileList, primaryImage, type Shelf } from './files.ts';
import { layout } from './layout.ts';
import { code, eventTimes, excerpt, isolated, moment, NOTHING, own, type Markup } from './markup.ts';
import { isLogged, provable, type KnownFile, type Organization, type ShownAsset, type ShownEvent } from './model.ts';
import { organizationFacts, ownerLine } from './organization.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { badge } from './status.ts';
import { eventList, TIMELINE_SIZE, titleOf, typeForm } from './timeline.ts';

export type AssetView = {
  base: Base;
  asset: ShownAsset;
  organization: Organization;
  /** The time at which the asset is shown; undefined: now. */
  at: string | undefined;
  /** Why the page does not show the moment that was asked for. */
  problem?: TimeProblem | undefined;
  /** The blobs that the asset names now: only these can be downloaded. */
  downloadable: readonly string[];
  files: readonly KnownFile[];
  /** The newest events, and whether there are more. */
  events: readonly ShownEvent[];
  more: boolean;
};

/** A moment that a page cannot show: not a date and time, in the future, or before the asset was created. */
export type TimeProblem = { value: string; kind: 'invalid' | 'future' | 'before-creation' };

/** The parameter of the form that shows an earlier time, a date and time in UTC without its zone. */
export const AT_FIELD = 'at';

/** The name of an asset, or its uuid if it has none. */
export const nameOf = (asset: Pick<ShownAsset, 'identity' | 'attributes'>): string =>
  textOf(asset.attributes, 'arc_display_name') ?? `Asset ${uuidIn(asset.identity)}`;

/** The page of an asset: its attributes, now or at an earlier time, its files and its newest events. */
export function assetPage(view: AssetView): Promise<string> {
  const { base, asset, events, at } = view;
  if (view.problem?.kind === 'before-creation') return pageBefore(view, view.problem);
  const { identity, attributes } = asset;
  const shelf: Shelf = { base, record: identity, known: view.files, downloadable: view.downloadable };
  const description = textOf(attributes, 'arc_description');
  const type = textOf(attributes, 'arc_display_type');
  const anchored = provable(asset.proof_mechanism) ? events.find((event) => event.transaction_id !== '') : undefined;
  return layout({
    title: isolated(nameOf(asset)),
    body: html`<main>
      <header>
        ${ownerLine(view.organization)} ${primaryImage(shelf, attributes)}
        ${type === undefined ? '' : html`<p class="kind">${own(type)}</p>`}
        <h1>${own(nameOf(asset))}</h1>
        ${description === undefined ? '' : html`<p class="lead">${own(description)}</p>`}
        ${asset.tracked === 'TRACKED' ? '' : html`<p>This asset is no longer tracked.</p>`}
        ${lastLocation(attributes, events)} ${newest(events[0])} ${forMembers(identity)}
      </header>
      ${problemNotice(view.problem)} ${pastNotice(base, asset, at)}
      <section aria-labelledby="attributes">
        <h2 id="attributes">${at === undefined ? 'Attributes' : html`Attributes at ${moment(at)}`}</h2>
        ${Object.keys(attributes).length === 0 ? html`<p>None.</p>` : attributeList(attributes, 'attributes')}
        ${timeForm(base, asset, at, view.problem)}
      </section>
      ${filesSection(fileList(shelf, attributes))}
      <section aria-labelledby="timeline">
        <h2 id="timeline">${at === undefined ? 'Events' : html`Events until ${moment(at)}`}</h2>
        ${eventList(base, events)}
        <p>
          <a href="${timelineOf(base, identity)}?page_size=${TIMELINE_SIZE}"
            >${view.more ? 'All events' : 'Open the timeline'}</a
          >
        </p>
        ${typeForm(base, identity, events)}
      </section>
      ${checkSection(base, anchored, asset.proof_mechanism, anchored && titleOf(anchored))}
      ${record(asset, view.organization)}
    </main>`,
  });
}

/** The page at a time before the asset was created: its name, and how to get on. */
function pageBefore({ base, asset, organization }: AssetView, problem: TimeProblem): Promise<string> {
  const { identity } = asset;
  const earlier = `${timelineOf(base, identity)}?timestamp_declared_before=${encodeURIComponent(problem.value)}`;
  return layout({
    title: isolated(nameOf(asset)),
    body: html`<main>
      <header>
        ${ownerLine(organization)}
        <h1>${own(nameOf(asset))}</h1>
      </header>
      <p class="notice" role="alert">
        The asset did not exist yet at ${moment(problem.value)}: nothing about it was recorded here until then, so
        nothing is shown. Events can declare earlier times.
      </p>
      <ul>
        <li><a href="${pageOf(base, identity)}">Show it now</a></li>
        <li><a href="${earlier}">Show events that declare an earlier time</a> (as stated, not proven)</li>
      </ul>
      ${timeForm(base, asset, undefined, problem)}
    </main>`,
  });
}

/** The last known location: that of the newest event that has one, else that of the asset's attributes. */
function lastLocation(attributes: Attributes, events: readonly ShownEvent[]): Markup {
  const known = [...events.map((event) => event.event_attributes), attributes].flatMap(
    (each) => coordinatesIn(each) ?? [],
  );
  return known[0] ? html`<p>Last known location: ${mapLink(known[0])}</p>` : NOTHING;
}

/** The way to the console for members of the organization; for others, it ends at the sign-in. */
const forMembers = (identity: string): Markup =>
  html`<p class="more">
    For members: <a href="${fieldOf(identity)}">Record an event</a> ·
    <a href="${consoleOf(identity)}">Open in the console</a>
  </p>`;

/** The newest event and its status. */
const newest = (event: ShownEvent | undefined): Markup =>
  event
    ? html`<p class="when">
        <span>Newest event: ${own(excerpt(titleOf(event), 80))}</span> ${eventTimes(event)} ${badge(event)}
        <a href="#check">Verify it yourself</a>
      </p>`
    : NOTHING;

/** The notice that the page shows an earlier time. */
const pastNotice = (base: Base, asset: ShownAsset, at: string | undefined): Markup =>
  at === undefined
    ? NOTHING
    : html`<p class="notice">
        This page shows the asset at ${moment(at)}. <a href="${pageOf(base, asset.identity)}">Show it now</a>
      </p>`;

const whyNot = ({ value, kind }: TimeProblem): Markup =>
  kind === 'future' ? html`${moment(value)} has not come yet.` : html`“${own(value)}” is not a date and time.`;

/** The notice that the page shows the asset as it is, although another moment was asked for. */
const problemNotice = (problem: TimeProblem | undefined): Markup =>
  problem
    ? html`<p class="notice" role="alert">
        ${whyNot(problem)} This page shows it as it is now. <a href="#at">Change the time</a>
      </p>`
    : NOTHING;

/** Without scripts, the time is one in UTC; apps/site/pages/times.ts changes it to the zone of the reader. */
function timeForm(base: Base, asset: ShownAsset, at: string | undefined, problem: TimeProblem | undefined): Markup {
  const value = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/.exec(problem?.value ?? at ?? '')?.[0] ?? '';
  return html`<form method="get" action="${pageOf(base, asset.identity)}" data-moment>
    <label for="at">Show the asset at (<span data-zone>UTC</span>)</label>
    <div class="field">
      <input
        id="at"
        name="${AT_FIELD}"
        type="datetime-local"
        step="1"
        value="${value}"
        required
        ${problem ? raw('aria-invalid="true"') : ''}
      />
      <button type="submit">Show</button>
    </div>
  </form>`;
}

export const filesSection = (files: Markup): Markup =>
  files === NOTHING
    ? NOTHING
    : html`<section aria-labelledby="files">
        <h2 id="files">Files</h2>
        ${files}
      </section>`;

/** How the events of an asset can be proven. */
const anchoring = (mechanism: string, chain: string): Markup =>
  isLogged(mechanism)
    ? html`<dt>Log</dt>
        <dd>the transparency log of all public events of this service</dd>`
    : html`<dt>Anchoring</dt>
        <dd>
          ${provable(mechanism) ? 'one transaction for all events of a period' : 'one transaction for each event'}, on
          chain ${code(chain)}
        </dd>`;

/** The fields of the record that the service sets. */
const record = (
  { identity, owner, tenant_identity, proof_mechanism, chain_id, at_time }: ShownAsset,
  organization: Organization,
): Markup =>
  html`<section aria-labelledby="record">
    <h2 id="record">Record</h2>
    <dl class="facts">
      <dt>Identity</dt>
      <dd>${code(identity)}</dd>
      ${organizationFacts(organization)}
      <dt>Tenancy</dt>
      <dd>${code(tenant_identity)}</dd>
      <dt>Owner's wallet</dt>
      <dd>${code(owner)}</dd>
      ${anchoring(proof_mechanism, chain_id)}
      <dt>Shown at</dt>
      <dd>${moment(at_time)}</dd>
    </dl>
  </section>`;
