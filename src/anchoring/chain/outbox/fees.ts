import type { Fees } from './store.ts';

/**
 * Fees are raised to at most this multiple of the current fees. If a transaction still waits then, fees are not why.
 */
const MAX_MULTIPLE = 10n;

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Wei. `base` is undefined, and `tip` is the gas price, where the chain has no base fee. */
export type CurrentFees = { base: bigint | undefined; tip: bigint };

/** Fees that are sufficient for the next block, and for later ones until the base fee has doubled. */
export function feesOf({ base, tip }: CurrentFees): Fees {
  if (base === undefined) return { maxFeePerGas: String(tip) };
  return { maxFeePerGas: String(2n * base + tip), maxPriorityFeePerGas: String(tip) };
}

/**
 * The fee bump for a nonce: the current fees, and at least an eighth more than before, because nodes require a tenth
 * more for a replacement. Undefined where that exceeds MAX_MULTIPLE times the current fees.
 */
export function raised(before: Fees, current: CurrentFees): Fees | undefined {
  const now = feesOf(current);
  const cap = max(BigInt(now.maxFeePerGas), eighthMore(before.maxFeePerGas));
  if (cap > MAX_MULTIPLE * BigInt(now.maxFeePerGas)) return undefined;
  if (now.maxPriorityFeePerGas === undefined) return { maxFeePerGas: String(cap) };
  const tip = max(BigInt(now.maxPriorityFeePerGas), eighthMore(before.maxPriorityFeePerGas ?? '0'));
  return { maxFeePerGas: String(max(cap, tip)), maxPriorityFeePerGas: String(tip) };
}

/** Rounded up, and at least 1 wei more. */
const eighthMore = (fee: string): bigint => max((BigInt(fee) * 9n + 7n) / 8n, BigInt(fee) + 1n);
