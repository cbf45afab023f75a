import { useEffect, useState } from 'preact/hooks';
import { api, pages, uuidOf, type PageOf, type Schemas } from '../lib/api.ts';
import { readKnown, type Known } from '../lib/known.ts';
import { sentencesOf } from '../lib/policytext.ts';
import { go, type Route } from '../lib/router.ts';
import { Destroy } from '../parts/act.tsx';
import { nameOf } from '../parts/attributes.tsx';
import { Filters, named, queryOf, readTerm, writeTerm, type Groups } from '../parts/filters.tsx';
import { Field, Form } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { BLANK_PERMISSION, PermissionFields, writePermission, type Permission } from '../parts/permission.tsx';

type Policy = Schemas['AccessPolicy'];

/** The maximum number of matching assets in the preview. */
const PREVIEWED = 10;
/** Milliseconds without input until the preview is updated. */
const PAUSE = 300;

/** Creates an access policy. */
export function NewPolicy() {
  const known = useLoaded(readKnown, 'known');
  return <Load of={known}>{(all) => <Editor title="Create an access policy" policy={undefined} known={all} />}</Load>;
}

/** Changes or deletes an access policy. */
export function EditPolicy({ route }: { route: Route }) {
  const uuid = route.parts[1]!;
  const loaded = useLoaded(
    async () => ({
      policy: await api.get('/iam/v1/access_policies/{uuid}', { params: { path: { uuid } } }),
      known: await readKnown(),
    }),
    uuid,
  );
  return (
    <Load of={loaded}>{(found) => <Editor title={found.policy.display_name || 'Access policy'} {...found} />}</Load>
  );
}

type Props = { title: string; policy: Policy | undefined; known: Known };

function Editor({ title, policy, known }: Props) {
  const [name, setName] = useState(policy?.display_name ?? '');
  const [description, setDescription] = useState(policy?.description ?? '');
  const [groups, setGroups] = useState<Groups>(policy?.filters.map(({ or }) => or.map(readTerm)) ?? []);
  const [permissions, setPermissions] = useState<Permission[]>(policy?.access_permissions ?? [BLANK_PERMISSION]);
  const save = async (): Promise<void> => {
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
    go('policies');
  };
  return (
    <Screen title={title}>
      <Form submit="Save" onSubmit={save}>
        <Field label="Name" name="display_name" value={name} onInput={setName} required />
        <Field label="Description" name="description" rows={2} value={description} onInput={setDescription} />
        <Filters
          legend="Assets"
          hint="All conditions must hold. Without conditions, the policy matches no assets."
          groups={groups}
          onChange={setGroups}
          values={known.values}
        />
        <Preview groups={groups} />
        {permissions.map((permission, i) => (
          <fieldset key={i} class="permission">
            <legend>Permission {i + 1}</legend>
            <PermissionFields
              path={`access_permissions[${i}]`}
              permission={permission}
              known={known}
              onChange={(next) => setPermissions(permissions.map((each, j) => (i === j ? next : each)))}
            />
            <p class="grants" role="status">
              {sentencesOf(permission, named(groups), known)}
            </p>
            <button type="button" class="quiet" onClick={() => setPermissions(permissions.filter((_, j) => i !== j))}>
              Remove permission {i + 1}
            </button>
          </fieldset>
        ))}
        <p>
          <button type="button" class="quiet" onClick={() => setPermissions([...permissions, BLANK_PERMISSION])}>
            Add a permission
          </button>
        </p>
      </Form>
      {policy && (
        <p class="actions">
          <Destroy
            label="Delete the policy"
            question={`Delete ${policy.display_name}?`}
            consequence="The permissions that it grants are revoked at once."
            act={async () => {
              await api.delete('/iam/v1/access_policies/{uuid}', {
                params: { path: { uuid: uuidOf(policy.identity) } },
              });
              go('policies');
            }}
          />
        </p>
      )}
    </Screen>
  );
}

/** The assets that match the conditions, found by the same conditions on the list of assets. */
function Preview({ groups }: { groups: Groups }) {
  const filters = queryOf(named(groups));
  const key = JSON.stringify(filters);
  const [found, setFound] = useState<{ key: string; page?: PageOf<Schemas['Asset']>; error?: Error }>();
  useEffect(() => {
    if (filters.length === 0) return undefined;
    let over = false;
    const timer = setTimeout(() => {
      // Policies also match assets that are no longer tracked, and never public assets.
      const query = { filters, tracked: 'ANY', privacy: 'RESTRICTED' };
      pages('/v2/assets', 'assets', { params: { query } })(undefined, PREVIEWED)
        .then((page) => !over && setFound({ key, page }))
        .catch((error: unknown) => !over && setFound({ key, error: error as Error }));
    }, PAUSE);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key]);
  const now = found?.key === key ? found : undefined;
  return (
    <section aria-label="Matching assets" class="preview" aria-live="polite">
      {filters.length === 0 ? (
        <p class="empty">It matches no assets.</p>
      ) : now?.error ? (
        <p class="wrong">{now.error.message}</p>
      ) : !now?.page ? (
        <p class="empty">Loading…</p>
      ) : (
        <>
          <p>
            It matches <strong>{now.page.total}</strong> {now.page.total === 1 ? 'asset' : 'assets'}
            {now.page.next === '' ? '' : ` or more. The newest ${PREVIEWED}`}
            {now.page.total === 0 ? '.' : ':'}
          </p>
          <ul>
            {now.page.items.map((asset) => (
              <li key={asset.identity}>{nameOf(asset)}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
