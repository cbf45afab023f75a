import { html, raw } from 'hono/html';
import type { Attributes } from '../../formats/records/attributes.ts';
import { consoleOf, fieldOf, historyOf, pageOf, timelineOf, uuidIn, VERIFY, type Base } from './address.ts';
import { attributeList, textOf, titleOf } from './attributes.ts';
import { checkSection } from './check.ts';
import type { Corrections } from './corrections.ts';
import { fileList, primaryImage, type Shelf } from './files.ts';
import { layout } from './layout.ts';
import { code, eventTimes, excerpt, isolated, moment, NOTHING, own, type Markup } from './markup.ts';
import { isLogged, provable, type KnownFile, type Organization, type ShownAsset, type ShownEvent } from './model.ts';
import { organizationFacts, ownerLine } from './organization.ts';
import { mapLink, coordinatesIn } from './coordinates.ts';
import { badge } from './status.ts';
import type { PageTexts, Parts } from './texts/en.ts';
import { eventList, TIMELINE_SIZE, typeForm } from './timeline.ts';

export type AssetView = {
  texts: PageTexts;
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
  corrections: Corrections;
  /** Whether the log of public events has maps. */
  hasMaps: boolean;
};

/** A moment that a page cannot show: not a date and time, in the future, or before the asset was created. */
export type TimeProblem = { value: string; kind: 'invalid' | 'future' | 'before-creation' };

/** The parameter of the form that shows an earlier time, a date and time in UTC without its zone. */
export const AT_FIELD = 'at';

/** The name of an asset, or its uuid if it has none. */
export const nameOf = (texts: PageTexts, asset: Pick<ShownAsset, 'identity' | 'attributes'>): string =>
  textOf(asset.attributes, 'arc_display_name') ?? texts.asset.unnamed(uuidIn(asset.identity));

/** The page of an asset: its attributes, now or at an earlier time, its files and its newest events. */
export function assetPage(view: AssetView): Promise<string> {
  const { texts, base, asset, events, at } = view;
  const words = texts.asset;
  if (view.problem?.kind === 'before-creation') return pageBefore(view, view.problem);
  const { identity, attributes } = asset;
  const shelf: Shelf = { texts, base, record: identity, known: view.files, downloadable: view.downloadable };
  const description = textOf(attributes, 'arc_description');
  const type = textOf(attributes, 'arc_display_type');
  const anchored = provable(asset.proof_mechanism) ? events.find((event) => event.transaction_id !== '') : undefined;
  return layout({
    texts,
    title: isolated(nameOf(texts, asset)),
    body: html`<main>
      <header>
        ${ownerLine(view.organization)} ${primaryImage(shelf, attributes)}
        ${type === undefined ? '' : html`<p class="kind">${own(type)}</p>`}
        <h1>${own(nameOf(texts, asset))}</h1>
        ${description === undefined ? '' : html`<p class="lead">${own(description)}</p>`}
        ${asset.tracked === 'TRACKED' ? '' : html`<p>${words.notTracked}</p>`}
        ${lastLocation(texts, attributes, events)} ${newest(texts, events[0])} ${forMembers(texts, identity)}
      </header>
      ${problemNotice(texts, view.problem)} ${pastNotice(view)}
      <section aria-labelledby="attributes">
        <h2 id="attributes">${at === undefined ? words.attributes : words.attributesAt(moment(texts, at))}</h2>
        ${
          Object.keys(attributes).length === 0
            ? html`<p>${words.none}</p>`
            : attributeList(texts, attributes, 'attributes')
        }
        ${timeForm(view)}
      </section>
      ${filesSection(texts, fileList(shelf, attributes))}
      <section aria-labelledby="timeline">
        <h2 id="timeline">${at === undefined ? words.events : words.eventsUntil(moment(texts, at))}</h2>
        ${eventList(texts, base, events, view.corrections)}
        <p>
          <a href="${timelineOf(base, identity)}?page_size=${TIMELINE_SIZE}"
            >${view.more ? words.allEvents : words.openTimeline}</a
          >
        </p>
        ${view.hasMaps ? completeHistory(texts, base, identity) : ''}
        ${typeForm({ texts, base, asset: identity, events })}
      </section>
      ${checkSection(texts, base, anchored, asset.proof_mechanism, anchored && titleOf(texts, anchored))}
      ${record(texts, asset, view.organization)}
    </main>`,
  });
}

/** The page at a time before the asset was created: its name, and how to get on. */
function pageBefore(view: AssetView, problem: TimeProblem): Promise<string> {
  const { texts, base, asset, organization } = view;
  const { identity } = asset;
  const earlier = `${timelineOf(base, identity)}?timestamp_declared_before=${encodeURIComponent(problem.value)}`;
  return layout({
    texts,
    title: isolated(nameOf(texts, asset)),
    body: html`<main>
      <header>
        ${ownerLine(organization)}
        <h1>${own(nameOf(texts, asset))}</h1>
      </header>
      <p class="notice" role="alert">${texts.asset.before(moment(texts, problem.value))}</p>
      <ul>
        <li><a href="${pageOf(base, identity)}">${texts.asset.showNow}</a></li>
        <li><a href="${earlier}">${texts.asset.showEarlier}</a> ${texts.asset.asStated}</li>
      </ul>
      ${timeForm({ ...view, at: undefined, problem })}
    </main>`,
  });
}

/** The last known location: that of the newest event that has one, else that of the asset's attributes. */
function lastLocation(texts: PageTexts, attributes: Attributes, events: readonly ShownEvent[]): Markup {
  const known = [...events.map((event) => event.event_attributes), attributes].flatMap(
    (each) => coordinatesIn(each) ?? [],
  );
  return known[0] ? html`<p>${texts.asset.lastLocation} ${mapLink(texts, known[0])}</p>` : NOTHING;
}

/** The way to the console for members of the organization; for others, it ends at the sign-in. */
const forMembers = ({ asset: texts }: PageTexts, identity: string): Markup =>
  html`<p class="more">
    ${texts.forMembers} <a href="${fieldOf(identity)}">${texts.record}</a> ·
    <a href="${consoleOf(identity)}">${texts.openInConsole}</a>
  </p>`;

/** The newest event and its status. */
const newest = (texts: PageTexts, event: ShownEvent | undefined): Markup =>
  event
    ? html`<p class="when">
        <span>${texts.asset.newest} ${own(excerpt(titleOf(texts, event), 80))}</span> ${eventTimes(texts, event)}
        ${badge(texts, event)} <a href="#check">${texts.asset.verify}</a>
      </p>`
    : NOTHING;

/** The notice that the page shows an earlier time. */
const pastNotice = ({ texts, base, asset, at }: AssetView): Markup =>
  at === undefined
    ? NOTHING
    : html`<p class="notice">
        ${texts.asset.past(moment(texts, at))} <a href="${pageOf(base, asset.identity)}">${texts.asset.showNow}</a>
      </p>`;

const whyNot = (texts: PageTexts, { value, kind }: TimeProblem): Parts =>
  kind === 'future' ? texts.asset.future(moment(texts, value)) : texts.asset.invalid(own(value));

/** The notice that the page shows the asset as it is, although another moment was asked for. */
const problemNotice = (texts: PageTexts, problem: TimeProblem | undefined): Markup =>
  problem
    ? html`<p class="notice" role="alert">
        ${whyNot(texts, problem)} ${texts.asset.asItIs} <a href="#at">${texts.asset.changeTime}</a>
      </p>`
    : NOTHING;

/** Without scripts, the time is one in UTC; apps/site/pages/times.ts changes it to the zone of the reader. */
function timeForm({ texts, base, asset, at, problem }: AssetView): Markup {
  const value = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/.exec(problem?.value ?? at ?? '')?.[0] ?? '';
  return html`<form method="get" action="${pageOf(base, asset.identity)}" data-moment>
    <label for="at">${texts.asset.showAt} (<span data-zone>UTC</span>)</label>
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
      <button type="submit">${texts.asset.show}</button>
    </div>
  </form>`;
}

export const filesSection = (texts: PageTexts, files: Markup): Markup =>
  files === NOTHING
    ? NOTHING
    : html`<section aria-labelledby="files">
        <h2 id="files">${texts.asset.files}</h2>
        ${files}
      </section>`;

/** The proof that no event is left out, to be saved and verified on another page. */
const completeHistory = ({ asset: texts, check }: PageTexts, base: Base, identity: string): Markup =>
  html`<p>
    <a href="${historyOf(base, identity)}" download="history-${uuidIn(identity)}.json">${texts.completeHistory}</a>:
    ${texts.nothingLeftOut} ${check.anyTime(html`<a href="${VERIFY}">${check.anyTimeLink}</a>`)}
  </p>`;

/** How the events of an asset can be proven. */
const anchoring = ({ asset: texts }: PageTexts, mechanism: string, chain: string): Markup =>
  isLogged(mechanism)
    ? html`<dt>${texts.log}</dt>
        <dd>${texts.inPublicLog}</dd>`
    : html`<dt>${texts.anchoring}</dt>
        <dd>${provable(mechanism) ? texts.byPeriod(code(chain)) : texts.byEvent(code(chain))}</dd>`;

/** The fields of the record that the service sets. */
const record = (
  texts: PageTexts,
  { identity, owner, tenant_identity, proof_mechanism, chain_id, at_time }: ShownAsset,
  organization: Organization,
): Markup =>
  html`<section aria-labelledby="record">
    <h2 id="record">${texts.asset.recordTitle}</h2>
    <dl class="facts">
      <dt>${texts.asset.identity}</dt>
      <dd>${code(identity)}</dd>
      ${organizationFacts(texts, organization)}
      <dt>${texts.asset.tenancy}</dt>
      <dd>${code(tenant_identity)}</dd>
      <dt>${texts.asset.wallet}</dt>
      <dd>${code(owner)}</dd>
      ${anchoring(texts, proof_mechanism, chain_id)}
      <dt>${texts.asset.shownAt}</dt>
      <dd>${moment(texts, at_time)}</dd>
    </dl>
  </section>`;
