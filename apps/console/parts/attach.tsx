import { useEffect, useRef, useState } from 'preact/hooks';
import { api, type Schemas } from '../lib/api.ts';
import { useOnce } from '../lib/idempotent.ts';
import { typesOf } from '../lib/rights.ts';
import { session, type SignedInUser } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { attachmentOf, upload, type UploadedBlob } from '../lib/upload.ts';
import { sizeOf } from '../lib/words.ts';
import { nameOf } from './attributes.tsx';
import { Dialog } from './dialog.tsx';
import { nameFor } from './files.tsx';
import { Field, Form } from './form.tsx';
import { TypeField } from './type-field.tsx';
import { texts } from '../texts/texts.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { attach: wording, common } = screenTexts;

type Asset = Schemas['Asset'];

/** The type of the event that attaches a file, if the caller may record it. */
const TYPE = 'Attachment';

/** Whether the caller may set any attribute of the asset, so that the file is among those of the asset. */
const setsAll = ({ administrator, tenancy, granted }: SignedInUser, asset: Asset): boolean =>
  asset.tenant_identity === tenancy?.identity && (administrator || granted.asset_attributes_write.includes('*'));

/** A button that records an event with a file. `onAttached`: it was recorded. */
export function Attach({ asset, uuid, onAttached }: { asset: Asset; uuid: string; onAttached: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const close = (): void => {
    setFile(undefined);
    input.current!.value = '';
  };
  return (
    <>
      <button type="button" onClick={() => input.current!.click()}>
        {wording.attachFile}
      </button>
      <input
        type="file"
        hidden
        ref={input}
        aria-label={wording.file}
        onChange={(event) => setFile(event.currentTarget.files?.[0])}
      />
      {file && (
        <Dialog title={wording.question(file.name)} onClose={close}>
          <AttachForm
            {...{ asset, uuid, file }}
            onClose={close}
            onAttached={() => {
              close();
              onAttached();
            }}
          />
        </Dialog>
      )}
    </>
  );
}

type FormProps = { asset: Asset; uuid: string; file: File; onClose: () => void; onAttached: () => void };

/** The upload of a file, which starts at once and is repeated if it failed. */
function useUpload(file: File) {
  const [share, setShare] = useState(0);
  const stop = useRef(new AbortController());
  const running = useRef<Promise<UploadedBlob>>(undefined);
  const uploaded = (): Promise<UploadedBlob> => {
    running.current ??= upload(file, setShare, stop.current.signal).catch((error: unknown) => {
      running.current = undefined;
      throw error;
    });
    return running.current;
  };
  useEffect(() => {
    // Its error is shown when the event is sent.
    uploaded().catch(() => undefined);
    return () => stop.current.abort();
  }, []);
  return { share, uploaded };
}

function AttachForm({ asset, uuid, file, onClose, onAttached }: FormProps) {
  const signedIn = useStore(session)!;
  const types = typesOf(signedIn);
  const [type, setType] = useState(types && !types.includes(TYPE) ? types[0]! : TYPE);
  const [description, setDescription] = useState(file.name);
  const { share, uploaded } = useUpload(file);
  const once = useOnce();
  const toAsset = setsAll(signedIn, asset);
  const submit = async (): Promise<void> => {
    const attached = { [nameFor(file.name, Object.keys(asset.attributes))]: attachmentOf(await uploaded(), file.name) };
    const body = {
      operation: 'Record',
      behaviour: 'RecordEvidence',
      event_attributes: { arc_display_type: type, arc_description: description, ...attached },
      asset_attributes: toAsset ? attached : {},
    };
    await once((id) =>
      api.post('/v2/assets/{uuid}/events', { params: { path: { uuid }, header: { 'record-id': id } }, body }),
    );
    onAttached();
  };
  return (
    <Form
      submit={wording.act}
      onSubmit={submit}
      deliberate
      extra={
        <button type="button" class="quiet" onClick={onClose}>
          {texts.action.cancel}
        </button>
      }
    >
      <p>{wording.consequence(nameOf(asset), sizeOf(file.size), asset.public)}</p>
      <p>
        <progress value={share} max={1} aria-label={wording.uploadOf(file.name)} />{' '}
        <span role="status">{share === 1 ? wording.uploaded : ''}</span>
      </p>
      <TypeField
        kind="events"
        only={types}
        label={wording.type}
        name="event_attributes.arc_display_type"
        value={type}
        onInput={setType}
        required
      />
      <Field
        label={common.description}
        name="event_attributes.arc_description"
        value={description}
        onInput={setDescription}
        hint={toAsset ? wording.toAsset : wording.inHistory}
      />
    </Form>
  );
}
