import { useState } from 'preact/hooks';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { nameOf, textOf } from '../parts/attributes.tsx';
import { Filters, named, queryOf, readTerm, type Groups } from '../parts/filters.tsx';
import { Field } from '../parts/form.tsx';
import { Download, List, type Column } from '../parts/list.tsx';
import { Screen, Search } from '../parts/page.tsx';

type Asset = Schemas['Asset'];

/** The columns of every list of assets. */
export const ASSET_COLUMNS: readonly Column<Asset>[] = [
  ['Name', (asset) => <a href={`#/assets/${uuidOf(asset.identity)}`}>{nameOf(asset)}</a>],
  ['Type', ({ attributes }) => textOf(attributes, 'arc_display_type')],
  ['Status', ({ confirmation_status }) => confirmation_status],
  ['Public', (asset) => (asset.public ? 'yes' : '')],
  ['Tracked', ({ tracked }) => (tracked === 'TRACKED' ? '' : 'no longer')],
];

/** The assets that the caller can see. The conditions of the search are in the URL. */
export function Assets({ route }: { route: Route }) {
  const [groups, setGroups] = useState<Groups>(() => parsed(route.query.get('filters')));
  const [tracked, setTracked] = useState(route.query.get('tracked') ?? 'TRACKED');
  const query = {
    filters: queryOf(parsed(route.query.get('filters'))),
    tracked: (route.query.get('tracked') ?? 'TRACKED') as 'TRACKED',
  };
  const of = pages('/v2/assets', 'assets', { params: { query } });
  const search = () => go(`assets?${new URLSearchParams({ filters: JSON.stringify(named(groups)), tracked })}`);
  return (
    <Screen title="Assets">
      <p class="actions">
        <a class="button" href="#/assets/new">
          Create an asset
        </a>
      </p>
      <Search open={groups.length > 0} onSearch={search}>
        <Filters
          legend="Conditions"
          hint="Write nested names as <map>.<key> or <list>[].<key>."
          groups={groups}
          onChange={setGroups}
        />
        <Field
          label="Tracked"
          value={tracked}
          onInput={setTracked}
          choices={[
            ['TRACKED', 'tracked'],
            ['NOT_TRACKED', 'no longer tracked'],
            ['ANY', 'all'],
          ]}
        />
      </Search>
      <List
        caption="Assets"
        of={of}
        reload={JSON.stringify(query)}
        identity={({ identity }) => identity}
        empty="No assets found."
        columns={ASSET_COLUMNS}
      />
      <Download of={of} name="assets.json" />
    </Screen>
  );
}

function parsed(text: string | null): Groups {
  try {
    return (JSON.parse(text ?? '[]') as Groups).map((terms) =>
      terms.map(({ name, op, value }) => ({
        name: String(name),
        op: readTerm(`attributes.x${op}`).op,
        value: String(value),
      })),
    );
  } catch {
    return [];
  }
}
