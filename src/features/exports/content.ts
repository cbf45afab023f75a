import type { TenantScope } from '../../access/scope.ts';
import type { Config, Env } from '../../settings/config.ts';
import type { ExportLog, OtherEntry } from '../../formats/exports/manifest.ts';
import type { RecordKind } from '../../formats/exports/format.ts';
import type { Cursor } from '../../lib/paging.ts';
import type { Blob } from '../blobs/tables.ts';
import type { ExportRow } from './tables.ts';

/** What an export has of the log, except for the entries that are found with the events. */
export type ExportTree = Omit<ExportLog, 'entries'>;

/** A running export, as a step reads it. */
export type ExportRun = {
  row: ExportRow;
  /** The rights of the principal that created the export. */
  scope: TenantScope;
  config: Config;
  /** For readers that need the node of the chain. */
  env: Env;
  /** The tree that all proofs are about; null: the tenancy has no events. */
  log: ExportTree | null;
};

/** A line of a file. `after`: the cursor that continues behind it. */
export type ExportLine = {
  text: string;
  after: Cursor;
  /** The blob whose bytes are a file of the export. */
  blob?: Blob;
  /** Whether the line has a statement of an author. */
  hasStatement?: boolean;
};

/** Some lines of a kind. `next`: the cursor that continues behind them; undefined at the end of the kind. */
export type ExportPage = { lines: ExportLine[]; next: Cursor | undefined; entries?: OtherEntry[] };

/** Reads at most `limit` lines after a cursor (empty: from the start). Throws ServiceError if the rights have ended. */
export type RecordReader = (running: ExportRun, after: Cursor, limit: number) => Promise<ExportPage>;

export type RecordReaders = Record<RecordKind, RecordReader>;

/** The page with these lines, of which one more than `limit` were read to find out whether there are more. */
export function pageOf(lines: ExportLine[], limit: number): ExportPage {
  const kept = lines.slice(0, limit);
  return { lines: kept, next: lines.length > limit ? kept.at(-1)!.after : undefined };
}
