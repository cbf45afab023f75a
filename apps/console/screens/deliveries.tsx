import { api, pages, type Schemas } from '../lib/api.ts';
import { Act } from '../parts/act.tsx';
import { AssetLink } from '../parts/event-cells.tsx';
import { List } from '../parts/list.tsx';
import { Ago, Moment } from '../parts/moment.tsx';
import { useRepeated } from '../parts/repeat.ts';
import { texts } from '../texts/texts.ts';
import { screenTexts } from './texts/texts.ts';
import { rareTexts } from './texts/rare-texts.ts';

const { deliveries: wording, webhook } = rareTexts;
const { common } = screenTexts;

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
        {of.awaited === undefined ? '' : wording.queued}
      </p>
      <List
        caption={webhook.deliveries}
        of={read}
        reload={`${of.uuid} ${of.turn} ${of.awaited?.delivery}`}
        identity={({ delivery, attempt, timestamp }) => `${delivery} ${attempt} ${timestamp}`}
        empty={wording.none}
        columns={[
          [
            common.when,
            ({ timestamp }) => (
              <>
                <Moment at={timestamp} />
                <Ago at={timestamp} />
              </>
            ),
          ],
          [common.event, ({ event }) => <Sent event={event} />],
          [wording.result, (attempt) => <Result of={attempt} />],
          [wording.response, ({ status, duration_ms }) => (status === 0 ? '' : wording.responded(status, duration_ms))],
          [wording.attempt, ({ attempt }) => attempt],
          [
            texts.table.actions,
            ({ delivery, event, timestamp }) =>
              event !== '' && (
                <Act
                  label={wording.sendAgain}
                  what={wording.eventOf(timestamp)}
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
  if (event === '') return <>{wording.test}</>;
  if (!EVENT.test(event)) return <>{event}</>;
  return (
    <>{wording.of(<a href={`#/${event}`}>{common.event}</a>, <AssetLink identity={event.split('/events/')[0]!} />)}</>
  );
}

function Result({ of: { outcome, error, next_attempt_at } }: { of: Attempt }) {
  if (outcome === 'DELIVERED') return <span class="good">{wording.delivered}</span>;
  if (outcome === 'SKIPPED') return <>{wording.notPermitted}</>;
  return (
    <>
      <span class="bad">{wording.failed}</span>: {error}
      {next_attempt_at && <span class="note also">{wording.next(<Moment at={next_attempt_at} />)}</span>}
    </>
  );
}
