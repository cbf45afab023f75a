import type { Principal } from '../../access/principal.ts';
import { callerRightsOf, rightsOn, type CallerRights, type Rights } from '../../access/rights.ts';
import type { TenantScope } from '../../access/scope.ts';
import { members } from '../../access/identity/tables.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { remedyOf, subjectsOf, type Rule } from './policy.ts';

/** People whose rights are looked at for one page of a list, and those named for one asset. */
const PEOPLE = 200;
const NAMED = 10;

/** A person who may record what a rule asks for. */
export type ComplianceActor = { id: string; displayName: string };

/** What is needed to tell who may act on own assets of the tenancy. */
export type Actors = {
  /** Whether the caller may record what one of the rules asks for. */
  mayRecord: (attributes: Attributes, rules: readonly Rule[]) => boolean;
  /** Those who may, apart from administrators, who may always; for callers who may not know people: nobody. */
  of: (attributes: Attributes, rules: readonly Rule[]) => ComplianceActor[];
};

/**
 * Reads who may act. Members learn only whether they may themselves; administrators and auditors learn the names of
 * others, of the first 200 people of the tenancy.
 */
export async function readActors(scope: TenantScope): Promise<Actors> {
  const principal = await scope.principal();
  const knowsPeople = principal.administrator || principal.auditor;
  const [people] = await scope.read(scope.rows(members, undefined, { limit: knowsPeople ? PEOPLE : 0 }));
  const all = [scope.caller, ...people];
  const [grants] = await scope.read(scope.grantsTo(all));
  const rights = (index: number, of: Principal): CallerRights => callerRightsOf(of, index, grants);
  const own = rights(0, principal);
  // Administrators have no grants here, and are not named.
  const others = people.map((person, i) => ({ person, of: rights(i + 1, { ...principal, administrator: false }) }));
  const asAsset = (attributes: Attributes) => ({ tenant: principal.tenant, public: false, attributes });
  return {
    mayRecord: (attributes, rules) =>
      !principal.auditor &&
      !principal.suspended &&
      rules.some((rule) => mayAct(rightsOn(own, asAsset(attributes)), rule)),
    of: (attributes, rules) =>
      others
        .filter(
          ({ of, person }) => !person.auditor && rules.some((rule) => mayAct(rightsOn(of, asAsset(attributes)), rule)),
        )
        .slice(0, NAMED)
        .map(({ person }) => ({ id: person.id, displayName: person.displayName })),
  };
}

/** Whether rights on an asset let someone record what a rule asks for. */
function mayAct(rights: Rights, rule: Rule): boolean {
  if (rights.all) return true;
  if (!rights.may('behaviours', 'RecordEvidence')) return false;
  const type = remedyOf(rule);
  if (type !== undefined) return rights.may('event_arc_display_type_write', type);
  return (
    rights.some('event_arc_display_type_write') &&
    subjectsOf(rule).attributes.some((name) => rights.may('asset_attributes_write', name))
  );
}
