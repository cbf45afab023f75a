import { labelOf } from '../lib/words.ts';
import { useMemo, useRef, useState } from 'preact/hooks';
import { NotAFile } from '../../site/find/hash.ts';
import type { ColumnTarget } from '../import/target.ts';
import type { CsvFile } from '../import/file.ts';
import { FILE_LIMITS } from '../import/limits.ts';
import type { ImportPlan, PlaceNames } from '../import/plan.ts';
import { readPlaces } from '../lib/places.ts';
import { askFor, has, mayCreate } from '../lib/rights.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { FileDrop } from '../parts/drop.tsx';
import { Form, Problem } from '../parts/form.tsx';
import { ImportColumns } from '../parts/import-columns.tsx';
import { ImportPreview } from '../parts/import-preview.tsx';
import type { ImportCode } from '../parts/import-downloads.tsx';
import { ImportRun } from '../parts/import-run.tsx';
import { Screen } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { importing: wording } = rareTexts;
const { drop } = screenTexts;

/** What the browser loads only for people who import. */
const MODULE = '/console/import.js';

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
    setNotice(wording.reading);
    try {
      const from = choose();
      if (from.size > FILE_LIMITS.bytes) throw new Error(wording.tooLarge(FILE_LIMITS.bytes / 1_000_000));
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
      const isRead = !(thrown instanceof DOMException || thrown instanceof TypeError);
      if (thrown instanceof NotAFile) setError(new Error(drop.reasons[thrown.reason]));
      else setError(isRead ? (thrown as Error) : new Error(wording.unreadable));
    }
    setNotice('');
  };
  if (!mayCreate(granted))
    return (
      <Screen title={wording.title}>
        <p class="empty">{wording.notAllowed(askFor(tenancy))}</p>
      </Screen>
    );
  if (chosen && confirmed)
    return (
      <Screen title={wording.title}>
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
    <Screen title={wording.title} lead={wording.lead}>
      <FileDrop id="import-file" accept=".csv,text/csv" onFile={(choose) => void take(choose)} />
      <p class="note" role="status">
        {notice || (chosen && wording.file(chosen.name, chosen.file.columns.length))}
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
  const wrong = code.targetProblems(file.columns, targets, writable, labelOf);
  if (!complete && targets.some(({ kind }) => kind === 'location')) wrong.push(wording.tooManyPlaces);
  const behaviours = has(granted.behaviours, 'RecordEvidence') ? 'RecordEvidence' : granted.behaviours.join(' ');
  const plan = useMemo(
    () => (wrong.length > 0 ? undefined : code.planImport(file, targets, { places, behaviours })),
    [file, targets, wrong.length],
  );
  const count = plan?.assets.length ?? 0;
  return (
    <>
      <section aria-labelledby="import-columns">
        <h2 id="import-columns">{wording.columns}</h2>
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
          label={wording.label}
          submit={wording.act(count)}
          onSubmit={async () => onConfirm(plan)}
          confirm={() => ({
            title: wording.question(count),
            summary: <p>{wording.from(name)}</p>,
            outcome: wording.imported,
            act: wording.act(count),
            consequence: wording.permanent,
          })}
        />
      )}
    </>
  );
}
