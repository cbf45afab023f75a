import { cliqueSigner, createBlockHeaderFromRLP } from '@ethereumjs/block';
import { computeAddress } from 'ethers';
import { describe, expect, test } from 'vitest';
import { ForeignChain } from '../../src/anchoring/chain/embedded/chain.ts';
import { EPOCH, validatorAddress } from '../../src/formats/ethereum/genesis.ts';
import { rotation } from '../../src/anchoring/chain/embedded/rotation.ts';
import { authorizedBy } from '../../src/formats/ethereum/clique.ts';
import { decodeHeader, encodeHeader, type Header } from '../../src/formats/ethereum/header.ts';
import { bytesOf, hexOf } from '../../src/formats/ethereum/hex.ts';
import {
  call,
  CHAIN_ID,
  grownChain,
  keyOf,
  NOON,
  openChain,
  refusal,
  signed,
  sqlite,
  VALIDATOR_KEY,
} from './support/chain.ts';
import { rules } from './support/rules.ts';

const LATER = NOON + 86_400_000;
const addressOf = (key: Uint8Array): string => computeAddress(hexOf(key)).toLowerCase();
const [FIRST, SECOND, THIRD] = [VALIDATOR_KEY, keyOf(1), keyOf(2)];

/** The sealer of a header, recovered by an independent library. */
function sealerOf(header: Header): string {
  const options = { common: rules(), skipConsensusFormatValidation: true };
  return cliqueSigner(createBlockHeaderFromRLP(encodeHeader(header), options)).toString();
}

/** The validators after these headers, counted by the rules of EIP-225. Throws for a block that breaks these rules. */
function sealersAfter(first: string, headers: readonly Header[]): string[] {
  let sealers = [first];
  let votes: { by: string; of: string; add: boolean }[] = [];
  const recent = new Map<string, bigint>();
  for (const header of headers) {
    const { number, miner, nonce, difficulty } = header;
    const sealer = sealerOf(header);
    if (!sealers.includes(sealer)) throw new Error(`block ${number} is sealed by a stranger`);
    const limit = BigInt(Math.floor(sealers.length / 2) + 1);
    const last = recent.get(sealer);
    if (last !== undefined && number - last < limit) throw new Error(`block ${number} is sealed too soon`);
    recent.set(sealer, number);
    const inTurn = number % BigInt(sealers.length) === BigInt(sealers.toSorted().indexOf(sealer));
    if (difficulty !== (inTurn ? 2n : 1n)) throw new Error(`block ${number} has the difficulty ${difficulty}`);
    const of = hexOf(miner);
    if (/^0x0*$/.test(of)) continue;
    if (number % EPOCH === 0n) throw new Error(`block ${number} begins an epoch and carries a vote`);
    const add = nonce.every((byte) => byte === 0xff);
    votes = [...votes.filter((vote) => vote.by !== sealer || vote.of !== of), { by: sealer, of, add }];
    const counted = votes.filter((vote) => vote.of === of && vote.add === add);
    if (counted.length * 2 <= sealers.length) continue;
    sealers = add ? [...sealers, of] : sealers.filter((each) => each !== of);
    votes = votes.filter((vote) => vote.of !== of && vote.by !== of);
  }
  return sealers;
}

describe('a rotation', () => {
  const identity = (validatorKey: Uint8Array) => ({ chainId: CHAIN_ID, validatorKey });
  const parentOf = (number: bigint): Header => ({ ...openChain().head().header, number, timestamp: 1_000n });

  test.each([0n, 1n, 2n, EPOCH - 4n, EPOCH - 3n, EPOCH - 2n, EPOCH - 1n, EPOCH, EPOCH + 1n])(
    'a rotation after block %d leaves only the new validator, by the rules of EIP-225',
    (number) => {
      for (const [from, to] of [
        [FIRST, SECOND],
        [SECOND, FIRST],
      ] as const) {
        const { blocks, record } = rotation(identity(from), identity(to), parentOf(number), 5_000n);
        expect(sealersAfter(addressOf(from), blocks)).toEqual([addressOf(to)]);
        expect(authorizedBy(record)).toBe(addressOf(to));
        expect(sealerOf(record)).toBe(addressOf(from));
        const times = blocks.map(({ timestamp }) => timestamp);
        expect(times).toEqual(blocks.map((_, i) => 5_000n + BigInt(i)));
      }
    },
  );

  test('a rotation has later timestamps than the block before it', () => {
    const { blocks } = rotation(identity(FIRST), identity(SECOND), parentOf(7n), 10n);
    expect(blocks[0]!.timestamp).toBe(1_001n);
  });
});

describe('a chain that is opened with a new validator key and the former one', () => {
  const sql = sqlite();
  const before = grownChain(sql);
  const height = Number(before.head().header.number);
  const genesis = call(before, 'eth_getBlockByNumber', 'earliest', false).hash;
  const chain = openChain(sql, { validatorKey: SECOND, formerKeys: [FIRST] }, LATER);
  chain.accept(signed(1, {}, 2));
  const next = chain.seal(LATER + 60_000)!;

  test('rotates its validator and reports it', () => {
    expect(chain.handedOver).toEqual({ from: addressOf(FIRST), to: addressOf(SECOND), block: expect.any(Number) });
    expect(chain.handedOver!.block).toBeGreaterThan(height);
    expect(before.handedOver).toBeUndefined();
    expect(computeAddress(call<string>(chain, 'embedded_validator')).toLowerCase()).toBe(addressOf(SECOND));
  });

  test('keeps its genesis and its blocks, and continues under the new validator', () => {
    expect(call(chain, 'eth_getBlockByNumber', 'earliest', false).hash).toBe(genesis);
    expect(sealerOf(next.header)).toBe(addressOf(SECOND));
    expect(next.header.timestamp).toBe(BigInt(LATER / 1000 + 60));
    const numbers = Array.from({ length: Number(next.header.number) }, (_, i) => chain.store.blockByNumber(i + 1)!);
    expect(
      sealersAfter(
        addressOf(FIRST),
        numbers.map(({ header }) => header),
      ),
    ).toEqual([addressOf(SECOND)]);
    numbers.slice(1).forEach(({ header }, i) => expect(hexOf(header.parentHash)).toBe(numbers[i]!.hash));
    const { transactions } = call(chain, 'eth_getBlockByNumber', 'latest', true);
    expect(transactions).toHaveLength(1);
  });

  test('returns the record of the rotation for blocks after it, and none for blocks before it', () => {
    const rotations = (block: number) => call<string[]>(chain, 'embedded_rotations', `0x${block.toString(16)}`);
    expect(rotations(height)).toEqual([]);
    expect(rotations(chain.handedOver!.block)).toEqual([]);
    const [record, ...none] = rotations(Number(next.header.number));
    expect(none).toEqual([]);
    const header = decodeHeader(bytesOf(record, 'the record'));
    expect([Number(header.number), sealerOf(header), authorizedBy(header)]).toEqual([
      chain.handedOver!.block,
      addressOf(FIRST),
      addressOf(SECOND),
    ]);
    expect(refusal(chain, 'embedded_rotations', '0xffff').code).toBe(-32_000);
    expect(refusal(chain, 'embedded_rotations').code).toBe(-32_602);
  });

  test('does not rotate again, with the former key or without it', () => {
    const head = chain.head().hash;
    for (const formerKeys of [[FIRST], []]) {
      const again = openChain(sql, { validatorKey: SECOND, formerKeys }, LATER + 120_000);
      expect([again.handedOver, again.head().hash]).toEqual([undefined, head]);
    }
  });

  test('rotates to a third validator, and rejects unknown and earlier ones', () => {
    for (const identity of [
      { validatorKey: THIRD },
      { validatorKey: THIRD, formerKeys: [FIRST] },
      { validatorKey: FIRST },
      { validatorKey: FIRST, formerKeys: [SECOND] },
      { validatorKey: THIRD, formerKeys: [SECOND], chainId: 5n },
    ])
      expect(() => openChain(sql, identity, LATER + 120_000)).toThrow(ForeignChain);
    const third = openChain(sql, { validatorKey: THIRD, formerKeys: [FIRST, SECOND] }, LATER + 120_000);
    expect(third.handedOver).toMatchObject({ from: addressOf(SECOND), to: addressOf(THIRD) });
    const records = third.store.rotations().map((record) => authorizedBy(record));
    expect(records).toEqual([addressOf(SECOND), addressOf(THIRD)]);
    expect(validatorAddress(third.identity)).toBe(addressOf(THIRD));
  });
});

test('a rotation that fails is rolled back', () => {
  const sql = sqlite();
  const head = grownChain(sql).head().hash;
  sql.all(`CREATE TRIGGER fail BEFORE INSERT ON rotations BEGIN SELECT RAISE(ABORT, 'disk'); END`);
  expect(() => openChain(sql, { validatorKey: SECOND, formerKeys: [FIRST] }, LATER)).toThrow('disk');
  sql.all('DROP TRIGGER fail');
  expect(openChain(sql).head().hash).toBe(head);
});
