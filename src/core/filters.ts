import { LIMITS } from './attributes.ts';
import { printable } from './text.ts';

/** Where a filtered attribute stands: on the asset, in an event, among an event's changes, on the event's asset. */
export type FilterScope = 'attributes' | 'event_attributes' | 'asset_attributes' | 'asset.attributes';

/** `path` is `name`, `name.key` (a map) or `name[].key` (any map of a list). */
export type AttributeFilter = { scope: FilterScope; name: string; path: string } & (
  | { op: 'equal' | 'unequal'; value: string }
  | { op: 'present' | 'absent' }
);

/** Parses the one filter grammar: `<scope>.<path>` with `=`, `!=`, and `*` for presence. A text is why it is none. */
export function parseFilter(scopes: readonly FilterScope[], key: string, value: string): AttributeFilter | string {
  const negated = key.endsWith('!');
  const bare = negated ? key.slice(0, -1) : key;
  const scope = scopes.find((s) => bare.startsWith(`${s}.`));
  if (!scope) return `is not a filter here; known are ${scopes.map((s) => `${s}.<name>`).join(', ')}`;
  const path = bare.slice(scope.length + 1);
  if (path.length === 0 || path.length > 2 * LIMITS.name + 3 || path.endsWith('.') || path.includes('..')) {
    return 'must name an attribute: <name>, <name>.<key> or <name>[].<key>';
  }
  const match = /^([^.]+?)(?:(\[\])?\.([^.]+))?$/.exec(path);
  if (!match) return 'must name an attribute: <name>, <name>.<key> or <name>[].<key>';
  const [, name = '', , sub] = match;
  if (sub === undefined && name.endsWith('[]')) return 'must name a key of the list: <name>[].<key>';
  if (value === '*') return { scope, name, path, op: negated ? 'absent' : 'present' };
  if (value.length > LIMITS.value) return `a value has at most ${LIMITS.value} characters`;
  return { scope, name, path, op: negated ? 'unequal' : 'equal', value };
}

/**
 * Parses one `filters=` text: terms `<scope>.<path>=<value>` joined by OR (any case); a value may
 * stand in single quotes, in which '' is one quote. A text is why it is none.
 */
export function parseAlternatives(scopes: readonly FilterScope[], text: string): AttributeFilter[] | string {
  const terms: AttributeFilter[] = [];
  const term = /\s*([^=\s']+?)\s*(!?=)\s*(?:'((?:[^']|'')*)'|((?:(?!\s+OR\s)[^'])*?))\s*(?:\s+OR\s+(?=\S)|$)/iy;
  while (term.lastIndex < text.length) {
    const at = term.lastIndex;
    const match = term.exec(text);
    if (!match) return `cannot be read from "${printable(text.slice(at))}": terms are <name>=<value>, joined by OR`;
    const [, key = '', op, quoted, plain = ''] = match;
    const parsed = parseFilter(
      scopes,
      op === '!=' ? `${key}!` : key,
      quoted === undefined ? plain : quoted.replaceAll("''", "'"),
    );
    if (typeof parsed === 'string') return `${printable(key)} ${parsed}`;
    terms.push(parsed);
    if (terms.length > 50) return 'has more than 50 alternatives';
  }
  return terms.length > 0 ? terms : 'is empty';
}
