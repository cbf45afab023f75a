import type { AttributeMap, Attributes, AttributeValue } from '../records/attributes.ts';
import { HOME_LOCATION } from '../records/attribute-labels.ts';
import { uuidOf, type PrincipalInfo } from '../../lib/identifiers.ts';

/**
 * How records of an export become requests to another deployment. It gives every record a new identity, so an attribute
 * has the original one. docs/export.md describes the attributes.
 */

/** The attributes that an import adds. A record that was imported several times has one set of them for each import. */
export type Markers = { asset: string; creation: string; event: string; location: string };

/** The attributes of the import with this number, from 1. */
export function markersOf(generation: number): Markers {
  const suffix = generation === 1 ? '' : `_${generation}`;
  return {
    asset: `imported_asset${suffix}`,
    creation: `imported_creation${suffix}`,
    event: `imported_event${suffix}`,
    location: `imported_location${suffix}`,
  };
}

/** The number of the import after those that have left these names of attributes. */
export function generationAfter(names: readonly string[]): number {
  const used = names.map((name) => /^imported_(?:asset|location)(?:_([1-9]\d{0,5}))?$/.exec(name));
  return 1 + Math.max(0, ...used.map((match) => (match ? Number(match[1] ?? 1) : 0)));
}

/** The fields of an event of an export that an import uses. */
export type OriginalEvent = {
  identity: string;
  asset_identity: string;
  operation: string;
  behaviour: string;
  event_attributes: Attributes;
  asset_attributes: Attributes;
  timestamp_declared: string;
  timestamp_accepted: string;
  principal_declared: PrincipalInfo;
  principal_accepted: PrincipalInfo;
  tenant_identity: string;
  erased?: { timestamp: string; principal: PrincipalInfo; reason: string; event_identity: string };
};

export type OriginalLine = {
  event: OriginalEvent;
  /** `proof.entry` of the line. */
  entry: { public: boolean; proof_mechanism: string };
  /** The identity of the uploaded file with its proof, and the line. */
  proof: { blob: string; line: number };
};

/** The identities that records have in the other deployment; undefined: none. */
export type Known = {
  blob: (identity: string) => string | undefined;
  location: (identity: string) => string | undefined;
};

/** What is the same for all records of an import. `manifest`: the identity of the uploaded manifest. */
export type Source = { markers: Markers; export: string; service: string; tenancy: string; manifest: string };

/** The request that creates an asset. `line`: its first event. `behaviours`: those that it has now. */
export function assetRequest(line: OriginalLine, behaviours: readonly string[], source: Source, known: Known) {
  const { event, entry } = line;
  const { markers, export: from, service, tenancy, manifest } = source;
  return {
    attributes: {
      ...importedAttributes(event.asset_attributes, known),
      [markers.asset]: { identity: event.asset_identity, tenancy, service, export: from, manifest },
      [markers.creation]: {
        ...markerOf(line, source),
        timestamp_declared: event.timestamp_declared,
        ...(entry.public ? {} : { principal_declared: JSON.stringify(event.principal_declared) }),
      },
    } as Attributes,
    behaviours: behaviours.filter((behaviour) => !ALWAYS.has(behaviour)),
    proof_mechanism: entry.proof_mechanism,
    public: entry.public,
  };
}

/** Every asset has these. */
const ALWAYS = new Set(['Builtin', 'AssetCreator']);
/**
 * The kind of event that stands for those that only the service can create, or that lack what their operation requires.
 */
const PLAIN = { operation: 'Record', behaviour: 'RecordEvidence' };

/** The request that appends an event other than the first one of its asset. */
export function eventRequest(line: OriginalLine, source: Source, known: Known) {
  const { event } = line;
  const { operation, behaviour, event_attributes, timestamp_declared, principal_declared } = event;
  const isPlain = event.erased !== undefined || operation === 'Erase';
  const attributes = importedAttributes(event_attributes, known);
  return {
    ...(isPlain ? PLAIN : { operation, behaviour }),
    timestamp_declared,
    principal_declared,
    event_attributes: {
      ...attributes,
      // Required of the operation, also if the files of its attachments are not in the export.
      ...(operation === 'Attach' && !isPlain ? { [APPENDED]: attributes[APPENDED] ?? [] } : {}),
      [source.markers.event]: {
        ...markerOf(line, source),
        ...(isPlain ? { operation, behaviour } : {}),
      },
    } as Attributes,
    asset_attributes: importedAttributes(event.asset_attributes, known),
  };
}

/**
 * What the new record cannot have: the original identity and times, and who created it. Events of public assets are
 * shown without principals, so their attributes do not name any.
 */
function markerOf({ event, entry, proof }: OriginalLine, { tenancy }: Source): AttributeMap {
  const { identity, timestamp_accepted, principal_accepted, principal_declared, erased } = event;
  const isSame = JSON.stringify(principal_accepted) === JSON.stringify(principal_declared);
  const shown = erased && entry.public ? { ...erased, principal: undefined } : erased;
  return {
    identity,
    tenancy,
    timestamp_accepted,
    ...(isSame || entry.public ? {} : { principal_accepted: JSON.stringify(principal_accepted) }),
    ...(shown ? { erased: JSON.stringify(shown) } : {}),
    proof: proof.blob,
    proof_line: String(proof.line),
  };
}

export const APPENDED = 'arc_append_attachments';
/** Lists whose items are attachments. */
export const LISTS = new Set(['arc_attachments', APPENDED]);
/** The type of a map that was an attachment, and the prefix of a list of them, whose files are not in the export. */
export const UNAVAILABLE = { type: 'imported_attachment', prefix: 'imported_' };

const MARKERS = /^imported_(asset|creation|event)(?:_[1-9]\d{0,5})?$/;

/** The key with the identity of a file that an import has uploaded, of the marker with a name. */
export const fileKeyOf = (name: string): string | undefined => {
  const [, kind] = MARKERS.exec(name) ?? [];
  return kind && (kind === 'asset' ? 'manifest' : 'proof');
};

/** The files that earlier imports of an event have uploaded, as its markers name them: UUIDs of blobs. */
export const uploadedFiles = (event: Pick<OriginalEvent, 'event_attributes' | 'asset_attributes'>): string[] =>
  Object.entries({ ...event.event_attributes, ...event.asset_attributes }).flatMap(([name, value]) => {
    const key = fileKeyOf(name);
    if (key === undefined || typeof value === 'string' || Array.isArray(value)) return [];
    return uuidOf('blobs', value[key] ?? '') ?? [];
  });

/**
 * Attributes with the identities of the other deployment. An attachment whose file is not in the export cannot be one
 * there: its map gets another type, and a list with it another name.
 */
export function importedAttributes(attributes: Attributes, known: Known): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => importedAttribute(name, value, known)));
}

function importedAttribute(name: string, value: AttributeValue, known: Known): [string, AttributeValue] {
  if (typeof value === 'string') return [name, name === HOME_LOCATION ? (known.location(value) ?? value) : value];
  if (Array.isArray(value)) {
    if (!LISTS.has(name)) return [name, value];
    const items = value.map((item) => withBlob(item, 'arc_attachment_identity', known));
    return items.includes(undefined) ? [`${UNAVAILABLE.prefix}${name}`, value] : [name, items as AttributeMap[]];
  }
  const uploaded = fileKeyOf(name);
  if (uploaded !== undefined) return [name, withBlob(value, uploaded, known) ?? value];
  if (value['arc_attribute_type'] !== 'arc_attachment') return [name, value];
  return [name, withBlob(value, 'arc_blob_identity', known) ?? { ...value, arc_attribute_type: UNAVAILABLE.type }];
}

function withBlob(map: AttributeMap, key: string, known: Known): AttributeMap | undefined {
  const identity = map[key] ?? '';
  const uuid = uuidOf('blobs', identity) ?? uuidOf('attachments', identity);
  const blob = uuid === undefined ? undefined : known.blob(`blobs/${uuid}`);
  return blob === undefined ? undefined : { ...map, [key]: blob };
}

/** A filter of a policy, `attributes.<name>=<value>`, with the location of the other deployment as its value. */
export function importedFilter(filter: string, known: Pick<Known, 'location'>): string {
  const [, start, value] = /^([^=]*=)(locations\/.+)$/.exec(filter) ?? [];
  return start === undefined ? filter : `${start}${known.location(value!) ?? value}`;
}
