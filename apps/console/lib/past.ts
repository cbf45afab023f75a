import { formatMicros, parseTimestamp } from '../../../src/lib/time.ts';
import { fromInput } from '../../site/time.ts';
import { api, ApiError, pages, uuidOf, type Pages, type Schemas } from './api.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { pastStates: wording } = screenTexts;

type Asset = Schemas['Asset'];
type Event = Schemas['AssetEvent'];

/**
 * The state of an asset that a screen shows. `at`: RFC 3339 in UTC, empty for now. `by`: which time of the events
 * decides, that at which the service accepted them, or that which their authors declare.
 */
export type StateTime = { at: string; by: 'accepted' | 'declared' };

/** An asset in this state; `asset` is undefined if no event is that early. */
export type State = StateTime & { asset: Asset | undefined };

/** The maximum number of events from which a state by declared time is computed. */
const EVENTS = 500;

/** Clocks of browsers and of the service differ. */
const CLOCKS = 60_000;

/** Whether a time has not come yet. */
export const isFuture = (at: string): boolean => Date.parse(at) > Date.now() + CLOCKS;

/** The state in the address of a screen. A time that is not valid, or has not come yet, means now. */
export function stateTimeIn(query: URLSearchParams): StateTime {
  const text = query.get('at') ?? '';
  const at = parseTimestamp(text)?.text ?? fromInput(text);
  return { at: isFuture(at) ? '' : at, by: query.get('by') === 'declared' ? 'declared' : 'accepted' };
}

/** The query of the address for a state; empty for now. */
export function queryOf({ at, by }: StateTime): string {
  if (at === '') return '';
  return `?${new URLSearchParams({ at, ...(by === 'declared' ? { by } : {}) })}`;
}

/**
 * The events of an asset up to a time, newest first by the time of `order`, which is that of timelines by default. With
 * a `type`, only events of this type.
 */
export function eventsUntil(
  uuid: string,
  { at, by }: StateTime,
  { order = 'declared', type = '' }: { order?: StateTime['by']; type?: string } = {},
): Pages<Event> {
  const query = {
    ...(type === '' ? {} : { attribute_filters: { 'event_attributes.arc_display_type': type } }),
    ...(order === 'declared' ? { order_by: 'timestamp_declared' } : {}),
    ...(at === '' ? {} : { [`timestamp_${by}_before`]: after(at) }),
  };
  return pages('/v2/assets/{uuid}/events', 'events', { params: { path: { uuid }, query } });
}

/** The first time after the moment or the second that a text means: filters exclude their end. */
function after(at: string): string {
  const time = parseTimestamp(at);
  return time ? formatMicros(time.lastUs + 1) : at;
}

/** Reads the state of an asset. `now`: the asset as it is. Throws ApiError. */
export async function stateOf(now: Asset, time: StateTime): Promise<State> {
  if (time.at === '') return { ...time, asset: now };
  if (time.by === 'declared') return { ...time, asset: await declaredState(now, time) };
  const params = { path: { uuid: uuidOf(now.identity) }, query: { at_time: time.at } };
  try {
    return { ...time, asset: await api.get('/v2/assets/{uuid}', { params }) };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { ...time, asset: undefined };
    throw error;
  }
}

/** The changes of all events that declare a time up to this one, in the order of the declared times. */
async function declaredState(now: Asset, time: StateTime): Promise<Asset | undefined> {
  const { items, next } = await eventsUntil(uuidOf(now.identity), time)(undefined, EVENTS);
  if (next !== '') throw new Error(wording.tooMany(EVENTS));
  if (items.length === 0) return undefined;
  const events = items.toReversed();
  const tracking = items.find(({ operation }) => operation === 'StartTracking' || operation === 'StopTracking');
  return {
    ...now,
    attributes: Object.assign({}, ...events.map(({ asset_attributes }) => asset_attributes)),
    tracked: tracking?.operation === 'StopTracking' ? 'NOT_TRACKED' : 'TRACKED',
  };
}
