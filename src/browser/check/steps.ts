import type { Step, StepName } from '../../proof/report.ts';

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
  preimage: ['The hashed data is the event shown.', 'The hashed data is not the event shown.'],
  hash: [
    'The hash, computed here, is the hash in the proof.',
    'The hash, computed here, is not the hash in the proof: data was changed.',
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
};

const SKIPPED: Partial<Record<StepName, string>> = {
  seal: 'Not checked: the block is on an external chain, whose nodes validate it.',
  genesis: 'Not checked: you have not entered a genesis hash.',
};

/** The result of a step as a sentence. */
export function sentenceOf({ name, ok, skipped }: Step): string {
  const [holds, fails] = SENTENCES[name];
  if (!ok) return fails;
  return skipped ? (SKIPPED[name] ?? `Not checked: ${name}.`) : holds;
}

/** What a proof relies on, without the mentions of command-line options. */
export const withoutOptions = (word: string): string => word.replaceAll(/ \(--[^)]*\)/g, '');
