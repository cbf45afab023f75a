import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { among, eventCorrectedBy, correctionsOf, type AssetCorrections } from '../lib/corrections.ts';
import { mayRecord, readOnAsset } from '../lib/rights.ts';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { calledOf, hrefOf, titleOf } from './event-cells.tsx';
import { Day } from './moment.tsx';
import { useLoaded } from './page.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { corrections: wording } = screenTexts;

type Event = Schemas['AssetEvent'];

/** The most corrections of one event that are shown. */
const MOST = 10;

/** Reads an event of an asset. Throws ApiError. */
export const readEvent = (asset: string, uuid: string): Promise<Event> =>
  api.get('/v2/assets/{asset_uuid}/events/{uuid}', { params: { path: { asset_uuid: asset, uuid } } });

/** The events that correct an event of a history, each as a link; nothing without one. */
export function CorrectedBy({ event, corrections }: { event: Event; corrections: AssetCorrections }) {
  const all = among(corrections, event);
  if (all.length === 0) return null;
  return (
    <p>
      <strong>{wording.correctedBy}</strong>{' '}
      {all.slice(0, MOST).map((each, n) => (
        <span key={each.identity}>
          {n > 0 && ', '}
          <EventLink event={each} />
        </span>
      ))}
      {all.length > MOST && <span class="note"> {wording.more}</span>}
    </p>
  );
}

function EventLink({ event }: { event: Event }) {
  return (
    <>
      <a href={hrefOf(event)}>
        <bdi>{titleOf(event)}</bdi>
      </a>{' '}
      <span class="note">
        {wording.eventOf(<Day at={event.timestamp_declared} />, calledOf(event.principal_accepted))}
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
  const corrects = eventCorrectedBy(event);
  const before = useLoaded(
    async () => (corrects === undefined ? undefined : readEvent(asset, uuidOf(corrects))),
    event.identity,
  );
  const after = useLoaded(() => correctionsOf(event)('', MOST), event.identity);
  // The filter finds events of this asset only. Without them the screen is complete.
  const corrections = after.data?.items ?? [];
  return (
    <>
      {corrects !== undefined && <dt>{wording.corrects}</dt>}
      {corrects !== undefined && (
        <dd>{before.data ? <EventLink event={before.data} /> : <a href={`#/${corrects}`}>{wording.another}</a>}</dd>
      )}
      {corrections.length > 0 && <dt>{wording.correctedBy}</dt>}
      {corrections.map((each) => (
        <dd key={each.identity}>
          <EventLink event={each} />
        </dd>
      ))}
      {after.data && after.data.next !== '' && <dd class="note">{wording.more}</dd>}
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
  return <a href={`#/${event.asset_identity}/events/${uuidOf(event.identity)}/correct`}>{wording.record}</a>;
}
