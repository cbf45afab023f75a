import { CORRECTS, correctedEvent } from '../../../src/formats/records/corrections.ts';
import { api, pages, uuidOf, type Schemas } from '../lib/api.ts';
import { mayRecord, readOnAsset } from '../lib/rights.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { calledOf, hrefOf, titleOf } from './event-cells.tsx';
import { Day } from './moment.tsx';
import { useLoaded } from './page.tsx';

type Event = Schemas['AssetEvent'];

/** The most corrections of one event that are shown. */
const MOST = 10;

/** The identity of the event that an event corrects; undefined for none. */
export const correctedBy = ({ asset_identity, event_attributes }: Event): string | undefined =>
  correctedEvent(asset_identity, event_attributes);

/** Reads an event of an asset. Throws ApiError. */
export const readEvent = (asset: string, uuid: string): Promise<Event> =>
  api.get('/v2/assets/{asset_uuid}/events/{uuid}', { params: { path: { asset_uuid: asset, uuid } } });

function EventLink({ event }: { event: Event }) {
  return (
    <>
      <a href={hrefOf(event)}>{titleOf(event)}</a>{' '}
      <span class="note">
        of <Day at={event.timestamp_declared} />, recorded by {calledOf(event.principal_accepted)}
      </span>
    </>
  );
}

/**
 * What an event corrects, and the events that correct it, as facts. Both are claims of their authors: anyone who may
 * record on the asset can make one.
 */
export function Corrections({ event }: { event: Event }) {
  const asset = uuidOf(event.asset_identity);
  const corrects = correctedBy(event);
  const before = useLoaded(
    async () => (corrects === undefined ? undefined : readEvent(asset, uuidOf(corrects))),
    event.identity,
  );
  const attribute_filters = { [`event_attributes.${CORRECTS}`]: event.identity };
  const params = { path: { uuid: asset }, query: { attribute_filters } };
  const after = useLoaded(() => pages('/v2/assets/{uuid}/events', 'events', { params })('', MOST), event.identity);
  // The filter finds events of this asset only. Without them the screen is complete.
  const corrections = after.data?.items ?? [];
  return (
    <>
      {corrects !== undefined && <dt>Corrects</dt>}
      {corrects !== undefined && (
        <dd>{before.data ? <EventLink event={before.data} /> : <a href={`#/${corrects}`}>another event</a>}</dd>
      )}
      {corrections.length > 0 && <dt>Corrected by</dt>}
      {corrections.map((each) => (
        <dd key={each.identity}>
          <EventLink event={each} />
        </dd>
      ))}
      {after.data && after.data.next !== '' && <dd class="note">There are more corrections.</dd>}
    </>
  );
}

/** The link that starts a correction, for who may record on the asset. */
export function CorrectLink({ event }: { event: Event }) {
  const now = useStore(session)!;
  const uuid = uuidOf(event.asset_identity);
  const read = useLoaded(async () => {
    const asset = await api.get('/v2/assets/{uuid}', { params: { path: { uuid } } });
    return { asset, on: await readOnAsset(asset.identity) };
  }, uuid);
  if (!read.data || !mayRecord(now, read.data.asset, 'RecordEvidence', read.data.on)) return null;
  return <a href={`#/${event.asset_identity}/events/${uuidOf(event.identity)}/correct`}>Record a correction</a>;
}
