import { CORRECTS, correctedEvent } from '../../../src/formats/records/corrections.ts';
import { pages, uuidOf, type Pages, type Schemas } from './api.ts';

type Event = Schemas['AssetEvent'];

/** The most corrections of an asset that are read to mark its events. */
const MOST = 100;

/** The newest corrections of the events of an asset that the caller may read, and whether there are more. */
export type AssetCorrections = { events: readonly Event[]; more: boolean };

/** The identity of the event that an event corrects; undefined for none. */
export const eventCorrectedBy = ({ asset_identity, event_attributes }: Event): string | undefined =>
  correctedEvent(asset_identity, event_attributes);

/** The events that correct an event, newest first. */
export const correctionsOf = (event: Event): Pages<Event> =>
  correctionsWith(uuidOf(event.asset_identity), event.identity);

/** Reads the corrections of the events of an asset, in one request. Throws ApiError. */
export async function readCorrections(uuid: string): Promise<AssetCorrections> {
  const { items, next } = await correctionsWith(uuid, '*')('', MOST);
  return { events: items, more: next !== '' };
}

/** Those of the corrections of an asset that are of this event. */
export const among = ({ events }: AssetCorrections, { identity }: Event): readonly Event[] =>
  events.filter((event) => eventCorrectedBy(event) === identity);

/** The events of an asset that name an identity as the one that they correct; `*`: any. */
const correctionsWith = (uuid: string, corrected: string): Pages<Event> =>
  pages('/v2/assets/{uuid}/events', 'events', {
    params: { path: { uuid }, query: { attribute_filters: { [`event_attributes.${CORRECTS}`]: corrected } } },
  });
