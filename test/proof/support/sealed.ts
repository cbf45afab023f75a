import { decodeHeader, encodeHeader, headerHash, sealed } from '../../../src/formats/ethereum/header.ts';
import { bytesOf, hexOf } from '../../../src/formats/ethereum/hex.ts';
import type { Proof } from '../../../src/proof/format.ts';
import { VALIDATOR_KEY } from '../../chain/support/chain.ts';
import { changed } from './change.ts';

/** A proof whose block is sealed with another timestamp, in seconds since the epoch. */
export const sealedAt = <T extends Proof>(proof: T, seconds: number): T =>
  changed(proof, ({ chain, event, mechanism }) => {
    const before = decodeHeader(bytesOf(chain.block_header, 'the header'));
    const header = sealed({ ...before, timestamp: BigInt(seconds) }, VALIDATOR_KEY);
    chain.block_header = hexOf(encodeHeader(header));
    chain.block_hash = headerHash(header);
    if (mechanism === 'KHIPU') event.timestamp_committed = new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
  });
