import { useEffect, useState } from 'preact/hooks';
import { pages, type PageOf, type Schemas } from '../lib/api.ts';
import { nameOf } from './attributes.tsx';
import { named, queryOf, type Groups } from './filters.tsx';
import { texts } from '../texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { policyPreview: wording } = rareTexts;

/** The maximum number of matching assets in the preview. */
const PREVIEWED = 10;
/** Milliseconds without input until the preview is updated. */
const PAUSE = 300;

/** The assets that match the conditions, found by the same conditions on the list of assets. */
export function Preview({ groups }: { groups: Groups }) {
  const filters = queryOf(named(groups));
  const key = JSON.stringify(filters);
  const [found, setFound] = useState<{ key: string; page?: PageOf<Schemas['Asset']>; error?: Error }>();
  useEffect(() => {
    if (filters.length === 0) return undefined;
    let over = false;
    const timer = setTimeout(() => {
      // Policies also match assets that are no longer tracked, and never public assets.
      const query = { filters, tracked: 'ANY', privacy: 'RESTRICTED' };
      pages('/v2/assets', 'assets', { params: { query } })(undefined, PREVIEWED)
        .then((page) => !over && setFound({ key, page }))
        .catch((error: unknown) => !over && setFound({ key, error: error as Error }));
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key]);
  return (
    <section aria-label={wording.matching} class="preview" aria-live="polite">
      <Matches isEmpty={filters.length === 0} {...(found?.key === key ? found : {})} />
    </section>
  );
}

function Matches({ isEmpty, page, error }: { isEmpty: boolean; page?: PageOf<Schemas['Asset']>; error?: Error }) {
  if (isEmpty) return <p class="empty">{wording.none}</p>;
  if (error) return <p class="wrong">{error.message}</p>;
  if (!page) return <p class="empty">{texts.page.loading}</p>;
  return (
    <>
      <p>
        {wording.matches(<strong>{page.total}</strong>, page.total, page.truncated, page.next === '' ? 0 : PREVIEWED)}
      </p>
      <ul>
        {page.items.map((asset) => (
          <li key={asset.identity}>{nameOf(asset)}</li>
        ))}
      </ul>
    </>
  );
}
