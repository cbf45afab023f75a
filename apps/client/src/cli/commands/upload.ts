import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { examplesText, UsageError } from '../../../../cli/command-line.ts';
import { EvidenceError, type EvidenceClient, type StoredFile } from '../../index.ts';
import { clientFor, outputFor } from '../context.ts';
import { progressBar } from '../output.ts';

export function addUpload(program: Command): void {
  program
    .command('upload')
    .description('Upload a file. To attach it to an event at once, use record --attach')
    .argument('<file>', 'the file; - reads it from stdin')
    .option('--name <name>', 'name of the file (default: that of the file)')
    .addHelpText(
      'after',
      examplesText('evidence upload manual.pdf', 'tar c logs | evidence upload - --name logs.tar --json'),
    )
    .action(async (file: string, { name }: { name?: string }, command: Command) => {
      const { stored } = await uploadFile(clientFor(command), file, name);
      outputFor(command).record(stored, [
        ['identity', stored.identity],
        [stored.hash.alg, stored.hash.value],
        ['size', `${stored.size} bytes`],
        ['type', stored.mime_type],
        ['scan', stored.scanned_status],
      ]);
    });
}

/** Uploads a file, or stdin for `-`, with a progress bar. Throws UsageError for a file that cannot be read. */
export async function uploadFile(
  client: EvidenceClient,
  file: string,
  name?: string,
): Promise<{ stored: StoredFile; fileName: string }> {
  const fileName = name ?? (file === '-' ? 'stdin' : basename(file));
  const size = file === '-' ? undefined : sizeOf(file);
  const bar = progressBar(`Uploading ${fileName}`);
  const source = file === '-' ? process.stdin : createReadStream(file);
  let unreadable: Error | undefined;
  source.on('error', (error: Error) => (unreadable = error));
  try {
    const stored = await client.blobs.upload(source as AsyncIterable<Uint8Array>, {
      fileName,
      ...(size === undefined ? {} : { size }),
      onProgress: ({ sent, total }) => bar.show(sent, total),
    });
    return { stored, fileName };
  } catch (error) {
    if (unreadable && error instanceof EvidenceError)
      throw new UsageError(`${file}: cannot be read: ${unreadable.message}`, { cause: error });
    throw error;
  } finally {
    bar.end();
  }
}

function sizeOf(file: string): number {
  try {
    const status = statSync(file);
    if (status.isDirectory()) throw new Error('it is a directory');
    return status.size;
  } catch (error) {
    throw new UsageError(`${file}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
