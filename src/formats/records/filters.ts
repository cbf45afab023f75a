import { leavesOf, LIMITS, matchKey, type Attributes } from './attributes.ts';
import { printable } from '../../lib/text.ts';

/** Terms in one query: each binds up to three of the 100 parameters that a statement may have. */
export const MAX_TERMS = 20;

/**
 * The attributes that a filter reads: of a record, of an event, of an event's changes to its asset, of an event's
 * asset. `files`: the SHA-256 of files that an event attaches, by whatever attribute (`filterByFile`); not in queries.
 */
export type FilterScope = 'attributes' | 'event_attributes' | 'asset_attributes' | 'asset.attributes' | 'files';

/** `path` is `name`, `name.key` (in a map) or `name[].key` (in any map of a list). */
export type AttributeFilter = { scope: FilterScope; name: string; path: string } & (
  | { op: 'equal' | 'unequal'; value: string }
  | { op: 'present' | 'absent' }
);

/**
 * Parses one filter, `<scope>.<path>` and its value: a `key` that ends in `!` negates, and `*` as the value tests for
 * presence. Returns a string that describes the error if the filter is not valid.
 */
export function parseFilter(scopes: readonly FilterScope[], key: string, value: string): AttributeFilter | string {
  const negated = key.endsWith('!');
  const bare = negated ? key.slice(0, -1) : key;
  const scope = scopes.find((s) => bare.startsWith(`${s}.`));
  if (!scope) return `is not a known filter; known filters: ${scopes.map((s) => `${s}.<name>`).join(', ')}`;
  const path = bare.slice(scope.length + 1);
  if (path.length === 0 || path.length > 2 * LIMITS.name + 3 || path.endsWith('.') || path.includes('..')) {
    return 'must name an attribute: <name>, <name>.<key> or <name>[].<key>';
  }
  const match = /^([^.]+?)(?:(\[\])?\.([^.]+))?$/.exec(path);
  if (!match) return 'must name an attribute: <name>, <name>.<key> or <name>[].<key>';
  const [, name = '', , sub] = match;
  if (sub === undefined && name.endsWith('[]')) return 'must name a key of the list: <name>[].<key>';
  if (value === '*') return { scope, name, path, op: negated ? 'absent' : 'present' };
  if (value.length > LIMITS.value) return `values must have at most ${LIMITS.value} characters`;
  return { scope, name, path, op: negated ? 'unequal' : 'equal', value };
}

/** The filter for events that attach a file. `sha256`: hexadecimal digits in any case. */
export const filterByFile = (sha256: string): AttributeFilter => ({
  scope: 'files',
  name: '',
  path: '',
  op: 'equal',
  value: sha256.toLowerCase(),
});

/** Matches from its `lastIndex` on. */
const NEXT_TERM = /\s+OR\s/iy;

/**
 * Parses one value of `filters=`: terms `<scope>.<path>=<value>` joined by OR (in any case). A value with spaces is in
 * single quotes, in which '' is one quote. Returns a string that describes the error if a term is not valid.
 */
export function parseAlternatives(scopes: readonly FilterScope[], text: string): AttributeFilter[] | string {
  const terms: AttributeFilter[] = [];
  const unreadable = (at: number): string =>
    `is not valid from "${printable(text.slice(at))}"; must be terms <name>=<value>, joined by OR`;
  let at = 0;
  const skipSpace = (): void => {
    while (at < text.length && /\s/.test(text[at]!)) at += 1;
  };
  for (;;) {
    skipSpace();
    const start = at;
    const equals = text.indexOf('=', at);
    if (equals < 0) return unreadable(start);
    const key = text.slice(at, equals).trim();
    at = equals + 1;
    // Without a value the next thing is the OR of the next term.
    NEXT_TERM.lastIndex = at;
    if (!NEXT_TERM.test(text)) skipSpace();
    let value = '';
    if (text[at] === "'") {
      for (at += 1; ; at += 1) {
        if (at >= text.length) return unreadable(start);
        if (text[at] !== "'") value += text[at]!;
        else if (text[at + 1] === "'") {
          value += "'";
          at += 1;
        } else break;
      }
      at += 1;
    } else {
      const from = at;
      while (at < text.length && !/[\s']/.test(text[at]!)) at += 1;
      value = text.slice(from, at);
    }
    const parsed = parseFilter(scopes, key, value);
    if (typeof parsed === 'string') return `${printable(key)} ${parsed}`;
    terms.push(parsed);
    const rest = at;
    skipSpace();
    if (at === text.length) return terms;
    const joined = at > rest && text.slice(at, at + 2).toUpperCase() === 'OR' && /^\s$/.test(text[at + 2] ?? '');
    if (!joined) return unreadable(rest);
    at += 2;
  }
}

/** The match key for presence. No value has it: plain keys are shorter, hashed keys are hexadecimal. */
export const PRESENT = 'sha256:'.padEnd(71, '*');

/**
 * Parses one term, `<scope>.<path>=<value>`, with `!=` to negate, and `:` as the older spelling of `=`. The first
 * operator separates path and value. Returns a string that describes the error if the term is not valid.
 */
export function parseTerm(scopes: readonly FilterScope[], text: string): AttributeFilter | string {
  const match = /^(.*?)(!=|=|:)(.*)$/s.exec(text);
  if (!match) return 'must be <name>=<value> or <name>!=<value>';
  const [, key = '', operator, value = ''] = match;
  if (key.endsWith('!')) return 'must be <name>=<value> or <name>!=<value>; names that end in "!" are not supported';
  return parseFilter(scopes, operator === '!=' ? `${key}!` : key, value);
}

/** Whether `attributes` match a filter. Gives the same result as the SQL that lists use. */
export function holds(filter: AttributeFilter, attributes: Attributes): boolean {
  const value = Object.hasOwn(attributes, filter.name) ? attributes[filter.name] : undefined;
  const found = (value === undefined ? [] : leavesOf(filter.name, value)).some(
    (leaf) =>
      leaf.path === filter.path && ('value' in filter ? leaf.key === matchKey(filter.value) : leaf.present === 1),
  );
  return filter.op === 'equal' || filter.op === 'present' ? found : !found;
}
