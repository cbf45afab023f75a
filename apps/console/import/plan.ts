import { attributeProblems, attributeSize, LIMITS } from '../../../src/formats/records/attributes.ts';
import { mappingOf } from '../../../src/formats/import/mapping.ts';
import { isBlank } from '../../../src/formats/import/rows.ts';
import { nearest } from '../../../src/lib/nearest.ts';
import { isStorable } from '../../../src/lib/text.ts';
import { attributeOf, type ColumnTarget } from './target.ts';
import type { CsvFile, FileRow } from './file.ts';
import { importTexts } from './texts.ts';

/** Why a row is not imported. `column`: empty if it is not about one. */
export type RowProblem = { line: number; name: string; column: string; reason: string };
/** An asset to create: the item of a batch as JSON text, and its attributes. */
export type PlannedAsset = { line: number; name: string; text: string; attributes: Record<string, string> };
export type ImportPlan = { assets: PlannedAsset[]; problems: RowProblem[] };

/** Identities of locations by their names. */
export type PlaceNames = ReadonlyMap<string, readonly string[]>;

/** Typing errors up to which a name is proposed instead, and the unknown texts for which one is looked for. */
const [MOST_EDITS, MOST_HINTS] = [2, 50];

/** The assets that the rows of a file become, and the rows that cannot be imported. Nothing is sent. */
export function planImport(
  file: CsvFile,
  targets: readonly ColumnTarget[],
  { places, behaviours }: { places: PlaceNames; behaviours: string },
): ImportPlan {
  const columns = Object.fromEntries(
    file.columns.map(({ key }, i) => {
      const name = attributeOf(targets[i]!);
      return [key, name === undefined ? null : `attributes.${name}`];
    }),
  );
  const record = mappingOf({ columns, constants: { record: 'asset', behaviours } });
  const locate = locator(places);
  const home = file.columns.find((_, i) => targets[i]!.kind === 'location')?.key;
  const columnOf = (name: string): string => Object.keys(columns).find((key) => columns[key] === name) ?? '';
  const keyOf = (line: number): string => `import-${file.digest.slice(0, 32)}-${line}`;
  const plan: ImportPlan = { assets: [], problems: [] };
  const nameColumn = columnOf('attributes.arc_display_name');
  for (const row of file.rows) {
    const fields = fieldsOf(row);
    const name = (fields[nameColumn] ?? '').slice(0, 200);
    const refuse = (column: string, reason: string): void =>
      void plan.problems.push({ line: row.line, name, column, reason });
    const problem = rowProblem(row, fields, nameColumn);
    if (problem) {
      refuse(problem.column, problem.reason);
      continue;
    }
    if (home !== undefined && isBlank(fields[home] ?? '')) delete fields[home];
    if (home !== undefined && fields[home] !== undefined) {
      const found = locate(fields[home]);
      if ('problem' in found) {
        refuse(home, found.problem);
        continue;
      }
      fields[home] = found.identity;
    }
    const mapped = record(fields);
    if (!('body' in mapped)) {
      refuse('', 'problem' in mapped ? mapped.problem : importTexts().unreadable);
      continue;
    }
    const { attributes } = mapped.body as { attributes: Record<string, string> };
    const [bad] = attributeProblems(attributes, 'attributes');
    if (bad) refuse(columnOf(bad.field), bad.description);
    else if (attributeSize([attributes]).bytes > LIMITS.totalBytes)
      refuse('', importTexts().tooLong(LIMITS.totalBytes));
    else {
      const text = JSON.stringify({ idempotency_key: keyOf(row.line), ...mapped.body });
      plan.assets.push({ line: row.line, name, text, attributes });
    }
  }
  return plan;
}

/** A copy of the values of a row, without a prototype: a column can have any name. */
const fieldsOf = (row: FileRow): Record<string, string> =>
  Object.assign(Object.create(null), 'fields' in row ? row.fields : {});

/** What is wrong with the texts of a row, whatever they become. */
function rowProblem(
  row: FileRow,
  fields: Record<string, string>,
  nameColumn: string,
): { column: string; reason: string } | undefined {
  if ('problem' in row) return { column: '', reason: row.problem.replace('the header', 'the first line') };
  if (isBlank(fields[nameColumn] ?? '')) return { column: nameColumn, reason: importTexts().nameMissing };
  const odd = Object.entries(fields).find(([, text]) => !isStorable(text));
  return odd && { column: odd[0], reason: importTexts().oddCharacter };
}

const plain = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Finds the identity of a location by its name, without regard to case and spaces, or by itself. */
function locator(places: PlaceNames): (text: string) => { identity: string } | { problem: string } {
  const known = new Map<string, string[]>();
  for (const [name, identities] of places) known.set(plain(name), [...(known.get(plain(name)) ?? []), ...identities]);
  const identities = new Set([...places.values()].flat());
  const names = [...places.keys()];
  const cache = new Map<string, { identity: string } | { problem: string }>();
  let hints = 0;
  const closeTo = (text: string): string | undefined => {
    if (text.length > 100 || ++hints > MOST_HINTS) return undefined;
    const close = nearest(
      text,
      names.filter((name) => Math.abs(name.length - text.length) <= MOST_EDITS),
    );
    return close && close.edits <= MOST_EDITS ? close.name : undefined;
  };
  const read = (text: string): { identity: string } | { problem: string } => {
    if (identities.has(text.trim())) return { identity: text.trim() };
    const [identity, another] = known.get(plain(text)) ?? [];
    const shown = text.slice(0, 100);
    if (another !== undefined) return { problem: importTexts().severalLocations(shown) };
    if (identity !== undefined) return { identity };
    return { problem: importTexts().noLocation(shown, closeTo(text)) };
  };
  return (text) => {
    const found = cache.get(text) ?? read(text);
    cache.set(text, found);
    return found;
  };
}
