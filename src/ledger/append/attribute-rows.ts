import { leavesOf, type Attributes, type Leaf } from '../../formats/records/attributes.ts';
import { postingChanges } from '../../formats/records/search-terms.ts';
import type { EventRecord } from '../records/event.ts';
import type { Head } from '../records/head.ts';
import { filesOf, searchedLeaves, typeRows } from '../records/leaves.ts';

/** The rows of a proposal that follow from attributes: leaves, versions, current values and postings. */

/** Rows of an asset: [id, rows]. */
export const listed = ({ id }: Head, rows: readonly unknown[]): string =>
  rows.length === 0 ? '' : JSON.stringify([id, rows]);

/** Leaves as JSON, without repeated names and paths: `{name: [[path after the name, key], …]}`. */
const leavesJson = (attributes: Attributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      searchedLeaves(name, value).map((leaf) => [leaf.path.slice(name.length), leaf.key]),
    ]),
  );

/** The files of an event in the same form: leaves without a path. Nothing without files. */
const filesJson = (hashes: readonly string[]) => (hashes.length > 0 ? [{ '': hashes.map((hash) => ['', hash]) }] : []);

/** The rows of `event_leaves`, by event: own attributes, asset attributes, files; and those of `event_types`. */
export function leafRows(after: Head, events: readonly EventRecord[]): Record<'leaves' | 'types', string> {
  const leaves = events.map((e) => [
    e.seq,
    [leavesJson(e.eventAttributes), leavesJson(e.assetAttributes), ...filesJson(filesOf(e))],
  ]);
  return { leaves: listed(after, leaves), types: listed(after, events.flatMap(typeRows)) };
}

/** The versions of asset attributes that an event sets; with the value if the event does not name the attribute. */
export const versionsOf = ({ event, changes }: { event: EventRecord; changes: Attributes }) =>
  Object.entries(changes).map(([name, value]) => [
    name,
    event.seq,
    Object.hasOwn(event.assetAttributes, name) ? null : JSON.stringify(value),
    leavesOf(name, value).map((leaf) => [leaf.path.slice(name.length), leaf.key, leaf.present]),
  ]);

/**
 * The changes of `asset_values`, the leaves of the current attributes. A path that has one value before and after is
 * updated in place, which writes one row instead of two.
 */
export function valueRows(before: Attributes, after: Head): Record<'replaced' | 'removed' | 'added', string> {
  const changed = Object.keys(after.attributes).filter((name) => before[name] !== after.attributes[name]);
  const leaves = (attributes: Attributes): Leaf[] =>
    changed.flatMap((name) => (Object.hasOwn(attributes, name) ? searchedLeaves(name, attributes[name]!) : []));
  const named = (leaf: Leaf): string => JSON.stringify([leaf.path, leaf.key]);
  const [old, now] = [leaves(before), leaves(after.attributes)];
  const [oldNames, nowNames] = [new Set(old.map(named)), new Set(now.map(named))];
  const removed = byPath(old.filter((leaf) => !nowNames.has(named(leaf))));
  const added = byPath(now.filter((leaf) => !oldNames.has(named(leaf))));
  const replaced: string[][] = [];
  for (const [path, [key, ...others]] of removed) {
    const by = added.get(path);
    if (others.length > 0 || by?.length !== 1) continue;
    replaced.push([path, key!, by[0]!]);
    removed.delete(path);
    added.delete(path);
  }
  const pairs = (paths: Map<string, string[]>): string[][] =>
    [...paths].flatMap(([path, keys]) => keys.map((key) => [path, key]));
  return {
    replaced: listed(after, replaced),
    removed: listed(after, pairs(removed)),
    added: listed(after, pairs(added)),
  };
}

/** The changes of `asset_postings`. */
export function postingRows(
  before: Attributes,
  after: Head,
): Record<'postingsReplaced' | 'postingsRemoved' | 'postingsAdded', string> {
  const { replaced, removed, added } = postingChanges(before, after.attributes);
  return {
    postingsReplaced: listed(after, replaced),
    postingsRemoved: listed(after, removed),
    postingsAdded: listed(after, added),
  };
}

function byPath(leaves: readonly Leaf[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  for (const { path, key } of leaves) paths.set(path, [...(paths.get(path) ?? []), key]);
  return paths;
}
