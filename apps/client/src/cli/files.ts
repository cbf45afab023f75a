import { readFileSync } from 'node:fs';
import { Misuse } from './exit.ts';

/** The bytes of a file, or of stdin for `-`. Throws Misuse. */
export function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new Misuse(`${file === '-' ? 'stdin' : file}: cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** The JSON object in a file, or in stdin for `-`. Throws Misuse. */
export function objectIn(file: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytesOf(file)));
  } catch (error) {
    if (error instanceof Misuse) throw error;
    throw new Misuse(`${file}: is not JSON`, { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misuse(`${file}: must contain a JSON object`);
  return value as Record<string, unknown>;
}
