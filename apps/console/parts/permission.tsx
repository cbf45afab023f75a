import type { Schemas } from '../lib/api.ts';
import type { PolicyChoices } from '../lib/policy-choices.ts';
import { Tick } from './form.tsx';
import { PickNames } from './pick-names.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { permission: wording } = rareTexts;
const { common, menu } = screenTexts;

/** A permission of a policy in the form. */
export type PermissionDraft = Schemas['AccessPermission'];

export const BLANK_PERMISSION: PermissionDraft = {
  subjects: [],
  user_attributes: [],
  asset_attributes_read: [],
  asset_attributes_write: [],
  event_arc_display_type_read: [],
  event_arc_display_type_write: [],
  behaviours: [],
  include_attributes: [],
};

type ListName = Exclude<keyof PermissionDraft, 'subjects' | 'user_attributes'>;
type KnownName = 'attributes' | 'eventTypes' | 'behaviours';

/** The lists of names: field, kind, and what they can be chosen from. */
const LISTS: readonly (readonly [ListName, keyof typeof wording.all, KnownName])[] = [
  ['asset_attributes_read', 'attributes', 'attributes'],
  ['event_arc_display_type_read', 'types', 'eventTypes'],
  ['behaviours', 'behaviours', 'behaviours'],
  ['event_arc_display_type_write', 'types', 'eventTypes'],
  ['asset_attributes_write', 'attributes', 'attributes'],
  ['include_attributes', 'attributes', 'attributes'],
];

/** A permission as the API takes it, without groups of users that are empty. */
export const writePermission = (permission: PermissionDraft): PermissionDraft => ({
  ...permission,
  user_attributes: permission.user_attributes.filter(({ or }) => or.length > 0),
});

type Props = { permission: PermissionDraft; known: PolicyChoices; onChange: (permission: PermissionDraft) => void };

/** Edits one permission: its partners and users, and what it grants. `path` is its field in the API. */
export function PermissionFields(of: Props & { path: string }) {
  const { permission, onChange, known } = of;
  const groups = permission.user_attributes.length === 0 ? [{ or: [] }] : permission.user_attributes;
  const setGroup = (i: number, or: string[]): void =>
    onChange({ ...permission, user_attributes: groups.map((each, j) => (i === j ? { or } : each)) });
  return (
    <>
      <Partners {...{ permission, known, onChange }} />
      <fieldset>
        <legend>{wording.users}</legend>
        {groups.map(({ or }, i) => (
          <PickNames
            key={i}
            label={i === 0 ? wording.anyOf : wording.andAnyOf(i + 1)}
            name={`${of.path}.user_attributes[${i}]`}
            chosen={or}
            known={known.people}
            onChange={(next) => setGroup(i, next)}
            {...(i === 0 ? { hint: wording.usersHint } : {})}
          />
        ))}
        <button
          type="button"
          class="quiet"
          onClick={() => onChange({ ...permission, user_attributes: [...groups, { or: [] }] })}
        >
          {wording.and}
        </button>
      </fieldset>
      <fieldset>
        <legend>{wording.permissions}</legend>
        <div class="names">
          {LISTS.map(([name, kind, from]) => (
            <PickNames
              key={name}
              label={wording.lists[name]}
              name={`${of.path}.${name}`}
              all={wording.all[kind]}
              chosen={permission[name]}
              known={known[from]}
              onChange={(next) => onChange({ ...permission, [name]: next })}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

function Partners({ permission, known, onChange }: Props) {
  return (
    <fieldset>
      <legend>{common.partners}</legend>
      {known.subjects.length === 0 && <p class="note">{wording.noPartners(<a href="#/sharing">{menu.sharing}</a>)}</p>}
      {known.subjects.map(({ identity, display_name, confirmation_status }) => (
        <Tick
          key={identity}
          label={confirmation_status === 'CONFIRMED' ? display_name : common.pending(display_name)}
          checked={permission.subjects.includes(identity)}
          onChange={(on) => {
            const others = permission.subjects.filter((each) => each !== identity);
            onChange({ ...permission, subjects: on ? [...others, identity] : others });
          }}
        />
      ))}
    </fieldset>
  );
}
