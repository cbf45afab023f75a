import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { complianceOf } from '../../compliance/read.ts';
import { compliancePolicies as table, type CompliancePolicy } from '../../compliance/tables.ts';
import { formatMicros, nowMicros, parseTimestamp } from '../../core/time.ts';
import { collection } from '../../http/collection.ts';
import { operation } from '../../http/operation.ts';
import { cut } from '../../http/paging.ts';
import { TimestampText } from '../assets/model.ts';
import { compliance, compliancePolicies } from './group.ts';
import { Compliance, CompliancePolicySchema, CreateCompliancePolicy } from './model.ts';

const STATUSES = [200, 401, 403, 404, 429];

/** The policy as the API shows it; fields that its type does not use as compat 14 has them. */
const present = (row: CompliancePolicy): z.infer<typeof CompliancePolicySchema> => ({
  identity: `compliance_policies/${row.id}`,
  compliance_type: row.complianceType,
  display_name: row.displayName,
  description: row.description,
  asset_filter: row.assetFilter,
  event_display_type: row.eventDisplayType,
  closing_event_display_type: row.closingEventDisplayType,
  time_period_seconds: String(row.timePeriodSeconds),
  dynamic_window: String(row.dynamicWindow),
  dynamic_variability: row.dynamicVariability,
  richness_assertions: row.richnessAssertions,
});

const policies = collection({
  singular: 'CompliancePolicy',
  many: 'CompliancePolicies',
  plural: 'compliance_policies',
  quota: 'compliance_policies',
  group: compliancePolicies,
  table,
  audience: 'members',
  resource: CompliancePolicySchema,
  create: CreateCompliancePolicy,
  filters: { compliance_type: table.complianceType, display_name: table.displayName, description: table.description },
  readOnly: ['identity'],
  unknownFields: 'ignored',
  statuses: { list: [200, 206, 401, 403, 404, 429], create: [200, 401, 402, 403, 404, 429], read: STATUSES },
  live: () => sql`${table.deletedUs} IS NULL`,
  retired: (now) => ({ deletedUs: now }),
  deletedShown: true,
  values: (input) => ({
    values: {
      complianceType: input.compliance_type,
      displayName: input.display_name,
      description: input.description ?? '',
      assetFilter: input.asset_filter ?? [],
      eventDisplayType: input.event_display_type ?? '',
      closingEventDisplayType: input.closing_event_display_type ?? '',
      timePeriodSeconds: input.time_period_seconds ?? 0,
      dynamicWindow: input.dynamic_window ?? 0,
      dynamicVariability: input.dynamic_variability ?? 0,
      richnessAssertions: input.richness_assertions ?? [],
      deletedUs: null,
    },
  }),
  present: (row) => present(row as CompliancePolicy),
});

export default [
  ...policies,
  operation(
    {
      group: compliance,
      id: 'getCompliance',
      method: 'get',
      path: `${compliance.path}/assets/{uuid}`,
      auth: 'bearer',
      permission: 'member',
      rate: 'api',
      summary: 'Whether an asset is compliant, now or at a moment',
      description:
        "By the caller's tenancy's policies that were there then and match the asset as it was then. `compliant` is over all of them.",
      statuses: [200, 206, 401, 403, 404, 429],
      query: {
        order_by: z.enum(['DEFAULT']).optional(),
        compliant_at: TimestampText.optional().openapi({
          description:
            'A moment in the past; without a fraction, the end of that second. One that is to come is taken as now',
        }),
      },
      list: 'compliance',
      response: Compliance,
    },
    async ({ scope, params, query, page }) => {
      const now = nowMicros();
      const asked = query.compliant_at === undefined ? undefined : parseTimestamp(query.compliant_at)!;
      const [createdUs, id, moment] = (page.after ?? []) as [number?, string?, number?];
      // All pages are of one moment. What is to come is not known yet.
      const at = moment ?? (asked && asked.lastUs < now ? asked.lastUs : undefined);
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
