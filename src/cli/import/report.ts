import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { csvField } from '../../core/csv.ts';
import type { Rejected } from './state.ts';

/** Where the line of a rejected record is: the values of the columns before the reason. */
export type Placement = { columns: string; of: (line: number) => string };

const IN_ONE_FILE: Placement = { columns: 'line', of: String };

/** Writes rejected lines as CSV with the columns `line` and `reason`. Without any, removes the file. */
export function writeReport(file: string, rejected: Iterable<Rejected>, placement = IN_ONE_FILE): void {
  rmSync(file, { force: true });
  let output: number | undefined;
  try {
    for (const { line, reason } of rejected) {
      if (output === undefined) {
        output = openSync(file, 'wx', 0o600);
        writeSync(output, `${placement.columns},reason\r\n`);
      }
      writeSync(output, `${placement.of(line)},${csvField(reason, true)}\r\n`);
    }
  } finally {
    if (output !== undefined) closeSync(output);
  }
}
