import { basename } from 'node:path';
import {
  markersOf,
  uploadedFiles,
  type Known,
  type OriginalEvent,
  type Source,
} from '../../../../src/formats/exports/imported.ts';
import type { LogProof } from '../../../../src/proof/log-format.ts';
import { reasonOf } from '../../../../src/proof/report.ts';
import { openExport } from '../../exports/files.ts';
import type { Terminal } from '../../terminal.ts';
import { attachmentsOf } from '../../../../src/proof/exports/events.ts';
import { findingText } from '../../../../src/proof/exports/findings.ts';
import { verifyExport } from '../../verify/export/run.ts';
import {
  count,
  KEYS_LAST,
  reportOf,
  stateOf,
  stoppedBefore,
  type ImportOutcome,
  type Surroundings,
} from '../command.ts';
import { validateBatch } from '../dry-run.ts';
import { InputError, type Line } from '../lines.ts';
import type { Mapped } from '../../../../src/formats/import/mapping.ts';
import type { ImportInput } from '../input.ts';
import { progressOn } from '../progress.ts';
import { isGeneral } from '../refusal.ts';
import { firstRefused, refusedBy, withFirstRefused, writeReport } from '../report.ts';
import { runImport } from '../run.ts';
import { BatchService } from '../batch-service.ts';
import { Refused, Stopped } from '../service-failure.ts';
import { ImportState, type RejectedLine } from '../state.ts';
import {
  accessPolicyRequest,
  compliancePolicyRequest,
  ensureLocation,
  ensurePolicy,
  importedRecords,
} from './service.ts';
import { placementIn } from './placement.ts';
import { ExportSource, originalAsset, type EventPlace } from './source.ts';
import { Uploads } from './uploads.ts';

/** The fact of the state that the records of earlier imports were read. */
const RECONCILED = 'the records of earlier imports';

/**
 * Imports an export, or with `dryRun` validates it. Resumes an import that was interrupted. Throws an Error for the
 * user.
 */
export async function importExport(
  args: ImportInput,
  { terminal, account }: Surroundings,
  stop: AbortSignal,
): Promise<ImportOutcome> {
  const { manifest, sha256 } = opened(args.file);
  if (args.manifestSha256 !== undefined && args.manifestSha256 !== sha256)
    throw new Error(`--manifest-sha256: the SHA-256 of the manifest is ${sha256}`);
  if (!args.noVerify) await requireValid(args.file, terminal);
  const application = args.dryRun ? undefined : await account();
  const source = new ExportSource(args.file, manifest, sha256);
  await source.readRecords();
  if (stop.aborted) return stoppedBefore(args.file, 'event');
  const state = application
    ? new ImportState(stateOf(args.file), {
        digest: sha256,
        map: '',
        url: application.url,
        client: application.clientId,
      })
    : new ImportState('');
  const shown = progressOn(terminal, manifest.counts.events, state.progress);
  const service = application && new BatchService({ ...application, onPause: shown.pause, signal: stop });
  const run = new ExportImport(source, state, service, terminal, stop);
  const placement = placementIn(source);
  let [finished, stopped]: [boolean, RejectedLine[]] = [false, []];
  let firstRejected: string | undefined;
  let { progress } = state;
  try {
    finished = await run.all(shown.update);
  } catch (error) {
    if (!(error instanceof Stopped)) {
      stopped = refusedBy(error);
      throw withFirstRefused(error, firstRefused(state.firstRejected ?? stopped[0], placement), reportOf(args.file));
    }
  } finally {
    terminal.clear();
    writeReport(reportOf(args.file), [...state.rejected(), ...stopped], placement);
    ({ progress } = state);
    firstRejected = firstRefused(state.firstRejected, placement);
    // Closes the state.
    if (service && !service.mayHaveStored) state.discardUnused();
  }
  const { refused, present } = run;
  const total = manifest.counts.events;
  return {
    ...progress,
    finished,
    unit: 'event',
    total,
    report: reportOf(args.file),
    firstRejected,
    refused,
    present,
  };
}

/** The manifest of an export. Throws an InputError. */
function opened(directory: string): ReturnType<typeof openExport> {
  try {
    return openExport(directory);
  } catch (error) {
    if (((error as Error).cause as NodeJS.ErrnoException).code === 'ENOENT')
      throw new InputError(`${directory} is not an export: it has no manifest.json`, { cause: error });
    throw new InputError((error as Error).message, { cause: error });
  }
}

/** Throws an Error that names the first problem of an export that is not valid. */
async function requireValid(directory: string, terminal: Terminal): Promise<void> {
  terminal.progress(`Verifying ${basename(directory)}`);
  const { findings } = await verifyExport(directory, { trust: {} });
  terminal.clear();
  const [first] = findings.kept;
  if (first)
    throw new Error(
      `${directory} is not valid: ${findingText(first)} (${count(findings.total, 'problem')}; npm run verify ` +
        `lists them)`,
    );
}

class ExportImport {
  readonly #source: ExportSource;
  readonly #state: ImportState;
  readonly #service: BatchService | undefined;
  readonly #terminal: Terminal;
  readonly #stop: AbortSignal;
  readonly #uploads: Uploads;
  readonly #known: Known;
  /** Locations and policies that the service has refused. */
  refused = 0;
  /** Records that an earlier import has created. */
  present = 0;

  constructor(
    source: ExportSource,
    state: ImportState,
    service: BatchService | undefined,
    terminal: Terminal,
    stop: AbortSignal,
  ) {
    this.#source = source;
    this.#state = state;
    this.#service = service;
    this.#terminal = terminal;
    this.#stop = stop;
    this.#uploads = new Uploads(source, state, service);
    this.#known = {
      blob: (identity) => (service ? state.noted(identity) : source.blobOf(identity) && identity),
      location: (identity) => state.noted(identity),
    };
  }

  /** Imports everything. Returns false if it was stopped. */
  async all(onProgress: (progress: ImportState['progress']) => void): Promise<boolean> {
    if (this.#service) await this.#reconcile(this.#service);
    if (this.#service) await this.#locations(this.#service);
    const finished = await runImport({
      lines: this.#lines(),
      map: (fields) => fields['mapped'] as Mapped,
      state: this.#state,
      elsewhere: () => undefined,
      keyOf: (line) => `import line ${line}`,
      send: this.#service
        ? (path, items) => this.#service!.send(path, items)
        : async (path, items) => validateBatch(path, items),
      onProgress,
      isStopped: () => this.#stop.aborted,
    });
    if (finished && this.#service) await this.#policies(this.#service);
    return finished;
  }

  get #markers() {
    return markersOf(this.#source.generation);
  }

  /**
   * Reads what the service has from earlier imports of records of this tenancy, unless the state has it: without a
   * state, and if the idempotency keys of the last batch may have expired.
   */
  async #reconcile(service: BatchService): Promise<void> {
    const { sentSince } = this.#state;
    const isExpired = sentSince !== undefined && Date.now() - sentSince >= KEYS_LAST;
    if (this.#state.noted(RECONCILED) !== undefined && !isExpired) return;
    this.#terminal.progress('Reading the records of earlier imports');
    const { tenancy } = this.#source.manifest;
    let batch: { kind: 'asset' | 'event'; original: string; identity: string }[] = [];
    const note = (): void => {
      this.#state.together(() => {
        for (const { kind, original, identity } of batch)
          if (kind === 'asset') this.#state.noteAsset(originalAsset({ asset_identity: original }), identity);
          else this.#state.note(original, identity);
      });
      batch = [];
    };
    for await (const found of importedRecords(service, { markers: this.#markers, tenancy })) {
      batch.push(found);
      if (batch.length >= 1000) note();
      this.#requireRunning();
    }
    note();
    if (isExpired) this.#state.forgetSending();
    this.#state.note(RECONCILED, tenancy);
  }

  async #locations(service: BatchService): Promise<void> {
    const { tenancy } = this.#source.manifest;
    for await (const { record, file, line } of this.#source.records('locations')) {
      this.#requireRunning();
      if (this.#state.noted(record.identity) !== undefined) continue;
      await this.#attempt(`${file} line ${line}: ${record.identity}`, async () =>
        this.#state.note(record.identity, await ensureLocation(service, record, { markers: this.#markers, tenancy })),
      );
    }
  }

  async #policies(service: BatchService): Promise<void> {
    for await (const { record, file, line } of this.#source.records('access_policies')) {
      this.#requireRunning();
      const at = `${file} line ${line}: ${record.identity}`;
      const { body, left } = accessPolicyRequest(record, this.#known);
      if (left > 0) this.#terminal.warn(`${at}: left out ${count(left, 'organization')} that the service may not know`);
      await this.#attempt(at, () => ensurePolicy(service, 'access_policies', body));
    }
    for await (const { record, file, line } of this.#source.records('compliance_policies')) {
      this.#requireRunning();
      await this.#attempt(`${file} line ${line}: ${record.identity}`, () =>
        ensurePolicy(service, 'compliance_policies', compliancePolicyRequest(record, this.#known)),
      );
    }
  }

  async #attempt(at: string, create: () => Promise<void>): Promise<void> {
    try {
      await create();
    } catch (error) {
      if (!(error instanceof Refused) || isGeneral(error)) throw error;
      this.refused += 1;
      this.#terminal.warn(`${at}: refused: ${error.message}`);
    }
  }

  /** The lines of events that are left, each with its request. Uploads the files that the requests name. */
  async *#lines(): AsyncGenerator<Line> {
    for await (const line of this.#source.events(this.#state.progress.lines)) {
      if (!('fields' in line)) continue;
      const { text, place } = line.fields as { text: string; place: EventPlace };
      yield { ...line, fields: { mapped: await this.#mapped(text, place) } };
    }
  }

  async #mapped(text: string, place: EventPlace): Promise<Mapped> {
    let proof: LogProof;
    try {
      proof = this.#source.proofOf(text, place);
    } catch (error) {
      return { problem: reasonOf(error) };
    }
    const { event } = proof;
    const isCreation = event.operation === 'NewAsset';
    const known = isCreation ? this.#state.assetOf(originalAsset(event))?.identity : this.#state.noted(event.identity);
    if (known !== undefined) {
      this.present += 1;
      return { record: 'present' };
    }
    const files = [
      ...attachmentsOf(event).map(({ blob }) => blob),
      ...uploadedFiles(event as unknown as OriginalEvent),
    ];
    for (const blob of new Set(files)) await this.#uploads.blob(`blobs/${blob}`);
    const proofs = { blob: await this.#uploads.proofs(place.file), line: place.line };
    return this.#source.mappedOf(proof, proofs, await this.#sourceFacts(), this.#known);
  }

  async #sourceFacts(): Promise<Source> {
    const { service, tenancy, export: identity } = this.#source.manifest;
    return { markers: this.#markers, export: identity, service, tenancy, manifest: await this.#uploads.manifest() };
  }

  #requireRunning(): void {
    if (this.#stop.aborted) throw new Stopped('stopped');
  }
}
