import type { Fees } from './store.ts';

/** Fees of so many times what the node suggests do not make a transaction go that still waits. */
const MOST = 10n;

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Wei. `base` is undefined, and `tip` the gas price, where the chain knows of no base fee. */
export type Going = { base: bigint | undefined; tip: bigint };

/** The fees that the next block takes, and those after it for as long as the base fee has not doubled. */
export function feesOf({ base, tip }: Going): Fees {
  if (base === undefined) return { maxFeePerGas: String(tip) };
  return { maxFeePerGas: String(2n * base + tip), maxPriorityFeePerGas: String(tip) };
}

/**
 * The fees for the same nonce once more: an eighth above the last ones, which is what nodes ask of a replacement
 * (a tenth), and what the next block takes. Undefined where that is beyond reason: there more is no help.
 */
export function raised(before: Fees, going: Going): Fees | undefined {
  const now = feesOf(going);
  const max = most(BigInt(now.maxFeePerGas), eighthMore(before.maxFeePerGas));
  if (max > MOST * BigInt(now.maxFeePerGas)) return undefined;
  if (now.maxPriorityFeePerGas === undefined) return { maxFeePerGas: String(max) };
  const tip = most(BigInt(now.maxPriorityFeePerGas), eighthMore(before.maxPriorityFeePerGas ?? '0'));
  return { maxFeePerGas: String(most(max, tip)), maxPriorityFeePerGas: String(tip) };
}

/** Rounded up, and at least one more. */
const eighthMore = (fee: string): bigint => most((BigInt(fee) * 9n + 7n) / 8n, BigInt(fee) + 1n);
