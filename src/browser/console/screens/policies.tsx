import { pages, uuidOf } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';

const POLICIES = pages('/iam/v1/access_policies', 'access_policies');

/** The access policies of the tenancy. */
export function Policies() {
  const { administrator } = useStore(session)!;
  return (
    <Screen
      title="Access policies"
      lead="Administrators can see everything. Others, including partners, can see what a policy grants them."
    >
      {administrator && (
        <p class="actions">
          <a class="button" href="#/policies/new">
            Create a policy
          </a>
        </p>
      )}
      <List
        caption="Access policies"
        of={POLICIES}
        reload="all"
        identity={({ identity }) => identity}
        empty="No policies yet."
        columns={[
          ['Name', (policy) => <a href={`#/policies/${uuidOf(policy.identity)}`}>{policy.display_name}</a>],
          ['Description', ({ description }) => description],
          ['Assets', ({ filters }) => filters.map(({ or }) => or.join(' or ')).join(' and ') || 'none'],
          ['Permissions', ({ access_permissions: all }) => all.length],
        ]}
      />
    </Screen>
  );
}
