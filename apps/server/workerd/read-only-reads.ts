import fs from 'node:fs';
import { join } from 'node:path';

/** Where Miniflare keeps the code of its D1, below its package. */
const D1 = join('miniflare', 'dist', 'src', 'workers', 'd1', 'database.worker.js');
const WRITE = 'await this.state.storage.getCurrentBookmark()';
/** The bookmark of a session of one database without replicas, where every read sees all earlier writes. */
const CONSTANT = "'00000000-00000000-00000000-00000000000000000000000000000000'";

let isReplaced = false;

/**
 * Makes reads of D1 write nothing: for each transaction, also one that only reads, Miniflare increases and stores a
 * bookmark for the sessions of replicas, so that reads fail while the disk is full. Miniflare reads its code once; that
 * read gets the code without the bookmark. Throws, at the first start of a Miniflare, if the code of its version is not
 * as expected.
 */
export function withoutBookmarks(): void {
  if (isReplaced) return;
  isReplaced = true;
  const read = fs.readFileSync;
  const replaced = (...args: Parameters<typeof read>): ReturnType<typeof read> => {
    const content = read(...args);
    if (!String(args[0]).endsWith(D1)) return content;
    fs.readFileSync = read;
    if (String(content).split(WRITE).length !== 2)
      throw new Error(`${String(args[0])}: does not contain ${WRITE} once`);
    return String(content).replace(WRITE, CONSTANT);
  };
  fs.readFileSync = replaced as typeof read;
}
