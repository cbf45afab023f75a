import { z } from '@hono/zod-openapi';
import type { Membership } from '../../identity/people.ts';

export const roles = (administrator: boolean): string[] => [administrator ? 'Administrator' : 'Non-Administrator'];

/** A tenancy as one of its members sees it. */
export const Tenancy = z
  .object({
    identity: z.string().openapi({ description: 'tenant/<uuid>: what the header x-tenant names' }),
    display_name: z.string(),
    verified_domain: z.string(),
    roles: z.array(z.string()),
  })
  .openapi('Membership');

export const tenancyOf = (of: Membership): z.infer<typeof Tenancy> => ({
  identity: `tenant/${of.tenant}`,
  display_name: of.displayName,
  verified_domain: of.verifiedDomain,
  roles: roles(of.administrator),
});

export const User = z
  .object({
    identity: z.string().openapi({ description: 'users/<uuid>' }),
    issuer: z.string(),
    subject: z.string(),
    display_name: z.string(),
    email: z.string(),
    roles: z.array(z.string()),
    invited: z
      .boolean()
      .openapi({ description: 'A member by invitation; others are as long as they are administrators' }),
    created: z.string().openapi({ format: 'date-time' }),
  })
  .openapi('User');
