import { sql, type SQL } from 'drizzle-orm';
import { tenantNumber } from '../platform/database/numbers.ts';
import { administers, permissionsOf, type Caller } from './principal.ts';

/**
 * SELECT the ids of those of the given assets on which the caller may have a right: without reading which assets
 * policies match, and regardless of suspensions. It has every asset that `rightsOn` (rights.ts) lets the caller know.
 */
export const reachableAssets = (caller: Caller, assets: readonly string[]): SQL => sql`
  WITH sharing AS MATERIALIZED (SELECT t.number FROM subjects s CROSS JOIN policy_subjects g ON g.subject = s.id
  AND g.tenant = s.tenant
      CROSS JOIN tenants t ON t.id = s.tenant WHERE s.remote = ${caller.tenant} AND s.confirmed = 1),
    reach AS MATERIALIZED (SELECT ${administers(caller)} AS everything,
    EXISTS (${permissionsOf([caller])}) AS something)
  SELECT asset.id AS id FROM reach CROSS JOIN json_each(${JSON.stringify(assets)}) listed
  CROSS JOIN assets asset ON asset.id = listed.value
  WHERE CASE WHEN +asset.tenant = ${tenantNumber(caller.tenant)} THEN reach.everything OR asset.public = 0
  AND reach.something
    ELSE asset.public = 0 AND (reach.everything OR reach.something) AND +asset.tenant IN (SELECT number
    FROM sharing) END`;
