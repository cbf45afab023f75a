import type { Scope } from '../../access/scope.ts';
import { chainEvidence } from '../../anchoring/proof.ts';
import { readLogAnchor } from '../../anchoring/read.ts';
import type { Config, Env } from '../../settings/config.ts';
import { joinBytes } from '../../lib/bytes.ts';
import { toBase64, toBase64Url } from '../../lib/text.ts';
import { decodeStatement, encodePayload, encodeStatement, statementDigest } from '../../formats/statement/statement.ts';
import { eventJson } from '../../ledger/records/event.ts';
import { LOG_PROOF } from '../../proof/log-document.ts';
import type { AuthorKey } from '../../formats/statement/key.ts';
import type { AuthorPart, LogProof, LogStamp } from '../../proof/log-format.ts';
import { readImportedAuthor } from './imported-author.ts';
import { readEntryProof, type EntryProof } from '../../transparency/reads/event-proof.ts';
import { readStamps, stampParts, type RecordedStamp } from '../../transparency/stamps/read.ts';

/**
 * The proof of an event by its entry in a log, for anyone who may read the event; `withStamps`: with the first time
 * stamp of each authority that covers it. Throws 404 for an event that the
 * audience may not see, and for one that no signed checkpoint includes yet.
 */
export async function logProofOf(
  env: Env,
  config: Config,
  scope: Scope,
  [asset, id]: [asset: string, event: string],
  withStamps: boolean,
): Promise<LogProof> {
  const recorded = await readLogAnchor(scope, asset, id);
  // Without a block there is no evidence.
  const anchored = recorded?.header === '' ? undefined : recorded;
  const stamps = withStamps ? await readStamps(scope, asset, id) : [];
  const proof = await readEntryProof(scope, asset, id, [...(anchored ? [anchored] : []), ...stamps]);
  const { event, chainHash, further } = proof;
  const anchorPath = further.find(({ tree }) => tree === anchored)?.path;
  const isPublic = scope.tenant === undefined;
  const imported = proof.statement ? undefined : await readImportedAuthor(env, scope, [asset, id], proof);
  return {
    format: LOG_PROOF,
    view: isPublic ? 'public' : 'tenant',
    event: eventJson(event, isPublic ? 'publicassets' : 'assets') as LogProof['event'],
    entry: {
      sequence: event.seq,
      proof_mechanism: event.proofMechanism,
      public: event.public,
      chain_commitment: proof.chainCommitment,
      ...(proof.statement ? { author_statement: statementDigest(proof.statement.attached) } : {}),
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
    ...(imported ? { imported_author: imported } : {}),
    ...(proof.statement?.key ? { author: authorJson(proof.statement, proof.statement.key) } : {}),
    ...(withStamps
      ? {
          stamps: stamps.flatMap((stamp) => {
            const path = further.find(({ tree }) => tree === stamp)?.path;
            return path ? [stampJson(stamp, path)] : [];
          }),
        }
      : {}),
  };
}

function authorJson({ attached, opening, evidence }: NonNullable<EntryProof['statement']>, key: AuthorKey): AuthorPart {
  const statement = decodeStatement(attached);
  return {
    signature: toBase64(encodeStatement(statement, 'detached')),
    payload: toBase64(encodePayload(statement.payload)),
    ...('seed' in opening ? { seed: toBase64Url(opening.seed) } : { salts: toBase64Url(joinBytes(opening.salts)) }),
    key,
    entries: evidence.entries.map(({ index, entry, path }) => ({
      index,
      entry: toBase64(entry),
      path: toBase64Url(joinBytes(path)),
    })),
    ...(evidence.consistency ? { consistency: toBase64Url(joinBytes(evidence.consistency)) } : {}),
  };
}

/** A time stamp, with the hashes of the inclusion proof in its tree that another one does not have. */
export const stampJson = (stamp: RecordedStamp, logPath: Uint8Array[]): LogStamp => ({
  size: stamp.size,
  path: toBase64Url(joinBytes(logPath)),
  ...stampParts(stamp),
});
