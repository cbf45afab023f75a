import { localTime } from '../../site/time.ts';
import { expired, session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act, Destroy } from '../parts/act.tsx';
import { textOf } from '../parts/attributes.tsx';
import { save } from '../parts/list.tsx';
import { OfService } from '../parts/of-service.tsx';
import { Screen } from '../parts/page.tsx';
import { sentAgain, type PendingRecord } from './queue.ts';
import { pending, refreshPending, sendAgain, sendAll, sending, type SendingState } from './sender.ts';
import { fileOf, removeRecord } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

/** The records of the person that the service does not have yet, and why. */
export function QueueScreen() {
  const { own, sealed, others } = useStore(pending);
  const { state, number } = useStore(sending);
  const { queue: ours } = fieldTexts;
  return (
    <Screen title={ours.title} lead={leadOf(state)}>
      {state === 'signed out' && (
        <p class="actions">
          <button type="button" onClick={() => expired.set(true)}>
            {ours.signIn}
          </button>
        </p>
      )}
      {own.length + sealed === 0 && <p class="empty">{ours.none}</p>}
      {own.length > 0 && (
        <p class="actions">
          <Act label={ours.sendNow} act={sendAll} />
          <Act label={ours.save} act={() => saveAll(own)} />
        </p>
      )}
      <ul class="items">
        {own.map((record) => (
          <li key={record.number}>
            <QueuedRecord record={record} isSending={state === 'sending' && number === record.number} />
          </li>
        ))}
      </ul>
      {sealed > 0 && <p class="warning">{ours.sealed(sealed)}</p>}
      {others > 0 && <p class="note">{ours.others(others)}</p>}
    </Screen>
  );
}

function leadOf(state: SendingState['state']): string {
  const { queue } = fieldTexts;
  return state === 'signed out' ? queue.signedOut : queue[state];
}

/** A record that the service does not have, and what the person can do with it. */
function QueuedRecord({ record, isSending }: { record: PendingRecord; isSending: boolean }) {
  const again = async (): Promise<void> => {
    await sendAgain(sentAgain(record));
  };
  const remove = async (): Promise<void> => {
    await removeRecord(record);
    await refreshPending();
  };
  const { queue: ours } = fieldTexts;
  return (
    <div>
      <strong>
        <bdi>{textOf(record.attributes, 'arc_display_type') || ours.record}</bdi>
      </strong>
      {ours.on(<bdi>{record.assetName}</bdi>)}
      <p class="note">
        {localTime(record.at)}
        {record.photos.length > 0 && ours.files(record.photos.length)}
        {record.statement && ours.signed}
        {record.signs && !record.statement && ours.toBeSigned}
        {isSending && ours.isSending}
      </p>
      <p dir="auto">{textOf(record.attributes, 'arc_description')}</p>
      {record.refused !== undefined && (
        <p class="wrong">
          {ours.refused} <OfService text={record.refused} />
        </p>
      )}
      <p class="actions">
        {record.refused !== undefined && <Act label={ours.tryAgain} act={again} />}
        {!isSending && (
          <Destroy
            label={ours.remove}
            question={ours.removeQuestion}
            consequence={ours.removeConsequence}
            act={remove}
          />
        )}
      </p>
    </div>
  );
}

/** Saves records of one person with their files as JSON, for somebody who can record them from it. */
async function saveAll(records: readonly PendingRecord[]): Promise<void> {
  const { issuer, subject, tenancy: tenant_identity } = records[0]!.owner;
  const { principal, email = '' } = session.get() ?? {};
  const owner = { issuer, subject, display_name: principal?.display_name ?? '', email };
  const whole = await Promise.all(
    records.map(async (record) => {
      const { id, asset, assetName, at, attributes, changes, photos, signs, statement, refused } = record;
      return {
        record_id: id,
        asset_identity: `assets/${asset}`,
        asset_name: assetName,
        timestamp_declared: at,
        event_attributes: attributes,
        asset_attributes: changes,
        files: await Promise.all(
          photos.map(async (photo) => ({
            attribute: photo.attribute,
            ...(photo.assetAttribute === undefined ? {} : { asset_attribute: photo.assetAttribute }),
            name: photo.name,
            base64: await base64(await fileOf(record, photo)),
            ...(photo.attached === undefined ? {} : { attached: photo.attached }),
          })),
        ),
        ...(statement === undefined ? {} : { author_statement: statement }),
        ...(signs && statement === undefined ? { to_be_signed: true } : {}),
        ...(refused === undefined ? {} : { refused }),
      };
    }),
  );
  const text = JSON.stringify({ owner, tenant_identity, records: whole }, null, 2);
  save(new Blob([text], { type: 'application/json' }), 'records-not-sent.json');
}

const base64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error!));
    reader.readAsDataURL(file);
  });
