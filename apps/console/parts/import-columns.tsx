import { labelOf } from '../lib/words.ts';
import { CHOICES, type ColumnTarget } from '../import/target.ts';
import type { CsvFile, FileColumn } from '../import/file.ts';
import { Field } from './form.tsx';
import type { ImportCode } from './import-downloads.tsx';
import { Table } from './table.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { importColumns: wording } = rareTexts;
const { common } = screenTexts;

const [SKIP, LOCATION, OTHER] = ['', 'location', '*'];

const optionsOf = (): (readonly [string, string])[] => [
  [SKIP, wording.skip],
  ...CHOICES.map((name) => [name, labelOf(name)] as const),
  [LOCATION, wording.homeLocation],
  [OTHER, wording.otherAttribute],
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
      caption={wording.caption}
      items={rows}
      identity={({ column }) => column.key}
      columns={[
        [common.column, ({ column }) => column.key],
        [wording.firstValue, ({ column }) => column.sample],
        [
          wording.becomes,
          ({ column, target, i }) => (
            <>
              <Field
                label={wording.becomesOf(column.key)}
                hideLabel
                value={choiceOf(target)}
                choices={optionsOf()}
                onInput={(choice) => set(i, targetOf(choice, column, code))}
              />
              {target.kind === 'attribute' && choiceOf(target) === OTHER && (
                <Field
                  label={wording.attributeOf(column.key)}
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
