import { MANIFEST_FILE, type RecordKind } from '../../formats/exports/format.ts';
import type { ExportFile, ExportLog, Manifest } from '../../formats/exports/manifest.ts';
import { readBlobLine, readRecordLine } from './lines.ts';
import { knownLog } from './known-log.ts';
import { manifestStep } from './manifest-step.ts';
import { treeOf } from '../log-entry.ts';
import { neededConsistency, trustChecks, trustedBy } from '../log-trust.ts';
import { reasonOf, runStep } from '../report.ts';
import { AnchorLines } from './anchors.ts';
import { MapLines } from './maps.ts';
import { ExportEventLines } from './events.ts';
import {
  DamagedFile,
  differenceOf,
  exportLines,
  type ExportFiles,
  type FileDigest,
} from '../../formats/exports/files.ts';
import { Findings, TooManyFindings, type ExportStep } from './findings.ts';
import { StampLines } from './stamps.ts';
import { Records, type RecordStore } from './records.ts';
import {
  anchorsDetail,
  counted,
  stampsDetail,
  stepDetails,
  type ExportReport,
  type ExportStepResult,
  type ExportTrust,
} from './report.ts';

/** The kinds of records that have a step of their own. */
const OWN_STEPS = ['assets', 'events', 'blobs', 'anchors', 'maps', 'stamps'] as const;

/**
 * Verifies an export. Reads each file once, and holds one line at a time; `store` holds what later lines need of
 * earlier ones. Uses no network without `ask`.
 */
export const verifyExportFiles = (files: ExportFiles, store: RecordStore, of: ExportTrust): Promise<ExportReport> =>
  new Verification(files, store, of).run();

class Verification {
  readonly #files: ExportFiles;
  readonly #of: ExportTrust;
  readonly #records: Records;
  readonly #findings = new Findings();
  readonly #steps: ExportStepResult[] = [];
  #events = 0;
  #newer = 0;
  #authors: ExportReport['authors'];
  #stamps: ExportReport['stamps'];
  /** The names of the files of blobs in the manifest. */
  #blobFiles: ReadonlySet<string> = new Set();

  constructor(files: ExportFiles, store: RecordStore, of: ExportTrust) {
    this.#files = files;
    this.#records = new Records(store);
    this.#of = of;
  }

  async run(): Promise<ExportReport> {
    const manifest = await this.#readManifest();
    if (!manifest) return this.#report([], []);
    try {
      return await this.#verify(manifest);
    } catch (error) {
      if (!(error instanceof TooManyFindings)) throw error;
      for (const name of this.#findings.counts.keys()) this.#step(name, '');
      return { ...this.#report([], []), isStopped: true };
    }
  }

  async #readManifest(): Promise<Manifest | undefined> {
    const { step, manifest } = await manifestStep(this.#files, this.#of.manifestSha256);
    if (!step.ok) this.#findings.add({ step: 'manifest', file: MANIFEST_FILE, problem: step.detail });
    this.#steps.push({ ...step, name: 'manifest', detail: step.ok ? step.detail : '1 problem' });
    return step.ok ? manifest : undefined;
  }

  async #verify(manifest: Manifest): Promise<ExportReport> {
    const { trust } = this.#of;
    const saved = trust.checkpoint === undefined ? [] : [treeOf(trust.checkpoint).size];
    const { log } = manifest;
    // The roots of the anchored trees are computed while the events are read.
    const anchors = log ? new AnchorLines(manifest, log) : undefined;
    if (anchors)
      await this.#readKind(manifest, 'anchors', (line, at) =>
        this.#attempt('anchors', at, () => anchors.check(line, at)),
      );
    const maps = log && new MapLines(log);
    if (maps) await this.#readKind(manifest, 'maps', (line, at) => this.#attempt('maps', at, () => maps.check(line)));
    const stamps = log && new StampLines(log, this.#of.tsa?.verify);
    if (stamps)
      await this.#readKind(manifest, 'stamps', (line, at) =>
        this.#attemptLater('stamps', at, () => stamps.check(line, at)),
      );
    const sizes = [1, ...saved, ...(anchors?.sizes ?? []), ...(stamps?.sizes ?? [])];
    const known = { must: trust.authorKeys ?? [], may: Object.keys(this.#of.pins?.authors ?? {}) };
    const of = maps && stamps && { maps, stamps, sizes, known };
    const events = log && of ? new ExportEventLines(manifest, log, this.#records, of) : undefined;
    this.#blobFiles = new Set(manifest.files.filter(({ kind }) => kind === 'blob').map(({ name }) => name));
    // The events name blobs, and the state of the assets follows from the events.
    await this.#readKind(manifest, 'blobs', (line, at) => this.#checkBlob(line, at));
    await this.#checkBlobFiles(manifest);
    if (events) await this.#readKind(manifest, 'events', (line, at) => this.#checkEvent(events, line, at));
    await this.#readKind(manifest, 'assets', (line, at) => this.#checkAsset(line, at));
    for (const kind of ['access_policies', 'locations', 'compliance_policies'] as const)
      await this.#readKind(manifest, kind, (line, at) => this.#checkRecord(kind, line, at));
    for (const identity of this.#records.unlistedAssets())
      this.#findings.add({
        step: 'assets',
        file: MANIFEST_FILE,
        record: identity,
        problem: 'the export has events of this asset, but not the asset',
      });
    for (const key of events?.authors.missing ?? known.must)
      this.#findings.add({ step: 'authors', file: MANIFEST_FILE, problem: `the key ${key} has signed no event` });
    this.#authors = events?.authors.counts;
    const isWrong = this.#findings.of('authors') > 0;
    for (const [name, detail] of stepDetails(manifest, events, { newer: this.#newer, isWrong }))
      this.#step(name, detail);
    return this.#report(
      this.#files.unknownFiles(manifest),
      log && events && anchors && stamps ? await this.#checkTrust(log, events, anchors, stamps) : [],
    );
  }

  #report(unknown: string[], trusted: string[]): ExportReport {
    const byManifest = this.#of.manifestSha256 === undefined ? [] : ['its manifest is the one that you know'];
    return {
      steps: this.#steps,
      findings: this.#findings,
      unknown,
      events: this.#events,
      authors: this.#authors,
      stamps: this.#stamps,
      trusted: this.#findings.total > 0 ? [] : [...trusted, ...byManifest],
    };
  }

  /** Reads all files of one kind, and compares their sizes, hashes and numbers of lines with the manifest. */
  async #readKind(manifest: Manifest, kind: RecordKind, check: CheckLine): Promise<void> {
    for (const file of manifest.files)
      if (file.kind === kind && this.#isReadable(file)) await this.#readFile(file, kind, check);
  }

  async #readFile(file: ExportFile, kind: RecordKind, check: CheckLine): Promise<void> {
    const digest = this.#files.digest();
    let lines = 0;
    try {
      for await (const { line, text } of exportLines(this.#files, file.name, digest.add)) {
        lines = line;
        const { total } = this.#findings;
        const pending = check(text, { file: file.name, line });
        if (pending) await pending;
        if (this.#findings.total === total) this.#of.onLine?.(kind, text);
      }
      if (lines !== file.lines) this.#add('files', file, `must have ${file.lines} lines, not ${lines}`);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      const isOwnStep = OWN_STEPS.some((own) => own === kind);
      const step = isOwnStep ? (kind as (typeof OWN_STEPS)[number]) : 'records';
      this.#findings.add({ step, file: file.name, line: error.line + 1, problem: error.message });
    }
    await this.#compare(file, digest);
  }

  async #compare(file: ExportFile, digest?: FileDigest): Promise<void> {
    const problem = await differenceOf(this.#files, file, digest);
    if (problem !== undefined) this.#add('files', file, problem);
  }

  #isReadable(file: ExportFile): boolean {
    try {
      this.#files.sizeOf(file.name);
      return true;
    } catch (error) {
      this.#add('files', file, reasonOf(error));
      return false;
    }
  }

  #add(step: ExportStep, { name }: ExportFile, problem: string): void {
    this.#findings.add({ step, file: name, problem });
  }

  #checkEvent(events: ExportEventLines, text: string, at: At): void {
    this.#events += 1;
    for (const found of events.check(text)) this.#findings.add({ ...at, ...found });
    this.#of.onEvent?.(this.#events);
  }

  #checkAsset(text: string, at: At): void {
    this.#attempt('assets', at, () => {
      const asset = readRecordLine(text, 'assets');
      const found = this.#records.checkAsset(asset);
      if (found === 'newer') this.#newer += 1;
      else if (found !== 'same') this.#findings.add({ step: 'assets', ...at, record: asset.identity, ...found });
    });
  }

  #checkRecord(kind: 'access_policies' | 'locations' | 'compliance_policies', text: string, at: At): void {
    this.#attempt('records', at, () => {
      const { identity } = readRecordLine(text, kind);
      if (!this.#records.isNew(identity))
        this.#findings.add({ step: 'records', ...at, record: identity, problem: 'the record is duplicated' });
    });
  }

  #checkBlob(text: string, at: At): void {
    this.#attempt('blobs', at, () => {
      const { blob, file, sha256 } = readBlobLine(text);
      if (!this.#records.isNew(blob.identity))
        this.#findings.add({ step: 'blobs', ...at, record: blob.identity, problem: 'the blob is duplicated' });
      if (file === null) return;
      this.#records.addBlob(blob.identity, sha256);
      const problem = `the manifest does not have the file ${file}`;
      if (!this.#blobFiles.has(file)) this.#findings.add({ step: 'blobs', ...at, record: blob.identity, problem });
    });
  }

  async #checkBlobFiles(manifest: Manifest): Promise<void> {
    for (const file of manifest.files) {
      if (file.kind !== 'blob') continue;
      const hash = this.#records.blobHash(`blobs/${file.name.slice('blob-'.length)}`);
      if (hash !== file.sha256) {
        const problem =
          hash === undefined ? 'no line of a blob names the file' : `the line of the blob has another SHA-256, ${hash}`;
        this.#add('blobs', file, problem);
      }
      if (this.#isReadable(file)) await this.#compare(file);
    }
  }

  #attempt(step: ExportStep, at: At, check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#findings.add({ step, ...at, problem: reasonOf(error) });
    }
  }

  async #attemptLater(step: ExportStep, at: At, check: () => Promise<void>): Promise<void> {
    const problem = await check().then(() => undefined, reasonOf);
    if (problem !== undefined) this.#findings.add({ step, ...at, problem });
  }

  /** Checks the tree, and the checkpoint with the known values. Returns what shows that the log is the known one. */
  async #checkTrust(
    log: ExportLog,
    events: ExportEventLines,
    anchors: AnchorLines,
    stamps: StampLines,
  ): Promise<string[]> {
    const tree = events.end();
    const position = { checkpoint: log.checkpoint, index: log.size - 1 };
    if ('problem' in tree) {
      this.#findings.add({ step: 'tree', file: MANIFEST_FILE, problem: tree.problem });
      this.#step('tree', '');
      for (const name of ['anchors', 'stamps'] as const) if (this.#findings.of(name) > 0) this.#step(name, '');
      return [];
    }
    this.#step('tree', `the ${log.size} entries have the root of the checkpoint, ${tree.root}`);
    this.#checkAnchors(anchors, tree.roots);
    this.#checkStamps(stamps, tree.roots);
    const { ask } = this.#of;
    const known = knownLog(this.#of, log, tree.roots);
    const needsAnswer = neededConsistency(position, known).length > 0;
    const trust = ask && needsAnswer ? await ask(position, known) : known;
    for (const [name, check] of trustChecks(position, trust)) {
      const step = runStep(name, check);
      if (!step.ok) this.#findings.add({ step: name as ExportStep, file: MANIFEST_FILE, problem: step.detail });
      this.#steps.push({ ...step, name: name as ExportStep, detail: step.ok ? step.detail : '1 problem' });
    }
    return this.#findings.total > 0 ? [] : trustedBy(position, trust);
  }

  /** An export without stamps has no such step, unless the verifier demands one. */
  #checkStamps(stamps: StampLines, roots: ReadonlyMap<number, Uint8Array>): void {
    for (const found of stamps.problems(roots, this.#of.tsa?.isRequired ?? false))
      this.#findings.add({ step: 'stamps', ...found });
    if (stamps.sizes.length === 0 && this.#findings.of('stamps') === 0) return;
    this.#stamps = stamps.counts;
    this.#step('stamps', stampsDetail(stamps.counts));
  }

  #checkAnchors(anchors: AnchorLines, roots: ReadonlyMap<number, Uint8Array>): void {
    for (const { at, problem } of anchors.differences(roots)) this.#findings.add({ step: 'anchors', ...at, problem });
    this.#step('anchors', anchorsDetail(anchors.sizes));
  }

  #step(name: ExportStep, detail: string): void {
    const wrong = this.#findings.of(name);
    this.#steps.push({ name, ok: wrong === 0, detail: wrong === 0 ? detail : counted(wrong, 'problem') });
  }
}

type At = { file: string; line: number };
type CheckLine = (text: string, at: At) => void | Promise<void>;
