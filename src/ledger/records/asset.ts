import type { AttributeMap, Attributes, AttributeValue } from '../../formats/records/attributes.ts';
import type { AssetFamily } from '../../lib/identifiers.ts';
import { EPOCH, formatMicros, type Micros } from '../../lib/time.ts';
import type { Confirmation, EventRecord, ProofMechanism } from './event.ts';
import { ATTACHMENTS_APPENDED, BEHAVIOUR_NAME } from './operations.ts';

/** The asset's current state, which follows from its events (see `apply`); stored so that a read is one row. */
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

/** The part of an asset that events change. */
export type AssetState = Pick<AssetRecord, 'behaviours' | 'attributes' | 'tracked'>;

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

/** All asset attributes that an event sets: those that it names, and the attachments that an Attach event appends. */
export function changesOf(
  state: AssetState,
  event: Pick<EventRecord, 'operation' | 'behaviour' | 'eventAttributes' | 'assetAttributes'>,
): Attributes {
  if (event.operation !== 'Attach') return event.assetAttributes;
  const appended = listOf(event.eventAttributes[ATTACHMENTS_APPENDED]);
  if (appended.length === 0) return event.assetAttributes;
  const before = listOf(event.assetAttributes['arc_attachments'] ?? state.attributes['arc_attachments']);
  return { ...event.assetAttributes, arc_attachments: [...before, ...appended] };
}

const listOf = (value: AttributeValue | undefined): AttributeMap[] => (Array.isArray(value) ? value : []);

/** The state after an event. */
export function apply(
  state: AssetState,
  event: Pick<EventRecord, 'operation' | 'behaviour' | 'eventAttributes' | 'assetAttributes'>,
): AssetState {
  const next = { ...state, attributes: { ...state.attributes, ...changesOf(state, event) } };
  if (event.behaviour !== 'Builtin') return next;
  const named = event.eventAttributes[BEHAVIOUR_NAME];
  switch (event.operation) {
    case 'StartTracking':
      return { ...next, tracked: true };
    case 'StopTracking':
      return { ...next, tracked: false };
    case 'Add':
      return { ...next, behaviours: [...new Set([...state.behaviours, String(named)])] };
    case 'Remove':
      return { ...next, behaviours: state.behaviours.filter((behaviour) => behaviour !== named) };
    default:
      return next;
  }
}
