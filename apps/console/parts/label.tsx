import { useState } from 'preact/hooks';
import { api, type Schemas } from '../lib/api.ts';
import { labelAddressOf, labelOrigin } from '../lib/label-address.ts';
import { Copy } from './act.tsx';
import { nameOf, textOf } from './attributes.tsx';
import { Dialog } from './dialog.tsx';
import { Load, useLoaded } from './page.tsx';
import { onDemand } from './on-demand.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { label: wording, common } = screenTexts;

type Asset = Schemas['Asset'];

const QrCode = onDemand(async () => (await import('./qr.tsx')).QrCode);

/** The address on the label of an asset, and the label with its QR code to print. Every asset has one. */
export function AssetLabel({ asset, uuid }: { asset: Asset; uuid: string }) {
  const origin = useLoaded(() => labelOrigin(uuid), uuid);
  return <Load of={origin}>{(at) => <LabelAt asset={asset} uuid={uuid} address={labelAddressOf(asset, at)} />}</Load>;
}

function LabelAt({ asset, uuid, address }: { asset: Asset; uuid: string; address: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Copy label={wording.address} value={address} />
      <p class="note">{asset.public ? wording.publicHint : wording.memberHint}</p>
      <p class="actions">
        <a href={`/field/#/assets/${uuid}`}>{wording.field}</a>
        <button type="button" class="quiet" onClick={() => setOpen(true)}>
          {wording.show}
        </button>
      </p>
      {open && (
        <Dialog title={common.label} onClose={() => setOpen(false)}>
          <Label asset={asset} address={address} />
          <p class="actions">
            <button type="button" onClick={() => print()}>
              {common.print}
            </button>
            <button type="button" class="quiet" onClick={() => setOpen(false)}>
              {common.close}
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
  return <Load of={address}>{({ publicurl }) => <Copy label={wording.publicUrl} value={publicurl} />}</Load>;
}

function Label({ asset, address }: { asset: Asset; address: string }) {
  return (
    <div class="label">
      <QrCode address={address} />
      <p>
        <strong>
          <bdi>{nameOf(asset)}</bdi>
        </strong>
      </p>
      <p>{textOf(asset.attributes, 'arc_display_type')}</p>
      <p class="note">{address}</p>
    </div>
  );
}
