import type { z } from '@hono/zod-openapi';
import type { TenantScope } from '../../access/scope.ts';
import type { AttributesField } from '../../features/blobs/attached.ts';
import type { Config } from '../../settings/config.ts';
import { invalid, ServiceError } from '../../lib/errors.ts';
import type { PrincipalInfo } from '../../lib/identifiers.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { hasKhipu } from '../../access/identity/tenants.ts';
import type { AssetInput, EventInput } from '../../ledger/append/commands.ts';
import { mechanismIn, type CreateAsset, type CreateEvent } from './requests.ts';

/** The 400 error for a blockchain other than that of the deployment, else undefined. */
export function chainError({ chain_id }: z.infer<typeof CreateAsset>, { chainId }: Config): ServiceError | undefined {
  if (chain_id === undefined || chain_id === '' || String(chain_id) === chainId) return undefined;
  return invalid([{ field: 'chain_id', description: `must be ${chainId}, the blockchain of this deployment` }]);
}

/** The asset that a request creates. */
export function newAssetOf(body: z.infer<typeof CreateAsset>, { chainId }: Config): AssetInput {
  const implied = { LEDGER: 'KHIPU', TENANT_STORAGE: 'TENANT_STORAGE' } as const;
  return {
    behaviours: [...new Set([...(body.behaviours ?? ['RecordEvidence']), 'Builtin', 'AssetCreator'])],
    attributes: body.attributes ?? {},
    proofMechanism: mechanismIn(body) ?? (body.storage_integrity && implied[body.storage_integrity]),
    public: body.public ?? false,
    chainId,
  };
}

/** The event that a request appends. */
export function newEventOf(body: z.infer<typeof CreateEvent>): EventInput {
  const declared = body.timestamp_declared === undefined ? undefined : parseTimestamp(body.timestamp_declared)!;
  return {
    operation: body.operation,
    behaviour: body.behaviour,
    eventAttributes: body.event_attributes ?? {},
    assetAttributes: body.asset_attributes ?? {},
    declared: declared && { us: declared.us, text: declared.text },
    principalDeclared: declaredPrincipal(body.principal_declared),
  };
}

/** A declared principal with all four fields; those that were not given are empty. */
const declaredPrincipal = (given: z.infer<typeof CreateEvent>['principal_declared']): PrincipalInfo | undefined =>
  given && {
    issuer: given.issuer ?? '',
    subject: given.subject ?? '',
    display_name: given.display_name ?? '',
    email: given.email ?? '',
  };

/** The attributes of a request that may name attachments. */
export const assetPlaces = ({ attributes }: AssetInput): AttributesField[] => [['attributes', attributes]];
export const eventPlaces = ({ eventAttributes, assetAttributes }: EventInput): AttributesField[] => [
  ['event_attributes', eventAttributes],
  ['asset_attributes', assetAttributes],
];

/** The 402 error for a KHIPU asset if KHIPU is not enabled for the tenancy, else undefined. */
export async function khipuError(scope: TenantScope, config: Config): Promise<ServiceError | undefined> {
  const [[tenancy]] = await scope.read(scope.ownTenancy());
  if (tenancy && hasKhipu(tenancy, config)) return undefined;
  return new ServiceError('quota', 'proof_mechanism: KHIPU is not enabled for this tenancy; use SIMPLE_HASH');
}
