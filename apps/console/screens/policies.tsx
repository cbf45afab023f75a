import { pages, uuidOf } from '../lib/api.ts';
import { conditionsText } from '../lib/policy-text.ts';
import { readTerm } from '../parts/filters.tsx';
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
      actions={
        administrator && (
          <a class="button" href="#/policies/new">
            Create a policy
          </a>
        )
      }
    >
      <List
        caption="Access policies"
        of={POLICIES}
        reload="all"
        identity={({ identity }) => identity}
        empty="No policies yet."
        columns={[
          ['Name', (policy) => <a href={`#/policies/${uuidOf(policy.identity)}`}>{policy.display_name}</a>],
          ['Description', ({ description }) => description],
          ['Assets', ({ filters }) => conditionsText(filters.map(({ or }) => or.map(readTerm))) || 'none'],
          ['Permissions', ({ access_permissions: all }) => all.length],
        ]}
      />
    </Screen>
  );
}
