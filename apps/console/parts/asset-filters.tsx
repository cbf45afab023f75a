import { useEffect, useState } from 'preact/hooks';
import { HOME_LOCATION } from '../../../src/formats/records/attribute-labels.ts';
import { MORE_COLUMNS } from '../lib/asset-columns.ts';
import { writeQuery, type AssetOrder, type AssetQuery } from '../lib/asset-query.ts';
import { knownTypes } from '../lib/known-types.ts';
import { knownPlaces, placesIn, wantPlaces } from '../lib/places.ts';
import { useStore } from '../lib/store.ts';
import { Chips } from './chips.tsx';
import { Filters, named, type Groups } from './filters.tsx';
import { Field, Tick } from './form.tsx';
import { Search } from './page.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { assetFilters: wording, common } = screenTexts;

const ORDERS: readonly AssetOrder[] = ['DEFAULT', 'at_time', 'DISPLAY_NAME'];

/** Locations that can be chosen; others are found by the search. */
const MOST = 500;

type Props = { query: AssetQuery; onChange: (query: AssetQuery) => void };
type ColumnProps = { columns: readonly string[]; onColumns: (names: string[]) => void };

/**
 * Filters, order and columns of the list; a search by words has an order of its own. `ruled`: the tenancy has
 * compliance policies. `columns`: the attributes that have a column.
 */
export function AssetFilters(of: Props & ColumnProps & { tenancy: string; ruled: boolean }) {
  const { query, onChange, tenancy, ruled, columns, onColumns } = of;
  return (
    <>
      <Chips query={query} onChange={onChange} ruled={ruled} />
      <div class="compact">
        <Choices query={query} onChange={onChange} />
        {query.q === '' && (
          <Field
            label={wording.sortBy}
            value={query.order}
            onInput={(order) => onChange({ ...query, order: order as AssetOrder })}
            choices={ORDERS.map((order) => [order, wording.orders[order]] as const)}
          />
        )}
        <FilterForm key={JSON.stringify(query.groups)} query={query} onChange={onChange} />
        <SavedFilters tenancy={tenancy} query={writeQuery(query)} />
        {!query.map && <ColumnChoice columns={columns} onColumns={onColumns} />}
      </div>
    </>
  );
}

/** The columns that a person can add to the list. */
const ColumnChoice = ({ columns, onColumns }: ColumnProps) => (
  <details>
    <summary>{wording.columns}</summary>
    {MORE_COLUMNS.map((name) => (
      <Tick
        key={name}
        label={screenTexts.assetCells.columns[name]}
        checked={columns.includes(name)}
        onChange={(isOn) => onColumns(isOn ? [...columns, name] : columns.filter((each) => each !== name))}
      />
    ))}
  </details>
);

/** The value that an attribute must have by a condition of its own; empty: none. */
const valueIn = (groups: Groups, name: string): string =>
  groups.find(([term, other]) => !other && term?.name === name && term.op === '=')?.[0]?.value ?? '';

/** The conditions with another value of an attribute; without one if it is empty. */
function withValue(groups: Groups, name: string, value: string): Groups {
  const others = groups.filter(([term, other]) => other || term?.name !== name || term.op !== '=');
  return value === '' ? others : [...others, [{ name, op: '=', value }]];
}

/** The filters by type and by location, of those that exist. */
function Choices({ query, onChange }: Props) {
  const types = useStore(knownTypes.values).get('assets') ?? [];
  const places = placesIn(useStore(knownPlaces));
  useEffect(() => {
    knownTypes.want('assets');
    wantPlaces();
  });
  const choose = (name: string) => (value: string) =>
    onChange({ ...query, groups: withValue(query.groups, name, value) });
  const type = valueIn(query.groups, 'arc_display_type');
  const home = valueIn(query.groups, HOME_LOCATION);
  const typed = type === '' || types.includes(type) ? types : [type, ...types];
  return (
    <>
      <Field
        label={common.type}
        value={type}
        onInput={choose('arc_display_type')}
        choices={[['', wording.all], ...typed.map((each) => [each, each] as const)]}
      />
      {places.length > 0 && (
        <Field
          label={common.location}
          value={home}
          onInput={choose(HOME_LOCATION)}
          choices={[['', wording.all], ...places.slice(0, MOST).map(({ identity, name }) => [identity, name] as const)]}
        />
      )}
    </>
  );
}

function FilterForm({ query, onChange }: Props) {
  const [groups, setGroups] = useState<Groups>(query.groups);
  return (
    <Search title={wording.filterBy} open={false} onSearch={() => onChange({ ...query, groups: named(groups) })}>
      <Filters legend={wording.conditions} hint={wording.hint} groups={groups} onChange={setGroups} />
    </Search>
  );
}
