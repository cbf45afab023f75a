declare const checked: unique symbol;

/** The name of a file in a directory. Only `fileName` makes one of the text of others. */
export type FileName = string & { readonly [checked]: true };

/**
 * Only lower-case letters of ASCII, so that no two names are the same in a file system that ignores case or composes
 * characters; no name is hidden or has a path.
 */
const NAME = /^[a-z0-9](?:[a-z0-9_.-]{0,126}[a-z0-9])?$/;
/** Names of devices in Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/;

/**
 * The name of a file that a service or a manifest names. Undefined if it could be another file than one of the
 * directory.
 */
export const fileName = (text: unknown): FileName | undefined =>
  typeof text === 'string' && NAME.test(text) && !DEVICE.test(text) ? (text as FileName) : undefined;
