import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { EvidenceError, type EvidenceClient, type Export } from '../../index.ts';
import { clientFor, outputFor } from '../context.ts';
import { lockDirectory, makeDirectory, LOCK } from '../directory.ts';
import { download, isOfFiles, type Wanted } from '../download.ts';
import { Misuse } from '../exit.ts';
import { progressBar } from '../output.ts';

const MANIFEST = 'manifest.json';
/** Names the export whose files an incomplete directory has. */
const STATE = '.evidence-export.json';

type Given = { blobs?: boolean; name?: string; keep?: boolean };

export function addExport(program: Command): void {
  program
    .command('export')
    .description('Export all records of the tenancy with their proofs into a directory. For administrators')
    .argument('<directory>', 'a new or empty directory, or one of an export that was interrupted, which is resumed')
    .option('--blobs', 'with the bytes of all files')
    .option('--name <name>', 'name of the export')
    .option('--keep', 'keep the export in the service until it expires (default: delete it after the download)')
    .addHelpText(
      'after',
      `
npm run verify -- DIRECTORY of the service verifies the export offline.

Examples:
  evidence export backup-2026
  evidence export backup-2026 --blobs --json`,
    )
    .action(async (directory: string, given: Given, command: Command) => {
      const client = clientFor(command);
      const { finished, bytes } = await locked(directory, () => exportTo(client, directory, given));
      const { counts, files, manifest_sha256 } = finished;
      if (!given.keep) await client.exports.delete(finished.identity);
      outputFor(command).record({ directory, bytes, ...finished, download_url: '' }, [
        ['identity', finished.identity],
        ['directory', directory],
        ['files', `${files.length + 1}, ${bytes} bytes`],
        ...Object.entries(counts).map(([kind, count]): [string, string] => [kind, String(count)]),
        ['manifest SHA-256', manifest_sha256],
      ]);
    });
}

/** Runs what writes to a directory, which is created. Throws Misuse if it cannot be written, or if another export does. */
async function locked<T>(directory: string, run: () => Promise<T>): Promise<T> {
  let unlock: (() => void) | undefined;
  try {
    makeDirectory(directory);
    requireUsable(directory);
    unlock = lockDirectory(directory);
    return await run();
  } catch (error) {
    if (!isOfFiles(error)) throw error;
    throw new Misuse(`${directory}: cannot be used: ${error.message}`, { cause: error });
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

/** Downloads the files, at last the manifest. Returns the number of bytes of all. */
async function downloadAll(client: EvidenceClient, directory: string, { identity, ...of }: Export): Promise<number> {
  const total = of.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const bar = progressBar('Downloading');
  let before = 0;
  const get = (file: Wanted): Promise<void> =>
    download(
      directory,
      file,
      (from) => client.exports.download(identity, file.name, { from }),
      (received) => bar.show(before + received, total),
    );
  try {
    for (const file of of.files) {
      await get(file);
      before += file.bytes;
    }
    const response = await client.exports.download(identity, MANIFEST);
    const manifest = new Uint8Array(await response.arrayBuffer());
    if (createHash('sha256').update(manifest).digest('hex') !== of.manifest_sha256)
      throw new EvidenceError('DATA_LOSS', `${MANIFEST} does not have the SHA-256 ${of.manifest_sha256}`);
    writeFileSync(join(directory, MANIFEST), manifest);
    rmSync(join(directory, STATE));
    return total + manifest.length;
  } finally {
    bar.end();
  }
}

/** Throws Misuse unless a directory is empty or has a part of an export. */
function requireUsable(directory: string): void {
  const isEmpty = readdirSync(directory).every((name) => name.startsWith(LOCK));
  if (!isEmpty && !existsSync(join(directory, STATE)))
    throw new Misuse(`${directory}: must be a new or empty directory, or that of an interrupted export`);
}

/** The export that a directory has a part of; undefined for an empty one. Throws Misuse for an export of another service. */
function stateOf(directory: string, url: string): string | undefined {
  const file = join(directory, STATE);
  requireUsable(directory);
  if (!existsSync(file)) return undefined;
  const state = stateIn(file);
  if (typeof state?.export !== 'string') throw new Misuse(`${file}: is damaged; remove it, and the files beside it`);
  if (state.url !== url) throw new Misuse(`${directory}: has a part of an export of ${state.url}`);
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
