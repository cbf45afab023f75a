import { PUBLIC_SCOPE } from '../../core/identity.ts';
import type { Head } from '../head.ts';
import { sql } from 'drizzle-orm';
import { assertPrincipals, callerGone, principalOf, principalsQuery, type Caller } from '../../access/principal.ts';
import { grantsQuery, callerRightsOf, type CallerRights } from '../../access/rights.ts';
import type { Config } from '../../config.ts';
import { describe } from '../../core/describe.ts';
import { log } from '../../core/log.ts';
import { retryLater, ServiceError } from '../../core/errors.ts';
import { nowMicros, type Micros } from '../../core/time.ts';
import { assertQuota, quotaReached } from '../../store/conditions.ts';
import type { Database } from '../../store/database.ts';
import { failedCondition } from '../../store/failedcondition.ts';
import { admit, created } from './admission.ts';
import type { AssetRecord } from '../asset.ts';
import { LedgerClock } from './clock.ts';
import type { Command, Outcome } from '../commands.ts';
import { confirmed, decide, headOf, principalKey } from './decide.ts';
import type { EventRecord } from '../event.ts';
import { LedgerFrozen, type Watermark } from './watermark.ts';
import { assetColumns, assetOf, eventColumns, eventOf, type AssetRow, type EventRow } from '../rows.ts';
import { commitStatements, KEY_LIFETIME, lastEnd, type Entry, type IdempotencyRow } from './statements.ts';

const ATTEMPTS = 3;
/** How often a batch that others have overtaken is decided anew. */
const REREADS = 10;
/** Callers that are remembered. */
const CALLERS_KEPT = 1000;

type Known = {
  /** Whether this is what the object remembers, not what it has just read. */
  assumed: boolean;
  callers: Map<string, CallerRights>;
  keys: Map<string, IdempotencyRow>;
  landed: Map<string, EventRecord>;
};

/**
 * Decides and commits for one asset; the object above it calls one method at a time. `head` is what
 * the last commit left. Any failure whose outcome is unknown drops it, and the next attempt reads
 * from D1 what has landed: events keep their ids over attempts, so none comes twice.
 */
export class Sequencer {
  readonly #beforeCommit: () => Promise<void>;
  readonly #db: Database;
  readonly #config: Config;
  readonly #asset: string;
  readonly #watermark: Watermark;
  readonly #clock: LedgerClock;
  #head: Head | undefined;
  /** No event is accepted before this: an anchor's window has closed there (as last read; the commit asserts it). */
  #guard: Micros = 0;
  /** Callers and their rights as last read. Never trusted: a commit that uses them asserts that they still hold. */
  readonly #callers = new Map<string, CallerRights>();

  /** `beforeCommit` is called before anything is written to D1, and not for commands that are refused before. */
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

  /** Carries out the commands in their order, in as few commits as they allow. One outcome each; never throws. */
  async commit(commands: readonly Command[]): Promise<Outcome[]> {
    const outcomes = new Map<Command, Outcome>();
    let open = [...commands];
    for (let attempt = 1; open.length > 0; attempt++) {
      try {
        open = await this.#attempt(open, attempt > 1, outcomes);
        attempt = 0;
      } catch (error) {
        this.#head = undefined;
        // What was remembered no longer holds, and nothing of the batch happened: read, and decide again.
        const failed = failedCondition(error);
        const undone = failed === 'principals' || failed === 'head' || failed === 'window';
        if (undone && attempt < REREADS) continue;
        if (failed === 'quota') {
          for (const command of open) {
            if (command.kind === 'create')
              outcomes.set(command, { error: quotaReached('assets', this.#config.quotas.assets).toData() });
          }
          open = open.filter((command) => command.kind !== 'create');
          continue;
        }
        log('warn', 'commit failed', { asset: this.#asset, attempt, error: describe(error) });
        if (attempt < ATTEMPTS && !(error instanceof LedgerFrozen)) continue;
        for (const command of open) outcomes.set(command, { error: this.#refusal(command, error).toData() });
        break;
      }
    }
    return commands.map((command) => outcomes.get(command)!);
  }

  /** What a command that could not be carried out is told: of a frozen ledger only whoever may know of it. */
  #refusal(command: Command, error: unknown): ServiceError {
    if (error instanceof LedgerFrozen && error.head) {
      try {
        this.#admit(command, this.#callers, error.head);
      } catch (refused) {
        if (refused instanceof ServiceError) return refused;
      }
    }
    return error instanceof ServiceError
      ? error
      : retryLater('unavailable', 'the ledger could not commit; try again', 1);
  }

  /** Throws 401, 403 or 404 where the caller may not do this. */
  #admit(command: Command, callers: ReadonlyMap<string, CallerRights>, head: Head | undefined): void {
    const callerRights = callers.get(callerKey(command.author.caller));
    if (!callerRights) throw callerGone(command.author.caller);
    admit(command, callerRights, head);
  }

  /** Milliseconds spent in D1 since the last call. */
  takeDatabaseMs(): number {
    const spent = this.#db.meter.databaseMs;
    this.#db.meter.databaseMs = 0;
    return spent;
  }

  /** Confirms every pending event of a SIMPLE_HASH asset. Gives the head after it, if there is one. */
  async confirm(): Promise<Head | undefined> {
    try {
      const head = this.#head ?? (await this.#readHead());
      if (!head) return undefined;
      this.#head = head;
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

  /** One read and one commit. Returns the commands that have to wait for the next (a key used twice at once). */
  async #attempt(commands: readonly Command[], again: boolean, outcomes: Map<Command, Outcome>): Promise<Command[]> {
    const known = (again ? undefined : this.#remembered(commands)) ?? (await this.#read(commands));
    const before = this.#head;
    const given = { headUs: before?.headUs ?? 0, guardUs: this.#guard };
    // What is remembered may be of a window that has been reopened since.
    if (known.assumed && this.#clock.isBehind(given)) return this.#attempt(commands, true, outcomes);
    await this.#clock.pass(given);
    const now = nowMicros();
    let head = before && confirmed(before);
    const entries: Entry[] = [];
    const done: { command: Command; event: string }[] = [];
    const later: Command[] = [];
    const busy = new Set<string>();
    for (const command of commands) {
      try {
        const slot = keySlot(command);
        if (slot !== undefined && busy.has(slot)) {
          later.push(command);
          continue;
        }
        const earlier = this.#earlier(command, known, head);
        if (earlier) {
          done.push({ command, event: earlier });
          continue;
        }
        const { principal } = known.callers.get(callerKey(command.author.caller))!;
        const step = decide(command, principal, head, now);
        entries.push(step.entry);
        head = step.head;
        done.push({ command, event: command.event });
        if (slot !== undefined) busy.add(slot);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        outcomes.set(command, { error: error.toData() });
      }
    }
    // Nothing to commit is nothing to check what is remembered by: then it must be read after all.
    if (known.assumed && entries.length === 0) return this.#attempt(commands, true, outcomes);
    if (head && entries.length > 0) {
      const callers = [...known.callers.values()];
      const conditions = [
        assertPrincipals(
          this.#db,
          callers.map(({ principal }) => principal),
          callers.flatMap(({ revisions }) => revisions),
        ),
        ...(before ? [] : assertQuota(this.#db, head.tenant, 'assets', this.#config.quotas.assets)),
      ];
      await this.#beforeCommit();
      await this.#db.batch([...conditions, ...commitStatements(this.#db, before, head, entries, now)]);
      this.#head = head;
      this.#watermark.set({ seq: head.seq, hash: head.headHash });
    }
    await this.#answer(done, entries, head, known, outcomes);
    return later;
  }

  /** Fills in the outcomes: what was committed now from memory, what an earlier request left read afresh. */
  async #answer(
    done: { command: Command; event: string }[],
    entries: readonly Entry[],
    head: Head | undefined,
    known: Known,
    outcomes: Map<Command, Outcome>,
  ): Promise<void> {
    const fresh = new Map(entries.map(({ event }) => [event.id, event]));
    const missing = done.filter(({ event }) => !fresh.has(event)).map(({ event }) => event);
    let asset: AssetRecord | undefined = head;
    if (missing.length > 0) {
      const [assets, events] = await this.#db.batch([
        this.#db.sql<AssetRow>(sql`SELECT ${assetColumns('a')} FROM assets a WHERE a.id = ${this.#asset}`),
        this.#db.sql<EventRow>(sql`SELECT ${eventColumns('e')} FROM events e WHERE e.asset = ${this.#asset}
          AND e.id IN (SELECT value FROM json_each(${JSON.stringify(missing)}))`),
      ]);
      asset = assets[0] && assetOf(assets[0]);
      for (const row of events) fresh.set(row.id, eventOf(row));
    }
    for (const { command, event } of done) {
      const record = fresh.get(event);
      const callerRights = known.callers.get(callerKey(command.author.caller))!;
      if (command.kind === 'create' && asset)
        outcomes.set(command, { asset: created(asset, command.input, callerRights) });
      else if (record) outcomes.set(command, { event: record });
      else throw new Error(`assets/${this.#asset}/events/${event} was answered before and is gone`);
    }
  }

  /**
   * What this object remembers, when that is enough to decide by: the head and every caller. Keys are
   * not looked up: one that was used before fails the commit, and is read then.
   */
  #remembered(commands: readonly Command[]): Known | undefined {
    if (!this.#head) return undefined;
    const callers = new Map<string, CallerRights>();
    for (const { author, kind } of commands) {
      const callerRights = this.#callers.get(callerKey(author.caller));
      if (kind === 'create' || !callerRights) return undefined;
      callers.set(callerKey(author.caller), callerRights);
    }
    return { assumed: true, callers, keys: new Map(), landed: new Map() };
  }

  /** Reads the head, the callers and the keys, and which of the events have landed already. */
  async #read(commands: readonly Command[]): Promise<Known> {
    const callers = [...new Map(commands.map(({ author }) => [callerKey(author.caller), author.caller])).values()];
    const keys = commands.flatMap((c) =>
      c.key === undefined ? [] : [[c.author.caller.tenant, principalKey(c.author.caller), c.key]],
    );
    const ids = commands.map((command) => command.event);
    const now = nowMicros();
    const [principals, grants, keyRows, landed, heads, guards] = await this.#db.batch([
      principalsQuery(this.#db, callers),
      grantsQuery(this.#db, callers, this.#asset),
      this.#db
        .sql<IdempotencyRow>(sql`SELECT tenant, principal, key, fingerprint, asset, event, created_us AS createdUs FROM idempotency
        WHERE (tenant, principal, key) IN (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${JSON.stringify(keys)}))
        AND created_us > ${now - KEY_LIFETIME}`),
      this.#db.sql<EventRow>(sql`SELECT ${eventColumns('e')} FROM events e WHERE e.asset = ${this.#asset}
        AND e.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
      this.#headQuery(this.#head === undefined),
      this.#db.sql<{
        endUs: number;
      }>(sql`SELECT max(${lastEnd(sql`coalesce((SELECT tenant FROM assets WHERE id = ${this.#asset}), ${callers[0]?.tenant ?? ''})`)},
        ${lastEnd(sql`${PUBLIC_SCOPE}`)}) AS endUs`),
    ]);
    this.#guard = guards[0]?.endUs ?? 0;
    const read = new Map(
      callers.flatMap((caller, index) => {
        const principal = principalOf(caller, principals);
        return principal ? [[callerKey(caller), callerRightsOf(principal, index, grants)] as const] : [];
      }),
    );
    for (const caller of callers) this.#callers.delete(callerKey(caller));
    if (this.#callers.size + read.size > CALLERS_KEPT) this.#callers.clear();
    for (const [key, callerRights] of read) this.#callers.set(key, callerRights);
    this.#head ??= this.#checked(heads[0]);
    return {
      assumed: false,
      callers: read,
      keys: new Map(keyRows.map((row) => [JSON.stringify([row.tenant, row.principal, row.key]), row])),
      landed: new Map(landed.map((row) => [row.id, eventOf(row)])),
    };
  }

  #headQuery(wanted: boolean) {
    return this.#db.sql<AssetRow>(
      sql`SELECT ${assetColumns('a')} FROM assets a WHERE a.id = ${wanted ? this.#asset : ''}`,
    );
  }

  async #readHead(): Promise<Head | undefined> {
    const [rows] = await this.#db.batch([this.#headQuery(true)]);
    return this.#checked(rows[0]);
  }

  /** The head that D1 gives, held against what was acknowledged. Throws LedgerFrozen rather than guess. */
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

  /**
   * The event that already answers this command: landed in a failed attempt, or made under its key.
   * Throws 401, 403 or 404 first where the caller may not know, 409 where the key belongs to another request.
   */
  #earlier(command: Command, known: Known, head: Head | undefined): string | undefined {
    this.#admit(command, known.callers, head);
    if (known.landed.has(command.event)) return command.event;
    const row = known.keys.get(keySlot(command) ?? '');
    if (row) {
      if (row.fingerprint === command.fingerprint && row.asset === this.#asset) return row.event;
      throw new ServiceError('conflict', 'this Idempotency-Key was used for another request');
    }
    if (command.kind === 'create' && head) {
      throw new ServiceError(
        'conflict',
        `this Idempotency-Key made assets/${this.#asset} more than a day ago; use a new key`,
      );
    }
    return undefined;
  }
}

const callerKey = (caller: Caller): string => `${caller.tenant} ${principalKey(caller)}`;
const keySlot = ({ author, key }: Command): string | undefined =>
  key === undefined ? undefined : JSON.stringify([author.caller.tenant, principalKey(author.caller), key]);
