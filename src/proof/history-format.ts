import type { ProvenEvent } from './format.ts';
import type { ContentOpening, LogProof, LogStamp } from './log-format.ts';

/** The format of a complete history. */
export const HISTORY = 'asset-evidence-history/1';

/**
 * All events of an asset in one log, as of a map of the log (docs/log-entries.md): a JSON object that can be verified
 * offline, and in one pass, because `events` is its last member.
 */
export type History = HistoryHead & { events: HistoryItem[] };

export type HistoryHead = {
  format: typeof HISTORY;
  /** The log: that of the tenancy that owns the asset, or that of all public events (without principals). */
  view: 'tenant' | 'public';
  asset_identity: string;
  /** A tree of the log with the entry of the map, a signed note with cosignatures of witnesses. */
  checkpoint: string;
  /** The first entry of the log (LOGGENESISV1) and the last one of a map (LOGMAPV1), each with its inclusion proof. */
  genesis: ProvenEntry;
  map: ProvenEntry;
  /** base64url: the path from the value of the asset to the root of the map. */
  path: string;
  /** Only if they were asked for: time stamps of trees with the entry of the map. */
  stamps?: LogStamp[];
  /** The number of events. */
  count: number;
};

/** `entry`: base64. `path`: base64url, hashes of 32 bytes. */
export type ProvenEntry = { entry: string; path: string };

/** The fields of an event that its entry covers. */
export const COVERED_FIELDS = [
  'identity',
  'asset_identity',
  'event_attributes',
  'asset_attributes',
  'operation',
  'behaviour',
  'timestamp_declared',
  'timestamp_accepted',
  'principal_declared',
  'principal_accepted',
  'from',
  'tenant_identity',
] as const;

/** An event as far as its entry covers it: without its status and its transaction. */
export type CoveredEvent = Pick<ProvenEvent, (typeof COVERED_FIELDS)[number]>;

/** An event that the reader may see, or the leaf hash of its entry, 64 hexadecimal digits. */
export type HistoryItem =
  | { event: CoveredEvent; entry: LogProof['entry']; content: Exclude<ContentOpening, { commitment: string }> }
  | { leaf: string };
