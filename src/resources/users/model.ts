import { z } from '@hono/zod-openapi';
import type { Membership } from '../../access/identity/people.ts';
import { CREATED, exampleOf, INSPECTOR } from '../examples.ts';
import * as fields from '../fields.ts';

export const roles = (administrator: boolean, auditor = false): string[] => [
  administrator ? 'Administrator' : 'Non-Administrator',
  ...(auditor && !administrator ? ['Auditor'] : []),
];

/** A tenancy as its members see it. */
export const Tenancy = z
  .object({
    identity: fields.text('Identity of the tenancy, `tenant/<uuid>`, as the header `x-tenant` names it', {
      readOnly: true,
      example: exampleOf('tenant'),
    }),
    display_name: fields.displayName('the tenancy', 'Harbour works'),
    verified_domain: fields.verifiedDomain,
    roles: fields.roles,
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
    identity: fields.identity('users', 'the user in this tenancy'),
    ...fields.principal,
    roles: fields.roles,
    invited: z.boolean().openapi({
      description: 'Whether the user accepted an invite; others are members while they are administrators',
    }),
    auditor: z.boolean().openapi({
      description:
        'Whether the user has the role of auditor: reads what administrators read, and changes nothing. It has no effect while the user is an administrator.',
    }),
    created: fields.timestamp('When the user became a member'),
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
