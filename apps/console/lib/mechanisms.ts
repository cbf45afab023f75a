import type { Schemas } from './schemas.ts';
import { screenTexts } from '../screens/texts/texts.ts';

const { mechanisms: wording } = screenTexts;

export type Mechanism = Schemas['Tenancy']['default_proof_mechanism'];

/** A proof mechanism in words, without what it does. */
export const mechanismOf = (mechanism: string): string =>
  mechanisms()
    .find(([name]) => name === mechanism)?.[1]
    .split(':')[0] ?? mechanism;

/** The proof mechanisms of assets, with what they do. */
export const mechanisms = (): readonly (readonly [Mechanism, string])[] => [
  ['SIMPLE_HASH', wording.simpleHash],
  ['KHIPU', wording.khipu],
  ['MERKLE_LOG', wording.merkleLog],
];
