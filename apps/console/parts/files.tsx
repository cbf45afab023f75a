import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { freeName } from '../lib/free-name.ts';
import type { Schemas } from '../lib/schemas.ts';
import { attachmentOf, upload } from '../lib/upload.ts';
import { filesIn, useDropped, usePasted } from './dropped.ts';
import { Problem, useFailed, useUnready } from './form.tsx';
import { texts } from '../texts/texts.ts';

const { files: wording } = texts;

/** An uploaded file: the name and the value of the attribute that will attach it. */
export type FileAttribute = { name: string; value: Record<string, string> };

/** The attribute of the picture that screens show of an asset or event, and the files that can be one. */
const PICTURE = 'arc_primary_image';
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

type Props = {
  files: FileAttribute[];
  taken: string[];
  onChange: (files: FileAttribute[]) => void;
  unfinished: string[];
  onUnfinished: (names: string[]) => void;
  /** A file was uploaded as the blob of an identity. */
  onUploaded?: (blob: string, file: File) => void;
};

/**
 * Uploads files and shows the progress. The names of their attributes differ from those in `taken`. `unfinished`: the
 * names of files that were chosen and are not uploaded, which a draft keeps. Files can also be dropped and pasted
 * anywhere on the screen, while no dialog is open.
 */
export function Files(of: Omit<Props, 'onUploaded'>) {
  const { previews, onUploaded } = usePreviews();
  const { share, error, missed, take, stop } = useUploads({ ...of, onUploaded });
  const missing = [...of.unfinished, ...missed];
  const id = useId();
  const [hasFolder, setHasFolder] = useState(false);
  const takeFrom = (data: DataTransfer | null): void => {
    if (document.querySelector('dialog')) return;
    const given = filesIn(data);
    setHasFolder(given.hasFolder);
    if (given.files.length > 0) void take(given.files);
  };
  useDropped(takeFrom);
  usePasted(takeFrom);
  // Not `disabled`, because the field would lose the focus.
  const field = {
    type: 'file',
    'aria-disabled': share !== undefined,
    onClick: (event: Event) => share && event.preventDefault(),
    onChange: ({ currentTarget: input }: preact.TargetedEvent<HTMLInputElement>) => void take(input.files, input),
  } as const;
  return (
    <fieldset>
      <legend>{wording.attachments}</legend>
      <label for={id}>{wording.files}</label>
      <input id={id} multiple aria-describedby={`${id}-hint`} {...field} />
      <p class="note" id={`${id}-hint`}>
        {wording.hint}
      </p>
      <div class="camera">
        <label for={`${id}-camera`}>{wording.takePhoto}</label>
        <input id={`${id}-camera`} accept="image/*" capture="environment" {...field} />
      </div>
      {hasFolder && (
        <p class="wrong" role="status">
          {wording.folder}
        </p>
      )}
      {share && (
        <p class="actions">
          <progress value={share.share} max={1} aria-label={wording.uploadOf(share.name)} />
          <span role="status">
            {share.name}: {Math.round(share.share * 100)} %
          </span>
          <button type="button" onClick={stop}>
            {wording.stop}
          </button>
        </p>
      )}
      {!share && missing.length > 0 && (
        <p class="wrong" role="status">
          {wording.notUploaded(missing)}
        </p>
      )}
      {error && <Problem error={error} />}
      <UploadedFiles {...of} previews={previews} />
    </fieldset>
  );
}

/** The addresses of the images that were uploaded since the form was opened, by the identities of their blobs. */
function usePreviews() {
  const [previews, setPreviews] = useState<Record<string, string>>({});
  const all = useRef<string[]>([]).current;
  useEffect(() => () => all.forEach((address) => URL.revokeObjectURL(address)), []);
  const onUploaded = (blob: string, file: File): void => {
    if (!IMAGE.test(file.name)) return;
    const address = URL.createObjectURL(file);
    all.push(address);
    setPreviews((before) => ({ ...before, [blob]: address }));
  };
  return { previews, onUploaded };
}

type Uploaded = Pick<Props, 'files' | 'taken' | 'onChange'> & { previews: Record<string, string> };

function UploadedFiles({ files, taken, onChange, previews }: Uploaded) {
  const pictured = [...taken, ...files.map(({ name }) => name)].includes(PICTURE);
  return (
    <ul class="items">
      {files.map(({ name, value }, i) => (
        <li key={name}>
          <div>
            <Preview address={previews[value['arc_blob_identity'] ?? '']} name={value['arc_file_name'] ?? ''} />
            <strong>
              <bdi>{value['arc_file_name']}</bdi>
            </strong>
            <details>
              <summary>{wording.more}</summary>
              <p class="note">
                {wording.identifiedBy(<code>{name}</code>, <code>{value['arc_blob_hash_value']}</code>)}
              </p>
            </details>
          </div>
          {!pictured && IMAGE.test(value['arc_file_name'] ?? '') && (
            <button
              type="button"
              class="quiet"
              onClick={() => onChange(files.map((each, j) => (j === i ? { ...each, name: PICTURE } : each)))}
            >
              {wording.useAsPicture(value['arc_file_name'])}
            </button>
          )}
          <button type="button" class="quiet" onClick={() => onChange(files.filter((_, j) => j !== i))}>
            {wording.remove(value['arc_file_name'])}
          </button>
        </li>
      ))}
    </ul>
  );
}

const Preview = ({ address, name }: { address: string | undefined; name: string }) =>
  address === undefined ? null : (
    <div class="photo">
      <img class="picture" src={address} alt={texts.templateFields.chosen(name)} />
    </div>
  );

/**
 * The file that is being uploaded, with the share that was sent, and why an upload failed. Files that are taken during
 * an upload follow it. `missed`: the files that followed one whose upload failed.
 */
export function useUploads(of: Props) {
  const [share, setShare] = useState<{ name: string; share: number }>();
  const [error, setError] = useState<Error>();
  const [missed, setMissed] = useState<string[]>([]);
  const stop = useRef<AbortController>(undefined);
  // The form must not be sent without the file, because records cannot be changed.
  useUnready(share && wording.stillUploading(share.name), share?.name);
  const failed = useFailed();
  const now = useRef(of);
  now.current = of;
  const isLeft = useRef(false);
  // The file that is being uploaded, and those that follow it.
  const left = useRef<File[]>([]).current;
  useEffect(
    () => () => {
      isLeft.current = true;
      stop.current?.abort();
    },
    [],
  );
  const take = async (list: Iterable<File> | null, input?: HTMLInputElement): Promise<void> => {
    const isRunning = left.length > 0;
    left.push(...(list ?? []));
    if (isRunning) return now.current.onUnfinished(left.map(({ name }) => name));
    setError(undefined);
    setMissed([]);
    try {
      for (let file = left[0]; file !== undefined; left.shift(), file = left[0]) {
        now.current.onUnfinished(left.map(({ name }) => name));
        stop.current = new AbortController();
        setShare({ name: file.name, share: 0 });
        const blob = await upload(file, (part) => setShare({ name: file.name, share: part }), stop.current.signal);
        const { files: before, taken } = now.current;
        const name = nameFor(file.name, [...taken, ...before.map((each) => each.name)]);
        now.current.onUploaded?.(blob.identity, file);
        now.current.onChange([...before, { name, value: attachmentOf(blob, file.name) }]);
      }
    } catch (thrown) {
      setError(thrown as Error);
      failed(left[0]!.name, thrown as Error);
      setMissed(
        left
          .splice(0)
          .slice(1)
          .map(({ name }) => name),
      );
    }
    // A file of a screen that was left stays in its draft.
    if (!isLeft.current) now.current.onUnfinished([]);
    setShare(undefined);
    if (input) input.value = '';
  };
  return { share, error, missed, take, stop: () => stop.current?.abort() };
}

/** A name for the attribute: the file's, without characters that attribute names cannot have, and unique. */
export function nameFor(fileName: string, taken: string[]): string {
  const base = fileName.replaceAll(/[.[\]\p{Cc}]+/gu, '_').slice(0, 200) || 'file';
  return freeName(base, new Set(taken));
}

/** Files as attributes. */
export const attributesOf = (files: FileAttribute[]): Schemas['Attributes'] =>
  Object.fromEntries(files.map(({ name, value }) => [name, value]));

/** The names of the files' attributes, with a description of each for error texts. */
export const takenBy = (files: FileAttribute[]): Record<string, string> =>
  Object.fromEntries(files.map(({ name, value }) => [name, wording.theFile(value['arc_file_name'] ?? '')]));
