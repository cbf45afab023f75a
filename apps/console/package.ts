import { piecesOf } from '../site/pieces.ts';
import { webPlatform } from '../../src/formats/exports/web-platform.ts';
import { packageOf } from '../../src/formats/package/build.ts';
import { sha256Hex } from '../../src/lib/digest.ts';
import type { FileName } from '../../src/lib/file-name.ts';
import { readManifest } from '../../src/proof/exports/manifest.ts';

/** Bytes that are kept in memory before the browser takes them, which it writes to a disk if there are many. */
const AT_ONCE = 8 * 2 ** 20;

/**
 * Makes the auditor's package of an export in the browser, from the files of the export. `addressOf`: where a file is.
 * `onBytes` gets the bytes of the package so far. Throws an Error with a text for people.
 */
export async function makePackage(
  of: { name: string; asOf: string | null; manifestSha256: string },
  addressOf: (name: string) => string,
  onBytes: (bytes: number) => void,
): Promise<Blob> {
  const manifestBytes = new Uint8Array(await (await got(addressOf('manifest.json'))).arrayBuffer());
  if (sha256Hex(manifestBytes) !== of.manifestSha256) throw new Error('The manifest of the export changed on the way.');
  const verifier = await (await got('/static/verify.htm')).text();
  const source = {
    ...webPlatform,
    manifest: readManifest(manifestBytes),
    manifestBytes,
    open: (name: FileName) => chunksOf(addressOf(name)),
    verifier: { text: verifier, sha256: sha256Hex(verifier) },
  };
  const blobs: Blob[] = [];
  let [parts, waiting, bytes] = [[] as Uint8Array<ArrayBuffer>[], 0, 0];
  for await (const part of packageOf(source, of)) {
    parts.push(part as Uint8Array<ArrayBuffer>);
    waiting += part.length;
    bytes += part.length;
    if (waiting < AT_ONCE) continue;
    blobs.push(new Blob(parts));
    [parts, waiting] = [[], 0];
    onBytes(bytes);
  }
  return new Blob([...blobs, ...parts], { type: 'application/zip' });
}

async function got(address: string): Promise<Response> {
  const response = await fetch(address).catch(() => undefined);
  if (!response) throw new Error('The service could not be reached. Check your connection.');
  if (!response.ok) throw new Error(`A file of the export could not be read (status ${response.status}). Try again.`);
  return response;
}

async function* chunksOf(address: string): AsyncGenerator<Uint8Array> {
  yield* piecesOf((await got(address)).body!);
}
