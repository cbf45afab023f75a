import { invalid, problemBody } from '../../lib/errors.ts';
import { EPOCH } from '../../lib/time.ts';
import { ANCHORED, exampleOf, hashLike, ID, INSPECTED, INSPECTOR, WALLET } from '../examples.ts';

/** The attributes of the asset of the examples. */
export const PUMP = {
  arc_display_name: 'Pump 7',
  arc_display_type: 'Pump',
  arc_serial_number: 'P-0007',
  arc_home_location_identity: exampleOf('locations'),
  pressure: '6 bar',
};
/** The asset of the examples, as a client sends it. */
export const NEW_PUMP = {
  behaviours: ['RecordEvidence'],
  attributes: PUMP,
  proof_mechanism: 'SIMPLE_HASH',
  public: false,
};
/** The event of the examples, as a client sends it. */
export const INSPECTION = {
  operation: 'Record',
  behaviour: 'RecordEvidence',
  event_attributes: { arc_display_type: 'Inspection', arc_description: 'Seal replaced' },
  asset_attributes: { pressure: '6 bar' },
  timestamp_declared: '2026-11-21T10:15:00Z',
};

export const ASSET = {
  identity: exampleOf('assets'),
  behaviours: ['RecordEvidence', 'Builtin', 'AssetCreator'],
  attributes: PUMP,
  confirmation_status: 'CONFIRMED',
  tracked: 'TRACKED',
  owner: WALLET,
  at_time: INSPECTED,
  storage_integrity: 'TENANT_STORAGE',
  proof_mechanism: 'SIMPLE_HASH',
  chain_id: '8275647',
  public: false,
  tenant_identity: exampleOf('tenant'),
};
/** The response of create: not confirmed yet. */
export const NEW_ASSET = { ...ASSET, confirmation_status: 'PENDING' };

export const EVENT = {
  identity: `${exampleOf('assets')}/events/${ID.events}`,
  asset_identity: exampleOf('assets'),
  event_attributes: INSPECTION.event_attributes,
  asset_attributes: INSPECTION.asset_attributes,
  operation: 'Record',
  behaviour: 'RecordEvidence',
  timestamp_declared: INSPECTION.timestamp_declared,
  timestamp_accepted: INSPECTED,
  timestamp_committed: ANCHORED,
  principal_declared: INSPECTOR,
  principal_accepted: INSPECTOR,
  confirmation_status: 'CONFIRMED',
  transaction_id: `0x${hashLike('5b')}`,
  block_number: 1042,
  transaction_index: 0,
  from: WALLET,
  tenant_identity: exampleOf('tenant'),
};
/** The response of create: neither confirmed nor recorded on the blockchain yet. */
export const NEW_EVENT = {
  ...EVENT,
  timestamp_committed: EPOCH,
  confirmation_status: 'PENDING',
  transaction_id: '',
  block_number: 0,
};

const REQUEST = '5f0e8a2d-c6b4-4d71-9a3e-1b7c9d5f0e84';
/** Errors of items of a batch. */
export const REFUSED = {
  asset: problemBody(invalid([{ field: 'public', description: 'must be a boolean' }]), REQUEST),
  event: problemBody(invalid([{ field: 'operation', description: 'is required' }]), REQUEST),
};

const PUBLIC = `public${exampleOf('assets')}`;
const BLANK = { issuer: '', subject: '', display_name: '', email: '' };
/** Public responses have identities of their own and no principals. */
export const PUBLIC_ASSET = { ...ASSET, identity: PUBLIC, public: true };
export const PUBLIC_EVENT = {
  ...EVENT,
  identity: `${PUBLIC}/events/${ID.events}`,
  asset_identity: PUBLIC,
  principal_declared: BLANK,
  principal_accepted: BLANK,
};

/** A cursor of the event feed, and its stream. */
export const EVENT_CURSOR = '7b0e6d1c-52a4-4f3b-8c9d-0e1f2a3b4c5d.43';
export const EVENT_STREAM = `retry: 1000\n\nid: ${EVENT_CURSOR}\ndata: ${JSON.stringify(EVENT)}\n\n`;

/** Hashes in base64url, for examples. */
export const HASHES = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k';
