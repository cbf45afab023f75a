import { LABELS } from '../../../src/formats/records/attribute-labels.ts';
import { CHOICES, type ColumnTarget } from '../import/target.ts';
import type { CsvFile, FileColumn } from '../import/file.ts';
import { Field } from './form.tsx';
import type { ImportCode } from './import-downloads.tsx';
import { Table } from './table.tsx';

const [SKIP, LOCATION, OTHER] = ['', 'location', '*'];

const OPTIONS: readonly (readonly [string, string])[] = [
  [SKIP, 'Do not import'],
  ...CHOICES.map((name) => [name, LABELS.get(name)!] as const),
  [LOCATION, 'Home location, by its name'],
  [OTHER, 'Another attribute'],
];

function choiceOf(target: ColumnTarget): string {
  if (target.kind !== 'attribute') return target.kind === 'location' ? LOCATION : SKIP;
  return CHOICES.find((name) => name === target.name) ?? OTHER;
}

function targetOf(choice: string, { title }: FileColumn, code: ImportCode): ColumnTarget {
  if (choice === SKIP) return { kind: 'skip' };
  if (choice === LOCATION) return { kind: 'location' };
  return { kind: 'attribute', name: choice === OTHER ? code.acceptedName(title, new Set()) : choice };
}

/** What each column of a file becomes, with its first value. */
export function ImportColumns(of: {
  code: ImportCode;
  file: CsvFile;
  targets: readonly ColumnTarget[];
  onChange: (next: ColumnTarget[]) => void;
}) {
  const { code, file, targets, onChange } = of;
  const rows = file.columns.map((column, i) => ({ column, target: targets[i]!, i }));
  const set = (i: number, target: ColumnTarget): void => onChange(targets.map((each, j) => (i === j ? target : each)));
  return (
    <Table
      caption="Columns of the file"
      items={rows}
      identity={({ column }) => column.key}
      columns={[
        ['Column', ({ column }) => column.key],
        ['First value', ({ column }) => column.sample],
        [
          'Becomes',
          ({ column, target, i }) => (
            <>
              <Field
                label={`“${column.key}” becomes`}
                hideLabel
                value={choiceOf(target)}
                choices={OPTIONS}
                onInput={(choice) => set(i, targetOf(choice, column, code))}
              />
              {target.kind === 'attribute' && choiceOf(target) === OTHER && (
                <Field
                  label={`Attribute of “${column.key}”`}
                  hideLabel
                  value={target.name}
                  onInput={(name) => set(i, { kind: 'attribute', name })}
                />
              )}
            </>
          ),
        ],
      ]}
    />
  );
}
