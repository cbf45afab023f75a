import type { Groups, Term } from '../parts/filters.tsx';
import type { PermissionDraft } from '../parts/permission.tsx';
import { attributeText, behaviourOf, type PolicyChoices } from './policy-choices.ts';

/** A list in words, such as `a, b and c`. */
export function joined(parts: readonly string[], last: 'and' | 'or'): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;
}

function termText({ name, op, value }: Term): string {
  const attribute = attributeText(name);
  if (op === '=*') return `${attribute} exists`;
  if (op === '!=*') return `${attribute} does not exist`;
  return `${attribute} is ${op === '!=' ? 'not ' : ''}“${value}”`;
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
  groups.length === 0 ? undefined : `assets where ${conditionsText(groups)}`;

/** Who gets a permission, in words; undefined for nobody. */
function whoText(
  { subjects, user_attributes }: PermissionDraft,
  { people, subjects: partners }: PolicyChoices,
): string | undefined {
  const named = (condition: string): string => people.find(([value]) => value === condition)?.[1] ?? condition;
  const groups = user_attributes.filter(({ or }) => or.length > 0).map(({ or }) => joined(or.map(named), 'or'));
  const users =
    groups.length === 0 ? [] : [groups.length === 1 ? groups[0]! : `users who are (${groups.join(') and also (')})`];
  const others = subjects.map(
    (identity) => partners.find((each) => each.identity === identity)?.display_name ?? 'an unknown partner',
  );
  return others.length + users.length === 0 ? undefined : joined([...others, ...users], 'and');
}

/** A list of names with its kind, in the singular; undefined if it is empty. */
function namesText(names: readonly string[], all: string, kind: string, text = (name: string) => name) {
  if (names.includes('*')) return all;
  if (names.length === 0) return undefined;
  return `${kind}${names.length === 1 ? '' : 's'} ${joined(names.map(text), 'and')}`;
}

/** What a permission lets people do, in words; empty for nothing. */
export function grantsText(permission: PermissionDraft): string[] {
  const attributes = [...new Set([...permission.asset_attributes_read, ...permission.include_attributes])];
  const reads = namesText(attributes, 'all attributes', 'the attribute', attributeText);
  const sees = namesText(permission.event_arc_display_type_read, 'all events', 'events of the type');
  const records = namesText(permission.event_arc_display_type_write, 'events of all types', 'events of the type');
  const by = namesText(permission.behaviours, 'all behaviours', 'the behaviour', behaviourOf);
  const writes = namesText(permission.asset_attributes_write, 'all attributes', 'the attribute', attributeText);
  return [
    reads && `read ${reads}`,
    sees && `read ${sees}`,
    records && by && `record ${records} with ${by}`,
    records && by && writes && `change ${writes} with these events`,
  ].filter((text): text is string => typeof text === 'string');
}

/** What a permission lacks to have the effect that its author may expect, in words. */
function missingText({
  event_arc_display_type_write: types,
  behaviours,
  asset_attributes_write: writes,
}: PermissionDraft) {
  if ((types.length === 0) !== (behaviours.length === 0))
    return 'To record events, they need both an event type and a behaviour.';
  if (types.length === 0 && writes.length > 0)
    return 'To change attributes, they need an event type and a behaviour that they can record.';
  return '';
}

/** What one permission of a policy grants on the assets of its conditions, as sentences. */
export function sentencesOf(permission: PermissionDraft, groups: Groups, known: PolicyChoices): string {
  return [grantText(permission, groups, known), missingText(permission)].filter((text) => text !== '').join(' ');
}

function grantText(permission: PermissionDraft, groups: Groups, known: PolicyChoices): string {
  const [assets, who] = [assetsText(groups), whoText(permission, known)];
  if (assets === undefined) return 'This grants nothing, because the policy has no conditions on assets.';
  if (who === undefined) return 'This grants nothing, because it names nobody.';
  const grants = grantsText(permission);
  return grants.length === 0
    ? `${who} can do nothing yet on ${assets}.`
    : `On ${assets}, ${who} can ${joined(grants, 'and')}.`;
}
