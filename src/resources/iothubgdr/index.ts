import { z } from '@hono/zod-openapi';
import { and, eq, sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { isHub, parseHubConnection } from '../../features/devices/azure/connection.ts';
import { invalid, notFound } from '../../lib/errors.ts';
import { uuidOf, uuidIn } from '../../lib/identifiers.ts';
import { formatSeconds, nowMicros } from '../../lib/time.ts';
import { importPurpose } from '../../features/devices/import.ts';
import { imports as table, type Import } from '../../features/devices/tables.ts';
import { revised } from '../../http/revision.ts';
import { newestFirst } from '../../http/keyset.ts';
import { operation } from '../../http/operation.ts';
import { cut, listOf } from '../../http/paging.ts';
import { retryUnchanged } from '../../platform/database/conditions.ts';
import { CREATED, exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';

const group = { name: 'iotHubImports', path: '/v2/iothubgdr', title: 'IoT hub imports' };
const common = { group, auth: 'bearer', permission: 'administrator', rate: 'api' } as const;
const ITEM = [200, 401, 403, 404, 429];

const STATUSES = [
  'STATUS_UNSPECIFIED',
  'STATUS_PENDING',
  'STATUS_INPROGRESS',
  'STATUS_FINISHED',
  'STATUS_CANCELLED',
] as const;

const outcome = {
  display_name: schemas.displayName('the import', 'Pumps'),
  number_assets_imported: schemas.integer('Number of devices that were imported as assets so far', 42),
  arc_home_location_identity: schemas.text('Identity of the location of the assets, `locations/<uuid>`; or empty', {
    example: exampleOf('locations'),
  }),
};
const IMPORT = {
  identity: exampleOf('iothubgdr'),
  done: false,
  timestamp_accepted: CREATED,
  timestamp_finished: null,
  result: {
    display_name: 'Pumps',
    number_assets_imported: 42,
    arc_home_location_identity: exampleOf('locations'),
    status: 'STATUS_INPROGRESS',
  },
};
const ImportSchema = z
  .object({
    identity: schemas.identity('iothubgdr', 'the import'),
    done: schemas.boolean('Whether the import has ended'),
    timestamp_accepted: schemas.timestamp('When the import was accepted'),
    timestamp_finished: z.string().nullable().openapi({
      description: 'When the import ended (RFC 3339, UTC); null until then',
      format: 'date-time',
    }),
    result: z
      .object({
        ...outcome,
        status: z.enum(STATUSES).openapi({ description: 'State of the import' }),
      })
      .optional()
      .openapi({ description: 'What was imported so far; absent if the import failed' }),
    error: z
      .object({
        ...outcome,
        error_message: schemas.text('Why the import failed', { example: 'the hub refused the key' }),
      })
      .optional()
      .openapi({ description: 'Why the import failed, and what was imported before; absent if it did not fail' }),
  })
  .openapi('IotHubImport', {
    example: IMPORT,
  });

const CreateImport = z
  .strictObject({
    display_name: z.string().min(1).max(128).openapi({ description: 'Name of the import, shown to people' }),
    secret: z
      .string()
      .min(1)
      .max(4096)
      .openapi({ description: 'Connection string of the hub; no response contains it', writeOnly: true }),
    arc_home_location_identity: z
      .string()
      .refine((text) => text === '' || uuidOf('locations', text) !== undefined, 'must be locations/<uuid>')
      .optional()
      .openapi({ description: 'Identity of the location of the imported assets: `locations/<uuid>`' }),
  })
  .openapi('CreateIotHubImport', {
    example: {
      display_name: 'Pumps',
      secret: 'HostName=example.azure-devices.net;SharedAccessKeyName=registryRead;SharedAccessKey=c2VjcmV0',
      arc_home_location_identity: exampleOf('locations'),
    },
  });

const isDone = ({ status }: Import): boolean => !['PENDING', 'INPROGRESS'].includes(status);

const present = (row: Import): z.infer<typeof ImportSchema> => {
  const about = {
    display_name: row.displayName,
    number_assets_imported: row.imported,
    arc_home_location_identity: row.homeLocation,
  };
  const outcome =
    row.status === 'FAILED'
      ? { error: { ...about, error_message: row.errorMessage } }
      : { result: { ...about, status: `STATUS_${row.status}` as const } };
  return {
    identity: `iothubgdr/${row.id}`,
    done: isDone(row),
    timestamp_accepted: formatSeconds(row.createdUs),
    timestamp_finished: row.finishedUs === null ? null : formatSeconds(row.finishedUs),
    ...outcome,
  };
};

const shown = (where?: ReturnType<typeof eq>) => and(where, eq(table.deleted, 0));

async function read(scope: TenantScope, id: string): Promise<Import> {
  const [[row]] = await scope.read(scope.rows(table, shown(eq(table.id, id))));
  if (!row) throw notFound(`iothubgdr/${id}`);
  return row;
}

export default [
  operation(
    {
      ...common,
      id: 'listIotHubImports',
      method: 'get',
      path: group.path,
      summary: 'List imports',
      description: 'Returns the imports of devices from IoT hubs, newest first.',
      statuses: [200, 401, 403, 429],
      list: 'operations',
      response: listOf('operations', ImportSchema).openapi('IotHubImportList'),
    },
    async ({ scope, page }) => {
      const order = newestFirst(table);
      const [rows, [count]] = await scope.read(
        scope.rows(table, and(shown(), order.after(page.after)), {
          orderBy: order.orderBy,
          limit: page.size + 1,
        }),
        scope.count(table, shown(), page.countTo),
      );
      const part = cut(rows, page.size, order.cursorOf);
      return { list: { items: part.rows.map(present), next: part.next, total: count!.n } };
    },
  ),
  operation(
    {
      ...common,
      id: 'createIotHubImport',
      method: 'post',
      path: group.path,
      summary: 'Import the devices of an IoT hub as assets',
      description:
        'Starts a long-running operation: read the import until `done` is true. A device that was imported ' +
        'before keeps its asset.',
      statuses: [200, 401, 403, 429],
      body: CreateImport,
      unknownFields: 'ignored',
      ignored: ['identity', 'done', 'timestamp_accepted', 'timestamp_finished', 'result', 'error'],
      response: ImportSchema,
    },
    async ({ scope, env, config, body }) => {
      const connection = parseHubConnection(body.secret);
      if (!connection) throw invalid([{ field: 'secret', description: 'invalid secret provided' }]);
      if (!isHub(connection, config.azureHosts))
        throw invalid([
          { field: 'secret', description: "invalid secret provided: its host is not one of the cloud's hubs" },
        ]);
      const id = uuidIn(scope.tenant);
      const now = nowMicros();
      const row: Import = {
        id,
        tenant: scope.tenant,
        displayName: body.display_name,
        homeLocation: body.arc_home_location_identity ?? '',
        secret: await config.keys.seal(importPurpose(id), body.secret),
        issuer: scope.caller.issuer,
        subject: scope.caller.subject,
        status: 'PENDING',
        errorMessage: '',
        imported: 0,
        page: 0,
        continuation: '',
        failures: 0,
        touchedUs: now,
        createdUs: now,
        finishedUs: null,
        deleted: 0,
        revision: 1,
      };
      await scope.write({
        operation: 'createIotHubImport',
        resource: `iothubgdr/${id}`,
        after: present(row),
        statements: [scope.insert(table, row)],
      });
      // If this message is lost, the sweep sends another one.
      await env.JOBS.send({ kind: 'import', id });
      return { json: present(row) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getIotHubImport',
      method: 'get',
      path: `${group.path}/{uuid}`,
      summary: 'Read an import',
      description: 'Returns the progress of the import, or how it ended.',
      statuses: ITEM,
      response: ImportSchema,
    },
    async ({ scope, params }) => ({ json: present(await read(scope, params['uuid']!)) }),
  ),
  operation(
    {
      ...common,
      id: 'cancelIotHubImport',
      method: 'post',
      path: `${group.path}/{uuid}:cancel`,
      summary: 'Cancel an import',
      description: 'Assets that were already imported stay. An import that has ended is not changed.',
      statuses: ITEM,
      response: ImportSchema,
      example: {
        ...IMPORT,
        done: true,
        timestamp_finished: CREATED,
        result: { ...IMPORT.result, status: 'STATUS_CANCELLED' },
      },
    },
    async ({ scope, params }) => ({
      json: await retryUnchanged(async () => {
        const before = await read(scope, params['uuid']!);
        if (isDone(before)) return present(before);
        const after: Import = { ...before, status: 'CANCELLED', finishedUs: nowMicros(), secret: '' };
        const { status, finishedUs, secret } = after;
        const { condition, statement } = revised(scope, table, before, { status, finishedUs, secret });
        const change = {
          operation: 'cancelIotHubImport',
          resource: `iothubgdr/${before.id}`,
          before: present(before),
          after: present(after),
          // The job does not change the revision, so its progress is kept. A finished import cannot be cancelled.
          conditions: [
            condition,
            scope.assertRow('unchanged', table, sql`id = ${before.id} AND status IN ('PENDING', 'INPROGRESS')`),
          ],
          statements: [statement],
        };
        const [shown] = await scope.write(change, scope.rows(table, eq(table.id, before.id)));
        return present(shown!);
      }),
    }),
  ),
  operation(
    {
      ...common,
      id: 'deleteIotHubImport',
      method: 'delete',
      path: `${group.path}/{uuid}`,
      summary: 'Delete an import',
      description:
        'Removes the import from responses. An import that is still running continues unless it is cancelled first.',
      statuses: ITEM,
      response: z.object({}),
    },
    async ({ scope, params }) => {
      await retryUnchanged(async () => {
        const before = await read(scope, params['uuid']!);
        const { condition, statement } = revised(scope, table, before, { deleted: 1 });
        await scope.write({
          operation: 'deleteIotHubImport',
          resource: `iothubgdr/${before.id}`,
          before: present(before),
          conditions: [condition],
          statements: [statement],
        });
      });
      return { json: {} };
    },
  ),
];
