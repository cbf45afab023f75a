import { useState } from 'preact/hooks';
import { encode } from 'uqr';
import { api, errorOf, unreachable, type Schemas } from '../lib/api.ts';
import { nameOf, textOf } from './attributes.tsx';
import { Copy } from './act.tsx';
import { Dialog } from './dialog.tsx';
import { Load, useLoaded } from './page.tsx';

type Asset = Schemas['Asset'];

/** The address on the label of an asset, which starts with the public origin of the deployment. Throws ApiError. */
async function labelAddress(uuid: string): Promise<string> {
  const response = await fetch(`/a/${uuid}`, { headers: { accept: 'application/json' } }).catch(() => {
    throw unreachable();
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw errorOf(response.status, body, response.headers.get('x-request-id') ?? '');
  return (body as Schemas['Label']).address;
}

/** The address on the label of an asset, and the label with its QR code to print. Every asset has one. */
export function AssetLabel({ asset, uuid }: { asset: Asset; uuid: string }) {
  const address = useLoaded(() => labelAddress(uuid), uuid);
  return <Load of={address}>{(at) => <LabelAt asset={asset} uuid={uuid} address={at} />}</Load>;
}

function LabelAt({ asset, uuid, address }: { asset: Asset; uuid: string; address: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Copy label="Address on the label" value={address} />
      <p class="note">
        {asset.public
          ? 'Anyone who scans it sees the public page.'
          : 'Members who scan it see the asset and record on it. Others are asked to sign in.'}
      </p>
      <p class="actions">
        <a href={`/field/#/assets/${uuid}`}>Open in the field page</a>
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          Show a label to print
        </button>
      </p>
      {open && (
        <Dialog title="Label" onClose={() => setOpen(false)}>
          <Label asset={asset} address={address} />
          <p class="actions">
            <button type="button" onClick={() => print()}>
              Print
            </button>
            <button type="button" class="quiet" onClick={() => setOpen(false)}>
              Close
            </button>
          </p>
        </Dialog>
      )}
    </>
  );
}

/** The address of the public page of an asset. */
export function PublicPage({ uuid }: { uuid: string }) {
  const address = useLoaded(() => api.get('/v2/assets/{uuid}:publicurl', { params: { path: { uuid } } }), uuid);
  return <Load of={address}>{({ publicurl }) => <Copy label="Public URL" value={publicurl} />}</Load>;
}

/** The margin of a QR code in modules (ISO/IEC 18004). */
const MARGIN = 4;

function Label({ asset, address }: { asset: Asset; address: string }) {
  const { size, data } = encode(address, { ecc: 'M', border: MARGIN });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <div class="label">
      <svg class="chart qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code of ${address}`}>
        <rect class="paper" width={size} height={size} />
        <path d={modules.join('')} />
      </svg>
      <p>
        <strong>{nameOf(asset)}</strong>
      </p>
      <p>{textOf(asset.attributes, 'arc_display_type')}</p>
      <p class="note">{address}</p>
    </div>
  );
}
