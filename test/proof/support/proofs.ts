import { ANCHOR_ADDRESS, khipuCalldata, simpleCalldata } from '../../../src/proof/calldata.ts';
import { khipuHash, khipuPreimage } from '../../../src/proof/khipu-hash.ts';
import { encodeHeader, headerHash, validatorOf, type Header } from '../../../src/formats/ethereum/header.ts';
import { hexOf, type Hex } from '../../../src/formats/ethereum/hex.ts';
import { scalar } from '../../../src/formats/ethereum/rlp.ts';
import { hashOf, signTransaction } from '../../../src/formats/ethereum/transaction.ts';
import { listProof, listRoot } from '../../../src/formats/ethereum/trie.ts';
import { SimpleHash } from '../../../src/formats/simple-hash.ts';
import { toBase64 } from '../../../src/lib/text.ts';
import { parseTimestamp } from '../../../src/lib/time.ts';
import type { KhipuProof, SimpleProof } from '../../../src/proof/document.ts';
import type { Proof, ProvenEvent } from '../../../src/proof/format.ts';
import { call, CHAIN_ID, keyOf, NOON, openChain, signed, sqlite, VALIDATOR_KEY } from '../../chain/support/chain.ts';
import { blanked, END, inPublic, someEvent, someEvents, START, TENANT } from './events.ts';

export const PUBLIC_SCOPE = '00000000-0000-0000-0000-000000000000';
/** The index of the transaction in its block, and the number of transactions of the block. */
const [INDEX, OTHERS] = [5, 20];

type Placed = { chain: Proof['chain']; event: (event: ProvenEvent) => ProvenEvent };
export type Recorder = (data: Hex) => Placed;

/** An embedded chain with a transaction of this input in its last block, after this number of rotations. */
export function grownWith(data: Hex, rotations = 0) {
  const sql = sqlite();
  let chain = openChain(sql);
  chain.accept(signed(0));
  chain.seal(NOON - 60_000);
  for (let n = 1; n <= rotations; n++) {
    const formerKeys = [n === 1 ? VALIDATOR_KEY : keyOf(n - 1)];
    chain = openChain(sql, { validatorKey: keyOf(n), formerKeys }, NOON - 60_000 + 10_000 * n);
  }
  const raws = Array.from({ length: OTHERS }, (_, i) =>
    i === INDEX ? signed(i + 1, { to: ANCHOR_ADDRESS, data, gas: 500_000n }) : signed(i + 1),
  );
  for (const raw of raws) chain.accept(raw);
  return { chain, raws, header: chain.seal(NOON)!.header };
}

/** Records an input on an embedded chain after this number of rotations. */
export const embeddedAfter =
  (rotations: number): Recorder =>
  (data) => {
    const { chain, raws, header } = grownWith(data, rotations);
    return placed(raws, header, {
      chain_id: String(CHAIN_ID),
      kind: 'embedded',
      genesis_hash: headerHash(chain.store.blockByNumber(0)!.header),
      validator_address: validatorOf(header),
      ...(rotations > 0 ? { rotations: call<string[]>(chain, 'embedded_rotations', 'latest') } : {}),
      finality: 'sealed by the validator',
    });
  };

/** Records an input on an embedded chain. */
export const embedded = embeddedAfter(0);

/** Records an input on an external chain with current rules. */
export const external: Recorder = (data) => {
  const raws = Array.from({ length: OTHERS }, (_, i) =>
    signTransaction(
      {
        type: 'eip1559',
        chainId: 1n,
        nonce: BigInt(i),
        maxFeePerGas: 30_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        accessList: [],
        gas: 100_000n,
        to: ANCHOR_ADDRESS,
        value: 0n,
        data: i === INDEX ? data : '0x',
      },
      new Uint8Array(32).fill(7),
    ),
  );
  const { header } = grownWith('0x');
  const later = [scalar(7n), new Uint8Array(32).fill(1), scalar(0), scalar(0), new Uint8Array(32).fill(2)];
  return placed(
    raws,
    { ...header, number: 25_000_000n, transactionsRoot: listRoot(raws), extraData: new Uint8Array(9), later },
    {
      chain_id: '1',
      kind: 'external',
      genesis_hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
      validator_address: '',
      finality: 'finalized tag of the node',
    },
  );
};

function placed(
  raws: Uint8Array[],
  header: Header,
  about: Pick<Proof['chain'], 'chain_id' | 'kind' | 'genesis_hash' | 'validator_address' | 'rotations' | 'finality'>,
): Placed {
  return {
    chain: {
      ...about,
      transaction: hexOf(raws[INDEX]!),
      transaction_index: INDEX,
      inclusion: listProof(raws, INDEX).map(hexOf),
      block_header: hexOf(encodeHeader(header)),
      block_hash: headerHash(header),
    },
    event: (event) => ({
      ...event,
      transaction_id: hashOf(raws[INDEX]!),
      block_number: Number(header.number),
      transaction_index: INDEX,
    }),
  };
}

export const simpleHash = (events: readonly ProvenEvent[]): string => {
  const hash = new SimpleHash();
  for (const event of events) hash.add(event);
  return hash.digest();
};

export const queryOf = (family: string, start = START, end = END): string =>
  `http://127.0.0.1:8787/archivist/v2/${family}/-/events?order_by=SIMPLEHASHV1&proof_mechanism=SIMPLE_HASH` +
  `&timestamp_accepted_since=${start}&timestamp_accepted_before=${end}`;

/** A proof of the third of `count` events. `publicly` converts an event to the public view. */
export function simpleProof(
  view: Proof['view'],
  record: Recorder = embedded,
  count = 6,
  publicly = inPublic,
): SimpleProof {
  const events = someEvents(count).map((event) => (view === 'public' ? publicly(event) : event));
  const scope = view === 'public' ? PUBLIC_SCOPE : TENANT;
  const hash = simpleHash(events);
  const [startUs, endUs] = [START, END].map((time) => parseTimestamp(time)!.us) as [number, number];
  const { chain, event } = record(simpleCalldata({ scope, startUs, endUs, hash, count }));
  const shown = events.map(event);
  return {
    format: 'asset-evidence-proof/1',
    mechanism: 'SIMPLE_HASH',
    view,
    event: shown[Math.min(2, count - 1)]!,
    anchor: {
      tenant: scope,
      api_query: queryOf(view === 'public' ? 'publicassets' : 'assets'),
      start_time: START,
      end_time: END,
      hash_schema_version: 1,
      anchor_hash: hash,
      event_count: count,
    },
    events: shown,
    chain,
  };
}

/** A proof of event number n. */
export function khipuProof(n = 2, record: Recorder = embedded): KhipuProof {
  const event = {
    ...someEvent(n),
    confirmation_status: 'CONFIRMED' as const,
    timestamp_committed: '2026-05-01T12:00:00.000000Z',
  };
  const preimage = khipuPreimage(
    event,
    Uint8Array.from({ length: 32 }, (_, i) => (i * 37) % 256),
  );
  const [, asset, , id] = event.identity.split('/') as [string, string, string, string];
  const [eventHash, previousEventHash, sequence] = [khipuHash(preimage), 'ab'.repeat(32), 17];
  const { chain, event: shown } = record(
    khipuCalldata({ kind: 'recordEvent', tenant: TENANT, asset, event: id, eventHash, previousEventHash, sequence }),
  );
  return {
    format: 'asset-evidence-proof/1',
    mechanism: 'KHIPU',
    view: 'tenant',
    event: shown(event),
    khipu: {
      schema_version: 1,
      hash_alg: 'SHA256',
      event_hash: eventHash,
      previous_event_hash: previousEventHash,
      sequence,
      preimage: toBase64(preimage),
    },
    chain,
  };
}

/** Proofs of all kinds, by name. */
export const PROOFS: Record<string, () => SimpleProof | KhipuProof> = {
  'SIMPLE_HASH in the view of the tenant': () => simpleProof('tenant'),
  'SIMPLE_HASH in the public view': () => simpleProof('public'),
  'SIMPLE_HASH in the public view of earlier versions': () => simpleProof('public', embedded, 6, blanked),
  'SIMPLE_HASH of one event': () => simpleProof('tenant', embedded, 1),
  'SIMPLE_HASH after two rotations of the validator': () => simpleProof('tenant', embeddedAfter(2)),
  'SIMPLE_HASH on an external chain': () => simpleProof('tenant', external),
  KHIPU: () => khipuProof(),
  'KHIPU after a rotation of the validator': () => khipuProof(2, embeddedAfter(1)),
  'KHIPU with lists': () => khipuProof(3),
  'KHIPU on an external chain': () => khipuProof(1, external),
};
