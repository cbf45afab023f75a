import { csvField } from '../../lib/csv.ts';
import type { Attributes } from '../records/attributes.ts';
import {
  assetPage,
  assetPages,
  attachmentsOf,
  attributeText,
  eventTitle,
  fileIn,
  nameOf,
  placeOf,
} from './asset-page.ts';
import { correctingEvents, type CorrectingEvents } from './corrections.ts';
import type { AssetSummary, Fleet } from './fleet.ts';
import { INDEX_FILE, packagedName } from './format.ts';
import { counted, markup, moment, NOTHING, own, type Html } from './markup.ts';
import { facts, limits, page, type ReportOf } from './page.ts';

/** A file of the report, whose texts follow one another. They are made when they are read. */
export type ReportFile = { name: string; texts: Iterable<string> };

/**
 * The report and the tables of a package, from the records of its export: equal records have equal bytes. Read each
 * file completely before the next one.
 */
export function* reportFiles(fleet: Fleet, of: ReportOf): Generator<ReportFile> {
  const assets = [...fleet.assets(of.info.as_of)];
  for (const asset of assets) for (const { name, text } of assetPages(asset, fleet, of)) yield { name, texts: [text] };
  yield { name: INDEX_FILE, texts: [indexPage(assets, fleet, of)] };
  yield { name: 'assets.csv', texts: assetTable(assets, fleet) };
  yield { name: 'events.csv', texts: eventTable(fleet, of) };
  yield { name: 'files.csv', texts: fileTable(fleet, of) };
}

function indexPage(assets: readonly AssetSummary[], fleet: Fleet, of: ReportOf): string {
  const { manifest, info } = of;
  const events = assets.reduce((sum, asset) => sum + asset.events, 0);
  const title = info.name || 'Evidence report';
  const log = manifest.log;
  const content = markup`<h1>${own(title)}</h1>
<p class="lead">A report of assets and of what was recorded about them, with a proof of each event. All times are in
UTC.</p>
${facts([
  ['Organization', markup`<code>${manifest.tenancy}</code>`],
  ['Service', own(manifest.service)],
  ['State', info.as_of === null ? 'at the end of the log' : markup`at ${moment(info.as_of)}`],
  ['Made', moment(manifest.created_at)],
  ['Assets', counted(assets.length, 'asset')],
  ['Events', counted(events, 'event')],
  ['Log', log ? markup`<code>${log.origin}</code>, entries 0 to ${log.size - 1}` : 'none'],
])}
${info.as_of === null ? NOTHING : LATER}
${limits(of, '')}
<p>Open <a href="verify.html">verify.html</a> and drop this ZIP file into it. Tables for spreadsheets:
<a href="assets.csv">assets.csv</a>, <a href="events.csv">events.csv</a>, <a href="files.csv">files.csv</a>. The folder
<code>proofs</code> has the records with their proofs, for programs.</p>
<h2>Assets</h2>
<table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Home location</th>
<th scope="col">Tracked</th><th scope="col">Events</th><th scope="col">Last event</th></tr></thead>
<tbody>
${assets.map((asset) => assetRow(asset, fleet))}</tbody>
</table>`;
  return page(title, content, of);
}

const LATER = markup`<p>The proofs contain later events as well, because they cover the log as a whole.</p>`;

const assetRow = (asset: AssetSummary, fleet: Fleet): Html => markup`<tr><td><a href="${assetPage(
  asset.identity,
)}">${own(nameOf(asset))}</a></td><td>${own(attributeText(asset.attributes, 'arc_display_type'))}</td><td>${own(
  placeOf(asset, fleet),
)}</td><td>${asset.tracked ? 'yes' : 'no'}</td><td>${asset.events}</td><td>${moment(asset.last)}</td></tr>
`;

/** A line of a table (RFC 4180), in which no program finds a formula. */
const row = (fields: readonly (string | number | boolean)[]): string =>
  `${fields.map((field) => csvField(String(field))).join(',')}\r\n`;

/** The first line of a table, with the mark by which spreadsheets know UTF-8. */
const header = (names: readonly string[]): string => `\uFEFF${row(names)}`;

/** The attributes that are columns of their own; the others are in one column, as JSON. */
const COLUMNS = 100;

function* assetTable(assets: readonly AssetSummary[], fleet: Fleet): Generator<string> {
  const uses = new Map<string, number>();
  for (const { attributes } of assets)
    for (const name of Object.keys(attributes)) uses.set(name, (uses.get(name) ?? 0) + 1);
  const names = [...uses]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .slice(0, COLUMNS)
    .map(([name]) => name);
  const own = ['identity', 'location', 'tracked', 'public', 'proof_mechanism', 'events', 'first_event', 'last_event'];
  yield header([...own, ...names, 'further_attributes']);
  for (const asset of assets) {
    const { attributes, identity, tracked, public: isPublic, mechanism, events, first, last } = asset;
    const further = Object.entries(attributes).filter(([name]) => !names.includes(name));
    yield row([
      identity,
      placeOf(asset, fleet),
      tracked,
      isPublic,
      mechanism,
      events,
      first,
      last,
      ...names.map((name) => valueText(attributes, name)),
      further.length === 0 ? '' : JSON.stringify(Object.fromEntries(further)),
    ]);
  }
}

function valueText(attributes: Attributes, name: string): string {
  const value = Object.hasOwn(attributes, name) ? attributes[name]! : '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The corrections of an event in a table: their identities, and how many more there are. */
const correctedBy = (of: CorrectingEvents | undefined): string =>
  of ? `${of.first.join(' ')}${of.count > of.first.length ? ` (${of.count - of.first.length} more)` : ''}` : '';

const EVENT_COLUMNS =
  'index event asset sequence type operation behaviour declared accepted declared_by accepted_by erased ' +
  'corrected_by event_attributes asset_attributes';

function* eventTable(fleet: Fleet, { info }: ReportOf): Generator<string> {
  const hasCorrections = info.report > 2;
  const names = EVENT_COLUMNS.split(' ');
  yield header(hasCorrections ? names : names.filter((name) => name !== 'corrected_by'));
  const corrections = correctingEvents(fleet.events(info.as_of));
  for (const { index, sequence, event } of fleet.events(info.as_of))
    yield row([
      index,
      event.identity,
      event.asset_identity,
      sequence,
      eventTitle(event),
      event.operation,
      event.behaviour,
      event.timestamp_declared,
      event.timestamp_accepted,
      ...[event.principal_declared, event.principal_accepted].map((by) => by.email || by.display_name || by.subject),
      event.erased?.timestamp ?? '',
      ...(hasCorrections ? [correctedBy(corrections.get(event.identity))] : []),
      ...[event.event_attributes, event.asset_attributes].map((attributes) => JSON.stringify(attributes)),
    ]);
}

function* fileTable(fleet: Fleet, { info }: ReportOf): Generator<string> {
  yield header(['event', 'file', 'name', 'type', 'bytes', 'sha256', 'entry']);
  for (const { event } of fleet.events(info.as_of))
    for (const attachment of attachmentsOf(event)) {
      const { blob, fileName, sha256 } = attachment;
      const file = fileIn(fleet, attachment);
      const entry = file ? packagedName(file) : '';
      yield row([event.identity, `blobs/${blob}`, fileName, file?.mime ?? '', file?.bytes ?? '', sha256, entry]);
    }
}
