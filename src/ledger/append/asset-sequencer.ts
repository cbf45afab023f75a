import type { Config } from '../../settings/config.ts';
import { SEED_BYTES } from '../../formats/content-commitment.ts';
import { describe } from '../../lib/describe.ts';
import { outcomeUnknown, retryLater, ServiceError } from '../../lib/errors.ts';
import { log } from '../../platform/log.ts';
import { ambient, nowMicros } from '../../lib/time.ts';
import { quotaReached } from '../../platform/database/conditions.ts';
import type { Database } from '../../platform/database/database.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import type { AssetRecord } from '../records/asset.ts';
import type { Command, Outcome } from './commands.ts';
import type { ErasureRegister } from '../erasure/register.ts';
import { createdAsset } from './admission.ts';
import { LedgerClock } from './clock.ts';
import type { CommitResult } from './committer.ts';
import { callerKey, plan, type DecisionFacts, type Plan } from './plan.ts';
import type { Erasure } from '../erasure/erasure-rows.ts';
import { AssetMemory } from './asset-memory.ts';
import type { Entry } from './event-rows.ts';
import { isTooLarge, propose, type Proposal, type Refusal } from './proposal.ts';
import { readStored } from './reads.ts';
import type { RememberedCallers } from './asset-memory.ts';

/** Commits a proposal: the ledger writer of the database. */
export type CommitProposal = (proposal: Proposal) => Promise<CommitResult>;

/** Where erasures are registered. */
type Register = Pick<ErasureRegister, 'put' | 'remove'>;

/** Attempts of one commit when the database or the writer fails. */
const ATTEMPTS = 3;
/** Attempts of one commit when it is refused because what it was decided by has changed. */
const REFUSED_ATTEMPTS = 10;

/**
 * Orders and decides the events of one asset; its object calls one method at a time. The head of the last commit is
 * kept in memory. A commit that fails may have taken effect, so it drops the head, and the next attempt reads which
 * events are stored. An event keeps its id over all attempts, so it is never stored twice.
 */
export class AssetSequencer {
  readonly #db: Database;
  readonly #config: Config;
  readonly #asset: string;
  readonly #writer: CommitProposal;
  readonly #clock: LedgerClock;
  readonly #memory: AssetMemory;
  readonly #register: Register | undefined;
  /** Whether a commit of the running call may have stored events, also one that has failed. */
  #mayBeStored = false;
  /** The erasures whose entry in the register was written by the running commit. */
  readonly #registered = new Set<Command>();

  constructor(
    db: Database,
    config: Config,
    asset: string,
    writer: CommitProposal,
    callers?: RememberedCallers,
    register?: Register,
  ) {
    this.#db = db;
    this.#config = config;
    this.#asset = asset;
    this.#writer = writer;
    this.#register = register;
    this.#clock = new LedgerClock(asset);
    this.#memory = new AssetMemory(db, asset, callers);
  }

  /** Carries out commands in their order, in as few commits as possible. Returns one outcome each; never throws. */
  async commit(commands: readonly Command[]): Promise<Outcome[]> {
    const outcomes = new Map<Command, Outcome>();
    let open = commands;
    this.#mayBeStored = false;
    while (open.length > 0) open = await this.#commitOnce(open, outcomes);
    await this.#cleanRegister(outcomes);
    return commands.map((command) => outcomes.get(command)!);
  }

  /**
   * Removes the erasures from the register that were refused. Those whose outcome is unknown stay: fsck completes them.
   */
  async #cleanRegister(outcomes: ReadonlyMap<Command, Outcome>): Promise<void> {
    for (const command of this.#registered) {
      const outcome = outcomes.get(command);
      const isRefused = outcome && 'error' in outcome && outcome.error.kind !== 'unavailable';
      if (isRefused && command.kind === 'erase')
        await this.#register!.remove({ asset: command.asset, event: command.input.event });
    }
    this.#registered.clear();
  }

  /** Writes an erasure to the register before it is committed, so that no erasure is unknown to it. */
  async #registerErasure({ command, target }: Erasure, entries: readonly Entry[]): Promise<void> {
    if (!this.#register) throw new TypeError('an erasure needs the register');
    const { event, reason, acceptsUnsaltedHash } = command.input;
    await this.#register.put({
      format: 'erasure/1',
      tenant: target.event.tenant,
      asset: command.asset,
      event,
      erasure: command.event,
      reason,
      by: entries.find((entry) => entry.event.id === command.event)!.event.principalDeclared,
      accepts_unsalted_chain_hash: acceptsUnsaltedHash,
    });
    this.#registered.add(command);
  }

  /** Makes one commit, with retries. Returns the commands that need another one. */
  async #commitOnce(commands: readonly Command[], outcomes: Map<Command, Outcome>): Promise<readonly Command[]> {
    let open = commands;
    let refused = 0;
    const rest: Command[] = [];
    for (let attempt = 1; open.length > 0;) {
      try {
        return [...(await this.#attempt(open, attempt + refused === 1, outcomes)), ...rest];
      } catch (error) {
        if (error instanceof TooLarge) {
          const half = Math.ceil(open.length / 2);
          rest.unshift(...open.slice(half));
          open = open.slice(0, half);
          continue;
        }
        this.#memory.head = undefined;
        if (error instanceof Refused && error.refusal === 'asset_quota') {
          open = this.#withoutCreations(open, outcomes);
          continue;
        }
        if (error instanceof Refused && error.refusal === 'byte_quota') {
          // Each command on its own, so that those that fit are stored.
          if (open.length === 1) {
            const reached = quotaReached('ledger_bytes', this.#config.quotas.ledger_bytes);
            outcomes.set(open[0]!, { error: reached.toData() });
            return rest;
          }
          rest.unshift(...open.slice(1));
          open = open.slice(0, 1);
          continue;
        }
        if (error instanceof Refused && ++refused < REFUSED_ATTEMPTS) continue;
        const isFinal = error instanceof ServiceError || error instanceof Refused;
        if (!isFinal) {
          log('warn', 'commit failed', { asset: this.#asset, attempt, error: describe(error) });
          if (++attempt <= ATTEMPTS) continue;
        }
        const reported = this.#failure(error).toData();
        for (const command of open) if (!outcomes.has(command)) outcomes.set(command, { error: reported });
        return rest;
      }
    }
    return rest;
  }

  /** The error of commands that could not be committed. */
  #failure(error: unknown): ServiceError {
    if (error instanceof DatabaseRestored) return error;
    // Damaged data.
    if (error instanceof Error && error.cause instanceof ServiceError) return error.cause;
    if (this.#mayBeStored) return outcomeUnknown('the ledger could not commit');
    if (error instanceof ServiceError) return error;
    return retryLater('unavailable', 'the ledger could not commit, and has stored nothing; try again', 1);
  }

  /** Refuses the creations, which exceed the quota. Returns the other commands. */
  #withoutCreations(commands: readonly Command[], outcomes: Map<Command, Outcome>): Command[] {
    const error = quotaReached('assets', this.#config.quotas.assets).toData();
    for (const command of commands) if (command.kind === 'create') outcomes.set(command, { error });
    return commands.filter(({ kind }) => kind !== 'create');
  }

  /**
   * Plans and commits. With `fromMemory`, it plans by what is remembered if that is enough, and saves the read: the
   * commit asserts that it still holds, or a statement if all commands are refused. Returns the commands that need
   * another commit.
   */
  async #attempt(
    commands: readonly Command[],
    fromMemory: boolean,
    outcomes: Map<Command, Outcome>,
  ): Promise<Command[]> {
    const absent = fromMemory ? await this.#memory.knownIfAbsent(commands) : undefined;
    if (absent) return this.#carryOut(await this.#plan(commands, absent, outcomes), absent, outcomes);
    const remembered = fromMemory ? this.#memory.known(commands) : undefined;
    // A remembered window may have been reopened since: then the clock is not behind, and a read shows it.
    if (remembered && !this.#clock.isBehind(this.#memory.lastTimes)) {
      const planned = await this.#plan(commands, remembered, outcomes);
      const isCommit = planned.entries.length > 0 && planned.refused.length === 0;
      if (isCommit || (await this.#memory.stillRefuses(commands, planned, remembered)))
        return this.#carryOut(planned, remembered, outcomes);
    }
    const known = await this.#memory.read(commands);
    return this.#carryOut(await this.#plan(commands, known, outcomes), known, outcomes);
  }

  /**
   * Plans once the clock is past the last times. Throws 503 if it is far behind, after it has refused what needs no
   * time.
   */
  async #plan(commands: readonly Command[], known: DecisionFacts, outcomes: Map<Command, Outcome>): Promise<Plan> {
    const planned = (some: readonly Command[]): Plan =>
      plan(some, known, this.#memory.head, nowMicros(), () => ambient.bytes(SEED_BYTES));
    const last = this.#memory.lastTimes;
    if (this.#clock.isBehind(last)) {
      // 503 would tell a caller without rights that the asset exists. Each on its own: what the others ask is not
      // stored.
      const refused = commands.flatMap((command) => planned([command]).refused);
      if (refused.length === commands.length) return planned(commands);
      for (const { command, error } of refused) outcomes.set(command, { error: error.toData() });
    }
    await this.#clock.pass(last);
    return planned(commands);
  }

  async #carryOut(planned: Plan, known: DecisionFacts, outcomes: Map<Command, Outcome>): Promise<Command[]> {
    const { before, after, entries, refused, erasure } = planned;
    const callers = [...known.callers.values()];
    const proposal = after && entries.length > 0 ? propose(before, after, entries, callers, erasure) : undefined;
    if (proposal && isTooLarge(proposal)) throw new TooLarge();
    for (const { command, error } of refused) outcomes.set(command, { error: error.toData() });
    if (proposal) {
      if (erasure) await this.#registerErasure(erasure, entries);
      const mayBeStored = this.#mayBeStored;
      this.#mayBeStored = true;
      const committed = await this.#writer(proposal);
      if (committed.result === 'refused' || committed.result === 'rejected') this.#mayBeStored = mayBeStored;
      if (committed.result === 'refused') throw new Refused(committed.refusal);
      if (committed.result === 'rejected') throw ServiceError.fromData(committed.error);
      if (committed.result === 'unknown') {
        const cause = committed.error && ServiceError.fromData(committed.error);
        throw new Error('the outcome of the commit is unknown', { cause });
      }
      this.#memory.head = after;
    }
    await this.#answer(planned, known, outcomes);
    return planned.later;
  }

  /** Sets the outcomes. Events of this commit are in memory; those that are stored already are read as they are now. */
  async #answer(planned: Plan, known: DecisionFacts, outcomes: Map<Command, Outcome>): Promise<void> {
    const events = new Map(planned.entries.map(({ event }) => [event.id, event]));
    const stored = planned.answered.map(({ event }) => event).filter((event) => !events.has(event));
    let asset: AssetRecord | undefined = planned.after;
    if (stored.length > 0) {
      this.#mayBeStored = true;
      const found = await readStored(this.#db, this.#asset, stored);
      asset = found.asset;
      for (const event of found.events) events.set(event.id, event);
    }
    for (const { command, event } of planned.answered) {
      const record = events.get(event);
      const callerRights = known.callers.get(callerKey(command.author.caller))!;
      if (command.kind === 'create' && asset)
        outcomes.set(command, { asset: createdAsset(asset, command.input, callerRights) });
      else if (record) outcomes.set(command, { event: record });
      else throw new Error(`assets/${this.#asset}/events/${event} was acknowledged before and does not exist`);
    }
  }
}

/**
 * The commands need several commits. An event can change a large attribute, such as a list of attachments, by a small
 * command.
 */
class TooLarge extends Error {}

/** The writer has refused a proposal. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`refused: ${refusal}`);
    this.refusal = refusal;
  }
}
