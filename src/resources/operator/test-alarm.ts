import { z } from '@hono/zod-openapi';
import { raise } from '../../platform/alarms.ts';
import { operation, type Operation } from '../../http/operation.ts';
import { flushNow } from '../../platform/metrics/flush.ts';
import * as schemas from '../schemas.ts';
import { operator } from './group.ts';

const TestAlarm = z
  .object({
    alarm: schemas.text('Name of the alarm', { example: 'test-alarm' }),
    channels: z
      .array(z.enum(['webhook', 'mail']))
      .openapi({ description: 'How the operator is told: empty if no address is set', example: ['webhook'] }),
  })
  .openapi('TestAlarm');

export const testAlarm: Operation = operation(
  {
    id: 'createTestAlarm',
    group: operator,
    method: 'post',
    auth: 'operator',
    permission: 'none',
    rate: 'token',
    path: '/operator/v1/alarms:test',
    summary: 'Raise an alarm to test whether alarms arrive',
    description:
      'The alarm is logged, counted, and sent to `ALARM_WEBHOOK_URL` and `ALARM_MAIL_TO`, at most once in ' +
      '10 seconds. The log says if it could not be sent.',
    statuses: [200, 401, 404],
    response: TestAlarm,
  },
  async ({ env, config, requestId }) => {
    raise('test-alarm', { request_id: requestId });
    await flushNow(env);
    return { json: { alarm: 'test-alarm', channels: config.alarms.channels } };
  },
);
