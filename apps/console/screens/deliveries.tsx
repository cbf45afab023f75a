import { api, pages, type Schemas } from '../lib/api.ts';
import { Act } from '../parts/act.tsx';
import { AssetLink } from '../parts/event-cells.tsx';
import { List } from '../parts/list.tsx';
import { Ago, Moment } from '../parts/moment.tsx';
import { useRepeated } from '../parts/repeat.ts';

type Attempt = Schemas['WebhookAttempt'];

const EVENT = /^assets\/[0-9a-f-]{36}\/events\/[0-9a-f-]{36}$/;

/** A delivery whose attempt is awaited: one that is later than the attempt at the time `after`. */
export type PendingDelivery = { delivery: string; after: string };

/**
 * The last attempts of a webhook to deliver. Reads them again when `turn` changes, and until `awaited` has an attempt.
 */
export function Deliveries(of: {
  uuid: string;
  turn: number;
  awaited: PendingDelivery | undefined;
  onQueued: (awaited: PendingDelivery) => void;
  onArrived: () => void;
}) {
  const params = { path: { uuid: of.uuid } };
  const read = pages('/v1/webhooks/{uuid}/deliveries', 'deliveries', { params });
  useRepeated(of.awaited !== undefined, async () => {
    const { items } = await read();
    const isIt = ({ delivery, timestamp }: Attempt) =>
      delivery === of.awaited?.delivery && timestamp > of.awaited.after;
    if (items.some(isIt)) of.onArrived();
  });
  return (
    <>
      <p class="note" role="status">
        {of.awaited === undefined ? '' : 'The delivery is queued. Its result appears here.'}
      </p>
      <List
        caption="Deliveries"
        of={read}
        reload={`${of.uuid} ${of.turn} ${of.awaited?.delivery}`}
        identity={({ delivery, attempt, timestamp }) => `${delivery} ${attempt} ${timestamp}`}
        empty="Nothing was sent yet."
        columns={[
          [
            'When',
            ({ timestamp }) => (
              <>
                <Moment at={timestamp} />
                <Ago at={timestamp} />
              </>
            ),
          ],
          ['Event', ({ event }) => <Sent event={event} />],
          ['Result', (attempt) => <Result of={attempt} />],
          ['Response', ({ status, duration_ms }) => (status === 0 ? '' : `${status} in ${duration_ms} ms`)],
          ['Attempt', ({ attempt }) => attempt],
          [
            'Actions',
            ({ delivery, event, timestamp }) =>
              event !== '' && (
                <Act
                  label="Send again"
                  what={`the event of ${timestamp}`}
                  act={async () => {
                    // A redelivery has the same id as the attempts before.
                    const after = (await read(undefined, 1)).items[0]?.timestamp ?? '';
                    await api.post('/v1/webhooks/{uuid}:redeliver', { params, body: { delivery } });
                    of.onQueued({ delivery, after });
                  }}
                />
              ),
          ],
        ]}
      />
    </>
  );
}

function Sent({ event }: { event: string }) {
  if (event === '') return <>Test</>;
  if (!EVENT.test(event)) return <>{event}</>;
  return (
    <>
      <a href={`#/${event}`}>Event</a> of <AssetLink identity={event.split('/events/')[0]!} />
    </>
  );
}

function Result({ of: { outcome, error, next_attempt_at } }: { of: Attempt }) {
  if (outcome === 'DELIVERED') return <span class="good">Delivered</span>;
  if (outcome === 'SKIPPED') return <>Not sent: the application may no longer read the event</>;
  return (
    <>
      <span class="bad">Failed</span>: {error}
      {next_attempt_at && (
        <span class="note also">
          next attempt <Moment at={next_attempt_at} />
        </span>
      )}
    </>
  );
}
