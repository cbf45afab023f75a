import { useState } from 'preact/hooks';
import { recordedBy } from '../../../src/formats/records/templates.ts';
import { rejected } from '../lib/api.ts';
import { freeName } from '../lib/free-name.ts';
import { go } from '../lib/router.ts';
import type { SignedInUser } from '../lib/session.ts';
import { chosenIn, templateProblems, type OfferedTemplate } from '../lib/templates.ts';
import { nameOf } from '../parts/attributes.tsx';
import { Field, Form, Tick, type Question } from '../parts/form.tsx';
import { Load, Screen, useLoaded } from '../parts/page.tsx';
import { readFieldAsset } from './asset-reader.ts';
import { photoName, smaller } from './photo.ts';
import type { PendingRecord, Photo, RecordDraft } from './queue.ts';
import { ByTemplate, Kinds, Photos, Summary } from './record-fields.tsx';
import { keepWish, signed, wantsToSign } from './signer.ts';
import { pending, refreshPending, sendAll } from './sender.ts';
import { Signature } from './signature-field.tsx';
import { ownerOf } from './database.ts';
import { addRecord, draftOf, keepDraft, MOST_RECORDS, type KeptAsset } from './store.ts';
import { fieldTexts } from './texts/texts.ts';

/** Milliseconds within which the device must tell its position. */
const POSITION_WITHIN = 15_000;

/** Records on an asset. The record is kept by this device at once, and sent when there is a network. */
export function RecordScreen({ now, uuid }: { now: SignedInUser; uuid: string }) {
  const loaded = useLoaded(async () => {
    const owner = ownerOf(now);
    const [{ kept }, stored, wanted] = await Promise.all([
      readFieldAsset(uuid, now),
      draftOf(owner, uuid),
      wantsToSign(owner),
    ]);
    return { kept, stored, wanted };
  }, uuid);
  return <Load of={loaded}>{(read) => <RecordForm now={now} {...read} />}</Load>;
}

const BLANK: RecordDraft = {
  template: '',
  type: '',
  values: {},
  text: '',
  photos: [],
  photosOf: {},
  signature: undefined,
  receiver: '',
  small: true,
  place: false,
};

type FormProps = { now: SignedInUser; kept: KeptAsset; stored: RecordDraft | undefined; wanted: boolean };

function RecordForm({ now, kept, stored, wanted }: FormProps) {
  const { asset, uuid } = kept;
  const { record: ours } = fieldTexts;
  const [draft, setDraft] = useState({ ...BLANK, ...stored });
  const [signs, setSigns] = useState(wanted);
  const set = (part: Partial<RecordDraft>): void =>
    setDraft((before) => {
      const next = { ...before, ...part };
      // A full device keeps no draft; the record itself tells.
      void keepDraft(ownerOf(now), uuid, next).catch(() => undefined);
      return next;
    });
  const wish = (wanted: boolean): void => {
    setSigns(wanted);
    void keepWish(ownerOf(now), wanted).catch(() => undefined);
  };
  const confirm = (): Question => {
    check(draft, kept);
    return {
      title: asset.public ? ours.questionPublic : ours.question,
      summary: <Summary draft={draft} kept={kept} />,
      consequence: asset.public ? ours.consequencePublic : ours.consequence,
      outcome: ours.outcome,
      act: ours.act,
    };
  };
  const submit = async (): Promise<void> => {
    const record = { ...(await recordOf(draft, { now, kept })), signs: kept.mustSign === true || signs };
    // It is signed when it is sent if it has files, which have no address yet, or if the device cannot sign now.
    const isSignable = record.signs && record.photos.length === 0;
    const ready = isSignable ? await signed(record).catch(() => record) : record;
    await addRecord(ready).catch((error: Error) => {
      throw error.name === 'QuotaExceededError' ? new Error(ours.noRoom) : error;
    });
    // The record is kept: nothing after this may let the person record it again.
    void navigator.storage?.persist?.().catch(() => undefined);
    void refreshPending().then(sendAll);
    go(`assets/${uuid}`);
  };
  return (
    <Screen title={ours.title} lead={nameOf(asset)}>
      {stored && <p role="status">{ours.restored}</p>}
      <Form
        submit={ours.review}
        onSubmit={submit}
        confirm={confirm}
        extra={<a href={`#/assets/${uuid}`}>{ours.back}</a>}
      >
        <Kinds kept={kept} draft={draft} onChange={set} />
        <ByTemplate kept={kept} draft={draft} onChange={set} />
        <Field label={ours.whatDidYouSee} rows={3} value={draft.text} onInput={(text) => set({ text })} />
        <Photos photos={draft.photos} onChange={(photos) => set({ photos })} />
        <Tick label={ours.smaller} checked={draft.small} onChange={(small) => set({ small })} />
        <Signature draft={draft} onChange={set} />
        {kept.mustSign ? (
          <p class="note">{fieldTexts.signing.must}</p>
        ) : (
          <Tick label={fieldTexts.signing.wish} hint={fieldTexts.signing.hint} checked={signs} onChange={wish} />
        )}
        <Tick label={ours.place} checked={draft.place} onChange={(place) => set({ place })} />
      </Form>
    </Screen>
  );
}

/** Throws what is missing or wrong in a draft. */
function check(draft: RecordDraft, kept: KeptAsset): void {
  const template = chosenIn(kept.templates, draft);
  const hasPhoto = (name: string): boolean => draft.photosOf[name] !== undefined;
  const problems = template ? templateProblems(template, draft.values, hasPhoto, 'take') : [];
  const isEmpty =
    !template &&
    draft.type.trim() === '' &&
    `${draft.text}${draft.receiver}`.trim() === '' &&
    draft.photos.length === 0;
  if (isEmpty) problems.push({ field: 'type', description: fieldTexts.record.nothing });
  if (problems.length > 0) throw rejected(problems);
  const { own, sealed, others } = pending.get();
  if (own.length + sealed + others >= MOST_RECORDS) throw new Error(fieldTexts.record.tooMany(MOST_RECORDS));
}

async function recordOf(draft: RecordDraft, of: { now: SignedInUser; kept: KeptAsset }): Promise<PendingRecord> {
  const at = new Date().toISOString();
  const template = chosenIn(of.kept.templates, draft);
  const recorded = template ? recordedBy(template, draft.values) : undefined;
  const taken = namesIn(template);
  const type = draft.type.trim();
  const text = draft.text.trim();
  const receiver = draft.receiver.trim();
  return {
    id: crypto.randomUUID(),
    owner: ownerOf(of.now),
    asset: of.kept.uuid,
    assetName: nameOf(of.kept.asset),
    at,
    attributes: {
      ...(type === '' ? {} : { arc_display_type: type }),
      ...(draft.place ? await position() : {}),
      ...recorded?.event_attributes,
      ...(text === '' ? {} : { [take('arc_description', taken)]: text }),
      ...(receiver === '' ? {} : { [take('receiver', taken)]: receiver }),
    },
    changes: recorded?.asset_attributes ?? {},
    ...(of.kept.checkpoint === undefined ? {} : { checkpoint: of.kept.checkpoint }),
    photos: await photosOf(draft, template, at, taken),
  };
}

/** The attributes that a template takes. */
const namesIn = (template: OfferedTemplate | undefined): Set<string> =>
  new Set((template?.fields ?? []).map(({ name }) => name));

/** A name that is not taken, and is from then on. */
function take(name: string, taken: Set<string>): string {
  const free = freeName(name, taken);
  taken.add(free);
  return free;
}

/** The files of a record: those that its template asks for, further photos, and the signature. */
async function photosOf(
  draft: RecordDraft,
  template: OfferedTemplate | undefined,
  at: string,
  taken: Set<string>,
): Promise<Photo[]> {
  const asked = (template?.fields ?? []).flatMap(({ name, asset_attribute: assetAttribute }) => {
    const file = draft.photosOf[name];
    return file ? [{ attribute: name, ...(assetAttribute === '' ? {} : { assetAttribute }), file }] : [];
  });
  const further = draft.photos.map((file, i) => ({
    attribute: i === 0 && !taken.has('arc_primary_image') ? 'arc_primary_image' : take('photo', taken),
    file,
  }));
  const photos: Photo[] = await Promise.all(
    [...asked, ...further].map(async ({ file, ...to }, i) => {
      const sent = draft.small ? await smaller(file) : file;
      return { ...to, name: photoName(at, i + 1, sent), file: sent };
    }),
  );
  if (draft.signature)
    photos.push({ attribute: take('signature', taken), name: 'signature.png', file: draft.signature });
  return photos;
}

/** The position of the device as attributes. Throws an error for people if the device does not tell it. */
const position = (): Promise<Record<string, string>> =>
  new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ arc_gis_lat: coords.latitude.toFixed(6), arc_gis_lng: coords.longitude.toFixed(6) }),
      () => reject(new Error(fieldTexts.record.noPosition)),
      { timeout: POSITION_WITHIN, enableHighAccuracy: true, maximumAge: 60_000 },
    ),
  );
