import { createReadStream, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../cli/command-line.ts';
import { MANIFEST_FILE } from '../../../../src/formats/exports/format.ts';
import type { Manifest } from '../../../../src/formats/exports/manifest.ts';
import { webPlatform } from '../../../../src/formats/exports/web-platform.ts';
import { packageOf, type PackageSource } from '../../../../src/formats/package/build.ts';
import { sha256Hex } from '../../../../src/lib/digest.ts';
import { boundedBody } from '../../../../src/lib/remote.ts';
import { formatMicros, parseTimestamp } from '../../../../src/lib/time.ts';
import { EvidenceError } from '../index.ts';
import { PART } from './download.ts';

export type GivenPackage = { package?: string; asOf?: string };

/** The time whose state the package has; null: the end of the log. Throws UsageError for options that are not valid. */
export function packageTime({ package: file, asOf }: GivenPackage): string | null {
  if (file !== undefined && existsSync(file)) throw new UsageError(`--package: ${file} exists`);
  if (asOf === undefined) return null;
  if (file === undefined) throw new UsageError('--as-of: requires --package');
  const time = parseTimestamp(asOf);
  if (!time) throw new UsageError('--as-of: must be a time such as 2026-10-01T12:00:00Z');
  return formatMicros(time.lastUs);
}

/** The maximum size of the verifier of a service, and the milliseconds after which its download ends. */
const MOST = 4 * 2 ** 20;
const TIMEOUT = 30_000;

/** The page that verifies packages, as the service at `url` has it. */
async function verifierOf(url: string): Promise<PackageSource['verifier']> {
  const address = new URL('/static/verify.htm', url).href;
  const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) }).catch(() => undefined);
  const bytes = response?.ok ? await boundedBody(response, MOST) : undefined;
  if (!bytes) throw new EvidenceError('UNAVAILABLE', `${address}: the service has no verifier of packages`);
  const text = new TextDecoder().decode(bytes);
  return { text, sha256: sha256Hex(text) };
}

/** Writes the auditor's package of the export in a directory to a new file. Returns the SHA-256 of its verifier. */
export async function writePackage(
  directory: string,
  file: string,
  { url, ...options }: { url: string; name: string; asOf: string | null },
): Promise<string> {
  const manifestBytes = readFileSync(join(directory, MANIFEST_FILE));
  const source: PackageSource = {
    ...webPlatform,
    manifest: JSON.parse(manifestBytes.toString()) as Manifest,
    manifestBytes,
    open: (name) => createReadStream(join(directory, name)),
    verifier: await verifierOf(url),
  };
  const part = `${file}${PART}`;
  const out = await open(part, 'w');
  try {
    for await (const bytes of packageOf(source, options)) await out.writeFile(bytes);
    await out.close();
    renameSync(part, file);
  } catch (error) {
    await out.close().catch(() => undefined);
    rmSync(part, { force: true });
    if (error instanceof RangeError) throw new UsageError(`--package: ${error.message}`, { cause: error });
    throw error;
  }
  return source.verifier.sha256;
}
