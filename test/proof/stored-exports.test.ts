import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyExport } from '../../apps/cli/verify/export/run.ts';
import { exportDirectories, type Files } from './support/exports.ts';

/** Exports of each version, as they were made when it was the last one. */

const written = exportDirectories();

function stored(version: number): { vkey: string; author?: string; files: Files } {
  const file = join(import.meta.dirname, `../vectors/exports/version-${version}.json`);
  const { files, ...of } = JSON.parse(readFileSync(file, 'utf8')) as {
    vkey: string;
    author?: string;
    files: Record<string, string>;
  };
  return { ...of, files: new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, 'base64')])) };
}

test.each([1, 2, 3])('an export of version %i that was made earlier is valid', async (version) => {
  const { vkey, author, files } = stored(version);
  expect(JSON.parse(files.get('manifest.json')!.toString())).toMatchObject({ version });
  const trust = { vkeys: [vkey], ...(author ? { authorKeys: [author] } : {}) };
  const { findings, trusted, authors } = await verifyExport(written(files), { trust });
  expect([findings.kept, trusted]).toEqual([[], [expect.stringMatching(/^signed by /)]]);
  expect(authors?.known).toBe(version === 3 ? 2 : 0);
});
