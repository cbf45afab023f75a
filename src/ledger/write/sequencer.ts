import { assertPrincipals } from '../../access/principal.ts';
import type { CallerRights } from '../../access/rights.ts';
import type { Config } from '../../config.ts';
import { describe } from '../../core/describe.ts';
import { retryLater, ServiceError } from '../../core/errors.ts';
import { log } from '../../core/log.ts';
import { nowMicros, type Micros } from '../../core/time.ts';
import { assertQuota, quotaReached } from '../../store/conditions.ts';
import type { Database } from '../../store/database.ts';
import { failedCondition } from '../../store/failedcondition.ts';
import type { AssetRecord } from '../asset.ts';
import type { Command, Outcome } from '../commands.ts';
import type { Head } from '../head.ts';
import type { AssetRow } from '../rows.ts';
import { created } from './admission.ts';
import { LedgerClock, type LastTimes } from './clock.ts';
import { confirmed, headOf } from './decide.ts';
import { admitted, callerKey, plan, type Known, type Plan } from './plan.ts';
import { callersOf, readAsset, readKnown, readStored } from './reads.ts';
import { commitStatements } from './statements.ts';
import { LedgerFrozen, type Watermark } from './watermark.ts';

/** Attempts of one commit when D1 fails. */
const ATTEMPTS = 3;
/** Attempts of one commit when a condition fails because another writer has changed what it was decided by. */
const CONFLICT_ATTEMPTS = 10;
/** Callers whose rights are kept in memory. */
const CALLERS_KEPT = 1000;

/**
 * Decides and commits for one asset; its object calls one method at a time. The head of the last commit is kept in
 * memory. A failed commit may have taken effect, so it drops the head, and the next attempt reads from D1 which events
 * are stored. An event keeps its id over all attempts, so it is never stored twice.
 */
export class Sequencer {
  readonly #beforeCommit: () => Promise<void>;
  readonly #db: Database;
  readonly #config: Config;
  readonly #asset: string;
  readonly #watermark: Watermark;
  readonly #clock: LedgerClock;
  #head: Head | undefined;
  /** The end of the last window of anchors, as last read: an event is accepted after it. The commit asserts it. */
  #guardUs: Micros = 0;
  /** Callers and their rights, as last read. A commit that uses them asserts that they have not changed. */
  readonly #callers = new Map<string, CallerRights>();

  /** `beforeCommit` is called before each commit that stores events, and not if all commands are refused. */
  constructor(
    db: Database,
    config: Config,
    asset: string,
    watermark: Watermark,
    beforeCommit = async (): Promise<void> => undefined,
  ) {
    this.#beforeCommit = beforeCommit;
    this.#watermark = watermark;
    this.#db = db;
    this.#config = config;
    this.#asset = asset;
    this.#clock = new LedgerClock(asset);
  }

  /** Carries out commands in their order, in as few commits as possible. Returns one outcome each; never throws. */
  async commit(commands: readonly Command[]): Promise<Outcome[]> {
    const outcomes = new Map<Command, Outcome>();
    let open = commands;
    while (open.length > 0) open = await this.#commitOnce(open, outcomes);
    return commands.map((command) => outcomes.get(command)!);
  }

  /** Milliseconds spent in D1 since the last call. */
  takeDatabaseMs(): number {
    const spent = this.#db.meter.databaseMs;
    this.#db.meter.databaseMs = 0;
    return spent;
  }

  /**
   * Confirms all pending events of a SIMPLE_HASH asset. Returns the head after that; undefined if there is no asset.
   */
  async confirm(): Promise<Head | undefined> {
    try {
      this.#head ??= this.#checked(await readAsset(this.#db, this.#asset));
      const head = this.#head;
      if (!head) return undefined;
      const after = confirmed(head);
      if (after.confirmedSeq > head.confirmedSeq)
        await this.#db.batch(commitStatements(this.#db, head, after, [], nowMicros()));
      this.#head = after;
      return after;
    } catch (error) {
      this.#head = undefined;
      throw error;
    }
  }

  /** Makes one commit, with retries. Returns the commands that need another one. */
  async #commitOnce(commands: readonly Command[], outcomes: Map<Command, Outcome>): Promise<readonly Command[]> {
    let open = commands;
    for (let attempt = 1; open.length > 0; attempt++) {
      try {
        return await this.#attempt(open, attempt === 1, outcomes);
      } catch (error) {
        this.#head = undefined;
        const failed = failedCondition(error);
        if (failed === 'quota') {
          open = this.#withoutCreations(open, outcomes);
          continue;
        }
        const isConflict = failed === 'principals' || failed === 'head' || failed === 'window';
        if (isConflict && attempt < CONFLICT_ATTEMPTS) continue;
        log('warn', 'commit failed', { asset: this.#asset, attempt, error: describe(error) });
        if (attempt < ATTEMPTS && !(error instanceof LedgerFrozen)) continue;
        for (const command of open) outcomes.set(command, { error: this.#refusal(command, error).toData() });
        return [];
      }
    }
    return [];
  }

  /** Refuses the creations, which exceed the quota. Returns the other commands. */
  #withoutCreations(commands: readonly Command[], outcomes: Map<Command, Outcome>): Command[] {
    const error = quotaReached('assets', this.#config.quotas.assets).toData();
    for (const command of commands) if (command.kind === 'create') outcomes.set(command, { error });
    return commands.filter(({ kind }) => kind !== 'create');
  }

  /**
   * The error for a command that could not be carried out: only a caller with rights learns that the ledger is frozen.
   */
  #refusal(command: Command, error: unknown): ServiceError {
    if (error instanceof LedgerFrozen && error.head) {
      try {
        admitted(command, this.#callers, error.head);
      } catch (refused) {
        if (refused instanceof ServiceError) return refused;
      }
    }
    return error instanceof ServiceError
      ? error
      : retryLater('unavailable', 'the ledger could not commit; try again', 1);
  }

  /**
   * Plans and commits. With `fromMemory`, it plans by what is remembered if that is enough, and saves the read: the
   * commit asserts that it still holds. Returns the commands that need another commit.
   */
  async #attempt(
    commands: readonly Command[],
    fromMemory: boolean,
    outcomes: Map<Command, Outcome>,
  ): Promise<Command[]> {
    const remembered = fromMemory ? this.#remembered(commands) : undefined;
    // A remembered window may have been reopened since: then the clock is not behind, and a read shows it.
    if (remembered && !this.#clock.isBehind(this.#lastTimes())) {
      const planned = await this.#plan(commands, remembered);
      // Without entries there is no commit that asserts what is remembered.
      if (planned.entries.length > 0) return this.#carryOut(planned, remembered, outcomes);
    }
    const known = await this.#read(commands);
    return this.#carryOut(await this.#plan(commands, known), known, outcomes);
  }

  async #plan(commands: readonly Command[], known: Known): Promise<Plan> {
    await this.#clock.pass(this.#lastTimes());
    return plan(commands, known, this.#head, nowMicros());
  }

  #lastTimes(): LastTimes {
    return { headUs: this.#head?.headUs ?? 0, guardUs: this.#guardUs };
  }

  async #carryOut(planned: Plan, known: Known, outcomes: Map<Command, Outcome>): Promise<Command[]> {
    const { before, after, entries } = planned;
    if (after && entries.length > 0) {
      const callers = [...known.callers.values()];
      const conditions = [
        assertPrincipals(
          this.#db,
          callers.map(({ principal }) => principal),
          callers.flatMap(({ revisions }) => revisions),
        ),
        ...(before ? [] : assertQuota(this.#db, after.tenant, 'assets', this.#config.quotas.assets)),
      ];
      await this.#beforeCommit();
      await this.#db.batch([...conditions, ...commitStatements(this.#db, before, after, entries, planned.now)]);
      this.#head = after;
      this.#watermark.set({ seq: after.seq, hash: after.headHash });
    }
    await this.#answer(planned, known, outcomes);
    return planned.later;
  }

  /** Sets the outcomes. Events of this commit are in memory; those that are stored already are read as they are now. */
  async #answer(planned: Plan, known: Known, outcomes: Map<Command, Outcome>): Promise<void> {
    for (const { command, error } of planned.refused) outcomes.set(command, { error: error.toData() });
    const events = new Map(planned.entries.map(({ event }) => [event.id, event]));
    const stored = planned.answered.map(({ event }) => event).filter((event) => !events.has(event));
    let asset: AssetRecord | undefined = planned.after;
    if (stored.length > 0) {
      const found = await readStored(this.#db, this.#asset, stored);
      asset = found.asset;
      for (const event of found.events) events.set(event.id, event);
    }
    for (const { command, event } of planned.answered) {
      const record = events.get(event);
      const callerRights = known.callers.get(callerKey(command.author.caller))!;
      if (command.kind === 'create' && asset)
        outcomes.set(command, { asset: created(asset, command.input, callerRights) });
      else if (record) outcomes.set(command, { event: record });
      else throw new Error(`assets/${this.#asset}/events/${event} was acknowledged before and does not exist`);
    }
  }

  /**
   * What is remembered, if it includes the head and all callers. It has no idempotency keys: a key that was used
   * before makes the commit fail, and the next attempt reads it.
   */
  #remembered(commands: readonly Command[]): Known | undefined {
    if (!this.#head) return undefined;
    const callers = new Map<string, CallerRights>();
    for (const { author, kind } of commands) {
      const callerRights = this.#callers.get(callerKey(author.caller));
      if (kind === 'create' || !callerRights) return undefined;
      callers.set(callerKey(author.caller), callerRights);
    }
    return { callers, keys: new Map(), stored: new Map() };
  }

  /** Reads what the commands are decided by, and remembers it. A head in memory is kept: the commit asserts it. */
  async #read(commands: readonly Command[]): Promise<Known> {
    const known = await readKnown(this.#db, this.#asset, commands, this.#head === undefined);
    this.#guardUs = known.guardUs;
    for (const caller of callersOf(commands)) this.#callers.delete(callerKey(caller));
    if (this.#callers.size + known.callers.size > CALLERS_KEPT) this.#callers.clear();
    for (const [key, callerRights] of known.callers) this.#callers.set(key, callerRights);
    this.#head ??= this.#checked(known.assetRow);
    return known;
  }

  /** The head that D1 has, compared with the watermark. Throws LedgerFrozen if D1 lacks acknowledged events. */
  #checked(row: AssetRow | undefined): Head | undefined {
    const known = this.#watermark.get();
    const behind = known && (!row || row.seq < known.seq || (row.seq === known.seq && row.headHash !== known.hash));
    if (behind) {
      log('alarm', 'a ledger is frozen: D1 is behind what was acknowledged', {
        asset: this.#asset,
        acknowledged: known.seq,
        found: row?.seq ?? 0,
      });
      throw new LedgerFrozen(this.#asset, row && headOf(row));
    }
    if (row && row.seq > (known?.seq ?? 0)) this.#watermark.set({ seq: row.seq, hash: row.headHash });
    return row && headOf(row);
  }
}
