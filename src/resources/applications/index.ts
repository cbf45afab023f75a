import { eq, sql, type SQL } from 'drizzle-orm';
import { APPLICATION_ISSUER } from '../../access/principal.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { nowMicros, parseTimestamp } from '../../lib/time.ts';
import { collection } from '../../http/collection.ts';
import { revised } from '../../http/revision.ts';
import { operation } from '../../http/operation.ts';
import { newSecret, rotated } from '../../access/identity/secrets.ts';
import { administrators, applications as table } from '../../access/identity/tables.ts';
import { assert, retryUnchanged } from '../../platform/database/conditions.ts';
import { queueNotice } from '../../features/webhooks/calls.ts';
import { REASONS } from '../../features/webhooks/reasons.ts';
import { disablingEntries } from '../../features/webhooks/store.ts';
import { webhooks } from '../../features/webhooks/tables.ts';
import { applications } from './group.ts';
import { application, RegenerateSecret, withSecret, WITH_SECRET } from './model.ts';

/**
 * Whether a tenancy has an administrator other than this application: another application, or a person who has signed
 * in.
 */
const hasOthers = (tenant: string, application: string): SQL =>
  sql`EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = ${tenant}
    AND NOT (d.issuer = ${APPLICATION_ISSUER} AND d.subject = ${application})
    AND (d.issuer = ${APPLICATION_ISSUER}
      OR EXISTS (SELECT 1 FROM members m
        WHERE m.tenant = d.tenant AND m.issuer = d.issuer AND m.subject = d.subject)))`;

const READ = [200, 401, 403, 404, 429];

export default [
  ...collection({
    fields: application,
    noun: { one: 'an application', many: 'applications' },
    about: 'An application is a machine identity: its client id and secret are exchanged for access tokens.',
    notes: {
      create: 'The response is the only one that contains the secret. A new application is not an administrator.',
      update:
        'Changed claims appear in the tokens that are issued from then on. Changed permissions take effect ' +
        'with the next request.',
      delete:
        'Its tokens are rejected from then on, and its webhooks are disabled. The last administrator of a ' +
        'tenancy cannot be deleted.',
    },
    plural: 'applications',
    quota: 'applications',
    group: applications,
    audience: 'administrators',
    createExample: WITH_SECRET,
    statuses: { list: [200, 401, 403, 429], create: [200, 401, 402, 403, 429], read: READ },
    values: (_input, { now }) => {
      const { secret, ...kept } = newSecret(now);
      return {
        values: { ...kept, previousSecretHash: '', previousFromUs: 0, previousUntilUs: 0 },
        shown: (json) => withSecret(json, secret),
      };
    },
    onDelete: (row, scope) => ({
      // Deleting another application leaves at least the caller, who is an administrator.
      conditions: scope.conditions((db) => [
        ...(scope.caller.issuer === APPLICATION_ISSUER && scope.caller.subject === row.id
          ? [assert(db, 'last_administrator', hasOthers(scope.tenant, row.id))]
          : []),
        disablingEntries(db, sql`tenant = ${scope.tenant} AND application = ${row.id}`, REASONS.application),
      ]),
      statements: [
        scope.remove(administrators, sql`issuer = ${APPLICATION_ISSUER} AND subject = ${row.id}`),
        scope.update(webhooks, sql`application = ${row.id} AND enabled = 1`, {
          enabled: false,
          disabledReason: REASONS.application,
          disabledUs: nowMicros(),
          revision: sql`revision + 1` as unknown as number,
        }),
      ],
      refused: {
        last_administrator: new ServiceError(
          'conflict',
          'the last administrator of a tenancy cannot be deleted; add another administrator first',
        ),
      },
    }),
    deleted: (row, env) =>
      queueNotice(env, { kind: 'webhook-notice', application: row.id, reason: REASONS.application }),
  }),
  operation(
    {
      id: 'regenerateApplicationSecret',
      group: applications,
      method: 'post',
      path: '/iam/v1/applications/{uuid}:regenerate-secret',
      summary: 'Regenerate the secret of an application',
      description:
        'The response is the only one that contains the new secret. Tokens that were issued with the old ' +
        'secret stay valid until they expire. The old secret is rejected from now on, or from ' +
        '`previous_valid_until`; until then `credentials` has both, the new one first.',
      auth: 'bearer',
      permission: 'administrator',
      rate: 'api',
      statuses: READ,
      body: RegenerateSecret,
      optionalBody: true,
      response: application.response,
      example: WITH_SECRET,
    },
    async ({ scope, params, body }) => ({
      json: await retryUnchanged(async () => {
        const [rows] = await scope.read(scope.rows(table, eq(table.id, params['uuid']!)));
        const before = rows[0];
        if (!before) throw notFound(`applications/${params['uuid']!}`);
        const now = nowMicros();
        const previousUntil = parseTimestamp(body.previous_valid_until ?? '')?.us ?? now;
        const { secret, ...kept } = rotated(before, now, previousUntil);
        const after = { ...before, ...kept };
        const { condition, statement } = revised(scope, table, before, kept);
        await scope.write({
          operation: 'regenerateApplicationSecret',
          resource: `applications/${before.id}`,
          before: application.json(before, now),
          after: application.json(after, now),
          conditions: [condition],
          statements: [statement],
        });
        return withSecret(application.json(after, now), secret);
      }),
    }),
  ),
];
