import { rmSync } from 'node:fs';
import { PATIENCE } from './patience.ts';

/** Milliseconds between two attempts. */
const PAUSE = 50;

/**
 * Deletes a directory with all that is in it, if it exists. A process that was killed may still create files: then it
 * is deleted again. `maxRetries` of Node.js does not wait between its attempts.
 */
export function removeDirectory(path: string): void {
  for (const end = Date.now() + PATIENCE; ; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE)) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
