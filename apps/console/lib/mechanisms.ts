import type { Schemas } from './schemas.ts';

export type Mechanism = Schemas['Tenancy']['default_proof_mechanism'];

/** A proof mechanism in words, without what it does. */
export const mechanismOf = (mechanism: string): string =>
  MECHANISMS.find(([name]) => name === mechanism)?.[1].split(':')[0] ?? mechanism;

/** The proof mechanisms of assets, with what they do. */
export const MECHANISMS: readonly (readonly [Mechanism, string])[] = [
  ['SIMPLE_HASH', 'Simple hash: one transaction for all events of a period'],
  ['KHIPU', 'Khipu: one transaction for each event'],
  ['MERKLE_LOG', 'Merkle log: an entry in the transparency log for each event'],
];
