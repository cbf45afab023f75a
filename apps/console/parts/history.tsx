import { useState } from 'preact/hooks';
import { localDay } from '../../site/time.ts';
import { readCorrections } from '../lib/corrections.ts';
import type { Schemas } from '../lib/schemas.ts';
import { eventsUntil, queryOf, type State } from '../lib/past.ts';
import { textOf } from './attributes.tsx';
import { Field } from './form.tsx';
import { Download, List } from './list.tsx';
import { useLoaded } from './page.tsx';
import { TimelineItem } from './timeline.tsx';
import { VerifyComplete } from './verify-complete.tsx';
import { VerifyShown, type Outcomes } from './verify-shown.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { history: wording, common } = screenTexts;

type Event = Schemas['AssetEvent'];

/** The types that events have, in the order of the alphabet. */
export const typesIn = (events: readonly Event[]): string[] =>
  [...new Set(events.map(({ event_attributes }) => textOf(event_attributes, 'arc_display_type')))]
    .filter((type) => type !== '')
    .toSorted((a, b) => a.localeCompare(b));

type Of = {
  uuid: string;
  state: State;
  turn: number;
  /** The only type that is shown; empty: all. */
  type: string;
  /** The types that can be chosen. */
  types: readonly string[];
  onType: (type: string) => void;
};

/** The events of an asset, by day, of all types or of one. */
export function History({ uuid, state, turn, type, types, onType }: Of) {
  const [shown, setShown] = useState<readonly Event[]>([]);
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const corrections = useLoaded(() => readCorrections(uuid), `${uuid} ${turn}`).data;
  const events = eventsUntil(uuid, state, { type });
  const choices = [...new Set([...types, ...(type === '' ? [] : [type])])];
  return (
    <section aria-labelledby="events">
      <h2 id="events">{state.at === '' ? common.events : wording.eventsUntil}</h2>
      {choices.length > 0 && (
        <Field
          label={common.show}
          value={type}
          onInput={onType}
          choices={[['', wording.allTypes], ...choices.map((each) => [each, each] as const)]}
        />
      )}
      {shown.length > 0 && <VerifyShown events={shown} outcomes={outcomes} onChange={setOutcomes} />}
      <List
        caption={common.events}
        of={events}
        reload={`${uuid} ${turn} ${queryOf(state)} ${type}`}
        identity={({ identity }) => identity}
        empty={type === '' ? wording.none : wording.noneOfType(type)}
        heading={({ timestamp_declared }) => localDay(timestamp_declared)}
        item={(event) => (
          <TimelineItem event={event} corrections={corrections} checked={outcomes.get(event.identity)} />
        )}
        onItems={setShown}
      />
      {corrections?.more && <p class="note">{wording.moreCorrections}</p>}
      <Download of={events} name={`events-${uuid}`} />
      {state.at === '' && <VerifyComplete uuid={uuid} />}
    </section>
  );
}
