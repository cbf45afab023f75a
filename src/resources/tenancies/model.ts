import { z } from '@hono/zod-openapi';
import * as schemas from '../schemas.ts';

export const NewPrincipal = z
  .strictObject({
    issuer: z
      .string()
      .min(1)
      .max(1024)
      .openapi({ description: 'Issuer of their tokens; for an application, that of the service itself' }),
    subject: z
      .string()
      .max(1024)
      .nullish()
      .openapi({
        description:
          'Subject of their tokens; for an application, its `client_id`. May be omitted for a person with an ' +
          '`email` who has not signed in yet',
      }),
    display_name: z.string().max(1024).nullish().openapi({ description: 'Name, shown to people' }),
    email: z.string().max(128).nullish().openapi({ description: 'E-mail address' }),
  })
  .openapi('NewPrincipal');
export const Principal = z.object(schemas.principal).openapi('Principal');
