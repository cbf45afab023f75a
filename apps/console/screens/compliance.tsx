import { useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Destroy } from '../parts/act.tsx';
import { Filters, named, writeTerm, type Groups } from '../parts/filters.tsx';
import { periodOf, UNITS } from '../lib/words.ts';
import { unsaved, useDraft } from '../parts/draft.tsx';
import { Field, Form } from '../parts/form.tsx';
import { TypeField } from '../parts/type-field.tsx';
import { NO_PERIOD, Period, secondsOf, type PeriodDraft } from '../parts/period.tsx';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';
import { actionsIf } from '../parts/table.tsx';

type Kind = Schemas['CompliancePolicy']['compliance_type'];
const KINDS: readonly (readonly [Kind, string])[] = [
  ['COMPLIANCE_SINCE', 'The last event of a type is recent enough'],
  ['COMPLIANCE_CURRENT_OUTSTANDING', 'Every event has a closing event'],
  ['COMPLIANCE_PERIOD_OUTSTANDING', 'Every event has a closing event in time'],
  ['COMPLIANCE_DYNAMIC_TOLERANCE', 'No event takes unusually long to close'],
  ['COMPLIANCE_RICHNESS', 'The attributes meet assertions'],
];

const RULES = pages('/v1/compliance_policies', 'compliance_policies');

/** The period or the time window of a rule, in words. */
const periodsOf = ({ time_period_seconds, dynamic_window }: Schemas['CompliancePolicy']): string =>
  [time_period_seconds, dynamic_window]
    .map(Number)
    .filter((seconds) => seconds > 0)
    .map((seconds) => periodOf(seconds, UNITS.length))
    .join(', ');

/** The compliance policies of the tenancy. The screen of an asset shows whether it complies. */
export function Compliance() {
  const { administrator } = useStore(session)!;
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  return (
    <Screen
      title="Compliance"
      lead="Rules for assets. The screen of an asset shows whether it complies."
      actions={
        <a class="button" href="#/due">
          What is due
        </a>
      }
    >
      <List
        caption="Compliance policies"
        of={RULES}
        reload={`policies ${turn}`}
        identity={({ identity }) => identity}
        empty="No rules yet."
        columns={[
          ['Name', ({ display_name }) => display_name],
          ['Rule', ({ compliance_type }) => KINDS.find(([kind]) => kind === compliance_type)?.[1]],
          [
            'Event',
            ({ event_display_type, closing_event_display_type: closing }) =>
              [event_display_type, closing].filter(Boolean).join(' → '),
          ],
          ['Period', periodsOf],
          ['Description', ({ description }) => description],
          ...actionsIf(administrator, ({ identity, display_name }: Schemas['CompliancePolicy']) => (
            <Destroy
              label="Delete"
              what={display_name}
              question={`Delete ${display_name}?`}
              consequence="The rule no longer applies. Results for earlier times still include it."
              act={async () => {
                const params = { path: { uuid: uuidOf(identity) } };
                await api.delete('/v1/compliance_policies/{uuid}', { params });
                again();
              }}
            />
          )),
        ]}
      />
      {administrator && (
        <section aria-labelledby="new">
          <h2 id="new">Add a rule</h2>
          <NewRule key={turn} onDone={again} />
        </section>
      )}
    </Screen>
  );
}

const BLANK = {
  kind: 'COMPLIANCE_SINCE' as Kind,
  texts: {} as Record<string, string>,
  groups: [] as Groups,
  period: NO_PERIOD,
};

function NewRule({ onDone }: { onDone: () => void }) {
  const draft = useDraft('compliance', BLANK, ({ texts }) => unsaved('rule', texts['display_name'] ?? ''));
  const { kind, texts: of, groups } = draft.value;
  const setPeriod = (next: PeriodDraft): void => draft.set({ period: next });
  const field = (
    name: string,
    label: string,
    more: { hint?: string; type?: 'number'; rows?: number; required?: boolean } = {},
  ) => (
    <Field
      label={label}
      name={name}
      value={of[name] ?? ''}
      onInput={(value) => draft.set({ texts: { ...of, [name]: value } })}
      {...more}
    />
  );
  const eventType = (name: string, label: string) => (
    <TypeField
      kind="events"
      label={label}
      name={name}
      value={of[name] ?? ''}
      onInput={(value) => draft.set({ texts: { ...of, [name]: value } })}
      required
    />
  );
  const { pairs, timed, rich, dynamic } = partsOf(kind);
  const submit = async (): Promise<void> => {
    await api.post('/v1/compliance_policies', { body: bodyOf(draft.value) });
    draft.end();
    onDone();
  };
  return (
    <Form submit="Add the rule" onSubmit={submit} draft={draft}>
      {field('display_name', 'Name', { required: true })}
      <Field
        label="Rule"
        name="compliance_type"
        value={kind}
        onInput={(value) => draft.set({ kind: value as Kind })}
        choices={KINDS}
      />
      {!rich && eventType('event_display_type', 'Type of event')}
      {pairs && eventType('closing_event_display_type', 'Type of the closing event')}
      {timed && <Period label="Period" name="time_period_seconds" period={draft.value.period} onChange={setPeriod} />}
      {dynamic && <Period label="Time window" name="dynamic_window" period={draft.value.period} onChange={setPeriod} />}
      {dynamic && field('dynamic_variability', 'Standard deviations', { type: 'number', required: true })}
      {rich &&
        field('richness_assertions', 'Assertions', {
          rows: 3,
          required: true,
          hint: 'For example weight<=40. All lines must hold. Separate alternatives in a line by “ or ”.',
        })}
      {field('description', 'Description')}
      <Filters
        legend="Assets"
        hint="All conditions must hold. Without conditions, the rule applies to all assets."
        groups={groups}
        onChange={(next) => draft.set({ groups: next })}
      />
    </Form>
  );
}

/** Which parts of the form a rule of this kind has. */
const partsOf = (kind: Kind) => ({
  pairs: kind !== 'COMPLIANCE_SINCE' && kind !== 'COMPLIANCE_RICHNESS',
  timed: kind === 'COMPLIANCE_SINCE' || kind === 'COMPLIANCE_PERIOD_OUTSTANDING',
  rich: kind === 'COMPLIANCE_RICHNESS',
  dynamic: kind === 'COMPLIANCE_DYNAMIC_TOLERANCE',
});

function bodyOf({ kind, texts, groups, period: draft }: typeof BLANK): Schemas['CreateCompliancePolicy'] {
  const { pairs, timed, rich, dynamic } = partsOf(kind);
  const period = secondsOf(draft);
  const given = (name: string, has = true): object => (has && texts[name] ? { [name]: texts[name] } : {});
  return {
    compliance_type: kind,
    display_name: texts['display_name'] ?? '',
    ...given('description'),
    ...given('event_display_type', !rich),
    ...given('closing_event_display_type', pairs),
    ...(timed && period !== '' ? { time_period_seconds: period } : {}),
    ...(dynamic && period !== '' ? { dynamic_window: period } : {}),
    ...(dynamic ? { dynamic_variability: Number(texts['dynamic_variability']) } : {}),
    ...(rich ? { richness_assertions: assertionsOf(texts['richness_assertions'] ?? '') } : {}),
    asset_filter: named(groups).map((terms) => ({ or: terms.map(writeTerm) })),
  };
}

const assertionsOf = (text: string): { or: string[] }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ or: line.split(' or ').map((each) => each.trim()) }));
