import type { Caller } from '../../access/principal.ts';
import { withoutUploads } from '../../formats/records/attachments.ts';
import { canonicalJson } from '../../lib/digest.ts';
import { ServiceError } from '../../lib/errors.ts';
import { derivedUuid } from '../../lib/identifiers.ts';
import { formatMicros } from '../../lib/time.ts';
import { principalKey } from '../../platform/database/idempotency.ts';
import type { EventRecord } from '../records/event.ts';
import type { Command, EventInput } from './commands.ts';

/*
 * A Record-Id is a UUID that a client has chosen for an event. The id of the event follows from it, so the event itself
 * remembers it: no row is added, and it never expires.
 */

/**
 * The id of the event that a caller records on an asset with this Record-Id. Callers, tenancies and assets have ids of
 * their own: nobody can find out what others have recorded, or take an id that others will use.
 */
export const eventOfRecord = (caller: Caller, asset: string, recordId: string): string =>
  derivedUuid('record', caller.tenant, principalKey(caller), asset, recordId);

/** What the id of an event follows from. */
type Naming = NonNullable<Command['namedBy']>;

/**
 * Throws 409 unless an event that was recorded with this Record-Id or statement has the content of the request; also if
 * it was erased, because nothing tells then whether this is the same request. A file that was uploaded again is the
 * same file.
 */
export function requireSameRecord(input: EventInput, event: EventRecord, by: Naming): void {
  if (event.erased) throw erasedSince(by, event.asset, event.id);
  const recorded: EventInput = {
    operation: event.operation,
    behaviour: event.behaviour,
    eventAttributes: withoutUploads(event.eventAttributes),
    assetAttributes: withoutUploads(event.assetAttributes),
    declared: undefined,
    principalDeclared: event.principalDeclared,
  };
  // What a request leaves out is stored as the time of acceptance and as the caller.
  const requested = {
    ...input,
    eventAttributes: withoutUploads(input.eventAttributes),
    assetAttributes: withoutUploads(input.assetAttributes),
    declared: undefined,
    principalDeclared: input.principalDeclared ?? event.principalAccepted,
  };
  const declared = input.declared?.text ?? formatMicros(event.acceptedUs);
  if (declared !== event.declared || canonicalJson(requested) !== canonicalJson(recorded))
    throw new ServiceError('conflict', `this ${by} was used for another event of the asset`);
}

/** The 409 error for an event that was erased since a request with this header or field recorded it. */
export function erasedSince(header: 'Idempotency-Key' | Naming, asset: string, event: string): ServiceError {
  const identity = `assets/${asset}/events/${event}`;
  const another = header === 'Idempotency-Key' ? 'key' : 'one';
  return new ServiceError(
    'conflict',
    `this ${header} recorded ${identity}, which was erased; use a new ${another} to record another event`,
    { info: { reason: 'EVENT_ERASED', metadata: { event: identity } } },
  );
}
