import { sql } from 'drizzle-orm';
import type { Scope, TenantScope } from '../../access/scope.ts';
import { attachmentsIn, type Attachment } from '../../formats/records/attachments.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { invalid, notFound, type ServiceError, type Violation } from '../../lib/errors.ts';
import { assetQuery, eventQuery } from '../../ledger/lists/history.ts';
import { seenAsset, seenEvent } from '../../ledger/records/rows.ts';
import { assetNumber } from '../../platform/database/numbers.ts';
import { blobs, type Blob } from './tables.ts';

/** Attributes of a request, and the field that contains them. */
export type AttributesField = readonly [prefix: string, attributes: Attributes];

/**
 * Checks attachments: each must name a blob of the caller's tenancy that they may read, and its hash. Blobs never
 * change, so the check still holds when the record is written. Returns a 400 that names the attribute. A request that
 * repeats an earlier one has the response of that one nevertheless: its files may have been erased since.
 */
export async function attachmentError(
  scope: TenantScope,
  places: readonly AttributesField[],
): Promise<ServiceError | undefined> {
  const [error] = await attachmentErrors(scope, [places]);
  return error;
}

/** As `attachmentError` for several requests, with one read. Returns the error of each, in their order. */
export async function attachmentErrors(
  scope: TenantScope,
  requests: readonly (readonly AttributesField[])[],
): Promise<(ServiceError | undefined)[]> {
  const found = requests.map((places) => places.map(([prefix, attributes]) => attachmentsIn(attributes, prefix)));
  const attachments = found.flat().flatMap((place) => place.attachments);
  const hashes = attachments.length > 0 ? await hashesOf(scope, attachments) : new Map<string, string>();
  return found.map((places) => {
    const problems = [
      ...places.flatMap((place) => place.problems),
      ...misattached(
        places.flatMap((place) => place.attachments),
        hashes,
      ),
    ];
    return problems.length > 0 ? invalid(problems) : undefined;
  });
}

/** The SHA-256 of the blobs that the caller may read, by their ids. */
async function hashesOf(scope: TenantScope, attachments: readonly Attachment[]): Promise<Map<string, string>> {
  const ids = JSON.stringify([...new Set(attachments.map(({ blob }) => blob))]);
  const [rows] = await scope.read(
    scope.rows(blobs, sql`${blobs.id} IN (SELECT value FROM json_each(${ids}))`, { audience: 'author' }),
  );
  return new Map(rows.map((row) => [row.id, row.sha256]));
}

function misattached(attachments: readonly Attachment[], hashes: ReadonlyMap<string, string>): Violation[] {
  return attachments.flatMap(({ field, blob, sha256 }) => {
    const actual = hashes.get(blob);
    if (actual === sha256) return [];
    const description =
      actual === undefined ? `blobs/${blob} does not exist in this tenancy` : 'has not the hash of its blob';
    return [{ field, description }];
  });
}

/**
 * Finds a blob that is attached to an asset or an event by an attribute that the audience may read. Throws 404.
 */
export async function readAttachment(
  scope: Scope,
  asset: string,
  event: string | undefined,
  blob: string,
): Promise<{ blob: Blob; fileName: string }> {
  const [rows, places] =
    event === undefined ? await ofAsset(scope, asset, blob) : await ofEvent(scope, asset, event, blob);
  const attached = places
    .flatMap((attributes) => attachmentsIn(attributes, '').attachments)
    .find((attachment) => attachment.blob === blob && attachment.sha256 === rows[0]?.sha256);
  if (!rows[0] || !attached) throw notFound(`attachment ${blob}`);
  return { blob: rows[0], fileName: attached.fileName };
}

async function ofAsset(scope: Scope, asset: string, blob: string): Promise<[Blob[], Attributes[]]> {
  const [assets, found] = await scope.read(
    assetQuery(scope, asset),
    scope.query<Blob>(
      'whole',
      (seen) => sql`SELECT ${COLUMNS} FROM blobs b CROSS JOIN assets asset${seen.join('asset')}
        WHERE b.id = ${blob} AND asset.id = ${asset} AND ${seen.sees('asset')}`,
    ),
  );
  if (!assets[0]) throw notFound(`assets/${asset}`);
  return [found, [seenAsset(assets[0]).attributes]];
}

async function ofEvent(scope: Scope, asset: string, event: string, blob: string): Promise<[Blob[], Attributes[]]> {
  const [events, found] = await scope.read(
    eventQuery(scope, asset, event),
    scope.query<Blob>(
      'whole',
      (seen) => sql`SELECT ${COLUMNS} FROM blobs b CROSS JOIN events event${seen.join('event')}
        WHERE b.id = ${blob} AND event.asset = ${assetNumber(asset)} AND event.id = ${event} AND ${seen.sees('event')}`,
    ),
  );
  if (!events[0]) throw notFound(`assets/${asset}/events/${event}`);
  const { eventAttributes, assetAttributes } = seenEvent(events[0]);
  return [found, [eventAttributes, assetAttributes]];
}

/** Information about the files that an asset's records name. Unknown ones are left out. */
export async function readAttached(scope: Scope, asset: string, ids: readonly string[]): Promise<Blob[]> {
  if (ids.length === 0) return [];
  const [found] = await scope.read(
    scope.query<Blob>(
      'whole',
      (seen) => sql`SELECT ${COLUMNS} FROM blobs b CROSS JOIN assets asset${seen.join('asset')}
        WHERE b.id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND asset.id = ${asset}
          AND ${seen.sees('asset')}`,
    ),
  );
  return found;
}

const COLUMNS = sql.raw(
  Object.entries(blobs)
    .flatMap(([key, column]) =>
      typeof column === 'object' && 'name' in column ? [`b.${String(column.name)} AS ${key}`] : [],
    )
    .join(', '),
);
