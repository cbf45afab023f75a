import { useEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../parts/form.tsx';
import { useAddress } from './asset.tsx';
import type { RecordDraft } from './queue.ts';
import { fieldTexts } from './texts/texts.ts';

/** What the browser loads only for people who want a signature. */
const MODULE = '/field/signature.js';
type Pad = { clear: () => void; off: () => void };

type Signed = Partial<Pick<RecordDraft, 'signature' | 'receiver'>>;

/**
 * A field on which the receiver signs with a finger, and one for the name. `onChange` gets picture and name. A
 * signature of a restored draft is shown below.
 */
export function Signature(of: {
  draft: Pick<RecordDraft, 'signature' | 'receiver'>;
  onChange: (part: Signed) => void;
}) {
  const { draft, onChange } = of;
  const [open, setOpen] = useState(draft.receiver !== '' || draft.signature !== undefined);
  const restored = useRef(draft.signature).current;
  const address = useAddress(restored && draft.signature === restored ? restored : undefined);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(undefined);
  useEffect(() => {
    if (!open) return undefined;
    const at = canvas.current!;
    [at.width, at.height] = [at.clientWidth * devicePixelRatio, at.clientHeight * devicePixelRatio];
    const signed = (): void => at.toBlob((blob) => onChange({ signature: blob ?? undefined }), 'image/png');
    void (import(MODULE) as Promise<typeof import('./signature.ts')>).then(
      ({ signaturePad }) => (pad.current = signaturePad(at, signed)),
    );
    return () => pad.current?.off();
  }, [open]);
  const clear = (): void => {
    pad.current?.clear();
    onChange({ signature: undefined });
  };
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{fieldTexts.signature.title}</summary>
      {open && (
        <>
          <canvas class="signature" ref={canvas} role="img" aria-label={fieldTexts.signature.field} />
          {address && <img class="picture" src={address} alt={fieldTexts.signature.title} />}
          <Field
            label={fieldTexts.signature.receiver}
            value={draft.receiver}
            onInput={(name) => onChange({ receiver: name })}
          />
          <p class="actions">
            <button type="button" class="quiet" onClick={clear}>
              {fieldTexts.signature.clear}
            </button>
          </p>
        </>
      )}
    </details>
  );
}
