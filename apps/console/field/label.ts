const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
/** The address of a label, of the public page of an asset, or of its screen in the console. */
const LABEL = new RegExp(`(?:^|/)(?:a|publicassets|assets)/(${UUID})(?:$|[/?#])`, 'i');

/**
 * The UUID of the asset in the text of a QR code; undefined for a text that names none. The host is not looked at: a
 * label may have been printed before the service moved.
 */
export const assetIn = (text: string): string | undefined =>
  LABEL.exec(text.trim())?.[1]?.toLowerCase() ?? new RegExp(`^${UUID}$`, 'i').exec(text.trim())?.[0].toLowerCase();
