import type { CallerRights } from '../../access/rights.ts';
import type { Config } from '../../config.ts';
import { SEED_BYTES } from '../../core/contentcommitment.ts';
import { describe } from '../../core/describe.ts';
import { retryLater, ServiceError } from '../../core/errors.ts';
import { log } from '../../core/log.ts';
import { ambient, nowMicros, type Micros } from '../../core/time.ts';
import { quotaReached } from '../../store/conditions.ts';
import type { Database } from '../../store/database.ts';
import type { AssetRecord } from '../asset.ts';
import type { Command, Outcome } from '../commands.ts';
import type { Head } from '../head.ts';
import type { ErasureRegister } from '../register.ts';
import { created } from './admission.ts';
import { RememberedCallers, RememberedKeys } from './remembered.ts';
import { LedgerClock, type LastTimes } from './clock.ts';
import { blobsNamedBy } from './namedblobs.ts';
import type { Committed } from './committer.ts';
import { callerKey, keySlot, plan, type Known, type Plan } from './plan.ts';
import type { Erasure } from './erasurerows.ts';
import { isTooLarge, propose, type Entry, type Proposal, type Refusal } from './proposal.ts';
import { callersOf, memoryHolds, readHead, readKnown, readStored } from './reads.ts';

/** Commits a proposal: the ledger writer of the database. `milliseconds`: the duration of the commit. */
export type Writer = (proposal: Proposal) => Promise<{ committed: Committed; milliseconds: number }>;

/** Where erasures are registered. */
type Register = Pick<ErasureRegister, 'put' | 'remove'>;

/** Attempts of one commit when the database or the writer fails. */
const ATTEMPTS = 3;
/** Attempts of one commit when it is refused because what it was decided by has changed. */
const REFUSED_ATTEMPTS = 10;

/** Shared by all ledgers of the isolate. */
const CALLERS = new RememberedCallers();
const KEYS = new RememberedKeys();

/**
 * Orders and decides the events of one asset; its object calls one method at a time. The head of the last commit is kept
 * in memory. A commit that fails may have taken effect, so it drops the head, and the next attempt reads which events are
 * stored. An event keeps its id over all attempts, so it is never stored twice.
 */
export class Sequencer {
  readonly #db: Database;
  readonly #config: Config;
  readonly #asset: string;
  readonly #writer: Writer;
  readonly #clock: LedgerClock;
  readonly #callers: RememberedCallers;
  readonly #register: Register | undefined;
  /** The erasures whose entry in the register was written by the running commit. */
  readonly #registered = new Set<Command>();
  #head: Head | undefined;
  /** The end of the last window of anchors, as last read: an event is accepted after it. The commit asserts it. */
  #guardUs: Micros = 0;

  constructor(db: Database, config: Config, asset: string, writer: Writer, callers = CALLERS, register?: Register) {
    this.#db = db;
    this.#config = config;
    this.#asset = asset;
    this.#writer = writer;
    this.#callers = callers;
    this.#register = register;
    this.#clock = new LedgerClock(asset);
  }

  /** Carries out commands in their order, in as few commits as possible. Returns one outcome each; never throws. */
  async commit(commands: readonly Command[]): Promise<Outcome[]> {
    const outcomes = new Map<Command, Outcome>();
    let open = commands;
    while (open.length > 0) open = await this.#commitOnce(open, outcomes);
    await this.#cleanRegister(outcomes);
    return commands.map((command) => outcomes.get(command)!);
  }

  /** Removes the erasures from the register that were refused. Those whose outcome is unknown stay: fsck completes them. */
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

  /** Milliseconds spent in D1 since the last call. */
  takeDatabaseMs(): number {
    const spent = this.#db.meter.databaseMs;
    this.#db.meter.databaseMs = 0;
    return spent;
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
        this.#head = undefined;
        if (error instanceof Refused && error.refusal === 'quota') {
          open = this.#withoutCreations(open, outcomes);
          continue;
        }
        if (error instanceof Refused && error.refusal === 'bytes') {
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
        const reported =
          error instanceof ServiceError
            ? error
            : retryLater('unavailable', 'the ledger could not commit; try again', 1);
        for (const command of open) if (!outcomes.has(command)) outcomes.set(command, { error: reported.toData() });
        return rest;
      }
    }
    return rest;
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
    const absent = fromMemory ? await this.#knownIfAbsent(commands) : undefined;
    if (absent) return this.#carryOut(await this.#plan(commands, absent), absent, outcomes);
    const remembered = fromMemory ? this.#remembered(commands) : undefined;
    // A remembered window may have been reopened since: then the clock is not behind, and a read shows it.
    if (remembered && !this.#clock.isBehind(this.#lastTimes())) {
      const planned = await this.#plan(commands, remembered);
      const isCommit = planned.entries.length > 0 && planned.refused.length === 0;
      if (isCommit || (await this.#isStillRefused(commands, planned, remembered)))
        return this.#carryOut(planned, remembered, outcomes);
    }
    const known = await this.#read(commands);
    return this.#carryOut(await this.#plan(commands, known), known, outcomes);
  }

  /**
   * Whether all commands are refused by what is remembered, and that still holds. No commit asserts a refusal, so a
   * statement does. False if something else may decide: idempotency keys, blobs and events to erase are not remembered,
   * and the conditions of rights do not show that a suspension or the role of an auditor has ended.
   */
  async #isStillRefused(commands: readonly Command[], { refused }: Plan, { callers }: Known): Promise<boolean> {
    if (refused.length < commands.length) return false;
    const isRemembered = commands.every(({ kind, key }) => kind !== 'erase' && key === undefined);
    if (!isRemembered || blobsNamedBy(commands).length > 0 || !areAsserted(callers)) return false;
    return memoryHolds(this.#db, this.#asset, commands, { head: this.#head, callers });
  }

  /**
   * Reads the head for the first commands of an object, if the rights of their callers are in memory. Returns what decides
   * the commands if the asset does not exist and the rights still hold.
   */
  async #knownIfAbsent(commands: readonly Command[]): Promise<Known | undefined> {
    if (this.#head || commands[0]!.kind === 'create') return undefined;
    const known = this.#inMemory(commands);
    if (!known || !areAsserted(known.callers)) return undefined;
    const { head, guardUs, hold } = await readHead(this.#db, this.#asset, [...known.callers.values()]);
    this.#head = head;
    this.#guardUs = guardUs;
    return !head && hold ? known : undefined;
  }

  async #plan(commands: readonly Command[], known: Known): Promise<Plan> {
    await this.#clock.pass(this.#lastTimes());
    return plan(commands, known, this.#head, nowMicros(), () => ambient.bytes(SEED_BYTES));
  }

  #lastTimes(): LastTimes {
    return { headUs: this.#head?.headUs ?? 0, guardUs: this.#guardUs };
  }

  async #carryOut(planned: Plan, known: Known, outcomes: Map<Command, Outcome>): Promise<Command[]> {
    const { before, after, entries, refused, erasure } = planned;
    const callers = [...known.callers.values()];
    const proposal = after && entries.length > 0 ? propose(before, after, entries, callers, erasure) : undefined;
    if (proposal && isTooLarge(proposal)) throw new TooLarge();
    for (const { command, error } of refused) outcomes.set(command, { error: error.toData() });
    if (proposal) {
      if (erasure) await this.#registerErasure(erasure, entries);
      const { committed, milliseconds } = await this.#writer(proposal);
      this.#db.meter.databaseMs += milliseconds;
      if (committed.result === 'refused') throw new Refused(committed.refusal);
      if (committed.result === 'rejected') throw ServiceError.fromData(committed.error);
      if (committed.result === 'unknown') throw new Error('the outcome of the commit is unknown');
      this.#head = after;
    }
    await this.#answer(planned, known, outcomes);
    return planned.later;
  }

  /** Sets the outcomes. Events of this commit are in memory; those that are stored already are read as they are now. */
  async #answer(planned: Plan, known: Known, outcomes: Map<Command, Outcome>): Promise<void> {
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

  /** What is remembered, if it includes the head, unless the asset is new, and all callers. */
  #remembered(commands: readonly Command[]): Known | undefined {
    return this.#head || commands[0]?.kind === 'create' ? this.#inMemory(commands) : undefined;
  }

  /**
   * The rights of all callers in memory; undefined if some must be read. It has no idempotency keys and no stored events:
   * the writer refuses those, and the next attempt reads them.
   */
  #inMemory(commands: readonly Command[]): Known | undefined {
    const owner = this.#head?.tenant ?? commands[0]!.author.caller.tenant;
    const callers = new Map<string, CallerRights>();
    for (const command of commands) {
      if (command.kind === 'erase' || KEYS.has(keySlot(command))) return undefined;
      const { caller } = command.author;
      const callerRights = this.#callers.get(caller, owner);
      if (!callerRights) return undefined;
      callers.set(callerKey(caller), callerRights);
    }
    return { callers, keys: new Map(), stored: new Map() };
  }

  /** Reads what the commands are decided by, and remembers it. */
  async #read(commands: readonly Command[]): Promise<Known> {
    const known = await readKnown(this.#db, this.#asset, commands, this.#head);
    this.#guardUs = known.guardUs;
    this.#head = known.head;
    for (const slot of known.keys.keys()) KEYS.add(slot);
    for (const caller of callersOf(commands))
      this.#callers.set(caller, this.#head?.tenant, known.callers.get(callerKey(caller)));
    return known;
  }
}

/** Whether a statement can assert these rights: it does not show that a suspension or the role of an auditor has ended. */
const areAsserted = (callers: Known['callers']): boolean =>
  [...callers.values()].every(({ suspended, principal }) => !suspended && !principal.readOnly);

/** The commands need several commits. An event can change a large attribute, such as a list of attachments, by a small command. */
class TooLarge extends Error {}

/** The writer has refused a proposal. */
class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(`refused: ${refusal}`);
    this.refusal = refusal;
  }
}
