import { useEffect, useId, useState } from 'preact/hooks';
import { isAcceptedElsewhen } from '../../../src/formats/records/event-times.ts';
import { parseTimestamp } from '../../../src/lib/time.ts';
import { localTime, timeApart } from '../../site/time.ts';
import { pages, type PageOf, type Schemas } from '../lib/api.ts';
import { titleOf } from './event-cells.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { asOfSlider: wording } = screenTexts;

type Event = Schemas['AssetEvent'];

/** The maximum number of events to step through: those that were accepted last. */
const STEPS = 500;

const microsOf = ({ timestamp_accepted }: Event): number => parseTimestamp(timestamp_accepted)?.us ?? 0;

/** What happened at a step, with as many digits of its time as its neighbours need to differ. */
function stepText(steps: readonly Event[], index: number): string {
  const step = steps[index];
  if (!step) return wording.before;
  const { timestamp_declared: declared, timestamp_accepted: accepted } = step;
  const others = [steps[index - 1], steps[index + 1]].flatMap((other) => other?.timestamp_accepted ?? []);
  const stated = isAcceptedElsewhen(declared, accepted) ? wording.declared(localTime(declared)) : '';
  const what = wording.what(titleOf(step), stated, timeApart(accepted, others));
  return wording.step(index + 1, steps.length, what);
}

/** Reads the events of an asset that were accepted last. */
export const lastEvents = (uuid: string): Promise<PageOf<Event>> =>
  pages('/v2/assets/{uuid}/events', 'events', { params: { path: { uuid } } })(undefined, STEPS);

type Of = { events: PageOf<Event>; at: string; onShow: (at: string) => void };

/**
 * A slider over the last events of an asset. `at`: the time that is shown, RFC 3339 or empty for now. `onShow` gets the
 * time of another event; empty for the last one, after which the asset is as it is now.
 */
export function AsOfSlider({ events, at, onShow }: Of) {
  const id = useId();
  const steps = events.items.toSorted((a, b) => microsOf(a) - microsOf(b));
  const last = steps.length - 1;
  const until = parseTimestamp(at)?.lastUs ?? Infinity;
  // -1 for a time before these events.
  const of = steps.findLastIndex((step) => microsOf(step) <= until);
  const [index, setIndex] = useState(of);
  useEffect(() => setIndex(of), [of]);
  const text = stepText(steps, Math.min(index, last));
  const show = (next: number): void => onShow(next >= last ? '' : (steps[next]?.timestamp_accepted ?? at));
  return (
    <div class="field steps">
      <label for={id}>{wording.label}</label>
      <input
        id={id}
        type="range"
        min={Math.min(of, 0)}
        max={last}
        step={1}
        value={index}
        aria-valuetext={text}
        aria-describedby={`${id}-note`}
        onInput={(event) => setIndex(Number(event.currentTarget.value))}
        onChange={(event) => show(Number(event.currentTarget.value))}
      />
      <p class="note" id={`${id}-note`}>
        {text}.{events.next !== '' && wording.onlyLast(STEPS)}
      </p>
    </div>
  );
}
