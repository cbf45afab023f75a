import { z } from '@hono/zod-openapi';
import { desc, sql } from 'drizzle-orm';
import { renderIssuer } from '../../access/principal.ts';
import { formatMicros } from '../../lib/time.ts';
import { operation } from '../../http/operation.ts';
import { cut, listOf } from '../../http/paging.ts';
import { auditLog } from '../../platform/database/tables.ts';
import { exampleOf, hashLike } from '../examples.ts';
import * as schemas from '../schemas.ts';

const audit = { name: 'audit', path: '/v1/audit', title: 'Audit' };

const Entry = z
  .object({
    identity: schemas.identity('audit', 'the entry'),
    timestamp: schemas.timestamp('When the change was made', '2026-11-20T08:46:00.123000Z'),
    principal: z
      .object({ issuer: schemas.principal.issuer, subject: schemas.principal.subject })
      .openapi({ description: 'Who made the change' }),
    operation: schemas.text(
      'Operation that made the change, by its `operationId`; `disableWebhook`: the service disabled a ' +
        'webhook; `missTenancyDomain`, `findTenancyDomain`, `withdrawTenancyDomain`: it missed the DNS ' +
        'record of the verified domain, found it again, or withdrew the domain',
      { example: 'createLocation' },
    ),
    resource: schemas.text('Identity of the changed resource', { example: exampleOf('locations') }),
    before_hash: schemas.text(
      'SHA-256 of the resource before the change, as canonical JSON; empty if it did not exist',
      { example: '' },
    ),
    after_hash: schemas.text('SHA-256 of the resource after the change; empty if it no longer exists', {
      example: hashLike('c8'),
    }),
    request_id: schemas.text('Id of the request, as in the header `x-request-id`', {
      example: '5f0e8a2d-c6b4-4d71-9a3e-1b7c9d5f0e84',
    }),
  })
  .openapi('AuditEntry');

export default [
  operation(
    {
      id: 'listAudit',
      group: audit,
      method: 'get',
      path: '/v1/audit',
      summary: 'List the audit log',
      description:
        'The changes to the tenancy and its collections, newest first. Events of assets are not in it: ' +
        'these are their own record.',
      auth: 'bearer',
      permission: 'auditor',
      rate: 'api',
      statuses: [200, 401, 403, 429],
      list: 'audit',
      response: listOf('audit', Entry).openapi('AuditList'),
    },
    async ({ scope, page, config }) => {
      const after = page.after ? sql`seq < ${page.after[0]}` : undefined;
      const [rows, [count]] = await scope.read(
        scope.rows(auditLog, after, { orderBy: [desc(auditLog.seq)], limit: page.size + 1 }),
        scope.count(auditLog, undefined, page.countTo),
      );
      const shown = cut(rows, page.size, (row) => [row.seq]);
      const items = shown.rows.map((row) => ({
        identity: `audit/${row.id}`,
        timestamp: formatMicros(row.atUs),
        principal: { issuer: renderIssuer(row.issuer, config.issuer), subject: row.subject },
        operation: row.operation,
        resource: row.resource,
        before_hash: row.beforeHash,
        after_hash: row.afterHash,
        request_id: row.requestId,
      }));
      return { list: { items, next: shown.next, total: count!.n } };
    },
  ),
];
