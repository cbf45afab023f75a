import type { ExportLog } from '../../formats/exports/manifest.ts';
import { MANIFEST_FILE } from '../../formats/exports/format.ts';
import { TimestampError } from '../../formats/timestamp/error.ts';
import { checkRenewed, type HashedToken, type Renewal } from '../../formats/timestamp/renewal.ts';
import { stampLeaf, stampRoot } from '../../formats/timestamp/stamp-tree.ts';
import type { VerifiedTimestamp } from '../../formats/timestamp/verify.ts';
import { fromBase64, fromHex, toHex } from '../../lib/text.ts';
import { hashesOf } from '../log-document.ts';
import { renewalsOf } from '../log-stamp.ts';
import { treeOf } from '../log-entry.ts';
import { must } from '../report.ts';
import { readStampLine } from './lines.ts';

/** Verifies a token with the certificates that the verifier trusts. Rejects with TimestampError. */
export type VerifyToken = (stamp: HashedToken, renewals: readonly Renewal[]) => Promise<VerifiedTimestamp>;

/** A tree of the log that an authority has stamped. */
export type StampedSize = { size: number; stamp: VerifiedTimestamp };

/** The time stamps of an export: of how many trees, the entries of the log, and the largest tree with a valid one. */
export type StampCounts = { trees: number; entries: number; largest: StampedSize | undefined };

/**
 * Verifies the time stamps of an export. Holds the size, the root and the place of each, until the roots of the events
 * are known; and of those that the verifier trusts the largest one, and of equal ones the first.
 */
export class StampLines {
  readonly #log: ExportLog;
  readonly #verify: VerifyToken | undefined;
  readonly #stated: { size: number; root: string; at: At }[] = [];
  #largest: StampedSize | undefined;
  /** Why the last token that is not valid for the verifier is not. */
  #reason: string | undefined;

  /** `verify`: undefined if the verifier trusts no authority; then only hashes are compared. */
  constructor(log: ExportLog, verify: VerifyToken | undefined) {
    this.#log = log;
    this.#verify = verify;
  }

  /** The sizes of the stamped trees. */
  get sizes(): number[] {
    return this.#stated.map(({ size }) => size);
  }

  /** Verifies a line. Rejects with Problem or an Error that says what is wrong. */
  async check(text: string, at: At): Promise<void> {
    const line = readStampLine(text);
    const { size, root, salt, index, stamp_path, token } = line;
    must(
      size > 0 && size <= this.#log.size,
      `size must be from 1 to ${this.#log.size}, the size of the log, not ${size}`,
    );
    const leaf = stampLeaf({ origin: this.#log.origin, size, root: fromHex(root) }, fromBase64(salt)!);
    const hash = stampRoot(leaf, { index, path: hashesOf(stamp_path) });
    must(hash !== undefined, 'the index of a stamp must be one of a tree with its path');
    const stamp = { token: fromBase64(token)!, hash };
    const renewals = renewalsOf(line);
    checkRenewed(stamp, renewals);
    this.#stated.push({ size, root, at });
    if (this.#verify) await this.#accept(size, this.#verify(stamp, renewals));
  }

  async #accept(size: number, verified: Promise<VerifiedTimestamp>): Promise<void> {
    try {
      const stamp = await verified;
      const largest = this.#largest;
      const isNewer = !largest || size > largest.size || (size === largest.size && stamp.latest < largest.stamp.latest);
      if (isNewer) this.#largest = { size, stamp };
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      this.#reason = error.message;
    }
  }

  /** What the stamps show. */
  get counts(): StampCounts {
    return { trees: this.#stated.length, entries: this.#log.size, largest: this.#largest };
  }

  /**
   * The stamps of another tree than that of the first entries of the log, or that one that the verifier trusts is
   * missing. `roots`: those of `sizes`.
   */
  problems(roots: ReadonlyMap<number, Uint8Array>, isRequired: boolean): (Partial<At> & Problem)[] {
    const checkpoint = treeOf(this.#log.checkpoint);
    const wrong = this.#stated.flatMap(({ size, root, at }) => {
      const computed = toHex(size === checkpoint.size ? checkpoint.root : roots.get(size)!);
      if (computed === root) return [];
      return [{ ...at, problem: `the stamped root of ${size} entries is ${root}, but the entries have ${computed}` }];
    });
    if (!isRequired || this.#largest) return wrong;
    const problem = this.#reason ?? 'the export has no time stamp that could be verified';
    return [...wrong, { file: MANIFEST_FILE, problem }];
  }
}

type At = { file: string; line: number };
type Problem = { file: string; problem: string };
