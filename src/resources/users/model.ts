import { z } from '@hono/zod-openapi';
import type { Membership } from '../../access/identity/people.ts';
import { CREATED, exampleOf, INSPECTOR } from '../examples.ts';
import * as schemas from '../schemas.ts';

export const roles = (administrator: boolean, auditor = false): string[] => [
  administrator ? 'Administrator' : 'Non-Administrator',
  ...(auditor && !administrator ? ['Auditor'] : []),
];

/** A tenancy as its members see it. */
export const Tenancy = z
  .object({
    identity: schemas.text('Identity of the tenancy, `tenant/<uuid>`, as the header `x-tenant` names it', {
      readOnly: true,
      example: exampleOf('tenant'),
    }),
    display_name: schemas.displayName('the tenancy', 'Harbour works'),
    verified_domain: schemas.verifiedDomain,
    roles: schemas.roles,
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
    identity: schemas.identity('users', 'the user in this tenancy'),
    ...schemas.principal,
    roles: schemas.roles,
    invited: z.boolean().openapi({
      description: 'Whether the user accepted an invite; others are members while they are administrators',
    }),
    auditor: z.boolean().openapi({
      description:
        'Whether the user has the role of auditor: reads what administrators read, and changes nothing. It ' +
        'has no effect while the user is an administrator.',
    }),
    created: schemas.timestamp('When the user became a member'),
  })
  .openapi('User', {
    example: {
      identity: exampleOf('users'),
      ...INSPECTOR,
      roles: ['Non-Administrator'],
      invited: true,
      auditor: false,
      created: CREATED,
    },
  });
