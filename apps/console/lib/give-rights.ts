import { api, pages, uuidOf, type Schemas } from './api.ts';
import { readTerm, writeTerm } from '../parts/filters.tsx';
import { BLANK_PERMISSION, type PermissionDraft } from '../parts/permission.tsx';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { giveRights: wording } = rareTexts;

type Policy = Schemas['AccessPolicy'];

/** What a person gets on the assets of a type. */
export type Given = 'read' | 'record';

/** How many policies are read for one that grants the same already. */
const READ = 500;

const permissionOf = (given: Given): PermissionDraft => ({
  ...BLANK_PERMISSION,
  asset_attributes_read: ['*'],
  event_arc_display_type_read: ['*'],
  ...(given === 'record'
    ? { behaviours: ['RecordEvidence'], event_arc_display_type_write: ['*'], asset_attributes_write: ['*'] }
    : {}),
});

const listsOf = ({ subjects: _s, user_attributes: _u, ...lists }: PermissionDraft): string =>
  JSON.stringify(Object.entries(lists).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Whether a policy grants exactly this to users whom it lists one by one. */
function isLike({ filters, access_permissions: [only, ...others] }: Policy, type: string, given: Given): boolean {
  const terms = filters.flatMap(({ or }) => or.map(readTerm));
  const [term] = terms;
  return (
    terms.length === 1 &&
    term!.name === 'arc_display_type' &&
    term!.op === '=' &&
    term!.value === type &&
    only !== undefined &&
    others.length === 0 &&
    only.subjects.length === 0 &&
    only.user_attributes.length === 1 &&
    only.user_attributes[0]!.or.every((each) => each.startsWith('email=')) &&
    listsOf(only) === listsOf(permissionOf(given))
  );
}

/**
 * Lets a person read the assets of a type, or read and record: adds them to the policy that grants this to others, or
 * creates one.
 */
export async function giveRights(email: string, type: string, given: Given): Promise<void> {
  const who = `email=${email}`;
  const { items } = await pages('/iam/v1/access_policies', 'access_policies')('', READ);
  const like = items.find((policy) => isLike(policy, type, given));
  if (!like) {
    await api.post('/iam/v1/access_policies', {
      body: {
        display_name: `${type.slice(0, 400)}: ${given === 'record' ? wording.readAndRecord : wording.read}`,
        filters: [{ or: [writeTerm({ name: 'arc_display_type', op: '=', value: type })] }],
        access_permissions: [{ ...permissionOf(given), user_attributes: [{ or: [who] }] }],
      },
    });
    return;
  }
  const [permission] = like.access_permissions;
  const people = permission!.user_attributes[0]!.or;
  if (people.includes(who)) return;
  await api.patch('/iam/v1/access_policies/{uuid}', {
    params: { path: { uuid: uuidOf(like.identity) } },
    body: { access_permissions: [{ ...permission!, user_attributes: [{ or: [...people, who] }] }] },
  });
}
