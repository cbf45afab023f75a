import { UsageError } from '../../../cli/command-line.ts';
import { readFileSync } from 'node:fs';

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
