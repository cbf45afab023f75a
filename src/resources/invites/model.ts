import { z } from '@hono/zod-openapi';
import { isEmail } from '../../core/trust.ts';

export const CreateInvite = z
  .strictObject({
    email: z
      .string()
      .max(128)
      .refine(isEmail, 'must be an e-mail address')
      .openapi({ description: 'Whom to invite; upper and lower case are alike' }),
    message: z.string().max(256).optional().openapi({ description: 'Goes into the invitation e-mail' }),
  })
  .openapi('CreateInvite', { example: { email: 'inspector@example.com', message: 'Welcome to quay 4.' } });

export const Invite = z
  .object({
    identity: z.string().openapi({ description: 'invites/<uuid>' }),
    email: z.string(),
    message: z.string(),
    expiry_time: z.string().openapi({ format: 'date-time' }),
    mail_status: z.enum(['QUEUED', 'SENT', 'FAILED', 'NOT_CONFIGURED']).openapi({
      description: 'NOT_CONFIGURED: this deployment sends no mail, tell the invited person yourself',
    }),
    mail_error: z.string().openapi({ description: 'Why mail was not sent; empty otherwise' }),
  })
  .openapi('Invite');
