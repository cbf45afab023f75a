import { useEffect, useRef, useState } from 'preact/hooks';
import { attachmentsIn } from '../../../src/formats/records/attachments.ts';
import { BASE, signedIn, type Schemas } from '../lib/api.ts';
import { texts } from '../texts/texts.ts';

const { picture: wording } = texts;

/** Image types that cannot contain scripts. */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** Bytes of a picture in a list: larger ones are only on the screen of their record. */
export const LISTED = 2 * 1024 * 1024;

type Of = { attributes: Schemas['Attributes']; at: string };

/** The attachment that is the primary image of a record. */
export const pictureIn = (attributes: Schemas['Attributes']) =>
  attachmentsIn(attributes, '').attachments.find(
    ({ field, fileName }) => field === '.arc_primary_image' || fileName === 'arc_primary_image',
  );

/** The file `blob` of the record `at`, if it is a raster image of at most `most` bytes. Throws ApiError. */
export async function readImage(at: string, blob: string, most: number): Promise<Blob | undefined> {
  const response = await signedIn((headers) => fetch(`${BASE}/v2/attachments/${at}/${blob}`, { headers }));
  const fits = Number(response.headers.get('content-length') ?? 0) <= most;
  if (response.ok && fits && RASTER.has(response.headers.get('content-type') ?? '')) return response.blob();
  await response.body?.cancel();
  return undefined;
}

/**
 * The address of the file `blob` of the record `at` once it is read, if it is a raster image of at most `most` bytes.
 */
function useImage(at: string, blob: string | undefined, most = Infinity): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return undefined;
    let over = false;
    let made: string | undefined;
    const show = async (): Promise<void> => {
      const file = await readImage(at, blob, most);
      if (over || !file) return;
      made = URL.createObjectURL(file);
      setAddress(made);
    };
    // Without the picture the screen is complete: a download of the file in the attributes shows the error.
    show().catch(() => undefined);
    return () => {
      over = true;
      if (made) URL.revokeObjectURL(made);
      setAddress(undefined);
    };
  }, [at, blob]);
  return address;
}

/**
 * The primary image of a record, if it has one that the service lets the caller read. `at`: the identity of the record.
 */
export function Picture({ attributes, at }: Of) {
  const found = pictureIn(attributes);
  const address = useImage(at, found?.blob);
  if (!found || address === undefined) return null;
  const name = found.fileName === 'arc_primary_image' ? '' : found.fileName;
  return <img class="picture" src={address} alt={name === '' ? wording.picture : wording.pictureOf(name)} />;
}

/** The small primary image of a record in a list, beside its name. It is read once it is on the screen. */
export const Thumb = ({ attributes, at }: Of) => <BlobThumb at={at} blob={pictureIn(attributes)?.blob} />;

/** The file `blob` of the record `at` as a small picture, if it is one. It is read once it is on the screen. */
export function BlobThumb({ at, blob }: { at: string; blob: string | undefined }) {
  const here = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  const address = useImage(at, seen ? blob : undefined, LISTED);
  useEffect(() => {
    if (blob === undefined || seen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(here.current!);
    return () => observer.disconnect();
  }, [blob === undefined, seen]);
  return (
    <span class="thumb" ref={here} aria-hidden="true">
      {address !== undefined && <img class="picture" src={address} alt="" />}
    </span>
  );
}
