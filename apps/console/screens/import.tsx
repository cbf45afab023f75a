import { useMemo, useRef, useState } from 'preact/hooks';
import { NotAFile } from '../../site/find/hash.ts';
import type { ColumnTarget } from '../import/target.ts';
import type { CsvFile } from '../import/file.ts';
import { FILE_LIMITS, tooLargeFile } from '../import/limits.ts';
import type { ImportPlan, PlaceNames } from '../import/plan.ts';
import { readPlaces } from '../lib/places.ts';
import { askFor, has, mayCreate } from '../lib/rights.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { FileDrop } from '../parts/drop.tsx';
import { Form, Problem } from '../parts/form.tsx';
import { ImportColumns } from '../parts/import-columns.tsx';
import { assetsIn, ImportPreview } from '../parts/import-preview.tsx';
import type { ImportCode } from '../parts/import-downloads.tsx';
import { ImportRun } from '../parts/import-run.tsx';
import { Screen } from '../parts/page.tsx';

/** What the browser loads only for people who import. */
const MODULE = '/console/import.js';

const LEAD =
  'Make many assets from a table. Save it as “CSV UTF-8” in the spreadsheet program: ' +
  'the first line has the names of the columns, each other line is an asset. You see what is made before it is made.';

const PERMANENT = 'Assets cannot be deleted, and their histories cannot be changed. You can stop tracking them later.';

const TOO_MANY_PLACES =
  'You can see more than 5,000 locations: a column cannot become the home location by name. Use the command line.';

/** The identities of the locations that the caller can see, by their names. Throws ApiError. */
async function readPlaceNames(): Promise<{ places: PlaceNames; complete: boolean }> {
  const { places, complete } = await readPlaces();
  const names = new Map<string, string[]>();
  for (const { identity, name } of places) names.set(name, [...(names.get(name) ?? []), identity]);
  return { places: names, complete };
}

type Chosen = { code: ImportCode; name: string; file: CsvFile; places: PlaceNames; complete: boolean };

/** Creates assets from the rows of a CSV file, after a look at what they become. */
export function ImportAssets() {
  const { tenancy, granted } = useStore(session)!;
  const [chosen, setChosen] = useState<Chosen>();
  const [targets, setTargets] = useState<readonly ColumnTarget[]>([]);
  const [notice, setNotice] = useState('');
  const [error, setError] = useState<Error>();
  const [confirmed, setConfirmed] = useState<ImportPlan>();
  const turn = useRef(0);
  const take = async (choose: () => File): Promise<void> => {
    const mine = ++turn.current;
    setChosen(undefined);
    setError(undefined);
    setNotice('Reading the file…');
    try {
      const from = choose();
      if (from.size > FILE_LIMITS.bytes) throw tooLargeFile();
      const [code, bytes, named] = await Promise.all([
        import(MODULE) as Promise<ImportCode>,
        from.arrayBuffer(),
        readPlaceNames(),
      ]);
      const file = code.readCsv(new Uint8Array(bytes));
      if (mine !== turn.current) return;
      setTargets(file.columns.map(code.suggestedTarget));
      setChosen({ code, name: from.name, file, ...named });
    } catch (thrown) {
      if (mine !== turn.current) return;
      const isRead = thrown instanceof NotAFile || !(thrown instanceof DOMException || thrown instanceof TypeError);
      setError(isRead ? (thrown as Error) : new Error('The file could not be read. Try again.'));
    }
    setNotice('');
  };
  if (!mayCreate(granted))
    return (
      <Screen title="Import assets">
        <p class="empty">No access policy lets you create assets. {askFor(tenancy)}</p>
      </Screen>
    );
  if (chosen && confirmed)
    return (
      <Screen title="Import assets">
        <ImportRun
          {...chosen}
          plan={confirmed}
          onEnd={() => {
            setConfirmed(undefined);
            setChosen(undefined);
          }}
        />
      </Screen>
    );
  return (
    <Screen title="Import assets" lead={LEAD}>
      <FileDrop id="import-file" accept=".csv,text/csv" onFile={(choose) => void take(choose)} />
      <p class="note" role="status">
        {notice || (chosen && `${chosen.name}, ${chosen.file.columns.length} columns`)}
      </p>
      {error && <Problem error={error} />}
      {chosen && <Choices chosen={chosen} targets={targets} onTargets={setTargets} onConfirm={setConfirmed} />}
    </Screen>
  );
}

/** The columns of a file and the preview, until the import is confirmed. */
function Choices(of: {
  chosen: Chosen;
  targets: readonly ColumnTarget[];
  onTargets: (next: ColumnTarget[]) => void;
  onConfirm: (plan: ImportPlan) => void;
}) {
  const { granted } = useStore(session)!;
  const { chosen, targets, onTargets, onConfirm } = of;
  const { code, file, name, places, complete } = chosen;
  const writable = (attribute: string): boolean => has(granted.asset_attributes_write, attribute);
  const wrong = code.targetProblems(file.columns, targets, writable);
  if (!complete && targets.some(({ kind }) => kind === 'location')) wrong.push(TOO_MANY_PLACES);
  const behaviours = has(granted.behaviours, 'RecordEvidence') ? 'RecordEvidence' : granted.behaviours.join(' ');
  const plan = useMemo(
    () => (wrong.length > 0 ? undefined : code.planImport(file, targets, { places, behaviours })),
    [file, targets, wrong.length],
  );
  const count = plan?.assets.length ?? 0;
  return (
    <>
      <section aria-labelledby="import-columns">
        <h2 id="import-columns">Columns</h2>
        <ImportColumns code={code} file={file} targets={targets} onChange={onTargets} />
        <div role="status">
          {wrong.map((problem) => (
            <p class="wrong" key={problem}>
              {problem}
            </p>
          ))}
        </div>
      </section>
      {plan && <ImportPreview {...{ code, name, file, targets, plan, places }} />}
      {plan && count > 0 && (
        <Form
          label="Import"
          submit={`Import ${assetsIn(count)}`}
          onSubmit={async () => onConfirm(plan)}
          confirm={() => ({
            title: `Import ${assetsIn(count)}?`,
            summary: <p>From {name}.</p>,
            outcome: 'imported',
            act: `Import ${assetsIn(count)}`,
            consequence: PERMANENT,
          })}
        />
      )}
    </>
  );
}
