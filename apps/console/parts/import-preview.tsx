import { labelOf } from '../lib/words.ts';
import { attributeOf, type ColumnTarget } from '../import/target.ts';
import type { CsvFile } from '../import/file.ts';
import type { ImportPlan, PlaceNames, PlannedAsset, RowProblem } from '../import/plan.ts';
import { ImportDownloads, type ImportCode } from './import-downloads.tsx';
import { Table, type Column } from './table.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { importPreview: wording } = rareTexts;
const { common } = screenTexts;

/** Rows that are shown of the assets, and of those that are not imported. */
const [SHOWN, LISTED] = [10, 50];
/** Characters of a value that are shown. */
const START = 200;

const startOf = (text: string): string => (text.length > START ? `${text.slice(0, START)}…` : text);

type Shown = { file: CsvFile; targets: readonly ColumnTarget[]; plan: ImportPlan; places: PlaceNames };
type Named = { code: ImportCode; name: string };

/** What becomes of the rows of a file: how many, the first ones, and those that cannot be imported. */
export function ImportPreview({ code, name, file, targets, plan, places }: Shown & Named) {
  const { assets, problems } = plan;
  return (
    <>
      <section aria-labelledby="import-preview">
        <h2 id="import-preview">{wording.preview}</h2>
        <p role="status">
          {wording.made(assets.length)}
          {problems.length > 0 && wording.problems(problems.length)}
          {file.blank > 0 && wording.blank(file.blank)}
        </p>
        {assets.length > 0 && <FirstAssets targets={targets} assets={assets} places={places} />}
      </section>
      {problems.length > 0 && (
        <section aria-labelledby="import-refused">
          <h2 id="import-refused">{wording.refused}</h2>
          <RefusedRows rows={problems} />
          {assets.length === 0 && (
            <p class="actions">
              <ImportDownloads {...{ code, name, file, plan }} results={[]} />
            </p>
          )}
        </section>
      )}
    </>
  );
}

/** The first assets as they would be made, with the names of their locations. */
function FirstAssets({ targets, assets, places }: Omit<Shown, 'plan' | 'file'> & Pick<ImportPlan, 'assets'>) {
  const valueOf = ({ attributes }: PlannedAsset, target: ColumnTarget): string => {
    const value = attributes[attributeOf(target)!] ?? '';
    if (target.kind !== 'location' || value === '') return value;
    return [...places].find(([, identities]) => identities.includes(value))?.[0] ?? value;
  };
  const columns = targets.flatMap((target): Column<PlannedAsset>[] =>
    attributeOf(target) === undefined
      ? []
      : [[labelOf(attributeOf(target)!), (asset) => startOf(valueOf(asset, target))]],
  );
  return (
    <>
      <Table
        caption={wording.firstAssets}
        items={assets.slice(0, SHOWN)}
        identity={({ line }) => String(line)}
        columns={[[common.line, ({ line }) => wording.line(line)], ...columns]}
      />
      {assets.length > SHOWN && <p class="note">{wording.firstOf(SHOWN, assets.length)}</p>}
    </>
  );
}

/** Rows that are not imported, with the reasons. */
export function RefusedRows({ rows }: { rows: readonly RowProblem[] }) {
  const listed = rows.slice(0, LISTED).map((row, i) => ({ ...row, i }));
  return (
    <>
      <Table
        caption={wording.caption}
        items={listed}
        identity={({ i }) => String(i)}
        columns={[
          [common.line, ({ line }) => wording.line(line)],
          [common.name, ({ name }) => startOf(name)],
          [common.column, ({ column }) => startOf(column)],
          [common.reason, ({ reason }) => startOf(reason)],
        ]}
      />
      {rows.length > LISTED && <p class="note">{wording.firstRows(LISTED, rows.length)}</p>}
    </>
  );
}
