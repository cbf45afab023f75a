import type { Scope } from '../../access/scope.ts';
import { chainEvidence } from '../../anchoring/proof.ts';
import { readLogAnchor } from '../../anchoring/read.ts';
import type { Config, Env } from '../../settings/config.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { toBase64Url } from '../../lib/text.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { LOG_PROOF } from '../../proof/log-document.ts';
import type { LogProof } from '../../proof/log-format.ts';
import { readEntryProof } from '../../transparency/reads/event-proof.ts';

/**
 * The proof of an event by its entry in a log, for anyone who may read the event. Throws 404 for an event that the
 * audience may not see, and for one that no signed checkpoint includes yet.
 */
export async function logProofOf(env: Env, config: Config, scope: Scope, asset: string, id: string): Promise<LogProof> {
  const recorded = await readLogAnchor(scope, asset, id);
  // Without a block there is no evidence.
  const anchored = recorded?.header === '' ? undefined : recorded;
  const proof = await readEntryProof(scope, asset, id, anchored);
  const { event, chainHash, anchorPath } = proof;
  const isPublic = scope.tenant === undefined;
  return {
    format: LOG_PROOF,
    view: isPublic ? 'public' : 'tenant',
    event: eventJson(event, isPublic ? 'publicassets' : 'assets') as LogProof['event'],
    entry: {
      sequence: event.seq,
      proof_mechanism: event.proofMechanism,
      public: event.public,
      chain_commitment: proof.chainCommitment,
    },
    content: proof.opening,
    ...(chainHash ? { chain_hash: chainHash } : {}),
    index: proof.index,
    path: toBase64Url(joinBytes(proof.path)),
    checkpoint: proof.checkpoint,
    ...(anchored && anchorPath
      ? {
          anchor: {
            size: anchored.size,
            path: toBase64Url(joinBytes(anchorPath)),
            chain: await chainEvidence(env, config, anchored),
          },
        }
      : {}),
  };
}
