import type { RecordKind } from '../exports/format.ts';
import { apply, type AssetState } from '../records/asset-state.ts';
import type { Attributes } from '../records/attributes.ts';
import type { PrincipalInfo } from '../../lib/identifiers.ts';
import { PACKAGE_BOUNDS, type PackagedFile } from './format.ts';

/** What a report shows of an event. The log covers all of it. */
export type ReportedEvent = {
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
  erased?: { timestamp: string; reason: string };
};

/** An event with its index in the log, and what its entry says of it. */
export type LoggedEvent = { index: number; sequence: number; mechanism: string; public: boolean; event: ReportedEvent };

/** An asset after its last event up to some time. */
export type AssetSummary = AssetState & {
  identity: string;
  mechanism: string;
  public: boolean;
  /** The number of its events, and the acceptance of the first and the last one. */
  events: number;
  first: string;
  last: string;
};

/**
 * The records of an export that a report shows, in memory. Add the lines of all files; the report reads them in the
 * order of the log.
 */
export class Fleet {
  readonly files = new Map<string, PackagedFile>();
  /** The names of locations, by their identity. */
  readonly places = new Map<string, string>();
  /** Events as JSON: objects would take several times as much memory. */
  readonly #events: string[] = [];
  readonly #ofAsset = new Map<string, number[]>();
  #characters = 0;

  /** Adds a line of a file. Throws RangeError above the bounds, and anything for a line that is not valid. */
  add(kind: RecordKind, line: string): void {
    if (kind === 'events') this.#addEvent(line);
    else if (kind === 'blobs') this.#addBlob(line);
    else if (kind === 'locations') {
      const { identity, display_name } = JSON.parse(line) as Record<string, unknown>;
      this.places.set(textOf(identity), textOf(display_name));
    }
  }

  #addEvent(line: string): void {
    const { index, event, proof } = JSON.parse(line);
    const { sequence, proof_mechanism: mechanism, public: isPublic } = proof.entry;
    const kept = JSON.stringify({ index, sequence, mechanism, public: isPublic, event } satisfies LoggedEvent);
    this.#characters += kept.length;
    const of = this.#ofAsset.get(event.asset_identity) ?? [];
    if (of.length === 0) this.#ofAsset.set(event.asset_identity, of);
    of.push(this.#events.push(kept) - 1);
    bounded('events', this.#events.length);
    bounded('assets', this.#ofAsset.size);
    bounded('characters', this.#characters);
  }

  #addBlob(line: string): void {
    const { blob, file, bytes, sha256 } = JSON.parse(line);
    const uuid = textOf(blob.identity).slice('blobs/'.length);
    const isBad = blob.scanned_status === 'SCANNED_BAD';
    this.files.set(uuid, { uuid, mime: textOf(blob.mime_type), bytes, sha256, isIncluded: file !== null, isBad });
  }

  /** All events that were accepted until a time (RFC 3339 with microseconds; null: all), in the order of the log. */
  *events(until: string | null): Generator<LoggedEvent> {
    for (const text of this.#events) yield* eventIn(text, until);
  }

  /** The events of an asset. */
  *history(asset: string, until: string | null): Generator<LoggedEvent> {
    for (const n of this.#ofAsset.get(asset) ?? []) yield* eventIn(this.#events[n]!, until);
  }

  /** The assets with events until a time, in the order of their creation. */
  *assets(until: string | null): Generator<AssetSummary> {
    for (const identity of this.#ofAsset.keys()) {
      const summary = summaryOf(identity, this.history(identity, until));
      if (summary) yield summary;
    }
  }
}

function* eventIn(text: string, until: string | null): Generator<LoggedEvent> {
  const logged = JSON.parse(text) as LoggedEvent;
  if (until === null || logged.event.timestamp_accepted <= until) yield logged;
}

function summaryOf(identity: string, history: Iterable<LoggedEvent>): AssetSummary | undefined {
  let state: AssetState = { attributes: {}, behaviours: [], tracked: true };
  let last: LoggedEvent | undefined;
  let [events, first] = [0, ''];
  for (const logged of history) {
    const { event_attributes: eventAttributes, asset_attributes: assetAttributes, ...rest } = logged.event;
    state = apply(state, { ...rest, eventAttributes, assetAttributes });
    if (events === 0) first = rest.timestamp_accepted;
    events += 1;
    last = logged;
  }
  if (!last) return undefined;
  const { mechanism, public: isPublic, event } = last;
  return { ...state, identity, mechanism, public: isPublic, events, first, last: event.timestamp_accepted };
}

function bounded(what: 'events' | 'assets' | 'characters', n: number): void {
  const most = PACKAGE_BOUNDS[what];
  const counted = what === 'characters' ? 'characters of events' : what;
  if (n > most)
    throw new RangeError(
      `a package can have at most ${most.toLocaleString('en')} ${counted}: use the files of the export instead`,
    );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
