import { useRef } from 'preact/hooks';
import { api, type Schemas } from '../lib/api.ts';
import { unsaved, useDraft, type Draft } from './draft.tsx';
import { Filters, named, readTerm, writeTerm, type Groups } from './filters.tsx';
import { Field, Form } from './form.tsx';
import { draftOfSeconds, NO_PERIOD, Period, secondsOf, type PeriodDraft } from './period.tsx';
import { TypeField } from './type-field.tsx';
import { screenTexts } from '../screens/texts/texts.ts';
import { rareTexts } from '../screens/texts/rare-texts.ts';

const { compliance: wording } = rareTexts;
const { common } = screenTexts;

type Rule = Schemas['CompliancePolicy'];
type Kind = Rule['compliance_type'];

const KINDS = [
  'COMPLIANCE_SINCE',
  'COMPLIANCE_CURRENT_OUTSTANDING',
  'COMPLIANCE_PERIOD_OUTSTANDING',
  'COMPLIANCE_DYNAMIC_TOLERANCE',
  'COMPLIANCE_RICHNESS',
] as const satisfies readonly Kind[];

const BLANK = {
  kind: 'COMPLIANCE_SINCE' as Kind,
  texts: {} as Record<string, string>,
  groups: [] as Groups,
  period: NO_PERIOD,
};

type RuleDraft = typeof BLANK;

/** What the form has of a rule. */
function draftOf(rule: Rule): RuleDraft {
  const { display_name, description, event_display_type, closing_event_display_type } = rule;
  const texts = { display_name, description, event_display_type, closing_event_display_type };
  const assertions = rule.richness_assertions.map(({ or }) => or.join(' or ')).join('\n');
  return {
    kind: rule.compliance_type,
    texts: { ...texts, dynamic_variability: String(rule.dynamic_variability), richness_assertions: assertions },
    groups: rule.asset_filter.map(({ or }) => or.map(readTerm)),
    period: draftOfSeconds(Number(rule.time_period_seconds) || Number(rule.dynamic_window)),
  };
}

/**
 * Adds a rule, or replaces one: the service does not change rules, so that results for earlier times stay. `onDone`: it
 * was added and the earlier one deleted.
 */
export function RuleForm({ rule, onDone }: { rule?: { uuid: string; of: Rule }; onDone: () => void }) {
  const [path, blank] = rule ? [`compliance/${rule.uuid}`, draftOf(rule.of)] : ['compliance', BLANK];
  const draft = useDraft(path, blank, ({ texts }) => unsaved('rule', texts['display_name'] ?? ''));
  const added = useRef('');
  const submit = async (): Promise<void> => {
    const body = bodyOf(draft.value);
    if (added.current !== JSON.stringify(body)) await api.post('/v1/compliance_policies', { body });
    added.current = JSON.stringify(body);
    if (rule) await api.delete('/v1/compliance_policies/{uuid}', { params: { path: { uuid: rule.uuid } } });
    draft.end();
    onDone();
  };
  return (
    <Form
      submit={rule ? common.save : wording.add}
      onSubmit={submit}
      draft={draft}
      extra={rule && <a href="#/compliance">{wording.back}</a>}
    >
      <RuleFields draft={draft} />
    </Form>
  );
}

function RuleFields({ draft }: { draft: Draft<RuleDraft> }) {
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
  return (
    <>
      {field('display_name', common.name, { required: true })}
      <Field
        label={wording.rule}
        name="compliance_type"
        value={kind}
        onInput={(value) => draft.set({ kind: value as Kind })}
        choices={KINDS.map((each) => [each, wording.kinds[each]] as const)}
      />
      {!rich && eventType('event_display_type', wording.type)}
      {pairs && eventType('closing_event_display_type', wording.closingType)}
      {timed && (
        <Period label={wording.period} name="time_period_seconds" period={draft.value.period} onChange={setPeriod} />
      )}
      {dynamic && (
        <Period label={wording.window} name="dynamic_window" period={draft.value.period} onChange={setPeriod} />
      )}
      {dynamic && field('dynamic_variability', wording.deviations, { type: 'number', required: true })}
      {rich &&
        field('richness_assertions', wording.assertions, {
          rows: 3,
          required: true,
          hint: wording.assertionsHint,
        })}
      {field('description', common.description)}
      <Filters
        legend={common.assets}
        hint={wording.filtersHint}
        groups={groups}
        onChange={(next) => draft.set({ groups: next })}
      />
    </>
  );
}

/** Which parts of the form a rule of this kind has. */
const partsOf = (kind: Kind) => ({
  pairs: kind !== 'COMPLIANCE_SINCE' && kind !== 'COMPLIANCE_RICHNESS',
  timed: kind === 'COMPLIANCE_SINCE' || kind === 'COMPLIANCE_PERIOD_OUTSTANDING',
  rich: kind === 'COMPLIANCE_RICHNESS',
  dynamic: kind === 'COMPLIANCE_DYNAMIC_TOLERANCE',
});

function bodyOf({ kind, texts, groups, period: draft }: RuleDraft): Schemas['CreateCompliancePolicy'] {
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
