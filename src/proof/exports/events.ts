import { attachmentsIn, type Attachment } from '../../formats/records/attachments.ts';
import { equalBytes } from '../../lib/bytes.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import type { ExportLog, Manifest } from '../../formats/exports/manifest.ts';
import { toHex } from '../../lib/text.ts';
import { CompactRange, leafHash } from '../../formats/log/tree.ts';
import { ExportAuthors, type KnownAuthors } from './authors.ts';
import { readEventLine } from './lines.ts';
import { entryBytes } from './manifest.ts';
import type { MapLines } from './maps.ts';
import { entryChecks, leafOf, treeOf } from '../log-entry.ts';
import type { ProvenEvent } from '../format.ts';
import type { LogProof } from '../log-format.ts';
import { must, reasonOf, runStep } from '../report.ts';
import type { Records } from './records.ts';
import type { StampLines } from './stamps.ts';

/** A problem of a line, and the identity of its event if it could be read. */
export type EventProblem = { step: 'events' | 'authors' | 'stamps'; record: string | undefined; problem: string };

/**
 * Verifies the lines of events in their order, each with the one before, and computes the tree of the log from all of
 * its entries. Holds nothing of the lines before except in `records`.
 */
export class ExportEventLines {
  readonly #tenancy: string;
  readonly #log: ExportLog;
  readonly #records: Records;
  readonly #tree: Tree;
  readonly #stamps: StampLines;
  readonly authors: ExportAuthors;
  /**
   * The number of attachments whose files the export does not have, and of those whose hashes are those of the files.
   */
  readonly attachments = { without: 0, same: 0 };
  erased = 0;

  /** `sizes`: of trees whose roots are wanted; `known`: keys of authors; `stamps`: with all of their lines. */
  constructor(
    { tenancy, version }: Manifest,
    log: ExportLog,
    records: Records,
    {
      maps,
      stamps,
      sizes,
      known,
    }: { maps: MapLines; stamps: StampLines; sizes: readonly number[]; known: KnownAuthors },
  ) {
    this.#tenancy = tenancy;
    this.#log = log;
    this.#records = records;
    this.#tree = new Tree(log, maps.leaves, sizes);
    this.#stamps = stamps;
    this.authors = new ExportAuthors(log, { version, maps, known });
  }

  /** Verifies a line. Returns what is wrong. */
  check(line: string): EventProblem[] {
    let event: ProvenEvent | undefined;
    try {
      const { proof, author } = readEventLine(line, this.#log);
      ({ event } = proof);
      const { identity } = event;
      const problems = [
        proofProblem(proof),
        this.#tree.add(proof),
        this.#ownProblem(event),
        this.#records.addEvent(event, proof.entry),
        ...this.#attachmentProblems(event),
      ];
      if (event.erased) this.erased += 1;
      const found: [EventProblem['step'], string | undefined][] = [
        ...problems.map((problem) => ['events', problem] as ['events', string | undefined]),
        ['authors', this.authors.problem(proof, author)],
        ['stamps', this.#stamps.acceptanceProblem(proof.index, event.timestamp_accepted)],
      ];
      return found.flatMap(([step, problem]) => (problem === undefined ? [] : [{ step, record: identity, problem }]));
    } catch (error) {
      this.#tree.skip();
      return [{ step: 'events', record: event?.identity ?? identityIn(line), problem: reasonOf(error) }];
    }
  }

  /** What is wrong with the entries as a whole, and otherwise the roots. Call it after the last line. */
  end(): { problem: string } | { roots: ReadonlyMap<number, Uint8Array>; root: string } {
    return this.#tree.end();
  }

  #ownProblem({ tenant_identity }: ProvenEvent): string | undefined {
    const tenancy = this.#tenancy;
    return tenant_identity === tenancy ? undefined : `tenant_identity must be that of the export, ${tenancy}`;
  }

  #attachmentProblems(event: ProvenEvent): string[] {
    const problems: string[] = [];
    for (const { field, blob, sha256 } of attachmentsOf(event)) {
      const hash = this.#records.blobHash(`blobs/${blob}`);
      if (hash === undefined) this.attachments.without += 1;
      else if (hash === sha256) this.attachments.same += 1;
      else problems.push(`${field}: the hash is ${sha256}, but blobs/${blob} of the export has ${hash}`);
    }
    return problems;
  }
}

/** The attachments that an event names, of both kinds of attributes. */
export const attachmentsOf = ({ event_attributes, asset_attributes }: ProvenEvent): Attachment[] => [
  ...attachmentsIn(event_attributes as Attributes, 'event_attributes').attachments,
  ...attachmentsIn(asset_attributes as Attributes, 'asset_attributes').attachments,
];

/** Why the proof of an event does not lead to the root of the checkpoint. */
function proofProblem(proof: LogProof): string | undefined {
  for (const [name, check] of entryChecks(proof)) {
    const { ok, detail } = runStep(name, check);
    if (!ok) return `${name}: ${detail}`;
  }
  return undefined;
}

/** The identity of the event of a line that cannot be parsed. */
const identityIn = (line: string): string | undefined => /"identity":"(assets\/[0-9a-f/a-z-]{1,100})"/.exec(line)?.[1];

/** The tree of a log, whose entries are those of the events, the maps, and the others in the manifest. */
class Tree {
  readonly #log: ExportLog;
  readonly #range = new CompactRange();
  /** The leaf hashes of the entries that are not of events. */
  readonly #others: ReadonlyMap<number, Uint8Array>;
  readonly #maps: ReadonlyMap<number, Uint8Array>;
  readonly #roots = new Map<number, Uint8Array>();
  readonly #sizes: ReadonlySet<number>;
  /** Whether an entry is missing, so that the roots cannot be computed. */
  #hasGap = false;
  /** The index of the entry that is expected next. */
  #next = 0;

  constructor(log: ExportLog, maps: ReadonlyMap<number, Uint8Array>, sizes: readonly number[]) {
    this.#log = log;
    this.#maps = maps;
    this.#others = new Map([
      [0, leafHash(entryBytes(log.genesis))],
      ...log.entries.map(({ index, entry }) => [index, leafHash(entryBytes(entry))] as const),
    ]);
    this.#sizes = new Set(sizes.filter((size) => size < log.size));
    this.#addOthers();
  }

  /** Adds the entry of an event. Returns what is wrong with its index. */
  add(proof: LogProof): string | undefined {
    const { index } = proof;
    const expected = this.#next;
    if (index === expected) this.#append(leafOf(proof));
    else {
      this.#hasGap = true;
      if (index < expected) return `index must be ${expected}, not ${index}: the line is duplicated or not in order`;
      this.#next = Math.min(index, this.#log.size) + 1;
    }
    this.#addOthers();
    if (index === expected) return undefined;
    const missing = index - expected === 1 ? `entry ${expected}` : `entries ${expected} to ${index - 1}`;
    return `index must be ${expected}, not ${index}: the export lacks the events of the ${missing} of the log`;
  }

  /** Leaves out the entry of a line that cannot be read. */
  skip(): void {
    this.#hasGap = true;
    this.#next += 1;
    this.#addOthers();
  }

  end(): { problem: string } | { roots: ReadonlyMap<number, Uint8Array>; root: string } {
    const { size, checkpoint } = this.#log;
    const { root } = treeOf(checkpoint);
    const found = runStep('path', () => {
      must(this.#next >= size, `the export lacks the events of the entries ${this.#next} to ${size - 1} of the log`);
      must(!this.#hasGap, `the root of the ${size} entries cannot be computed, because entries are missing or damaged`);
      const computed = this.#range.root();
      must(
        equalBytes(computed, root),
        `the ${size} entries have the root ${toHex(computed)}, not that of the checkpoint, ${toHex(root)}`,
      );
      return '';
    });
    return found.ok ? { roots: this.#roots, root: toHex(root) } : { problem: found.detail };
  }

  /** Appends the entries that are not of events. */
  #addOthers(): void {
    const next = (): Uint8Array | undefined => this.#others.get(this.#next) ?? this.#maps.get(this.#next);
    for (let leaf = next(); leaf; leaf = next()) this.#append(leaf);
  }

  #append(leaf: Uint8Array): void {
    if (!this.#hasGap) {
      this.#range.append(leaf);
      if (this.#sizes.has(this.#range.size)) this.#roots.set(this.#range.size, this.#range.root());
    }
    this.#next += 1;
  }
}
