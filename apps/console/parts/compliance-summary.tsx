import { useMemo } from 'preact/hooks';
import { pages, type PageOf } from '../lib/api.ts';
import { complianceAssets, type DueItem, type DueQuery } from '../lib/due.ts';
import { countOf, countText, type RecordCount } from '../lib/overview.ts';
import { DueAsset, DueReasons, DueRecord, Evaluated } from './due-cells.tsx';
import { Load, useLoaded } from './page.tsx';
import { Panel } from './panel.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { complianceSummary: wording, common, menu } = screenTexts;

/** How many of the assets that need something are named. */
const NAMED = 5;
const RULES = pages('/v1/compliance_policies', 'compliance_policies');

/** An address and the list behind it. */
const listOf = (of: Partial<DueQuery>) => complianceAssets({ show: '', rule: '', at: '', mine: false, ...of });

/** How many assets comply, for readers who see all of them. */
export function ComplianceSummary() {
  const due = useMemo(() => listOf({}), []);
  const numbers = useLoaded(async () => {
    if ((await RULES('', 1)).items.length === 0) return null;
    const count = async (of: Partial<DueQuery>) => countOf(await listOf(of).list('', 1));
    const [all, failing, page] = await Promise.all([
      count({ show: 'all' }),
      count({ show: 'failing' }),
      due.list('', NAMED),
    ]);
    return { all, failing, page };
  }, 'compliance');
  return (
    <Panel title={menu.compliance}>
      <Load of={numbers}>
        {(known) =>
          known === null ? (
            <p class="empty">{wording.noRules(<a href="#/compliance">{wording.rules}</a>)}</p>
          ) : (
            <>
              <Numbers {...known} />
              <Evaluated extent={due.extent} past={false} />
              <Some items={known.page.items} />
              <p>
                <a href="#/due">{wording.whatIsDue}</a>
              </p>
            </>
          )
        }
      </Load>
    </Panel>
  );
}

type Count = { all: RecordCount; failing: RecordCount; page: PageOf<DueItem> };

const Numbers = ({ all, failing, page }: Count) => (
  <dl class="numbers">
    <div>
      <dt>{wording.failing}</dt>
      <dd class={failing.total > 0 ? 'bad' : undefined}>{countText(failing)}</dd>
    </div>
    <div>
      <dt>{wording.soon}</dt>
      <dd>{countText({ ...countOf(page), total: countOf(page).total - failing.total })}</dd>
    </div>
    <div>
      <dt>{wording.withRule}</dt>
      <dd>{countText(all)}</dd>
    </div>
  </dl>
);

/** What a person who records can and should record now. */
export function MyDue() {
  const mine = useMemo(() => listOf({ mine: true }), []);
  const loaded = useLoaded(
    async () => ({ rules: (await RULES(undefined, 500)).items, page: await mine.list('', NAMED) }),
    'mine',
  );
  return (
    <Panel title={wording.mine} size="wide">
      <Load of={loaded}>
        {({ rules, page }) => (
          <>
            {page.items.length === 0 ? (
              <p class="empty">{wording.nothing}</p>
            ) : (
              <ul class="items">
                {page.items.map((item) => (
                  <li key={item.asset_identity}>
                    <div>
                      <DueAsset item={item} />
                      <DueReasons item={item} rules={rules} />
                      <DueRecord item={item} rules={rules} />
                    </div>
                  </li>
                ))}
              </ul>
            )}
            <p class="actions">
              <a class="button" href="#/assets">
                {common.record}
              </a>
              <a class="button" href="/field/">
                {wording.scan}
              </a>
              <a href="#/due?mine=yes">{wording.allDue}</a>
            </p>
          </>
        )}
      </Load>
    </Panel>
  );
}

const Some = ({ items }: { items: readonly DueItem[] }) => (
  <ul class="items">
    {items.map((item) => (
      <li key={item.asset_identity}>
        <DueAsset item={item} />
      </li>
    ))}
  </ul>
);
