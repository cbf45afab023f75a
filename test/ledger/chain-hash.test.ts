import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  chainHashV1,
  chainHashV2,
  chainHashV3,
  GENESIS_HASH,
  type ChainedEvent,
  type ChainLink,
  type Structure,
} from '../../src/formats/chain-hash.ts';
import { commitmentOf, contentCommitment, disclosure, type Content } from '../../src/formats/content-commitment.ts';
import { fromHex } from '../../src/lib/text.ts';
import { chainHash, eventJson, type SeededEvent } from '../../src/ledger/records/event.ts';
import * as naive from './support/naive-chain.ts';

type Vector = {
  name: string;
  seed: string | null;
  link: ChainLink & { author_statement?: string };
  event: ChainedEvent;
  chain_hash: string;
  chain_hash_v1: string;
};
type Salted = Vector & {
  seed: string;
  fields: naive.NaiveField[];
  padding: string[];
  content_commitment: string;
  disclosure: { visible: [kind: string, name: string][]; salts: string; hidden: string };
};

const { events } = JSON.parse(readFileSync(join(import.meta.dirname, '../vectors/chainhash.json'), 'utf8')) as {
  events: Vector[];
};
/** The hash of an event with a seed: that of ASSETCHAINV3 if its author has signed it. */
const saltedHash = (event: Structure, commitment: string, { author_statement: statement, ...link }: Vector['link']) =>
  statement === undefined ? chainHashV2(event, commitment, link) : chainHashV3(event, commitment, statement, link);
const salted = events.filter((vector): vector is Salted => vector.seed !== null);

test('the test vectors are one chain that starts with ASSETCHAINV1, and continues with the others', () => {
  expect(events.map(({ seed }) => seed === null)).toEqual([true, false, false, false, false, false, false]);
  events.forEach(({ link }, i) => {
    expect(link).toMatchObject({ sequence: i + 1, previous_hash: events[i - 1]?.chain_hash ?? GENESIS_HASH });
  });
  expect(events[0]!.chain_hash).toBe(events[0]!.chain_hash_v1);
});

test.each(events)('ASSETCHAINV1 returns the hash of the test vector: $name', ({ event, link, chain_hash_v1 }) => {
  expect(chainHashV1(event, link)).toBe(chain_hash_v1);
  expect(naive.naiveHashV1(event, link)).toBe(chain_hash_v1);
});

test.each(salted)('ASSETCHAINV2 and ASSETCHAINV3 return the hashes of the test vector: $name', (vector) => {
  const { event, link, seed, content_commitment, chain_hash } = vector;
  const commitment = contentCommitment(event, fromHex(seed));
  expect(commitment).toBe(content_commitment);
  expect(saltedHash(event, commitment, link)).toBe(chain_hash);
  expect(naive.naiveFields(event, seed)).toEqual(vector.fields);
  expect(naive.naivePadding(vector.fields.length, seed)).toEqual(vector.padding);
  expect(naive.naiveCommitment(event, seed)).toBe(content_commitment);
  expect(naive.naiveHashV2(event, seed, link)).toBe(chain_hash);
});

test.each(salted)(
  'a disclosure has the bytes of the test vector: $name',
  ({ event, seed, disclosure: expected, ...vector }) => {
    const names = (of: string): Set<string> =>
      new Set(expected.visible.filter(([kind]) => kind === of).map(([, name]) => name));
    const disclosed = disclosure(event, fromHex(seed), {
      event_attributes: names('event_attributes'),
      asset_attributes: names('asset_attributes'),
      principals: names('principals'),
    });
    expect([disclosed.salts, disclosed.hidden]).toEqual([expected.salts, expected.hidden]);
    expect(commitmentOf(disclosed)).toBe(vector.content_commitment);
    const isVisible = (field: naive.NaiveField): boolean => names(field.kind).has(field.name);
    expect(naive.naiveDisclosure(event, seed, isVisible)).toEqual({ salts: expected.salts, hidden: expected.hidden });
  },
);

const record: Omit<SeededEvent, 'hash'> = {
  asset: '5f5f2c6a-9d94-4ee0-835e-9d234e882c9e',
  seq: 1,
  id: '0a6b0f7e-a62e-459a-b091-dd85cd7b467e',
  tenant: '0dc854f5-5eab-4ad8-9d75-1ea9b24d0db4',
  public: false,
  proofMechanism: 'SIMPLE_HASH',
  operation: 'Record',
  behaviour: 'RecordEvidence',
  eventAttributes: { a: '1' },
  assetAttributes: { b: { c: '2' } },
  declared: '2019-11-27T14:44:19Z',
  acceptedUs: 1_600_000_000_000_001,
  committedUs: null,
  principalDeclared: { issuer: 'i', subject: 's', display_name: 'd', email: 'e' },
  principalAccepted: { issuer: 'i', subject: 's', display_name: 'd', email: '' },
  confirmation: 'PENDING',
  transactionId: '',
  blockNumber: 0,
  transactionIndex: 0,
  from: '0x5284e740A744F075E402f7fB0c4485532ddf4Af8',
  seed: null,
};
const SEED = new Uint8Array(32).fill(7);

test.each<[string, Uint8Array | null]>([
  ['ASSETCHAINV1', null],
  ['ASSETCHAINV2', SEED],
])(
  'the chain hash of %s covers the fields that are fixed at acceptance, and no field that changes later',
  (_, seed) => {
    const event = { ...record, seed };
    const hash = chainHash(event, GENESIS_HASH);
    const fixed: Partial<SeededEvent>[] = [
      { asset: record.id },
      { seq: 2 },
      { id: record.asset },
      { tenant: record.id },
      { public: true },
      { proofMechanism: 'KHIPU' },
      { operation: 'Attach' },
      { behaviour: 'Builtin' },
      { eventAttributes: { a: '2' } },
      { eventAttributes: { A: '1' } },
      { eventAttributes: {}, assetAttributes: { b: { c: '2' }, a: '1' } },
      { assetAttributes: {} },
      { assetAttributes: { b: { c: '3' } } },
      { assetAttributes: { b: [{ c: '2' }] } },
      { declared: '2019-11-27T14:44:20Z' },
      { acceptedUs: record.acceptedUs + 1 },
      { principalDeclared: { ...record.principalDeclared, email: '' } },
      { principalAccepted: { ...record.principalAccepted, subject: '' } },
      { principalDeclared: record.principalAccepted, principalAccepted: record.principalDeclared },
      { from: '' },
      { seed: new Uint8Array(32) },
    ];
    const others = fixed.map((change) => chainHash({ ...event, ...change }, GENESIS_HASH));
    expect(new Set([hash, ...others, chainHash(event, hash)]).size).toBe(fixed.length + 2);
    const later = {
      confirmation: 'CONFIRMED',
      committedUs: 1,
      transactionId: 'ab',
      blockNumber: 7,
      transactionIndex: 1,
    } as const;
    expect(chainHash({ ...event, ...later }, GENESIS_HASH)).toBe(hash);
  },
);

test('a chain verifies by the content commitments after the content and the seeds are gone', () => {
  const kept = salted.map(({ event, link, content_commitment }) => {
    const {
      event_attributes: _e,
      asset_attributes: _a,
      principal_declared: _d,
      principal_accepted: _p,
      ...structure
    } = event;
    return { structure, link, content_commitment };
  });
  expect(JSON.stringify(kept)).not.toContain('Ada');
  let previous = events[0]!.chain_hash;
  for (const { structure, link, content_commitment } of kept)
    previous = saltedHash(structure, content_commitment, { ...link, previous_hash: previous });
  expect(previous).toBe(events.at(-1)!.chain_hash);
});

test('an event with a seed has the hash of ASSETCHAINV2 and one without a seed that of ASSETCHAINV1', () => {
  const json: ChainedEvent & Content = eventJson({ ...record, hash: '' });
  const link = { previous_hash: GENESIS_HASH, sequence: 1, proof_mechanism: 'SIMPLE_HASH', public: false };
  expect(chainHash(record, GENESIS_HASH)).toBe(chainHashV1(json, link));
  expect(chainHash({ ...record, seed: SEED }, GENESIS_HASH)).toBe(
    chainHashV2(json, contentCommitment(json, SEED), link),
  );
});
