import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ExportTrust } from '../../../src/proof/exports/report.ts';
import type { PackageReport } from '../../../src/proof/package/report.ts';
import { verifyPackage } from '../../../src/proof/package/verify.ts';
import { platform } from '../exports/files.ts';

/** Whether a path is a ZIP file. */
export function isZip(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const descriptor = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4);
    return fstatSync(descriptor).size > 4 && readSync(descriptor, start) === 4 && start.equals(ZIP);
  } finally {
    closeSync(descriptor);
  }
}

const ZIP = Buffer.from('PK\x03\x04');

/** Verifies the auditor's package in a file. */
export async function verifyPackageFile(path: string, of: ExportTrust): Promise<PackageReport> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read = async (from: number, to: number): Promise<Uint8Array> => {
      const bytes = Buffer.alloc(to - from);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
      if (bytesRead < bytes.length) throw new Error(`${path} was changed while it was read`);
      return bytes;
    };
    return await verifyPackage({ size, read }, platform, of);
  } finally {
    await file.close();
  }
}
