/** What the browser loads only for people who import a file: reading CSV, and what its rows become. */
export { suggestedTarget, targetProblems } from './columns.ts';
export { readCsv } from './file.ts';
export { planImport } from './plan.ts';
export { refusedRows, resultCsv } from './report.ts';
export { createdAsset, sendAssets } from './send.ts';
