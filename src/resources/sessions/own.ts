import { z } from '@hono/zod-openapi';
import type { Identified } from '../../access/principal.ts';
import { tokenRequired } from '../../access/errors.ts';
import { endOwnSession, listSessions, type OwnSession } from '../../access/identity/own-sessions.ts';
import { identifySession, sessionUuid } from '../../access/identity/sessions.ts';
import { formatSeconds } from '../../lib/time.ts';
import { operation, type Context } from '../../http/operation.ts';
import { CREATED, exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { sessions as group } from './group.ts';
import { refuseForgery } from './model.ts';

const common = { group, auth: 'session', permission: 'none', rate: 'public' } as const;

const OwnSessionSchema = z
  .object({
    identity: schemas.identity('sessions', 'the session'),
    device: schemas.text('Browser and system as the browser has named them; empty if it did not', {
      example: 'Chrome on Android',
    }),
    field: schemas.boolean('Whether it was started in the field page', true),
    current: schemas.boolean('Whether the request has this session', true),
    created: schemas.timestamp('When it was started'),
    used: schemas.timestamp('When it was last used, up to a minute early'),
    expires_at: schemas.timestamp('When it ends even if it is in use'),
  })
  .openapi('OwnSession', {
    example: {
      identity: exampleOf('sessions'),
      device: 'Chrome on Android',
      field: true,
      current: true,
      created: CREATED,
      used: CREATED,
      expires_at: CREATED,
    },
  });

/** Who has the session of a request. Throws 403 for a page of another origin, and 401. */
async function caller(
  c: Pick<Context<'session', unknown, unknown>, 'request' | 'config' | 'scope'>,
): Promise<Identified> {
  refuseForgery(c.request, c.config);
  const who = await identifySession(c.request, c.config, c.scope);
  if (!who) throw tokenRequired();
  return who;
}

const shown = (row: OwnSession, request: Request): z.infer<typeof OwnSessionSchema> => ({
  identity: `sessions/${row.uuid}`,
  device: row.device,
  field: row.isField,
  current: row.uuid === sessionUuid(request),
  created: formatSeconds(row.createdUs),
  used: formatSeconds(row.usedUs),
  expires_at: formatSeconds(row.expiresUs),
});

export const ownSessions = [
  operation(
    {
      ...common,
      id: 'listSessions',
      method: 'get',
      path: group.path,
      summary: 'List the sessions of the caller',
      description: 'The browsers in which the caller is signed in, at most 10, the one used last first.',
      statuses: [200, 401, 403, 429],
      response: z
        .object({ sessions: z.array(OwnSessionSchema).openapi({ description: 'All sessions of the caller' }) })
        .openapi('SessionList'),
    },
    async (c) => {
      const who = await caller(c);
      return { json: { sessions: (await listSessions(c.scope, c.config, who)).map((row) => shown(row, c.request)) } };
    },
  ),
  operation(
    {
      ...common,
      id: 'endSession',
      method: 'delete',
      path: `${group.path}/{uuid}`,
      summary: 'End a session of the caller',
      description:
        'For a device that was lost or forgotten. Its next request is refused, and a field page deletes the assets ' +
        'that it keeps.',
      statuses: [200, 400, 401, 403, 404, 429],
      response: z.object({}),
    },
    async (c) => {
      await endOwnSession(c.scope, c.config, await caller(c), c.params['uuid']!);
      return { json: {} };
    },
  ),
];
