import { z } from '@hono/zod-openapi';
import { asciiEmail, isEmail } from '../../lib/trusted-issuers.ts';
import { exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';

const EXAMPLE = { email: 'inspector@example.com', message: 'Welcome to quay 4.' };

export const CreateInvite = z
  .strictObject({
    email: z
      .string()
      .max(128)
      .refine(isEmail, 'must be an e-mail address')
      .transform(asciiEmail)
      .openapi({ description: 'E-mail address of the person to invite; case is ignored', format: 'email' }),
    message: z.string().max(256).optional().openapi({ description: 'Text for the invitation e-mail' }),
  })
  .openapi('CreateInvite', { example: EXAMPLE });

export const Invite = z
  .object({
    identity: schemas.identity('invites', 'the invite'),
    email: schemas.text('E-mail address of the invited person', { format: 'email' }),
    message: schemas.text('Text of the invitation e-mail'),
    expiry_time: schemas.timestamp('Until when the invite can be accepted'),
    mail_status: z.enum(['QUEUED', 'SENT', 'FAILED', 'NOT_CONFIGURED']).openapi({
      description:
        'State of the invitation e-mail. NOT_CONFIGURED: this deployment sends no mail, so inform the person yourself',
    }),
    mail_error: schemas.text('Why the e-mail was not sent; empty otherwise'),
  })
  .openapi('Invite', {
    example: {
      identity: exampleOf('invites'),
      ...EXAMPLE,
      expiry_time: '2026-11-27T08:46:00Z',
      mail_status: 'SENT',
      mail_error: '',
    },
  });
