import { useMemo } from 'preact/hooks';
import { pages } from '../lib/api.ts';
import { complianceAssets, type DueItem, type DueQuery } from '../lib/due.ts';
import { countOf, countText } from '../lib/overview.ts';
import { DueAsset, DueReasons, DueRecord, Evaluated } from './due-cells.tsx';
import { Load, useLoaded } from './page.tsx';
import { Panel } from './panel.tsx';

/** How many of the assets that need something are named. */
const NAMED = 5;
const RULES = pages('/v1/compliance_policies', 'compliance_policies');

/** An address and the list behind it. */
const listOf = (of: Partial<DueQuery>) => complianceAssets({ show: '', rule: '', at: '', mine: false, ...of });

/** How many assets comply, for readers who see all of them. */
export function ComplianceSummary() {
  const due = useMemo(() => listOf({}), []);
  const numbers = useLoaded(async () => {
    const count = async (of: Partial<DueQuery>) => countOf(await listOf(of).list('', 1));
    const [rules, all, failing, page] = await Promise.all([
      RULES('', NAMED),
      count({ show: 'all' }),
      count({ show: 'failing' }),
      due.list('', NAMED),
    ]);
    return { rules: rules.items.length, all, failing, page };
  }, 'compliance');
  return (
    <Panel title="Compliance">
      <Load of={numbers}>
        {({ rules, all, failing, page }) =>
          rules === 0 ? (
            <p class="empty">
              No <a href="#/compliance">rules</a> yet.
            </p>
          ) : (
            <>
              <dl class="numbers">
                <div>
                  <dt>Not compliant</dt>
                  <dd class={failing.total > 0 ? 'bad' : undefined}>{countText(failing)}</dd>
                </div>
                <div>
                  <dt>Due within 7 days</dt>
                  <dd>{countText({ ...countOf(page), total: countOf(page).total - failing.total })}</dd>
                </div>
                <div>
                  <dt>With a rule</dt>
                  <dd>{countText(all)}</dd>
                </div>
              </dl>
              <Evaluated extent={due.extent} past={false} />
              <Some items={page.items} />
              <p>
                <a href="#/due">What is due</a>
              </p>
            </>
          )
        }
      </Load>
    </Panel>
  );
}

/** What a person who records can and should record now. */
export function MyDue() {
  const mine = useMemo(() => listOf({ mine: true }), []);
  const loaded = useLoaded(
    async () => ({ rules: (await RULES(undefined, 500)).items, page: await mine.list('', NAMED) }),
    'mine',
  );
  return (
    <Panel title="My due machines" size="wide">
      <Load of={loaded}>
        {({ rules, page }) => (
          <>
            {page.items.length === 0 ? (
              <p class="empty">Nothing is due that you can record.</p>
            ) : (
              <ul class="items">
                {page.items.map((item) => (
                  <li key={item.asset_identity}>
                    <div>
                      <DueAsset item={item} />
                      <DueReasons item={item} rules={rules} />
                      <DueRecord item={item} />
                    </div>
                  </li>
                ))}
              </ul>
            )}
            <p class="actions">
              <a class="button" href="#/assets">
                Record
              </a>
              <a class="button" href="/field/">
                Scan a label
              </a>
              <a href="#/due?mine=yes">All that is due</a>
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
