import { useState } from 'preact/hooks';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Destroy } from '../parts/act.tsx';
import { periodOf, UNITS } from '../lib/words.ts';
import { List } from '../parts/list.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { RuleForm } from '../parts/rule-form.tsx';
import { actionsIf } from '../parts/table.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { compliance: wording } = rareTexts;
const { common, menu } = screenTexts;

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
      title={menu.compliance}
      lead={wording.lead}
      actions={
        <a class="button" href="#/due">
          {wording.whatIsDue}
        </a>
      }
    >
      <List
        caption={wording.caption}
        of={RULES}
        reload={`policies ${turn}`}
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={[
          [
            common.name,
            ({ identity, display_name }) =>
              administrator ? <a href={`#/compliance/${uuidOf(identity)}`}>{display_name}</a> : display_name,
          ],
          [wording.rule, ({ compliance_type }) => wording.kinds[compliance_type]],
          [
            common.event,
            ({ event_display_type, closing_event_display_type: closing }) =>
              [event_display_type, closing].filter(Boolean).join(' → '),
          ],
          [wording.period, periodsOf],
          [common.description, ({ description }) => description],
          ...actionsIf(administrator, ({ identity, display_name }: Schemas['CompliancePolicy']) => (
            <Destroy
              label={common.delete}
              what={display_name}
              question={wording.question(display_name)}
              consequence={wording.consequence}
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
          <h2 id="new">{wording.addTitle}</h2>
          <RuleForm key={turn} onDone={again} />
        </section>
      )}
    </Screen>
  );
}

/** Changes a rule: a new one takes its place. Others than administrators read it in the list. */
export function EditRule({ route }: { route: Route }) {
  const { administrator } = useStore(session)!;
  const uuid = route.parts[1]!;
  const loaded = useLoaded(() => api.get('/v1/compliance_policies/{uuid}', { params: { path: { uuid } } }), uuid);
  return (
    <Load of={loaded}>
      {(of) => (
        <Screen title={of.display_name} lead={wording.leadChange}>
          {administrator ? (
            <section aria-label={wording.rule}>
              <RuleForm key={uuid} rule={{ uuid, of }} onDone={() => go('compliance')} />
            </section>
          ) : (
            <p class="empty">{wording.reserved}</p>
          )}
        </Screen>
      )}
    </Load>
  );
}
