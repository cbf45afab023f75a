/**
 * Addresses that pages link to. `base` is the path of the API; identities are of the service's making
 * (`publicassets/<uuid>`, `publicassets/<uuid>/events/<uuid>`), so that nothing that anybody wrote gets into an address.
 */
export type Base = string;

/** The page of an asset or of an event, by its identity. */
export const pageOf = (base: Base, identity: string): string => `${base}/${identity}`;

/** The asset's page as it was at a moment. */
export const pageAt = (base: Base, asset: string, at: string): string =>
  `${pageOf(base, asset)}?at_time=${encodeURIComponent(at)}`;

export const timelineOf = (base: Base, asset: string): string => `${pageOf(base, asset)}/events`;

/** The rest of a timeline: `token` as the list gave it. */
export const timelineAfter = (base: Base, asset: string, token: string, size: number): string =>
  `${timelineOf(base, asset)}?page_size=${size}&page_token=${encodeURIComponent(token)}`;

export const proofOf = (base: Base, event: string): string => `${pageOf(base, event)}:proof`;

/** The public download of a file that a record names. */
export const fileOf = (base: Base, record: string, blob: string): string => `${base}/v2/attachments/${record}/${blob}`;

/** The uuid at the end of an identity. */
export const uuidIn = (identity: string): string => identity.slice(identity.lastIndexOf('/') + 1);
