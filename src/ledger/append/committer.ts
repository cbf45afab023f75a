import type { DatabaseState } from '../../platform/database/state.ts';
import type { Config } from '../../settings/config.ts';
import { describe } from '../../lib/describe.ts';
import { toHex } from '../../lib/text.ts';
import { ServiceError, storageDamaged, storageFull, type ErrorData } from '../../lib/errors.ts';
import { exposed } from '../../platform/hidden-cause.ts';
import { log } from '../../platform/log.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import type { Database, RawStatement } from '../../platform/database/database.ts';
import { failedCondition } from '../../platform/database/failed-condition.ts';
import { commitStatements, MOVED_AT, verdictsStatement, type Moved } from './commit-statements.ts';
import type { Proposal, Refusal } from './proposal.ts';
import type { StateKeeper } from './state-keeper.ts';

/** Statements that are committed with proposals. They test their own conditions, and fail none of the proposals. */
export type CompanionStatements = {
  statements: RawStatement<unknown>[];
  /**
   * Gets the rows of the statements; undefined if they were not committed, or it is not known. Only its first call
   * counts.
   */
  settle: (results: unknown[][] | undefined) => void;
};

/** Something that is committed beside the proposals, in the same batches. */
export interface Companion {
  readonly isWaiting: boolean;
  /** Removes and returns what the next commit stores. Called if something is waiting. */
  take(db: Database): CompanionStatements;
}

/**
 * What became of a proposal. `unknown`: the database failed, and may or may not have stored it; `error` if it has met
 * damaged data. `rejected`: no proposal can be committed now.
 */
export type CommitResult =
  | { result: 'committed' }
  | { result: 'refused'; refusal: Refusal }
  | { result: 'unknown'; error?: ErrorData }
  | { result: 'rejected'; error: ErrorData };

/** Attempts of one commit when another writer, or a commit that was slow, has moved the state of the database. */
const ATTEMPTS = 5;

/** Commits proposals of many assets together; one call at a time. */
export class Committer {
  readonly #db: Database;
  readonly #config: Config;
  readonly #keeper: StateKeeper;

  constructor(db: Database, config: Config, keeper: StateKeeper) {
    this.#db = db;
    this.#config = config;
    this.#keeper = keeper;
  }

  /** Commits proposals, and what accompanies them. Returns one result for each proposal; never throws. */
  async commit(proposals: readonly Proposal[], beside?: CompanionStatements): Promise<CommitResult[]> {
    try {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const done = await this.#attempt(proposals, beside);
        if (done) return done;
      }
    } catch (failure) {
      const error = storageDamaged(await exposed(failure)) ?? failure;
      const rejected = error instanceof ServiceError && error.kind !== 'internal' ? error.toData() : undefined;
      if (!rejected) log('error', 'a commit failed', { proposals: proposals.length, error: describe(failure) });
      return proposals.map(() => (rejected ? { result: 'rejected', error: rejected } : unknownAfter(error)));
    } finally {
      beside?.settle(undefined);
    }
    return proposals.map(() => ({ result: 'unknown' }));
  }

  /** One commit. Undefined: nothing was stored, because the state of the database was not the expected one. */
  async #attempt(proposals: readonly Proposal[], beside?: CompanionStatements): Promise<CommitResult[] | undefined> {
    const expected = await this.#keeper.expected();
    const tag = newTag();
    const { assets: assetQuota, ledger_bytes: byteQuota } = this.#config.quotas;
    const move = { now: nowMicros(), tag, assetQuota, byteQuota };
    try {
      const statements = commitStatements(this.#db, proposals, expected, move);
      const results: unknown[] = await this.#db.batch([...statements, ...(beside?.statements ?? [])]);
      const [moved] = results[MOVED_AT] as [Moved];
      this.#keeper.moved({ ...expected, counter: moved.counter, tag, writerTag: tag });
      beside?.settle(results.slice(statements.length) as unknown[][]);
      return resultsOf(moved);
    } catch (error) {
      this.#keeper.forget();
      if (failedCondition(error) === 'state') return undefined;
      const full = storageFull(error);
      if (full) throw full;
      log('warn', 'the outcome of a commit is unknown', { proposals: proposals.length, error: describe(error) });
      return this.#recover(proposals, beside !== undefined, expected, tag, error).catch(
        (failed: unknown): CommitResult[] => {
          log('warn', 'whether a commit was stored could not be read', { error: describe(failed) });
          return proposals.map(() => unknownAfter(error));
        },
      );
    }
  }

  /**
   * After a commit that failed: whether it was stored, by the tag. If it was not, each half is committed on its own,
   * and without what accompanied them, so that what the database cannot store does not fail the others.
   */
  async #recover(
    proposals: readonly Proposal[],
    wasAccompanied: boolean,
    before: DatabaseState,
    tag: string,
    failure: unknown,
  ): Promise<CommitResult[]> {
    const now = await this.#keeper.expected();
    if (now.writerTag === tag) return this.#stored(proposals, tag);
    const isAlone = proposals.length === 1 && !wasAccompanied;
    if (now.writerTag !== before.writerTag || isAlone || proposals.length === 0)
      return proposals.map(() => unknownAfter(failure));
    if (wasAccompanied) return this.commit(proposals);
    const middle = Math.ceil(proposals.length / 2);
    const first = await this.commit(proposals.slice(0, middle));
    return [...first, ...(await this.commit(proposals.slice(middle)))];
  }

  /**
   * The results of a commit that was stored without a response. The events alone do not show them: a commit that was
   * refused because another one had stored an event with the same id finds that event.
   */
  async #stored(proposals: readonly Proposal[], tag: string): Promise<CommitResult[]> {
    const [[row]] = await this.#db.batch([verdictsStatement(this.#db, tag)]);
    return row ? resultsOf(row) : proposals.map(() => ({ result: 'unknown' }));
  }
}

/** The result of a proposal that may be stored. Only damaged data is an internal ServiceError. */
const unknownAfter = (failure: unknown): CommitResult =>
  failure instanceof ServiceError && failure.kind === 'internal'
    ? { result: 'unknown', error: failure.toData() }
    : { result: 'unknown' };

/** One result for each proposal of a commit. */
const resultsOf = ({ verdicts }: Pick<Moved, 'verdicts'>): CommitResult[] =>
  (JSON.parse(verdicts) as (Refusal | null)[]).map((refusal) =>
    refusal ? { result: 'refused', refusal } : { result: 'committed' },
  );

const newTag = (): string => toHex(ambient.bytes(8));
