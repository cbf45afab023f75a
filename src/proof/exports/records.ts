import type { Attributes } from '../../formats/records/attributes.ts';
import { changesOf } from '../../formats/records/asset-state.ts';
import { canonicalJson } from '../../lib/digest.ts';
import type { ProvenEvent } from '../format.ts';
import type { ApiRecord } from './lines.ts';

/** What the entry of an event says about its position in its asset. */
export type EntryFacts = { sequence: number; proof_mechanism: string; public: boolean };

/** What is known of an asset after its last event so far. */
export type AssetFacts = {
  seq: number;
  accepted: string;
  tracked: boolean;
  mechanism: string;
  public: boolean;
};

/** What the verification of an export keeps of the records before. There may be millions. */
export type RecordStore = {
  asset: (identity: string) => AssetFacts | undefined;
  putAsset: (identity: string, facts: AssetFacts) => void;
  /** The canonical JSON of an attribute. */
  attribute: (asset: string, name: string) => string | undefined;
  putAttribute: (asset: string, name: string, value: string) => void;
  attributeNames: (asset: string) => string[];
  /** Notes that the export lists an asset. Returns false if it was noted before. */
  list: (asset: string) => boolean;
  /** The assets with facts that were not listed. */
  unlisted: () => Iterable<string>;
  /** Notes the identity of a record. Returns false if it was noted before. */
  note: (identity: string) => boolean;
  /** The SHA-256 of a blob. */
  blob: (identity: string) => string | undefined;
  putBlob: (identity: string, sha256: string) => void;
};

/** Compares records with those before. */
export class Records {
  readonly #store: RecordStore;

  constructor(store: RecordStore) {
    this.#store = store;
  }

  /** Adds the next event of an asset. Returns what is inconsistent with the events before, if anything. */
  addEvent(event: ProvenEvent, entry: EntryFacts): string | undefined {
    const { asset_identity: asset } = event;
    const before = this.#store.asset(asset);
    const seq = (before?.seq ?? 0) + 1;
    this.#store.putAsset(asset, {
      seq,
      accepted: event.timestamp_accepted,
      tracked: trackedAfter(event, before?.tracked ?? true),
      mechanism: before?.mechanism ?? entry.proof_mechanism,
      public: before?.public ?? entry.public,
    });
    this.#applyAttributes(asset, event);
    if (!this.isNew(event.identity)) return 'the event is duplicated';
    if (entry.sequence !== seq)
      return (
        `entry.sequence must be ${seq}, because the export has ${seq - 1} events of its asset before, not ` +
        `${entry.sequence}`
      );
    if (before && event.timestamp_accepted <= before.accepted)
      return `timestamp_accepted must be after that of the event before of its asset, ${before.accepted}`;
    if (before && (before.mechanism !== entry.proof_mechanism || before.public !== entry.public))
      return 'entry.proof_mechanism and entry.public must be those of the other events of its asset';
    if (seq === 1 && event.operation !== 'NewAsset')
      return 'the first event of an asset must have the operation NewAsset';
    if (seq > 1 && event.operation === 'NewAsset')
      return 'only the first event of an asset can have the operation NewAsset';
    return undefined;
  }

  #applyAttributes(asset: string, event: ProvenEvent): void {
    const shown = event as unknown as { event_attributes: Attributes; asset_attributes: Attributes };
    const { event_attributes: eventAttributes, asset_attributes: assetAttributes } = shown;
    const listed = event.operation === 'Attach' ? this.#store.attribute(asset, 'arc_attachments') : undefined;
    const attributes: Attributes =
      listed === undefined ? {} : { arc_attachments: JSON.parse(listed) as Attributes[string] };
    const state = { attributes, behaviours: [], tracked: true };
    const changes = changesOf(state, { ...event, eventAttributes, assetAttributes });
    for (const [name, value] of Object.entries(changes)) this.#store.putAttribute(asset, name, canonicalJson(value));
  }

  /**
   * Compares an asset with the state that its events lead to. Returns what differs, or `newer` for an asset that has
   * changed after the last event of the export.
   */
  checkAsset(asset: ApiRecord): 'same' | 'newer' | { problem: string } {
    const facts = this.#store.asset(asset.identity);
    if (!facts) return 'newer';
    if (!this.#store.list(asset.identity)) return { problem: 'the asset is duplicated' };
    const accepted = asset['at_time'];
    if (typeof accepted === 'string' && accepted > facts.accepted) return 'newer';
    if (accepted !== facts.accepted) return { problem: `at_time must be that of its last event, ${facts.accepted}` };
    if (asset['public'] !== facts.public) return { problem: 'public must be that of its events' };
    if (asset['proof_mechanism'] !== facts.mechanism)
      return { problem: `proof_mechanism must be that of its events, ${facts.mechanism}` };
    if (asset['tracked'] !== (facts.tracked ? 'TRACKED' : 'NOT_TRACKED'))
      return { problem: 'tracked must be what its events lead to' };
    return this.#attributesDiffer(asset);
  }

  #attributesDiffer({ identity, attributes }: ApiRecord): 'same' | { problem: string } {
    if (attributes === null || typeof attributes !== 'object' || Array.isArray(attributes))
      return { problem: 'attributes must be an object' };
    for (const [name, value] of Object.entries(attributes))
      if (this.#store.attribute(identity, name) !== canonicalJson(value))
        return { problem: `attributes.${name} is not what its events lead to` };
    const lacks = this.#store.attributeNames(identity).find((name) => !Object.hasOwn(attributes, name));
    return lacks === undefined ? 'same' : { problem: `attributes.${lacks} is missing, which its events set` };
  }

  /** Assets with events that were not checked. */
  unlistedAssets(): Iterable<string> {
    return this.#store.unlisted();
  }

  /** Notes the identity of a record. Returns false if it is a duplicate. */
  isNew(identity: string): boolean {
    return this.#store.note(identity);
  }

  addBlob(identity: string, sha256: string): void {
    this.#store.putBlob(identity, sha256);
  }

  /** The SHA-256 of a blob that was added. */
  blobHash(identity: string): string | undefined {
    return this.#store.blob(identity);
  }
}

function trackedAfter({ operation, behaviour }: ProvenEvent, before: boolean): boolean {
  if (behaviour !== 'Builtin') return before;
  return operation === 'StartTracking' || (before && operation !== 'StopTracking');
}

/** Keeps the records in memory: of exports that are known to be small enough. */
export function memoryStore(): RecordStore {
  const assets = new Map<string, AssetFacts>();
  const attributes = new Map<string, Map<string, string>>();
  const [listed, noted, blobs] = [new Set<string>(), new Set<string>(), new Map<string, string>()];
  const isAdded = (set: Set<string>, value: string): boolean => set.size < set.add(value).size;
  return {
    asset: (identity) => assets.get(identity),
    putAsset: (identity, facts) => void assets.set(identity, facts),
    attribute: (asset, name) => attributes.get(asset)?.get(name),
    putAttribute(asset, name, value) {
      const of = attributes.get(asset) ?? new Map<string, string>();
      attributes.set(asset, of.set(name, value));
    },
    attributeNames: (asset) => [...(attributes.get(asset)?.keys() ?? [])],
    list: (asset) => isAdded(listed, asset),
    unlisted: () => [...assets.keys()].filter((identity) => !listed.has(identity)),
    note: (identity) => isAdded(noted, identity),
    blob: (identity) => blobs.get(identity),
    putBlob: (identity, sha256) => void blobs.set(identity, blobs.get(identity) ?? sha256),
  };
}
