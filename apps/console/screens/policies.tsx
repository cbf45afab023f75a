import { pages, uuidOf } from '../lib/api.ts';
import { conditionsText } from '../lib/policy-text.ts';
import { readTerm } from '../parts/filters.tsx';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { policies: wording } = rareTexts;
const { common, menu } = screenTexts;

const POLICIES = pages('/iam/v1/access_policies', 'access_policies');

/** The access policies of the tenancy. */
export function Policies() {
  const { administrator } = useStore(session)!;
  return (
    <Screen
      title={menu.policies}
      lead={wording.lead}
      actions={
        administrator && (
          <a class="button" href="#/policies/new">
            {wording.create}
          </a>
        )
      }
    >
      <List
        caption={menu.policies}
        of={POLICIES}
        reload="all"
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[
          [common.name, (policy) => <a href={`#/policies/${uuidOf(policy.identity)}`}>{policy.display_name}</a>],
          [common.description, ({ description }) => description],
          [
            common.assets,
            ({ filters }) => conditionsText(filters.map(({ or }) => or.map(readTerm))) || wording.noAssets,
          ],
          [wording.permissions, ({ access_permissions: all }) => all.length],
        ]}
      />
    </Screen>
  );
}
