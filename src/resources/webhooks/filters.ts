import { z } from '@hono/zod-openapi';
import type { Scope } from '../../access/scope.ts';
import { invalid, type Violation } from '../../lib/errors.ts';
import { printable } from '../../lib/text.ts';
import type { EventConditions } from '../../ledger/lists/event-conditions.ts';
import type { Pairs } from '../../http/input.ts';
import { EVENT_FILTERS } from '../assets/event-queries.ts';
import { FEED_QUERY, feedConditions } from '../assets/feed-query.ts';

const { cursor: _cursor, wait: _wait, page_size: _size, ...PARAMETERS } = FEED_QUERY;
const Query = z.object(PARAMETERS);

/** The names of the parameters that filters may use, beside those of attributes. */
export const FILTER_NAMES = Object.keys(PARAMETERS);

/**
 * Reads the filters of a webhook, each `<name>=<value>` as in the query of a list of events, but not percent-encoded.
 * Throws 400 for those that are not valid.
 */
function parseFilters(given: readonly string[]): { query: object; pairs: Pairs } {
  const query: Record<string, string | string[]> = {};
  const pairs: Pairs = [];
  const bad: Violation[] = [];
  for (const [i, text] of given.entries()) {
    const refuse = (description: string): void => void bad.push({ field: `filters[${i}]`, description });
    const at = text.indexOf('=');
    const [name, value] = [text.slice(0, at), text.slice(at + 1)];
    if (at < 0) refuse('must be <name>=<value>');
    else if (name === 'filters') query[name] = [...(query[name] ?? []), value];
    else if (!FILTER_NAMES.includes(name)) {
      const problem = EVENT_FILTERS.problem(name, value);
      if (problem) refuse(`${printable(name)} ${problem.description}`);
      else pairs.push([name, value]);
    } else if (name in query) refuse(`${name} is duplicated`);
    else query[name] = value;
  }
  const parsed = Query.safeParse(query);
  for (const { path, message } of parsed.error?.issues ?? [])
    bad.push({ field: 'filters', description: `${path.join('.')} ${message}` });
  if (bad.length > 0) throw invalid(bad);
  return { query: parsed.data!, pairs };
}

/** The conditions of the filters of a webhook. Throws 400 for filters that are not valid. */
export function webhookConditions(scope: Scope, filters: readonly string[]): EventConditions {
  const { query, pairs } = parseFilters(filters);
  return feedConditions(scope, query, pairs);
}
