import type { ExportLog, Manifest } from '../../formats/exports/manifest.ts';
import { toHex } from '../../lib/text.ts';
import { parseLogCalldata } from '../calldata.ts';
import { chainChecks, shownTransaction } from '../chain.ts';
import { readAnchorLine } from './lines.ts';
import { treeOf } from '../log-entry.ts';
import { must, runStep } from '../report.ts';

type At = { file: string; line: number };

/**
 * Verifies the anchors of an export: that the transaction of each is in its block and states a tree of the log. Holds
 * the size, the root and the place of each, until the roots of the events are known.
 */
export class AnchorLines {
  readonly #tenancy: string;
  readonly #log: ExportLog;
  readonly #stated: { size: number; root: string; at: At }[] = [];

  constructor({ tenancy }: Manifest, log: ExportLog) {
    this.#tenancy = tenancy;
    this.#log = log;
  }

  /** The sizes of the trees. */
  get sizes(): number[] {
    return this.#stated.map(({ size }) => size);
  }

  /** Verifies a line. Throws Problem or an Error that says what is wrong. */
  check(text: string, at: At): void {
    const { size, root, chain } = readAnchorLine(text);
    const before = this.#stated.at(-1)?.size ?? 0;
    must(size > before, `size must be above ${before}, that of the line before, not ${size}`);
    must(size <= this.#log.size, `size must be at most ${this.#log.size}, the size of the log, not ${size}`);
    const transaction = shownTransaction(chain);
    must(transaction !== undefined, 'chain.transaction cannot be decoded');
    const stated = parseLogCalldata(transaction.data);
    must(stated.log === this.#log.id, `the transaction records the log ${stated.log}, not ${this.#log.id}`);
    must(
      `tenant/${stated.scope}` === this.#tenancy,
      `the transaction records a log of tenant/${stated.scope}, not of ${this.#tenancy}`,
    );
    must(stated.size === size, `the transaction records the size ${stated.size}, not ${size}`);
    must(stated.root === root, `the transaction records the root ${stated.root}, not ${root}`);
    // The root shows that the transaction is newer than the events, so no time is compared.
    const evidence = { chain, named: [], committed: undefined, earliest: { name: 'the epoch', at: EPOCH } };
    for (const [name, check] of chainChecks(evidence, {})) {
      const { ok, detail } = runStep(name, check);
      must(ok, `${name}: ${detail}`);
    }
    this.#stated.push({ size, root, at });
  }

  /**
   * The anchors whose root is not that of the first entries of the log. `roots`: those of the sizes that were asked
   * for.
   */
  differences(roots: ReadonlyMap<number, Uint8Array>): { at: At; problem: string }[] {
    const checkpoint = treeOf(this.#log.checkpoint);
    return this.#stated.flatMap(({ size, root, at }) => {
      const own = size === checkpoint.size ? checkpoint.root : roots.get(size)!;
      const computed = toHex(own);
      if (computed === root) return [];
      const problem =
        `the transaction records the root ${root} of ${size} entries, but the entries have the root ` + computed;
      return [{ at, problem }];
    });
  }
}

const EPOCH = '1970-01-01T00:00:00Z';
