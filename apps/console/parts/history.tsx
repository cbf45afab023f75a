import { useState } from 'preact/hooks';
import { localDay } from '../../site/time.ts';
import type { Schemas } from '../lib/schemas.ts';
import { eventsUntil, queryOf, type State } from '../lib/past.ts';
import { textOf } from './attributes.tsx';
import { Field } from './form.tsx';
import { Download, List } from './list.tsx';
import { TimelineItem } from './timeline.tsx';
import { VerifyShown, type Outcomes } from './verify-shown.tsx';

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
  const events = eventsUntil(uuid, state, { type });
  const choices = [...new Set([...types, ...(type === '' ? [] : [type])])];
  return (
    <section aria-labelledby="events">
      <h2 id="events">{state.at === '' ? 'Events' : 'Events until then'}</h2>
      {choices.length > 0 && (
        <Field
          label="Show"
          value={type}
          onInput={onType}
          choices={[['', 'All types of events'], ...choices.map((each) => [each, each] as const)]}
        />
      )}
      {shown.length > 0 && <VerifyShown events={shown} outcomes={outcomes} onChange={setOutcomes} />}
      <List
        caption="Events"
        of={events}
        reload={`${uuid} ${turn} ${queryOf(state)} ${type}`}
        identity={({ identity }) => identity}
        empty={type === '' ? 'No events that you can see.' : `No events of the type ${type} that you can see.`}
        heading={({ timestamp_declared }) => localDay(timestamp_declared)}
        item={(event) => <TimelineItem event={event} checked={outcomes.get(event.identity)} />}
        onItems={setShown}
      />
      <Download of={events} name={`events-${uuid}`} />
    </section>
  );
}
