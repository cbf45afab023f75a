import type { ExportFiles } from '../../formats/exports/files.ts';
import type { Manifest } from '../../formats/exports/manifest.ts';
import { sha256Hex } from '../../lib/digest.ts';
import { keyChangesOf } from '../log-pins.ts';
import { runStep, type Step } from '../report.ts';
import { readManifest } from './manifest.ts';

/** Reads the manifest of an export, undefined if it is wrong. `known`: the SHA-256 that it must have. */
export async function manifestStep(
  files: ExportFiles,
  known: string | undefined,
): Promise<{ step: Step; manifest: Manifest | undefined }> {
  let manifest: Manifest | undefined;
  const bytes = await manifestBytes(files);
  const step = runStep('format', () => {
    if (bytes instanceof Error) throw bytes;
    const sha256 = sha256Hex(bytes);
    if (known !== undefined && known !== sha256)
      throw new Error(`the SHA-256 of the manifest is ${sha256}, not the known one, ${known}`);
    manifest = readManifest(bytes);
    keyChangesOf(manifest.log?.keys ?? []);
    const { export: identity, tenancy, service, created_at } = manifest;
    return (
      `${identity} of ${tenancy} at ${service}, made at ${created_at}; the SHA-256 of the manifest is ` +
      `${sha256}${known === undefined ? '' : ', which is the known one'}`
    );
  });
  return { step, manifest };
}

async function manifestBytes(files: ExportFiles): Promise<Uint8Array | Error> {
  try {
    return await files.manifest();
  } catch (error) {
    return error as Error;
  }
}
