import { useEffect, useState } from 'preact/hooks';
import { attachmentsIn } from '../../../core/attachments.ts';
import { BASE, signedIn, type Schemas } from '../lib/api.ts';

/** Image types that cannot contain scripts. */
const RASTER = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The primary image of a record, if it has one that the service lets the caller read. `at`: the identity of the record. */
export function Picture({ attributes, at }: { attributes: Schemas['Attributes']; at: string }) {
  const found = attachmentsIn(attributes, '').attachments.find(
    ({ field, fileName }) => field === '.arc_primary_image' || fileName === 'arc_primary_image',
  );
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!found) return undefined;
    let over = false;
    let made: string | undefined;
    const show = async (): Promise<void> => {
      const response = await signedIn((headers) => fetch(`${BASE}/v2/attachments/${at}/${found.blob}`, { headers }));
      if (!response.ok || !RASTER.has(response.headers.get('content-type') ?? '')) return response.body?.cancel();
      const file = await response.blob();
      if (over) return;
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
  }, [at, found?.blob]);
  if (!found || address === undefined) return null;
  const name = found.fileName === 'arc_primary_image' ? '' : found.fileName;
  return <img class="picture" src={address} alt={name === '' ? 'Picture' : `Picture: ${name}`} />;
}
