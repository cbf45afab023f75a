import { UsageError } from '../../../cli/command-line.ts';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/** The bytes of a file, or of stdin for `-`. Throws UsageError. */
export function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`${file === '-' ? 'stdin' : file}: cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/** The JSON object in a file, or in stdin for `-`. Throws UsageError. */
export function objectIn(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytesOf(file)));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: is not JSON`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`${file}: must contain a JSON object`);
  return value as Record<string, unknown>;
}

/** Throws UsageError if other users can read a file. `remedy`: what to do then. Windows has no such permissions. */
export function requirePrivate(file: string, remedy: string): void {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new UsageError(`${file}: other users can read it; run chmod 600 on it, and ${remedy}`);
}

/** Writes JSON into a new file that only the user can read. Throws UsageError, also if the file exists. */
export function writePrivate(file: string, value: unknown): void {
  try {
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(file, 0o600);
  } catch (error) {
    throw new UsageError(`${file}: cannot be written: ${(error as Error).message}`, { cause: error });
  }
}
