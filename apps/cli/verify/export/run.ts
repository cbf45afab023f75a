import type { ExportReport, ExportTrust } from '../../../../src/proof/exports/report.ts';
import { verifyExportFiles } from '../../../../src/proof/exports/run.ts';
import { directorySource } from '../../exports/files.ts';
import { temporaryStore } from './records.ts';

/** Verifies the export in a directory. */
export async function verifyExport(directory: string, of: ExportTrust): Promise<ExportReport> {
  const store = temporaryStore();
  try {
    return await verifyExportFiles(directorySource(directory), store, of);
  } finally {
    store.close();
  }
}
