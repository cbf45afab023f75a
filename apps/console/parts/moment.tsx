import { isAcceptedElsewhen } from '../../../src/formats/records/event-times.ts';
import { exactTime, localClock, localDate, localTime, relativeTime } from '../../site/time.ts';
import { Store, useStore } from '../lib/store.ts';
import { texts } from '../texts/texts.ts';

const { moment: wording } = texts;

/** Changes each minute, so that relative times are shown again. */
const minute = new Store(0);
setInterval(() => minute.set(minute.get() + 1), 60_000);

/** A time in the local zone, exact in its title. */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {localTime(at)}
  </time>
);

/** The time of day in the local zone, under the heading of a day; exact in its title. */
export const Clock = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {localClock(at)}
  </time>
);

/** How long ago a time is, if it is recent. */
export function Ago({ at }: { at: string }) {
  useStore(minute);
  const ago = relativeTime(at, Date.now());
  return ago === '' ? null : <span class="note also">{ago}</span>;
}

/** The date of a time in the local zone, exact in its title. */
export const Day = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {localDate(at)}
  </time>
);

/** When an event was accepted, if a reader should know that it is not when it happened. */
export const Accepted = ({ declared, accepted }: { declared: string; accepted: string }) =>
  isAcceptedElsewhen(declared, accepted) ? (
    <span class="note also">{wording.accepted(<Moment at={accepted} />)}</span>
  ) : null;
