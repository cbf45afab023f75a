import { chainIdOf } from '../formats/ethereum/genesis.ts';
import { authorizedBy } from '../formats/ethereum/clique.ts';
import { decodeHeader, validatorOf } from '../formats/ethereum/header.ts';
import { bytesOf } from '../formats/ethereum/hex.ts';
import type { ChainEvidence } from './format.ts';
import { must } from './report.ts';

/**
 * The validators of an embedded chain (addresses in lower case), from the first one to the one that must have sealed
 * the block, according to the rotations in the proof. Throws Problem where a rotation is not sealed by the validator
 * before it, belongs to another chain, or is not before the block.
 */
export function validatorsOf({ rotations = [], validator_address, chain_id, block_header }: ChainEvidence): string[] {
  const validators: string[] = [];
  let last = 0n;
  for (const [i, rlp] of rotations.entries()) {
    const record = decodeHeader(bytesOf(rlp, `rotation ${i}`));
    const sealer = validatorOf(record);
    const next = authorizedBy(record);
    const validator = validators.at(-1) ?? sealer;
    must(sealer === validator, `rotation ${i} is sealed by ${sealer}, not by the validator ${validator}`);
    must(next !== undefined, `rotation ${i} does not authorize a new validator`);
    must(String(chainIdOf(record)) === chain_id, `rotation ${i} is on chain ${chainIdOf(record)}, not ${chain_id}`);
    must(
      record.number > last && record.number < decodeHeader(bytesOf(block_header, 'the header')).number,
      `rotation ${i} is in block ${record.number}, which must be after the previous rotation ` +
        'and before the block of the transaction',
    );
    last = record.number;
    validators.push(...(i === 0 ? [sealer] : []), next);
  }
  const sealing = validators.at(-1) ?? validator_address;
  must(sealing === validator_address, `the validator after the last rotation is ${sealing}, not ${validator_address}`);
  return validators.length > 0 ? validators : [validator_address];
}
