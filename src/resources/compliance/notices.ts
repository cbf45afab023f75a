import { z } from '@hono/zod-openapi';
import { and, eq } from 'drizzle-orm';
import { notAdministrator } from '../../access/errors.ts';
import { members } from '../../access/identity/tables.ts';
import type { TenantScope } from '../../access/scope.ts';
import { DAYS } from '../../features/compliance/round.ts';
import { complianceDigests, complianceRounds } from '../../features/compliance/tables.ts';
import { invalid } from '../../lib/errors.ts';
import { operation } from '../../http/operation.ts';
import * as schemas from '../schemas.ts';
import { compliance } from './group.ts';

const MAX_DAYS = 90;

const Notices = z
  .object({
    mail: schemas.boolean('Whether the caller gets a mail on days on which something has become due', true),
    days: schemas.integer('Days before a due date at which the tenancy is told', DAYS),
  })
  .openapi('ComplianceNotices');

const UpdateNotices = z
  .strictObject({
    mail: z.boolean().optional().openapi({ description: 'Only people get mails' }),
    days: z
      .int()
      .min(1)
      .max(MAX_DAYS)
      .optional()
      .openapi({
        description:
          'Days before a due date at which the tenancy is told, and at most a quarter of the period. Only ' +
          'administrators may change it',
      }),
  })
  .openapi('UpdateComplianceNotices', { example: { mail: false } });

const common = {
  group: compliance,
  auth: 'bearer',
  permission: 'member',
  rate: 'api',
  path: `${compliance.path}/notices`,
  response: Notices,
} as const;

/** The settings, and the id of the caller as a person; undefined: an application. */
async function read(scope: TenantScope): Promise<{ member: string | undefined; json: z.infer<typeof Notices> }> {
  const { issuer, subject } = scope.caller;
  const [[member], [round], digests] = await scope.read(
    scope.rows(members, and(eq(members.issuer, issuer), eq(members.subject, subject))),
    scope.rows(complianceRounds),
    scope.rows(complianceDigests),
  );
  const isOff = digests.some((digest) => digest.member === member?.id && !digest.enabled);
  const { auditor } = await scope.principal();
  return {
    member: member?.id,
    json: { mail: member !== undefined && member.email !== '' && !auditor && !isOff, days: round?.days ?? DAYS },
  };
}

export default [
  operation(
    {
      ...common,
      id: 'getComplianceNotices',
      method: 'get',
      summary: 'Read who is told what is due',
      description: 'Whether the caller gets mails, and how early the tenancy is told. An extension of this service.',
      statuses: [200, 401, 403, 429],
    },
    async ({ scope }) => ({ json: (await read(scope)).json }),
  ),
  operation(
    {
      ...common,
      id: 'updateComplianceNotices',
      method: 'patch',
      summary: 'Change who is told what is due',
      description: 'Fields that are absent are not changed. An extension of this service.',
      statuses: [200, 401, 403, 429],
      body: UpdateNotices,
    },
    async ({ scope, body: { mail, days } }) => {
      const before = await read(scope);
      const { member } = before;
      // An application gets no mails, so it can only change what is of the tenancy.
      if ((days !== undefined || member === undefined) && !(await scope.principal()).administrator)
        throw notAdministrator();
      if (mail === true && member === undefined)
        throw invalid([{ field: 'mail', description: 'must be false for an application: only people get mails' }]);
      if (days === undefined && (mail === undefined || member === undefined)) return { json: before.json };
      const after = { mail: mail ?? before.json.mail, days: days ?? before.json.days };
      await scope.write({
        operation: 'updateComplianceNotices',
        resource: `tenant/${scope.tenant}`,
        before: before.json,
        after,
        statements: [
          ...(days === undefined
            ? []
            : // All assets are evaluated again, because the times at which they are told change.
              [
                scope.upsert(complianceRounds, { policies: '', after: '', days }, complianceRounds.tenant, {
                  days,
                  after: '',
                }),
              ]),
          ...(mail === undefined || member === undefined
            ? []
            : [
                scope.upsert(complianceDigests, { member, enabled: mail }, complianceDigests.member, { enabled: mail }),
              ]),
        ],
      });
      return { json: after };
    },
  ),
];
