import decodeQR from 'qr/decode.js';

/** The text of the QR code in a picture; undefined if there is none that can be read. */
export function textIn(image: ImageData): string | undefined {
  try {
    return decodeQR(image);
  } catch {
    return undefined;
  }
}
