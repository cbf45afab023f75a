import { api, type Schemas } from '../lib/api.ts';
import { behaviourOf } from '../lib/behaviours.ts';
import type { Route } from '../lib/router.ts';
import { Act } from '../parts/act.tsx';
import { session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
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
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { event: wording } = rareTexts;
const { common } = screenTexts;

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
        <a href={`#/${event.asset_identity}`}>{common.backToAsset}</a>
      </p>
      {description !== '' && <p class="lead">{description}</p>}
      <Picture attributes={event.event_attributes} at={event.identity} />
      <Facts event={event} />
      <EventFiles attributes={event.event_attributes} at={event.identity} />
      <section aria-labelledby="attributes">
        <h2 id="attributes">{wording.attributes}</h2>
        <AttributeTable label={wording.attributes} attributes={event.event_attributes} at={event.identity} />
      </section>
      <section aria-labelledby="changed">
        <h2 id="changed">{wording.changes}</h2>
        <AttributeTable label={wording.changes} attributes={event.asset_attributes} at={event.asset_identity} />
      </section>
      <section aria-labelledby="proof">
        <h2 id="proof">{common.proof}</h2>
        <Verify event={event} />
      </section>
      {event.log_entry === undefined && (
        <section aria-labelledby="anchor">
          <h2 id="anchor">{wording.anchor}</h2>
          <Anchor event={event} params={params} />
        </section>
      )}
      {mayErase && isRecorded && (
        <section aria-labelledby="erasure">
          <h2 id="erasure">{wording.erase}</h2>
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
    <dl class="facts" aria-label={wording.record}>
      <dt>{common.asset}</dt>
      <dd>
        <AssetLink identity={event.asset_identity} />
      </dd>
      <dt>{common.when}</dt>
      <dd>
        <Moment at={event.timestamp_declared} /> <Ago at={event.timestamp_declared} />
      </dd>
      <dt>{wording.accepted}</dt>
      <dd>
        <Moment at={event.timestamp_accepted} />
      </dd>
      <dt>{common.who}</dt>
      <dd>
        <Who who={event.principal_declared} />
      </dd>
      <dt>{wording.recordedBy}</dt>
      <dd>
        <Who who={event.principal_accepted} />
      </dd>
      <Corrections event={event} />
      <dt>{wording.operation}</dt>
      <dd>{texts.operations[event.operation] ?? behaviourOf(event.behaviour)}</dd>
      <dt>{common.identity}</dt>
      <dd>
        <code>{event.identity}</code>
      </dd>
      {event.confirmation_status !== 'CONFIRMED' && <dt>{wording.confirmation}</dt>}
      {event.confirmation_status !== 'CONFIRMED' && (
        <dd>{texts.words.confirmation[event.confirmation_status] ?? event.confirmation_status}</dd>
      )}
      {event.log_entry && <Entry of={event.log_entry} />}
      {event.erased && <Erasure of={event.erased} />}
    </dl>
  );
}

function Entry({ of }: { of: NonNullable<Event['log_entry']> }) {
  return (
    <>
      <dt>{wording.logEntry}</dt>
      <dd>{wording.entry(of.index, <code>{of.log}</code>, of.size)}</dd>
    </>
  );
}

function Erasure({ of }: { of: NonNullable<Event['erased']> }) {
  return (
    <>
      <dt>{wording.erased}</dt>
      <dd>
        <a href={`#/${of.event_identity}`}>
          <Moment at={of.timestamp} />
        </a>
      </dd>
      <dt>{wording.erasedBy}</dt>
      <dd>
        <Who who={of.principal} />
      </dd>
      <dt>{common.reason}</dt>
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
            <p class="empty">{wording.notAnchored}</p>
            <p class="actions">
              <Act label={common.refresh} act={found.reload} />
            </p>
          </>
        ) : (
          <>
            {transactions.map(({ kind, transaction }) => (
              <dl class="facts" key={transaction.hash}>
                <dt>{wording.kind}</dt>
                <dd>{kind}</dd>
                <dt>{wording.transaction}</dt>
                <dd>
                  <code>{transaction.hash}</code>
                </dd>
                <dt>{common.block}</dt>
                <dd>{transaction.block_number}</dd>
                <dt>{wording.confirmed}</dt>
                <dd>
                  {event.timestamp_committed === UNCOMMITTED ? (
                    wording.notYet
                  ) : (
                    <Moment at={event.timestamp_committed} />
                  )}
                </dd>
              </dl>
            ))}
            <p class="actions">
              <Act label={wording.download} act={proof} />
            </p>
          </>
        )
      }
    </Load>
  );
}
