import { PUBLIC_SCOPE } from '../lib/identifiers.ts';
import { toHex } from '../lib/text.ts';
import { secondPath } from '../formats/log/two-paths.ts';
import { parseLogCalldata } from './calldata.ts';
import { chainChecks, shownTransaction, type Trust } from './chain.ts';
import { hashesOf } from './log-document.ts';
import { rootOfPath, treeOf } from './log-entry.ts';
import type { LogProof } from './log-format.ts';
import { must, type Check, type StepOutcome } from './report.ts';

/** The checks of the transaction that carries the root of a tree with the event. */
export function anchorChecks(proof: LogProof, trust: Trust): Check[] {
  const { anchor, event } = proof;
  if (!anchor) return [['calldata', () => withoutAnchor(trust)]];
  const transaction = shownTransaction(anchor.chain);
  const evidence = {
    chain: anchor.chain,
    named: [],
    committed: undefined,
    earliest: { name: 'the acceptance of the event', at: event.timestamp_accepted },
  };
  return [
    // A transaction that cannot be decoded fails in the step `transaction`.
    ...(transaction ? ([['calldata', () => checkCalldata(proof, anchor, transaction.data)]] as Check[]) : []),
    ...chainChecks(evidence, trust),
  ];
}

/** A value that identifies the chain is refused: it would not be compared with anything. */
function withoutAnchor({ genesis, validator, signer, node }: Trust): StepOutcome {
  const named = [genesis, validator, signer].some((value) => value !== undefined) || node === true;
  must(!named, 'the proof has no transaction, so nothing can be compared with the known values of a chain');
  return { skipped: 'the proof has no transaction: the log was not anchored with this event when it was made' };
}

/** Checks that the transaction records the root that the event leads to, for the log of the checkpoint. */
function checkCalldata(
  proof: LogProof,
  { size, path }: NonNullable<LogProof['anchor']>,
  data: `0x${string}`,
): StepOutcome {
  const { event, view, checkpoint } = proof;
  const stated = parseLogCalldata(data);
  const tree = treeOf(checkpoint);
  const scope = view === 'public' ? PUBLIC_SCOPE : event.tenant_identity.slice('tenant/'.length);
  must(stated.log === tree.log, `the transaction records the log ${stated.log}, not ${tree.log}`);
  must(stated.scope === scope, `the transaction records a log of the tenant ${stated.scope}, not ${scope}`);
  must(stated.size === size, `the transaction records the size ${stated.size}, not ${size}`);
  const known = { index: proof.index, size: tree.size, path: hashesOf(proof.path) };
  const hashes = secondPath(known, size, hashesOf(path));
  must(hashes !== undefined, `anchor.path must have the hashes that index ${proof.index} and size ${size} demand`);
  const root = toHex(rootOfPath(proof, size, hashes));
  must(root === stated.root, `the transaction records the root ${stated.root}, but the event leads to ${root}`);
  return `the transaction records the tree of ${size} leaves, to whose root ${root} the event leads`;
}
