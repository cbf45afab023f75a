import type { Schemas } from './schemas.ts';

export type Mechanism = Schemas['Tenancy']['default_proof_mechanism'];

/** The proof mechanisms of assets, with what they do. */
export const MECHANISMS: readonly (readonly [Mechanism, string])[] = [
  ['SIMPLE_HASH', 'Simple hash: one transaction for all events of a period'],
  ['KHIPU', 'Khipu: one transaction for each event'],
  ['MERKLE_LOG', 'Merkle log: an entry in the transparency log for each event'],
];
