import { useEffect, useRef, useState } from 'preact/hooks';
import { fieldTexts } from './texts/texts.ts';

/** What the browser loads only for people who want a signature. */
const MODULE = '/field/signature.js';
type Pad = { clear: () => void; off: () => void };

/** A field on which the receiver signs with a finger. `onChange` gets the picture of the signature. */
export function Signature({ onChange }: { onChange: (signature: Blob | undefined) => void }) {
  const [open, setOpen] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<Pad>(undefined);
  useEffect(() => {
    if (!open) return undefined;
    const at = canvas.current!;
    [at.width, at.height] = [at.clientWidth * devicePixelRatio, at.clientHeight * devicePixelRatio];
    const signed = (): void => at.toBlob((blob) => onChange(blob ?? undefined), 'image/png');
    void (import(MODULE) as Promise<typeof import('./signature.ts')>).then(
      ({ signaturePad }) => (pad.current = signaturePad(at, signed)),
    );
    return () => pad.current?.off();
  }, [open]);
  const clear = (): void => {
    pad.current?.clear();
    onChange(undefined);
  };
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{fieldTexts.signature.title}</summary>
      {open && (
        <>
          <canvas class="signature" ref={canvas} role="img" aria-label={fieldTexts.signature.field} />
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
