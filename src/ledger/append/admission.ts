import {
  readableAttributes,
  rightsOn,
  type PermissionList,
  type Rights,
  type CallerRights,
} from '../../access/rights.ts';
import { notFound, ServiceError, type Violation } from '../../lib/errors.ts';
import { printable } from '../../lib/text.ts';
import { changesOf, type AssetRecord } from '../records/asset.ts';
import type { Command, AssetInput } from './commands.ts';
import type { Head } from '../records/asset.ts';

/** Behaviours that every asset has: creating an asset with them needs no policy. */
const UNIVERSAL = new Set(['Builtin', 'AssetCreator']);

/**
 * Admits a command (docs/authorization.md) by rights that were read or are remembered: it decides which error the
 * caller gets. Whether the event is stored, the commit decides: its condition `principals` refuses rights that have
 * changed since. Throws 404 if the caller may not know that the asset exists, and 403 with the fields that no policy
 * lets them write. Pure.
 */
export function admit(command: Command, callerRights: CallerRights, head: Head | undefined): void {
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
