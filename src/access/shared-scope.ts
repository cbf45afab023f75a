import { sql } from 'drizzle-orm';
import { late, written, type Scoped, type Write } from './queries.ts';
import type { Portion, Scope, TenantScope } from './scope.ts';
import { inTenancy } from './view.ts';
import { Grants } from './visibility.ts';
import type { RawStatement } from '../platform/database/database.ts';

/** What cannot be read as another tenancy: anything beside the records that are shared with it. */
const onlyShared = (): never => {
  throw new TypeError('only single records and the events of one asset are read as another tenancy');
};

/**
 * What the administrators of another tenancy read of the records of the tenancy of `owner`: with the view that decides
 * on their own requests, limited to these records. Only for an owner who oversees their tenancy, whose rights are read
 * in the same transactions. It reads single records and the events of one asset.
 */
export function sharedScope(owner: TenantScope, tenant: string): Scope {
  const view = new Grants({ tenant, issuer: '', subject: '' }, { oversees: true, shared: true });
  return {
    tenant,
    query: <Row>(part: Portion, write: Write): Scoped<RawStatement<Row>> =>
      late(() =>
        part === 'whole'
          ? written(view, onlyShared, (seen) =>
              write({ ...seen, sees: (x) => sql`(${inTenancy(x, owner.tenant)} AND ${seen.sees(x)})` }),
            )
          : onlyShared(),
      ),
    logQuery: onlyShared,
    read: (...statements) => owner.read(...statements),
  };
}
