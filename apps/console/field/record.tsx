import { useState } from 'preact/hooks';
import { rejected } from '../lib/api.ts';
import { go } from '../lib/router.ts';
import type { SignedInUser } from '../lib/session.ts';
import { nameOf, textOf } from '../parts/attributes.tsx';
import { Field, Form, Tick, type Question } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { readFieldAsset } from './asset-reader.ts';
import { useAddress } from './asset.tsx';
import { photoName, smaller } from './photo.ts';
import type { PendingRecord, Photo } from './queue.ts';
import { pending, refreshPending, sendAll } from './sender.ts';
import { Signature } from './signature-field.tsx';
import { MOST_RECORDS, ownerOf, putRecord, type KeptAsset } from './store.ts';

/** The most photos of a record. */
const MOST_PHOTOS = 10;
/** Milliseconds within which the device must tell its position. */
const POSITION_WITHIN = 15_000;

/** Records on an asset. The record is kept by this device at once, and sent when there is a network. */
export function RecordScreen({ now, uuid }: { now: SignedInUser; uuid: string }) {
  const loaded = useLoaded(() => readFieldAsset(uuid, now), uuid);
  return <Load of={loaded}>{({ kept }) => <RecordForm now={now} kept={kept} />}</Load>;
}

type Draft = {
  type: string;
  text: string;
  photos: File[];
  signature: Blob | undefined;
  small: boolean;
  place: boolean;
};
const BLANK: Draft = { type: '', text: '', photos: [], signature: undefined, small: true, place: false };

function RecordForm({ now, kept }: { now: SignedInUser; kept: KeptAsset }) {
  const { asset, uuid } = kept;
  const [draft, setDraft] = useState(BLANK);
  const set = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const confirm = (): Question => {
    check(draft);
    return {
      title: asset.public ? 'Record this publicly?' : 'Record this?',
      summary: <Summary draft={draft} name={nameOf(asset)} />,
      consequence: asset.public
        ? 'Anyone can read it. A record cannot be changed or deleted.'
        : 'A record cannot be changed or deleted.',
      outcome: 'recorded',
      act: 'Record',
    };
  };
  const submit = async (): Promise<void> => {
    await putRecord(await recordOf(draft, { now, kept }));
    await navigator.storage?.persist?.();
    await refreshPending();
    void sendAll();
    go(`assets/${uuid}`);
  };
  return (
    <Screen title="Record" lead={nameOf(asset)}>
      <Form
        submit="Review and record"
        onSubmit={submit}
        confirm={confirm}
        extra={<a href={`#/assets/${uuid}`}>Back</a>}
      >
        <Types kept={kept} value={draft.type} onChange={(type) => set({ type })} />
        <Field label="What did you see?" rows={3} value={draft.text} onInput={(text) => set({ text })} />
        <Photos photos={draft.photos} onChange={(photos) => set({ photos })} />
        {draft.photos.length > 0 && (
          <Tick
            label="Make photos smaller before they are sent"
            checked={draft.small}
            onChange={(small) => set({ small })}
          />
        )}
        <Signature onChange={(signature) => set({ signature })} />
        <Tick label="Add the position of this device" checked={draft.place} onChange={(place) => set({ place })} />
      </Form>
    </Screen>
  );
}

function check({ type, text, photos }: Draft): void {
  if (type.trim() === '' && text.trim() === '' && photos.length === 0)
    throw rejected([{ field: 'type', description: 'must not be empty if nothing else is recorded' }]);
  if (pending.get().length >= MOST_RECORDS)
    throw new Error(`This device keeps at most ${MOST_RECORDS} records that are not sent. Find a network first.`);
}

async function recordOf(draft: Draft, of: { now: SignedInUser; kept: KeptAsset }): Promise<PendingRecord> {
  const at = new Date().toISOString();
  const files = await Promise.all(draft.photos.map((photo) => (draft.small ? smaller(photo) : photo)));
  const photos: Photo[] = files.map((file, i) => ({
    attribute: i === 0 ? 'arc_primary_image' : `photo_${i + 1}`,
    name: photoName(at, i + 1, file),
    file,
  }));
  if (draft.signature) photos.push({ attribute: 'signature', name: 'signature.png', file: draft.signature });
  return {
    id: crypto.randomUUID(),
    owner: ownerOf(of.now),
    asset: of.kept.uuid,
    assetName: nameOf(of.kept.asset),
    at,
    attributes: {
      ...(draft.type.trim() === '' ? {} : { arc_display_type: draft.type.trim() }),
      ...(draft.text.trim() === '' ? {} : { arc_description: draft.text.trim() }),
      ...(draft.place ? await position() : {}),
    },
    photos,
  };
}

/** The position of the device as attributes. Throws an error for people if the device does not tell it. */
const position = (): Promise<Record<string, string>> =>
  new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ arc_gis_lat: coords.latitude.toFixed(6), arc_gis_lng: coords.longitude.toFixed(6) }),
      () => reject(new Error('This device does not tell its position. Allow it, or record without it.')),
      { timeout: POSITION_WITHIN, enableHighAccuracy: true, maximumAge: 60_000 },
    ),
  );

/** The types of the last events of the asset, and those that the person may record, each one tap away. */
function Types({ kept, value, onChange }: { kept: KeptAsset; value: string; onChange: (type: string) => void }) {
  const last = kept.events.map(({ event_attributes }) => textOf(event_attributes, 'arc_display_type'));
  const may = (type: string): boolean => type !== '' && (kept.types?.includes(type) ?? true);
  const types = [...new Set([...last.filter(may), ...(kept.types ?? [])])];
  return (
    <>
      {types.length > 0 && (
        <fieldset>
          <legend>Kind</legend>
          <p class="chips">
            {types.map((type) => (
              <button key={type} type="button" aria-pressed={type === value} onClick={() => onChange(type)}>
                {type}
              </button>
            ))}
          </p>
        </fieldset>
      )}
      {(kept.types === undefined || types.length === 0) && (
        <Field label={types.length > 0 ? 'Another kind' : 'Kind'} name="type" value={value} onInput={onChange} />
      )}
    </>
  );
}

function Photos({ photos, onChange }: { photos: File[]; onChange: (photos: File[]) => void }) {
  const add = (input: HTMLInputElement): void => {
    onChange([...photos, ...(input.files ?? [])].slice(0, MOST_PHOTOS));
    input.value = '';
  };
  return (
    <fieldset>
      <legend>Photos</legend>
      <p class="actions">
        <label class="button">
          Take a photo
          <input
            class="unseen"
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => add(event.currentTarget)}
          />
        </label>
        <label class="button quiet">
          Choose photos
          <input class="unseen" type="file" accept="image/*" multiple onChange={(event) => add(event.currentTarget)} />
        </label>
      </p>
      <ul class="photos">
        {photos.map((photo, i) => (
          <li key={`${photo.name} ${photo.size} ${i}`}>
            <PhotoShown photo={photo} n={i + 1} />
            <button type="button" class="quiet" onClick={() => onChange(photos.filter((_, j) => j !== i))}>
              Remove photo {i + 1}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

const PhotoShown = ({ photo, n }: { photo: Blob; n: number }) => (
  <img class="picture" src={useAddress(photo)} alt={`Photo ${n}`} />
);

function Summary({ draft, name }: { draft: Draft; name: string }) {
  const files = [
    ...(draft.photos.length > 0 ? [draft.photos.length === 1 ? '1 photo' : `${draft.photos.length} photos`] : []),
    ...(draft.signature ? ['a signature'] : []),
    ...(draft.place ? ['the position'] : []),
  ];
  const facts: [string, string][] = [
    ['Asset', name],
    ['Kind', draft.type.trim()],
    ['Text', draft.text.trim()],
    ['With', files.join(', ')],
  ];
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([label, value]) => [<dt key={`${label}-t`}>{label}</dt>, <dd key={label}>{value}</dd>])}
    </dl>
  );
}
