/** The names of the steps of an export. They are stable: scripts may depend on them. */
export type ExportStep =
  | 'package'
  | 'manifest'
  | 'files'
  | 'events'
  | 'authors'
  | 'tree'
  | 'assets'
  | 'records'
  | 'blobs'
  | 'anchors'
  | 'maps'
  | 'stamps'
  | 'checkpoint'
  | 'log'
  | 'consistency'
  | 'report';

/** Something that is wrong, and where. */
export type ExportFinding = {
  step: ExportStep;
  file: string;
  /** From 1; undefined: the file as a whole. */
  line?: number | undefined;
  /** The identity of the event, the asset or the other record, if it could be read. */
  record?: string | undefined;
  problem: string;
};

/** The number of findings that are kept for the report, and of those that end the verification. */
const KEPT = 100;
const MOST = 10_000;

/** So much is wrong that the rest is not verified: an export of a few bytes can have any number of wrong lines. */
export class TooManyFindings extends Error {}

/** Collects findings. Keeps the first ones, and counts all of them. */
export class Findings {
  readonly kept: ExportFinding[] = [];
  /** The first finding of each record, or of each file as a whole. */
  readonly first = new Map<string, ExportFinding>();
  readonly #counts = new Map<ExportStep, number>();

  /** Throws TooManyFindings with the last one that is accepted. */
  add(finding: ExportFinding): void {
    this.#counts.set(finding.step, this.of(finding.step) + 1);
    if (this.kept.length < KEPT) this.kept.push(finding);
    const of = finding.record ?? finding.file;
    if (!this.first.has(of)) this.first.set(of, finding);
    if (this.total >= MOST) throw new TooManyFindings(`${MOST} problems`);
  }

  /** The steps with findings, and how many each has. */
  get counts(): ReadonlyMap<ExportStep, number> {
    return this.#counts;
  }

  /** The number of findings of a step. */
  of(step: ExportStep): number {
    return this.#counts.get(step) ?? 0;
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** For example `events-00001.jsonl.gz line 17: assets/…/events/…: path: …`. */
export const findingText = ({ file, line, record, problem }: ExportFinding): string =>
  `${file}${line === undefined ? '' : ` line ${line}`}: ${record === undefined ? '' : `${record}: `}${problem}`;
