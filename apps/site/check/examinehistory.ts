/** The check of a complete history, which pages load when it is needed. */
export { verifyHistory } from '../../../src/proof/history.ts';
export { keyChangesIn } from '../../../src/proof/log-pins.ts';
export { trustIn } from './known-key.ts';
