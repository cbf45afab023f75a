import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../usage.ts';
import { Columns } from './columns.ts';
import { KEYS_LAST, reportOf, stateOf, stoppedBefore, type Outcome, type Surroundings } from './command.ts';
import { validateBatch } from './dryrun.ts';
import { readMap, type ImportInput } from './input.ts';
import { InputError, readLines, type Format } from './lines.ts';
import { mappingOf, type MapFile } from './mapping.ts';
import { progressOn } from './progress.ts';
import { writeReport } from './report.ts';
import { runImport } from './run.ts';
import { BatchService, Stopped } from './sending.ts';
import { ImportState } from './state.ts';

type FileInput = ImportInput & { format: Format };

/**
 * Imports a file, or with `dryRun` validates it, until `stop` is aborted. Resumes an import that was interrupted. Throws an
 * Error for the user.
 */
export async function importFile(
  args: FileInput,
  { terminal, account }: Surroundings,
  stop: AbortSignal,
): Promise<Outcome> {
  const { map, digest: mapDigest } = readMap(args.map);
  const delimiter = map.delimiter ?? ',';
  terminal.progress(`Reading ${basename(args.file)}`);
  const { digest, lines: total } = await examine(args, map, stop);
  if (stop.aborted) return stoppedBefore(args.file, 'line');
  const application = args.dryRun ? undefined : await account();
  const other = otherAssets(args);
  const state = application
    ? new ImportState(stateOf(args.file), {
        digest,
        map: mapDigest,
        url: application.url,
        client: application.clientId,
      })
    : new ImportState('');
  const before = state.progress;
  let progress = before;
  const shown = progressOn(terminal, total, before);
  if (application && before.lines < total) checkKeys(args, state);
  const onPause = (reason: string, seconds: number): void => shown.pause(reason, seconds);
  const service = application && new BatchService({ ...application, onPause, signal: stop });
  let finished = false;
  try {
    finished = await runImport({
      lines: readLines(args.file, args.format, { delimiter, skip: before.lines }),
      map: mappingOf(map),
      state,
      elsewhere: (external) => other?.assetOf(external)?.identity,
      keyOf: (line) => `import-${digest.slice(0, 32)}-${line}`,
      send: service ? (path, items) => service.send(path, items) : async (path, items) => validateBatch(path, items),
      onProgress: shown.update,
      isStopped: () => stop.aborted,
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    terminal.clear();
    writeReport(reportOf(args.file), state.rejected());
    progress = state.progress;
    if (service && !service.mayHaveStored) state.discardUnused();
  }
  return { ...progress, finished, unit: 'line', total, report: reportOf(args.file), refused: 0, present: 0 };
}

/**
 * Reads the whole file: its SHA-256, and the number of lines with a record. Checks its columns. Ends early when `stop` is
 * aborted. Throws an Error for the user.
 */
async function examine(
  { file, format }: FileInput,
  map: MapFile,
  stop: AbortSignal,
): Promise<{ digest: string; lines: number }> {
  const delimiter = map.delimiter ?? ',';
  const columns = new Columns(file, map);
  const onHeader = (names: readonly string[]): void => columns.addHeader(names, delimiter);
  const hash = createHash('sha256');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let [lines, isUtf8] = [0, true];
  const onBytes = (bytes: Uint8Array, stream = true): void => {
    hash.update(bytes);
    // In JSON Lines, only the lines that are not UTF-8 are rejected.
    if (format === 'jsonl' || !isUtf8) return;
    try {
      utf8.decode(bytes, { stream });
    } catch {
      isUtf8 = false;
    }
  };
  try {
    if (!statSync(file).isFile()) throw new InputError('not a file');
    for await (const line of readLines(file, format, { delimiter, onBytes, onHeader })) {
      lines += 1;
      if (stop.aborted) return { digest: '', lines };
      if (format === 'jsonl' && 'fields' in line) columns.add(Object.keys(line.fields));
    }
    if (format === 'jsonl' && lines === 0) throw new InputError('empty: it has no line with a record');
    onBytes(new Uint8Array(), false);
    if (!isUtf8) throw new InputError('not UTF-8');
    columns.requireComplete();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const verb = error instanceof InputError ? 'is' : 'cannot be read:';
    throw new InputError(`${file} ${verb} ${(error as Error).message}`, { cause: error });
  }
  return { digest: hash.digest('hex'), lines };
}

/** Throws if the batch that was sent last may have been stored, and its idempotency keys may have expired. */
function checkKeys({ resend }: ImportInput, state: ImportState): void {
  const since = state.sentSince;
  if (since === undefined || Date.now() - since < KEYS_LAST) return;
  if (!resend)
    throw new Error(
      `the batch after the first ${state.progress.lines} lines was sent at ${new Date(since).toISOString()}, and may have ` +
        'been stored: its idempotency keys have expired, so sending it again could duplicate events. Check whether they ' +
        'are there, and if not, run the command with --resend',
    );
  state.forgetSending();
}

/** The state of the import that --assets-of names. */
function otherAssets({ assetsOf }: ImportInput): ImportState | undefined {
  if (assetsOf === undefined) return undefined;
  if (!existsSync(stateOf(assetsOf))) throw new InputError(`--assets-of: ${assetsOf} has not been imported`);
  return new ImportState(stateOf(assetsOf));
}
