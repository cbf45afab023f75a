import { sha256Hex } from '../../../src/lib/digest.ts';
import type { FileName } from '../../../src/lib/file-name.ts';
import { webPlatform } from '../../../src/formats/exports/web-platform.ts';
import { exportLines } from '../../../src/formats/exports/files.ts';
import { Fleet } from '../../../src/formats/package/fleet.ts';
import { packageOf } from '../../../src/formats/package/build.ts';
import type { ByteSource } from '../../../src/formats/package/unzip.ts';
import { readManifest } from '../../../src/proof/exports/manifest.ts';
import type { Files } from './exports.ts';

/** The package of an export. */
export async function packageFor(
  files: Files,
  { name = 'Audit', asOf = null as string | null, verifier = '<!doctype html>\n' } = {},
): Promise<Buffer> {
  const source = {
    ...webPlatform,
    manifest: readManifest(files.get('manifest.json')!),
    manifestBytes: files.get('manifest.json')!,
    open: async function* (file: FileName) {
      yield files.get(file)!;
    },
    verifier: { text: verifier, sha256: sha256Hex(verifier) },
  };
  const parts: Uint8Array[] = [];
  for await (const part of packageOf(source, { name, asOf })) parts.push(part);
  return Buffer.concat(parts);
}

/** The records of an export. */
export async function fleetOf(files: Files): Promise<Fleet> {
  const fleet = new Fleet();
  for (const { name, kind } of readManifest(files.get('manifest.json')!).files) {
    if (kind === 'blob') continue;
    const bytes = files.get(name)!;
    const lines = {
      sizeOf: () => bytes.length,
      chunksOf: async function* () {
        yield bytes;
      },
      gunzip: webPlatform.gunzip,
    };
    for await (const { text } of exportLines(lines, name)) fleet.add(kind, text);
  }
  return fleet;
}

/** Bytes as a file that is read in parts. */
export const bytesSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
});
