import type { PermissionDraft } from '../parts/permission.tsx';
import { readTerm, type Groups } from '../parts/filters.tsx';
import type { PolicyChoices } from './policy-choices.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { faults: wording } = rareTexts;

/**
 * What a permission of another policy lets people read beyond the one that is edited. `people`: partners and conditions
 * on users that both name. `attributes`: `*` is all. `groups`: the conditions of the other policy on assets.
 */
export type OtherPermission = {
  key: string;
  path: string;
  policy: string;
  people: string[];
  attributes: string[];
  groups: Groups;
};

const readsOf = (permission: PermissionDraft): Set<string> =>
  new Set([...permission.asset_attributes_read, ...permission.include_attributes]);

/** The partners and users that a permission names by themselves; not those who must meet a further condition. */
const namedBy = ({ subjects, user_attributes }: PermissionDraft): string[] => {
  const groups = user_attributes.filter(({ or }) => or.length > 0);
  return [...subjects, ...(groups.length === 1 ? groups[0]!.or : [])];
};

/** Whether two permissions name some of the same people. */
const sharePeople = (a: PermissionDraft, b: PermissionDraft): boolean => {
  const people = new Set(namedBy(b));
  return namedBy(a).some((each) => people.has(each));
};

/** What other policies than `own` let the people of a permission read, whichever assets they match. */
export function otherReadings(
  permission: PermissionDraft,
  own: string | undefined,
  { policies }: PolicyChoices,
): OtherPermission[] {
  const [people, reads] = [new Set(namedBy(permission)), readsOf(permission)];
  if (reads.has('*')) return [];
  return policies
    .filter(({ identity }) => identity !== own)
    .flatMap(({ identity, display_name, filters, access_permissions }) =>
      access_permissions.map((other, i): OtherPermission => {
        const theirs = readsOf(other);
        return {
          key: `${identity} ${i}`,
          path: identity.replace(/^access_policies/, 'policies'),
          policy: display_name,
          people: namedBy(other).filter((each) => people.has(each)),
          attributes: theirs.has('*') ? ['*'] : [...theirs].filter((name) => !reads.has(name)),
          groups: filters.map(({ or }) => or.map(readTerm)),
        };
      }),
    )
    .filter((reading) => reading.people.length > 0 && reading.attributes.length > 0 && reading.groups.length > 0);
}

type Fault = { field: string; description: string };

/**
 * Why a policy cannot work, with the fields of the API. Another permission for the same people can grant what one
 * lacks, also in another policy than `own`.
 */
export function faultsOf(
  groups: Groups,
  permissions: PermissionDraft[],
  own: string | undefined,
  known: PolicyChoices,
): Fault[] {
  const others = known.policies.filter(({ identity }) => identity !== own).flatMap((of) => of.access_permissions);
  return [
    ...(groups.length > 0 ? [] : [{ field: 'filters', description: wording.noConditions }]),
    ...(permissions.length > 0 ? [] : [{ field: 'access_permissions', description: wording.noPermissions }]),
    ...permissions.flatMap((permission, i) => {
      const beside = [...permissions.filter((_, j) => j !== i), ...others].filter((each) =>
        sharePeople(permission, each),
      );
      return faultsIn(permission, beside).map(([field, description]) => ({
        field: `access_permissions[${i}].${field}`,
        description,
      }));
    }),
  ];
}

/** `beside`: other permissions for the same people. */
function faultsIn(permission: PermissionDraft, beside: PermissionDraft[]): [field: string, description: string][] {
  const { subjects, user_attributes, behaviours, event_arc_display_type_write: types } = permission;
  const faults: [string, string][] = [];
  if (subjects.length === 0 && user_attributes.every(({ or }) => or.length === 0))
    faults.push(['user_attributes[0]', wording.nobody]);
  const { asset_attributes_write: writes, event_arc_display_type_read: sees } = permission;
  if (readsOf(permission).size + sees.length + behaviours.length + types.length + writes.length === 0)
    faults.push(['asset_attributes_read', wording.nothing]);
  if (types.length + writes.length > 0 && behaviours.length === 0 && !beside.some((each) => each.behaviours.length > 0))
    faults.push(['behaviours', wording.noBehaviour]);
  // With attributes that they may write, a behaviour lets them create assets.
  const hasTypes = types.length > 0 || beside.some((each) => each.event_arc_display_type_write.length > 0);
  if (behaviours.length > 0 && !hasTypes && writes.length === 0)
    faults.push(['event_arc_display_type_write', wording.noType]);
  return faults;
}
