/**
 * The base path of the API. URLs are made of it and of identities (`publicassets/<uuid>`,
 * `publicassets/<uuid>/events/<uuid>`), which the service generates, so that no recorded text gets into a URL.
 */
export type Base = string;

/** The page of an asset or an event. */
export const pageOf = (base: Base, identity: string): string => `${base}/${identity}`;

/** The page of an asset at an earlier time. */
export const pageAt = (base: Base, asset: string, at: string): string =>
  `${pageOf(base, asset)}?at_time=${encodeURIComponent(at)}`;

export const timelineOf = (base: Base, asset: string): string => `${pageOf(base, asset)}/events`;

/** The next page of a timeline. `token` is the page token of the list. */
export const timelineAfter = (base: Base, asset: string, token: string, size: number): string =>
  `${timelineOf(base, asset)}?page_size=${size}&page_token=${encodeURIComponent(token)}`;

export const windowProofOf = (base: Base, event: string): string => `${pageOf(base, event)}:proof?form=window`;

/** The page that verifies saved proofs and histories. */
export const VERIFY = '/verify/';

/** The address of the complete history of an asset. */
export const historyOf = (base: Base, asset: string): string => `${pageOf(base, asset)}:history`;

/** The address of the proof of an event by its entry in the public log. */
export const logProofOf = (base: Base, event: string): string => `${pageOf(base, event)}:proof`;

/** The address of the keys of the log of all public events. */
export const publicKeysOf = (base: Base): string => `${base}/v1/logs/public/keys`;

/** The screen of the console for a public asset or event, or for what can be done with it. */
export const consoleOf = (identity: string, screen = ''): string =>
  `/console/#/${identity.replace(/^public/, '')}${screen}`;

/** The page for members in front of an asset. */
export const fieldOf = (asset: string): string => `/field/#/assets/${uuidIn(asset)}`;

/** The public download of a file that a record names. */
export const fileOf = (base: Base, record: string, blob: string): string => `${base}/v2/attachments/${record}/${blob}`;

/** The uuid at the end of an identity. */
export const uuidIn = (identity: string): string => identity.slice(identity.lastIndexOf('/') + 1);
