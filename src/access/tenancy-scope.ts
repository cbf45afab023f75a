import { run, late, written } from './queries.ts';
import type { Scope } from './scope.ts';
import type { Database } from '../platform/database/database.ts';
import { tenancyView } from './view.ts';

/**
 * Reads the own records of a tenancy whole, without a caller, for jobs of the service. What it reads must not be shown
 * before a scope of a caller has decided what they may read of it.
 */
export const tenancyScope = (db: Database, tenant: string): Scope => ({
  tenant,
  query: (part, write) =>
    late(() => (part === 'granted' ? undefined : written(tenancyView(tenant), refuseWalk, write))),
  logQuery: () => {
    throw new TypeError('a tenancy without a caller has no right to read logs');
  },
  read: (...statements) => run(db, statements) as never,
});

const refuseWalk = (): never => {
  throw new TypeError('a tenancy without a caller has no policies to walk');
};
