/** What the browser loads only for people who import a file: reading CSV, and what its rows become. */
export { createdBy } from '../../../src/formats/import/batch-results.ts';
export { acceptedName } from '../../../src/formats/import/targets.ts';
export { suggestedTarget, targetProblems } from './columns.ts';
export { readCsv } from './file.ts';
export { planImport } from './plan.ts';
export { correctableCsv, refusedRows, resultCsv } from './report.ts';
export { sendAssets } from './send.ts';
