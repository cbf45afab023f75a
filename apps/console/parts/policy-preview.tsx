import { useEffect, useState } from 'preact/hooks';
import { pages, type PageOf, type Schemas } from '../lib/api.ts';
import { nameOf } from './attributes.tsx';
import { named, queryOf, type Groups } from './filters.tsx';

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
  const now = found?.key === key ? found : undefined;
  return (
    <section aria-label="Matching assets" class="preview" aria-live="polite">
      {filters.length === 0 ? (
        <p class="empty">It matches no assets.</p>
      ) : now?.error ? (
        <p class="wrong">{now.error.message}</p>
      ) : !now?.page ? (
        <p class="empty">Loading…</p>
      ) : (
        <>
          <p>
            It matches {now.page.truncated && 'at least '}
            <strong>{now.page.total}</strong> {now.page.total === 1 ? 'asset' : 'assets'}
            {now.page.next !== '' && `. The newest ${PREVIEWED}`}
            {now.page.total === 0 ? '.' : ':'}
          </p>
          <ul>
            {now.page.items.map((asset) => (
              <li key={asset.identity}>{nameOf(asset)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
