import { z } from '@hono/zod-openapi';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { TenantScope } from '../../access/scope.ts';
import { isBus, parseBusConnection } from '../../features/devices/azure/connection.ts';
import { invalid, notFound, retryLater } from '../../lib/errors.ts';
import { uuidIn } from '../../lib/identifiers.ts';
import { nowMicros } from '../../lib/time.ts';
import { sourceObject, sourcePurpose } from '../../features/devices/handle.ts';
import { busSources as table, type BusSourceRow } from '../../features/devices/tables.ts';
import { revised } from '../../http/revision.ts';
import { newestFirst } from '../../http/keyset.ts';
import { operation } from '../../http/operation.ts';
import { cut, listOf } from '../../http/paging.ts';
import { assert, onFailedCondition, retryUnchanged } from '../../platform/database/conditions.ts';
import { exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';

const group = { name: 'busSources', path: '/v1/svcbussources', title: 'Message-bus sources' };
const common = { group, auth: 'bearer', permission: 'administrator', rate: 'api' } as const;
const ITEM = [200, 401, 403, 404, 429];
/** Seconds after which a client may retry when the maximum number of sources is reached. */
const TRY_AGAIN = 60;

const Source = z
  .object({
    identity: schemas.identity('svcbussources', 'the source'),
    display_name: schemas.displayName('the source'),
    queue_name: schemas.text('Name of the queue'),
    status: schemas.text('State of the subscription, in words'),
  })
  .openapi('BusSource', {
    example: {
      identity: exampleOf('svcbussources'),
      display_name: 'Devices',
      queue_name: 'twins',
      status: 'connected',
    },
  });

const text = z.string().min(1).max(4096);
const CreateSource = z
  .strictObject({
    display_name: text.openapi({ description: 'Name of the source, shown to people' }),
    queue_name: text
      .max(260)
      .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._/-]*[A-Za-z0-9])?$/, 'must be the name of a queue')
      .refine((name) => !/(?:^|\/)\.*(?:\/|$)|\.\./.test(name), 'must be the name of a queue')
      .openapi({ description: 'Name of the queue in the namespace' }),
    connection_string: text.openapi({
      description: 'Connection string of the namespace, not of the queue; no response contains it',
      writeOnly: true,
    }),
  })
  .openapi('CreateBusSource', {
    example: {
      display_name: 'Devices',
      queue_name: 'twins',
      connection_string:
        'Endpoint=sb://example.servicebus.windows.net/;SharedAccessKeyName=listen;SharedAccessKey=secret',
    },
  });

const present = (row: BusSourceRow): z.infer<typeof Source> => ({
  identity: `svcbussources/${row.id}`,
  display_name: row.displayName,
  queue_name: row.queueName,
  status: row.status,
});

const live = (where?: ReturnType<typeof eq>) => and(where, isNull(table.deletedUs));

async function read(scope: TenantScope, id: string): Promise<BusSourceRow> {
  const [[row]] = await scope.read(scope.rows(table, live(eq(table.id, id))));
  if (!row) throw notFound(`svcbussources/${id}`);
  return row;
}

export default [
  operation(
    {
      ...common,
      id: 'listBusSources',
      method: 'get',
      path: group.path,
      summary: 'List message-bus sources',
      description: 'Newest first. Responses do not contain connection strings.',
      statuses: [200, 401, 403, 429],
      list: 'sources',
      response: listOf('sources', Source).openapi('BusSourceList'),
    },
    async ({ scope, page }) => {
      const order = newestFirst(table);
      const [rows, [count]] = await scope.read(
        scope.rows(table, and(live(), order.after(page.after)), {
          orderBy: order.orderBy,
          limit: page.size + 1,
        }),
        scope.count(table, live(), page.countTo),
      );
      const part = cut(rows, page.size, order.cursorOf);
      return { list: { items: part.rows.map(present), next: part.next, total: count!.n } };
    },
  ),
  operation(
    {
      ...common,
      id: 'createBusSource',
      method: 'post',
      path: group.path,
      summary: 'Create a message-bus source',
      description:
        'Subscribes to the queue and records the device state changes that arrive as events. A failing ' +
        'connection is shown in `status` and retried. Responds with 429 if the tenancy has the maximum ' +
        'number of sources.',
      statuses: [200, 401, 403, 429],
      body: CreateSource,
      unknownFields: 'ignored',
      ignored: ['identity', 'status'],
      response: Source,
    },
    async ({ scope, env, config, body }) => {
      const connection = parseBusConnection(body.connection_string);
      if (!connection || !isBus(connection, config.azureHosts))
        throw invalid([
          {
            field: 'connection_string',
            description: "must be the connection string of a namespace of the cloud's message bus",
          },
        ]);
      const id = uuidIn(scope.tenant);
      const row: BusSourceRow = {
        id,
        tenant: scope.tenant,
        displayName: body.display_name,
        queueName: body.queue_name,
        secret: await config.keys.seal(sourcePurpose(id), body.connection_string),
        issuer: scope.caller.issuer,
        subject: scope.caller.subject,
        status: 'Connecting',
        createdUs: nowMicros(),
        deletedUs: null,
        revision: 1,
      };
      const others = sql`(SELECT count(*) FROM ${table} WHERE tenant = ${scope.tenant} AND deleted_us IS NULL)`;
      await scope
        .write({
          operation: 'createBusSource',
          resource: `svcbussources/${id}`,
          after: present(row),
          conditions: scope.conditions((db) => [assert(db, 'sources', sql`${others} < ${config.busSources}`)]),
          statements: [scope.insert(table, row)],
        })
        .catch((error: unknown) =>
          onFailedCondition(error, {
            sources: retryLater(
              'rate_limited',
              `a tenancy can have at most ${config.busSources} message-bus sources`,
              TRY_AGAIN,
            ),
          }),
        );
      await sourceObject(env, id).start(id);
      return { json: present(row) };
    },
  ),
  operation(
    {
      ...common,
      id: 'getBusSource',
      method: 'get',
      path: `${group.path}/{uuid}`,
      summary: 'Read a message-bus source',
      description: '`status` shows the state of the subscription.',
      statuses: ITEM,
      response: Source,
    },
    async ({ scope, params }) => ({ json: present(await read(scope, params['uuid']!)) }),
  ),
  operation(
    {
      ...common,
      id: 'deleteBusSource',
      method: 'delete',
      path: `${group.path}/{uuid}`,
      summary: 'Delete a message-bus source',
      description: 'Ends the subscription and responds with the deleted source. Events that it recorded stay.',
      statuses: ITEM,
      response: Source,
    },
    async ({ scope, env, params }) => {
      const json = await retryUnchanged(async () => {
        const before = await read(scope, params['uuid']!);
        const { condition, statement } = revised(scope, table, before, { deletedUs: nowMicros(), secret: '' });
        await scope.write({
          operation: 'deleteBusSource',
          resource: `svcbussources/${before.id}`,
          before: present(before),
          conditions: [condition],
          statements: [statement],
        });
        return present(before);
      });
      await sourceObject(env, params['uuid']!).stop();
      return { json };
    },
  ),
];
