import { sql } from 'drizzle-orm';
import type { Config } from '../../settings/config.ts';
import { PUBLIC_SCOPE } from '../../lib/identifiers.ts';
import type { Micros } from '../../lib/time.ts';
import type { DatabaseState } from '../../platform/database/state.ts';
import { Database } from '../../platform/database/database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import { METERS } from '../../platform/metrics/meter.ts';
import type { ErasureRegister } from '../erasure/register.ts';
import { AssetSequencer } from './asset-sequencer.ts';
import type { Command, Outcome } from './commands.ts';
import { Committer, type CommitResult, type Companion } from './committer.ts';
import { CommitQueue } from './commit-queue.ts';
import { expectedStatement } from './commit-statements.ts';
import type { Proposal } from './proposal.ts';
import { StateKeeper, type Acknowledged, type StateReport } from './state-keeper.ts';

/** An asset whose events were committed, as the listener needs it. */
export type CommittedAsset = Pick<Proposal, 'asset' | 'tenant' | 'public' | 'proofMechanism' | 'events'>;

/** Called after each commit with its assets, without delaying it. A sweep repeats what a failed call has missed. */
export type CommitListener = (committed: readonly CommittedAsset[]) => Promise<void>;

/** A window of anchors to close: [startUs, endUs) of a scope, a tenant or PUBLIC_SCOPE. */
export type WindowToClose = { scope: string; startUs: Micros; endUs: Micros };

/** Limits of the assets whose heads are remembered: their number, and the characters of their attributes. */
const REMEMBERED = { assets: 5000, characters: 16_000_000 };

/** The sequencers of the assets that were written last. */
class RecentSequencers {
  readonly #open: (asset: string) => AssetSequencer;
  /** The one that was used last is the last one. `characters`: of what it remembers. */
  readonly #recent = new Map<string, { sequencer: AssetSequencer; characters: number }>();
  #characters = 0;

  constructor(open: (asset: string) => AssetSequencer) {
    this.#open = open;
  }

  /** Carries out commands of an asset, one call at a time for each. */
  async commit(asset: string, commands: readonly Command[]): Promise<Outcome[]> {
    const sequencer = this.#recent.get(asset)?.sequencer ?? this.#open(asset);
    this.#forget(asset);
    const outcomes = await sequencer.commit(commands);
    const { characters } = sequencer;
    this.#recent.set(asset, { sequencer, characters });
    this.#characters += characters;
    for (const oldest of this.#recent.keys()) {
      if (this.#recent.size <= REMEMBERED.assets && this.#characters <= REMEMBERED.characters) break;
      this.#forget(oldest);
    }
    return outcomes;
  }

  #forget(asset: string): void {
    this.#characters -= this.#recent.get(asset)?.characters ?? 0;
    this.#recent.delete(asset);
  }
}

/** What a writer needs beside its database. */
type WriterParts = {
  acknowledged: Acknowledged;
  /** Called after each commit with what it has stored. */
  onCommitted: (committed: readonly Proposal[]) => void;
  /** What is committed beside the events. */
  companion?: Companion;
  /** Where erasures are registered. */
  register?: ErasureRegister;
};

/**
 * The ledger of one database: carries out commands and commits those that arrived during the previous commit together,
 * and closes windows of anchors between commits.
 */
export class DatabaseWriter {
  readonly db: Database;
  readonly keeper: StateKeeper;
  readonly commits: CommitQueue;

  constructor(d1: D1Database, config: Config, { acknowledged, register, ...parts }: WriterParts) {
    const acknowledge = async (state: DatabaseState): Promise<void> => {
      if (!(await this.observe(state))) throw new DatabaseRestored();
    };
    const db = new Database(d1, 'primary', METERS.ledger_writer, acknowledge);
    this.db = db;
    this.keeper = new StateKeeper(db, acknowledged);
    const commit = (proposal: Proposal): Promise<CommitResult> => this.commits.commit(proposal);
    const sequencers = new RecentSequencers(
      (asset) => new AssetSequencer(db, config, asset, commit, undefined, register),
    );
    this.commits = new CommitQueue({
      ...parts,
      db,
      committer: new Committer(db, config, this.keeper),
      carryOut: (asset, commands) => sequencers.commit(asset, commands),
    });
  }

  /**
   * Closes a window between two commits. It ends earlier than asked for if events that wait for a commit are older.
   * Returns its end; undefined if it would be empty, or another window of the scope was closed first. Throws 503 if the
   * database was restored.
   */
  async closeWindow({ scope, startUs, endUs }: WindowToClose, exact: boolean): Promise<Micros | undefined> {
    const { commits, keeper, db } = this;
    return commits
      .exclusive(async () => {
        const expected = await keeper.expected();
        const oldest = commits.earliest((proposal) =>
          scope === PUBLIC_SCOPE ? proposal.public : proposal.tenant === scope,
        );
        const end = Math.min(endUs, Math.floor(oldest / 1_000_000) * 1_000_000);
        if (end <= startUs || (exact && end < endUs)) return undefined;
        const [, rows] = await db.batch([
          expectedStatement(db, expected),
          db.sql<{ endUs: Micros }>(sql`INSERT INTO anchors (scope, start_us, end_us, status, count, hash, intent)
          VALUES (${scope}, ${startUs}, ${end}, 'closing', 0, '', '') ON CONFLICT DO NOTHING
            RETURNING end_us AS endUs`),
        ]);
        return rows[0]?.endUs;
      })
      .catch((error: unknown) => {
        keeper.forget();
        throw error;
      });
  }

  /**
   * Stores that the database had reached this state, before an audited change is answered. Returns false if the
   * database lacks acknowledged changes: then the change may be lost.
   */
  async observe(state: DatabaseState): Promise<boolean> {
    return this.keeper.observe(state) || !(await this.commits.exclusive(() => this.keeper.compare())).restored;
  }

  /** Compares the database with what was acknowledged. Stores nothing, so that it works when the storage is full. */
  async compare(): Promise<StateReport> {
    return this.commits.exclusive(() => this.keeper.compare('read'));
  }

  /** Starts a new epoch if the database lacks acknowledged changes. Only an operator may decide this. */
  async acceptLoss(): Promise<StateReport & { accepted: boolean }> {
    return this.commits.exclusive(() => this.keeper.acceptLoss());
  }
}
