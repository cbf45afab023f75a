import { z } from '@hono/zod-openapi';
import { formatMicros, nowMicros } from '../../lib/time.ts';

import { operation, type Operation } from '../../http/operation.ts';
import { aboutBacklog, BACKLOGS } from '../../features/monitoring/backlogs.ts';
import {
  overall,
  readState,
  secondsSince,
  type PartState,
  type ServiceState,
} from '../../features/monitoring/state.ts';
import * as schemas from '../schemas.ts';
import { operator } from './group.ts';

const STATES = 'late: it works, and work has waited for longer than is normal; failing: it does not work';
const status = (of: string) =>
  z.enum(['ok', 'late', 'failing']).openapi({
    description: `State of ${of}. ${STATES}`,
    example: 'ok',
  });
const seconds = (of: string) => z.number().openapi({ description: `Seconds since ${of}; 0 if none waits`, example: 0 });
const common = (of: string) => ({
  status: status(of),
  milliseconds: schemas.integer('Milliseconds until the part has responded', 3),
  error: schemas.text('Why the state could not be read; empty if it was', { example: '' }),
});
const counted = 'counted up to 10,001';

const backlog = (about: string) =>
  z
    .object({
      count: schemas.integer(`Number of records that wait, ${counted}`, 0),
      oldest_seconds: seconds('the oldest record is due'),
    })
    .openapi({ description: about });

const Readiness = z
  .object({
    status: status('the service: that of its worst part'),
    database: z
      .object({
        ...common('the database'),
        epoch: schemas.text('Epoch of the database', { example: '3f0c2a9be1d84c5f9a7be0d1c2b3a495' }),
        changes: schemas.integer('Number of changes of the database: the commit counter', 1042),
        acknowledged: schemas.integer('Number of the last change that was acknowledged', 1042),
        restored: schemas.boolean('Whether the database lacks acknowledged changes, because it was restored'),
      })
      .openapi({ description: 'The database, compared with what was acknowledged' }),
    writer: z
      .object({
        ...common('the ledger writer'),
        tenancies: schemas.integer('Number of tenancies with events that wait for a commit', 0),
        proposals: schemas.integer('Number of proposals that wait for a commit', 0),
        events: schemas.integer('Number of events that wait for a commit', 0),
      })
      .openapi({ description: 'The ledger writer, and its pool of events that wait for a commit' }),
    log: z
      .object({
        ...common('the logs'),
        events: schemas.integer(`Number of events from the oldest one without a leaf on, ${counted}`, 0),
        oldest_seconds: seconds('the oldest event without a leaf was accepted'),
      })
      .openapi({ description: 'The sequencers of the transparency logs' }),
    chain: z
      .object({
        ...common('the chain'),
        waiting: schemas.integer(`Number of transactions that are not sent, ${counted}`, 0),
        sent: schemas.integer(`Number of transactions that are in no block, ${counted}`, 0),
        mined: schemas.integer(`Number of transactions in a block that is not final, ${counted}`, 0),
        oldest_seconds: seconds('the transaction with the lowest nonce was sent with its current fees'),
        failures: schemas.integer('Number of calls of the node that failed in a row', 0),
      })
      .openapi({ description: 'The outbox of the chain' }),
    jobs: z
      .object({
        ...common('the background work'),
        backlogs: z
          .object(Object.fromEntries(BACKLOGS.map((name) => [name, backlog(aboutBacklog(name))])))
          .openapi({ description: 'Background work that waits, by its kind' }),
      })
      .openapi({ description: 'Background work that the queue and the scheduled jobs do' }),
    capacity: z
      .object({
        status: z.enum(['ok', 'late', 'failing']).openapi({
          description:
            'State of the capacity. late: at least 70 % is used; failing: all is used, or it could not be read',
          example: 'ok',
        }),
        milliseconds: schemas.integer('Milliseconds until the part has responded', 3),
        error: schemas.text('Why the state could not be read; empty if it was', { example: '' }),
        bytes: schemas.integer('Size of the database', 1_204_224),
        limit_bytes: schemas.integer('Maximum size of the database: `DATABASE_MAX_BYTES`', 10_000_000_000),
        growth_bytes_per_day: schemas
          .integer('Bytes by which the database has grown in a day, on average of at most 14 days', 52_000)
          .nullable()
          .openapi({
            description:
              'Bytes by which the database has grown in a day, on average of at most 14 days; null: not measured yet',
          }),
        full_at: schemas.text(
          'When the database reaches its maximum size if it grows as before; empty: not known, or in more ' +
            'than ten years',
          {
            example: '2027-11-21T10:15:00.000Z',
          },
        ),
      })
      .openapi({ description: 'The size of the database' }),
    time: schemas.timestamp('When the state was read', '2026-11-21T10:15:00.000000Z'),
  })
  .openapi('Readiness');

const shown = ({ status, milliseconds, error }: PartState<unknown>) => ({ status, milliseconds, error });

function presented(state: ServiceState, now: number): z.infer<typeof Readiness> {
  const { database, writer, log, chain, jobs, capacity } = state;
  const waiting = writer.found ?? { tenancies: 0, proposals: 0, events: 0 };
  const outbox = chain.found ?? { waiting: 0, sent: 0, mined: 0, failures: 0, sentAt: undefined };
  return {
    status: overall(state),
    database: {
      ...shown(database),
      epoch: database.found?.epoch ?? '',
      changes: database.found?.found ?? 0,
      acknowledged: database.found?.acknowledged ?? 0,
      restored: database.found?.restored ?? false,
    },
    writer: {
      ...shown(writer),
      tenancies: waiting.tenancies,
      proposals: waiting.proposals,
      events: waiting.events,
    },
    log: { ...shown(log), events: log.found?.events ?? 0, oldest_seconds: secondsSince(log.found?.oldestUs) },
    chain: {
      ...shown(chain),
      waiting: outbox.waiting,
      sent: outbox.sent,
      mined: outbox.mined,
      oldest_seconds: secondsSince(outbox.sentAt === undefined ? undefined : outbox.sentAt * 1000),
      failures: outbox.failures,
    },
    jobs: {
      ...shown(jobs),
      backlogs: Object.fromEntries(
        BACKLOGS.map((name) => {
          const { count = 0, oldestUs } = jobs.found?.[name] ?? {};
          return [name, { count, oldest_seconds: secondsSince(oldestUs) }];
        }),
      ),
    },
    capacity: {
      ...shown(capacity),
      bytes: capacity.found?.bytes ?? 0,
      limit_bytes: capacity.found?.limit ?? 0,
      growth_bytes_per_day: capacity.found?.growth ?? null,
      full_at: capacity.found?.fullAt === undefined ? '' : new Date(capacity.found.fullAt).toISOString(),
    },
    time: formatMicros(now),
  };
}

export const readiness: Operation = operation(
  {
    id: 'getReadiness',
    group: operator,
    method: 'get',
    auth: 'operator',
    permission: 'none',
    rate: 'token',
    path: '/operator/v1/readiness',
    summary: 'Read the state of each part of the service',
    description:
      'For the operator, when `GET /healthz` or an alarm reports a problem. Responds with 200 whatever the ' +
      'state: read `status`. A part that does not respond within 5 seconds is failing, and its numbers are ' +
      '0.',
    statuses: [200, 401, 404],
    response: Readiness,
  },
  async ({ env, config, scope }) => ({ json: presented(await readState(env, config, scope), nowMicros()) }),
);
