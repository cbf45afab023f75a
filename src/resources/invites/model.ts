import { z } from '@hono/zod-openapi';
import { asciiEmail, isEmail } from '../../lib/trusted-issuers.ts';
import { formatSeconds } from '../../lib/time.ts';
import { invites as table } from '../../access/identity/tables.ts';
import { derived, field, fields } from '../../http/fields.ts';
import { identity } from '../fields.ts';
import * as schemas from '../schemas.ts';

const EMAIL = 'E-mail address of the person to invite; case is ignored';

export const invite = fields(
  table,
  {
    identity: identity('invites', 'the invite'),
    email: field({
      column: table.displayName,
      description: EMAIL,
      request: z
        .string()
        .max(128)
        .refine(isEmail, 'must be an e-mail address')
        .transform(asciiEmail)
        .openapi({ description: EMAIL, format: 'email' }),
      response: () => schemas.text('E-mail address of the invited person', { format: 'email' }),
      filter: { spelling: asciiEmail },
      example: 'inspector@example.com',
    }),
    message: field({
      column: table.message,
      description: 'Text for the invitation e-mail',
      request: z.string().max(256),
      response: () => schemas.text('Text of the invitation e-mail'),
      empty: '',
      example: 'Welcome to quay 4.',
    }),
    expiry_time: derived({
      response: schemas.timestamp('Until when the invite can be accepted'),
      json: (row) => formatSeconds(row.expiresUs),
      example: '2026-11-27T08:46:00Z',
    }),
    mail_status: derived({
      response: z.enum(['QUEUED', 'SENT', 'FAILED', 'NOT_CONFIGURED']).openapi({
        description:
          'State of the invitation e-mail. NOT_CONFIGURED: this deployment sends no mail, so inform the ' +
          'person yourself',
      }),
      json: (row) => row.mailStatus,
      example: 'SENT',
    }),
    mail_error: derived({
      response: schemas.text('Why the e-mail was not sent; empty otherwise'),
      json: (row) => row.mailError,
      example: '',
    }),
  },
  { name: 'Invite' },
);

export const InviteOffer = z
  .object({
    tenancy: schemas.displayName('the tenancy', 'Harbour works'),
    inviter: schemas.text('Who invites', { example: 'Ana <ana@example.com>' }),
    expires_at: schemas.timestamp('Until when the invite can be accepted'),
  })
  .openapi('InviteOffer');
