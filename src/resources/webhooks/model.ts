import { z } from '@hono/zod-openapi';
import { uuidOf } from '../../lib/identifiers.ts';
import { formatSeconds } from '../../lib/time.ts';
import { WEBHOOK_TYPES, webhooks as table } from '../../features/webhooks/tables.ts';
import { derived, field, fields } from '../../http/fields.ts';
import { TimestampText } from '../assets/requests.ts';
import { CREATED, exampleOf, ID } from '../examples.ts';
import { displayName, identity } from '../fields.ts';
import * as schemas from '../schemas.ts';
import { FILTER_NAMES } from './filters.ts';

/** Filters of one webhook, and characters of each. */
const FILTERS = { count: 30, characters: 4096 };

const FILTERS_MEANING =
  `Only events that meet all of these filters are sent; empty: all events. Each is \`<name>=<value>\` as in ` +
  'the query of a list of events, without percent-encoding: ' +
  `${FILTER_NAMES.map((name) => `\`${name}\``).join(', ')}, \`event_attributes.<name>\`, ` +
  `\`asset_attributes.<name>\` or \`asset.attributes.<name>\``;

/** A time, or null. */
const nullableTime = (description: string) =>
  z
    .string()
    .nullable()
    .openapi({ description: `${description} (RFC 3339, UTC)`, format: 'date-time' });

export const webhook = fields(
  table,
  {
    identity: identity('webhooks', 'the webhook'),
    display_name: field({ column: table.displayName, ...displayName('the webhook'), example: 'Maintenance system' }),
    url: field({
      column: table.url,
      description:
        'Address of the receiver: https with a public host name and without a port. Others only if ' +
        '`WEBHOOK_ALLOWED_HOSTS` lists their host',
      request: z.string().min(1),
      response: () => schemas.text('Address of the receiver'),
      example: 'https://maintenance.example.com/hooks/evidence',
    }),
    filters: field({
      column: table.filters,
      description: `${FILTERS_MEANING}. At most ${FILTERS.count}`,
      request: z.array(z.string().min(1).max(FILTERS.characters)).max(FILTERS.count),
      response: () => schemas.texts(FILTERS_MEANING),
      empty: [],
      example: ['operation=Record', 'asset.attributes.arc_display_type=Pump'],
    }),
    types: field({
      column: table.types,
      description:
        'What is sent: `event.recorded`, each event; `compliance.notice`, when an asset becomes not compliant or its ' +
        'period ends soon. Filters are for events only',
      request: z.array(z.enum(WEBHOOK_TYPES)).min(1).max(WEBHOOK_TYPES.length),
      response: (description: string) => z.array(z.enum(WEBHOOK_TYPES)).openapi({ description }),
      empty: ['event.recorded'],
      example: ['event.recorded'],
    }),
    enabled: field({
      column: table.enabled,
      description:
        'Whether events are sent. A webhook that is enabled again continues with the first event that was ' +
        'not delivered',
      request: z.boolean(),
      response: () => schemas.boolean('Whether events are sent'),
      empty: true,
      example: true,
    }),
    application: field({
      column: table.application,
      description:
        'Identity of the application on whose behalf events are sent, `applications/<uuid>`: its access ' +
        'policies decide which events are sent and what they show',
      request: z.string().refine((text) => uuidOf('applications', text) !== undefined, 'must be applications/<uuid>'),
      response: () => schemas.identityOf('applications', 'the application on whose behalf events are sent'),
      toColumn: (text) => uuidOf('applications', text)!,
      toJson: (id) => `applications/${id}`,
      example: exampleOf('applications'),
    }),
    secret: derived({
      response: schemas.text(
        'The secret that signs, `whsec_` and base64, only in the responses that create or rotate it; empty ' +
          'in all others',
      ),
      json: () => '',
      example: '',
    }),
    previous_secret_valid_until: derived({
      response: nullableTime('Until when the secret before signs too; null if only the current one signs'),
      json: (row, now) => (now < row.previousUntilUs ? formatSeconds(row.previousUntilUs) : null),
      example: null,
    }),
    disabled_reason: derived({
      response: schemas.text(
        'Why the service has disabled the webhook; empty if it is enabled, or if an administrator has disabled it',
      ),
      json: (row) => row.disabledReason,
      example: '',
    }),
    disabled_at: derived({
      response: nullableTime('When the service has disabled the webhook; null otherwise'),
      json: (row) => (row.disabledUs === null ? null : formatSeconds(row.disabledUs)),
      example: null,
    }),
    created_at: derived({
      response: schemas.timestamp('When the webhook was created'),
      json: (row) => formatSeconds(row.createdUs),
      example: CREATED,
    }),
  },
  {
    name: 'Webhook',
    patchExample: { enabled: false },
    requestOrder: ['display_name', 'url', 'application', 'types', 'filters', 'enabled'],
  },
);

/** A response that contains the secret. */
export const WITH_SECRET = { ...webhook.example, secret: 'whsec_<BASE64>' };

export const RotateWebhookSecret = z
  .strictObject({
    previous_valid_until: TimestampText.optional().openapi({
      description:
        'Until when the replaced secret signs too, at most 7 days from now. Absent: for 24 hours. In the ' +
        'past: it no longer signs.',
      format: 'date-time',
    }),
  })
  .openapi('RotateWebhookSecret', { example: { previous_valid_until: '2027-01-31T00:00:00Z' } });

export const Redeliver = z
  .strictObject({
    delivery: z
      .uuid('must be a UUID')
      .optional()
      .openapi({ description: 'Id of a delivery of the delivery log', example: ID.events }),
    since: TimestampText.optional().openapi({
      description: 'All events of the log since this time are sent again (RFC 3339)',
      format: 'date-time',
    }),
  })
  .refine(({ delivery, since }) => (delivery === undefined) !== (since === undefined), {
    message: 'must have exactly one of delivery and since',
  })
  .openapi('RedeliverWebhook', { example: { since: CREATED } });

export const Queued = z
  .object({
    delivery: schemas.text(
      'Id of the delivery, the value of the header `webhook-id`; empty for all events since a time',
      {
        example: ID.events,
      },
    ),
  })
  .openapi('QueuedDelivery', { example: { delivery: ID.events } });

export const Attempt = z
  .object({
    delivery: schemas.text('Id of the delivery, the same for all attempts: the value of the header `webhook-id`'),
    event: schemas.text('Identity of the event; empty for a test or a notice'),
    attempt: schemas.integer('Number of the attempt among those of the delivery, from 1', 1),
    timestamp: schemas.timestamp('When the attempt began'),
    duration_ms: schemas.integer('Milliseconds until the receiver had responded', 85),
    status: schemas.integer('HTTP status of the response; 0 without a response', 200),
    error: schemas.text('Why the attempt failed; empty for a success'),
    outcome: z.enum(['DELIVERED', 'RETRYING', 'FAILED', 'SKIPPED']).openapi({
      description:
        'DELIVERED: with a status 2xx. RETRYING: it failed and will be repeated. FAILED: it failed and ' +
        'will not be repeated, or only when the webhook is enabled again. SKIPPED: nothing was sent, ' +
        'because the application may no longer read the event.',
    }),
    next_attempt_at: nullableTime('When the next attempt was planned; null if none was'),
  })
  .openapi('WebhookAttempt', {
    example: {
      delivery: ID.events,
      event: `${exampleOf('assets')}/${exampleOf('events')}`,
      attempt: 1,
      timestamp: '2026-11-21T10:15:31.120000Z',
      duration_ms: 85,
      status: 200,
      error: '',
      outcome: 'DELIVERED',
      next_attempt_at: null,
    },
  });
