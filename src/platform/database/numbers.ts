import { sql, type SQL } from 'drizzle-orm';

/*
 * Records of the ledger refer to tenants, assets and principals by number (`tenants.number`, `assets.number`,
 * `principals.number`), which takes a tenth of the bytes of a UUID. Numbers never leave the database; only cursors of
 * lists have those of assets and events. These fragments convert them. The number of a parameter is looked up once per
 * statement.
 */

/** The number of a tenant; NULL for an unknown one. */
export const tenantNumber = (id: SQL | string): SQL =>
  sql`(SELECT numbered.number FROM tenants numbered WHERE numbered.id = ${id})`;
/** The UUID of a tenant. */
export const tenantId = (number: SQL): SQL =>
  sql`(SELECT numbered.id FROM tenants numbered WHERE numbered.number = ${number})`;

/** The number of an asset; NULL for an unknown one. */
export const assetNumber = (id: SQL | string): SQL =>
  sql`(SELECT numbered.number FROM assets numbered WHERE numbered.id = ${id})`;

/** The tenant in `event_leaves` of the own attributes of all public events. No tenant has this number. */
export const PUBLIC_LEAVES = 0;
