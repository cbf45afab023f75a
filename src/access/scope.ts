import type { SQL } from 'drizzle-orm';
import { canonicalJson, sha256Hex } from '../lib/digest.ts';
import { retryLater } from '../lib/errors.ts';
import { ambient, nowMicros } from '../lib/time.ts';
import { assert, onFailedCondition } from '../platform/database/conditions.ts';
import type { Database, RawStatement, Results, Statement } from '../platform/database/database.ts';
import { keyUse, principalKey, useKey, type KeyUse } from '../platform/database/idempotency.ts';
import { auditLog } from '../platform/database/tables.ts';
import { notAdministrator } from './errors.ts';
import { tenantLogQuery, type LogRight, type LogWrite } from './logs.ts';
import {
  administers,
  APPLICATION_ISSUER,
  callerGone,
  isActive,
  tenancySuspended,
  isPresent,
  mayChange,
  principalOf,
  principalsQuery,
  type Caller,
  type Principal,
  changeByAuditor,
} from './principal.ts';
import { OwnTenancy } from './own-tenancy.ts';
import { isLate, late, run, written, type Scoped, type Write } from './queries.ts';
import { tenancyView } from './view.ts';
import { Grants, LEAST_REACH, type Reach } from './visibility.ts';

/** The caller of a change to a ledger, and the request. */
export type Author = { caller: Caller; requestId: string; applicationIssuer: string };

/**
 * What an operation requires of its caller. `auditor`: an administrator, or a member with the role of auditor, who only
 * reads.
 */
export type RequiredRole = 'member' | 'auditor' | 'administrator';

/**
 * Which part of what the audience sees a query reads. `own`: a whole tenancy, for its administrators, or the public
 * records, for anonymous callers. `granted`: what policies grant. `whole`: both, for a query that names one record.
 */
export type Portion = 'own' | 'granted' | 'whole';

/** The audience of reads: a tenant's caller, or anonymous callers. */
export interface Scope {
  /** `undefined` for anonymous callers. */
  readonly tenant: string | undefined;
  /**
   * SQL over assets and events, written when it runs. It must use the view's `sees`, or `walk`; otherwise it throws
   * when it runs. It returns no rows for an audience that has no such part.
   */
  query<Row>(part: Portion, write: Write): Scoped<RawStatement<Row>>;
  /**
   * SQL over the log of `owner` (SQL: a tenant, or PUBLIC_SCOPE), for audiences that have a right to read it, written
   * when it runs. It returns no rows for all others.
   */
  logQuery<Row>(owner: SQL, right: LogRight, write: LogWrite): Scoped<RawStatement<Row>>;
  /** Runs scoped statements as one transaction, with the caller's rights read in it. */
  read<const S extends readonly Scoped<Statement>[]>(...statements: S): Promise<Results<S>>;
}

/** A read that has begun: see `TenantScope.begin`. */
export type OpenRead = { statements: Statement[]; accept: (results: unknown[][]) => unknown[][] | undefined };

export type Change = {
  operation: string;
  /** The identity of the resource that changes. */
  resource: string;
  /** The resource as shown before and after; hashed into the audit row. Never a secret. */
  before?: unknown;
  after?: unknown;
  conditions?: Statement[];
  statements: Scoped<Statement>[];
};

/**
 * The last known reach of callers, so that most reads are written correctly at the first attempt; without an entry,
 * `LEAST_REACH`. It grants nothing: a read learns the current reach in its own transaction, and is written again if it
 * differs.
 */
const reaches = new Map<string, Reach>();
const REACHES_KEPT = 10_000;
const reachOf = ({ administrator, auditor, shared }: Principal): Reach => ({
  oversees: administrator || auditor,
  shared,
});
/** How often a read is written until its reach is current. */
const REWRITES = 5;

/**
 * The data of one tenant that one caller may read and write. Every read and write runs in a transaction that also reads
 * the caller's rights from the primary database: revoking a right takes effect with the next request.
 */
export class TenantScope extends OwnTenancy implements Scope {
  readonly #role: RequiredRole;
  readonly #requestId: string;
  #principal: Principal | undefined;
  /** Whether the rights are checked elsewhere: by a ledger, or as a condition of a write. */
  #checked = false;

  constructor(db: Database, caller: Caller, role: RequiredRole, requestId: string) {
    super(db, caller);
    this.#role = role;
    this.#requestId = requestId;
  }

  /** The caller's rights; reads them unless this request has read them before. Throws 401 or 403. */
  async principal(): Promise<Principal> {
    if (!this.#principal) await this.read();
    return this.#principal!;
  }

  /** The caller, for an asset's ledger, which checks their rights itself. */
  delegate(applicationIssuer: string): Author {
    this.#checked = true;
    return { caller: this.caller, requestId: this.#requestId, applicationIssuer };
  }

  /** Adds the milliseconds in which a ledger has carried out a command of this request. */
  spent(databaseMs: number): void {
    this.db.meter.databaseMs += databaseMs;
  }

  /** Called at the end of a request: reads the caller's rights if nothing has checked them. Throws 401 or 403. */
  async ensureRightsChecked(): Promise<void> {
    if (!this.#checked) await this.principal();
  }

  /** Makes further conditions, for `Change.conditions`. */
  conditions(make: (db: Database) => Statement[]): Statement[] {
    return make(this.db);
  }

  /** What the caller has used an Idempotency-Key for, unless it has expired. */
  keyUse(key: string): Scoped<RawStatement<KeyUse>> {
    return keyUse(this.db, this.#slot(key), nowMicros()) as Scoped<RawStatement<KeyUse>>;
  }

  /** The condition `idempotency_key`, that the caller has not used a key, and the statement that notes its use. */
  useKey(key: string, use: KeyUse): { condition: Statement; statement: Scoped<Statement> } {
    return useKey(this.db, this.#slot(key), use, nowMicros()) as {
      condition: Statement;
      statement: Scoped<Statement>;
    };
  }

  #slot(key: string) {
    return { tenant: this.tenant, principal: principalKey(this.caller), key };
  }

  /** What policies grant the caller, regardless of the last known reach. */
  get grants(): Grants {
    return new Grants(this.caller, { oversees: this.#role !== 'member', shared: true });
  }

  query<Row>(part: Portion, write: Write): Scoped<RawStatement<Row>> {
    return this.#query(part, write, false);
  }

  #query<Row>(part: Portion, write: Write, asTenancy: boolean): Scoped<RawStatement<Row>> {
    return late(() => {
      const { shared } = this.#reach;
      const oversees = asTenancy || this.#reach.oversees;
      const byPolicies = !oversees || shared;
      if (part === 'own' && !oversees) return undefined;
      if (part === 'granted' && !byPolicies && this.#role === 'member') return undefined;
      const grants = new Grants(this.caller, { oversees, shared });
      const view = part === 'own' || (part === 'whole' && !byPolicies) ? tenancyView(this.tenant) : grants;
      return written(view, (make) => make(grants), write);
    });
  }

  logQuery<Row>(owner: SQL, right: LogRight, write: LogWrite): Scoped<RawStatement<Row>> {
    return late(() => tenantLogQuery(owner, right, this.caller, this.#reach, write));
  }

  /**
   * A scope that reads as an administrator of the caller's tenancy, for decisions of the service itself. The code that
   * uses it must redact the result.
   */
  tenancy(): Scope {
    return {
      tenant: this.tenant,
      query: (part, write) => this.#query(part, write, true),
      logQuery: (owner, right, write) => this.logQuery(owner, right, write),
      read: (...statements) => this.read(...statements),
    };
  }

  /**
   * The scope of another caller of the tenancy, as a member. Only for a caller who oversees the tenancy, and therefore
   * reads all that its members read.
   */
  ofMember({ issuer, subject }: Caller): TenantScope {
    return new TenantScope(this.db, { tenant: this.tenant, issuer, subject }, 'member', this.#requestId);
  }

  async read<const S extends readonly Scoped<Statement>[]>(...statements: S): Promise<Results<S>> {
    for (let attempt = 1; ; attempt++) {
      const begun = this.begin(statements);
      const results = begun.accept(await run(this.db, begun.statements));
      if (results) return results as unknown as Results<S>;
      if (attempt >= REWRITES) throw retryLater('unavailable', 'the rights of the caller are changing; try again', 1);
    }
  }

  /**
   * A read as part of a transaction of several scopes (`readTogether`). `accept` gets the rows of `statements` and
   * returns those of the given ones, or undefined if they were written for another reach and must be read again. Throws
   * 401 or 403.
   */
  begin(given: readonly Scoped<Statement>[]): OpenRead {
    const before = this.#reach;
    return {
      statements: [principalsQuery(this.db, [this.caller]), ...given],
      accept: ([principals, ...results]) => {
        const principal = principalOf(this.caller, principals as never);
        if (!principal) throw callerGone(this.caller);
        const reach = reachOf(principal);
        if (this.#role === 'administrator' && !principal.administrator) throw notAdministrator();
        if (this.#role === 'auditor' && !reach.oversees) throw notAdministrator();
        const isSame = reach.oversees === before.oversees && reach.shared === before.shared;
        if (!isSame) this.#remember(reach);
        if (!isSame && given.some(isLate)) return undefined;
        this.#principal = principal;
        return results;
      },
    };
  }

  get #reach(): Reach {
    return reaches.get(this.#key) ?? LEAST_REACH;
  }

  #remember(reach: Reach): void {
    if (reaches.size >= REACHES_KEPT) reaches.clear();
    reaches.set(this.#key, reach);
  }

  get #key(): string {
    return JSON.stringify([this.tenant, this.caller.issuer, this.caller.subject]);
  }

  /**
   * Writes what a change needs before it begins, under the caller's rights. Without an audit row: no resource changes.
   */
  async prepare(conditions: Statement[], statements: Scoped<Statement>[]): Promise<void> {
    await this.#commit([...conditions, ...statements]);
  }

  /**
   * Makes a change and its audit row in one transaction, under the caller's rights. Returns the rows of `shown`, a
   * query in the same transaction: later changes do not affect the response.
   */
  async write<Row = never>(change: Change, shown?: Scoped<RawStatement<Row>>): Promise<Row[]> {
    const hash = (value: unknown): string => (value === undefined ? '' : sha256Hex(canonicalJson(value)));
    const audit = this.db.build.insert(auditLog).values({
      id: ambient.uuid(),
      tenant: this.tenant,
      atUs: nowMicros(),
      issuer: this.caller.issuer,
      subject: this.caller.subject,
      operation: change.operation,
      resource: change.resource,
      beforeHash: hash(change.before),
      afterHash: hash(change.after),
      requestId: this.#requestId,
    });
    const results = await this.#commit([
      ...(change.conditions ?? []),
      ...change.statements,
      audit,
      ...(shown ? [shown] : []),
    ]);
    return shown ? (results.at(-1) as Row[]) : [];
  }

  async #commit(statements: Statement[]): Promise<unknown[]> {
    const rights = [
      assert(this.db, 'caller', isPresent(this.caller)),
      ...(this.caller.issuer === APPLICATION_ISSUER ? [] : [assert(this.db, 'auditor', mayChange(this.caller))]),
      assert(this.db, 'suspended', isActive(this.tenant)),
    ];
    if (this.#role === 'administrator') rights.push(assert(this.db, 'administrator', administers(this.caller)));
    try {
      const results = await this.db.commitAudited([...rights, ...statements]);
      this.#checked = true;
      return results;
    } catch (error) {
      onFailedCondition(error, {
        caller: callerGone(this.caller),
        administrator: notAdministrator(),
        auditor: changeByAuditor(),
        suspended: tenancySuspended(),
      });
    }
  }
}
