import type { Attributes } from '../../../src/formats/records/attributes.ts';
import { BLANK_PRINCIPAL } from '../../../src/lib/identifiers.ts';
import type { ProvenEvent } from '../../../src/proof/format.ts';

export const TENANT = '0dc854f5-5eab-4ad8-9d75-1ea9b24d0db4';
export const ASSETS = ['5f5f2c6a-9d94-4ee0-835e-9d234e882c9e', '00d5e1c4-2f0b-4d62-8a6c-6b1f0f6f7a11'] as const;
/** The window in which the events were accepted. */
export const [START, END] = ['2026-05-01T11:00:00Z', '2026-05-01T11:59:58Z'];

const PLAIN: Attributes = { arc_display_type: 'Inspection', a: '', Z: 'upper case first' };
const UNICODE: Attributes = {
  état: 'Inspección ✓',
  '\u{1F600}': 'above U+FFFF',
  '\uFF5E': 'below',
  'A\u0308': '"\\\n',
};
const ATTACHMENT: Attributes = {
  report: {
    arc_attribute_type: 'arc_attachment',
    arc_blob_identity: 'blobs/1754b920-cf20-4d7e-9d36-9ed7d479744d',
    arc_blob_hash_alg: 'SHA256',
    arc_blob_hash_value: '01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b',
    arc_file_name: 'r.pdf',
    arc_display_name: '报告',
  },
  nothing: {},
};
const LISTS: Attributes = {
  authors: [
    { display_name: 'George', email: 'george@example.com' },
    { display_name: 'Zippy', email: 'zippy@example.com' },
  ],
  empty_list: [],
  of_empty: [{}],
};
const KINDS = [PLAIN, UNICODE, ATTACHMENT, LISTS];

/** The events of a window in the order of their identities, without a transaction. */
export function someEvents(count = 6): ProvenEvent[] {
  return Array.from({ length: count }, (_, i) => someEvent(i)).toSorted((a, b) => (a.identity < b.identity ? -1 : 1));
}

export function someEvent(i: number): ProvenEvent {
  const asset = ASSETS[i % 2]!;
  const id = `${(0xc0ffee + i * 0x9e3779b1).toString(16).padStart(8, '0').slice(-8)}-a62e-459a-b091-dd85cd7b467e`;
  return {
    identity: `assets/${asset}/events/${id}`,
    asset_identity: `assets/${asset}`,
    event_attributes: structuredClone(KINDS[i % 4]!),
    asset_attributes: structuredClone(KINDS[(i + 1) % 4]!),
    operation: i < 2 ? 'NewAsset' : 'Record',
    behaviour: i < 2 ? 'AssetCreator' : 'RecordEvidence',
    timestamp_declared: '2019-11-27T14:44:19Z',
    timestamp_accepted: i === 0 ? '2026-05-01T11:00:00.000000Z' : `2026-05-01T11:3${i % 10}:00.00012${i % 10}Z`,
    timestamp_committed: `2026-05-01T11:4${i % 10}:00.500000Z`,
    principal_declared: { issuer: 'idp.synsation.io/1234', subject: `phil.${i}`, display_name: '', email: 'p@x.io' },
    principal_accepted: {
      issuer: 'http://server.example.com',
      subject: '248289761001',
      display_name: 'Jöe Bloggs',
      email: 'joe.bloggs@example.com',
    },
    confirmation_status: i === 3 ? 'FAILED' : 'CONFIRMED',
    transaction_id: '',
    block_number: 0,
    transaction_index: 0,
    from: '0x92a2923C46ff3904f8Fb0E80d1f0448AeE10BC9d',
    tenant_identity: `tenant/${TENANT}`,
  };
}

/** The event in the public view: without principals, with `publicassets` identities. */
export const inPublic = (event: ProvenEvent): ProvenEvent => ({
  ...blanked(event),
  identity: event.identity.replace(/^assets/, 'publicassets'),
  asset_identity: event.asset_identity.replace(/^assets/, 'publicassets'),
});

/** The event in the public view of earlier versions: without principals, with `assets` identities. */
export const blanked = (event: ProvenEvent): ProvenEvent => ({
  ...event,
  principal_declared: BLANK_PRINCIPAL,
  principal_accepted: BLANK_PRINCIPAL,
});
