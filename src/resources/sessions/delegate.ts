import { z } from '@hono/zod-openapi';
import { tokenRequired } from '../../access/errors.ts';
import { HEX_256, startCommandLine } from '../../access/identity/command-line.ts';
import { identifySession, sessionCredential, sessionExpiry } from '../../access/identity/sessions.ts';
import { ServiceError } from '../../lib/errors.ts';
import { formatSeconds } from '../../lib/time.ts';
import { operation } from '../../http/operation.ts';
import { hashLike } from '../examples.ts';
import { line } from '../passkeys/model.ts';
import * as schemas from '../schemas.ts';
import { sessions as group } from './group.ts';
import { refuseForgery } from './model.ts';

const Delegation = z
  .strictObject({
    challenge: z.string().regex(HEX_256, 'must be 64 lower-case hexadecimal digits').openapi({
      description: 'SHA-256 of the verifier that the command line has chosen, hexadecimal',
    }),
    name: line(100, 'Name of the computer, for the list of sessions'),
  })
  .openapi('NewCommandLineSession', { example: { challenge: hashLike('c4'), name: 'laptop' } });

export const delegation = operation(
  {
    group,
    auth: 'session',
    permission: 'none',
    rate: 'public',
    id: 'createCommandLineSession',
    method: 'post',
    path: `${group.path}/current:delegate`,
    summary: 'Let a command line act as the person',
    description:
      'Starts a session of the person of the browser for a command line, with the limits of other sessions, and at ' +
      'most until that of the browser expires. Its bearer token is `evidence_<verifier>_<code>`. For people; ' +
      'applications have credentials.',
    statuses: [200, 400, 401, 403, 429],
    body: Delegation,
    response: z
      .object({
        code: schemas.text('What the command line needs besides its verifier', { example: hashLike('0d') }),
        expires_at: schemas.timestamp('When the session ends even if it is in use'),
      })
      .openapi('CommandLineSession'),
  },
  async ({ request, scope, config, body }) => {
    refuseForgery(request, config);
    const who = await identifySession(request, config, scope);
    if (!who) throw tokenRequired();
    if (!('person' in who)) throw new ServiceError('forbidden', 'a command line acts for people only');
    const untilUs = (sessionExpiry(request) ?? 0) * 1000;
    const signedIn = { who, secretHash: sessionCredential(request) ?? '', untilUs };
    const { code, expiresUs } = await startCommandLine(scope, config, signedIn, body);
    return { json: { code, expires_at: formatSeconds(expiresUs) } };
  },
);
