import { describe } from '../../lib/describe.ts';
import { ambient, formatMicros, nowMicros } from '../../lib/time.ts';
import { encodeMapEntry } from '../../formats/completeness/map-entry.ts';
import type { Database } from '../../platform/database/database.ts';
import { log } from '../../platform/log.ts';
import { continueMap, hasUncovered } from '../maps/log-map.ts';
import { leafOfEntry, type LogLeaf } from './leaf.ts';
import { signedTree, type SequencerState } from './sequencing.ts';

/**
 * When the first event that no map of the log covers was appended, in milliseconds; null: a map covers all events.
 * Undefined: not known, because the record is of a version without maps, or the storage was lost.
 */
export type Uncovered = number | null | undefined;

type Record = { log: { id: string }; stored: SequencerState<LogLeaf>; uncovered?: Uncovered };

/** The part of the time after an event that passes before its map is made: the rest is for making it. */
const WAITED = 0.75;
/** Milliseconds until a map that could not be continued is continued again. */
const RETRY_AFTER = 30_000;

/** Decides when the map of a log is continued, and when its root becomes an entry. Never fails an append. */
export class MapSchedule {
  readonly #db: Database;
  readonly #seconds: number;
  #retryAt = 0;
  /** A log and a size up to which its map is known to cover all events, although the record does not say so. */
  #covered: { log: string; size: number } | undefined;

  /** `seconds`: after an event, until its map; 0: never. */
  constructor(db: Database, seconds: number) {
    this.#db = db;
    this.#seconds = seconds;
  }

  /** When the map of a log is to be continued, in milliseconds; undefined: it covers all events. */
  dueAt({ log: { id }, stored, uncovered }: Record): number | undefined {
    const { size } = signedTree(stored);
    const isCovered = uncovered === null || (this.#covered?.log === id && this.#covered.size === size);
    if (this.#seconds === 0 || size === 0 || stored.ended || isCovered) return undefined;
    return Math.max((uncovered ?? 0) + this.#seconds * 1000 * WAITED, this.#retryAt);
  }

  /**
   * The entry of the map of all entries of the signed tree, if it is due; its row must have this tree. Undefined while
   * the map does not cover all of them: each call continues it by one step.
   */
  async leaf(record: Record): Promise<LogLeaf | undefined> {
    const dueAt = this.dueAt(record);
    if (dueAt === undefined || dueAt > ambient.now()) return undefined;
    const { id } = record.log;
    const { size } = signedTree(record.stored);
    try {
      const map = await continueMap(this.#db, id, size);
      if (map && map.size > size) throw new Error('the map covers more than the log has');
      if (map?.size !== size) return undefined;
      if (await hasUncovered(this.#db, id))
        return leafOfEntry(encodeMapEntry({ ...map, log: id, created: formatMicros(nowMicros()) }));
      this.#covered = { log: id, size };
    } catch (error) {
      this.#retryAt = ambient.now() + RETRY_AFTER;
      log('warn', 'the map of a log could not be continued', { log: id, error: describe(error) });
    }
    return undefined;
  }
}

/** When the first uncovered event was appended, once `next` is stored in place of the state of the record. */
export function uncoveredAfter({ stored, uncovered }: Record, next: SequencerState<LogLeaf>): Uncovered {
  if (!next.bundle) return signedTree(next).size === signedTree(stored).size ? uncovered : undefined;
  if (next.bundle === stored.bundle) return uncovered;
  const { leaves } = next.bundle;
  const hasEvents = leaves.some(({ event }) => event !== undefined);
  if (leaves.some(isMap)) return hasEvents ? ambient.now() : null;
  return hasEvents && uncovered === null ? ambient.now() : uncovered;
}

/** The genesis and changes of keys name keys, those of authors' keys a change, and every other entry is of an event. */
const isMap = ({ event, keys, change }: LogLeaf): boolean =>
  event === undefined && keys === undefined && change === undefined;
