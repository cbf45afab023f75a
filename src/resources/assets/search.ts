import { z } from '@hono/zod-openapi';
import { invalid } from '../../lib/errors.ts';
import { parseQuery, SEARCH_LIMITS } from '../../formats/records/search-terms.ts';
import { operation } from '../../http/operation.ts';
import { assetJson } from '../../ledger/records/asset.ts';
import { searchAssets } from '../../ledger/search/search.ts';
import { assets } from './group.ts';
import { AssetMatches } from './model.ts';
import { Tracked, trackedOf } from './queries.ts';

const SEARCH_QUERY = {
  q: z
    .string()
    .min(1)
    .max(SEARCH_LIMITS.query)
    .openapi({
      description:
        'Words, of which all must occur in the asset; the last one also as the beginning of a longer word. ' +
        `Case and diacritics do not matter. At most ${SEARCH_LIMITS.words} different words`,
      example: 'pump 7',
    }),
  tracked: Tracked,
};

export default [
  operation(
    {
      group: assets,
      auth: 'bearer',
      permission: 'member',
      rate: 'api',
      id: 'searchAssets',
      method: 'get',
      path: '/v2/assets:search',
      summary: 'Search assets by words',
      description:
        'Finds assets by the words of their attributes that are text, such as `arc_display_name`, ' +
        '`arc_display_type` and `arc_description`. Best match first; of equal matches, the asset that was ' +
        'created last. Attributes that the caller may not read neither match nor change the order. If a ' +
        'word has more matches than one search reads, `complete` is false and the response has a part of ' +
        'them: add a word. Without `tracked`, only tracked assets.',
      statuses: [200, 206, 401, 403, 429],
      query: SEARCH_QUERY,
      strictQuery: true,
      list: 'assets',
      response: AssetMatches,
    },
    async ({ scope, query, page }) => {
      const parsed = parseQuery(query.q);
      if (typeof parsed === 'string') throw invalid([{ field: 'q', description: parsed }]);
      const { rows, next, total, complete } = await searchAssets(scope, parsed, trackedOf(query.tracked), page);
      const items = rows.map((asset) => assetJson(asset));
      return { list: { items, next, total, truncated: !complete }, also: { complete } };
    },
  ),
];
