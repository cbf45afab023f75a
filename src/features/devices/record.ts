import { deviceAttributes, type Twin } from './azure/twin.ts';
import type { Author } from '../../access/scope.ts';
import type { Config, Env } from '../../settings/config.ts';
import { ServiceError } from '../../lib/errors.ts';
import { derivedUuid } from '../../lib/identifiers.ts';
import { createAsset, type LedgerCaller } from '../../ledger/append/ledger-client.ts';

/** The principal that created an import or a source. It records with the identity and the rights of this principal. */
export type DeviceAuthor = { id: string; tenant: string; issuer: string; subject: string };

/** The writer for a ledger. `id` takes the place of the request id in logs. */
export function writerFor({ id, tenant, issuer, subject }: DeviceAuthor): LedgerCaller {
  return {
    delegate: (applicationIssuer: string): Author => ({
      caller: { tenant, issuer, subject },
      requestId: id,
      applicationIssuer,
    }),
    spent: () => undefined,
  };
}

/** The name of a hub without its domain, in lower case. */
export const hubName = (host: string): string => host.toLowerCase().replace(/\.azure-devices\.(?:net|us|cn)$/, '');

/** The id of the asset of a device. It depends only on the tenant, the hub and the device. */
export const assetOfDevice = (tenant: string, hub: string, device: string): string =>
  derivedUuid('device', tenant, hubName(hub), device);

/** Creates the asset of a device unless it exists. Throws the errors of the ledger (401, 402, 403, 429, 503). */
export async function ensureDevice(
  env: Env,
  config: Config,
  by: DeviceAuthor,
  hub: string,
  twin: Twin,
  homeLocation: string,
): Promise<void> {
  const input = {
    behaviours: ['RecordEvidence', 'Builtin', 'AssetCreator'],
    attributes: deviceAttributes(twin, hub, homeLocation),
    proofMechanism: undefined,
    public: false,
    chainId: config.chainId,
  };
  const asset = assetOfDevice(by.tenant, hub, twin.deviceId);
  await createAsset(env, config, writerFor(by), input, { id: asset }).catch((error: unknown) => {
    // The asset exists already.
    if (!(error instanceof ServiceError && error.kind === 'conflict')) throw error;
  });
}
