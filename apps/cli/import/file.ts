import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../command-line.ts';
import { Columns } from './columns.ts';
import { KEYS_LAST, reportOf, stateOf, stoppedBefore, type ImportOutcome, type Surroundings } from './command.ts';
import { validateBatch } from './dry-run.ts';
import { notUtf8, requireReadable } from './encoding.ts';
import { readMap, type ImportInput } from './input.ts';
import { InputError, readLines, type Format, type Line } from './lines.ts';
import { mappingOf, type MapFile } from '../../../src/formats/import/mapping.ts';
import { SpreadsheetNotices } from './notices.ts';
import { progressOn } from './progress.ts';
import { firstRefused, refusedBy, withFirstRefused, writeReport } from './report.ts';
import { FOREIGN_IDS, runImport } from './run.ts';
import { BatchService } from './batch-service.ts';
import { Stopped } from './service-failure.ts';
import { ImportState, type RejectedLine } from './state.ts';

type FileInput = ImportInput & { format: Format };

/**
 * Imports a file, or with `dryRun` validates it, until `stop` is aborted. Resumes an import that was interrupted.
 * Throws an Error for the user.
 */
export async function importFile(
  args: FileInput,
  { terminal, account }: Surroundings,
  stop: AbortSignal,
): Promise<ImportOutcome> {
  const { map, digest: mapDigest } = readMap(args.map);
  const delimiter = map.delimiter ?? ',';
  terminal.progress(`Reading ${basename(args.file)}`);
  const notices = new SpreadsheetNotices();
  const { digest, lines: total } = await examine(args, map, notices, stop);
  if (stop.aborted) return stoppedBefore(args.file, 'line');
  for (const notice of notices.texts()) terminal.warn(notice);
  const application = args.dryRun ? undefined : await account();
  const other = otherAssets(args);
  const state = application
    ? new ImportState(stateOf(args.file), {
        digest,
        map: mapDigest,
        zone: args.zone ?? '',
        url: application.url,
        client: application.clientId,
      })
    : new ImportState('');
  if (other?.noted(FOREIGN_IDS) !== undefined) state.note(FOREIGN_IDS, 'yes');
  const before = state.progress;
  let progress = before;
  const shown = progressOn(terminal, total, before);
  if (application && before.lines < total) checkKeys(args, state);
  const onPause = (reason: string, seconds: number): void => shown.pause(reason, seconds);
  const service = application && new BatchService({ ...application, onPause, signal: stop });
  let [finished, refused]: [boolean, RejectedLine[]] = [false, []];
  let firstRejected: string | undefined;
  try {
    finished = await runImport({
      lines: readLines(args.file, args.format, { delimiter, skip: before.lines, ignoreUnnamed: isUnnamedIgnored(map) }),
      map: mappingOf(map, args.zone),
      state,
      elsewhere: (external) => other?.assetOf(external)?.identity,
      keyOf: (line) => `import-${digest.slice(0, 32)}-${line}`,
      send: service ? (path, items) => service.send(path, items) : async (path, items) => validateBatch(path, items),
      onProgress: shown.update,
      isStopped: () => stop.aborted,
    });
  } catch (error) {
    if (!(error instanceof Stopped)) {
      refused = refusedBy(error);
      throw withFirstRefused(error, firstRefused(state.firstRejected ?? refused[0]), reportOf(args.file));
    }
  } finally {
    terminal.clear();
    writeReport(reportOf(args.file), [...state.rejected(), ...refused]);
    progress = state.progress;
    firstRejected = firstRefused(state.firstRejected);
    // Closes the state.
    if (service && !service.mayHaveStored) state.discardUnused();
  }
  return {
    ...progress,
    finished,
    unit: 'line',
    total,
    report: reportOf(args.file),
    firstRejected,
    refused: 0,
    present: 0,
  };
}

const isUnnamedIgnored = ({ columns = {} }: MapFile): boolean => columns[''] === null;

const EMPTY = {
  csv: 'empty: it has the names of the columns, and no line with a record',
  jsonl: 'empty: it has no line with a record',
} as const;

/** Whether a line has text that replaces bytes which are not UTF-8. */
const isDamaged = (line: Line): boolean =>
  'fields' in line &&
  Object.entries(line.fields).some((texts) => texts.some((text) => String(text).includes('\ufffd')));

/** The bytes of a file: their SHA-256, and whether they are UTF-8. */
class Bytes {
  readonly #hash = createHash('sha256');
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #format: Format;
  isUtf8 = true;

  constructor(format: Format) {
    this.#format = format;
  }

  readonly add = (bytes: Uint8Array): void => {
    this.#hash.update(bytes);
    this.#decode(bytes, true);
  };

  /** The SHA-256 in hexadecimal, after the last byte. */
  end(): string {
    this.#decode(new Uint8Array(), false);
    return this.#hash.digest('hex');
  }

  #decode(bytes: Uint8Array, stream: boolean): void {
    // In JSON Lines, only the lines that are not UTF-8 are rejected.
    if (this.#format === 'jsonl' || !this.isUtf8) return;
    try {
      this.#decoder.decode(bytes, { stream });
    } catch {
      this.isUtf8 = false;
    }
  }
}

/**
 * Reads the whole file: its SHA-256, and the number of lines with a record. Checks its columns. Ends early when `stop`
 * is aborted. Throws an Error for the user.
 */
async function examine(
  { file, format, zone }: FileInput,
  map: MapFile,
  notices: SpreadsheetNotices,
  stop: AbortSignal,
): Promise<{ digest: string; lines: number }> {
  const delimiter = map.delimiter ?? ',';
  const columns = new Columns(file, map, zone);
  const onHeader = (names: readonly string[]): void => {
    columns.addHeader(names, delimiter);
    notices.addHeader(names, isUnnamedIgnored(map));
  };
  const bytes = new Bytes(format);
  let [lines, records, digest] = [0, 0, ''];
  try {
    if (!statSync(file).isFile()) throw new InputError('not a file');
    requireReadable(file, format);
    const options = { delimiter, onBytes: bytes.add, onHeader, ignoreUnnamed: isUnnamedIgnored(map) };
    for await (const line of readLines(file, format, options)) {
      lines += 1;
      if (stop.aborted) return { digest: '', lines };
      if (!('blank' in line)) records += 1;
      if (!bytes.isUtf8 && isDamaged(line)) throw notUtf8(file, ` in line ${line.line}`);
      notices.add(line);
      if ('fields' in line) columns.addLine(line.line, line.fields, format === 'csv');
    }
    digest = bytes.end();
    if (!bytes.isUtf8) throw notUtf8(file, '');
    if (records === 0) throw new InputError(EMPTY[format]);
    columns.requireComplete();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const verb = error instanceof InputError ? 'is' : 'cannot be read:';
    throw new InputError(`${file} ${verb} ${(error as Error).message}`, { cause: error });
  }
  return { digest, lines };
}

/** Throws if the batch that was sent last may have been stored, and its idempotency keys may have expired. */
function checkKeys({ resend }: ImportInput, state: ImportState): void {
  const since = state.sentSince;
  if (since === undefined || Date.now() - since < KEYS_LAST) return;
  if (!resend)
    throw new Error(
      `the batch after the first ${state.progress.lines} lines was sent at ${new Date(since).toISOString()}, ` +
        `and may have ` +
        'been stored: its idempotency keys have expired, so sending it again could duplicate events. Check whether ' +
        'they are there, and if not, run the command with --resend',
    );
  state.forgetSending();
}

/** The state of the import that --assets-of names. */
function otherAssets({ assetsOf }: ImportInput): ImportState | undefined {
  if (assetsOf === undefined) return undefined;
  if (!existsSync(stateOf(assetsOf))) throw new InputError(`--assets-of: ${assetsOf} has not been imported`);
  return new ImportState(stateOf(assetsOf));
}
