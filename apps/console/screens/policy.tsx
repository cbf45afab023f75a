import { api, rejected, uuidOf, type Schemas } from '../lib/api.ts';
import { readPolicyChoices, type PolicyChoices } from '../lib/policy-choices.ts';
import { faultsOf } from '../lib/other-permissions.ts';
import { sentencesOf } from '../lib/policy-text.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { AlreadyReads } from '../parts/already-reads.tsx';
import { Destroy } from '../parts/act.tsx';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Filters, named, readTerm, writeTerm, type Groups } from '../parts/filters.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { Preview } from '../parts/policy-preview.tsx';
import { BLANK_PERMISSION, PermissionFields, writePermission, type PermissionDraft } from '../parts/permission.tsx';
import { ReadPolicy } from './read-policy.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { policy: wording } = rareTexts;
const { common } = screenTexts;

type Policy = Schemas['AccessPolicy'];

/** Creates an access policy. */
export function NewPolicy() {
  const known = useLoaded(readPolicyChoices, 'known');
  return <Load of={known}>{(all) => <Editor title={wording.create} policy={undefined} known={all} />}</Load>;
}

/** Changes or deletes an access policy. */
export function EditPolicy({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const loaded = useLoaded(
    async () => ({
      policy: await api.get('/iam/v1/access_policies/{uuid}', { params: { path: { uuid } } }),
      known: await readPolicyChoices(),
    }),
    uuid,
  );
  const { administrator } = useStore(session)!;
  return (
    <Load of={loaded}>
      {(found) =>
        administrator ? (
          <Editor title={found.policy.display_name || wording.policy} {...found} />
        ) : (
          <ReadPolicy {...found} groups={groupsOf(found.policy)} />
        )
      }
    </Load>
  );
}

/** The conditions of a policy on assets. */
const groupsOf = ({ filters }: Policy): Groups => filters.map(({ or }) => or.map(readTerm));

type Props = { title: string; policy: Policy | undefined; known: PolicyChoices };

function Editor({ title, policy, known }: Props) {
  const draft = useDraft(
    policy ? `policies/${uuidOf(policy.identity)}` : 'policies/new',
    {
      name: policy?.display_name ?? '',
      description: policy?.description ?? '',
      groups: policy ? groupsOf(policy) : [],
      permissions: policy?.access_permissions ?? [BLANK_PERMISSION],
    },
    (of) => (policy ? wording.unsavedChanges(policy.display_name) : unsaved('access policy', of.name)),
  );
  const { name, description, groups, permissions } = draft.value;
  const save = async (): Promise<void> => {
    const faults = faultsOf(named(groups), permissions, policy?.identity, known);
    if (faults.length > 0) throw rejected(faults);
    const body = {
      display_name: name,
      description,
      filters: named(groups).map((terms) => ({ or: terms.map(writeTerm) })),
      access_permissions: permissions.map(writePermission),
    };
    if (policy) {
      const params = { path: { uuid: uuidOf(policy.identity) } };
      await api.patch('/iam/v1/access_policies/{uuid}', { params, body });
    } else await api.post('/iam/v1/access_policies', { body });
    draft.end();
    go('policies');
  };
  return (
    <Screen title={title}>
      <Form submit={common.save} onSubmit={save} draft={draft} deliberate>
        <Field
          label={common.name}
          name="display_name"
          value={name}
          onInput={(next) => draft.set({ name: next })}
          required
        />
        <Field
          label={common.description}
          name="description"
          rows={2}
          value={description}
          onInput={(next) => draft.set({ description: next })}
        />
        <Filters
          legend={common.assets}
          hint={wording.filtersHint}
          groups={groups}
          onChange={(next) => draft.set({ groups: next })}
          values={known.values}
          name="filters"
        />
        <Preview groups={groups} />
        <Permissions
          {...{ permissions, groups, known }}
          own={policy?.identity}
          onChange={(next) => draft.set({ permissions: next })}
        />
      </Form>
      {policy && <Deletion policy={policy} />}
    </Screen>
  );
}

function Permissions(of: {
  permissions: PermissionDraft[];
  groups: Groups;
  known: PolicyChoices;
  own: string | undefined;
  onChange: (permissions: PermissionDraft[]) => void;
}) {
  const { permissions, groups, known, own, onChange } = of;
  return (
    <>
      {permissions.map((permission, i) => (
        <fieldset key={i} class="permission">
          <legend>{wording.permission(i + 1)}</legend>
          <PermissionFields
            path={`access_permissions[${i}]`}
            permission={permission}
            known={known}
            onChange={(next) => onChange(permissions.map((each, j) => (i === j ? next : each)))}
          />
          <p class="grants" role="status">
            {sentencesOf(permission, named(groups), known)}
          </p>
          <AlreadyReads permission={permission} groups={groups} own={own} known={known} />
          <button type="button" class="quiet" onClick={() => onChange(permissions.filter((_, j) => i !== j))}>
            {wording.remove(i + 1)}
          </button>
        </fieldset>
      ))}
      <p>
        <button type="button" class="quiet" onClick={() => onChange([...permissions, BLANK_PERMISSION])}>
          {wording.add}
        </button>
      </p>
    </>
  );
}

function Deletion({ policy }: { policy: Policy }) {
  return (
    <section aria-labelledby="end">
      <h2 id="end">{common.delete}</h2>
      <p class="actions">
        <Destroy
          label={wording.delete}
          question={wording.question(policy.display_name)}
          consequence={wording.consequence}
          act={async () => {
            await api.delete('/iam/v1/access_policies/{uuid}', { params: { path: { uuid: uuidOf(policy.identity) } } });
            go('policies');
          }}
        />
      </p>
    </section>
  );
}
