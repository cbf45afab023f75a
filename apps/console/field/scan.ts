import decode from 'qr/decode.js';

/** The text of the QR code in a picture; undefined if there is none that can be read. */
export function textIn(image: ImageData): string | undefined {
  try {
    return decode(image);
  } catch {
    return undefined;
  }
}
