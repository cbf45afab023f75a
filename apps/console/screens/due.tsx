import { useMemo } from 'preact/hooks';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import { complianceAssets, dueCsv, SHOWN, type DueItem } from '../lib/due.ts';
import { replaceAddress, type Route } from '../lib/router.ts';
import { Day } from '../parts/moment.tsx';
import { DueAsset, DueReasons, DueRecord, DueState, Evaluated } from '../parts/due-cells.tsx';
import { asInput, fromInput } from '../../site/time.ts';
import { DueNotices } from '../parts/due-notices.tsx';
import { Field } from '../parts/form.tsx';
import { Download, List } from '../parts/list.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import type { Column } from '../parts/table.tsx';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';

const RULES = pages('/v1/compliance_policies', 'compliance_policies');
/** The maximum number of rules, and of assets in a downloaded file. */
const [MOST_RULES, MOST] = [500, 10_000];

/** The assets that are not compliant and those that soon will not be: why, until when, and who must act. */
export function Due({ route }: { route: Route }) {
  const { administrator, auditor } = useStore(session)!;
  const rules = useLoaded(async () => (await RULES(undefined, MOST_RULES)).items, 'rules');
  const chosen = (name: string): string => route.query.get(name) ?? '';
  const choose = (name: string, value: string): void => {
    const next = new URLSearchParams(route.query);
    if (value === '') next.delete(name);
    else next.set(name, value);
    replaceAddress(`#/due${next.size > 0 ? `?${next}` : ''}`);
  };
  const asked = { show: chosen('show'), rule: chosen('rule'), at: chosen('at'), mine: chosen('mine') === 'yes' };
  const key = JSON.stringify(asked);
  const { list, extent } = useMemo(() => complianceAssets(asked), [key]);
  return (
    <Screen title="Due" lead="Assets that are not compliant, and those that will not be if nothing is recorded.">
      <Load of={rules}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">
              No rules yet. <a href="#/compliance">Add one</a> to see what is due.
            </p>
          ) : (
            <>
              <div class="compact">
                <Field label="Show" value={asked.show} onInput={(show) => choose('show', show)} choices={SHOWN} />
                <Field
                  label="Rule"
                  value={asked.rule}
                  onInput={(rule) => choose('rule', rule)}
                  choices={[
                    ['', 'All rules'],
                    ...all.map((each) => [uuidOf(each.identity), each.display_name] as const),
                  ]}
                />
                {!auditor && !administrator && (
                  <Field
                    label="Machines"
                    value={asked.mine ? 'yes' : ''}
                    onInput={(mine) => choose('mine', mine)}
                    choices={[
                      ['', 'All that you can see'],
                      ['yes', 'Those you can record on'],
                    ]}
                  />
                )}
                <Field
                  label="As of (empty: now)"
                  type="datetime-local"
                  value={asInput(asked.at)}
                  onInput={(value) => choose('at', fromInput(value))}
                />
              </div>
              <Evaluated extent={extent} past={asked.at !== ''} />
              <List
                caption="Due"
                of={list}
                reload={key}
                identity={({ asset_identity }) => asset_identity}
                empty="Nothing is due."
                columns={columnsOf(all, administrator || auditor)}
              />
              <Download of={list} name="due" most={MOST} csv={(items) => dueCsv(items, all)} />
              <DueNotices />
            </>
          )
        }
      </Load>
    </Screen>
  );
}

/** The columns of the list. `knowsPeople`: whether the reader may know who must act. */
function columnsOf(rules: readonly Schemas['CompliancePolicy'][], knowsPeople: boolean): Column<DueItem>[] {
  return [
    ['Asset', (item) => <DueAsset item={item} />],
    ['Type', ({ display_type }) => display_type],
    ['State', (item) => <DueState item={item} />],
    ['Due', ({ due_at }) => due_at !== null && <Day at={due_at} />],
    ['Why', (item) => <DueReasons item={item} rules={rules} />],
    ...(knowsPeople
      ? [
          [
            'Who must act',
            ({ who_must_act: people }: DueItem) =>
              people.map(({ display_name }) => display_name).join(', ') || 'an administrator',
          ] as const,
        ]
      : []),
    ['Record', (item) => <DueRecord item={item} />],
  ];
}
