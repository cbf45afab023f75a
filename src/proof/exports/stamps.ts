import type { ExportLog } from '../../formats/exports/manifest.ts';
import { MANIFEST_FILE } from '../../formats/exports/format.ts';
import { TimestampError } from '../../formats/timestamp/error.ts';
import { checkRenewed, type HashedToken, type Renewal } from '../../formats/timestamp/renewal.ts';
import { stampLeaf, stampRoot } from '../../formats/timestamp/stamp-tree.ts';
import type { VerifiedTimestamp } from '../../formats/timestamp/verify.ts';
import { fromBase64, fromHex, toHex } from '../../lib/text.ts';
import { parseTimestamp } from '../../lib/time.ts';
import { hashesOf } from '../log-document.ts';
import { renewalsOf } from '../log-stamp.ts';
import { treeOf } from '../log-entry.ts';
import { must } from '../report.ts';
import { orderProblem } from '../stamp-authority.ts';
import { readStampLine } from './lines.ts';

/** Verifies a token with the certificates that the verifier trusts. Rejects with TimestampError. */
export type VerifyToken = (stamp: HashedToken, renewals: readonly Renewal[]) => Promise<VerifiedTimestamp>;

/** A tree of the log that an authority has stamped. */
export type StampedSize = { size: number; stamp: VerifiedTimestamp };

/**
 * The time stamps of an export: of how many trees, the entries of the log, and the largest tree with a valid one.
 * `earliest`: the first valid one of a tree with the entry of an index.
 */
export type StampCounts = {
  trees: number;
  entries: number;
  largest: StampedSize | undefined;
  earliest: (index: number) => VerifiedTimestamp | undefined;
};

/**
 * Verifies the time stamps of an export. Holds the size, the root and the place of each, until the roots of the events
 * are known; and the stamps that the verifier trusts.
 */
export class StampLines {
  readonly #log: ExportLog;
  readonly #verify: VerifyToken | undefined;
  readonly #stated: { size: number; root: string; at: At }[] = [];
  readonly #valid: StampedSize[] = [];
  /** The valid stamps by size, each with the earliest time of a tree that is not smaller. Made when it is asked for. */
  #earliest: StampedSize[] | undefined;
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
      this.#valid.push({ size, stamp: await verified });
      this.#earliest = undefined;
    } catch (error) {
      if (!(error instanceof TimestampError)) throw error;
      this.#reason = error.message;
    }
  }

  /** What the stamps show. */
  get counts(): StampCounts {
    const [trees, entries] = [this.#stated.length, this.#log.size];
    return { trees, entries, largest: this.#bySize.at(-1), earliest: (index) => this.#earliestOf(index) };
  }

  /**
   * Why an event that is the entry of an index cannot have been accepted when it says: a trusted authority has stamped
   * a tree with it before, by more than clocks may differ. `accepted`: RFC 3339. Call it after all lines.
   */
  acceptanceProblem(index: number, accepted: string): string | undefined {
    const stamp = this.#earliestOf(index);
    return stamp && orderProblem(stamp.latest, parseTimestamp(accepted)!.us);
  }

  #earliestOf(index: number): VerifiedTimestamp | undefined {
    const sizes = this.#bySize;
    let [low, high] = [0, sizes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sizes[middle]!.size > index) high = middle;
      else low = middle + 1;
    }
    return sizes[low]?.stamp;
  }

  get #bySize(): readonly StampedSize[] {
    if (this.#earliest) return this.#earliest;
    const sorted = this.#valid.toSorted((a, b) => a.size - b.size || b.stamp.latest - a.stamp.latest);
    let first: VerifiedTimestamp | undefined;
    for (let at = sorted.length - 1; at >= 0; at--) {
      const { size, stamp } = sorted[at]!;
      if (!first || stamp.latest < first.latest) first = stamp;
      sorted[at] = { size, stamp: first };
    }
    return (this.#earliest = sorted);
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
    if (!isRequired || this.#valid.length > 0) return wrong;
    const problem = this.#reason ?? 'the export has no time stamp that could be verified';
    return [...wrong, { file: MANIFEST_FILE, problem }];
  }
}

type At = { file: string; line: number };
type Problem = { file: string; problem: string };
