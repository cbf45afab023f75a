import { encode } from 'uqr';
import { screenTexts } from '../screens/texts/texts.ts';

const { qr: wording } = screenTexts;

/** The margin of a QR code in modules (ISO/IEC 18004). */
const MARGIN = 4;

/** The QR code of an address. */
export function QrCode({ address, label }: { address: string; label?: string }) {
  const { size, data } = encode(address, { ecc: 'M', border: MARGIN });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="chart qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label ?? wording.codeOf(address)}>
      <rect class="paper" width={size} height={size} />
      <path d={modules.join('')} />
    </svg>
  );
}
