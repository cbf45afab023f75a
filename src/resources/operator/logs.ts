import { z } from '@hono/zod-openapi';
import { formatSeconds } from '../../lib/time.ts';
import { operation } from '../../http/operation.ts';
import { endLog, rotateLogKeys } from '../../transparency/sequencer/administration.ts';
import { hashLike, ID } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { common } from './group.ts';

const EndLog = z
  .strictObject({ reason: schemas.filledText(1000, 'Why the log cannot continue') })
  .openapi('EndLog', { example: { reason: 'rows of the log were damaged by a failed disk' } });
const EndedLog = z
  .object({
    log: schemas.text('UUID of the log', { format: 'uuid', example: ID.tenant }),
    size: schemas.integer('Size of its last signed tree', 1042),
    root: schemas.text('Root of that tree, in hexadecimal', { example: hashLike('5d') }),
  })
  .openapi('EndedLog');

const RotatedLogKeys = z
  .object({
    number: schemas.integer('Number of the keys, from 1', 2),
    from: schemas.timestamp('From when they sign', '2026-11-21T10:15:00Z'),
  })
  .openapi('RotatedLogKeys');

/** Decisions of the operator about logs and their keys. */
export const logs = [
  operation(
    {
      ...common,
      id: 'endLog',
      path: '/operator/v1/logs/{uuid}:end',
      summary: 'End a log that cannot continue',
      description:
        'For a log whose stored leaves were damaged, so that the service has stopped it with an alarm. ' +
        'Another log replaces it; its first entry names the last size and root that were signed. Verifiers ' +
        'see the break. Responds with 404 for a log that has ended.',
      statuses: [200, 400, 401, 404],
      body: EndLog,
      response: EndedLog,
    },
    async ({ env, scope, params, body, requestId }) => ({
      json: { log: params['uuid']!, ...(await endLog(env, scope, params['uuid']!, body.reason, requestId)) },
    }),
  ),
  operation(
    {
      ...common,
      id: 'rotateLogKeys',
      path: '/operator/v1/log-keys:rotate',
      summary: 'Replace the keys that sign logs',
      description:
        'Within a minute, each log names the new keys in an entry with its next event; the checkpoint of ' +
        'that entry is signed by the old and the new key. Call it regularly, or when a key may be known to ' +
        'others.',
      statuses: [200, 401, 404],
      response: RotatedLogKeys,
    },
    async ({ scope, config, requestId }) => {
      const { number, fromUs } = await rotateLogKeys(scope, config, requestId);
      return { json: { number, from: formatSeconds(fromUs) } };
    },
  ),
];
