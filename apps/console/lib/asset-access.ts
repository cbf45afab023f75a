import { labelOf } from './words.ts';
import { api, type Schemas } from './api.ts';
import { joined } from './policy-text.ts';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { assetAccess: wording } = rareTexts;
const { common } = screenTexts;

type AssetAccess = Schemas['AssetAccess'];
export type AccessGroup = Schemas['AccessGroup'];
export type AccessHolder = Schemas['AccessHolder'];
type Names = Schemas['NameAccess'];

/** Who can read and write an asset, as the service decides. */
export const readAssetAccess = (uuid: string): Promise<AssetAccess> =>
  api.get('/iam/v1/assets/{uuid}/access', { params: { path: { uuid } } });

/** What people call a holder. */
export const nameOfHolder = ({ display_name, email, identity }: AccessHolder): string =>
  display_name || email || identity;

/** The address of the screen that shows an asset as a holder reads it. */
export const viewAddress = (uuid: string, { identity }: Pick<AccessHolder, 'identity'>): string =>
  `#/assets/${uuid}/as/${identity}`;

/** The group of a holder; undefined for one without any right. */
export const groupOf = ({ groups }: AssetAccess, holder: string): AccessGroup | undefined =>
  groups.find(({ holders }) => holders.some(({ identity }) => identity === holder));

export const readsAll = ({ role }: AccessGroup): boolean => role === 'ADMINISTRATOR' || role === 'AUDITOR';

/** The policies by which a group reads a name: those that grant this name, or all. */
export const readBy = (list: readonly Names[], name: string): string[] => [
  ...new Set(list.filter((each) => each.name === name || each.name === '*').flatMap(({ read }) => read)),
];

const all = (list: readonly Names[], right: 'read' | 'write'): boolean =>
  list.some((each) => each.name === '*' && each[right].length > 0);
const named = (list: readonly Names[], right: 'read' | 'write'): string[] =>
  list.filter((each) => each.name !== '*' && each[right].length > 0).map(({ name }) => name);

/** What a group reads of an asset that has the attributes `present`, in words; empty for nothing. */
export function readsText(group: AccessGroup, present: readonly string[]): string {
  if (readsAll(group)) return common.everything;
  return [attributesText(group, present), typesText(group.event_types, 'read')].filter(Boolean).join('; ');
}

function attributesText({ attributes }: AccessGroup, present: readonly string[]): string {
  if (all(attributes, 'read')) return common.allAttributes;
  const read = present.filter((name) => readBy(attributes, name).length > 0);
  const hidden = present.filter((name) => !read.includes(name));
  if (read.length === 0) return '';
  if (hidden.length === 0) return wording.allNow;
  return hidden.length < read.length ? wording.allExcept(hidden.map(labelOf)) : joined(read.map(labelOf), 'and');
}

function typesText(types: readonly Names[], right: 'read' | 'write'): string {
  if (all(types, right)) return right === 'read' ? wording.allEvents : wording.allTypes;
  const names = named(types, right);
  return names.length === 0 ? '' : wording.ofTypes(names);
}

/** What a group records on an asset, in words; empty for nothing. */
export function recordsText(group: AccessGroup): string {
  if (group.role === 'ADMINISTRATOR') return common.everything;
  if (group.role === 'AUDITOR' || group.behaviours.length === 0) return '';
  const sets = all(group.attributes, 'write')
    ? common.allAttributes
    : joined(named(group.attributes, 'write').map(labelOf), 'and');
  return [typesText(group.event_types, 'write'), sets && wording.changes(sets)].filter(Boolean).join('; ');
}
