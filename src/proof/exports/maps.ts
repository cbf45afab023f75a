import { parseMapEntry } from '../../formats/completeness/map-entry.ts';
import type { MapLine } from '../../formats/exports/lines.ts';
import type { ExportLog } from '../../formats/exports/manifest.ts';
import { ENTRY_SCHEMAS } from '../../formats/log/entry.ts';
import { leafHash } from '../../formats/log/tree.ts';
import { fromCanonicalBase64 } from '../../lib/text.ts';
import { formatMicros, parseTimestamp, type Micros } from '../../lib/time.ts';
import { parseDocument } from '../document.ts';
import type { AuthorEntry } from '../author-bracket.ts';
import { must } from '../report.ts';
import { record, text, whole } from '../shape.ts';

const mapLine = record<MapLine>({ index: whole, entry: text });

/** Reads the maps of an export. Holds the leaf hash of each, until the tree of the log is computed. */
export class MapLines {
  readonly #log: ExportLog;
  #last = 0;
  /** The leaf hashes of the entries, by their indexes. */
  readonly leaves = new Map<number, Uint8Array>();
  readonly #indexes: number[] = [];
  readonly #created: Micros[] = [];

  constructor(log: ExportLog) {
    this.#log = log;
  }

  /** Verifies a line. Throws Problem or RangeError, which says what is wrong. */
  check(line: string): void {
    const { index, entry } = mapLine(parseDocument(line), 'the line');
    must(
      index > this.#last && index < this.#log.size,
      `index must be above ${this.#last} and below the size of the log`,
    );
    const bytes = fromCanonicalBase64(entry);
    must(bytes !== undefined, 'entry must be an entry of a log in base64');
    const { log, size, created } = parseMapEntry(bytes);
    must(log === this.#log.id, `the entry is of the log ${log}, not of ${this.#log.id}`);
    must(size === index, `the entry must cover the ${index} entries before it, not ${size}`);
    const at = parseTimestamp(created);
    must(at !== undefined, 'the entry must have a time');
    this.#last = index;
    this.leaves.set(index, leafHash(bytes));
    this.#indexes.push(index);
    this.#created.push(at.us);
  }

  /** The last map in the tree of a size. */
  lastBefore(size: number): AuthorEntry | undefined {
    let [low, high] = [0, this.#indexes.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (this.#indexes[middle]! < size) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return undefined;
    const [index, us] = [this.#indexes[low - 1]!, this.#created[low - 1]!];
    return { index, schema: ENTRY_SCHEMAS.map, created: formatMicros(us), fields: {} };
  }
}
