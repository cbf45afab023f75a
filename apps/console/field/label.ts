import { UUID_V4 } from '../../../src/lib/identifiers.ts';

/** The address of a label, of the public page of an asset, or of its screen in the console. */
const ADDRESS = /(?:^|\/)(?:a|publicassets|assets)\/([\da-f-]{36})(?:$|[/?#])/i;

/**
 * The UUID of the asset in the text of a QR code, which is the address of a label or the UUID itself; undefined for
 * another text. The host is not looked at: a label may have been printed before the service moved.
 */
export function assetIn(text: string): string | undefined {
  const uuid = (ADDRESS.exec(text.trim())?.[1] ?? text.trim()).toLowerCase();
  return UUID_V4.test(uuid) ? uuid : undefined;
}
