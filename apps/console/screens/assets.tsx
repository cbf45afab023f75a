import { useEffect, useRef, useState } from 'preact/hooks';
import { pages, type Schemas } from '../lib/api.ts';
import { addressOf, assetPages, readQuery, writeQuery, type AssetQuery, type AssetOrder } from '../lib/asset-query.ts';
import { complianceStates } from '../lib/compliance.ts';
import { csvOf } from '../lib/csv.ts';
import { askFor, forgetOnAssets, mayCreate, mayRecord, useOnAssets } from '../lib/rights.ts';
import { replaceAddress, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { assetColumns } from '../parts/asset-cells.tsx';
import { AssetMap, ViewSwitch } from '../parts/asset-map.tsx';
import { Chips } from '../parts/chips.tsx';
import { Filters, named, type Groups } from '../parts/filters.tsx';
import { Field } from '../parts/form.tsx';
import { Download, List } from '../parts/list.tsx';
import { Screen, Search, useLoaded } from '../parts/page.tsx';
import { SavedFilters } from '../parts/saved-filters.tsx';
import { Selection, type SelectedAssets } from '../parts/selection.tsx';

type Asset = Schemas['Asset'];

/** Milliseconds without input until words are searched. */
const PAUSE = 250;
/** The most assets in a downloaded file. */
const MOST = 10_000;

const RULES = pages('/v1/compliance_policies', 'compliance_policies');

const ORDERS: readonly [AssetOrder, string][] = [
  ['DEFAULT', 'Created last'],
  ['at_time', 'Changed last'],
  ['DISPLAY_NAME', 'Name'],
];

/** The list of these assets is that of what is due. */
const NOT_COMPLIANT = (
  <p>
    <a href="#/due?show=failing">Not compliant</a>
  </p>
);

const CREATE = (
  <>
    <a class="button" href="#/assets/new">
      Create an asset
    </a>
    <a href="#/assets/import">Import a CSV file</a>
  </>
);

/** The assets that the caller can see. The words of the search, or the filters and the order, are in the address. */
export function Assets({ route }: { route: Route }) {
  const signedIn = useStore(session)!;
  const { administrator, auditor, granted, tenancy } = signedIn;
  const query = readQuery(route.query);
  const { q } = query;
  const [turn, setTurn] = useState(0);
  const which = JSON.stringify(query);
  const key = `${which} ${turn}`;
  const [shown, setShown] = useState<Asset[]>([]);
  const [selected, setSelected] = useState<SelectedAssets>(new Map());
  // Compliance is evaluated again for each list.
  useEffect(() => {
    complianceStates.forget();
    forgetOnAssets();
    setShown([]);
  }, [key]);
  useEffect(() => setSelected(new Map()), [which]);
  const ruled = useLoaded(async () => (await RULES('', 1)).items.length > 0, 'rules');
  const of = assetPages(query);
  const change = (next: AssetQuery): void => replaceAddress(addressOf(next));
  const select = (asset: Asset, on: boolean): void => {
    const others = [...selected].filter(([identity]) => identity !== asset.identity);
    setSelected(new Map(on ? [...others, [asset.identity, asset]] : others));
  };
  const none = administrator ? 'No assets found.' : `No assets found that you can see. ${askFor(tenancy)}`;
  const empty = q === '' ? none : `No asset that you can see has all of these words: ${q}.`;
  const on = useOnAssets(signedIn, shown);
  const selectable = (asset: Asset): boolean => mayRecord(signedIn, asset, 'RecordEvidence', on.get(asset.identity));
  return (
    <Screen title="Assets" actions={mayCreate(granted) && CREATE}>
      {!administrator && !auditor && (
        <p class="note">You see the assets that access policies of {tenancy?.name || 'your tenancy'} let you see.</p>
      )}
      <SearchField query={query} />
      {q === '' && <ListOptions query={query} tenancy={tenancy?.identity ?? ''} onChange={change} />}
      {ruled.data === true && NOT_COMPLIANT}
      <ViewSwitch map={query.map} onChange={(map) => change({ ...query, map })} />
      {query.map ? (
        <AssetMap of={of} reload={key} empty={empty} />
      ) : (
        <>
          <Selection
            shown={shown.filter(selectable)}
            selected={selected}
            onSelect={setSelected}
            onRecorded={() => setTurn(turn + 1)}
          />
          <List
            caption={q === '' ? 'Assets' : `Assets that match “${q}”`}
            of={of}
            reload={key}
            identity={({ identity }) => identity}
            onItems={setShown}
            empty={empty}
            columns={assetColumns({
              own: tenancy?.identity,
              ruled: ruled.data === true,
              selected,
              select,
              selectable,
              on,
            })}
          />
        </>
      )}
      {(query.map || shown.length > 0) && <Outputs query={query} />}
    </Screen>
  );
}

/** What can be made of all assets that a query selects: files and labels. */
const Outputs = ({ query }: { query: AssetQuery }) => (
  <>
    <Download of={assetPages(query)} name="assets" most={MOST} csv={csvOf} />
    <p class="actions">
      <a href={`#/labels?${writeQuery(query)}`}>Labels of these assets to print</a>
    </p>
  </>
);

/** Filters and order of the list. */
function ListOptions(of: { query: AssetQuery; tenancy: string; onChange: (query: AssetQuery) => void }) {
  const { query, tenancy, onChange } = of;
  return (
    <>
      <Chips query={query} onChange={onChange} />
      <div class="compact">
        <Field
          label="Sort by"
          value={query.order}
          onInput={(order) => onChange({ ...query, order: order as AssetOrder })}
          choices={ORDERS}
        />
        <FilterForm key={JSON.stringify(query.groups)} query={query} onChange={onChange} />
        <SavedFilters tenancy={tenancy} query={writeQuery(query)} />
      </div>
    </>
  );
}

/**
 * The search field. Its words are in the address as soon as the input pauses. Each key renders only the field again.
 */
function SearchField({ query: { q, tracked, map } }: { query: AssetQuery }) {
  const [words, setWords] = useState(q);
  // The words of the address that come from this field: it may already have more.
  const typed = useRef(q);
  useEffect(() => {
    const next = words.trim();
    if (next === typed.current) return undefined;
    const timer = setTimeout(() => {
      typed.current = next;
      replaceAddress(addressOf({ q: next, tracked, map }));
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => {
    if (q === typed.current) return;
    typed.current = q;
    setWords(q);
  }, [q]);
  return (
    <div role="search">
      <Field
        label="Search"
        type="search"
        value={words}
        onInput={setWords}
        hint="Words of the name, the type, the description or another attribute. The last word may be incomplete."
      />
    </div>
  );
}

function FilterForm({ query, onChange }: { query: AssetQuery; onChange: (query: AssetQuery) => void }) {
  const [groups, setGroups] = useState<Groups>(query.groups);
  return (
    <Search title="Filter by attributes" open={false} onSearch={() => onChange({ ...query, groups: named(groups) })}>
      <Filters
        legend="Conditions"
        hint="Write nested names as <map>.<key> or <list>[].<key>."
        groups={groups}
        onChange={setGroups}
      />
    </Search>
  );
}
