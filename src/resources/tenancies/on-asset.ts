import { z } from '@hono/zod-openapi';
import type { Principal } from '../../access/principal.ts';
import { callerRightsOf, isSignedType, mayRecord, rightsOn } from '../../access/rights.ts';
import type { TenantScope } from '../../access/scope.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { notFound } from '../../lib/errors.ts';
import { BEHAVIOURS } from '../../ledger/records/operations.ts';
import { assetIdOf } from '../assets/batch-model.ts';
import * as schemas from '../schemas.ts';

/** The identity of an asset in the query of `GET /v1/whoami`. */
export const AssetIdentity = z
  .string()
  .refine((text) => assetIdOf(text) !== undefined, 'must be the identity of an asset: assets/<uuid>');

/** What the caller may record on one asset, for `GET /v1/whoami`. */
export const OnAsset = z
  .object({
    asset_identity: schemas.identityOf('assets', 'the asset'),
    behaviours: z.array(z.enum(BEHAVIOURS)).openapi({
      description: 'Behaviours of events that the caller may record on the asset in its current state',
      example: ['RecordEvidence'],
    }),
    require_signature: schemas.boolean('Whether the caller must sign what they record on it'),
    owner_display_name: schemas.text(
      'Name under which the tenancy of the caller has imported the tenancy that owns the asset; empty for ' +
        'an asset of their own',
      { example: 'A partner' },
    ),
  })
  .openapi('GrantedOnAsset', {
    description: 'What the caller may record on the asset of `asset_identity`. An extension of this service.',
  });

/**
 * What a caller may record on an asset, decided as the ledger decides on an event. It names no types of events and no
 * attributes: a member must not learn the names in the policies of others. Throws 404 for an asset that the caller may
 * not know.
 */
export async function rightsOnAsset(
  scope: TenantScope,
  principal: Principal,
  identity: string,
): Promise<z.infer<typeof OnAsset>> {
  const uuid = assetIdOf(identity)!;
  const [states, grants] = await scope.read(...scope.rightsOnAsset(uuid));
  const state = states[0];
  if (!state) throw notFound(identity);
  const reader = { ...principal, administrator: principal.administrator || principal.auditor };
  const callerRights = callerRightsOf(reader, 0, grants);
  const asset = { ...state, public: state.public === 1, attributes: JSON.parse(state.attributes) as Attributes };
  const rights = rightsOn(callerRights, asset);
  if (!rights.known) throw notFound(identity);
  return {
    asset_identity: identity,
    behaviours: principal.auditor || callerRights.suspended ? [] : BEHAVIOURS.filter((each) => mayRecord(rights, each)),
    require_signature: isSignedType(callerRights, asset.attributes),
    owner_display_name: asset.tenant === principal.tenant ? '' : (state.owner ?? ''),
  };
}
