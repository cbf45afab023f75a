import type { ImportOutcome, Surroundings } from './command.ts';
import { importExport } from './export/run.ts';
import { importFile } from './file.ts';
import type { ImportInput } from './input.ts';
import { stopOnSignals } from './stop-signals.ts';

/**
 * Imports a file or an export, or with `dryRun` validates it. Resumes an import that was interrupted. `npm run import`
 * and `evidence import` both call it. Throws an Error for the user.
 */
export async function importHistory(input: ImportInput, surroundings: Surroundings): Promise<ImportOutcome> {
  const { format } = input;
  const stop = stopOnSignals();
  return format === 'export'
    ? importExport(input, surroundings, stop)
    : importFile({ ...input, format }, surroundings, stop);
}
