import { useEffect, useRef, useState } from 'preact/hooks';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import { askFor, mayCreate } from '../lib/rights.ts';
import { go, replaceAddress, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
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

/** Milliseconds without input until words are searched. */
const PAUSE = 250;

/** The assets that the caller can see. The words or conditions of the search are in the address. */
export function Assets({ route }: { route: Route }) {
  const { administrator, auditor, granted, tenancy } = useStore(session)!;
  const [words, setWords] = useState(route.query.get('q') ?? '');
  const [groups, setGroups] = useState<Groups>(() => parsed(route.query.get('filters')));
  const [tracked, setTracked] = useState(route.query.get('tracked') ?? 'TRACKED');
  const q = (route.query.get('q') ?? '').trim();
  const query = {
    filters: queryOf(parsed(route.query.get('filters'))),
    tracked: (route.query.get('tracked') ?? 'TRACKED') as 'TRACKED',
  };
  const of =
    q === ''
      ? pages('/v2/assets', 'assets', { params: { query } })
      : pages('/v2/assets:search', 'assets', { params: { query: { q, tracked: query.tracked } } });
  const search = () => go(`assets?${new URLSearchParams({ filters: JSON.stringify(named(groups)), tracked })}`);
  // The words of the address that come from this field: it may already have more.
  const typed = useRef(q);
  useEffect(() => {
    const next = words.trim();
    if (next === typed.current) return undefined;
    const timer = setTimeout(() => {
      typed.current = next;
      const given = new URLSearchParams(next === '' ? {} : { q: next });
      if (route.query.has('tracked')) given.set('tracked', query.tracked);
      replaceAddress(`#/assets${given.size === 0 ? '' : `?${given}`}`);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => {
    if (q === typed.current) return;
    typed.current = q;
    setWords(q);
  }, [q]);
  return (
    <Screen title="Assets">
      {mayCreate(granted) && (
        <p class="actions">
          <a class="button" href="#/assets/new">
            Create an asset
          </a>
        </p>
      )}
      {!administrator && !auditor && (
        <p class="note">You see the assets that access policies of {tenancy?.name || 'your tenancy'} let you see.</p>
      )}
      <div role="search">
        <Field
          label="Search"
          type="search"
          value={words}
          onInput={setWords}
          hint="Words of the name, the type, the description or another attribute. The last word may be incomplete."
        />
      </div>
      {q === '' && (
        <Search title="Filter by attributes" open={groups.length > 0} onSearch={search}>
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
      )}
      <List
        caption={q === '' ? 'Assets' : `Assets that match “${q}”`}
        of={of}
        reload={JSON.stringify([q, query])}
        identity={({ identity }) => identity}
        empty={
          q !== ''
            ? `No asset that you can see has all of these words: ${q}.`
            : administrator
              ? 'No assets found.'
              : `No assets found that you can see. ${askFor(tenancy)}`
        }
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
