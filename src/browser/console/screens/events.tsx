import { useState } from 'preact/hooks';
import { pages, uuidOf, type Schemas } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { textOf } from '../parts/attributes.tsx';
import { Field } from '../parts/form.tsx';
import { Download, List, type Column } from '../parts/list.tsx';
import { Screen, Search } from '../parts/page.tsx';

type Event = Schemas['Event'];

/** The link to an event's screen. */
const hrefOf = ({ asset_identity, identity }: Event): string => `#/${asset_identity}/events/${uuidOf(identity)}`;

/** The times by which events can be listed. */
type Time = 'timestamp_accepted' | 'timestamp_declared';
const TIMES: readonly [Time, string][] = [
  ['timestamp_accepted', 'When it was recorded'],
  ['timestamp_declared', 'When it happened, as declared'],
];

/** The columns of every list of events. `time`: which time is shown. */
export const eventColumns = (time: Time = 'timestamp_accepted'): readonly Column<Event>[] => [
  ['Time', (event) => <a href={hrefOf(event)}>{event[time].slice(0, 19).replace('T', ' ')}</a>],
  ['Type', ({ event_attributes, operation }) => textOf(event_attributes, 'arc_display_type') || operation],
  ['Recorded by', ({ principal_accepted: who }) => who.display_name || who.email || who.subject],
  ['Status', ({ confirmation_status }) => confirmation_status],
];

/** The events of all assets that the caller can see. */
export function Events({ route }: { route: Route }) {
  const [type, setType] = useState(route.query.get('type') ?? '');
  const [time, setTime] = useState(route.query.get('time') ?? '');
  const [since, setSince] = useState(route.query.get('since') ?? '');
  const [before, setBefore] = useState(route.query.get('before') ?? '');
  const [wanted, from, to] = ['type', 'since', 'before'].map((name) => route.query.get(name) ?? '');
  const by = TIMES.find(([name]) => name === route.query.get('time'))?.[0] ?? 'timestamp_accepted';
  const query = {
    ...(by === 'timestamp_declared' ? { order_by: by } : {}),
    ...(wanted ? { attribute_filters: { 'event_attributes.arc_display_type': wanted } } : {}),
    ...(from ? { [`${by}_since`]: new Date(from).toISOString() } : {}),
    ...(to ? { [`${by}_before`]: new Date(to).toISOString() } : {}),
  };
  const of = pages('/v2/assets/-/events', 'events', { params: { query } });
  const search = (): void => {
    const given = Object.entries({ type, time, since, before }).filter(([, value]) => value !== '');
    go(`events?${new URLSearchParams(given)}`);
  };
  return (
    <Screen title="Events">
      <Search open={route.query.size > 0} onSearch={search}>
        <Field label="Type" value={type} onInput={setType} hint="The event attribute arc_display_type." />
        <Field label="Time" value={time} onInput={setTime} choices={TIMES} hint="The order of the list." />
        <Field label="Since" type="datetime-local" value={since} onInput={setSince} />
        <Field label="Before" type="datetime-local" value={before} onInput={setBefore} />
      </Search>
      <List
        caption="Events"
        of={of}
        reload={JSON.stringify(query)}
        identity={({ identity }) => identity}
        empty="No events found."
        columns={eventColumns(by)}
      />
      <Download of={of} name="events.json" />
    </Screen>
  );
}
