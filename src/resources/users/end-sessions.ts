import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { isMember } from '../../access/principal.ts';
import { members } from '../../access/identity/tables.ts';
import { notFound } from '../../lib/errors.ts';
import { onFailedCondition } from '../../platform/database/conditions.ts';
import { operation } from '../../http/operation.ts';
import { users as group } from './group.ts';

export const endUserSessions = operation(
  {
    group,
    auth: 'bearer',
    permission: 'administrator',
    rate: 'api',
    id: 'endUserSessions',
    method: 'post',
    path: `${group.path}/{uuid}:endsessions`,
    summary: 'End the sessions of a user',
    description:
      'In all browsers, also for a member of several tenancies. Their next requests are refused, and field pages ' +
      'delete the assets that they keep. The user can sign in again: to prevent that, remove the user or the passkeys.',
    statuses: [200, 401, 403, 404, 429],
    response: z.object({}),
  },
  async ({ scope, params }) => {
    const id = params['uuid']!;
    await scope
      .write({
        operation: 'endUserSessions',
        resource: `users/${id}`,
        conditions: [scope.assertRow('unchanged', members, sql`id = ${id} AND ${isMember(sql`${members}`)}`)],
        statements: [scope.endSessionsOf(id)],
      })
      .catch((error: unknown) => onFailedCondition(error, { unchanged: notFound(`users/${id}`) }));
    return { json: {} };
  },
);
