import { useEffect, useRef, useState } from 'preact/hooks';
import { HOME_LOCATION } from '../../../src/formats/records/attribute-labels.ts';
import type { Schemas } from '../lib/api.ts';
import { pages } from '../lib/api.ts';
import { assetIn } from '../field/label.ts';
import { addressOf, isFiltered, type AssetQuery } from '../lib/asset-query.ts';
import { didYouMean } from '../lib/did-you-mean.ts';
import { matchReasons } from '../lib/match-reasons.ts';
import { knownPlaces, placesIn, placesWhenRead } from '../lib/places.ts';
import { replaceAddress } from '../lib/router.ts';
import { useStore } from '../lib/store.ts';
import { textOf } from './attributes.tsx';
import { Field } from './form.tsx';
import { useLoaded } from './page.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { assetSearch: wording, common } = screenTexts;

/** Milliseconds without input until words are searched. */
const PAUSE = 250;
/** Assets whose texts are compared with words that have found nothing. */
const COMPARED = 500;

/**
 * The search field. Its words are in the address as soon as the input pauses, beside the filters. Each key renders only
 * the field again.
 */
export function SearchField({ query }: { query: AssetQuery }) {
  const { q } = query;
  const [words, setWords] = useState(q);
  // The words of the address that come from this field: it may already have more.
  const typed = useRef(q);
  // The filters can change during the pause.
  const newest = useRef(query);
  newest.current = query;
  useEffect(() => {
    const next = words.trim();
    if (next === typed.current) return undefined;
    const timer = setTimeout(() => {
      typed.current = next;
      replaceAddress(addressOf({ ...newest.current, q: next }));
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
      <Field label={texts.page.search} type="search" value={words} onInput={setWords} hint={wording.hint} />
    </div>
  );
}

/** Where an asset has the words of a search. */
export function FoundIn({ asset, q }: { asset: Schemas['Asset']; q: string }) {
  const places = placesIn(useStore(knownPlaces));
  if (assetIn(q) !== undefined) return <>{common.identity}</>;
  const home = textOf(asset.attributes, HOME_LOCATION);
  const place = places.find(({ identity }) => identity === home)?.name ?? '';
  return (
    <ul class="plainlist">
      {matchReasons(q, asset.attributes, place).map(({ label, value }) => (
        <li key={label}>
          {label}
          {value !== '' && <span class="note also">{value}</span>}
        </li>
      ))}
    </ul>
  );
}

/** What to do if a search has found nothing: without the filters, or with the words that were probably meant. */
export function NothingFound({ query }: { query: AssetQuery }) {
  const { q, map, tracked } = query;
  const meant = useLoaded(async () => (assetIn(q) === undefined ? didYouMean(q, await knownTexts()) : undefined), q);
  return (
    <>
      {isFiltered(query) && (
        <>{wording.noneFiltered(q, <a href={addressOf({ q, map })}>{wording.withoutFilters}</a>)}</>
      )}
      {!isFiltered(query) && tracked === 'ANY' && wording.none(q)}
      {!isFiltered(query) && tracked !== 'ANY' && (
        <>{wording.noneTracked(q, <a href={addressOf({ ...query, tracked: 'ANY' })}>{wording.withUntracked}</a>)}</>
      )}
      <span role="status">
        {meant.data !== undefined && (
          <>{wording.didYouMean(<a href={addressOf({ ...query, q: meant.data })}>{meant.data}</a>)}</>
        )}
      </span>
    </>
  );
}

/** The texts of the newest assets and the names of the locations. */
async function knownTexts(): Promise<string[]> {
  const [assets, places] = await Promise.all([
    pages('/v2/assets', 'assets')('', COMPARED).then(
      ({ items }) => items,
      () => [],
    ),
    placesWhenRead(),
  ]);
  const texts = assets.flatMap(({ attributes }) =>
    Object.values(attributes).filter((value): value is string => typeof value === 'string'),
  );
  return [...places.map(({ name }) => name), ...texts];
}
