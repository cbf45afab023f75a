import { localTime } from '../../site/time.ts';
import { expired } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Act, Destroy } from '../parts/act.tsx';
import { textOf } from '../parts/attributes.tsx';
import { save } from '../parts/list.tsx';
import { Screen } from '../parts/page.tsx';
import type { PendingRecord } from './queue.ts';
import { pending, refreshPending, sendAgain, sendAll, sending } from './sender.ts';
import { fileOf, removeRecord } from './store.ts';

/** The records of the person that the service does not have yet, and why. */
export function QueueScreen() {
  const { own, sealed, others } = useStore(pending);
  const { state, number } = useStore(sending);
  return (
    <Screen title="Not sent yet" lead={LEAD[state]}>
      {state === 'signed out' && (
        <p class="actions">
          <button type="button" onClick={() => expired.set(true)}>
            Sign in
          </button>
        </p>
      )}
      {own.length + sealed === 0 && <p class="empty">The service has all of your records.</p>}
      {own.length > 0 && (
        <p class="actions">
          <Act label="Send now" act={sendAll} />
          <Act label="Save to a file" act={() => saveAll(own)} />
        </p>
      )}
      <ul class="items">
        {own.map((record) => (
          <li key={record.number}>
            <QueuedRecord record={record} isSending={state === 'sending' && number === record.number} />
          </li>
        ))}
      </ul>
      {sealed > 0 && (
        <p class="warning">
          {sealed === 1 ? '1 record' : `${sealed} records`} of yours cannot be opened yet: the service has not sent the
          key. If this stays, ask its operator for the earlier KEY_ENCRYPTION_KEYS.
        </p>
      )}
      {others > 0 && (
        <p class="note">
          {others === 1 ? '1 record' : `${others} records`} of others on this device: each is sent when the person who
          made it signs in.
        </p>
      )}
    </Screen>
  );
}

const LEAD = {
  idle: 'Records are sent in their order, each once.',
  sending: 'Sending…',
  later: 'No network, or the service does not respond. It is tried again automatically.',
  'signed out': 'Sign in to send your records.',
};

/** A record that the service does not have, and what the person can do with it. */
function QueuedRecord({ record, isSending }: { record: PendingRecord; isSending: boolean }) {
  const again = async (): Promise<void> => {
    const { refused: _refused, ...waiting } = record;
    // The service may not have the files any more.
    const photos = record.photos.map(({ attached: _attached, ...photo }) => photo);
    await sendAgain({ ...waiting, photos });
  };
  const remove = async (): Promise<void> => {
    await removeRecord(record);
    await refreshPending();
  };
  return (
    <div>
      <strong>{textOf(record.attributes, 'arc_display_type') || 'Record'}</strong> on {record.assetName}
      <p class="note">
        {localTime(record.at)}
        {record.photos.length > 0 && `, ${record.photos.length === 1 ? '1 file' : `${record.photos.length} files`}`}
        {isSending && ', sending'}
      </p>
      <p>{textOf(record.attributes, 'arc_description')}</p>
      {record.refused !== undefined && <p class="wrong">The service refused it: {record.refused}</p>}
      <p class="actions">
        {record.refused !== undefined && <Act label="Try again" act={again} />}
        {!isSending && (
          <Destroy
            label="Delete this record"
            question="Delete this record?"
            consequence="It was not recorded, and is lost. Save it to a file first if somebody may need it."
            act={remove}
          />
        )}
      </p>
    </div>
  );
}

/** Saves records with their files as JSON, for somebody who can record them from it. */
async function saveAll(records: readonly PendingRecord[]): Promise<void> {
  const whole = await Promise.all(
    records.map(async (record) => {
      const { id, asset, assetName, at, attributes, changes, photos, refused } = record;
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
            name: photo.name,
            base64: await base64(await fileOf(record, photo)),
          })),
        ),
        ...(refused === undefined ? {} : { refused }),
      };
    }),
  );
  save(new Blob([JSON.stringify({ records: whole }, null, 2)], { type: 'application/json' }), 'records-not-sent.json');
}

const base64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).split(',', 2)[1] ?? ''));
    reader.addEventListener('error', () => reject(reader.error!));
    reader.readAsDataURL(file);
  });
