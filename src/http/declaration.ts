import type { z } from '@hono/zod-openapi';
import type { SQL } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { TenantScope } from '../access/scope.ts';
import type { Audience } from '../access/tenant-rows.ts';
import type { Scoped } from '../access/queries.ts';
import type { Config, Env } from '../settings/config.ts';
import type { Micros } from '../lib/time.ts';
import type { ConditionErrors } from '../platform/database/conditions.ts';
import type { Quota } from '../settings/quotas.ts';
import type { Statement } from '../platform/database/database.ts';
import type { CollectionTable, Row, Values } from './collection-table.ts';
import type { Fields } from './fields.ts';
import type { Group } from './operation.ts';

export type Method = 'list' | 'create' | 'read' | 'update' | 'delete';

export type Collection<
  T extends CollectionTable,
  C extends z.ZodType,
  P extends z.ZodType,
  R extends z.ZodType,
  Columns,
> = {
  fields: Fields<T, C, P, R, Columns>;
  /** In sentences, with an article and in the plural: `an application`, `applications`. */
  noun: { one: string; many: string };
  /** What the resource is, in one or two sentences: the description of each operation begins with it. */
  about: string;
  /** What else a client needs to know about a method, in sentences. */
  notes?: { [method in Method]?: string };
  /** The plural in capitals, if it is not the singular with an s. */
  many?: string;
  /** The prefix of identities and the key of lists: `applications`. */
  plural: string;
  quota?: Quota;
  group: Group;
  /** Who may read. Only administrators write, except that members create if `creators` says so. */
  audience: Audience;
  creators?: 'members';
  /** Records are never deleted: there is no such operation. */
  permanent?: true;
  /** Records may contain secrets, such as a token in an address: auditors do not read them. */
  hasSecrets?: true;
  /** An example of the response of create, if it differs from that of the record. */
  createExample?: unknown;
  /**
   * Creating accepts an Idempotency-Key. Returns the record for a request that repeats it, as `shown` does for the
   * first one.
   */
  again?: (row: Row<T>, config: Config) => z.infer<R> | Promise<z.infer<R>>;
  /** See `OperationSpec.unknownFields`; applies to create and patch. */
  unknownFields?: 'ignored';
  statuses: { list: number[]; create: number[]; read: number[] };
  /** The columns of a creation that no field declares. */
  values: (
    input: z.infer<C>,
    context: { id: string; now: Micros; scope: TenantScope; config: Config },
  ) => Made<T, R, Columns> | Promise<Made<T, R, Columns>>;
  /** What a change sets besides the columns of its fields. `after`: the record with those changed. */
  changes?: (
    patch: z.infer<P>,
    after: Row<T>,
    context: { scope: TenantScope; config: Config },
  ) => Partial<Values<T>> | Promise<Partial<Values<T>>>;
  /** The database adds to what is written, so responses show the row as read after the write. */
  derives?: boolean;
  /** A member with an id of its own that is not stored and can only be read. */
  fixed?: { id: string; name: string; read: (scope: TenantScope, config: Config) => Promise<z.infer<R>> };
  /** The column of the records' attributes, for list filters `attributes.<name>`. */
  attributes?: SQLiteColumn;
  /** The condition of the records that responses show; absent: all. */
  live?: (now: Micros) => SQL;
  /** Deleting keeps the row and writes these values. Absent: deleting removes the row. */
  retired?: (now: Micros) => Partial<Values<T>>;
  /** Further conditions and statements of a creation. `refused` maps failed conditions to errors. */
  onCreate?: (
    row: Row<T>,
    scope: TenantScope,
    config: Config,
  ) => { conditions: Statement[]; statements: Scoped<Statement>[]; refused: ConditionErrors };
  /** Further conditions and statements of a change. `refused` maps failed conditions to errors. */
  onUpdate?: (
    before: Row<T>,
    after: Row<T>,
    scope: TenantScope,
  ) => { conditions: Statement[]; statements: Scoped<Statement>[]; refused: ConditionErrors };
  /** Runs after a creation is committed. It may not run at all, so a later job must be able to do its work. */
  created?: (row: Row<T>, env: Env) => Promise<void>;
  /** The same after a change. */
  updated?: (row: Row<T>, env: Env) => Promise<void>;
  /** The same after a deletion, with the record as it was before. */
  deleted?: (row: Row<T>, env: Env) => Promise<void>;
  /** A second key of lists, with the same records. */
  alias?: string;
  /** The column with the length of a record in characters, so that lists of large records have shorter pages. */
  size?: SQLiteColumn;
  /** The response to deleting is the record; absent: `{}`. */
  deletedShown?: boolean;
  /** Further conditions and statements of a deletion. `refused` maps failed conditions to errors. */
  onDelete?: (
    row: Row<T>,
    scope: TenantScope,
  ) => { conditions: Statement[]; statements: Scoped<Statement>[]; refused: ConditionErrors };
};

export type Made<T extends CollectionTable, R extends z.ZodType, Columns> = {
  values: Omit<Values<T>, keyof Columns>;
  shown?: (json: z.infer<R>) => z.infer<R>;
};
