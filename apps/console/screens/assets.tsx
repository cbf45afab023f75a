import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { pages, type Pages, type Schemas } from '../lib/api.ts';
import { keepColumns, shownColumns } from '../lib/asset-columns.ts';
import { assetPages } from '../lib/asset-pages.ts';
import { addressOf, readQuery, writeQuery, type AssetQuery } from '../lib/asset-query.ts';
import { complianceStates } from '../lib/compliance.ts';
import { csvOf } from '../lib/csv.ts';
import { askFor, forgetOnAssets, mayCreate, mayRecord, useOnAssets } from '../lib/rights.ts';
import { forgetPlaces } from '../lib/places.ts';
import { replaceAddress, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { AssetFilters } from '../parts/asset-filters.tsx';
import { NothingFound, SearchField } from '../parts/asset-search.tsx';
import { assetColumns } from '../parts/asset-cells.tsx';
import { Download, List } from '../parts/list.tsx';
import { Screen, useLoaded } from '../parts/page.tsx';
import { onDemand } from '../parts/on-demand.tsx';
import { Selection, type SelectedAssets } from '../parts/selection.tsx';
import { ViewSwitch } from '../parts/view-switch.tsx';
import { screenTexts } from './texts/texts.ts';

const { assets: wording, common, menu } = screenTexts;

type Asset = Schemas['Asset'];

const AssetMap = onDemand(async () => (await import('../parts/asset-map.tsx')).AssetMap);

/** The most assets in a downloaded file. */
const MOST = 10_000;

const RULES = pages('/v1/compliance_policies', 'compliance_policies');

const creating = () => (
  <>
    <a class="button" href="#/assets/new">
      {wording.create}
    </a>
    <a href="#/assets/import">{wording.import}</a>
  </>
);

/** The assets that the caller can see. The words of the search, the filters and the order are in the address. */
export function Assets({ route }: { route: Route }) {
  const { administrator, auditor, granted, tenancy } = useStore(session)!;
  const query = readQuery(route.query);
  const [turn, setTurn] = useState(0);
  const key = `${JSON.stringify(query)} ${turn}`;
  const [shown, setShown] = useState<Asset[]>([]);
  // Compliance is evaluated again for each list.
  useEffect(() => {
    complianceStates.forget();
    forgetOnAssets();
    setShown([]);
  }, [key]);
  // Locations may have been added. Before the parts of the screen ask for them.
  useState(forgetPlaces);
  const ruled = useLoaded(async () => (await RULES('', 1)).items.length > 0, 'rules').data === true;
  const of = useMemo(() => assetPages(query), [key]);
  const own = tenancy?.identity ?? '';
  const [columns, setColumns] = useState(() => shownColumns(own));
  const chooseColumns = (names: string[]): void => {
    keepColumns(own, names);
    setColumns(names);
  };
  const change = (next: AssetQuery): void => replaceAddress(addressOf(next));
  const none = administrator ? wording.none : wording.noneForYou(askFor(tenancy));
  const empty = query.q === '' ? none : <NothingFound query={query} />;
  return (
    <Screen title={menu.assets} actions={mayCreate(granted) && creating()}>
      {!administrator && !auditor && <p class="note">{wording.yours(tenancy?.name || common.yourTenancy)}</p>}
      <SearchField query={query} />
      <AssetFilters {...{ query, ruled, columns }} tenancy={own} onChange={change} onColumns={chooseColumns} />
      <ViewSwitch map={query.map} onChange={(map) => change({ ...query, map })} />
      {query.map ? (
        <AssetMap of={of} reload={key} empty={empty} />
      ) : (
        <AssetList
          {...{ query, of, ruled, empty, shown, columns }}
          reload={key}
          onItems={setShown}
          onRecorded={() => setTurn(turn + 1)}
        />
      )}
      {(query.map || shown.length > 0) && <Outputs query={query} of={of} />}
    </Screen>
  );
}

/** The assets as a table, of which some can be selected. `shown`: those that `onItems` has received. */
function AssetList(given: {
  query: AssetQuery;
  of: Pages<Asset>;
  reload: string;
  ruled: boolean;
  columns: readonly string[];
  empty: ComponentChildren;
  shown: Asset[];
  onItems: (assets: Asset[]) => void;
  onRecorded: () => void;
}) {
  const { query, of, reload, ruled, columns: more, empty, shown, onItems, onRecorded } = given;
  const { q } = query;
  const signedIn = useStore(session)!;
  const [selected, setSelected] = useState<SelectedAssets>(new Map());
  useEffect(() => setSelected(new Map()), [JSON.stringify(query)]);
  const select = (asset: Asset, isOn: boolean): void => {
    const others = [...selected].filter(([identity]) => identity !== asset.identity);
    setSelected(new Map(isOn ? [...others, [asset.identity, asset]] : others));
  };
  const { on, isComplete } = useOnAssets(signedIn, shown);
  const selectable = (asset: Asset): boolean => mayRecord(signedIn, asset, 'RecordEvidence', on.get(asset.identity));
  return (
    <>
      <Selection
        shown={shown.filter(selectable)}
        isComplete={isComplete}
        selected={selected}
        onSelect={setSelected}
        onRecorded={onRecorded}
      />
      <List
        caption={q === '' ? menu.assets : wording.matching(q)}
        of={of}
        reload={reload}
        identity={({ identity }) => identity}
        onItems={onItems}
        empty={empty}
        columns={assetColumns({ own: signedIn.tenancy?.identity, ruled, q, more, selected, select, selectable, on })}
      />
    </>
  );
}

/** What can be made of all assets that a query selects: files and labels. */
const Outputs = ({ query, of }: { query: AssetQuery; of: Pages<Asset> }) => (
  <>
    <Download of={of} name="assets" most={MOST} csv={csvOf} />
    <p class="actions">
      <a href={`#/labels?${writeQuery(query)}`}>{wording.labels}</a>
    </p>
  </>
);
