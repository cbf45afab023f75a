import { fileHashes } from '../../formats/records/attachments.ts';
import { COMPOSITE, leavesOf, type AttributeValue, type Leaf } from '../../formats/records/attributes.ts';
import type { EventRecord } from './event.ts';

/**
 * The paths of own attributes of events that are searched within one asset (table `event_types`): those by which
 * compliance policies find the events that they are about.
 */
export const TYPE_PATHS: readonly string[] = ['arc_display_type', 'arc_correlation_value'];

/** Lists are searched by the values in maps and lists, not by maps and lists themselves. */
export const isSearched = ({ key }: Pick<Leaf, 'key'>): boolean => key !== COMPOSITE;

/** The leaves of an attribute that lists are searched by. */
export const searchedLeaves = (name: string, value: AttributeValue): Leaf[] => leavesOf(name, value).filter(isSearched);

/**
 * The SHA-256 values of the files that an event attaches, by its own attributes or by asset attributes that it names.
 */
export const filesOf = ({ eventAttributes, assetAttributes }: EventRecord): string[] =>
  fileHashes(eventAttributes, assetAttributes);

/** A row of `event_types`, without its asset. */
type TypeRow = { path: string; key: string; seq: number };

/** The rows of an event in `event_types`. */
export const typeRows = ({ eventAttributes, seq }: EventRecord): TypeRow[] =>
  TYPE_PATHS.filter((name) => Object.hasOwn(eventAttributes, name)).flatMap((name) =>
    searchedLeaves(name, eventAttributes[name]!)
      .filter(({ path }) => path === name)
      .map(({ path, key }) => ({ path, key, seq })),
  );
