import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { ApiKind, RecordKind } from '../../../../src/formats/exports/format.ts';
import {
  assetRequest,
  eventRequest,
  generationAfter,
  type Known,
  type OriginalEvent,
  type Source,
} from '../../../../src/formats/exports/imported.ts';
import type { ExportLog, Manifest } from '../../../../src/formats/exports/manifest.ts';
import type { FileName } from '../../../../src/lib/file-name.ts';
import { readBlobLine, readEventLine, readRecordLine, type ApiRecord } from '../../../../src/proof/exports/lines.ts';
import type { LogProof } from '../../../../src/proof/log-format.ts';
import { reasonOf } from '../../../../src/proof/report.ts';
import { gzipLines } from '../../exports/files.ts';
import type { Line } from '../lines.ts';
import type { Mapped } from '../../../../src/formats/import/mapping.ts';

/** Where a line of a file of events is. */
export type EventPlace = { file: FileName; line: number };

/** The files of an export as the import reads them. */
export class ExportSource {
  readonly directory: string;
  readonly manifest: Manifest;
  readonly manifestSha256: string;
  /** What events need of other records: in a temporary file, because there may be millions. */
  readonly #db = new DatabaseSync('');
  readonly #behaviours: StatementSync;
  /** The number of this import among those that have marked the records. */
  generation = 1;

  constructor(directory: string, manifest: Manifest, sha256: string) {
    this.directory = directory;
    this.manifest = manifest;
    this.manifestSha256 = sha256;
    this.#db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
      CREATE TABLE assets (identity TEXT PRIMARY KEY, behaviours TEXT NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE blobs (identity TEXT PRIMARY KEY, file TEXT NOT NULL, bytes INTEGER NOT NULL,
        sha256 TEXT NOT NULL) STRICT, WITHOUT ROWID; BEGIN`);
    this.#behaviours = this.#db.prepare('SELECT behaviours FROM assets WHERE identity = ?');
  }

  /** Reads the records that events need. */
  async readRecords(): Promise<void> {
    const put = this.#db.prepare('INSERT OR IGNORE INTO assets (identity, behaviours) VALUES (?, ?)');
    for await (const { record } of this.records('assets')) {
      put.run(record.identity, JSON.stringify(record['behaviours'] ?? []));
      this.#count(record);
    }
    for await (const { record } of this.records('locations')) this.#count(record);
    const putBlob = this.#db.prepare('INSERT OR IGNORE INTO blobs (identity, file, bytes, sha256) VALUES (?, ?, ?, ?)');
    for (const file of this.filesOf('blobs'))
      for await (const { line, text } of this.lines(file)) {
        const { blob, file: name, bytes, sha256 } = placed(file, line, () => readBlobLine(text));
        if (name !== null) putBlob.run(blob.identity, name, bytes, sha256);
      }
  }

  /** The file with the bytes of a blob; undefined if the export does not have them. */
  blobOf(identity: string): { name: FileName; bytes: number; sha256: string } | undefined {
    return this.#db.prepare('SELECT file AS name, bytes, sha256 FROM blobs WHERE identity = ?').get(identity) as never;
  }

  #count({ attributes }: ApiRecord): void {
    this.generation = Math.max(this.generation, generationAfter(Object.keys(attributes ?? {})));
  }

  /** The names of the files of a kind, in their order. */
  filesOf(kind: RecordKind | 'blob'): FileName[] {
    return this.manifest.files.filter((file) => file.kind === kind).map(({ name }) => name);
  }

  /** The records of a kind. Throws an Error that names file and line. */
  async *records(kind: ApiKind): AsyncGenerator<EventPlace & { record: ApiRecord }> {
    for (const file of this.filesOf(kind))
      for await (const { line, text } of this.lines(file))
        yield { file, line, record: placed(file, line, () => readRecordLine(text, kind)) };
  }

  /** The lines of a file. Throws an Error that names it. */
  async *lines(file: FileName): AsyncGenerator<{ line: number; text: string }> {
    try {
      yield* gzipLines(this.directory, file);
    } catch (error) {
      throw new Error(`${file}: ${reasonOf(error)}`, { cause: error });
    }
  }

  /** The lines of all files of events after the first `skip`. `line` counts from 1 over all files. */
  async *events(skip: number): AsyncGenerator<Line> {
    let number = 0;
    for (const { name: file, lines, kind } of this.manifest.files) {
      if (kind !== 'events') continue;
      if (number + lines <= skip) {
        number += lines;
        continue;
      }
      for await (const { line, text } of this.lines(file)) {
        number += 1;
        if (number > skip) yield { line: number, bytes: 0, fields: { text, place: { file, line } } };
      }
    }
  }

  /** The place of the line with this number over all files of events. */
  placeOf(number: number): EventPlace {
    let before = 0;
    for (const { name, kind, lines } of this.manifest.files) {
      if (kind !== 'events') continue;
      if (number <= before + lines) return { file: name, line: number - before };
      before += lines;
    }
    throw new RangeError(`the export has ${before} events`);
  }

  /** The proof of a line of events. Throws an Error that names file and line. */
  proofOf(text: string, { file, line }: EventPlace): LogProof {
    return placed(file, line, () => readEventLine(text, this.manifest.log as ExportLog).proof);
  }

  /** The request for an event. `proof.blob`: the uploaded file with its proof. */
  mappedOf(
    { event: shown, entry }: LogProof,
    proof: { blob: string; line: number },
    source: Source,
    known: Known,
  ): Mapped {
    const event = shown as unknown as OriginalEvent;
    const line = { event, entry, proof };
    const asset = originalAsset(event);
    const idempotency_key = `import ${event.identity}`;
    const { creation, event: marker } = source.markers;
    const used = [creation, marker].find((name) => name in event.event_attributes || name in event.asset_attributes);
    if (used !== undefined) return { problem: `${event.identity}: has the attribute ${used}, which the import needs` };
    if (event.operation !== 'NewAsset')
      return { record: 'event', asset, body: { ...eventRequest(line, source, known), idempotency_key } };
    const behaviours = this.#behavioursOf(event.asset_identity);
    return { record: 'asset', asset, body: { ...assetRequest(line, behaviours, source, known), idempotency_key } };
  }

  #behavioursOf(asset: string): string[] {
    const row = this.#behaviours.get(asset) as { behaviours: string } | undefined;
    return row ? (JSON.parse(row.behaviours) as string[]) : [];
  }
}

/** The name of an asset in the state of the import: not its identity, which would be taken for one of the service. */
export const originalAsset = ({ asset_identity }: Pick<OriginalEvent, 'asset_identity'>): string =>
  asset_identity.slice('assets/'.length);

function placed<T>(file: string, line: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${file} line ${line}: ${reasonOf(error)}`, { cause: error });
  }
}
