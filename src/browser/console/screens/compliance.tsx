import { useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Destroy } from '../parts/act.tsx';
import { Filters, named, writeTerm, type Groups } from '../parts/filters.tsx';
import { Field, Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';

type Kind = Schemas['CompliancePolicy']['compliance_type'];
const KINDS: readonly (readonly [Kind, string])[] = [
  ['COMPLIANCE_SINCE', 'An event of a type happens often enough'],
  ['COMPLIANCE_CURRENT_OUTSTANDING', 'Every event is closed by another'],
  ['COMPLIANCE_PERIOD_OUTSTANDING', 'Every event is closed in time'],
  ['COMPLIANCE_DYNAMIC_TOLERANCE', 'No closing takes unusually long'],
  ['COMPLIANCE_RICHNESS', 'Attributes are what they must be'],
];

const RULES = pages('/v1/compliance_policies', 'compliance_policies');

/** The rules of the tenancy; whether an asset keeps them stands on the asset's screen. */
export function Compliance() {
  const { administrator } = useStore(session)!;
  const [turn, setTurn] = useState(0);
  const again = (): void => setTurn(turn + 1);
  return (
    <Screen title="Compliance" lead="Rules for assets. Whether an asset keeps them is shown with the asset.">
      <List
        caption="Compliance policies"
        of={RULES}
        reload={`policies ${turn}`}
        identity={({ identity }) => identity}
        empty="There is none yet."
        columns={[
          ['Name', ({ display_name }) => display_name],
          ['Rule', ({ compliance_type }) => KINDS.find(([kind]) => kind === compliance_type)?.[1]],
          [
            'Event',
            ({ event_display_type, closing_event_display_type: closing }) =>
              [event_display_type, closing].filter(Boolean).join(' → '),
          ],
          ['Description', ({ description }) => description],
          ...(administrator
            ? [
                [
                  'Actions',
                  ({ identity, display_name }: Schemas['CompliancePolicy']) => (
                    <Destroy
                      label="Delete"
                      what={display_name}
                      question={`Delete ${display_name}?`}
                      consequence="It stops applying. The past is still judged by it."
                      act={async () => {
                        const params = { path: { uuid: uuidOf(identity) } };
                        await api.delete('/v1/compliance_policies/{uuid}', { params });
                        again();
                      }}
                    />
                  ),
                ] as const,
              ]
            : []),
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

function NewRule({ onDone }: { onDone: () => void }) {
  const [kind, setKind] = useState<Kind>('COMPLIANCE_SINCE');
  const [of, setOf] = useState<Record<string, string>>({});
  const [groups, setGroups] = useState<Groups>([]);
  const field = (
    name: string,
    label: string,
    more: { hint?: string; type?: 'number'; rows?: number; required?: boolean } = {},
  ) => (
    <Field
      label={label}
      name={name}
      value={of[name] ?? ''}
      onInput={(value) => setOf({ ...of, [name]: value })}
      {...more}
    />
  );
  const pairs = kind !== 'COMPLIANCE_SINCE' && kind !== 'COMPLIANCE_RICHNESS';
  const timed = kind === 'COMPLIANCE_SINCE' || kind === 'COMPLIANCE_PERIOD_OUTSTANDING';
  const rich = kind === 'COMPLIANCE_RICHNESS';
  const dynamic = kind === 'COMPLIANCE_DYNAMIC_TOLERANCE';
  const submit = async (): Promise<void> => {
    const given = (name: string, wanted: boolean): object => (wanted && of[name] ? { [name]: of[name] } : {});
    const body: Schemas['CreateCompliancePolicy'] = {
      compliance_type: kind,
      display_name: of['display_name'] ?? '',
      ...given('description', true),
      ...given('event_display_type', !rich),
      ...given('closing_event_display_type', pairs),
      ...given('time_period_seconds', timed),
      ...given('dynamic_window', dynamic),
      ...(dynamic ? { dynamic_variability: Number(of['dynamic_variability']) } : {}),
      ...(rich ? { richness_assertions: assertionsOf(of['richness_assertions'] ?? '') } : {}),
      asset_filter: named(groups).map((terms) => ({ or: terms.map(writeTerm) })),
    };
    await api.post('/v1/compliance_policies', { body });
    onDone();
  };
  return (
    <Form submit="Add the rule" onSubmit={submit}>
      {field('display_name', 'Name', { required: true })}
      <Field
        label="Rule"
        name="compliance_type"
        value={kind}
        onInput={(value) => setKind(value as Kind)}
        choices={KINDS}
      />
      {!rich && field('event_display_type', 'Type of event', { required: true })}
      {pairs && field('closing_event_display_type', 'Type of the closing event', { required: true })}
      {timed && field('time_period_seconds', 'Seconds', { type: 'number', required: true })}
      {dynamic && field('dynamic_window', 'Seconds into the past', { type: 'number', required: true })}
      {dynamic && field('dynamic_variability', 'Standard deviations', { type: 'number', required: true })}
      {rich &&
        field('richness_assertions', 'Assertions', {
          rows: 3,
          required: true,
          hint: 'Such as weight<=40; each line must hold, alternatives in a line are joined by “ or ”.',
        })}
      {field('description', 'Description')}
      <Filters
        legend="Which assets"
        hint="All conditions must hold. Without any, it is a rule for all assets."
        groups={groups}
        onChange={setGroups}
      />
    </Form>
  );
}

const assertionsOf = (text: string): { or: string[] }[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ or: line.split(' or ').map((each) => each.trim()) }));
