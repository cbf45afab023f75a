/** The check of the statement of an author. Its curves are large: a page loads it apart. */
export { examineAuthor } from '../../../src/proof/log-author.ts';
