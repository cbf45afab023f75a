import SignaturePad from 'signature_pad';

/** A pad on a canvas that calls `onSigned` after each stroke. */
export function signaturePad(canvas: HTMLCanvasElement, onSigned: () => void): { clear: () => void; off: () => void } {
  const scale = canvas.width / canvas.clientWidth;
  canvas.getContext('2d')!.scale(scale, scale);
  const pad = new SignaturePad(canvas, { penColor: '#000', backgroundColor: '#fff' });
  pad.addEventListener('endStroke', onSigned);
  return { clear: () => pad.clear(), off: () => pad.off() };
}
