import { labelOf } from '../lib/words.ts';
import type { AssetQuery } from '../lib/asset-query.ts';
import { knownPlaces, placesIn, type Place } from '../lib/places.ts';
import { useStore } from '../lib/store.ts';
import type { Term } from './filters.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { chips: wording } = screenTexts;

/** A condition in words, with the name of a location. */
const termText = ({ name, op, value }: Term, places: readonly Place[]): string => {
  const shown = places.find(({ identity }) => identity === value)?.name ?? value;
  return op.endsWith('*') ? wording.exists(labelOf(name), op === '=*') : wording.is(labelOf(name), shown, op === '=');
};

/**
 * The filters of a list of assets as chips that remove them, and chips that turn the frequent ones on and off. `ruled`:
 * the tenancy has compliance policies.
 */
export function Chips(of: { query: AssetQuery; onChange: (query: AssetQuery) => void; ruled: boolean }) {
  const { query, onChange, ruled } = of;
  const places = placesIn(useStore(knownPlaces));
  const { groups, tracked, publicOnly, failing } = query;
  return (
    <ul class="chips" aria-label={wording.filters}>
      {groups.map((terms, i) => {
        const text = wording.anyOf(terms.map((term) => termText(term, places)));
        return (
          <li key={text}>
            <button
              type="button"
              class="chip on"
              aria-label={wording.remove(text)}
              onClick={() => onChange({ ...query, groups: groups.filter((_, j) => j !== i) })}
            >
              {text} <span aria-hidden="true">✕</span>
            </button>
          </li>
        );
      })}
      {(ruled || failing) && (
        <Toggle label={wording.failing} on={failing} turn={(on) => onChange({ ...query, failing: on })} />
      )}
      <Toggle label={wording.public} on={publicOnly} turn={(on) => onChange({ ...query, publicOnly: on })} />
      <Toggle
        label={wording.onlyUntracked}
        on={tracked === 'NOT_TRACKED'}
        turn={(on) => onChange({ ...query, tracked: on ? 'NOT_TRACKED' : 'TRACKED' })}
      />
      <Toggle
        label={wording.withUntracked}
        on={tracked === 'ANY'}
        turn={(on) => onChange({ ...query, tracked: on ? 'ANY' : 'TRACKED' })}
      />
    </ul>
  );
}

function Toggle({ label, on, turn }: { label: string; on: boolean; turn: (on: boolean) => void }) {
  return (
    <li>
      <button type="button" class={on ? 'chip on' : 'chip'} aria-pressed={on} onClick={() => turn(!on)}>
        {label}
      </button>
    </li>
  );
}
