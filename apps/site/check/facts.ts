import { trustsLog, wordOf, type Trust } from '../../../src/proof/chain.ts';
import type { LogProof } from '../../../src/proof/log-format.ts';
import { blockTime } from '../../../src/proof/time.ts';
import type { AnyProof } from '../../../src/proof/verify.ts';
import type { Facts } from './report.ts';

/** What a report with these known values says of a proof whose steps passed. */
export function factsOf(proof: AnyProof, trust: Trust): Facts {
  const isOfLog = 'checkpoint' in proof;
  const { display_name, email, subject } = proof.event.principal_accepted;
  const chain = isOfLog ? proof.anchor?.chain : proof.chain;
  // Who knows the log does not know the block that the proof brings: anyone can make one, of any time.
  const isOpen = isOfLog && chain !== undefined && trustsLog(trust) && !wordOf({ chain }, trust).vouched;
  return {
    block: chain && !isOpen ? blockTime(chain) : '',
    isOpen,
    accepted: proof.event.timestamp_accepted,
    genesis: isOfLog ? '' : proof.chain.genesis_hash,
    isErased: proof.event.erased !== undefined,
    origin: isOfLog ? proof.checkpoint.slice(0, proof.checkpoint.indexOf('\n')) : '',
    who: display_name || email || subject,
    signature: isOfLog ? signatureIn(proof) : 'none',
  };
}

function signatureIn({ author, imported_author: imported, entry }: LogProof): Facts['signature'] {
  if (imported) return 'foreign';
  if (author) return 'shown';
  return entry.author_statement === undefined ? 'none' : 'withheld';
}
