import type { Attributes } from '../../formats/records/attributes.ts';
import type { AssetFamily } from '../../lib/identifiers.ts';
import { EPOCH, formatMicros, type Micros } from '../../lib/time.ts';
import type { Confirmation, ProofMechanism } from './event.ts';

/**
 * The asset's current state, which follows from its events (formats/records/asset-state.ts); stored so that a read is
 * one row.
 */
export type AssetRecord = {
  id: string;
  tenant: string;
  public: boolean;
  proofMechanism: ProofMechanism;
  chainId: string;
  behaviours: string[];
  attributes: Attributes;
  tracked: boolean;
  confirmation: Confirmation;
  owner: string;
  createdUs: Micros;
  /** The last event: sequence number, accepted time, chain hash. */
  seq: number;
  headUs: Micros;
  headHash: string;
};

/** The state of an asset after its last event; its ledger keeps it in memory between commits. */
export type Head = AssetRecord & { initialBehaviours: string[] };

const STORAGE_INTEGRITY = { SIMPLE_HASH: 'TENANT_STORAGE', KHIPU: 'LEDGER', MERKLE_LOG: 'TENANT_STORAGE' } as const;

/**
 * The asset as the API shows it; clients rely on the order of the fields. `atTime` is the value in the request, if any.
 */
export function assetJson(asset: AssetRecord, atTime?: string, family: AssetFamily = 'assets') {
  return {
    identity: `${family}/${asset.id}`,
    behaviours: asset.behaviours,
    attributes: asset.attributes,
    confirmation_status: asset.confirmation,
    tracked: asset.tracked ? ('TRACKED' as const) : ('NOT_TRACKED' as const),
    owner: asset.owner,
    at_time: atTime ?? (asset.headUs ? formatMicros(asset.headUs) : EPOCH),
    storage_integrity: STORAGE_INTEGRITY[asset.proofMechanism],
    proof_mechanism: asset.proofMechanism,
    chain_id: asset.chainId,
    public: asset.public,
    tenant_identity: `tenant/${asset.tenant}`,
  };
}
