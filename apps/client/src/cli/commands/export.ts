import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { UsageError } from '../../../../cli/command-line.ts';
import { EXPORT_BOUNDS, MANIFEST_FILE } from '../../../../../src/formats/exports/format.ts';
import { fileName } from '../../../../../src/lib/file-name.ts';
import { parseForeignJson } from '../../../../../src/lib/json.ts';
import { boundedBody } from '../../../../../src/lib/remote.ts';
import { printable } from '../../../../../src/lib/text.ts';
import { EvidenceError, type EvidenceClient, type Export } from '../../index.ts';
import { clientFor, outputFor } from '../context.ts';
import { lockDirectory, makeDirectory, LOCK } from '../directory.ts';
import { download, isOfFiles, PART, type ExportedFile } from '../download.ts';
import { progressBar } from '../output.ts';
import { packageTime, writePackage, type GivenPackage } from '../package.ts';

/** Names the export whose files an incomplete directory has. */
const STATE = '.evidence-export.json';

type Given = { blobs?: boolean; name?: string; keep?: boolean } & GivenPackage;

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Export all records of the tenancy with their proofs into a directory. For administrators')
    .argument('<directory>', 'a new or empty directory, or one of an export that was interrupted, which is resumed')
    .option('--blobs', 'with the bytes of all files')
    .option('--name <name>', 'name of the export')
    .option('--package <file>', 'also make the auditor’s package, a ZIP file with a report; includes --blobs')
    .option('--as-of <time>', 'with --package: the report has the state at this time (default: now)')
    .option('--keep', 'keep the export in the service until it expires (default: delete it after the download)')
    .addHelpText(
      'after',
      `
npm run verify -- DIRECTORY of the service verifies the export offline.

Examples:
  evidence export backup-2026
  evidence export backup-2026 --blobs --json
  evidence export audit --package audit.zip --as-of 2026-10-01T00:00:00Z`,
    )
    .action(async (directory: string, given: Given, command: Command) => {
      const client = clientFor(command);
      const asOf = packageTime(given);
      const { package: zip, name = '' } = given;
      const options = zip === undefined ? given : { ...given, blobs: true };
      const { finished, bytes } = await locked(directory, () => exportTo(client, directory, options));
      const verifier = zip === undefined ? '' : await writePackage(directory, zip, { url: client.url, name, asOf });
      const { counts, files, manifest_sha256 } = finished;
      if (!given.keep) await client.exports.delete(finished.identity);
      outputFor(command).record({ directory, bytes, ...finished, download_url: '' }, [
        ['identity', finished.identity],
        ['directory', directory],
        ['files', `${files.length + 1}, ${bytes} bytes`],
        ...Object.entries(counts).map(([kind, count]): [string, string] => [kind, String(count)]),
        ['manifest SHA-256', manifest_sha256],
        ...(zip === undefined
          ? []
          : ([
              ['package', zip],
              ['verify.html SHA-256', verifier],
            ] as [string, string][])),
      ]);
    });
}

/**
 * Runs what writes to a directory, which is created. Throws UsageError if it cannot be written, or if another export
 * does.
 */
async function locked<T>(directory: string, run: () => Promise<T>): Promise<T> {
  let unlock: (() => void) | undefined;
  try {
    makeDirectory(directory);
    requireUsable(directory);
    unlock = lockDirectory(directory);
    return await run();
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    throw new UsageError(`${directory}: cannot be used: ${error.message}`, { cause: error });
  } finally {
    unlock?.();
  }
}

/** Creates an export, or resumes the one of the directory, waits for it and downloads its files. */
async function exportTo(
  client: EvidenceClient,
  directory: string,
  { blobs, name }: Given,
): Promise<{ finished: Export; bytes: number }> {
  const state = stateOf(directory, client.url);
  let identity = state;
  if (identity === undefined) {
    ({ identity } = await client.exports.create({
      ...(blobs ? { blobs } : {}),
      ...(name === undefined ? {} : { display_name: name }),
    }));
    writeFileSync(join(directory, STATE), `${JSON.stringify({ url: client.url, export: identity })}\n`);
  }
  const waiting = progressBar('Exporting', (records) => `${records} records`);
  let finished: Export;
  try {
    finished = await client.exports.wait(identity, {
      onProgress: ({ counts }) =>
        waiting.show(
          Object.values(counts).reduce((sum, count) => sum + count, 0),
          undefined,
        ),
    });
  } catch (error) {
    // The next run creates another one.
    if (error instanceof EvidenceError && ['FAILED_PRECONDITION', 'NOT_FOUND'].includes(error.code))
      rmSync(join(directory, STATE));
    throw error;
  } finally {
    waiting.end();
  }
  return { finished, bytes: await downloadAll(client, directory, finished) };
}

/** Downloads the files, and writes the manifest at last. Returns the number of bytes of all. */
async function downloadAll(client: EvidenceClient, directory: string, { identity, ...of }: Export): Promise<number> {
  const files = wantedOf(of.files);
  const manifest = await manifestOf(client, identity, of.manifest_sha256);
  // Otherwise the export would not be valid, after the download of all of its files.
  const listed = wantedOf((parseForeignJson(new TextDecoder().decode(manifest)) as { files?: unknown }).files);
  if (JSON.stringify(listed) !== JSON.stringify(files))
    throw new EvidenceError('DATA_LOSS', `${MANIFEST_FILE} does not list the files that the service lists`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const bar = progressBar('Downloading');
  let before = 0;
  const get = (file: ExportedFile): Promise<void> =>
    download(
      directory,
      file,
      (from) => client.exports.download(identity, file.name, { from }),
      (received) => bar.show(before + received, total),
    );
  try {
    for (const file of files) {
      await get(file);
      before += file.bytes;
    }
    writeFileSync(join(directory, MANIFEST_FILE), manifest);
    rmSync(join(directory, STATE));
    return total + manifest.length;
  } finally {
    bar.end();
  }
}

/** The bytes of the manifest. */
async function manifestOf(client: EvidenceClient, identity: string, sha256: string): Promise<Uint8Array> {
  const manifest = await boundedBody(await client.exports.download(identity, MANIFEST_FILE), EXPORT_BOUNDS.manifest);
  if (!manifest) throw new EvidenceError('DATA_LOSS', `${MANIFEST_FILE} has more than ${EXPORT_BOUNDS.manifest} bytes`);
  if (createHash('sha256').update(manifest).digest('hex') !== sha256)
    throw new EvidenceError('DATA_LOSS', `${MANIFEST_FILE} does not have the SHA-256 ${printable(String(sha256))}`);
  return manifest;
}

/**
 * The files that a service or a manifest lists. Nothing else may use their names. Throws an EvidenceError that names
 * the field.
 */
function wantedOf(list: unknown): ExportedFile[] {
  const must = (holds: boolean, what: string): void => {
    if (!holds) throw new EvidenceError('DATA_LOSS', `the service lists no valid export: ${what}`);
  };
  must(
    Array.isArray(list) && list.length <= EXPORT_BOUNDS.files,
    `files: must have at most ${EXPORT_BOUNDS.files} items`,
  );
  const names = new Set<string>([MANIFEST_FILE]);
  const files = (list as unknown[]).map((item, n): ExportedFile => {
    const { name: text, bytes, sha256 } = (item ?? {}) as Record<string, unknown>;
    const name = fileName(text);
    const isOwn = name !== undefined && !name.endsWith(PART) && !names.has(name);
    must(isOwn, `files[${n}].name: must be the name of a file of an export, not "${printable(String(text))}"`);
    must(Number.isSafeInteger(bytes) && (bytes as number) >= 0, `files[${n}].bytes: must be a whole number from 0`);
    must(/^[0-9a-f]{64}$/.test(String(sha256)), `files[${n}].sha256: must be 64 lower-case hexadecimal digits`);
    names.add(name!);
    return { name: name!, bytes: bytes as number, sha256: String(sha256) };
  });
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  must(Number.isSafeInteger(total), 'files: must have at most 2^53 - 1 bytes');
  return files;
}

/** Throws UsageError unless a directory is empty or has a part of an export. */
function requireUsable(directory: string): void {
  const isEmpty = readdirSync(directory).every((name) => name.startsWith(LOCK));
  if (!isEmpty && !existsSync(join(directory, STATE)))
    throw new UsageError(`${directory}: must be a new or empty directory, or that of an interrupted export`);
}

/**
 * The export that a directory has a part of; undefined for an empty one. Throws UsageError for an export of another
 * service.
 */
function stateOf(directory: string, url: string): string | undefined {
  const file = join(directory, STATE);
  requireUsable(directory);
  if (!existsSync(file)) return undefined;
  const state = stateIn(file);
  if (typeof state?.export !== 'string')
    throw new UsageError(`${file}: is damaged; remove it, and the files beside it`);
  if (state.url !== url) throw new UsageError(`${directory}: has a part of an export of ${state.url}`);
  return state.export;
}

function stateIn(file: string): { url?: string; export?: string } | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as { url?: string; export?: string };
  } catch (error) {
    if (isOfFiles(error)) throw error;
    return undefined;
  }
}
