import type { ItemResult } from '../../../src/formats/import/batch-results.ts';
import type { CsvFile } from '../import/file.ts';
import type { ImportPlan } from '../import/plan.ts';
import { save } from './list.tsx';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { importDownloads: wording } = rareTexts;

/** The code that the browser loads for an import. */
export type ImportCode = typeof import('../import/main.ts');

type Outcome = { code: ImportCode; name: string; file: CsvFile; plan: ImportPlan; results: readonly ItemResult[] };

/** Buttons that save what became of each row, and the refused rows with the columns of the file, to be corrected. */
export function ImportDownloads({ code, name, file, plan, results }: Outcome) {
  const saveAs = (csv: string, end: string): void =>
    save(new Blob([csv], { type: 'text/csv' }), `${name.replace(/\.\w*$/, '')}-${end}.csv`);
  const correctable = code.correctableCsv(file, code.refusedRows(plan, results));
  return (
    <>
      <button type="button" onClick={() => saveAs(code.resultCsv(plan, results), 'result')}>
        {wording.result}
      </button>
      {correctable !== undefined && (
        <button type="button" onClick={() => saveAs(correctable, 'refused')}>
          {wording.refused}
        </button>
      )}
    </>
  );
}
