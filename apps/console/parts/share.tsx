import { useState } from 'preact/hooks';
import type { Schemas } from '../lib/api.ts';
import { nameOf } from './attributes.tsx';
import { Dialog } from './dialog.tsx';
import { onDemand } from './on-demand.tsx';
import { screenTexts } from '../screens/texts/texts.ts';

const { asset: wording } = screenTexts;

const ShareContent = onDemand(async () => (await import('./share-content.tsx')).ShareContent);

/** A button that shares one asset with a partner or a person. `onShared`: a policy was created. */
export function Share({ asset, onShared }: { asset: Schemas['Asset']; onShared: () => void }) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {wording.share}
      </button>
      {open && (
        <Dialog title={wording.shareTitle(nameOf(asset))} onClose={close}>
          <ShareContent asset={asset} onShared={onShared} onClose={close} />
        </Dialog>
      )}
    </>
  );
}
