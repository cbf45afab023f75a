import { describe, expect, test } from 'vitest';
import { parseTransaction } from '../../src/formats/ethereum/transaction.ts';
import { bytesOf } from '../../src/formats/ethereum/hex.ts';
import { fromBase64, toBase64 } from '../../src/lib/text.ts';
import type { KhipuProof, SimpleProof } from '../../src/proof/document.ts';
import type { Proof } from '../../src/proof/format.ts';
import { verifyProof } from '../../src/proof/verify.ts';
import { bit, changed, digit, HEADER_CHANGES, inputByte, reheaded } from './support/change.ts';
import { inPublic, someEvent } from './support/events.ts';
import { PUBLIC_SCOPE, external, khipuProof, queryOf, simpleHash, simpleProof } from './support/proofs.ts';

const simple = simpleProof('tenant');
const open = simpleProof('public');
const khipu = khipuProof();
const onExternal = simpleProof('tenant', external);

/** The step at which a proof fails. Expects that all earlier steps passed. */
function failing(proof: unknown): string {
  const { ok, steps, word } = verifyProof(proof);
  expect([ok, word]).toEqual([false, '']);
  expect(steps.slice(0, -1).every((step) => step.ok)).toBe(true);
  expect(steps.at(-1)!.detail).not.toBe('');
  return steps.at(-1)!.name;
}

const inputOf = ({ chain }: Proof) => parseTransaction(bytesOf(chain.transaction, 'transaction')).data;
const move = <T>(list: T[], from: number, to: number): void => void list.splice(to, 0, ...list.splice(from, 1));
/** Both copies of the event: the proven one and the one in the window. */
const both = ({ event, events }: SimpleProof) => [event, events.find((e) => e.identity === event.identity)!];

function reindexed({ event, events = [], chain }: Proof, index: number): void {
  for (const each of [event, ...events, chain]) each.transaction_index = index;
}

type Case<T> = [name: string, change: (draft: T) => void, step: string];

const OF_EVENTS: Case<Proof>[] = [
  ['operation', ({ event }) => (event.operation = 'Attach'), 'hashed'],
  ['behaviour', ({ event }) => (event.behaviour += ' '), 'hashed'],
  ['timestamp_declared', ({ event }) => (event.timestamp_declared = '2019-11-27T14:44:18Z'), 'hashed'],
  ['timestamp_accepted', ({ event }) => (event.timestamp_accepted = '2026-05-01T11:31:00.000122Z'), 'hashed'],
  ['declared principal', ({ event }) => (event.principal_declared.subject = 'phil.c'), 'hashed'],
  ['accepted principal', ({ event }) => (event.principal_accepted.email = 'x@example.com'), 'hashed'],
  ['an attribute', ({ event }) => (event.event_attributes['a'] = 'b'), 'hashed'],
  [
    'a missing attribute',
    ({ event }) => delete event.asset_attributes[Object.keys(event.asset_attributes)[0]!],
    'hashed',
  ],
  ['an attribute with another name', ({ event }) => (event.asset_attributes['new'] = ''), 'hashed'],
];

const NAMES: Case<Proof>[] = [
  ['another UUID of the event', ({ event }) => (event.identity = digit(event.identity)), 'hashed'],
  [
    'another asset in asset_identity only',
    ({ event }) => (event.asset_identity = digit(event.asset_identity)),
    'event',
  ],
  [
    'a UUID in upper case',
    ({ event }) => (event.identity = event.identity.replace(/.{36}$/, (x) => x.toUpperCase())),
    'event',
  ],
  ['another family', ({ event }) => (event.identity = `public${event.identity}`), 'event'],
  ['a tenant without its prefix', ({ event }) => (event.tenant_identity = event.tenant_identity.slice(7)), 'event'],
  ['a pending event', ({ event }) => (event.confirmation_status = 'PENDING'), 'event'],
  ['an address with another checksum', ({ event }) => (event.from = event.from.replace('C9d', 'c9d')), 'event'],
  ['an address in lower case', ({ event }) => (event.from = event.from.toLowerCase()), 'event'],
  ['an impossible time', ({ event }) => (event.timestamp_declared = '2019-02-29T14:44:19Z'), 'event'],
  ['a time with an offset', ({ event }) => (event.timestamp_accepted = '2026-05-01T13:32:00+02:00'), 'event'],
];

const OF_CHAIN: Case<Proof>[] = [
  ['transaction_id', ({ event }) => (event.transaction_id = digit(event.transaction_id)), 'transaction'],
  ['signature r', ({ chain }) => (chain.transaction = digit(chain.transaction, -80)), 'transaction'],
  ['signature s', ({ chain }) => (chain.transaction = digit(chain.transaction)), 'transaction'],
  ['bytes after the transaction', ({ chain }) => (chain.transaction += '00'), 'transaction'],
  ['half of the transaction', ({ chain }) => (chain.transaction = chain.transaction.slice(0, 200)), 'transaction'],
  ['no transaction', ({ chain }) => (chain.transaction = '0x'), 'transaction'],
  ['chain id', ({ chain }) => (chain.chain_id = `${chain.chain_id}0`), 'transaction'],
  ['index of the event', ({ event }) => (event.transaction_index += 1), 'inclusion'],
  ['index of the transaction', ({ chain }) => (chain.transaction_index += 1), 'inclusion'],
  ['all indexes', (d) => reindexed(d, 6), 'inclusion'],
  ['all indexes, beyond the block', (d) => reindexed(d, 20), 'inclusion'],
  ['a byte of the root node', ({ chain }) => (chain.inclusion[0] = digit(chain.inclusion[0]!)), 'inclusion'],
  ['a byte of the last node', ({ chain }) => (chain.inclusion[1] = digit(chain.inclusion[1]!, 400)), 'inclusion'],
  ['no first node', ({ chain }) => chain.inclusion.shift(), 'inclusion'],
  ['no last node', ({ chain }) => chain.inclusion.pop(), 'inclusion'],
  ['no node', ({ chain }) => (chain.inclusion = []), 'inclusion'],
  ['an extra node', ({ chain }) => chain.inclusion.push(chain.inclusion[0]!), 'inclusion'],
  ['nodes in another order', ({ chain }) => (chain.inclusion = chain.inclusion.toReversed()), 'inclusion'],
  ...Object.entries(HEADER_CHANGES).map(([field, change]): Case<Proof> => [
    `header field ${field}`,
    ({ chain }) => reheaded(chain, change),
    field === 'transactionsRoot' ? 'inclusion' : 'header',
  ]),
  ['no header', ({ chain }) => (chain.block_header = '0x'), 'header'],
  ['a byte after the header', ({ chain }) => (chain.block_header += '00'), 'header'],
  [
    'a field after the header',
    ({ chain }) => reheaded(chain, (h) => ({ ...h, later: [new Uint8Array([1])] })),
    'header',
  ],
  ['block_hash', ({ chain }) => (chain.block_hash = digit(chain.block_hash)), 'header'],
  ['block_number', ({ event }) => (event.block_number += 1), 'header'],
];

const OF_SEAL: Case<Proof>[] = [
  ['r of the seal', ({ chain }) => reheaded(chain, (h) => ({ ...h, extraData: bit(h.extraData, 40) }), true), 'seal'],
  ['s of the seal', ({ chain }) => reheaded(chain, (h) => ({ ...h, extraData: bit(h.extraData, 90) }), true), 'seal'],
  ['parity of the seal', ({ chain }) => reheaded(chain, (h) => ({ ...h, extraData: bit(h.extraData) }), true), 'seal'],
  ['no seal', ({ chain }) => reheaded(chain, (h) => ({ ...h, extraData: h.extraData.slice(0, 32) }), true), 'seal'],
  ['an empty seal', ({ chain }) => reheaded(chain, (h) => ({ ...h, extraData: new Uint8Array(97) }), true), 'seal'],
  ['a header field with its block_hash', ({ chain }) => reheaded(chain, HEADER_CHANGES.stateRoot, true), 'seal'],
  ['validator_address', ({ chain }) => (chain.validator_address = digit(chain.validator_address)), 'seal'],
  ['genesis_hash', ({ chain }) => (chain.genesis_hash = digit(chain.genesis_hash)), 'genesis'],
  ['an external chain with a validator', ({ chain }) => (chain.kind = 'external'), 'format'],
];

const OF_FORMAT: Case<any>[] = [
  ['format', (d) => (d.format = 'asset-evidence-proof/2'), 'format'],
  ['another mechanism', (d) => (d.mechanism = 'MERKLE_LOG'), 'format'],
  ['another view', (d) => (d.view = 'operator'), 'format'],
  ['an unknown field', (d) => (d.extra = 1), 'format'],
  ['an unknown field of the event', (d) => (d.event.merklelog_entry = {}), 'format'],
  ['an unknown field of a principal', (d) => (d.event.principal_accepted.phone = ''), 'format'],
  ['an unknown field of the chain', (d) => (d.chain.note = ''), 'format'],
  ['a missing field', (d) => delete d.event.from, 'format'],
  ['a missing field of the chain', (d) => delete d.chain.finality, 'format'],
  ['bytes in upper case', (d) => (d.chain.block_hash = `0x${d.chain.block_hash.slice(2).toUpperCase()}`), 'format'],
  ['an odd number of digits', (d) => (d.chain.transaction += '0'), 'format'],
  ['a number as text', (d) => (d.event.block_number = String(d.event.block_number)), 'format'],
  ['NaN as a number', (d) => (d.event.block_number = Number.NaN), 'format'],
  ['an unpaired surrogate', (d) => (d.event.behaviour += '\uD800'), 'format'],
  ['a chain id with a leading zero', (d) => (d.chain.chain_id = `0${d.chain.chain_id}`), 'format'],
  ['an attribute that is a number', (d) => (d.event.event_attributes.a = 1), 'format'],
  ['an attribute that is too deep', (d) => (d.event.event_attributes.a = { b: { c: '' } }), 'format'],
];

const SIMPLE: Case<SimpleProof>[] = [
  ['the event in its window', ({ events }) => (events[4]!.behaviour += ' '), 'hash'],
  ['an attribute in the window', ({ events }) => (events[0]!.event_attributes = { b: 'c' }), 'hash'],
  ['operation in both copies', (d) => both(d).forEach((e) => (e.operation = 'Attach')), 'hash'],
  ['from in both copies', (d) => both(d).forEach((e) => (e.from = someChecksummed)), 'hash'],
  [
    'timestamp_committed in both copies',
    (d) => both(d).forEach((e) => (e.timestamp_committed = '2026-05-01T11:40:00Z')),
    'hash',
  ],
  ['another event of the window', (d) => (d.event = { ...d.events[1]!, operation: 'Attach' }), 'window'],
  ['a missing event', ({ events }) => events.pop(), 'window'],
  ['a missing event, with event_count', ({ events, anchor }) => (events.pop(), (anchor.event_count -= 1)), 'hash'],
  ['the proven event missing, with event_count', (d) => (d.events.splice(2, 1), (d.anchor.event_count -= 1)), 'window'],
  ['a duplicate event', ({ events, anchor }) => (events.push(events[5]!), (anchor.event_count += 1)), 'window'],
  [
    'an extra event, with event_count',
    ({ events, anchor }) => (events.splice(0, 0, { ...events[0]!, ...lowest(events[0]!) }), (anchor.event_count += 1)),
    'hash',
  ],
  ['an extra event', ({ events }) => events.splice(0, 0, { ...events[0]!, ...lowest(events[0]!) }), 'window'],
  ['two events in another order', ({ events }) => move(events, 3, 4), 'window'],
  ['events in reverse', (d) => (d.events = d.events.toReversed()), 'window'],
  ['a pending event', ({ events }) => (events[5]!.confirmation_status = 'PENDING'), 'window'],
  [
    'an event of another transaction',
    ({ events }) => (events[5]!.transaction_id = digit(events[5]!.transaction_id)),
    'transaction',
  ],
  ['an event of another index', ({ events }) => (events[5]!.transaction_index = 4), 'inclusion'],
  ['an event of another block', ({ events }) => (events[5]!.block_number += 1), 'header'],
  ['an identity in the window that is not valid', ({ events }) => (events[5]!.identity += '0'), 'window'],
  ['event_count', ({ anchor }) => (anchor.event_count += 1), 'window'],
  ['a later start_time', ({ anchor }) => (anchor.start_time = '2026-05-01T11:00:01Z'), 'window'],
  ['an earlier end_time', ({ anchor }) => (anchor.end_time = '2026-05-01T11:35:00Z'), 'window'],
  ['a window without length', ({ anchor }) => (anchor.end_time = anchor.start_time), 'window'],
  ['an earlier start_time', ({ anchor }) => (anchor.start_time = '2026-05-01T10:59:59Z'), 'calldata'],
  ['a later end_time', ({ anchor }) => (anchor.end_time = '2026-05-01T11:59:59Z'), 'calldata'],
  ['anchor_hash', ({ anchor }) => (anchor.anchor_hash = digit(anchor.anchor_hash)), 'hash'],
  [
    'a changed event, with anchor_hash',
    (d) => (both(d).forEach((e) => (e.operation = 'Attach')), (d.anchor.anchor_hash = simpleHash(d.events))),
    'calldata',
  ],
  [
    'a missing event, with event_count and anchor_hash',
    (d) => (d.events.pop(), (d.anchor.event_count -= 1), (d.anchor.anchor_hash = simpleHash(d.events))),
    'calldata',
  ],
  ['scope', ({ anchor }) => (anchor.tenant = digit(anchor.tenant)), 'calldata'],
  ['the public scope', ({ anchor }) => (anchor.tenant = PUBLIC_SCOPE), 'calldata'],
  ['schema version', ({ anchor }) => (anchor.hash_schema_version = 2), 'format'],
  [
    'api_query of another window',
    ({ anchor }) => (anchor.api_query = queryOf('assets', '2026-05-01T10:00:00Z')),
    'calldata',
  ],
  ['api_query of the public', ({ anchor }) => (anchor.api_query = queryOf('publicassets')), 'calldata'],
  ['api_query with an extra parameter', ({ anchor }) => (anchor.api_query += '&page_size=1'), 'calldata'],
  [
    'api_query of another scheme',
    ({ anchor }) => (anchor.api_query = anchor.api_query.replace('http', 'ftp')),
    'calldata',
  ],
  ['the view', (d) => ((d as Proof).view = 'public'), 'view'],
  ['the mechanism', (d) => ((d as Proof).mechanism = 'KHIPU'), 'format'],
  ['no anchor', (d) => delete (d as Proof).anchor, 'format'],
  ['details of the other mechanism', (d) => (d.khipu = khipu.khipu), 'format'],
];

const someChecksummed = '0x99Fa4AAB0AF2B53f158083D8f244bb4523388197';
/** An identity that sorts before all others. */
const lowest = ({ asset_identity }: { asset_identity: string }) => ({
  identity: `${asset_identity}/events/00000000-a62e-459a-b091-dd85cd7b467e`,
});

/** The identities in the view of the tenant. */
const privately = ({ identity, asset_identity }: { identity: string; asset_identity: string }) => ({
  identity: identity.replace('public', ''),
  asset_identity: asset_identity.replace('public', ''),
});

const PUBLIC: Case<SimpleProof>[] = [
  ['a principal', ({ events }) => (events[3]!.principal_accepted.email = 'x@example.com'), 'view'],
  ['a declared principal', (d) => both(d).forEach((e) => (e.principal_declared.display_name = 'X')), 'view'],
  ['the view', (d) => ((d as Proof).view = 'tenant'), 'event'],
  ['an event of another family', ({ events }) => Object.assign(events[3]!, privately(events[3]!)), 'window'],
  ['the event of another family', ({ event }) => Object.assign(event, privately(event)), 'window'],
  [
    'asset_identity of another family',
    ({ event }) => (event.asset_identity = privately(event).asset_identity),
    'event',
  ],
  ['api_query of a tenant', ({ anchor }) => (anchor.api_query = queryOf('assets')), 'calldata'],
  ['scope', ({ anchor }) => (anchor.tenant = simple.anchor.tenant), 'calldata'],
  ['an event', ({ events }) => (events[0] = inPublic({ ...events[0]!, event_attributes: {} })), 'hash'],
];

const preimage = (draft: KhipuProof, change: (bytes: Uint8Array) => Uint8Array): void => {
  draft.khipu.preimage = toBase64(change(fromBase64(draft.khipu.preimage)!));
};

const KHIPU: Case<KhipuProof>[] = [
  ['another sender', ({ event }) => (event.from = someChecksummed), 'preimage'],
  ['another tenant', ({ event }) => (event.tenant_identity = digit(event.tenant_identity)), 'preimage'],
  ['a byte of the preimage', (d) => preimage(d, (bytes) => bit(bytes)), 'preimage'],
  ['the salt', (d) => preimage(d, (bytes) => bit(bytes, 20)), 'hash'],
  ['the version of the preimage', (d) => preimage(d, (bytes) => bit(bytes, 3)), 'preimage'],
  ['a preimage that is not RLP', (d) => preimage(d, (bytes) => bytes.slice(1)), 'preimage'],
  ['a preimage with an extra byte', (d) => preimage(d, (bytes) => Uint8Array.from([...bytes, 0])), 'preimage'],
  ['no preimage', ({ khipu }) => (khipu.preimage = ''), 'preimage'],
  ['base64 without padding', ({ khipu }) => (khipu.preimage = khipu.preimage.replace(/=*$/, '')), 'preimage'],
  ['event_hash', ({ khipu }) => (khipu.event_hash = digit(khipu.event_hash)), 'hash'],
  ['previous_event_hash', ({ khipu }) => (khipu.previous_event_hash = digit(khipu.previous_event_hash)), 'calldata'],
  ['sequence', ({ khipu }) => (khipu.sequence += 1), 'calldata'],
  ['schema version', ({ khipu }) => (khipu.schema_version = 2), 'format'],
  ['algorithm', ({ khipu }) => (khipu.hash_alg = 'sha256'), 'format'],
  [
    'a fraction in timestamp_committed',
    ({ event }) => (event.timestamp_committed = '2026-05-01T12:00:00.000001Z'),
    'header',
  ],
  [
    'another second in timestamp_committed',
    ({ event }) => (event.timestamp_committed = '2026-05-01T12:00:01Z'),
    'header',
  ],
  ['a failed event', ({ event }) => (event.confirmation_status = 'FAILED'), 'event'],
  ['another event of the tenant', (d) => (d.event = { ...d.event, ...someEvent(4) }), 'format'],
  ['the view', (d) => ((d as Proof).view = 'public'), 'format'],
  ['the mechanism', (d) => ((d as Proof).mechanism = 'SIMPLE_HASH'), 'format'],
  ['the details of another event', (d) => (d.khipu = khipuProof(3).khipu), 'preimage'],
  ['the transaction of another event', (d) => (d.chain = khipuProof(3).chain), 'calldata'],
  ['a transaction of the other mechanism', (d) => (d.chain = simple.chain), 'calldata'],
];

const EXTERNAL: Case<SimpleProof>[] = [
  ['a validator', ({ chain }) => (chain.validator_address = simple.chain.validator_address), 'format'],
  ['the embedded chain', ({ chain }) => (chain.kind = 'embedded'), 'format'],
  [
    'a missing field of later rules',
    ({ chain }) => reheaded(chain, (h) => ({ ...h, later: h.later!.slice(1) })),
    'header',
  ],
];

type Group = [name: string, proof: Proof, cases: Case<any>[]];

/** The cases of an event. `step` is the one that compares the event with its hash or its window. */
const hashed = (step: string): Case<Proof>[] =>
  [...OF_EVENTS, ...NAMES].map(([name, change, found]) => [name, change, found === 'hashed' ? step : found]);

const GROUPS: Group[] = [
  ['SIMPLE_HASH: changes of the event', simple, hashed('window')],
  ['KHIPU: changes of the event', khipu, hashed('preimage')],
  ['SIMPLE_HASH: changes of the chain', simple, [...OF_CHAIN, ...OF_SEAL]],
  ['KHIPU: changes of the chain', khipu, [...OF_CHAIN, ...OF_SEAL]],
  ['changes of the format', khipu, OF_FORMAT],
  ['SIMPLE_HASH in the view of the tenant', simple, SIMPLE],
  ['SIMPLE_HASH in the public view', open, PUBLIC],
  ['KHIPU', khipu, KHIPU],
  ['an external chain', onExternal, EXTERNAL],
];

describe.each(GROUPS)('%s', (_name, proof, cases) => {
  test('is valid without a change', () => expect(verifyProof(proof).ok).toBe(true));
  test.each(cases)('fails if changed: %s', (_name, change, step) => {
    expect(failing(changed(proof, change))).toBe(step);
  });
});

test.each<[string, Proof]>([
  ['SIMPLE_HASH', simple],
  ['KHIPU', khipu],
])('a change of any byte of the input fails at the step calldata in a proof of %s', (_name, proof) => {
  const input = inputOf(proof);
  for (let at = 0; at < (input.length - 2) / 2; at++) {
    const draft = changed(proof, ({ chain }) => (chain.transaction = inputByte(chain.transaction, input, at)));
    expect(failing(draft), `byte ${at}`).toBe('calldata');
  }
});
