import { useState } from 'preact/hooks';
import { asInput, fromInput, zone } from '../../site/time.ts';
import { pages } from '../lib/api.ts';
import { go, type Route } from '../lib/router.ts';
import { eventColumnsWithAsset } from '../parts/event-cells.tsx';
import { Field } from '../parts/form.tsx';
import { Download, List } from '../parts/list.tsx';
import { Screen, Search } from '../parts/page.tsx';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { events: wording } = rareTexts;
const { common, menu } = screenTexts;

/** The times by which events can be listed. The first is the default. */
type Time = 'timestamp_declared' | 'timestamp_accepted';
const TIMES: readonly [Time, Time] = ['timestamp_declared', 'timestamp_accepted'];

/** The events of all assets that the caller can see. The conditions are in the address; its times are in UTC. */
export function Events({ route }: { route: Route }) {
  const [wanted = '', from = '', to = ''] = ['type', 'since', 'before'].map((name) => route.query.get(name) ?? '');
  const by = TIMES.find((name) => name === route.query.get('time')) ?? TIMES[0];
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
    const all = { type, time: time === TIMES[0] ? '' : time, since: fromInput(since), before: fromInput(before) };
    go(`events?${new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''))}`);
  };
  return (
    <Screen title={menu.events}>
      <Search open={route.query.size > 0} onSearch={search}>
        <Field label={common.type} value={type} onInput={setType} hint={wording.typeHint} />
        <Field
          label={wording.time}
          value={time}
          onInput={setTime}
          choices={TIMES.map((each) => [each, wording.times[each]] as const)}
          hint={wording.timeHint}
        />
        <Field
          label={wording.since}
          type="datetime-local"
          value={since}
          onInput={setSince}
          hint={wording.inZone(zone())}
        />
        <Field
          label={wording.before}
          type="datetime-local"
          value={before}
          onInput={setBefore}
          hint={wording.inZone(zone())}
        />
      </Search>
      <List
        caption={menu.events}
        of={of}
        reload={JSON.stringify(query)}
        identity={({ identity }) => identity}
        empty={wording.none}
        columns={eventColumnsWithAsset()}
      />
      <Download of={of} name="events" />
    </Screen>
  );
}
