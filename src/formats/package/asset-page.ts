import { attachmentsIn, type Attachment } from '../records/attachments.ts';
import { HOME_LOCATION, LABELS } from '../records/attribute-labels.ts';
import type { Attributes, AttributeMap, AttributeValue } from '../records/attributes.ts';
import { isAcceptedElsewhen } from '../records/event-times.ts';
import { OPERATION_TITLES } from '../records/operation-titles.ts';
import { correctedMark, correctionsIn, PageBreaks } from './corrections.ts';
import type { AssetSummary, Fleet, LoggedEvent } from './fleet.ts';
import { FOLDERS, isPicture, packagedName, type PackagedFile } from './format.ts';
import { counted, markup, moment, NOTHING, own, sizeText, type Html } from './markup.ts';
import { facts, limits, page, person, type ReportOf } from './page.ts';

/** A page of the report. */
export type ReportPage = { name: string; text: string };

/** The name of a page of an asset, from 1. */
export const assetPage = (identity: string, number = 1): string =>
  `${FOLDERS.assets}${identity.slice('assets/'.length)}${number === 1 ? '' : `-${number}`}.html`;

/** The same, relative to the other pages of assets. */
const fileOf = (identity: string, number: number): string => assetPage(identity, number).slice(FOLDERS.assets.length);

/** A text attribute; empty without one. */
export function attributeText(attributes: Attributes, name: string): string {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : '';
  return typeof value === 'string' ? value : '';
}

/** The name of an asset for people. */
export const nameOf = ({ attributes, identity }: Pick<AssetSummary, 'attributes' | 'identity'>): string =>
  attributeText(attributes, 'arc_display_name').trim() || identity;

/** The home location of an asset: its name if the export has it, otherwise its identity. */
export function placeOf({ attributes }: Pick<AssetSummary, 'attributes'>, fleet: Fleet): string {
  const identity = attributeText(attributes, HOME_LOCATION);
  return fleet.places.get(identity) || identity;
}

/** The report of an asset: its state, its files and its history, on as many pages as it needs. */
export function* assetPages(asset: AssetSummary, fleet: Fleet, of: ReportOf): Generator<ReportPage> {
  const until = of.info.as_of;
  let rows: Html[] = [];
  const breaks = new PageBreaks();
  const finish = (number: number, hasNext: boolean): ReportPage => {
    const name = nameOf(asset);
    const title = number === 1 ? name : `${name}, page ${number}`;
    const content = markup`${links(asset, number, hasNext)}
<h1>${own(title)}</h1>
${number === 1 ? stateOf(asset, fleet, of) : NOTHING}
${history(title, asset, rows)}`;
    const made = { name: assetPage(asset.identity, number), text: page(title, content, of) };
    rows = [];
    return made;
  };
  const corrections = correctionsIn(asset, fleet, until, (logged) => eventRow(logged, fleet));
  for (const logged of fleet.history(asset.identity, until)) {
    const row = eventRow(logged, fleet);
    if (breaks.add(row)) yield finish(breaks.number - 1, true);
    const by = corrections.get(logged.event.identity);
    const pageOf = (page: number): string => fileOf(asset.identity, page);
    rows.push(by ? eventRow(logged, fleet, correctedMark(by, eventTitle, pageOf)) : row);
  }
  yield finish(breaks.number, false);
}

const links = ({ identity }: AssetSummary, number: number, hasNext: boolean): Html => {
  const to = (page: number, label: string): Html => markup` · <a href="${fileOf(identity, page)}">${label}</a>`;
  return markup`<nav><a href="../index.html">All assets</a>${number > 1 ? to(number - 1, 'Earlier events') : NOTHING}${
    hasNext ? to(number + 1, 'Later events') : NOTHING
  }</nav>`;
};

function stateOf(asset: AssetSummary, fleet: Fleet, of: ReportOf): Html {
  const { attributes, identity, tracked, public: isPublic, mechanism, events, first, last } = asset;
  const { manifest, info } = of;
  const files = filesOf(asset, fleet, info.as_of);
  const place = placeOf(asset, fleet);
  return markup`<p class="lead">${own(attributeText(attributes, 'arc_display_type'))}</p>
${facts([
  ['Identity', markup`<code>${identity}</code>`],
  ['Owner', markup`<code>${manifest.tenancy}</code> at ${own(manifest.service)}`],
  ['State', info.as_of === null ? 'after its last event in the log' : markup`at ${moment(info.as_of)}`],
  ['Home location', place === '' || info.report === 2 ? place : own(place)],
  ['Tracked', tracked ? 'yes' : 'no'],
  ['Visibility', isPublic ? 'public' : 'members and partners'],
  ['Events', markup`${counted(events, 'event')}, from ${moment(first)} to ${moment(last)}`],
  ['Proof mechanism', mechanism],
])}
${limits(of, '../')}
<h2>State</h2>
${attributeList(attributes)}
${files.length === 0 ? NOTHING : markup`<h2>Files</h2>\n${files}`}`;
}

/** The files that the events of an asset name, each once. */
function filesOf({ identity }: AssetSummary, fleet: Fleet, until: string | null): Html[] {
  const named = new Map<string, Attachment>();
  for (const { event } of fleet.history(identity, until))
    for (const file of attachmentsOf(event)) if (!named.has(file.blob)) named.set(file.blob, file);
  return [...named.values()].map((file) => figure(file, fleet));
}

/** The attachments that an event names. */
export const attachmentsOf = (event: LoggedEvent['event']): Attachment[] =>
  [event.event_attributes, event.asset_attributes].flatMap((attributes) => attachmentsIn(attributes, '').attachments);

/** The file of an attachment, if the package has it. */
export function fileIn(fleet: Fleet, { blob, sha256 }: Attachment): PackagedFile | undefined {
  const file = fleet.files.get(blob);
  return file?.isIncluded === true && file.sha256 === sha256 ? file : undefined;
}

/** The name of an attachment, which leads to its file. */
function fileLink(attachment: Attachment, fleet: Fleet): Html {
  const file = fileIn(fleet, attachment);
  const name = own(attachment.fileName || `blobs/${attachment.blob}`);
  if (!file) return markup`${name} (not in this package)`;
  return file.isBad ? markup`${name} (malware was found)` : markup`<a href="../${packagedName(file)}">${name}</a>`;
}

function figure(attachment: Attachment, fleet: Fleet): Html {
  const file = fileIn(fleet, attachment);
  const isShown = file !== undefined && isPicture(file.mime) && !file.isBad;
  const picture = isShown ? markup`<img src="../${packagedName(file)}" alt="" loading="lazy">` : NOTHING;
  const type = file ? markup`${own(file.mime)}, ${sizeText(file.bytes)}<br>` : NOTHING;
  return markup`<figure>${picture}<figcaption>${fileLink(attachment, fleet)}<br>${type}
SHA-256 <code>${attachment.sha256}</code></figcaption></figure>\n`;
}

const history = (title: string, { identity }: AssetSummary, rows: readonly Html[]): Html => markup`<h2>History</h2>
<table>
<thead>
<tr class="running"><th colspan="3">${own(title)} · <code>${identity}</code></th></tr>
<tr><th scope="col">Recorded</th><th scope="col">Event</th><th scope="col">Entry in the log</th></tr>
</thead>
<tbody>
${rows}</tbody>
</table>`;

/** The title of an event: its type, or the words for its operation. */
export function eventTitle({ operation, event_attributes }: LoggedEvent['event']): string {
  const type = attributeText(event_attributes, 'arc_display_type').trim();
  return type || (Object.hasOwn(OPERATION_TITLES, operation) ? OPERATION_TITLES[operation]! : operation);
}

function eventRow({ index, sequence, event }: LoggedEvent, fleet: Fleet, mark = NOTHING): Html {
  const { timestamp_declared: declared, timestamp_accepted: accepted, erased } = event;
  const isElsewhen = isAcceptedElsewhen(declared, accepted);
  const files = attachmentsOf(event).map((file) => markup`<li>${fileLink(file, fleet)}</li>`);
  const by = person(event.principal_declared);
  const recorder = person(event.principal_accepted);
  const isSame = textOf(by) === textOf(recorder);
  return markup`<tr id="entry-${index}"><td>${moment(accepted)}${
    isElsewhen ? markup`<br><span class="soft">stated: ${moment(declared)}</span>` : NOTHING
  }</td><td><h3>${own(eventTitle(event))}</h3>${mark}${
    erased ? markup`<p>Its content was erased at ${moment(erased.timestamp)}: ${own(erased.reason)}</p>` : NOTHING
  }${by === '' ? NOTHING : markup`<p class="soft">by ${by}</p>`}${
    isSame || recorder === '' ? NOTHING : markup`<p class="soft">recorded by ${recorder}</p>`
  }${attributesOf('Stated', event.event_attributes)}${attributesOf('Changes to the asset', event.asset_attributes)}${
    files.length === 0 ? NOTHING : markup`<h4>Files</h4><ol>${files}</ol>`
  }</td><td>${index}<br><span class="soft">event ${sequence} of the asset</span><br><code>${event.identity.replace(
    /^.*\//,
    '',
  )}</code></td></tr>
`;
}

const textOf = (value: Html | string): string => (typeof value === 'string' ? value : value.text);

const attributesOf = (title: string, attributes: Attributes): Html =>
  Object.keys(attributes).length === 0 ? NOTHING : markup`<h4>${title}</h4>${attributeList(attributes)}`;

const attributeList = (attributes: Attributes): Html =>
  markup`<dl>
${Object.entries(attributes).map(attributeRow)}</dl>`;

const attributeRow = ([name, value]: [string, AttributeValue]): Html =>
  markup`<dt>${labelOf(name)}</dt><dd>${valueOf(value)}</dd>\n`;

const labelOf = (name: string): Html =>
  LABELS.has(name) ? markup`${LABELS.get(name)!} <span class="soft">${own(name)}</span>` : own(name);

function valueOf(value: AttributeValue): Html {
  if (typeof value === 'string') return own(value);
  if (!Array.isArray(value)) return mapOf(value);
  return markup`<ol>${value.map((map) => markup`<li>${mapOf(map)}</li>`)}</ol>`;
}

const mapOf = (map: AttributeMap): Html =>
  markup`<dl>${Object.entries(map).map(([key, text]) => markup`<dt>${own(key)}</dt><dd>${own(text)}</dd>`)}</dl>`;
