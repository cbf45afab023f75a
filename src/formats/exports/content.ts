import { fileHashes } from '../records/attachments.ts';
import { HOME_LOCATION } from '../records/attribute-labels.ts';
import type { AttributeMap, Attributes, AttributeValue } from '../records/attributes.ts';
import { canonicalJson } from '../../lib/digest.ts';
import type { RecordKind } from './format.ts';
import { fileKeyOf, type Markers, type OriginalEvent } from './imported.ts';

/**
 * The content of an export, without what another deployment gives its records: identities, accepted times, principals
 * that created them, proofs. An import and another export have the same content (docs/export.md names the exceptions).
 */

/** A line of an export, parsed. */
export type ExportRecord = { kind: RecordKind; value: any };

/**
 * The content of the records as texts, each with its kind, in ascending order. `imported`: the attributes with which an
 * import has marked them; they lead back to the original identities, and are left out themselves. Of blobs, it has
 * those that events name.
 */
export function exportContent(records: readonly ExportRecord[], imported?: Markers): string[] {
  const reduction = new Reduction(records, imported);
  return [...new Set(records.flatMap((record) => reduction.of(record) ?? []))].toSorted();
}

class Reduction {
  readonly #imported: Markers | undefined;
  /** Original identities of locations by those of the records. */
  readonly #locations = new Map<string, string>();
  /** The SHA-256 of blobs by their identities. */
  readonly #blobs = new Map<string, string>();
  /** The SHA-256 of the files that events name. */
  readonly #files: ReadonlySet<string>;

  constructor(records: readonly ExportRecord[], imported: Markers | undefined) {
    this.#imported = imported;
    this.#files = new Set(
      records.flatMap(({ kind, value }) =>
        kind === 'events' ? fileHashes(value.event.event_attributes, value.event.asset_attributes) : [],
      ),
    );
    for (const { kind, value } of records) if (kind === 'blobs') this.#blobs.set(value.blob.identity, value.sha256);
    if (!imported) return;
    for (const { kind, value } of records) {
      const marker =
        kind === 'locations' ? (value.attributes[imported.location] as AttributeMap | undefined) : undefined;
      if (marker) this.#locations.set(value.identity, marker['identity']!);
    }
  }

  of({ kind, value }: ExportRecord): string | undefined {
    const content = this.#contentOf(kind, value);
    return content && `${kind} ${canonicalJson(content)}`;
  }

  #contentOf(kind: RecordKind, value: any): object | undefined {
    switch (kind) {
      case 'assets':
        return this.#asset(value);
      case 'events':
        return this.#event(value);
      case 'locations': {
        const { identity, owner: _owner, tenant: _tenant, permissions: _permissions, attributes, ...rest } = value;
        return {
          ...rest,
          identity: this.#locations.get(identity) ?? identity,
          attributes: this.#attributes(attributes),
        };
      }
      case 'anchors':
      case 'maps':
      case 'stamps':
        return undefined;
      case 'blobs':
        return this.#files.has(value.sha256) ? { sha256: value.sha256, bytes: value.bytes } : undefined;
      default: {
        const { identity: _identity, tenant: _tenant, ...rest } = value;
        return JSON.parse(this.#withLocations(JSON.stringify(rest))) as object;
      }
    }
  }

  #asset({ identity, attributes, behaviours, tracked, public: isPublic, proof_mechanism }: any): object {
    const marker = this.#marker(attributes, 'asset');
    return {
      identity: marker?.['identity'] ?? identity,
      attributes: this.#attributes(attributes),
      behaviours: (behaviours as string[]).toSorted(),
      tracked,
      public: isPublic,
      proof_mechanism,
    };
  }

  #event({ event, proof }: { event: OriginalEvent; proof: { entry: { public: boolean; sequence: number } } }): object {
    const marker = this.#marker(event.event_attributes, 'event') ?? this.#marker(event.asset_attributes, 'creation');
    const { public: isPublic, sequence } = proof.entry;
    const identity = marker?.['identity'] ?? event.identity;
    const declared = parsed(marker?.['principal_declared']) ?? event.principal_declared;
    const accepted = parsed(marker?.['principal_accepted']) ?? (marker ? declared : event.principal_accepted);
    const erased = parsed(marker?.['erased']) ?? event.erased;
    const isCreation = event.operation === 'NewAsset';
    return {
      identity,
      asset_identity: identity.replace(/\/events\/.*$/, ''),
      sequence,
      operation: marker?.['operation'] ?? event.operation,
      behaviour: marker?.['behaviour'] ?? event.behaviour,
      event_attributes: this.#attributes(event.event_attributes),
      asset_attributes: this.#attributes(event.asset_attributes),
      timestamp_declared: marker?.['timestamp_declared'] ?? event.timestamp_declared,
      timestamp_accepted: marker?.['timestamp_accepted'] ?? event.timestamp_accepted,
      // An import leaves principals out of attributes that are public.
      ...(isPublic
        ? { principal_declared: isCreation ? undefined : declared }
        : { principal_declared: declared, principal_accepted: accepted }),
      ...(erased ? { erased: isPublic ? { ...(erased as object), principal: undefined } : erased } : {}),
    };
  }

  #marker(attributes: Attributes, name: keyof Markers): AttributeMap | undefined {
    const value = this.#imported && attributes[this.#imported[name]];
    return value === undefined || typeof value === 'string' || Array.isArray(value) ? undefined : value;
  }

  /** Attributes without those of the import. A file is named by its hash instead of its identity. */
  #attributes(attributes: Attributes): Attributes {
    const own: string[] = Object.values(this.#imported ?? {});
    return Object.fromEntries(
      Object.entries(attributes)
        .filter(([name]) => !own.includes(name))
        .map(([name, value]) => [name, this.#value(name, value)]),
    );
  }

  #value(name: string, value: AttributeValue): AttributeValue {
    if (typeof value === 'string') return name === HOME_LOCATION ? this.#withLocations(value) : value;
    if (Array.isArray(value)) return value.map(byHash);
    const key = fileKeyOf(name);
    const hash = key === undefined ? undefined : this.#blobs.get(value[key] ?? '');
    return key === undefined || hash === undefined ? byHash(value) : { ...value, [key]: `sha256 ${hash}` };
  }

  #withLocations(text: string): string {
    return text.replace(/locations\/[0-9a-f-]{36}/g, (identity) => this.#locations.get(identity) ?? identity);
  }
}

function byHash(map: AttributeMap): AttributeMap {
  const copy = { ...map };
  for (const [key, hash] of [
    ['arc_blob_identity', 'arc_blob_hash_value'],
    ['arc_attachment_identity', 'arc_hash_value'],
  ] as const)
    if (copy[key] !== undefined && copy[hash] !== undefined) copy[key] = `sha256 ${copy[hash].toLowerCase()}`;
  return copy;
}

const parsed = (text: string | undefined): any => (text === undefined ? undefined : JSON.parse(text));
