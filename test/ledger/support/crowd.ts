import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../src/access/principal.ts';
import { PublicScope } from '../../../src/access/public.ts';
import { TenantScope, type Scope } from '../../../src/access/scope.ts';
import { parseTerm, type AttributeFilter, type FilterScope } from '../../../src/formats/records/filters.ts';
import type { EventConditions } from '../../../src/ledger/lists/event-conditions.ts';
import type { Window } from '../../../src/ledger/lists/page.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { applicationRows, policyRow, tenantRow } from '../../access/support/write.ts';
import { bulk, type Population } from '../../support/bulk.ts';
import { openD1 } from './d1.ts';

export const tenant = randomUUID();
const application = (administrator: boolean): { caller: Caller; administrator: boolean } => ({
  caller: { tenant, issuer: 'appidp', subject: randomUUID() },
  administrator,
});
/** Callers: an administrator, one to whom a policy grants 30 assets, one to whom a policy grants all. */
export const [administrator, member, nearly] = [application(true), application(false), application(false)];
/** Private assets with few events each, one private asset with many, and public assets. */
export const FEW: Population = { tenant, public: false, assets: [0, 3000], events: 4 };
export const MANY: Population = { tenant, public: false, assets: [3000, 3001], events: 12_000 };
export const PUBLIC: Population = { tenant, public: true, assets: [4000, 4020], events: 600 };
export const PUBLIC_EVENTS = 20 * 600;

/**
 * A step of a plan that scans a growing table, or one of its indexes, as a whole. The indexes of public records are
 * scanned in the order of the list, up to a LIMIT or the end of a range.
 */
export const GROWING = new RegExp(
  '^SCAN (asset|event|attribute|leaf|type|version|probe|reading|term|candidate|subject|anchor|around|owner|first|log|' +
    'logs|assets|events|asset_attributes|asset_terms|asset_postings|asset_values|backfills|filling|start|sized|other|' +
    String.raw`ranged|long|event_leaves|event_types|policy_\w+|subjects)\b` +
    '(?! USING (COVERING )?INDEX (events_public_|assets_public_))',
);

/** A statement that a list ran, and the rows that it read. */
export type Ran = { sql: string; params: unknown[]; rows: number };

/** A database with thousands of records, and the scopes that lists need. */
export async function openCrowd() {
  const d1 = await openD1();
  const read: Ran[] = [];
  const inner = d1.d1();
  const batch = async (statements: { sql: string; params: unknown[] }[]): Promise<D1Result[]> => {
    const results = await inner.batch(statements as never);
    read.push(...statements.map((one, i) => ({ ...one, rows: results[i]!.meta.rows_read })));
    return results;
  };
  const db = { prepare: inner.prepare, batch } as unknown as D1Database;
  const claims = (who: { caller: Caller; administrator: boolean }, of: Record<string, string>) =>
    applicationRows({ tenant, id: who.caller.subject, administrator: who.administrator, claims: of });
  await d1.rows(
    tenantRow(tenant),
    ...claims(administrator, {}),
    ...claims(member, { may: 'kind' }),
    ...claims(nearly, { may: 'all' }),
  );
  const policy = (filter: string, may: string) =>
    policyRow({
      id: randomUUID(),
      tenant,
      filters: [{ or: [filter] }],
      permissions: [
        {
          subjects: [],
          user_attributes: [{ or: [`jwt_may=${may}`] }],
          behaviours: [],
          asset_attributes_read: ['*'],
          asset_attributes_write: [],
          event_arc_display_type_read: ['*'],
          event_arc_display_type_write: [],
          include_attributes: [],
        },
      ],
    });
  await d1.rows(policy('attributes.kind=kind 7', 'kind'), policy('attributes.state!=x', 'all'));
  for (const population of [FEW, MANY, PUBLIC]) for (const statement of bulk(population)) await d1.rows(statement);
  return {
    d1,
    /** The database; every statement is recorded. */
    db,
    /** The statements since the last call. */
    taken: (): Ran[] => read.splice(0),
    scope: ({ caller }: { caller: Caller }): TenantScope => new TenantScope(new Database(db), caller, 'member', 'test'),
    anonymous: (): Scope => new PublicScope(new Database(db)),
  };
}

export const window = (size: number, more: Partial<Window> = {}): Window => ({
  size,
  after: undefined,
  countTo: 501,
  ...more,
});
export const EVENT: FilterScope[] = ['event_attributes', 'asset_attributes', 'asset.attributes'];
export const term = (text: string): AttributeFilter[] => [parseTerm(EVENT, text) as AttributeFilter];
export const conditions = (more: Partial<EventConditions> = {}): EventConditions => ({
  filters: [],
  where: [],
  order: 'DEFAULT',
  ...more,
});
