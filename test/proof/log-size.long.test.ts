import { describe, expect, test } from 'vitest';
import { verifyProof } from '../../src/proof/verify.ts';
import { LOG_VKEY, logProof, withAttributes, witnessVkeys, type LogProofOptions } from './support/log-proofs.ts';
import { bytesOf, overheadOf } from './support/log-sizes.ts';
import { embedded } from './support/proofs.ts';

const MILLION = 1_000_000;
const LIMIT = 2048;
/** Its evidence is not measured, and takes long to make. */
const evidence = embedded('0x');
const fixed = { record: () => evidence };

/** Leaves at the ends of the tree and in the middle of it, which have paths of every length. */
const INDEXES = [1, 255, 256, 65_535, 500_000, 524_287, 524_288, 777_777, 983_039, 983_040, 999_423, 999_998, 999_999];

describe('a proof of an event with ten attributes in a log of 1,000,000 entries', () => {
  const event = withAttributes(10);
  const names = Object.keys(event.asset_attributes);
  // Witnesses cosign the public log, in which everything is visible.
  test.each<[string, LogProofOptions]>([
    ['for everyone, with three cosignatures', { view: 'public', witnesses: 3 }],
    ['for readers of all, with three cosignatures, without the chain hash', { chained: false, witnesses: 3 }],
    ['for readers of all', {}],
    ['for readers of nine attributes', { visible: names.slice(1) }],
    ['for readers of five attributes', { visible: names.slice(5) }],
    ['for readers of no attribute', { visible: [] }],
  ])('has at most 2,048 bytes beyond the event and the evidence of the chain: %s', (name, options) => {
    let largest = 0;
    for (const index of INDEXES) {
      const smaller = [index + 1, Math.min(index + 77, MILLION)];
      const sizes = [
        [MILLION],
        ...[MILLION, ...smaller].flatMap((each) => [
          [MILLION, each],
          [each, MILLION],
        ]),
      ];
      for (const [size, anchored] of sizes as [number, number?][]) {
        const proof = logProof({ ...options, ...fixed, event, index, size, ...(anchored ? { anchored } : {}) });
        largest = Math.max(largest, overheadOf(proof));
      }
    }
    const proof = logProof({ ...options, event, index: 777_777, size: MILLION, anchored: 900_000 });
    expect(verifyProof(proof, { vkeys: [LOG_VKEY, ...witnessVkeys(options.witnesses ?? 0)] }).ok).toBe(true);
    console.info(`proof ${name}: ${largest} bytes beyond event and chain, ${bytesOf(proof)} bytes in all`);
    expect(largest).toBeLessThanOrEqual(LIMIT);
  });

  test('has one more hash at most for an anchored tree that is smaller', () => {
    for (const index of INDEXES)
      for (const anchored of [index + 1, index + 2, index + 1000, 999_990].filter((n) => n > index && n <= MILLION)) {
        const { anchor } = logProof({ ...fixed, event, index, size: MILLION, anchored });
        expect(anchor!.path.length).toBeLessThanOrEqual(43);
      }
  });
});
