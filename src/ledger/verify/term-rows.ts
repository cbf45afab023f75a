import { sql } from 'drizzle-orm';
import type { Attributes } from '../../formats/records/attributes.ts';
import { ALL_WEIGHTS, EVERY_WORD, indexTerms, termsOf, type Posting } from '../../formats/records/search-terms.ts';
import { columns } from '../../platform/database/columns.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AssetRecord } from '../records/asset.ts';

/** As `Posting` has them. */
const posting = columns('term', 'weight').sqlOf('r.value');
/** Postings per query. */
const LOOKED_UP = 5000;
const ofWeights = (term: string, weights: readonly number[]): Posting[] => weights.map((weight) => [term, weight]);

/**
 * Compares the terms by which an asset is searched (`asset_postings`) with those of its current attributes. Terms of
 * former values must not exist; those of erased events are not known any more.
 */
export class TermRows {
  readonly #db: Database;
  readonly #asset: number;
  readonly #seq: number;
  readonly #current: ReadonlyMap<string, number>;
  #former = new Set<string>();

  /** `asset`: its number. `head`: its row when the run started. */
  constructor(db: Database, asset: number, head: AssetRecord) {
    this.#db = db;
    this.#asset = asset;
    this.#seq = head.seq;
    this.#current = indexTerms(head.attributes);
  }

  /** Adds the asset attributes that an event has set. */
  add(changes: Attributes): void {
    this.#addFormer(EVERY_WORD);
    for (const value of Object.values(changes))
      if (typeof value === 'string') for (const term of termsOf(value)) this.#addFormer(term);
  }

  #addFormer(term: string): void {
    if (!this.#current.has(term)) this.#former.add(term);
  }

  /** How many terms of the events that were added wait to be looked up. */
  get waiting(): number {
    return this.#former.size;
  }

  /** Looks up the terms of former values that were added. Returns false if the index has one of them. */
  async hasNoFormer(): Promise<boolean> {
    const former = [...this.#former];
    this.#former.clear();
    return ((await this.#count(former.flatMap((term) => ofWeights(term, ALL_WEIGHTS)))) ?? 0) === 0;
  }

  /** Whether the index has all current terms, with their weights only. */
  async hasCurrent(): Promise<boolean> {
    const current = [...this.#current];
    const others = current.flatMap(([term, weight]) =>
      ofWeights(
        term,
        ALL_WEIGHTS.filter((other) => other !== weight),
      ),
    );
    return (
      ((await this.#count(current)) ?? current.length) === current.length && ((await this.#count(others)) ?? 0) === 0
    );
  }

  /** How many of these postings the index has; undefined if the asset has changed since the start. */
  async #count(postings: readonly Posting[]): Promise<number | undefined> {
    let found = 0;
    for (let from = 0; from < postings.length; from += LOOKED_UP) {
      const part = JSON.stringify(postings.slice(from, from + LOOKED_UP));
      const [[row]] = await this.#db.batch([
        this.#db.sql<{ n: number }>(sql`SELECT (SELECT count(*) FROM json_each(${part}) r CROSS JOIN asset_postings t
            ON t.tenant = a.tenant AND t.term = ${posting.term} AND t.weight = ${posting.weight}
            AND t.created_us = a.created_us AND t.asset = a.number) AS n
          FROM assets a WHERE a.number = ${this.#asset} AND a.seq = ${this.#seq}`),
      ]);
      if (!row) return undefined;
      found += row.n;
    }
    return found;
  }
}
