import type { z } from '@hono/zod-openapi';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { TenantScope } from '../access/scope.ts';
import type { Audience, TenantTable } from '../access/tenantrows.ts';
import type { Scoped } from '../access/queries.ts';
import type { Config, Env } from '../config.ts';
import type { Micros } from '../core/time.ts';
import type { ConditionErrors, Quota } from '../store/conditions.ts';
import type { Statement } from '../store/database.ts';
import type { Group } from './operation.ts';

/** A table that the engine can serve: an id, an owner, a name to sort by, a creation time, a revision. */
export type CollectionTable = TenantTable & Record<'id' | 'displayName' | 'createdUs' | 'revision', SQLiteColumn>;
export type Row<T extends CollectionTable> = T['$inferSelect'] & {
  id: string;
  tenant: string;
  displayName: string;
  createdUs: Micros;
  revision: number;
};
export type Values<T extends CollectionTable> = Omit<T['$inferInsert'], 'id' | 'tenant' | 'createdUs' | 'revision'>;

export type Collection<T extends CollectionTable, C extends z.ZodType, P extends z.ZodType, R extends z.ZodType> = {
  /** Singular, in capitals, for operation ids: `Application`. */
  singular: string;
  /** The plural in capitals, where it is not the singular with an s. */
  many?: string;
  /** Plural: the identity's prefix, the key of lists. */
  plural: string;
  quota?: Quota;
  group: Group;
  table: T;
  /** Who may read. Only administrators write. */
  audience: Audience;
  resource: R;
  create: C;
  /** Left out: records are never changed. */
  patch?: P;
  /** List filters by equality: query name -> column. */
  filters: Record<string, SQLiteColumn>;
  /** A patch as the schema gives it, filled up for a field mask: the value of a field that the mask names and the body lacks. */
  cleared?: Record<string, unknown>;
  /** Fields of the resource that are never written. */
  readOnly: string[];
  /** See `OperationSpec.unknownFields`; of creating and of changing. */
  unknownFields?: 'ignored';
  statuses: { list: number[]; create: number[]; read: number[] };
  values: (
    input: z.infer<C>,
    context: { now: Micros; scope: TenantScope; config: Config },
  ) => Made<T, R> | Promise<Made<T, R>>;
  changes?: (
    patch: z.infer<P>,
    before: Row<T>,
    context: { scope: TenantScope },
  ) => Partial<Values<T>> | Promise<Partial<Values<T>>>;
  present: (row: Row<T>, config: Config) => z.infer<R>;
  /** The database adds to what is written: answers show the row as it is afterwards. */
  derives?: boolean;
  /** A member that is no row and can only be read, by its own id. */
  fixed?: { id: string; name: string; read: (scope: TenantScope, config: Config) => Promise<z.infer<R>> };
  /** The column of the records' attributes, for list filters `attributes.<name>`. */
  attributes?: SQLiteColumn;
  /** The condition of the records that are seen, where not all are. */
  live?: (now: Micros) => SQL;
  /** A record that is deleted stays: what deleting writes. */
  retired?: (now: Micros) => Partial<Values<T>>;
  /** What else a creation needs and does. */
  onCreate?: (
    row: Row<T>,
    scope: TenantScope,
  ) => { conditions: Statement[]; statements: Scoped<Statement>[]; refused: ConditionErrors };
  /** What follows a creation that is written; whatever it does must be made up for where it is lost. */
  created?: (row: Row<T>, env: Env) => Promise<void>;
  /** Another key of lists, with the same records. */
  alias?: string;
  /** The column of how many characters a record has in a list: its pages end early where they would be very long. */
  size?: SQLiteColumn;
  /** Deleting answers with the record. */
  deletedShown?: boolean;
  /** What else goes when a record does, and under which condition it may. */
  onDelete?: (
    row: Row<T>,
    scope: TenantScope,
  ) => { conditions: Statement[]; statements: Scoped<Statement>[]; refused: ConditionErrors };
};

export type Made<T extends CollectionTable, R extends z.ZodType> = {
  values: Values<T>;
  shown?: (json: z.infer<R>) => z.infer<R>;
};
