import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Attributes } from '../../../../src/formats/records/attributes.ts';
import { canonicalJson } from '../../../../src/lib/digest.ts';
import { changesOf } from '../../../../src/ledger/records/asset.ts';
import type { ApiRecord } from '../../../../src/proof/exports/lines.ts';
import type { ProvenEvent } from '../../../../src/proof/format.ts';

/**
 * What the verification of an export knows of the records before: in a temporary file, because there may be millions.
 */

const TABLES = `
  CREATE TABLE assets (identity TEXT PRIMARY KEY, seq INTEGER NOT NULL, accepted TEXT NOT NULL,
    tracked INTEGER NOT NULL,
    mechanism TEXT NOT NULL, public INTEGER NOT NULL, isListed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  CREATE TABLE attributes (asset TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (asset, name))
    STRICT, WITHOUT ROWID;
  CREATE TABLE blobs (identity TEXT PRIMARY KEY, sha256 TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE records (identity TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
`;

/** What the entry of an event says about its position in its asset. */
export type EntryFacts = { sequence: number; proof_mechanism: string; public: boolean };

type AssetRow = {
  seq: number;
  accepted: string;
  tracked: number;
  mechanism: string;
  public: number;
  isListed: number;
};

export class Records {
  readonly #db: DatabaseSync;
  readonly #asset: StatementSync;
  readonly #putAsset: StatementSync;
  readonly #attribute: StatementSync;
  readonly #putAttribute: StatementSync;
  readonly #putRecord: StatementSync;

  constructor() {
    // An empty path is a temporary file that SQLite removes.
    this.#db = new DatabaseSync('');
    this.#db.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536; ${TABLES} BEGIN EXCLUSIVE`,
    );
    this.#asset = this.#db.prepare('SELECT * FROM assets WHERE identity = ?');
    this.#putAsset = this.#db.prepare(
      `INSERT INTO assets (identity, seq, accepted, tracked, mechanism, public) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (identity) DO UPDATE SET seq = excluded.seq, accepted = excluded.accepted,
          tracked = excluded.tracked`,
    );
    this.#attribute = this.#db.prepare('SELECT value FROM attributes WHERE asset = ? AND name = ?');
    this.#putAttribute = this.#db.prepare('INSERT OR REPLACE INTO attributes (asset, name, value) VALUES (?, ?, ?)');
    this.#putRecord = this.#db.prepare('INSERT OR IGNORE INTO records (identity) VALUES (?)');
  }

  /** Adds the next event of an asset. Returns what is inconsistent with the events before, if anything. */
  addEvent(event: ProvenEvent, entry: EntryFacts): string | undefined {
    const { asset_identity: asset } = event;
    const before = this.#row(asset);
    const seq = (before?.seq ?? 0) + 1;
    this.#putAsset.run(
      asset,
      seq,
      event.timestamp_accepted,
      Number(trackedAfter(event, before?.tracked !== 0)),
      entry.proof_mechanism,
      Number(entry.public),
    );
    this.#applyAttributes(asset, event);
    if (!this.isNew(event.identity)) return 'the event is duplicated';
    if (entry.sequence !== seq)
      return (
        `entry.sequence must be ${seq}, because the export has ${seq - 1} events of its asset before, not ` +
        `${entry.sequence}`
      );
    if (before && event.timestamp_accepted <= before.accepted)
      return `timestamp_accepted must be after that of the event before of its asset, ${before.accepted}`;
    if (before && (before.mechanism !== entry.proof_mechanism || before.public !== Number(entry.public)))
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
    const listed = event.operation === 'Attach' ? this.#value(asset, 'arc_attachments') : undefined;
    const attributes: Attributes =
      listed === undefined ? {} : { arc_attachments: JSON.parse(listed) as Attributes[string] };
    const state = { attributes, behaviours: [], tracked: true };
    const changes = changesOf(state, { ...event, eventAttributes, assetAttributes });
    for (const [name, value] of Object.entries(changes)) this.#putAttribute.run(asset, name, canonicalJson(value));
  }

  /**
   * Compares an asset with the state that its events lead to. Returns what differs, or `newer` for an asset that has
   * changed after the last event of the export.
   */
  checkAsset(asset: ApiRecord): 'same' | 'newer' | { problem: string } {
    const row = this.#row(asset.identity);
    if (!row) return 'newer';
    if (row.isListed) return { problem: 'the asset is duplicated' };
    this.#db.prepare('UPDATE assets SET isListed = 1 WHERE identity = ?').run(asset.identity);
    const accepted = asset['at_time'];
    if (typeof accepted === 'string' && accepted > row.accepted) return 'newer';
    if (accepted !== row.accepted) return { problem: `at_time must be that of its last event, ${row.accepted}` };
    if (asset['public'] !== Boolean(row.public)) return { problem: 'public must be that of its events' };
    if (asset['proof_mechanism'] !== row.mechanism)
      return { problem: `proof_mechanism must be that of its events, ${row.mechanism}` };
    if (asset['tracked'] !== (row.tracked ? 'TRACKED' : 'NOT_TRACKED'))
      return { problem: 'tracked must be what its events lead to' };
    return this.#attributesDiffer(asset);
  }

  #attributesDiffer({ identity, attributes }: ApiRecord): 'same' | { problem: string } {
    if (attributes === null || typeof attributes !== 'object' || Array.isArray(attributes))
      return { problem: 'attributes must be an object' };
    for (const [name, value] of Object.entries(attributes))
      if (this.#value(identity, name) !== canonicalJson(value))
        return { problem: `attributes.${name} is not what its events lead to` };
    const missing = this.#db.prepare('SELECT name FROM attributes WHERE asset = ?').all(identity) as { name: string }[];
    const lacks = missing.find(({ name }) => !Object.hasOwn(attributes, name));
    return lacks ? { problem: `attributes.${lacks.name} is missing, which its events set` } : 'same';
  }

  /** Assets with events that were not checked. */
  unlistedAssets(): Iterable<{ identity: string }> {
    return this.#db.prepare('SELECT identity FROM assets WHERE isListed = 0').iterate() as Iterable<never>;
  }

  /** Notes the identity of a record. Returns false if it is a duplicate. */
  isNew(identity: string): boolean {
    return this.#putRecord.run(identity).changes === 1;
  }

  addBlob(identity: string, sha256: string): void {
    this.#db.prepare('INSERT OR IGNORE INTO blobs (identity, sha256) VALUES (?, ?)').run(identity, sha256);
  }

  /** The SHA-256 of a blob that was added. */
  blobHash(identity: string): string | undefined {
    const row = this.#db.prepare('SELECT sha256 FROM blobs WHERE identity = ?').get(identity);
    return (row as { sha256: string } | undefined)?.sha256;
  }

  close(): void {
    this.#db.close();
  }

  #row(identity: string): AssetRow | undefined {
    return this.#asset.get(identity) as AssetRow | undefined;
  }

  #value(asset: string, name: string): string | undefined {
    return (this.#attribute.get(asset, name) as { value: string } | undefined)?.value;
  }
}

function trackedAfter({ operation, behaviour }: ProvenEvent, before: boolean): boolean {
  if (behaviour !== 'Builtin') return before;
  return operation === 'StartTracking' || (before && operation !== 'StopTracking');
}
