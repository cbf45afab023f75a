import {
  isSignedType,
  readableAttributes,
  rightsOn,
  type PermissionList,
  type Rights,
  type CallerRights,
} from '../../access/rights.ts';
import { callerGone, changeByAuditor, tenancySuspended, type Principal } from '../../access/principal.ts';
import { attachmentsIn, type Attachment } from '../../formats/records/attachments.ts';
import { invalid, notFound, retryLater, ServiceError, type Violation } from '../../lib/errors.ts';
import { printable } from '../../lib/text.ts';
import { changesOf } from '../../formats/records/asset-state.ts';
import type { AssetRecord } from '../records/asset.ts';
import type { Command, AssetInput } from './commands.ts';
import type { EventRecord } from '../records/event.ts';
import type { Head } from '../records/asset.ts';

/*
 * What may refuse a command for its rights, files and quota. `requireRights` and `requireFiles` say which error its
 * caller gets, by what was read or is remembered. The commit decides: its conditions `rights`, `files`, `asset_quota`
 * and `byte_quota` (commit-statements.ts) refuse what has changed since, and nothing else asks for the quota.
 */

/** Behaviours that every asset has: creating an asset with them needs no policy. */
const UNIVERSAL = new Set(['Builtin', 'AssetCreator']);

/**
 * Returns the rights of a command's caller (docs/authorization.md). `callerRights` is undefined if the caller no longer
 * exists. Throws 401; 404 if the caller may not know that the asset exists; and 403 with the fields that no policy lets
 * them write. Pure.
 */
export function requireRights(
  command: Command,
  callerRights: CallerRights | undefined,
  head: Head | undefined,
): CallerRights {
  if (!callerRights) throw callerGone(command.author.caller);
  if (callerRights.principal.auditor) throw changeByAuditor();
  requirePolicies(command, callerRights, head);
  if (callerRights.suspended) throw tenancySuspended();
  return callerRights;
}

function requirePolicies(command: Command, callerRights: CallerRights, head: Head | undefined): void {
  if (command.kind === 'create') {
    const { tenant, administrator } = callerRights.principal;
    const rights = rightsOn(callerRights, { ...command.input, tenant });
    if (command.input.public && !administrator)
      throw refused([
        { field: 'public', description: 'only an administrator of the tenancy may create a public asset' },
      ]);
    const lacking = [
      ...command.input.behaviours
        .filter((b) => !UNIVERSAL.has(b))
        .flatMap((b) => missing(rights, 'behaviours', b, 'behaviours')),
      ...Object.keys(command.input.attributes).flatMap((name) =>
        missing(rights, 'asset_attributes_write', name, `attributes.${name}`),
      ),
    ];
    if (!rights.known || lacking.length > 0) throw refused(lacking);
    return;
  }
  const rights = head && rightsOn(callerRights, head);
  if (!head || !rights?.known) throw notFound(`assets/${command.asset}`);
  if (rights.all) return;
  if (command.kind === 'erase')
    throw new ServiceError(
      'forbidden',
      'only an administrator of the tenancy that owns the asset may erase its events',
    );
  const { input } = command;
  const type = input.eventAttributes['arc_display_type'];
  const lacking = [
    ...missing(rights, 'behaviours', input.behaviour, 'behaviour'),
    ...missing(
      rights,
      'event_arc_display_type_write',
      typeof type === 'string' ? type : '',
      'event_attributes.arc_display_type',
    ),
    ...Object.keys(changesOf(head, input)).flatMap((name) =>
      missing(rights, 'asset_attributes_write', name, `asset_attributes.${name}`),
    ),
  ];
  if (lacking.length > 0) throw refused(lacking);
}

/** The attachments that the event of a command names. */
function attachmentsOf(command: Command): Attachment[] {
  if (command.kind === 'erase') return [];
  if (command.kind === 'create') return attachmentsIn(command.input.attributes, 'attributes').attachments;
  const { eventAttributes, assetAttributes } = command.input;
  return [
    ...attachmentsIn(eventAttributes, 'event_attributes').attachments,
    ...attachmentsIn(assetAttributes, 'asset_attributes').attachments,
  ];
}

/** The ids of the blobs that an event names. */
export const filesOfEvent = ({
  eventAttributes,
  assetAttributes,
}: Pick<EventRecord, 'eventAttributes' | 'assetAttributes'>): string[] => [
  ...new Set(
    [eventAttributes, assetAttributes].flatMap((attributes) =>
      attachmentsIn(attributes, '').attachments.map(({ blob }) => blob),
    ),
  ),
];

/** The ids of the blobs that the events of commands name. */
export const filesOfCommands = (commands: readonly Command[]): string[] => [
  ...new Set(commands.flatMap(attachmentsOf).map(({ blob }) => blob)),
];

/** Throws 400 if the event of a command names one of the blobs that do not exist. */
export function requireFiles(command: Command, missing: ReadonlySet<string>): void {
  if (missing.size === 0) return;
  const named = attachmentsOf(command).filter(({ blob }) => missing.has(blob));
  if (named.length > 0)
    throw invalid(named.map(({ field, blob }) => ({ field, description: `blobs/${blob} does not exist any more` })));
}

/**
 * Throws 403 for a statement of a revoked key, and 503 if the key may have been revoked since it was read. A revocation
 * changes the revision of its owner, with which the event is committed. Pure.
 */
export function requireValidKey(command: Command, { revision }: Principal): void {
  if (command.kind !== 'append' || !command.statement) return;
  const { thumbprint, isRevoked } = command.statement;
  if (isRevoked)
    throw new ServiceError('forbidden', `author_statement.signature: the signing key ${thumbprint} is revoked`);
  if (revision !== command.statement.revision)
    throw retryLater('unavailable', 'the caller or their signing keys have changed; try again', 1);
}

/** The reason in the refusal of an event that its author had to sign. */
export const SIGNATURE_REQUIRED = 'SIGNATURE_REQUIRED';

/** What only starts or stops tracking says nothing about the asset. */
const TRACKING = new Set(['StartTracking', 'StopTracking']);

/**
 * Throws 400 for an event without a statement of its author, if the tenancy of the asset requires one for its type
 * (`require_signature`). Creation, erasure and tracking without attributes need none. The error does not name the type,
 * which the caller may not be allowed to read. Pure.
 */
export function requireSignature(
  command: Command,
  callerRights: CallerRights | undefined,
  head: Head | undefined,
): void {
  if (command.kind !== 'append' || command.statement || !callerRights || !head) return;
  const { operation, eventAttributes, assetAttributes } = command.input;
  const isEmpty = Object.keys(eventAttributes).length + Object.keys(assetAttributes).length === 0;
  if (TRACKING.has(operation) && isEmpty) return;
  if (!isSignedType(callerRights, head.attributes)) return;
  const description = 'must be given: the tenancy of the asset requires signed events for assets of its type';
  throw new ServiceError('invalid', `author_statement: ${description}`, {
    violations: [{ field: 'author_statement', description }],
    info: { reason: SIGNATURE_REQUIRED, metadata: {} },
  });
}

/**
 * The response to a creation. A caller who is not an administrator of the tenancy gets the asset as they created it,
 * also when they repeat the request after others have changed it: to see the changes they need a read.
 */
export function createdAsset(asset: AssetRecord, input: AssetInput, callerRights: CallerRights): AssetRecord {
  const made = { ...asset, behaviours: input.behaviours, attributes: input.attributes };
  const rights = rightsOn(callerRights, made);
  if (rights.all) return asset;
  const attributes = readableAttributes(rights, input.attributes);
  return { ...made, attributes, tracked: true, confirmation: 'PENDING', headUs: asset.createdUs };
}

function missing(rights: Rights, list: PermissionList, name: string, field: string): Violation[] {
  if (rights.may(list, name)) return [];
  const named = name === '' ? 'events without a type' : printable(name);
  return [{ field, description: `no access policy gives the caller ${list} for ${named}` }];
}

/** Maximum number of missing permissions that a 403 names. */
const MAX_NAMED = 20;

function refused(all: Violation[]): ServiceError {
  const violations = all.slice(0, MAX_NAMED);
  const named = violations.map(({ field, description }) => `${printable(field)}: ${description}`).join('; ');
  return new ServiceError('forbidden', named || 'no access policy gives the caller any right on such an asset', {
    violations,
  });
}
