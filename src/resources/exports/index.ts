import { z } from '@hono/zod-openapi';
import { and, eq, sql } from 'drizzle-orm';
import { notFound, retryLater, ServiceError } from '../../lib/errors.ts';
import { MANIFEST_FILE } from '../../formats/exports/format.ts';
import { uuidIn } from '../../lib/identifiers.ts';
import { nowMicros } from '../../lib/time.ts';
import { deleteEndedExport } from '../../features/exports/sweep.ts';
import { exportFiles, exports as table, RUNNING, type ExportRow } from '../../features/exports/tables.ts';
import { revised } from '../../http/revision.ts';
import { newestFirst } from '../../http/keyset.ts';
import { createOnce, type KeyWrite } from '../../http/once.ts';
import { operation } from '../../http/operation.ts';
import { cut, listOf } from '../../http/paging.ts';
import { assert, onFailedCondition, retryUnchanged } from '../../platform/database/conditions.ts';
import { exports as group } from './group.ts';
import { CREATED_EXPORT, CreateExport, Export, ExportListed, FileName } from './model.ts';
import { exportJson, isDone, listedJson, notDeleted, openFile, readRow, readWithFiles, reasonOf } from './rows.ts';

const common = { group, auth: 'bearer', permission: 'administrator', rate: 'api' } as const;
const ITEM = [200, 401, 403, 404, 429];

/** Exports of a tenancy that run at once. */
const RUNNING_AT_ONCE = 2;
/** Seconds after which a client tries again to create an export. */
const TRY_AGAIN = 60;

export default [
  operation(
    {
      ...common,
      permission: 'auditor',
      id: 'listExports',
      method: 'get',
      path: group.path,
      summary: 'List exports',
      description: 'Returns the exports of the tenancy, newest first, without their files.',
      statuses: [200, 401, 403, 429],
      list: 'exports',
      response: listOf('exports', ExportListed).openapi('ExportList'),
    },
    async ({ scope, page }) => {
      const order = newestFirst(table);
      const [rows, [count]] = await scope.read(
        scope.rows(table, and(notDeleted(), order.after(page.after)), { orderBy: order.orderBy, limit: page.size + 1 }),
        scope.count(table, notDeleted(), page.countTo),
      );
      const part = cut(rows, page.size, order.cursorOf);
      return { list: { items: part.rows.map(listedJson), next: part.next, total: count!.n } };
    },
  ),
  operation(
    {
      ...common,
      id: 'createExport',
      method: 'post',
      path: group.path,
      summary: 'Export the records of the tenancy',
      description:
        `Starts a long-running operation: read the export until \`done\` is true. The export has the ` +
        `tenancy's own assets with all events that were accepted before, their proofs by the log, policies, ` +
        `locations and, with \`blobs\`, files; not what other tenancies share. The rights of the caller ` +
        'apply until it is finished. Erasing an event that it may contain deletes its files. Responds with ' +
        `429 if ${RUNNING_AT_ONCE} exports are running, or if the tenancy has the maximum number of exports ` +
        'with files.',
      statuses: [200, 401, 403, 409, 429],
      body: CreateExport,
      optionalBody: true,
      idempotent: true,
      response: Export,
      example: CREATED_EXPORT,
    },
    async ({ scope, env, config, body, key }) => {
      const now = nowMicros();
      const row: ExportRow = {
        id: uuidIn(scope.tenant),
        tenant: scope.tenant,
        displayName: body.display_name ?? '',
        blobs: Number(body.blobs ?? false),
        issuer: scope.caller.issuer,
        subject: scope.caller.subject,
        status: 'PENDING',
        errorMessage: '',
        step: 0,
        progress: '',
        log: '',
        failures: 0,
        touchedUs: now,
        createdUs: now,
        finishedUs: null,
        expiresUs: null,
        stored: 1,
        deleted: 0,
        revision: 1,
      };
      const stored = sql`(SELECT count(*) FROM exports WHERE tenant = ${scope.tenant} AND stored = 1 AND deleted = 0)`;
      const running = sql`(SELECT count(*) FROM exports WHERE tenant = ${scope.tenant} AND ${RUNNING})`;
      const create = async (write: KeyWrite) => {
        await scope
          .write({
            operation: 'createExport',
            resource: `exports/${row.id}`,
            after: listedJson(row),
            conditions: [
              ...write.conditions,
              ...scope.conditions((db) => [
                assert(db, 'exports', sql`${stored} < ${config.exports}`),
                assert(db, 'exports_running', sql`${running} < ${RUNNING_AT_ONCE}`),
              ]),
            ],
            statements: [scope.insert(table, row), ...write.statements],
          })
          .catch((error: unknown) =>
            onFailedCondition(error, {
              exports: retryLater(
                'rate_limited',
                `a tenancy can have at most ${config.exports} exports with files; delete one`,
                TRY_AGAIN,
              ),
              exports_running: retryLater(
                'rate_limited',
                `a tenancy can have at most ${RUNNING_AT_ONCE} exports that are running; wait for one or delete it`,
                TRY_AGAIN,
              ),
            }),
          );
        // If this message is lost, the sweep sends another one.
        await env.JOBS.send({ kind: 'export', id: row.id });
        return exportJson(row, [], scope, config);
      };
      const again = async (identity: string) => {
        const [found, files] = await readWithFiles(scope, identity.slice(`${group.name}/`.length));
        return found && exportJson(found, files, scope, config);
      };
      const request = { key, operation: 'createExport', body };
      return { json: await createOnce(scope, request, `exports/${row.id}`, create, again) };
    },
  ),
  operation(
    {
      ...common,
      permission: 'auditor',
      id: 'getExport',
      method: 'get',
      path: `${group.path}/{uuid}`,
      summary: 'Read an export',
      description:
        'Returns the progress of the export and, once it is finished, its files, with an address for ' +
        'downloads that is valid for an hour.',
      statuses: ITEM,
      response: Export,
    },
    async ({ scope, config, params }) => {
      const id = params['uuid']!;
      const [row, files] = await readWithFiles(scope, id);
      if (!row) throw notFound(`exports/${id}`);
      return { json: await exportJson(row, files, scope, config) };
    },
  ),
  operation(
    {
      ...common,
      id: 'deleteExport',
      method: 'delete',
      path: `${group.path}/{uuid}`,
      summary: 'Delete an export',
      description: 'Deletes the files of the export, and ends its job if it is running.',
      statuses: ITEM,
      response: z.object({}),
    },
    async ({ scope, env, params }) => {
      await retryUnchanged(async () => {
        const before = await readRow(scope, params['uuid']!);
        const { condition, statement } = revised(scope, table, before, { deleted: 1 });
        await scope.write({
          operation: 'deleteExport',
          resource: `exports/${before.id}`,
          before: listedJson(before),
          conditions: [condition],
          statements: [statement],
        });
      });
      await deleteEndedExport(env, params['uuid']!);
      return { json: {} };
    },
  ),
  operation(
    {
      ...common,
      permission: 'auditor',
      id: 'getExportFile',
      method: 'get',
      path: `${group.path}/{uuid}/files/{file}`,
      summary: 'Download a file of an export',
      description:
        'The query parameter `token` of `download_url` replaces the header with a token. Range and ' +
        'conditional requests are supported. Responds with 412 if the file does not have the entity tag of ' +
        '`if-match`, with 404 until the export is finished, and with 410 once its files are deleted.',
      statuses: [200, 401, 403, 404, 410, 429],
      params: { file: FileName },
      query: {
        token: z.string().max(2000).optional().openapi({ description: 'Token of the `download_url` of this export' }),
      },
      addressed: (params) => `exports/${(params['uuid'] ?? '').toLowerCase()}`,
      response: 'file',
    },
    async ({ scope, env, params }) => {
      const [id, name] = [params['uuid']!, params['file']!];
      const [[row], [file]] = await scope.read(
        scope.rows(table, notDeleted(eq(table.id, id))),
        scope.rows(exportFiles, and(eq(exportFiles.export, id), eq(exportFiles.name, name))),
      );
      if (!row) throw notFound(`exports/${id}`);
      if (!isDone(row)) throw new ServiceError('not_found', `exports/${id} is not finished: it has no files yet`);
      if (row.status !== 'FINISHED')
        throw new ServiceError('gone', `exports/${id} has no files: ${reasonOf(row)}; create another export`);
      if (!file) throw notFound(`exports/${id}/files/${name}`);
      return {
        download: {
          size: file.bytes,
          type: name === MANIFEST_FILE ? 'application/json' : 'application/octet-stream',
          fileName: name,
          sha256: file.sha256,
          open: (range) => openFile(env, file, range),
        },
      };
    },
  ),
];
