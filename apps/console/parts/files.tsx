import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { freeName } from '../lib/free-name.ts';
import type { Schemas } from '../lib/schemas.ts';
import { attachmentOf, upload } from '../lib/upload.ts';
import { Problem, useFailed, useUnready } from './form.tsx';

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
};

/**
 * Uploads files and shows the progress. The names of their attributes differ from those in `taken`. `unfinished`: the
 * names of files that were chosen and are not uploaded, which a draft keeps.
 */
export function Files(of: Props) {
  const { share, error, take, stop } = useUploads(of);
  const id = useId();
  return (
    <fieldset>
      <legend>Attachments</legend>
      <label for={id}>Files</label>
      <input
        id={id}
        type="file"
        multiple
        aria-disabled={share !== undefined}
        // Not `disabled`, because the field would lose the focus.
        onClick={(event) => share && event.preventDefault()}
        onChange={(event) => void take(event.currentTarget.files, event.currentTarget)}
      />
      {share && (
        <p class="actions">
          <progress value={share.share} max={1} aria-label={`Upload of ${share.name}`} />
          <span role="status">
            {share.name}: {Math.round(share.share * 100)} %
          </span>
          <button type="button" onClick={stop}>
            Stop
          </button>
        </p>
      )}
      {!share && of.unfinished.length > 0 && (
        <p class="wrong" role="status">
          Not uploaded: {of.unfinished.join(', ')}. Choose {of.unfinished.length === 1 ? 'it' : 'them'} again.
        </p>
      )}
      {error && <Problem error={error} />}
      <UploadedFiles {...of} />
    </fieldset>
  );
}

function UploadedFiles({ files, taken, onChange }: Props) {
  const pictured = [...taken, ...files.map(({ name }) => name)].includes(PICTURE);
  return (
    <ul class="items">
      {files.map(({ name, value }, i) => (
        <li key={name}>
          <div>
            <strong>{value['arc_file_name']}</strong>
            <p class="note">
              attribute <code>{name}</code>, SHA-256 <code>{value['arc_blob_hash_value']}</code>
            </p>
          </div>
          {!pictured && IMAGE.test(value['arc_file_name'] ?? '') && (
            <button
              type="button"
              class="quiet"
              onClick={() => onChange(files.map((each, j) => (j === i ? { ...each, name: PICTURE } : each)))}
            >
              Use {value['arc_file_name']} as the picture
            </button>
          )}
          <button type="button" class="quiet" onClick={() => onChange(files.filter((_, j) => j !== i))}>
            Remove {value['arc_file_name']}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The file that is being uploaded, with the share that was sent, and why an upload failed. */
export function useUploads(of: Props) {
  const [share, setShare] = useState<{ name: string; share: number }>();
  const [error, setError] = useState<Error>();
  const stop = useRef<AbortController>(undefined);
  // The form must not be sent without the file, because records cannot be changed.
  useUnready(share && `Not sent: ${share.name} is still being uploaded. Wait for the upload, or stop it.`, share?.name);
  const failed = useFailed();
  const now = useRef(of);
  now.current = of;
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
      stop.current?.abort();
    },
    [],
  );
  const take = async (list: FileList | null, input: HTMLInputElement): Promise<void> => {
    const left = [...(list ?? [])];
    setError(undefined);
    try {
      for (let file = left[0]; file !== undefined; left.shift(), file = left[0]) {
        now.current.onUnfinished(left.map(({ name }) => name));
        stop.current = new AbortController();
        setShare({ name: file.name, share: 0 });
        const blob = await upload(file, (part) => setShare({ name: file.name, share: part }), stop.current.signal);
        const { files: before, taken } = now.current;
        const name = nameFor(file.name, [...taken, ...before.map((each) => each.name)]);
        now.current.onChange([...before, { name, value: attachmentOf(blob, file.name) }]);
      }
    } catch (thrown) {
      setError(thrown as Error);
      failed(left[0]!.name, thrown as Error);
    }
    // A file of a screen that was left stays in its draft.
    if (!isLeft.current) now.current.onUnfinished([]);
    setShare(undefined);
    input.value = '';
  };
  return { share, error, take, stop: () => stop.current?.abort() };
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
  Object.fromEntries(files.map(({ name, value }) => [name, `the file ${value['arc_file_name']}`]));
