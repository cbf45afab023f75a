import { deviceAttributes, type Twin } from '../azure/twin.ts';
import type { Author } from '../access/scope.ts';
import type { Config, Env } from '../config.ts';
import { ServiceError } from '../core/errors.ts';
import { derivedUuid } from '../core/identity.ts';
import { createAsset, type Writer } from '../ledger/index.ts';

/** Who asked for an import or a source: what it records is recorded as theirs, by the rights that they have. */
export type OnBehalf = { id: string; tenant: string; issuer: string; subject: string };

/** The principal of what is done, for a ledger; `id` stands for the request in the log. */
export function writerFor({ id, tenant, issuer, subject }: OnBehalf): Writer {
  return {
    delegate: (applicationIssuer: string): Author => ({
      caller: { tenant, issuer, subject },
      requestId: id,
      applicationIssuer,
    }),
    spent: () => undefined,
  };
}

/** A hub's own name, however it is written. */
export const hubName = (host: string): string => host.toLowerCase().replace(/\.azure-devices\.(?:net|us|cn)$/, '');

/** The asset of a device: the same, whoever imports it and however often. */
export const assetOfDevice = (tenant: string, hub: string, device: string): string =>
  derivedUuid('device', tenant, hubName(hub), device);

/** Makes the asset of a device unless it is there. Throws what the ledger does (401, 402, 403, 429, 503). */
export async function ensureDevice(
  env: Env,
  config: Config,
  by: OnBehalf,
  hub: string,
  twin: Twin,
  homeLocation: string,
): Promise<void> {
  const input = {
    behaviours: ['RecordEvidence', 'Builtin', 'AssetCreator'],
    attributes: deviceAttributes(twin, hub, homeLocation),
    proofMechanism: 'SIMPLE_HASH' as const,
    public: false,
    chainId: config.chainId,
  };
  const asset = assetOfDevice(by.tenant, hub, twin.deviceId);
  await createAsset(env, config, writerFor(by), input, undefined, asset).catch((error: unknown) => {
    // It is there already.
    if (!(error instanceof ServiceError && error.kind === 'conflict')) throw error;
  });
}
