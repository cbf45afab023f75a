import { useEffect, useId, useState } from 'preact/hooks';
import { localTime } from '../../time.ts';
import { pages, type PageOf, type Schemas } from '../lib/api.ts';
import { titleOf } from './eventcells.tsx';
import { useLoaded } from './page.tsx';

type Event = Schemas['AssetEvent'];

/** The maximum number of events to step through: those that were accepted last. */
const STEPS = 500;

/** A state of the asset: the time in milliseconds from which it has it, and the last event before that. */
type Step = { at: number; title: string };

/** The first whole millisecond at or after an RFC 3339 time in UTC: addresses have milliseconds, and the service microseconds. */
function ceiled(text: string): number {
  const digits = /\.(\d+)Z$/.exec(text)?.[1] ?? '';
  return Date.parse(text) + (Number(digits.slice(3)) > 0 ? 1 : 0);
}

/** The states that events lead to, in their order. Events of the same millisecond are one. */
function stepsOf(events: readonly Event[]): Step[] {
  const steps = new Map<number, Step>();
  for (const event of events) {
    const at = ceiled(event.timestamp_accepted);
    if (!steps.has(at)) steps.set(at, { at, title: titleOf(event) });
  }
  return [...steps.values()].toSorted((a, b) => a.at - b.at);
}

/**
 * A slider over the events of an asset. `at`: the time that is shown, RFC 3339 or empty for now. `onShow` gets the time of
 * another event; empty for the last one, after which the asset is as it is now.
 */
export function AsOfSlider(of: { uuid: string; turn: number; at: string; onShow: (at: string) => void }) {
  const { uuid } = of;
  const events = useLoaded(
    () => pages('/v2/assets/{uuid}/events', 'events', { params: { path: { uuid } } })(undefined, STEPS),
    `${uuid} ${of.turn}`,
  );
  return events.data && events.data.items.length > 1 ? <Slider {...of} events={events.data} /> : null;
}

function Slider({ events, at, onShow }: { events: PageOf<Event>; at: string; onShow: (at: string) => void }) {
  const id = useId();
  const steps = stepsOf(events.items);
  const last = steps.length - 1;
  const of =
    at === ''
      ? last
      : Math.max(
          0,
          steps.findLastIndex((step) => step.at <= Date.parse(at)),
        );
  const [index, setIndex] = useState(of);
  useEffect(() => setIndex(of), [of]);
  const step = steps[Math.min(index, last)]!;
  const text = `${index + 1} of ${steps.length}: ${step.title}, accepted ${localTime(new Date(step.at).toISOString())}`;
  const show = (next: number): void => onShow(next >= last ? '' : new Date(steps[next]!.at).toISOString());
  return (
    <div class="field steps">
      <label for={id}>Step through its events</label>
      <input
        id={id}
        type="range"
        min={0}
        max={last}
        step={1}
        value={index}
        aria-valuetext={`Event ${text}`}
        aria-describedby={`${id}-note`}
        onInput={(event) => setIndex(Number(event.currentTarget.value))}
        onChange={(event) => show(Number(event.currentTarget.value))}
      />
      <p class="note" id={`${id}-note`}>
        After event {text}.{events.next !== '' && ` Only the last ${STEPS} events are here.`}
      </p>
    </div>
  );
}
