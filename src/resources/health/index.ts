import { z } from '@hono/zod-openapi';
import { operation } from '../../http/operation.ts';
import { databaseReport } from '../../ledger/append/writer-client.ts';
import { DatabaseRestored } from '../../platform/database/restored.ts';
import { VERSION } from '../../settings/version.ts';
import * as schemas from '../schemas.ts';

const health = { name: 'health', path: '/healthz', title: 'Health of the service' };

const Health = z
  .object({
    status: z.literal('ok').openapi({ description: 'The service works' }),
    epoch: schemas.text('Epoch of the database: another one starts when an operator accepts a loss', {
      example: '3f0c2a9be1d84c5f9a7be0d1c2b3a495',
    }),
    changes: schemas.integer('Number of changes of the database', 1042),
    version: schemas.text('Version of the service', { example: '0.2.0' }),
  })
  .openapi('Health');

export default [
  operation(
    {
      id: 'getHealth',
      group: health,
      method: 'get',
      path: '/healthz',
      atOrigin: true,
      summary: 'Check the health of the service',
      description:
        'For monitoring. Responds with 503 while the database lacks changes that were acknowledged, ' +
        'because it was restored to an earlier state: nothing is committed until an operator restores the ' +
        'changes or accepts the loss.',
      auth: 'public',
      permission: 'none',
      rate: 'public',
      statuses: [200],
      response: Health,
    },
    async ({ env }) => {
      const { restored, epoch, found } = await databaseReport(env);
      if (restored) throw new DatabaseRestored();
      return { json: { status: 'ok' as const, epoch, changes: found, version: VERSION } };
    },
  ),
];
