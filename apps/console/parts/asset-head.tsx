import { localNumber } from '../../site/locale.ts';
import { api, uuidOf, type Schemas } from '../lib/api.ts';
import { complianceOf } from '../lib/compliance.ts';
import { eventsUntil, queryOf, type StateTime } from '../lib/past.ts';
import { textOf } from './attributes.tsx';
import { Ago, Moment } from './moment.tsx';
import { useLoaded } from './page.tsx';
import { Picture } from './picture.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { assetHead: wording, common, menu } = screenTexts;

type Asset = Schemas['Asset'];

const LOOKS = { compliant: 'good', failing: 'bad', unruled: undefined } as const;

const stateText = (state: keyof typeof wording.states | undefined, error: Error | undefined): string =>
  state ? wording.states[state] : unread(error);

const unread = (error: Error | undefined): string => (error ? common.unknown : '…');

/** Where the last event is proven: in a log, or by a transaction on a chain. */
function proofText({ log_entry, transaction_id, block_number }: Schemas['AssetEvent']): string {
  if (log_entry) return wording.logEntry(localNumber(log_entry.index));
  return transaction_id === '' || block_number === 0 ? wording.notAnchored : wording.anchored(block_number);
}

/** Reads the last event of a state by itself: lists do not say where the log has an event. */
async function readLast(asset: string, time: StateTime): Promise<Schemas['AssetEvent'] | undefined> {
  const [event] = (await eventsUntil(asset, time, { order: time.by })('', 1)).items;
  if (!event) return undefined;
  const path = { asset_uuid: asset, uuid: uuidOf(event.identity) };
  return api.get('/v2/assets/{asset_uuid}/events/{uuid}', { params: { path } });
}

/**
 * The picture of an asset, and its state and proof at a glance, as of `time`. Both are read again whenever `turn`
 * changes.
 */
export function AssetHead(of: { asset: Asset; turn: number; own: boolean; time: StateTime }) {
  const { asset, turn, own, time } = of;
  const { attributes, identity, confirmation_status, tracked } = asset;
  const uuid = uuidOf(identity);
  const isRecorded = time.by === 'accepted';
  // What is as usual needs no words.
  const remarks = [
    confirmation_status === 'CONFIRMED' ? '' : texts.words.confirmation[confirmation_status],
    asset.public ? common.public : '',
    tracked === 'TRACKED' ? '' : wording.untracked,
  ].filter((part) => part !== '');
  const key = `${identity} ${turn} ${queryOf(time)}`;
  const compliance = useLoaded(async () => (isRecorded ? complianceOf(identity, time.at) : undefined), key);
  const last = useLoaded(() => readLast(uuid, time), key);
  const lastTime = time.at === '' ? asset.at_time : last.data?.[`timestamp_${time.by}`];
  const state = compliance.data;
  const isOfOwner = !own && state === 'unruled';
  return (
    <div class="head">
      <Picture attributes={attributes} at={identity} />
      <dl class="glance" aria-label={wording.glance}>
        <Fact title={common.type} text={textOf(attributes, 'arc_display_type') || wording.none} />
        {remarks.length > 0 && <Fact title={wording.record} text={remarks.join(', ')} />}
        {isRecorded && (
          <>
            <Fact
              title={menu.compliance}
              text={stateText(isOfOwner ? 'ofOwner' : state, compliance.error)}
              look={state && LOOKS[state]}
            />
            <Fact title={common.proof} text={last.data ? proofText(last.data) : unread(last.error)} />
          </>
        )}
        <div>
          <dt>{isRecorded ? wording.lastRecorded : wording.lastDeclared}</dt>
          <dd>
            {lastTime === undefined ? (
              '…'
            ) : (
              <>
                <Moment at={lastTime} /> <Ago at={lastTime} />
              </>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}

const Fact = ({ title, text, look }: { title: string; text: string; look?: string | undefined }) => (
  <div>
    <dt>{title}</dt>
    <dd class={look}>{text}</dd>
  </div>
);
