import type { Schemas } from '../lib/api.ts';
import { Field, Tick } from './form.tsx';
import { linesOf } from './lines.ts';

type Subject = Schemas['Subject'];
type Given = Schemas['AccessPermission'];

/** A permission of a policy in the form: lists are texts with one name per line. */
export type Permission = { subjects: string[]; users: string[] } & Record<ListName, string>;
type ListName = (typeof LISTS)[number][0];

const LISTS = [
  ['asset_attributes_read', 'Asset attributes they can read'],
  ['event_arc_display_type_read', 'Event types they can read'],
  ['behaviours', 'Behaviours of events they can record'],
  ['event_arc_display_type_write', 'Event types they can record'],
  ['asset_attributes_write', 'Asset attributes they can change'],
  ['include_attributes', 'Further attributes they can read'],
] as const;

export const BLANK_PERMISSION: Permission = {
  subjects: [],
  users: [],
  asset_attributes_read: '',
  asset_attributes_write: '',
  event_arc_display_type_read: '',
  event_arc_display_type_write: '',
  behaviours: '',
  include_attributes: '',
};

export const readPermission = (given: Given): Permission => ({
  ...BLANK_PERMISSION,
  ...Object.fromEntries(LISTS.map(([name]) => [name, given[name].join('\n')])),
  subjects: given.subjects,
  users: given.user_attributes.map(({ or }) => or.join('\n')),
});

export const writePermission = (permission: Permission): Given =>
  ({
    ...Object.fromEntries(LISTS.map(([name]) => [name, linesOf(permission[name])])),
    subjects: permission.subjects,
    user_attributes: permission.users.map((text) => ({ or: linesOf(text) })).filter(({ or }) => or.length > 0),
  }) as Given;

/** Edits one permission: its partners and users, and what it grants. `path` is its field in the API. */
export function PermissionFields(of: {
  permission: Permission;
  subjects: Subject[];
  path: string;
  onChange: (permission: Permission) => void;
}) {
  const { permission, onChange } = of;
  const users = permission.users.length === 0 ? [''] : permission.users;
  return (
    <>
      <fieldset>
        <legend>Partners</legend>
        {of.subjects.length === 0 && (
          <p class="note">
            No partners yet. Import one under <a href="#/sharing">Sharing</a>.
          </p>
        )}
        {of.subjects.map(({ identity, display_name, confirmation_status }) => (
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
      <fieldset>
        <legend>Users of your tenancy</legend>
        <p class="note">
          One condition per line: <code>email=…</code>, <code>subject=…</code>, <code>group=…</code> or{' '}
          <code>jwt_&lt;claim&gt;=…</code>. A user must match one of the lines. With several fields, a user must match
          one line of each.
        </p>
        {users.map((text, i) => (
          <Field
            key={i}
            label={i === 0 ? 'Any of' : `and any of (${i + 1})`}
            name={`${of.path}.user_attributes[${i}]`}
            rows={2}
            value={text}
            onInput={(value) => onChange({ ...permission, users: users.map((each, j) => (i === j ? value : each)) })}
          />
        ))}
        <button type="button" class="quiet" onClick={() => onChange({ ...permission, users: [...users, ''] })}>
          and…
        </button>
      </fieldset>
      <fieldset>
        <legend>Permissions</legend>
        <p class="note">
          One name per line; <code>*</code> means all.
        </p>
        <div class="names">
          {LISTS.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              name={`${of.path}.${name}`}
              rows={2}
              value={permission[name]}
              onInput={(value) => onChange({ ...permission, [name]: value })}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}
