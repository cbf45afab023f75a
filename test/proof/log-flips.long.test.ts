import { describe } from 'vitest';
import { testFlips } from './support/flips.ts';
import { LOG_PROOFS, trustIn } from './support/log-proofs.ts';

/** The fields of an event that its entry does not cover. */
const NOT_COVERED = [
  'timestamp_committed',
  'confirmation_status',
  'transaction_id',
  'block_number',
  'transaction_index',
  'erased',
];

/** The ranges of the text that are not verified: `finality`, and the values of `NOT_COVERED` in the event. */
const free = (text: string): [number, number][] =>
  [...NOT_COVERED, 'finality'].map((field) => {
    const start = text.indexOf(`"${field}":`);
    if (start < 0) return [-1, -1];
    const from = start + field.length + 3;
    return [from, from + /^(?:"[^"]*"|\{[^}]*\}[^}]*\}|[^,}]*)/.exec(text.slice(from))![0].length];
  });

describe.each(Object.entries(LOG_PROOFS))('a proof by a log entry %s', (_name, make) => {
  const proof = make();
  const paths = new Set(['anchor.chain.finality', ...NOT_COVERED.map((field) => `event.${field}`)]);
  testFlips(proof, trustIn(proof), free, (path) => paths.has(path) || path.startsWith('event.erased.'));
});
