import { z } from '@hono/zod-openapi';
import { desc, sql } from 'drizzle-orm';
import { renderIssuer } from '../../access/scope.ts';
import { formatMicros } from '../../core/time.ts';
import { operation } from '../../http/operation.ts';
import { cut } from '../../http/paging.ts';
import { auditLog } from '../../store/tables.ts';

const audit = { name: 'audit', path: '/v1/audit', title: 'Audit' };

const Entry = z
  .object({
    identity: z.string().openapi({ description: 'audit/<uuid>' }),
    timestamp: z.string(),
    principal: z.object({ issuer: z.string(), subject: z.string() }),
    operation: z.string(),
    resource: z.string(),
    before_hash: z
      .string()
      .openapi({ description: 'SHA-256 of the resource before, as canonical JSON; empty when it did not exist' }),
    after_hash: z.string().openapi({ description: 'SHA-256 of the resource after; empty when it no longer exists' }),
    request_id: z.string(),
  })
  .openapi('AuditEntry');

export default [
  operation(
    {
      id: 'listAudit',
      group: audit,
      method: 'get',
      path: '/v1/audit',
      summary: 'Changes to the tenancy and its collections, newest first',
      auth: 'bearer',
      permission: 'administrator',
      rate: 'api',
      statuses: [200, 401, 403, 429],
      list: 'audit',
      response: z.object({ audit: z.array(Entry), next_page_token: z.string() }).openapi('AuditList'),
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
