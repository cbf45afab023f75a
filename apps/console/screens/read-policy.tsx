import type { Schemas } from '../lib/api.ts';
import type { PolicyChoices } from '../lib/policy-choices.ts';
import { sentencesOf } from '../lib/policy-text.ts';
import type { Groups } from '../parts/filters.tsx';
import { Screen } from '../parts/page.tsx';
import { Preview } from '../parts/policy-preview.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { readPolicy: wording, policy: policyTexts } = rareTexts;
const { common } = screenTexts;

type Props = { policy: Schemas['AccessPolicy']; groups: Groups; known: PolicyChoices };

/** What an access policy grants, for auditors, who change nothing. */
export const ReadPolicy = ({ policy, groups, known }: Props) => (
  <Screen
    title={policy.display_name || policyTexts.policy}
    {...(policy.description ? { lead: policy.description } : {})}
  >
    <section aria-labelledby="grants">
      <h2 id="grants">{wording.grants}</h2>
      {policy.access_permissions.length === 0 && <p class="empty">{wording.nothing}</p>}
      {policy.access_permissions.map((permission, i) => (
        <p key={i} class="grants">
          {sentencesOf(permission, groups, known)}
        </p>
      ))}
    </section>
    <section aria-labelledby="matching">
      <h2 id="matching">{common.assets}</h2>
      <Preview groups={groups} />
    </section>
  </Screen>
);
