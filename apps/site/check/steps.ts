import type { Report, Step, StepName } from '../../../src/proof/report.ts';

/** What each step shows, if it passes and if it fails. */
const SENTENCES: Record<StepName, readonly [holds: string, fails: string]> = {
  format: ['The file is a complete proof.', 'The file is not a complete proof.'],
  event: ['The event is complete and confirmed.', 'The event is not complete, or not confirmed.'],
  window: [
    'The proof contains all events of the transaction, in order, and this event is one of them.',
    'The proof does not contain all events of the transaction in order, or this event is not one of them.',
  ],
  view: [
    'The events are in their public form, without the names of people.',
    'The events are not in their public form.',
  ],
  entry: [
    'The entry in the log is computed from the event shown.',
    'The entry in the log cannot be computed from the event shown.',
  ],
  chainhash: [
    'The entry contains a commitment to the chain hash in the proof.',
    'The entry contains no commitment to the chain hash in the proof.',
  ],
  path: [
    'The entry is in the tree of the checkpoint.',
    'The entry is not in the tree of the checkpoint: data was changed.',
  ],
  checkpoint: [
    'The checkpoint has valid signatures of the keys that you entered.',
    'The checkpoint does not have valid signatures of the keys that you entered.',
  ],
  log: [
    'The log starts with the entry that you know.',
    'The proof does not show that the log starts with the entry that you know.',
  ],
  consistency: [
    'The checkpoint and the one that you saved are of the same history.',
    'The checkpoint and the one that you saved could not be shown to be of the same history.',
  ],
  preimage: ['The hashed data is the event shown.', 'The hashed data is not the event shown.'],
  hash: [
    'The hash, computed here, is the hash in the proof.',
    'The hash, computed here, is not the hash in the proof: data was changed.',
  ],
  stamp: [
    'The event leads to the root that is time-stamped.',
    'The event does not lead to the root that is time-stamped.',
  ],
  calldata: ['The transaction contains this hash.', 'The transaction does not contain this hash, or contains more.'],
  transaction: [
    'The transaction has a valid signature, and is the one that the events name.',
    'The transaction has no valid signature, or is not the one that the events name.',
  ],
  inclusion: [
    'The block contains this transaction.',
    'The proof does not show that the block contains this transaction.',
  ],
  header: [
    'The block has the hash, number and time in the proof.',
    'The block does not have the hash, number and time in the proof.',
  ],
  time: ['The block is not older than the events.', 'The block is older than an event that it should contain.'],
  seal: ['The block is sealed by the validator in the proof.', 'The block is not sealed by the expected validator.'],
  genesis: ['The chain has the genesis hash that you entered.', 'The chain does not have the expected genesis hash.'],
  node: ['A node of the chain has the block.', 'A node of the chain does not have the block.'],
  authority: ['The time stamp is by an authority that you trust.', 'No time stamp is by an authority that you trust.'],
};

/** The sentences of steps that check something else in a proof by a log entry. */
const OF_LOG: Partial<Record<StepName, readonly [holds: string, fails: string]>> = {
  event: ['The event is complete.', 'The event is not complete.'],
  view: ['The event is in the form that the log has.', 'The event is not in the form that the log has.'],
  calldata: [
    'The transaction contains the root of the log, and the entry is below it.',
    'The transaction does not contain the root of the log, or the entry is not below it.',
  ],
  transaction: ['The transaction has a valid signature.', 'The transaction has no valid signature.'],
  time: ['The block is not older than the event.', 'The block is older than the event.'],
};

const SKIPPED: Partial<Record<StepName, string>> = {
  chainhash: 'Not checked: the proof does not contain the chain hash.',
  checkpoint: 'Not checked: you have not entered a key of the log.',
  log: 'Not checked: you have not entered the first entry of the log.',
  consistency: 'Not checked: you have not chosen a saved checkpoint.',
  stamp: 'Not checked: this page does not know the authority of the time stamp; npm run verify with --tsa checks it.',
  calldata: 'Not checked: the log was not on the chain with this event when the proof was made.',
  seal: 'Not checked: the block is on an external chain, whose nodes validate it.',
  genesis: 'Not checked: you have not entered a genesis hash.',
};

/** The result of the step `hash` if events of the window were erased. */
export const HASH_ERASED = 'Not checked: events of the window were erased.';

/** The result of a step as a sentence. */
export function sentenceOf({ name, ok, skipped }: Step, isOfLog: boolean): string {
  const [holds, fails] = (isOfLog ? OF_LOG[name] : undefined) ?? SENTENCES[name];
  if (!ok) return fails;
  return skipped ? (SKIPPED[name] ?? `Not checked: ${name}.`) : holds;
}

/** Whether a report is that of a proof by a log entry, also if a step failed. */
export const isReportOfLog = ({ of, steps }: Report): boolean =>
  of === 'log' || steps.some(({ name }) => name === 'entry');

/**
 * What a proof relies on, in words for a page. A page with fields for all values says which of them to enter, in place
 * of command-line options.
 */
export function shownWord(word: string, hasFields: boolean): string {
  const text = word.replaceAll(/ \(--[^)]*\)/g, '');
  return hasFields ? text.replaceAll(', pass ', ', enter ') : text.replaceAll(/; to verify [^;]*/g, '');
}
