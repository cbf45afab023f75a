import type { SQL } from 'drizzle-orm';
import type { Database, RawStatement, Results, Statement } from '../platform/database/database.ts';
import { publicLogQuery, type LogRight, type LogWrite } from './logs.ts';
import { late, run, written, type Scoped, type Write } from './queries.ts';
import type { Portion, Scope } from './scope.ts';
import { publicView } from './view.ts';

/** What anonymous callers may see: public assets and their events, read from any replica. */
export class PublicScope implements Scope {
  readonly tenant = undefined;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  query<Row>(part: Portion, write: Write): Scoped<RawStatement<Row>> {
    const walk = (): never => {
      throw new TypeError('policies do not apply to anonymous callers');
    };
    return late(() => (part === 'granted' ? undefined : written(publicView, walk, write)));
  }

  logQuery<Row>(owner: SQL, right: LogRight, write: LogWrite): Scoped<RawStatement<Row>> {
    return late(() => publicLogQuery(owner, right, write));
  }

  async read<const S extends readonly Scoped<Statement>[]>(...statements: S): Promise<Results<S>> {
    return (await run(this.#db, statements)) as unknown as Results<S>;
  }

  /** Reads what the service publishes about itself and its tenancies. Must not read records of tenants. */
  published<T>(read: (db: Database) => Promise<T>): Promise<T> {
    return read(this.#db);
  }
}
