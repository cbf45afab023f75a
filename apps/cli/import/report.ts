import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { csvField } from '../../../src/lib/csv.ts';
import { ServiceFailure } from './service-failure.ts';
import type { RejectedLine } from './state.ts';

/** Where the line of a rejected record is: the values of the columns before the reason. */
export type Placement = { columns: string; of: (line: number) => string; named: (line: number) => string };

const IN_ONE_FILE: Placement = { columns: 'line', of: String, named: (line) => `line ${line}` };

/** Writes rejected lines as CSV with the columns `line` and `reason`. Without any, removes the file. */
export function writeReport(file: string, rejected: Iterable<RejectedLine>, placement = IN_ONE_FILE): void {
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

/**
 * The lines that were refused in the batch that an error has stopped, in their order, except for the reason that the
 * error itself gives. The batch is sent again.
 */
export function refusedBy(error: unknown): RejectedLine[] {
  if (!(error instanceof ServiceFailure)) return [];
  return error.refused
    .filter(({ reason }) => !error.message.includes(reason))
    .toSorted((one, other) => one.line - other.line);
}

/** Adds the line that was refused first to the message of an error that stops an import. */
export function withFirstRefused(error: unknown, first: string | undefined, report: string): unknown {
  if (first !== undefined && error instanceof Error)
    error.message += `. The first refused line: ${first} (${report} lists all)`;
  return error;
}

/** For example `line 7: operation: is required`. */
export const firstRefused = (first: RejectedLine | undefined, { named } = IN_ONE_FILE): string | undefined =>
  first && `${named(first.line)}: ${first.reason.slice(0, 500)}`;
