import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { validateBatch } from './import/dryrun.ts';
import { EXIT, count, KEYS_LAST, reportOf, stateOf } from './import/command.ts';
import { importExport } from './import/export/run.ts';
import { InputError, readLines, type Format } from './import/lines.ts';
import { mappingOf } from './import/mapping.ts';
import { importArguments, readMap, type ImportArguments } from './import/options.ts';
import { progressOn } from './import/progress.ts';
import { writeReport } from './import/report.ts';
import { runImport } from './import/run.ts';
import { BatchService, Stopped } from './import/sending.ts';
import { ImportState } from './import/state.ts';
import { applicationOf } from './operator.ts';
import { terminalOn } from './terminal.ts';

type FileArguments = ImportArguments & { format: Format };

/** Imports a file or an export, or with --dry-run validates it. Resumes an import that was interrupted. */
export async function main(): Promise<void> {
  const args = importArguments(process.argv.slice(2));
  process.exitCode =
    args.format === 'export' ? await importExport(args) : await importFile({ ...args, format: args.format });
}

async function importFile(args: FileArguments): Promise<number> {
  const { map, digest: mapDigest } = readMap(args.map);
  const delimiter = map.delimiter ?? ',';
  const terminal = terminalOn(process.stdout);
  terminal.progress(`Reading ${basename(args.file)}`);
  const { digest, lines: total } = await examine(args, delimiter);
  const application = args.dryRun ? undefined : await applicationOf(args);
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
  const stop = new AbortController();
  const onPause = (reason: string, seconds: number): void => shown.pause(reason, seconds);
  const service = application && new BatchService({ ...application, onPause, signal: stop.signal });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
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
      isStopped: () => stop.signal.aborted,
    });
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    terminal.clear();
    writeReport(reportOf(args.file), state.rejected());
    progress = state.progress;
    if (service && !service.mayHaveStored) state.discardUnused();
  }
  const { lines, assets, events, rejected } = progress;
  const verb = args.dryRun ? 'valid' : 'imported';
  terminal.done(`${verb}: ${count(assets, 'asset')}, ${count(events, 'event')}`);
  if (rejected > 0) terminal.warn(`rejected: ${count(rejected, 'line')}; the reasons are in ${reportOf(args.file)}`);
  if (!finished) {
    terminal.warn(`stopped after ${lines} of ${count(total, 'line')}; run the command again to resume`);
    return EXIT.stopped;
  }
  return rejected > 0 ? EXIT.rejected : 0;
}

/** Reads the whole file: its SHA-256, and the number of lines with a record. Throws an Error for the user. */
async function examine({ file, format }: FileArguments, delimiter: string): Promise<{ digest: string; lines: number }> {
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
    for await (const _line of readLines(file, format, { delimiter, onBytes })) lines += 1;
    onBytes(new Uint8Array(), false);
    if (!isUtf8) throw new InputError('not UTF-8');
  } catch (error) {
    const verb = error instanceof InputError ? 'is' : 'cannot be read:';
    throw new Error(`${file} ${verb} ${(error as Error).message}`, { cause: error });
  }
  return { digest: hash.digest('hex'), lines };
}

/** Throws if the batch that was sent last may have been stored, and its idempotency keys may have expired. */
function checkKeys({ resend }: ImportArguments, state: ImportState): void {
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
function otherAssets({ assetsOf }: ImportArguments): ImportState | undefined {
  if (assetsOf === undefined) return undefined;
  if (!existsSync(stateOf(assetsOf))) throw new Error(`--assets-of: ${assetsOf} has not been imported`);
  return new ImportState(stateOf(assetsOf));
}
