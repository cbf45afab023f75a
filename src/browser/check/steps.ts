import type { Step, StepName } from '../../proof/report.ts';

/** One plain sentence for what each step shows when it holds, and when it does not. */
const SENTENCES: Record<StepName, readonly [holds: string, fails: string]> = {
  format: ['The file is a whole proof, and says everything once.', 'The file is not a whole proof.'],
  event: ['The event in it is complete and settled.', 'The event in it is not complete, or not settled.'],
  window: [
    'All events that were recorded together are there, each once and in order, and this event is one of them.',
    'The events that were recorded together are not all there, or this event is not one of them.',
  ],
  view: [
    'The events are shown as they were recorded for everybody, without the people behind them.',
    'The events are not shown as they were recorded for everybody.',
  ],
  preimage: ['What was hashed is this event, as it is shown.', 'What was hashed is another event than the one shown.'],
  hash: [
    'The fingerprint, computed here, is the one that the proof states.',
    'The fingerprint, computed here, is not the one that the proof states: something was changed.',
  ],
  calldata: [
    'The transaction states this fingerprint, and no other.',
    'The transaction states something else than this fingerprint.',
  ],
  transaction: [
    'The transaction is signed, and is the one that the events name.',
    'The transaction is not the one that the events name, or is not signed as it should be.',
  ],
  inclusion: ['The block holds this transaction.', 'It cannot be shown that the block holds this transaction.'],
  header: [
    'The block has the hash, the number and the time that the proof states.',
    'The block has not the hash, the number or the time that the proof states.',
  ],
  time: [
    'The block is not older than what it records.',
    'The block is older than what it is to record: it cannot hold that.',
  ],
  seal: [
    'The block is sealed by the validator that the proof names.',
    'The block is not sealed by the validator that it should be.',
  ],
  genesis: ['The chain is the one that you named.', 'The chain is another one than it should be.'],
  node: ['A node of the chain has the block.', 'A node of the chain does not have the block.'],
};

const SKIPPED: Partial<Record<StepName, string>> = {
  seal: 'Not checked: the block is of an outside chain, for which its nodes vouch.',
  genesis: 'Not checked: you have not said which chain it should be.',
};

/** A step in a plain sentence. */
export function sentenceOf({ name, ok, skipped }: Step): string {
  const [holds, fails] = SENTENCES[name];
  if (!ok) return fails;
  return skipped ? (SKIPPED[name] ?? `Not checked: ${name}.`) : holds;
}

/** On whose word a proof rests, without the options of the command that ask for more. */
export const restsOn = (word: string): string => word.replaceAll(/ \(--[^)]*\)/g, '');
