import type { Schemas } from '../lib/api.ts';
import type { PolicyChoices } from '../lib/policy-choices.ts';
import { sentencesOf } from '../lib/policy-text.ts';
import type { Groups } from '../parts/filters.tsx';
import { Screen } from '../parts/page.tsx';
import { Preview } from '../parts/policy-preview.tsx';

type Props = { policy: Schemas['AccessPolicy']; groups: Groups; known: PolicyChoices };

/** What an access policy grants, for auditors, who change nothing. */
export const ReadPolicy = ({ policy, groups, known }: Props) => (
  <Screen title={policy.display_name || 'Access policy'} {...(policy.description ? { lead: policy.description } : {})}>
    <section aria-labelledby="grants">
      <h2 id="grants">What it grants</h2>
      {policy.access_permissions.length === 0 && <p class="empty">Nothing.</p>}
      {policy.access_permissions.map((permission, i) => (
        <p key={i} class="grants">
          {sentencesOf(permission, groups, known)}
        </p>
      ))}
    </section>
    <section aria-labelledby="matching">
      <h2 id="matching">Assets</h2>
      <Preview groups={groups} />
    </section>
  </Screen>
);
