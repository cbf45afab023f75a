import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openExport } from '../../../apps/cli/exports/files.ts';
import { ExportSource } from '../../../apps/cli/import/export/source.ts';
import { Uploads } from '../../../apps/cli/import/export/uploads.ts';
import type { BatchService, BatchCall } from '../../../apps/cli/import/batch-service.ts';
import { ImportState } from '../../../apps/cli/import/state.ts';
import { exportDirectories, someExport } from '../../proof/support/exports.ts';

const written = exportDirectories();

/** An export that is imported without verification, its first blob, and the bodies of uploads. */
async function importing(change: (directory: string, file: string) => void) {
  const { files, manifest } = someExport();
  const directory = written(files);
  const { name, sha256: hash } = manifest.files.find(({ kind }) => kind === 'blob')!;
  const { sha256 } = openExport(directory);
  const source = new ExportSource(directory, manifest, sha256);
  await source.readRecords();
  change(directory, name);
  const uploaded: string[] = [];
  const ensure = async (_find: unknown, { body }: BatchCall) => {
    const form = (await body!.content()) as FormData;
    uploaded.push(await (form.get('file') as File).text());
    return { identity: 'blobs/new', hash: { value: hash } };
  };
  const uploads = new Uploads(source, new ImportState(''), { ensure } as unknown as BatchService);
  return { upload: () => uploads.blob(`blobs/${name.slice('blob-'.length)}`), uploads, uploaded, files, name };
}

describe('an import without verification', () => {
  test('uploads the file of a blob', async () => {
    const { upload, uploaded, files, name } = await importing(() => undefined);
    expect(await upload()).toBe('blobs/new');
    expect(uploaded).toEqual([new TextDecoder().decode(files.get(name))]);
  });

  test.each<[string, (directory: string, file: string) => void, string]>([
    [
      'a symbolic link to another file',
      (directory, file) => {
        writeFileSync(join(directory, 'secret'), 'secret');
        rmSync(join(directory, file));
        symlinkSync(join(directory, 'secret'), join(directory, file));
      },
      'must be a regular file',
    ],
    [
      'a symbolic link to the file itself',
      (directory, file) => {
        renameSync(join(directory, file), join(directory, 'moved'));
        symlinkSync('moved', join(directory, file));
      },
      'must be a regular file',
    ],
    [
      'a directory',
      (directory, file) => {
        rmSync(join(directory, file));
        mkdirSync(join(directory, file));
      },
      'must be a regular file',
    ],
    ['no file', (directory, file) => rmSync(join(directory, file)), 'the file is missing'],
    ['another size', (directory, file) => writeFileSync(join(directory, file), 'secret'), 'not 6'],
  ])('uploads nothing of a blob that is %s', async (_, change, message) => {
    const { upload, uploaded, name } = await importing(change);
    await expect(upload()).rejects.toThrow(new RegExp(`${name}: .*${message}$`));
    expect(uploaded).toEqual([]);
  });

  test('uploads nothing of a blob of the same size with another hash', async () => {
    const { upload, uploaded, files, name } = await importing((directory, file) =>
      writeFileSync(join(directory, file), Buffer.alloc(someExport().files.get(file)!.length)),
    );
    await expect(upload()).rejects.toThrow(/the SHA-256 must be [0-9a-f]{64}, not [0-9a-f]{64}$/);
    expect(uploaded).toEqual([]);
    expect(files.has(name)).toBe(true);
  });

  test('uploads the manifest that it has read, and no other', async () => {
    const { uploads, uploaded } = await importing((directory) => writeFileSync(join(directory, 'manifest.json'), '{}'));
    await expect(uploads.manifest()).rejects.toThrow(/manifest\.json: the SHA-256 must be/);
    expect(uploaded).toEqual([]);
  });
});
