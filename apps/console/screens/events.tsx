import { useState } from 'preact/hooks';
import { asInput, fromInput, zone } from '../../site/time.ts';
import { pages } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { EVENT_COLUMNS_WITH_ASSET } from '../parts/event-cells.tsx';
import { Field } from '../parts/form.tsx';
import { Download, List } from '../parts/list.tsx';
import { Screen, Search } from '../parts/page.tsx';

/** The times by which events can be listed. The first is the default. */
type Time = 'timestamp_declared' | 'timestamp_accepted';
const TIMES: readonly [Time, string][] = [
  ['timestamp_declared', 'When it happened, as declared'],
  ['timestamp_accepted', 'When it was accepted'],
];

/** The events of all assets that the caller can see. The conditions are in the address; its times are in UTC. */
export function Events({ route }: { route: Route }) {
  const [wanted = '', from = '', to = ''] = ['type', 'since', 'before'].map((name) => route.query.get(name) ?? '');
  const by = TIMES.find(([name]) => name === route.query.get('time'))?.[0] ?? TIMES[0]![0];
  const [type, setType] = useState(wanted);
  const [time, setTime] = useState<string>(by);
  const [since, setSince] = useState(asInput(from));
  const [before, setBefore] = useState(asInput(to));
  const query = {
    ...(by === 'timestamp_declared' ? { order_by: by } : {}),
    ...(wanted ? { attribute_filters: { 'event_attributes.arc_display_type': wanted } } : {}),
    ...(fromInput(from) ? { [`${by}_since`]: fromInput(from) } : {}),
    ...(fromInput(to) ? { [`${by}_before`]: fromInput(to) } : {}),
  };
  const of = pages('/v2/assets/-/events', 'events', { params: { query } });
  const search = (): void => {
    const all = { type, time: time === TIMES[0]![0] ? '' : time, since: fromInput(since), before: fromInput(before) };
    go(`events?${new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''))}`);
  };
  return (
    <Screen title="Events">
      <Search open={route.query.size > 0} onSearch={search}>
        <Field label="Type" value={type} onInput={setType} hint="The event attribute arc_display_type." />
        <Field label="Time" value={time} onInput={setTime} choices={TIMES} hint="The order of the list." />
        <Field label="Since" type="datetime-local" value={since} onInput={setSince} hint={LOCAL} />
        <Field label="Before" type="datetime-local" value={before} onInput={setBefore} hint={LOCAL} />
      </Search>
      <List
        caption="Events"
        of={of}
        reload={JSON.stringify(query)}
        identity={({ identity }) => identity}
        empty="No events found."
        columns={EVENT_COLUMNS_WITH_ASSET}
      />
      <Download of={of} name="events" />
    </Screen>
  );
}

const LOCAL = `In your time zone, ${zone()}.`;
