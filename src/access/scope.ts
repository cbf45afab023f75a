import { sql } from 'drizzle-orm';
import { canonicalJson, sha256Hex } from '../core/digest.ts';
import { retryLater, ServiceError } from '../core/errors.ts';
import { ambient, nowMicros } from '../core/time.ts';
import { assert, onFailedCondition } from '../store/conditions.ts';
import type { Database, RawStatement, Results, Statement } from '../store/database.ts';
import { auditLog } from '../store/tables.ts';
import {
  administers,
  APPLICATION_ISSUER,
  callerGone,
  INVALID_TOKEN,
  isPresent,
  principalOf,
  principalsQuery,
  type Caller,
  type Principal,
} from './principal.ts';
import { isLate, late, run, written, type Scoped, type Write } from './queries.ts';
import { TenantRows } from './tenantrows.ts';
import { Grants, tenancyView, type Reach } from './visibility.ts';

/** Who asks a ledger for a change, and in which request. */
export type Author = { caller: Caller; requestId: string; applicationIssuer: string };

/** What an operation asks of its caller. */
export type Permission = 'member' | 'administrator';

/** A tenancy as its members see it. */
export type Tenancy = {
  id: string;
  displayName: string;
  verifiedDomain: string;
  walletPublicKey: string;
  walletAddress: string;
  /** Empty until it has been filled in (see `fillTesseraKeys`). */
  tesseraPublicKey: string;
  /** Whether it may have KHIPU assets; null: as the deployment's chain says. */
  khipu: number | null;
  revision: number;
};

/**
 * What part of what the audience sees a query is about. `own`: all of a tenancy, for its administrators, or
 * what is public, for everybody. `granted`: what policies give. `whole`: both, for a record that is named.
 */
export type Part = 'own' | 'granted' | 'whole';

/** What reads need to know of their audience: a tenant's caller, or everybody. */
export interface Scope {
  /** `undefined` for the public. */
  readonly tenant: string | undefined;
  /**
   * SQL over assets and events, written when it is read. It must ask the view what it `sees`, or `walk`; a
   * query that does not is refused. For an audience that has no such part it gives no rows.
   */
  query<Row>(part: Part, write: Write): Scoped<RawStatement<Row>>;
  /** Runs scoped statements as one transaction, with the caller's rights read in it. */
  read<const S extends readonly Scoped<Statement>[]>(...statements: S): Promise<Results<S>>;
}

export type Change = {
  operation: string;
  /** The identity of what changes. */
  resource: string;
  /** The resource as shown before and after; hashed into the audit row. Never a secret. */
  before?: unknown;
  after?: unknown;
  conditions?: Statement[];
  statements: Scoped<Statement>[];
};

/**
 * What callers were last seen to reach, so that most reads are written right at once. Not a right: a read
 * learns in its own transaction what holds, and is written anew where that differs.
 */
const reaches = new Map<string, Reach>();
const REACHES_KEPT = 10_000;
/** How often a read is written anew. */
const REWRITES = 5;

/**
 * The data of one tenant as one caller may touch it. Every read and write runs in a transaction that
 * also reads the caller's rights from the primary: a removed right holds on the next request.
 */
export class TenantScope extends TenantRows implements Scope {
  readonly #permission: Permission;
  readonly #requestId: string;
  #principal: Principal | undefined;
  /** Whether the rights were checked without being read here: by a ledger, or as a condition of a write. */
  #checked = false;

  constructor(db: Database, caller: Caller, permission: Permission, requestId: string) {
    super(db, caller);
    this.#permission = permission;
    this.#requestId = requestId;
  }

  /** The caller's rights: read now unless a read of this request has brought them. Throws 401 or 403. */
  async principal(): Promise<Principal> {
    if (!this.#principal) await this.read();
    return this.#principal!;
  }

  /** The caller, for an asset's ledger, which reads their rights itself in the batch it decides by. */
  delegate(applicationIssuer: string): Author {
    this.#checked = true;
    return { caller: this.caller, requestId: this.#requestId, applicationIssuer };
  }

  /** Adds the time that a ledger spent in D1 for this request. */
  spent(databaseMs: number): void {
    this.db.meter.databaseMs += databaseMs;
  }

  /** Ends a request: makes sure that the caller's rights were read by somebody. Throws 401 or 403. */
  async ensureRightsChecked(): Promise<void> {
    if (!this.#checked) await this.principal();
  }

  /** Any other condition, for `Change.conditions`. */
  conditions(make: (db: Database) => Statement[]): Statement[] {
    return make(this.db);
  }

  /** The row of the caller's tenancy. */
  ownTenancy(): Scoped<RawStatement<Tenancy>> {
    return this.db.sql<Tenancy>(sql`SELECT id, display_name AS displayName, verified_domain AS verifiedDomain,
      wallet_public_key AS walletPublicKey, wallet_address AS walletAddress, tessera_public_key AS tesseraPublicKey, khipu, revision
      FROM tenants WHERE id = ${this.tenant}`) as Scoped<RawStatement<Tenancy>>;
  }

  /** Writes the caller's tenancy: its next revision, under the condition `unchanged` that nobody else has since `before`. */
  changeTenancy(
    before: Tenancy,
    displayName = before.displayName,
  ): { condition: Statement; statement: Scoped<Statement> } {
    const { revision } = before;
    return {
      condition: assert(
        this.db,
        'unchanged',
        sql`EXISTS (SELECT 1 FROM tenants WHERE id = ${this.tenant} AND revision = ${revision})`,
      ),
      statement: this.db.sql(
        sql`UPDATE tenants SET display_name = ${displayName}, revision = ${revision + 1} WHERE id = ${this.tenant}`,
      ) as unknown as Scoped<Statement>,
    };
  }

  /** What policies give the caller, whatever they reach. */
  get grants(): Grants {
    return new Grants(this.caller, { administrator: this.#permission === 'administrator', shared: true });
  }

  query<Row>(part: Part, write: Write): Scoped<RawStatement<Row>> {
    return this.#query(part, write, false);
  }

  #query<Row>(part: Part, write: Write, asTenancy: boolean): Scoped<RawStatement<Row>> {
    return late(() => {
      const { shared } = this.#reach;
      const administrator = asTenancy || this.#reach.administrator;
      const byPolicies = !administrator || shared;
      if (part === 'own' ? !administrator : part === 'granted' && !byPolicies && this.#permission !== 'administrator')
        return undefined;
      const grants = new Grants(this.caller, { administrator, shared });
      const view = part === 'own' || (part === 'whole' && !byPolicies) ? tenancyView(this.tenant) : grants;
      return written(view, (make) => make(grants), write);
    });
  }

  /**
   * The same as the caller's tenancy sees it, whoever of it asks: for what the service itself judges by. What of
   * that the caller is told is for who uses this to decide.
   */
  tenancy(): Scope {
    return {
      tenant: this.tenant,
      query: (part, write) => this.#query(part, write, true),
      read: (...statements) => this.read(...statements),
    };
  }

  async read<const S extends readonly Scoped<Statement>[]>(...statements: S): Promise<Results<S>> {
    for (let attempt = 1; ; attempt++) {
      const { administrator, shared } = this.#reach;
      const [principals, ...results] = await run(this.db, [principalsQuery(this.db, [this.caller]), ...statements]);
      const principal = principalOf(this.caller, principals as never);
      if (!principal) throw callerGone(this.caller);
      if (this.#permission === 'administrator' && !principal.administrator) throw denied();
      const right = principal.administrator === administrator && principal.shared === shared;
      if (!right) this.#remember(principal);
      if (!right && statements.some(isLate)) {
        if (attempt < REWRITES) continue;
        throw retryLater('unavailable', 'the rights of the caller are changing; try again', 1);
      }
      this.#principal = principal;
      return results as unknown as Results<S>;
    }
  }

  get #reach(): Reach {
    return reaches.get(this.#key) ?? { administrator: true, shared: false };
  }

  #remember({ administrator, shared }: Principal): void {
    if (reaches.size >= REACHES_KEPT) reaches.clear();
    reaches.set(this.#key, { administrator, shared });
  }

  get #key(): string {
    return JSON.stringify([this.tenant, this.caller.issuer, this.caller.subject]);
  }

  /** Writes what must be known of a change before it begins, under the caller's rights. Nothing has changed by it. */
  async prepare(conditions: Statement[], statements: Scoped<Statement>[]): Promise<void> {
    await this.#commit([...conditions, ...statements]);
  }

  /**
   * Makes a change and its audit row as one transaction, under the caller's rights at that moment. Gives the rows of
   * `shown`, a query for what is there then: nothing that comes after it changes the answer.
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
    const rights = [assert(this.db, 'caller', isPresent(this.caller))];
    if (this.#permission === 'administrator') rights.push(assert(this.db, 'administrator', administers(this.caller)));
    try {
      const results = await this.db.batch([...rights, ...statements]);
      this.#checked = true;
      return results;
    } catch (error) {
      onFailedCondition(error, { caller: callerGone(this.caller), administrator: denied() });
    }
  }
}

/** A principal as it is stored -> as it is shown: the service's own issuer rendered from ORIGIN. */
export function renderIssuer(issuer: string, applicationIssuer: string): string {
  return issuer === APPLICATION_ISSUER ? applicationIssuer : issuer;
}

export function unauthenticated(message: string): ServiceError {
  return new ServiceError('unauthenticated', message, {
    headers: { 'www-authenticate': INVALID_TOKEN },
  });
}

const denied = (): ServiceError =>
  new ServiceError(
    'forbidden',
    'the permission administrator is missing: the caller is not an administrator of the tenancy; an administrator adds it with PATCH /v1/tenancies/root_principals',
  );
