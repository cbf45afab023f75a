import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Rejected } from './state.ts';

/** Writes rejected lines as CSV with the columns `line` and `reason`. Without any, removes the file. */
export function writeReport(file: string, rejected: Iterable<Rejected>): void {
  rmSync(file, { force: true });
  let output: number | undefined;
  try {
    for (const { line, reason } of rejected) {
      if (output === undefined) {
        output = openSync(file, 'wx', 0o600);
        writeSync(output, 'line,reason\r\n');
      }
      writeSync(output, `${line},"${reason.replaceAll('"', '""')}"\r\n`);
    }
  } finally {
    if (output !== undefined) closeSync(output);
  }
}
