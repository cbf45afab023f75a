import type { Attributes } from '../formats/records/attributes.ts';
import { holds, parseTerm, PRESENT, type AttributeFilter } from '../formats/records/filters.ts';
import { matchKey } from '../formats/records/attributes.ts';
import { uuidOf } from '../lib/identifiers.ts';
import { asciiEmail, foldAscii } from '../lib/trusted-issuers.ts';

/** A conjunction of alternatives, as the API writes it. */
export type Filters = { or: string[] }[];

/** One of a policy's `access_permissions`, with all eight arrays. */
export type Permission = {
  subjects: string[];
  user_attributes: Filters;
  behaviours: string[];
  asset_attributes_read: string[];
  asset_attributes_write: string[];
  event_arc_display_type_read: string[];
  event_arc_display_type_write: string[];
  include_attributes: string[];
};

/** In a list of names: all names. */
export const ALL = '*';

/**
 * A user attribute in policies: `email`, `subject`, `group` or `jwt_<claim>`. E-mail addresses are compared in lower
 * case.
 */
export type UserAttribute = { attribute: string; value: string };

/**
 * Parses `email=…`, `subject=…`, `group=…` and `jwt_<claim>=…`, with `=` or `:`. The name of a claim may contain a
 * colon, so in `jwt_` the first `=` separates if there is one. Returns the error as a string.
 */
export function parseUserAttribute(text: string): UserAttribute | string {
  const match = /^(email|subject|group)[=:](.+)$/s.exec(text) ?? /^(jwt_[^=]+?)=(.+)$/s.exec(text);
  const [, attribute, value] = match ?? /^(jwt_[^:]+?):(.+)$/s.exec(text) ?? [];
  if (attribute === undefined || value === undefined || attribute.endsWith('!'))
    return 'must be email=…, subject=…, group=… or jwt_<claim>=… with a value';
  return { attribute, value: attribute === 'email' ? foldAscii(asciiEmail(value)) : value };
}

/** The parsed filters of a policy; undefined if they match nothing: an empty list, or a filter without alternatives. */
export type ParsedFilters = AttributeFilter[][] | undefined;

export function parseFilters(filters: Filters): ParsedFilters {
  if (filters.length === 0 || filters.some(({ or }) => or.length === 0)) return undefined;
  return filters.map(({ or }) =>
    or.map((text) => {
      const term = parseTerm(['attributes'], text);
      if (typeof term === 'string') throw new TypeError(`${text}: ${term}`);
      return term;
    }),
  );
}

/** Whether attributes match parsed filters. In memory; access/visibility.ts does the same in SQL. */
export const matches = (filters: ParsedFilters, attributes: Attributes): boolean =>
  filters?.every((or) => or.some((term) => holds(term, attributes))) ?? false;

/**
 * The rows of a policy in the tables `policy_*`, as arrays in the order of columns that the triggers in migrations/
 * expect.
 */
export type PolicyRows = {
  /** [clause, term, clauses, start, negated, name, path, key] */
  terms: [number, number, number, number, number, string, string, string][];
  /** [item, clause, clauses, attribute, value] */
  users: [number, number, number, string, string][];
  /** [item, UUID of the subject] */
  subjects: [number, string][];
  /** [item, kind, name] */
  reads: [number, 'attribute' | 'event_type', string][];
};

export function compile(filters: Filters, permissions: readonly Permission[]): PolicyRows {
  const clauses = parseFilters(filters) ?? [];
  // Lists start from the clause with the fewest values to look up; a negation or a test for presence has no value.
  const starts = clauses
    .filter((or) => or.every(({ op }) => op === 'equal'))
    .toSorted((a, b) => a.length - b.length)[0];
  /** The column `start` of policy_terms. */
  const startOf = (or: AttributeFilter[], clause: number, term: number): number => {
    if (or === starts) return 1;
    return !starts && clause === 0 && term === 0 ? 2 : 0;
  };
  return {
    terms: clauses.flatMap((or, clause) =>
      or.map((filter, term): PolicyRows['terms'][number] => [
        clause,
        term,
        clauses.length,
        startOf(or, clause, term),
        filter.op === 'unequal' || filter.op === 'absent' ? 1 : 0,
        filter.name,
        filter.path,
        'value' in filter ? matchKey(filter.value) : PRESENT,
      ]),
    ),
    users: permissions.flatMap(({ user_attributes: users }, item) =>
      users.some(({ or }) => or.length === 0)
        ? []
        : users.flatMap(({ or }, clause) =>
            distinct(
              or.map((text): PolicyRows['users'][number] => {
                const user = parseUserAttribute(text);
                if (typeof user === 'string') throw new TypeError(`${text}: ${user}`);
                return [item, clause, users.length, user.attribute, user.value];
              }),
            ),
          ),
    ),
    subjects: permissions.flatMap(({ subjects }, item) =>
      distinct(subjects).flatMap((identity) => {
        const subject = uuidOf('subjects', identity);
        return subject === undefined ? [] : [[item, subject] as [number, string]];
      }),
    ),
    reads: permissions.flatMap((permission, item) => [
      ...distinct([...permission.asset_attributes_read, ...permission.include_attributes]).map(
        (name): PolicyRows['reads'][number] => [item, 'attribute', name],
      ),
      ...distinct(permission.event_arc_display_type_read).map((name): PolicyRows['reads'][number] => [
        item,
        'event_type',
        name,
      ]),
    ]),
  };
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
