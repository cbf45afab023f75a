/** The check of time stamps. Certificates and curves are large: a page loads it apart. */
export { certificateIn } from '../../../src/formats/timestamp/path.ts';
export { verifyEventStamps, verifyStamps, withStamps } from '../../../src/proof/stamp-authority.ts';
