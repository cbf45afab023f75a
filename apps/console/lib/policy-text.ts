import type { Groups, Term } from '../parts/filters.tsx';
import type { PermissionDraft } from '../parts/permission.tsx';
import { behaviourOf } from './behaviours.ts';
import { attributeText, type PolicyChoices } from './policy-choices.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { policyText: wording } = rareTexts;
const { common } = screenTexts;

/** A list in words, such as `a, b and c`. */
export const joined = (parts: readonly string[], last: 'and' | 'or'): string => common.joined(parts, last);

function termText({ name, op, value }: Term): string {
  const attribute = attributeText(name);
  return op.endsWith('*') ? wording.exists(attribute, op === '=*') : wording.is(attribute, value, op === '=');
}

/** The conditions on assets, in words. */
export function conditionsText(groups: Groups): string {
  const conditions = groups.map((terms) => joined(terms.map(termText), 'or'));
  return conditions.length === 1
    ? conditions[0]!
    : joined(
        conditions.map((text) => `(${text})`),
        'and',
      );
}

/** The assets that conditions select, in words; undefined for none. */
const assetsText = (groups: Groups): string | undefined =>
  groups.length === 0 ? undefined : wording.assetsWhere(conditionsText(groups));

/** Who gets a permission, in words; undefined for nobody. */
function whoText(
  { subjects, user_attributes }: PermissionDraft,
  { people, subjects: partners }: PolicyChoices,
): string | undefined {
  const named = (condition: string): string => people.find(([value]) => value === condition)?.[1] ?? condition;
  const groups = user_attributes.filter(({ or }) => or.length > 0).map(({ or }) => joined(or.map(named), 'or'));
  const users = groups.length === 0 ? [] : [groups.length === 1 ? groups[0]! : wording.usersWho(groups)];
  const others = subjects.map(
    (identity) => partners.find((each) => each.identity === identity)?.display_name ?? wording.unknownPartner,
  );
  return others.length + users.length === 0 ? undefined : joined([...others, ...users], 'and');
}

/** A list of names with its kind; undefined if it is empty. */
function namesText(names: readonly string[], kind: keyof typeof wording.kinds, text = (name: string) => name) {
  if (names.length === 0) return undefined;
  const { all, some } = wording.kinds[kind];
  return names.includes('*') ? all : some(names.length, names.map(text));
}

/** What a permission lets people do, in words; empty for nothing. */
export function grantsText(permission: PermissionDraft): string[] {
  const attributes = [...new Set([...permission.asset_attributes_read, ...permission.include_attributes])];
  const reads = namesText(attributes, 'attributes', attributeText);
  const sees = namesText(permission.event_arc_display_type_read, 'events');
  const records = namesText(permission.event_arc_display_type_write, 'recorded');
  const by = namesText(permission.behaviours, 'behaviours', behaviourOf);
  const writes = namesText(permission.asset_attributes_write, 'attributes', attributeText);
  return [
    reads && wording.read(reads),
    sees && wording.read(sees),
    records && by && wording.record(records, by),
    records && by && writes && wording.change(writes),
  ].filter((text): text is string => typeof text === 'string');
}

/** What a permission lacks to have the effect that its author may expect, in words. */
function missingText({
  event_arc_display_type_write: types,
  behaviours,
  asset_attributes_write: writes,
}: PermissionDraft) {
  if ((types.length === 0) !== (behaviours.length === 0)) return wording.missingForEvents;
  if (types.length === 0 && writes.length > 0) return wording.missingForAttributes;
  return '';
}

/** What one permission of a policy grants on the assets of its conditions, as sentences. */
export function sentencesOf(permission: PermissionDraft, groups: Groups, known: PolicyChoices): string {
  return [grantText(permission, groups, known), missingText(permission)].filter((text) => text !== '').join(' ');
}

function grantText(permission: PermissionDraft, groups: Groups, known: PolicyChoices): string {
  const [assets, who] = [assetsText(groups), whoText(permission, known)];
  if (assets === undefined) return wording.noConditions;
  if (who === undefined) return wording.nobody;
  const grants = grantsText(permission);
  return grants.length === 0 ? wording.nothingYet(who, assets) : wording.grants(assets, who, joined(grants, 'and'));
}
