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

/** The SHA-256 values of the files that an event attaches, by its own attributes or by asset attributes that it names. */
export const filesOf = ({ eventAttributes, assetAttributes }: EventRecord): string[] =>
  fileHashes(eventAttributes, assetAttributes);

/** The rows of an event in `event_types`: path, key, sequence number. */
export const typeRows = ({ eventAttributes, seq }: EventRecord): [path: string, key: string, seq: number][] =>
  TYPE_PATHS.flatMap((name) =>
    Object.hasOwn(eventAttributes, name)
      ? searchedLeaves(name, eventAttributes[name]!)
          .filter(({ path }) => path === name)
          .map(({ path, key }): [string, string, number] => [path, key, seq])
      : [],
  );
