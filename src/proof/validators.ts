import { chainIdOf } from '../ethereum/genesis.ts';
import { authorizedBy } from '../ethereum/clique.ts';
import { decodeHeader, validatorOf } from '../ethereum/header.ts';
import { bytesOf } from '../ethereum/hex.ts';
import type { Proof } from './format.ts';
import { must } from './report.ts';

/**
 * The validators of an embedded chain, addresses in lower case: from the first one, by the rotations that a proof
 * records, to the one that its block is to be sealed by. Fails where a rotation is not signed by the validator before
 * it, is of another chain, or does not come before the block.
 */
export function validatorsOf({ chain, event }: Proof): string[] {
  const { rotations = [], validator_address, chain_id } = chain;
  const validators: string[] = [];
  let last = 0n;
  for (const [i, rlp] of rotations.entries()) {
    const record = decodeHeader(bytesOf(rlp, `rotation ${i}`));
    const sealer = validatorOf(record);
    const next = authorizedBy(record);
    const validator = validators.at(-1) ?? sealer;
    must(sealer === validator, `rotation ${i} is sealed by ${sealer}, not by the validator ${validator}`);
    must(next !== undefined, `rotation ${i} names no new validator`);
    must(String(chainIdOf(record)) === chain_id, `rotation ${i} is of chain ${chainIdOf(record)}, not ${chain_id}`);
    must(
      record.number > last && record.number < BigInt(event.block_number),
      `rotation ${i} is in block ${record.number}, which is not between its neighbours`,
    );
    last = record.number;
    validators.push(...(i === 0 ? [sealer] : []), next);
  }
  const sealing = validators.at(-1) ?? validator_address;
  must(sealing === validator_address, `the validator is ${sealing}, not ${validator_address}`);
  return validators.length > 0 ? validators : [validator_address];
}
