import type { Attributes } from '../../../src/formats/records/attributes.ts';
import type { AnyProof } from '../../../src/proof/verify.ts';

/** A proven event. */
export type ProofEvent = AnyProof['event'];

/** The names and values of attributes, in the order in which pages show them. */
export function textsOf(attributes: Attributes): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (typeof value === 'string') return [name, value];
    return [name, ...[value].flat().flatMap((map) => Object.entries(map).flat())];
  });
}
