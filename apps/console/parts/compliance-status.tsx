import { api, pages } from '../lib/api.ts';
import { reasonInWords } from '../lib/words.ts';
import { Moment } from './moment.tsx';
import { Load, useLoaded } from './page.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { complianceStatus: wording } = screenTexts;

/**
 * Whether an asset complies with each rule that applies to it, now or `at` a time (RFC 3339; empty: now). `owner`: of
 * an asset of another tenancy, whose rules are not shared; otherwise empty.
 */
export function ComplianceStatus({ uuid, turn, at, owner }: { uuid: string; turn: number; at: string; owner: string }) {
  const query = { page_size: 500, ...(at === '' ? {} : { compliant_at: at }) };
  const status = useLoaded(
    async () => ({
      ...(await api.get('/v1/compliance/assets/{uuid}', { params: { path: { uuid }, query } })),
      rules: (await pages('/v1/compliance_policies', 'compliance_policies')(undefined, 500)).items,
    }),
    `${uuid} ${turn} ${at}`,
  );
  return (
    <Load of={status}>
      {({ compliant, compliance, compliant_at, rules }) =>
        compliance.length === 0 ? (
          <p class="empty">{owner === '' ? wording.noRule : wording.ofOwner(owner)}</p>
        ) : (
          <>
            {owner !== '' && <p class="note">{wording.ofTenancy(owner)}</p>}
            <p>
              {wording.at(
                <strong class={compliant ? 'good' : 'bad'}>{compliant ? wording.compliant : wording.failing}</strong>,
                <Moment at={compliant_at} />,
              )}
            </p>
            <ul class="items">
              {compliance.map((each) => (
                <li key={each.compliance_policy_identity}>
                  <div>
                    {each.compliant ? '✓' : '✗'}{' '}
                    <strong>
                      <bdi>
                        {rules.find(({ identity }) => identity === each.compliance_policy_identity)?.display_name ??
                          each.compliance_policy_identity}
                      </bdi>
                    </strong>
                    <p class="note" title={each.reason}>
                      {each.reason ? reasonInWords(each.reason) : wording.results[Number(each.compliant)]}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Load>
  );
}
