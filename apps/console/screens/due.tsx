import { useMemo } from 'preact/hooks';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import { complianceAssets, dueCsv, shownChoices, type DueItem } from '../lib/due.ts';
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
import { screenTexts } from './texts/texts.ts';

const { due: wording, common } = screenTexts;

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
    <Screen title={wording.title} lead={wording.lead}>
      <Load of={rules}>
        {(all) =>
          all.length === 0 ? (
            <p class="empty">{wording.noRules(<a href="#/compliance">{wording.addRule}</a>)}</p>
          ) : (
            <>
              <div class="compact">
                <Field
                  label={common.show}
                  value={asked.show}
                  onInput={(show) => choose('show', show)}
                  choices={shownChoices()}
                />
                <Field
                  label={wording.rule}
                  value={asked.rule}
                  onInput={(rule) => choose('rule', rule)}
                  choices={[
                    ['', wording.allRules],
                    ...all.map((each) => [uuidOf(each.identity), each.display_name] as const),
                  ]}
                />
                {!auditor && !administrator && <Machines mine={asked.mine} choose={choose} />}
                <Field
                  label={wording.asOf}
                  type="datetime-local"
                  value={asInput(asked.at)}
                  onInput={(value) => choose('at', fromInput(value))}
                />
              </div>
              <Evaluated extent={extent} past={asked.at !== ''} />
              <List
                caption={wording.title}
                of={list}
                reload={key}
                identity={({ asset_identity }) => asset_identity}
                empty={wording.nothing}
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

function Machines({ mine, choose }: { mine: boolean; choose: (name: string, value: string) => void }) {
  return (
    <Field
      label={wording.machines}
      value={mine ? 'yes' : ''}
      onInput={(value) => choose('mine', value)}
      choices={[
        ['', wording.allMachines],
        ['yes', wording.myMachines],
      ]}
    />
  );
}

/** The columns of the list. `knowsPeople`: whether the reader may know who must act. */
function columnsOf(rules: readonly Schemas['CompliancePolicy'][], knowsPeople: boolean): Column<DueItem>[] {
  return [
    [common.asset, (item) => <DueAsset item={item} />],
    [common.type, ({ display_type }) => display_type],
    [common.state, (item) => <DueState item={item} />],
    [wording.title, ({ due_at }) => due_at !== null && <Day at={due_at} />],
    [wording.why, (item) => <DueReasons item={item} rules={rules} />],
    ...(knowsPeople
      ? [
          [
            wording.whoMustAct,
            ({ who_must_act: people }: DueItem) =>
              people.map(({ display_name }) => display_name).join(', ') || wording.anAdministrator,
          ] as const,
        ]
      : []),
    [common.record, (item) => <DueRecord item={item} rules={rules} />],
  ];
}
