import { chainChecks, evidenceOf, shownTransaction, trustsLog, wordOf, type Trust } from './chain.ts';
import { readProof, type KhipuProof, type SimpleProof } from './document.ts';
import { checkEvent } from './event.ts';
import type { Form } from './examine.ts';
import { khipuChecks } from './khipu.ts';
import { Problem, type Check } from './report.ts';
import { erasedIn, simpleChecks } from './simple.ts';

/** Proofs by the window of an event, or by its KHIPU transaction. */
export const WINDOW_FORM: Form<SimpleProof | KhipuProof> = {
  read: readProof,
  kindOf: ({ mechanism, view }) => `${mechanism} proof with the view "${view}"`,
  checks: (proof, trust) => [
    ...checksOf(proof, trust),
    ...(trustsLog(trust) ? [WITHOUT_LOG] : []),
    ...(trust.tsa ? [WITHOUT_STAMP] : []),
  ],
  erasedIn: (proof, { name }) => (proof.mechanism === 'SIMPLE_HASH' && name === 'hash' ? erasedIn(proof) : 0),
  wordOf,
};

/** A known value of a log is refused: it would not be compared with anything. */
const WITHOUT_LOG: Check = [
  'checkpoint',
  () => {
    throw new Problem(
      'the proof is not by an entry of a log, so nothing can be compared with the known values of a log',
    );
  },
];

/** As `WITHOUT_LOG`, for the certificates of time-stamping authorities. */
const WITHOUT_STAMP: Check = [
  'stamp',
  () => {
    throw new Problem('the proof is not by an entry of a log, so it can have no time stamp');
  },
];

function checksOf(proof: SimpleProof | KhipuProof, trust: Trust): Check[] {
  // A transaction that cannot be decoded fails in the step `transaction`, not in an earlier one.
  const transaction = shownTransaction(proof.chain);
  const checks = proof.mechanism === 'KHIPU' ? khipuChecks(proof, transaction) : simpleChecks(proof, transaction);
  return [['event', () => checkEvent(proof)], ...checks, ...chainChecks(evidenceOf(proof), trust)];
}
