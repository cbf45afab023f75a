import { describe } from 'vitest';
import { testFlips } from './support/flips.ts';
import { PROOFS } from './support/proofs.ts';

/** The ranges of the text that are not verified: `finality`, and the host of `api_query`. */
function free(text: string): [number, number][] {
  const between = (start: string, end: string): [number, number] => {
    const from = text.indexOf(start);
    return from < 0 ? [-1, -1] : [from + start.length, text.indexOf(end, from + start.length)];
  };
  return [between('"finality":"', '"'), between('"api_query":"', '/archivist')];
}

describe.each(Object.entries(PROOFS))('a proof of %s', (_name, make) => {
  const proof = make();
  testFlips(proof, { genesis: proof.chain.genesis_hash, node: true }, free, (path) => /finality|api_query$/.test(path));
});
