import type { LogProof } from '../../../src/proof/log-format.ts';

/** The bytes of a value as JSON. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** The bytes of a proof without its event and without the evidence of the chain. */
export const overheadOf = ({ anchor, ...rest }: LogProof): number =>
  bytesOf({ ...rest, event: 0, ...(anchor ? { anchor: { ...anchor, chain: 0 } } : {}) });
