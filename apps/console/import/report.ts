import { importTexts } from './texts.ts';
import { createdBy, type ItemError, type ItemResult } from '../../../src/formats/import/batch-results.ts';
import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { csvField } from '../../../src/lib/csv.ts';
import type { CsvFile } from './file.ts';
import type { ImportPlan, RowProblem } from './plan.ts';

/** What the service says of an Idempotency-Key that was used with another body. */
const CONFLICT = 'used for another request';

/** The rows that were not imported, in the order of the file: those that were not sent, and those that were refused. */
export function refusedRows({ assets, problems }: ImportPlan, results: readonly ItemResult[]): RowProblem[] {
  const refused = assets.flatMap(({ line, name }, i): RowProblem[] => {
    const result = results[i];
    if (!result || !('error' in result) || createdBy(result) !== undefined) return [];
    return [{ line, name, ...reasonOf(result.error) }];
  });
  return [...problems, ...refused].toSorted((one, other) => one.line - other.line);
}

/** The reason of a refusal, with the name of the attribute that it is about in place of a column. */
function reasonOf({ message, details = [] }: ItemError): {
  column: string;
  reason: string;
} {
  if (message.includes(CONFLICT)) return { column: '', reason: importTexts().importedBefore };
  const violations = details.flatMap(
    (detail) => (detail as { field_violations?: { field: string; description: string }[] }).field_violations ?? [],
  );
  const [first] = violations;
  if (!first) return { column: '', reason: message };
  const name = first.field.replace(/^attributes\./, '');
  return { column: LABELS.get(name) ?? name, reason: first.description };
}

/** The result as CSV (RFC 4180, UTF-8 with a byte order mark), a line for each row. No text becomes a formula. */
export function resultCsv(plan: ImportPlan, results: readonly ItemResult[]): string {
  const made = plan.assets.flatMap(({ line, name }, i): [number, string[]][] => {
    const result = results[i];
    if (result === undefined) return [[line, ['not sent', name, '', '', '']]];
    const identity = createdBy(result);
    if (identity === undefined) return [];
    return [[line, ['identity' in result ? 'made' : 'made earlier', name, identity, '', '']]];
  });
  const refused = refusedRows(plan, results).map(({ line, name, column, reason }): [number, string[]] => [
    line,
    ['refused', name, '', column, reason],
  ]);
  const rows = [...made, ...refused].toSorted(([one], [other]) => one - other);
  const lines = [
    ['line', 'result', 'name', 'asset', 'column', 'reason'],
    ...rows.map(([line, row]) => [String(line), ...row]),
  ];
  return `\uFEFF${lines.map((row) => row.map((text) => csvField(text)).join(',')).join('\r\n')}\r\n`;
}

/**
 * The refused rows as they are in the file, with its first line, so that they can be corrected and imported; undefined
 * without any. Nothing is escaped but what CSV needs: what is imported again must be what was in the file.
 */
export function correctableCsv(
  { columns, rows, separator }: CsvFile,
  refused: readonly RowProblem[],
): string | undefined {
  const lines = new Set(
    refused.filter(({ reason }) => reason !== importTexts().importedBefore).map(({ line }) => line),
  );
  if (lines.size === 0) return undefined;
  const records = rows.filter(({ line }) => lines.has(line)).map(({ record }) => record);
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const written = [columns.map(({ title }) => title), ...records].map((record) => record.map(quoted).join(separator));
  return `\uFEFF${written.join('\r\n')}\r\n`;
}
