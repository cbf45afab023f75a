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

/** The columns of every list of events. */
export const EVENT_COLUMNS: readonly Column<Event>[] = [
  ['Time', (event) => <a href={hrefOf(event)}>{event.timestamp_accepted.slice(0, 19).replace('T', ' ')}</a>],
  ['Type', ({ event_attributes, operation }) => textOf(event_attributes, 'arc_display_type') || operation],
  ['Recorded by', ({ principal_accepted: who }) => who.display_name || who.email || who.subject],
  ['Status', ({ confirmation_status }) => confirmation_status],
];

/** The events of all assets that the caller can see. */
export function Events({ route }: { route: Route }) {
  const [type, setType] = useState(route.query.get('type') ?? '');
  const [since, setSince] = useState(route.query.get('since') ?? '');
  const [before, setBefore] = useState(route.query.get('before') ?? '');
  const [wanted, from, to] = ['type', 'since', 'before'].map((name) => route.query.get(name) ?? '');
  const query = {
    ...(wanted ? { attribute_filters: { 'event_attributes.arc_display_type': wanted } } : {}),
    ...(from ? { timestamp_accepted_since: new Date(from).toISOString() } : {}),
    ...(to ? { timestamp_accepted_before: new Date(to).toISOString() } : {}),
  };
  const of = pages('/v2/assets/-/events', 'events', { params: { query } });
  const search = (): void => {
    const given = Object.entries({ type, since, before }).filter(([, value]) => value !== '');
    go(`events?${new URLSearchParams(given)}`);
  };
  return (
    <Screen title="Events">
      <Search open={route.query.size > 0} onSearch={search}>
        <Field label="Type" value={type} onInput={setType} hint="The event attribute arc_display_type." />
        <Field label="Since" type="datetime-local" value={since} onInput={setSince} />
        <Field label="Before" type="datetime-local" value={before} onInput={setBefore} />
      </Search>
      <List
        caption="Events"
        of={of}
        reload={JSON.stringify(query)}
        identity={({ identity }) => identity}
        empty="No events found."
        columns={EVENT_COLUMNS}
      />
      <Download of={of} name="events.json" />
    </Screen>
  );
}
