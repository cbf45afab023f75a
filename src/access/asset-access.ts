import type { Attributes } from '../formats/records/attributes.ts';
import { ALL, parseFilters, type Filters, type Permission } from './policy.ts';
import type { Principal } from './principal.ts';
import type { PolicyNaming } from './own-tenancy.ts';
import { mayRecord, rightsOn, type Grant, type PermissionList } from './rights.ts';

/** A policy, and its permissions that name a caller: also by their positions, `items`. */
export type NamedGrant = Grant & { policy: string; items: number[] };

/** The ids of the policies by which a caller reads and writes a name; `*` is any name. */
export type NameAccess = { name: string; read: string[]; write: string[] };

/** What policies grant a caller on an asset of the tenancy that owns it. */
export type AssetAccess = {
  /** The caller may read something of the asset. */
  reads: boolean;
  attributes: NameAccess[];
  /** Of events, by their display type. */
  eventTypes: NameAccess[];
  /** The behaviours with which the caller may record events. */
  behaviours: { name: string; policies: string[] }[];
  /** Whether there are more names than were looked at. */
  isCut: boolean;
};

type Holder = Pick<Principal, 'tenant' | 'administrator'>;
type AssetState = { tenant: string; public: boolean; attributes: Attributes };

/**
 * What policies grant a caller on an asset, and which of them: each right as `rightsOn` decides it, and the policies
 * that grant it by themselves. One layer decides (policies of the owner), so together they grant what one of them does.
 * `holder`: a member, or an administrator of another tenancy. `behaviours`: those that events can have. `most`: how
 * many attributes, and how many types of events, are looked at; those that the asset has come first.
 */
export function accessOn(
  holder: Holder,
  grants: readonly NamedGrant[],
  asset: AssetState,
  behaviours: readonly string[],
  most: number,
): AssetAccess {
  const rightsBy = (some: readonly NamedGrant[]) =>
    rightsOn({ principal: holder, user: [...some], shared: [...some] }, asset);
  const all = rightsBy(grants);
  const alone = grants.map((grant) => ({ policy: grant.policy, rights: rightsBy([grant]) }));
  const policiesOf = (list: PermissionList, name: string): string[] =>
    alone.filter(({ rights }) => rights.may(list, name)).map(({ policy }) => policy);
  const recorded = behaviours.filter((each) => mayRecord(all, each));
  let isCut = false;
  const accessTo = (names: Iterable<string>, read: PermissionList, write: PermissionList): NameAccess[] => {
    const distinct = [...new Set(names)];
    isCut ||= grants.length > 0 && distinct.length > most;
    return distinct
      .slice(0, most)
      .map((name) => ({
        name,
        read: policiesOf(read, name),
        // What events set or state needs an event that the caller may record.
        write: recorded.length === 0 ? [] : policiesOf(write, name),
      }))
      .filter((access) => access.read.length + access.write.length > 0);
  };
  const named = (...lists: PermissionList[]): string[] =>
    grants.flatMap(({ permissions }) => permissions.flatMap((each) => lists.flatMap((list) => each[list]))).toSorted();
  const attributes = accessTo(
    [
      ALL,
      ...Object.keys(asset.attributes),
      ...named('asset_attributes_read', 'include_attributes', 'asset_attributes_write'),
    ],
    'asset_attributes_read',
    'asset_attributes_write',
  );
  const eventTypes = accessTo(
    [ALL, ...named('event_arc_display_type_read', 'event_arc_display_type_write')],
    'event_arc_display_type_read',
    'event_arc_display_type_write',
  );
  return {
    reads: READING.some((list) => all.some(list)),
    attributes,
    eventTypes,
    behaviours: recorded.map((name) => ({ name, policies: policiesOf('behaviours', name) })),
    isCut,
  };
}

const READING = ['asset_attributes_read', 'include_attributes', 'event_arc_display_type_read'] as const;

/** The policies that name each of `callers` callers, from the rows of `policiesNaming`. */
export function grantsByCaller(rows: readonly PolicyNaming[], callers: number): NamedGrant[][] {
  const grants = Array.from({ length: callers }, (): NamedGrant[] => []);
  for (const { policy, filters, permissions, named: pairs } of rows) {
    const parsed = parseFilters(JSON.parse(filters) as Filters);
    const all = JSON.parse(permissions) as Permission[];
    const named = Map.groupBy(JSON.parse(pairs) as [caller: number, item: number][], ([caller]) => caller);
    for (const [caller, own] of named) {
      const items = [...new Set(own.map(([, item]) => item))];
      grants[caller]?.push({ policy, filters: parsed, permissions: items.map((item) => all[item]!), items });
    }
  }
  return grants;
}
