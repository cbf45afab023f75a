import { wordOf, type Trust } from './chain.ts';
import type { Form } from './examine.ts';
import { readLogProof } from './log-document.ts';
import { anchorChecks } from './log-anchor.ts';
import { entryChecks, treeOf } from './log-entry.ts';
import type { LogProof } from './log-format.ts';
import { stampChecks } from './log-stamp.ts';
import { trustChecks, trustedBy } from './log-trust.ts';
import type { Check, Word } from './report.ts';

/** The checks of a proof, after that of its format. */
const logChecks = (proof: LogProof, trust: Trust): Check[] => [
  ...entryChecks(proof),
  ...trustChecks(proof, trust),
  ...stampChecks(proof, trust),
  ...anchorChecks(proof, trust),
];

/** What a valid proof by a log entry relies on. `node` is the host of a node that confirmed its transaction. */
export function logWordOf(proof: LogProof, trust: Trust, node?: string): Word {
  const { origin, size } = treeOf(proof.checkpoint);
  const trusted = trustedBy(proof, trust);
  const chain = proof.anchor && wordOf(proof.anchor, trust, node);
  const marked = ', of an event that is marked as erased (the proof shows neither its content nor that it was erased)';
  const entry = `entry ${proof.index} of the log ${origin}${proof.event.erased ? marked : ''}`;
  const advice =
    'to verify that this is the log of the service, pass its key, its first entry or a checkpoint that you saved ' +
    '(--vkey, --log-genesis or --checkpoint)';
  const log = `${entry}, ${trusted.join(', ') || `in a tree of ${size} entries; ${advice}`}`;
  return {
    vouched: trusted.length > 0 || chain?.vouched === true,
    word: chain ? `${log}; the root of the log is in a block ${chain.word}` : log,
    of: 'log',
  };
}

/** Proofs of an event by its entry in a log. */
export const LOG_FORM: Form<LogProof> = {
  read: readLogProof,
  kindOf: ({ view }) => `proof by a log entry with the view "${view}"`,
  checks: logChecks,
  wordOf: (proof, trust) => logWordOf(proof, trust),
};
