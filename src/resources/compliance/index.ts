import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { complianceOf } from '../../features/compliance/read.ts';
import { compliancePolicies as table } from '../../features/compliance/tables.ts';
import { formatMicros, nowMicros, parseTimestamp, pastMoment } from '../../lib/time.ts';
import { collection } from '../../http/collection.ts';
import { operation } from '../../http/operation.ts';
import { cut } from '../../http/paging.ts';
import { TimestampText } from '../assets/requests.ts';
import list from './list.ts';
import notices from './notices.ts';
import { compliance, compliancePolicies } from './group.ts';
import { Compliance, compliancePolicy } from './model.ts';

const STATUSES = [200, 401, 403, 404, 429];

const policies = collection({
  fields: compliancePolicy,
  noun: { one: 'a compliance policy', many: 'compliance policies' },
  about: 'A compliance policy states what must hold for the events or attributes of the assets that match its filter.',
  notes: {
    create: 'The fields that each `compliance_type` requires are described there. Policies cannot be changed.',
    delete: 'Earlier results, asked for with `compliant_at`, still take it into account.',
  },
  many: 'CompliancePolicies',
  plural: 'compliance_policies',
  quota: 'compliance_policies',
  group: compliancePolicies,
  audience: 'members',
  unknownFields: 'ignored',
  statuses: { list: [200, 206, 401, 403, 404, 429], create: [200, 401, 402, 403, 404, 429], read: STATUSES },
  live: () => sql`${table.deletedUs} IS NULL`,
  retired: (now) => ({ deletedUs: now }),
  deletedShown: true,
  values: () => ({ values: { deletedUs: null } }),
});

export default [
  ...policies,
  ...notices,
  list,
  operation(
    {
      group: compliance,
      id: 'getCompliance',
      method: 'get',
      path: `${compliance.path}/assets/{uuid}`,
      auth: 'bearer',
      permission: 'member',
      rate: 'api',
      summary: 'Read the compliance status of an asset',
      description:
        'Evaluates the compliance policies of the tenancy that existed at that time and match the asset as ' +
        'it was then. Responds with 206 if there are more statements than the server limit.',
      statuses: [200, 206, 401, 403, 404, 429],
      query: {
        order_by: z.enum(['DEFAULT']).optional().openapi({ description: 'DEFAULT: the newest policies first' }),
        compliant_at: TimestampText.optional().openapi({
          description:
            'Evaluate at this time (RFC 3339) instead of now. A time without a fraction means the end of ' +
            'that second; a time in the future means now.',
          format: 'date-time',
        }),
      },
      list: 'compliance',
      response: Compliance,
    },
    async ({ scope, params, query, page }) => {
      const now = nowMicros();
      const asked = query.compliant_at === undefined ? undefined : parseTimestamp(query.compliant_at)!;
      const [createdUs, id, moment] = (page.after ?? []) as [number?, string?, number?];
      // All pages show the same time. A time in the future is replaced by the current time.
      const at = moment ?? pastMoment(asked, now);
      const { at: determined, statements } = await complianceOf(scope, params['uuid']!, at, now);
      const left = statements.filter(
        ({ policy }) =>
          createdUs === undefined ||
          policy.createdUs < createdUs ||
          (policy.createdUs === createdUs && policy.id < id!),
      );
      const shown = cut(left, page.size, ({ policy }) => [policy.createdUs, policy.id, determined]);
      const items = shown.rows.map(({ policy, compliant, reason }) => ({
        compliance_policy_identity: `compliance_policies/${policy.id}`,
        compliant,
        reason,
      }));
      return {
        list: { items, next: shown.next, total: statements.length },
        also: {
          compliant: statements.every(({ compliant }) => compliant),
          compliant_at: asked && asked.us <= determined ? asked.text : formatMicros(determined),
        },
      };
    },
  ),
];
