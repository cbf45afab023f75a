import { OPERATION_TITLES } from '../../../src/formats/records/operation-titles.ts';
import { api, type Schemas } from '../lib/api.ts';
import { behaviourOf } from '../lib/policy-choices.ts';
import type { Route } from '../lib/router.ts';
import { Act } from '../parts/act.tsx';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { CONFIRMATION } from '../lib/words.ts';
import { AttributeTable, textOf } from '../parts/attributes.tsx';
import { CorrectLink, Corrections } from '../parts/corrections.tsx';
import { Erase } from '../parts/erase.tsx';
import { AssetLink, titleOf } from '../parts/event-cells.tsx';
import { EventFiles } from '../parts/event-files.tsx';
import { save } from '../parts/list.tsx';
import { Ago, Moment } from '../parts/moment.tsx';
import { Picture } from '../parts/picture.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { Verify } from '../parts/verify.tsx';

type Event = Schemas['AssetEvent'];
const UNCOMMITTED = '1970-01-01T00:00:00Z';

/** One event: its attributes, who recorded it, and where it is anchored. */
export function EventScreen({ route }: { route: Route }) {
  const [, asset_uuid = '', , uuid = ''] = route.parts;
  const params = { path: { asset_uuid, uuid } };
  const event = useLoaded(() => api.get('/v2/assets/{asset_uuid}/events/{uuid}', { params }), uuid);
  return <Load of={event}>{(found) => <EventDetails event={found} params={params} reload={event.reload} />}</Load>;
}

type Params = { path: { asset_uuid: string; uuid: string } };

function EventDetails({ event, params, reload }: { event: Event; params: Params; reload: () => Promise<void> }) {
  const { administrator, tenancy } = useStore(session)!;
  const mayErase = administrator && event.tenant_identity === tenancy?.identity;
  const isRecorded = !event.erased && event.operation !== 'Erase';
  const description = textOf(event.event_attributes, 'arc_description');
  return (
    <Screen title={titleOf(event)} actions={isRecorded && <CorrectLink event={event} />}>
      <p>
        <a href={`#/${event.asset_identity}`}>Back to the asset</a>
      </p>
      {description !== '' && <p class="lead">{description}</p>}
      <Picture attributes={event.event_attributes} at={event.identity} />
      <Facts event={event} />
      <EventFiles attributes={event.event_attributes} at={event.identity} />
      <section aria-labelledby="attributes">
        <h2 id="attributes">Attributes of the event</h2>
        <AttributeTable label="Attributes of the event" attributes={event.event_attributes} at={event.identity} />
      </section>
      <section aria-labelledby="changed">
        <h2 id="changed">Changes to the asset</h2>
        <AttributeTable label="Changes to the asset" attributes={event.asset_attributes} at={event.asset_identity} />
      </section>
      <section aria-labelledby="proof">
        <h2 id="proof">Proof</h2>
        <Verify event={event} />
      </section>
      {event.log_entry === undefined && (
        <section aria-labelledby="anchor">
          <h2 id="anchor">Anchor</h2>
          <Anchor event={event} params={params} />
        </section>
      )}
      {mayErase && isRecorded && (
        <section aria-labelledby="erasure">
          <h2 id="erasure">Erase</h2>
          <p class="actions">
            <Erase params={params} onErased={reload} />
          </p>
        </section>
      )}
    </Screen>
  );
}

/** When it happened, who says so, what it corrects, and how it was recorded. */
function Facts({ event }: { event: Event }) {
  return (
    <dl class="facts" aria-label="Record">
      <dt>Asset</dt>
      <dd>
        <AssetLink identity={event.asset_identity} />
      </dd>
      <dt>When</dt>
      <dd>
        <Moment at={event.timestamp_declared} /> <Ago at={event.timestamp_declared} />
      </dd>
      <dt>Accepted</dt>
      <dd>
        <Moment at={event.timestamp_accepted} />
      </dd>
      <dt>Who</dt>
      <dd>
        <Who who={event.principal_declared} />
      </dd>
      <dt>Recorded by</dt>
      <dd>
        <Who who={event.principal_accepted} />
      </dd>
      <Corrections event={event} />
      <dt>Operation</dt>
      <dd>{OPERATION_TITLES[event.operation] ?? behaviourOf(event.behaviour)}</dd>
      <dt>Identity</dt>
      <dd>
        <code>{event.identity}</code>
      </dd>
      {event.confirmation_status !== 'CONFIRMED' && <dt>Confirmation</dt>}
      {event.confirmation_status !== 'CONFIRMED' && (
        <dd>{CONFIRMATION[event.confirmation_status] ?? event.confirmation_status}</dd>
      )}
      {event.log_entry && <Entry of={event.log_entry} />}
      {event.erased && <Erasure of={event.erased} />}
    </dl>
  );
}

function Entry({ of }: { of: NonNullable<Event['log_entry']> }) {
  return (
    <>
      <dt>Log entry</dt>
      <dd>
        index {of.index} of <code>{of.log}</code>, whose latest signed tree has {of.size} entries
      </dd>
    </>
  );
}

function Erasure({ of }: { of: NonNullable<Event['erased']> }) {
  return (
    <>
      <dt>Erased</dt>
      <dd>
        <a href={`#/${of.event_identity}`}>
          <Moment at={of.timestamp} />
        </a>
      </dd>
      <dt>Erased by</dt>
      <dd>
        <Who who={of.principal} />
      </dd>
      <dt>Reason</dt>
      <dd>{of.reason}</dd>
    </>
  );
}

function Who({ who }: { who: Event['principal_accepted'] }) {
  return (
    <>
      {[who.display_name, who.email].filter(Boolean).join(', ')}{' '}
      {who.subject !== who.email && <code>{who.subject}</code>} <span class="note">{who.issuer}</span>
    </>
  );
}

function Anchor({ event, params }: { event: Event; params: { path: { asset_uuid: string; uuid: string } } }) {
  const found = useLoaded(
    async () => (await api.get('/v1alpha2/blockchain/assets/{asset_uuid}/events/{uuid}', { params })).transactions,
    event.identity,
  );
  const proof = async (): Promise<void> => {
    const document = await api.get('/v2/assets/{asset_uuid}/events/{uuid}:proof', {
      params: { ...params, query: { form: 'window' } },
    });
    save(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }), `proof-${params.path.uuid}.json`);
  };
  return (
    <Load of={found}>
      {(transactions) =>
        transactions.length === 0 ? (
          <>
            <p class="empty">Not anchored yet.</p>
            <p class="actions">
              <Act label="Refresh" act={found.reload} />
            </p>
          </>
        ) : (
          <>
            {transactions.map(({ kind, transaction }) => (
              <dl class="facts" key={transaction.hash}>
                <dt>Kind</dt>
                <dd>{kind}</dd>
                <dt>Transaction</dt>
                <dd>
                  <code>{transaction.hash}</code>
                </dd>
                <dt>Block</dt>
                <dd>{transaction.block_number}</dd>
                <dt>Confirmed</dt>
                <dd>
                  {event.timestamp_committed === UNCOMMITTED ? 'not yet' : <Moment at={event.timestamp_committed} />}
                </dd>
              </dl>
            ))}
            <p class="actions">
              <Act label="Download the proof" act={proof} />
            </p>
          </>
        )
      }
    </Load>
  );
}
