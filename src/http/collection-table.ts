import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { TenantTable } from '../access/tenant-rows.ts';
import type { Micros } from '../lib/time.ts';

/** A table that `collection()` can serve. */
export type CollectionTable = TenantTable & Record<'id' | 'displayName' | 'createdUs' | 'revision', SQLiteColumn>;
export type Row<T extends CollectionTable> = T['$inferSelect'] & {
  id: string;
  tenant: string;
  displayName: string;
  createdUs: Micros;
  revision: number;
};
export type Values<T extends CollectionTable> = Omit<T['$inferInsert'], 'id' | 'tenant' | 'createdUs' | 'revision'>;
