import { blockTime } from '../../../src/proof/time.ts';
import type { AnyProof } from '../../../src/proof/verify.ts';
import type { Facts } from './report.ts';

/** What a report says of a proof whose steps passed. */
export function factsOf(proof: AnyProof): Facts {
  const isOfLog = 'checkpoint' in proof;
  const chain = isOfLog ? proof.anchor?.chain : proof.chain;
  return {
    block: chain ? blockTime(chain) : '',
    accepted: proof.event.timestamp_accepted,
    genesis: isOfLog ? '' : proof.chain.genesis_hash,
    isErased: proof.event.erased !== undefined,
    origin: isOfLog ? proof.checkpoint.slice(0, proof.checkpoint.indexOf('\n')) : '',
  };
}
