import type { Micros } from '../../lib/time.ts';
import type { Caller } from '../../access/principal.ts';
import type { CallerRights } from '../../access/rights.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Command } from './commands.ts';
import type { Head } from '../records/asset.ts';
import type { LastTimes } from './clock.ts';
import { filesOfCommands } from './admission.ts';
import { callerKey, keySlot, type DecisionFacts, type Plan } from './plan.ts';
import { callersOf, memoryHolds, readHead, readKnown } from './reads.ts';

/** Maximum number of callers whose rights are in memory, and of used idempotency keys. */
const REMEMBERED = 2000;

/**
 * The rights of callers on the assets of a tenant, as last read by any ledger of the isolate. They grant nothing: every
 * commit that uses them asserts that they still hold.
 */
export class RememberedCallers {
  readonly #rights = new Map<string, CallerRights>();

  /** The rights of a caller on the assets of `owner`; without an owner, on new assets of their own tenant. */
  get(caller: Caller, owner: string = caller.tenant): CallerRights | undefined {
    return this.#rights.get(keyOf(caller, owner));
  }

  /** `rights` undefined: the caller no longer exists. */
  set(caller: Caller, owner: string | undefined, rights: CallerRights | undefined): void {
    const key = keyOf(caller, owner ?? caller.tenant);
    this.#rights.delete(key);
    if (!rights) return;
    if (this.#rights.size >= REMEMBERED) this.#rights.delete(this.#rights.keys().next().value!);
    this.#rights.set(key, rights);
  }
}

const keyOf = (caller: Caller, owner: string): string => `${callerKey(caller)} ${owner}`;

/**
 * Idempotency keys that were found to be used, by `keySlot`: a command with one of them is decided by what is read,
 * because the commit would be refused.
 */
export class RememberedKeys {
  readonly #slots = new Set<string>();

  has(slot: string | undefined): boolean {
    return slot !== undefined && this.#slots.has(slot);
  }

  add(slot: string): void {
    if (this.#slots.size >= REMEMBERED) this.#slots.delete(this.#slots.keys().next().value!);
    this.#slots.add(slot);
  }
}

/** Shared by all ledgers of the isolate. */
const CALLERS = new RememberedCallers();
const KEYS = new RememberedKeys();

/**
 * What the ledger of one asset decides commands by: read from the database, or remembered since, which saves the read.
 * What is remembered grants nothing: the commit, or a statement for a refusal, asserts that it still holds.
 */
export class AssetMemory {
  /** After the last commit; undefined: not known, or the asset does not exist. */
  head: Head | undefined;
  readonly #db: Database;
  readonly #asset: string;
  readonly #callers: RememberedCallers;
  /** The end of the last window of anchors, as last read: an event is accepted after it. The commit asserts it. */
  #guardUs: Micros = 0;

  constructor(db: Database, asset: string, callers = CALLERS) {
    this.#db = db;
    this.#asset = asset;
    this.#callers = callers;
  }

  get lastTimes(): LastTimes {
    return { headUs: this.head?.headUs ?? 0, guardUs: this.#guardUs };
  }

  /** What is remembered, if it includes the head, unless the asset is new, and all callers. */
  known(commands: readonly Command[]): DecisionFacts | undefined {
    return this.head || commands[0]?.kind === 'create' ? this.#inMemory(commands) : undefined;
  }

  /**
   * Reads the head for the first commands of an object, if the rights of their callers are in memory. Returns what
   * decides the commands if the asset does not exist and the rights still hold.
   */
  async knownIfAbsent(commands: readonly Command[]): Promise<DecisionFacts | undefined> {
    if (this.head || commands[0]!.kind === 'create') return undefined;
    const known = this.#inMemory(commands);
    if (!known || !areAsserted(known.callers)) return undefined;
    const { head, guardUs, hold } = await readHead(this.#db, this.#asset, [...known.callers.values()]);
    this.head = head;
    this.#guardUs = guardUs;
    return !head && hold ? known : undefined;
  }

  /** Reads what the commands are decided by, and remembers it. */
  async read(commands: readonly Command[]): Promise<DecisionFacts> {
    const known = await readKnown(this.#db, this.#asset, commands, this.head);
    this.#guardUs = known.guardUs;
    this.head = known.head;
    for (const slot of known.keys.keys()) KEYS.add(slot);
    for (const caller of callersOf(commands))
      this.#callers.set(caller, this.head?.tenant, known.callers.get(callerKey(caller)));
    return known;
  }

  /**
   * Whether all commands are refused by what is remembered, and that still holds. No commit asserts a refusal, so a
   * statement does. False if something else may decide: idempotency keys, blobs and events to erase are not remembered,
   * and the conditions of rights do not show that a suspension or the role of an auditor has ended.
   */
  async stillRefuses(commands: readonly Command[], { refused }: Plan, { callers }: DecisionFacts): Promise<boolean> {
    if (refused.length < commands.length) return false;
    const isRemembered = commands.every(({ kind, key }) => kind !== 'erase' && key === undefined);
    if (!isRemembered || filesOfCommands(commands).length > 0 || !areAsserted(callers)) return false;
    return memoryHolds(this.#db, this.#asset, commands, { head: this.head, callers });
  }

  /**
   * The rights of all callers in memory; undefined if some must be read. It has no idempotency keys and no stored
   * events: the writer refuses those, and the next attempt reads them.
   */
  #inMemory(commands: readonly Command[]): DecisionFacts | undefined {
    const owner = this.head?.tenant ?? commands[0]!.author.caller.tenant;
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
}

/**
 * Whether a statement can assert these rights: it does not show that a suspension or the role of an auditor has ended.
 */
const areAsserted = (callers: DecisionFacts['callers']): boolean =>
  [...callers.values()].every(({ suspended, principal }) => !suspended && !principal.auditor);
