import { z } from '@hono/zod-openapi';

export const NewPrincipal = z
  .strictObject({
    issuer: z.string().min(1).max(1024),
    subject: z
      .string()
      .max(1024)
      .nullish()
      .openapi({ description: 'May be left out of a person who has an `email`, until they first sign in' }),
    display_name: z.string().max(1024).nullish(),
    email: z.string().max(128).nullish(),
  })
  .openapi('NewPrincipal');
export const Principal = z
  .object({ issuer: z.string(), subject: z.string(), display_name: z.string(), email: z.string() })
  .openapi('Principal');
export type Principal = z.infer<typeof Principal>;
