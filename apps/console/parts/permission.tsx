import type { Schemas } from '../lib/api.ts';
import type { PolicyChoices } from '../lib/policy-choices.ts';
import { Tick } from './form.tsx';
import { PickNames } from './pick-names.tsx';

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

/** The lists of names: field, label, label of all, and what they can be chosen from. */
const LISTS: readonly (readonly [ListName, string, string, KnownName])[] = [
  ['asset_attributes_read', 'Asset attributes they can read', 'All attributes', 'attributes'],
  ['event_arc_display_type_read', 'Event types they can read', 'All types', 'eventTypes'],
  ['behaviours', 'Behaviours of events they can record', 'All behaviours', 'behaviours'],
  ['event_arc_display_type_write', 'Event types they can record', 'All types', 'eventTypes'],
  ['asset_attributes_write', 'Asset attributes they can change', 'All attributes', 'attributes'],
  ['include_attributes', 'Further attributes they can read', 'All attributes', 'attributes'],
];

/** A permission as the API takes it, without groups of users that are empty. */
export const writePermission = (permission: PermissionDraft): PermissionDraft => ({
  ...permission,
  user_attributes: permission.user_attributes.filter(({ or }) => or.length > 0),
});

type Props = { permission: PermissionDraft; known: PolicyChoices; onChange: (permission: PermissionDraft) => void };

const HINT =
  'Others as email=…, subject=…, group=… or jwt_<claim>=…. With several fields, a user must match one of each.';

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
        <legend>Users of your tenancy</legend>
        {groups.map(({ or }, i) => (
          <PickNames
            key={i}
            label={i === 0 ? 'Any of' : `and any of (${i + 1})`}
            name={`${of.path}.user_attributes[${i}]`}
            chosen={or}
            known={known.people}
            onChange={(next) => setGroup(i, next)}
            {...(i === 0 ? { hint: HINT } : {})}
          />
        ))}
        <button
          type="button"
          class="quiet"
          onClick={() => onChange({ ...permission, user_attributes: [...groups, { or: [] }] })}
        >
          and…
        </button>
      </fieldset>
      <fieldset>
        <legend>Permissions</legend>
        <div class="names">
          {LISTS.map(([name, label, all, from]) => (
            <PickNames
              key={name}
              label={label}
              name={`${of.path}.${name}`}
              all={all}
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
      <legend>Partners</legend>
      {known.subjects.length === 0 && (
        <p class="note">
          No partners yet. Import one under <a href="#/sharing">Sharing</a>.
        </p>
      )}
      {known.subjects.map(({ identity, display_name, confirmation_status }) => (
        <Tick
          key={identity}
          label={`${display_name}${confirmation_status === 'CONFIRMED' ? '' : ' (pending)'}`}
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
