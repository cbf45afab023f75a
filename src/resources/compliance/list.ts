import type { z } from '@hono/zod-openapi';
import { extentOf, pastPage, presentPage, type ComplianceListItem } from '../../features/compliance/asset-list.ts';
import { uuidOf } from '../../lib/identifiers.ts';
import { formatMicros, nowMicros, parseTimestamp, pastMoment, type Micros } from '../../lib/time.ts';
import { operation } from '../../http/operation.ts';
import { compliance } from './group.ts';
import { ComplianceList, ComplianceQuery } from './model.ts';

const text = (us: Micros | null): string | null => (us === null ? null : formatMicros(us));
const named = (value: unknown): string => (typeof value === 'string' ? value : '');

const present = (item: ComplianceListItem): z.infer<typeof ComplianceList>['assets'][number] => ({
  asset_identity: `assets/${item.asset}`,
  display_name: named(item.attributes['arc_display_name']),
  display_type: named(item.attributes['arc_display_type']),
  compliant: item.compliant,
  due_at: text(item.dueUs),
  evaluated_at: formatMicros(item.evaluatedUs),
  compliance: item.results.map(({ policy, compliant, reason, sinceUs, dueUs }) => ({
    compliance_policy_identity: `compliance_policies/${policy}`,
    compliant,
    reason,
    since: text(sinceUs),
    due_at: text(dueUs),
  })),
  may_record: item.mayRecord,
  who_must_act: item.actors.map(({ id, displayName }) => ({ user_identity: `users/${id}`, display_name: displayName })),
});

export default operation(
  {
    group: compliance,
    id: 'listCompliance',
    method: 'get',
    path: `${compliance.path}/assets`,
    auth: 'bearer',
    permission: 'member',
    rate: 'api',
    summary: 'List the compliance of assets',
    description:
      'The own assets of the tenancy that the caller may see and to which a compliance policy applies: those ' +
      'that are not compliant first, and then by due date. A job of the service evaluates them, normally ' +
      'within a minute after an event, a due date or a change of a policy; `evaluated_at` says up to when. A ' +
      'page can have fewer assets than `page_size`, and even none, although another one follows. Assets that ' +
      'other tenancies share are evaluated one by one. An extension of this service.',
    statuses: [200, 206, 401, 403, 429],
    query: ComplianceQuery,
    strictQuery: true,
    list: 'assets',
    response: ComplianceList,
  },
  async ({ scope, query, page }) => {
    const now = nowMicros();
    const filter = {
      compliant: query.compliant === undefined ? undefined : query.compliant === 'true',
      dueBefore: query.due_before === undefined ? undefined : parseTimestamp(query.due_before)!.us,
      policy: query.policy === undefined ? undefined : uuidOf('compliance_policies', query.policy),
      mayRecord: query.may_record === 'true',
    };
    const at = query.compliant_at === undefined ? undefined : pastMoment(parseTimestamp(query.compliant_at), now);
    if (at !== undefined) {
      const { items, next } = await pastPage(scope, filter, at, page.after, page.size);
      const total = items.length + Number(next !== undefined);
      return {
        list: { items: items.map(present), next, total, truncated: next !== undefined },
        also: { evaluated_at: formatMicros(at), complete: true },
      };
    }
    const { items, next } = await presentPage(scope, filter, page.after, page.size);
    const { total, throughUs, isComplete } = await extentOf(scope, filter, page.countTo);
    return {
      list: {
        items: items.map(present),
        next,
        ...(total === undefined
          ? { total: items.length + Number(next !== undefined), truncated: next !== undefined }
          : { total }),
      },
      also: { evaluated_at: throughUs === 0 ? null : formatMicros(throughUs), complete: isComplete },
    };
  },
);
