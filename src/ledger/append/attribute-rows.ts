import { leavesOf, type Attributes, type Leaf } from '../../formats/records/attributes.ts';
import { postingChanges } from '../../formats/records/search-terms.ts';
import { columns } from '../../platform/database/columns.ts';
import { PUBLIC_LEAVES } from '../../platform/database/numbers.ts';
import type { EventRecord } from '../records/event.ts';
import type { Head } from '../records/asset.ts';
import { filesOf, searchedLeaves, typeRows } from '../records/leaves.ts';
import { LIST_ROWS, listOf } from './event-rows.ts';

/*
 * The rows of a proposal that follow from attributes, and the statements that write them: leaves, versions, current
 * values and postings.
 */

const EVENT_LEAVES = columns('seq', 'sets');
const LEAF = columns('path', 'key');

/** Leaves as JSON, without repeated names and paths: `{name: [[path after the name, key], …]}`. */
const leavesByName = (attributes: Attributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      searchedLeaves(name, value).map(({ path, key }) => LEAF.row({ path: path.slice(name.length), key })),
    ]),
  );

/** The files of an event in the same form: leaves without a path. Nothing without files. */
const filesByName = (hashes: readonly string[]) =>
  hashes.length > 0 ? [{ '': hashes.map((key) => LEAF.row({ path: '', key })) }] : [];

/** The leaves of an event in `event_leaves`: of its own attributes, of asset attributes, and its files. */
export const leafSets = (event: EventRecord): object[] => [
  leavesByName(event.eventAttributes),
  leavesByName(event.assetAttributes),
  ...filesByName(filesOf(event)),
];

/** The rows of events in `event_leaves` and `event_types`. */
export function leafRows(after: Head, events: readonly EventRecord[]): Record<'leaves' | 'types', string> {
  const leaves = events.map((event) => EVENT_LEAVES.row({ seq: event.seq, sets: leafSets(event) }));
  return { leaves: listOf(after, leaves), types: listOf(after, events.flatMap(typeRows).map(TYPE.row)) };
}

const eventLeaves = EVENT_LEAVES.of('r.value');
const leaf = LEAF.of('l.value');
/** A leaf `l` by the name `n` of its attribute. */
export const NAMED_LEAF = { path: `n.key || (${leaf.path})`, key: leaf.key };
/** Own leaves (`sets` 0) and files (2) of public events have a second row, of the tenant PUBLIC_LEAVES. */
const INSERT_LEAVES = `INSERT INTO event_leaves (tenant, sets, path, key, accepted_us, event)
  SELECT iif(whose.value, e.tenant, ${PUBLIC_LEAVES}), s.key, ${NAMED_LEAF.path}, ${NAMED_LEAF.key}, e.accepted_us,
    e.number
  FROM ${LIST_ROWS} CROSS JOIN events e ON e.asset = of.asset AND e.seq = ${eventLeaves.seq}
    CROSS JOIN json_each(r.value, ${EVENT_LEAVES.path.sets}) s
    CROSS JOIN json_each(iif(e.public AND s.key <> 1, '[0,1]', '[1]')) whose
    CROSS JOIN json_each(s.value) n CROSS JOIN json_each(n.value) l`;

const TYPE = columns('path', 'key', 'seq');
const type = TYPE.of('r.value');
const INSERT_TYPES = `INSERT INTO event_types (asset, path, key, seq)
  SELECT of.asset, ${type.path}, ${type.key}, ${type.seq} FROM ${LIST_ROWS}`;

const VERSION = columns('name', 'seq', 'value', 'leaves');
const VERSION_LEAF = columns('path', 'key', 'present');

type VersionLeaf = { path: string; key: string; present: number };

/** The row of a version of an asset attribute. `value`: null if its event names the attribute. */
export const versionRow = (
  name: string,
  seq: number,
  value: string | null,
  leaves: readonly VersionLeaf[],
): unknown[] => VERSION.row({ name, seq, value, leaves: leaves.map(VERSION_LEAF.row) });

/** The versions of asset attributes that an event sets; with the value if the event does not name the attribute. */
export const versionsOf = ({ event, changes }: { event: EventRecord; changes: Attributes }): unknown[][] =>
  Object.entries(changes).map(([name, value]) => {
    const leaves = leavesOf(name, value).map((each) => ({ ...each, path: each.path.slice(name.length) }));
    const isNamed = Object.hasOwn(event.assetAttributes, name);
    return versionRow(name, event.seq, isNamed ? null : JSON.stringify(value), leaves);
  });

const versionLeaf = VERSION_LEAF.of('l.value');
/**
 * The row of an attribute is taken apart once, not per leaf: `->>` reads the whole text of its left side, which is
 * long.
 */
export const INSERT_VERSIONS = `WITH version AS MATERIALIZED (SELECT of.asset, ${VERSION.list('r.value')}
    FROM ${LIST_ROWS})
  INSERT INTO asset_attributes (asset, name, seq, path, key, present, value)
  SELECT version.asset, version.name, version.seq, ${versionLeaf.path}, ${versionLeaf.key}, ${versionLeaf.present},
    CASE ${versionLeaf.path} WHEN '' THEN version.value END
  FROM version CROSS JOIN json_each(version.leaves) l`;

const LEAF_CHANGE = columns('path', 'old', 'key');

/**
 * The changes of `asset_values`, the leaves of the current attributes. A path that has one value before and after is
 * updated in place, which writes one row instead of two.
 */
export function valueRows(before: Attributes, after: Head): Record<'replaced' | 'removed' | 'added', string> {
  const changed = Object.keys(after.attributes).filter((name) => before[name] !== after.attributes[name]);
  const leaves = (attributes: Attributes): Leaf[] =>
    changed.flatMap((name) => (Object.hasOwn(attributes, name) ? searchedLeaves(name, attributes[name]!) : []));
  const nameOf = ({ path, key }: Leaf): string => JSON.stringify([path, key]);
  const [old, now] = [leaves(before), leaves(after.attributes)];
  const [oldNames, nowNames] = [new Set(old.map(nameOf)), new Set(now.map(nameOf))];
  const removed = Map.groupBy(
    old.filter((each) => !nowNames.has(nameOf(each))),
    ({ path }) => path,
  );
  const added = Map.groupBy(
    now.filter((each) => !oldNames.has(nameOf(each))),
    ({ path }) => path,
  );
  const replaced: (Leaf & { old: string })[] = [];
  for (const [path, [leaf, ...others]] of removed) {
    const by = added.get(path);
    if (others.length > 0 || by?.length !== 1) continue;
    replaced.push({ ...by[0]!, old: leaf!.key });
    removed.delete(path);
    added.delete(path);
  }
  return {
    replaced: listOf(after, rowsByName(replaced, LEAF_CHANGE.row)),
    removed: listOf(after, rowsByName([...removed.values()].flat(), LEAF.row)),
    added: listOf(after, rowsByName([...added.values()].flat(), LEAF.row)),
  };
}

/**
 * Rows of leaves without repeated names, as `leavesByName` has them: with the names of 2,000 leaves, a parameter could
 * be larger than D1 takes. Empty for none.
 */
function rowsByName<T extends Leaf>(leaves: readonly T[], row: (leaf: T) => unknown[]): object[] {
  const names = Map.groupBy(leaves, ({ name }) => name);
  const rowsOf = (name: string): unknown[][] =>
    names.get(name)!.map((leaf) => row({ ...leaf, path: leaf.path.slice(name.length) }));
  return names.size === 0 ? [] : [Object.fromEntries([...names.keys()].map((name) => [name, rowsOf(name)]))];
}

/** FROM the rows of `rowsByName`: `n.key` is the name, `l.value` a row. */
const LEAVES_BY_NAME = `${LIST_ROWS} CROSS JOIN json_each(r.value) n CROSS JOIN json_each(n.value) l`;
const change = LEAF_CHANGE.of('l.value');

/** MATERIALIZED, so that SQLite searches `asset_values` for each change instead of scanning it. */
const REPLACE_VALUES = `WITH now AS MATERIALIZED (SELECT of.tenant, of.created_us, of.asset,
    n.key || (${change.path}) AS path, ${change.old} AS old, ${change.key} AS key FROM ${LEAVES_BY_NAME})
  UPDATE asset_values SET key = now.key FROM now
  WHERE asset_values.tenant = now.tenant AND asset_values.path = now.path AND asset_values.key = now.old
    AND asset_values.created_us = now.created_us AND asset_values.asset = now.asset`;

const REMOVE_VALUES = `DELETE FROM asset_values WHERE (tenant, path, key, created_us, asset) IN
  (SELECT of.tenant, ${NAMED_LEAF.path}, ${NAMED_LEAF.key}, of.created_us, of.asset FROM ${LEAVES_BY_NAME})`;

const ADD_VALUES = `INSERT INTO asset_values (tenant, path, key, created_us, asset)
  SELECT of.tenant, ${NAMED_LEAF.path}, ${NAMED_LEAF.key}, of.created_us, of.asset FROM ${LEAVES_BY_NAME} WHERE true
  ON CONFLICT DO NOTHING`;

/** As `Posting` and `PostingChanges` have them. */
const POSTING = columns('term', 'weight');
const POSTING_CHANGE = columns('old', 'former', 'term', 'weight');

/** The changes of `asset_postings`. */
export function postingRows(
  before: Attributes,
  after: Head,
): Record<'postingsReplaced' | 'postingsRemoved' | 'postingsAdded', string> {
  const { replaced, removed, added } = postingChanges(before, after.attributes);
  return {
    postingsReplaced: listOf(after, replaced),
    postingsRemoved: listOf(after, removed),
    postingsAdded: listOf(after, added),
  };
}

/** OR REPLACE, so that a row too many, which fsck finds, does not fail the commit. */
const REPLACE_POSTINGS = `WITH now AS MATERIALIZED (SELECT of.tenant, of.created_us, of.asset,
    ${POSTING_CHANGE.list('r.value')} FROM ${LIST_ROWS})
  UPDATE OR REPLACE asset_postings SET term = now.term, weight = now.weight FROM now
  WHERE asset_postings.tenant = now.tenant AND asset_postings.term = now.old AND asset_postings.weight = now.former
    AND asset_postings.created_us = now.created_us AND asset_postings.asset = now.asset`;

const posting = POSTING.of('r.value');
const REMOVE_POSTINGS = `DELETE FROM asset_postings WHERE (tenant, term, weight, created_us, asset) IN
  (SELECT of.tenant, ${posting.term}, ${posting.weight}, of.created_us, of.asset FROM ${LIST_ROWS})`;

const ADD_POSTINGS = `INSERT INTO asset_postings (tenant, term, weight, created_us, asset)
  SELECT of.tenant, ${posting.term}, ${posting.weight}, of.created_us, of.asset FROM ${LIST_ROWS} WHERE true
  ON CONFLICT DO NOTHING`;

/** The statements with the rows that they write. */
export const ATTRIBUTE_STATEMENTS = [
  ['leaves', INSERT_LEAVES],
  ['types', INSERT_TYPES],
  ['versions', INSERT_VERSIONS],
  ['replaced', REPLACE_VALUES],
  ['removed', REMOVE_VALUES],
  ['added', ADD_VALUES],
  ['postingsReplaced', REPLACE_POSTINGS],
  ['postingsRemoved', REMOVE_POSTINGS],
  ['postingsAdded', ADD_POSTINGS],
] as const;
