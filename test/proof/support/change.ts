import { decodeHeader, encodeHeader, headerHash, type Header } from '../../../src/formats/ethereum/header.ts';
import { bytesOf, hexOf, type Hex } from '../../../src/formats/ethereum/hex.ts';
import type { Proof } from '../../../src/proof/format.ts';

/** A proof with one change. */
export function changed<T extends Proof>(proof: T, change: (draft: T) => void): T {
  const draft = JSON.parse(JSON.stringify(proof)) as T;
  change(draft);
  return draft;
}

/** Hexadecimal with one digit changed. `at` is its index, or counts from the end where it is negative. */
export function digit(hex: string, at = -1): string {
  const i = at < 0 ? hex.length + at : at + (hex.startsWith('0x') ? 2 : 0);
  return hex.slice(0, i) + (Number.parseInt(hex[i]!, 16) ^ 1).toString(16) + hex.slice(i + 1);
}

/** Changes the header, and the hash of the block where `hashed` is set. */
export function reheaded(chain: Proof['chain'], change: (header: Header) => Header, hashed = false): void {
  const header = change(decodeHeader(bytesOf(chain.block_header, 'header')));
  chain.block_header = hexOf(encodeHeader(header));
  if (hashed) chain.block_hash = headerHash(header);
}

/** Bytes with the last bit of one changed. */
export function bit(bytes: Uint8Array, at = bytes.length - 1): Uint8Array {
  const copy = bytes.slice();
  copy[at] = copy[at]! ^ 1;
  return copy;
}

/** The header of another block with one field changed. */
export const HEADER_CHANGES: Record<keyof Required<Omit<Header, 'later'>>, (header: Header) => Header> = {
  parentHash: (h) => ({ ...h, parentHash: bit(h.parentHash) }),
  sha3Uncles: (h) => ({ ...h, sha3Uncles: bit(h.sha3Uncles) }),
  miner: (h) => ({ ...h, miner: bit(h.miner) }),
  stateRoot: (h) => ({ ...h, stateRoot: bit(h.stateRoot) }),
  transactionsRoot: (h) => ({ ...h, transactionsRoot: bit(h.transactionsRoot) }),
  receiptsRoot: (h) => ({ ...h, receiptsRoot: bit(h.receiptsRoot) }),
  logsBloom: (h) => ({ ...h, logsBloom: bit(h.logsBloom) }),
  difficulty: (h) => ({ ...h, difficulty: h.difficulty + 1n }),
  number: (h) => ({ ...h, number: h.number + 1n }),
  gasLimit: (h) => ({ ...h, gasLimit: h.gasLimit + 1n }),
  gasUsed: (h) => ({ ...h, gasUsed: h.gasUsed + 1n }),
  timestamp: (h) => ({ ...h, timestamp: h.timestamp + 1n }),
  extraData: (h) => ({ ...h, extraData: bit(h.extraData, 3) }),
  mixHash: (h) => ({ ...h, mixHash: bit(h.mixHash) }),
  nonce: (h) => ({ ...h, nonce: bit(h.nonce) }),
};

/** The raw transaction with one byte of its input changed. `at` is the index in the input. */
export function inputByte(raw: string, input: Hex, at: number): string {
  const start = raw.indexOf(input.slice(2));
  if (start < 0) throw new Error('the transaction has another input');
  return digit(raw, start - 2 + 2 * at + 1);
}
