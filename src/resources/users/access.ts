import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { grantsByCaller } from '../../access/asset-access.ts';
import { ALL, type Filters } from '../../access/policy.ts';
import type { Caller } from '../../access/principal.ts';
import type { PermissionList } from '../../access/rights.ts';
import type { TenantScope } from '../../access/scope.ts';
import { exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { Granted, grantedTo } from '../tenancies/granted.ts';
import { roles } from './model.ts';

/** How many policies that name a user are read. */
const MOST_POLICIES = 200;

const names = (what: string, example: string) => schemas.texts(`${what}, sorted; \`*\` is all`, [example]);

const UserPolicy = z
  .object({
    identity: schemas.identity('access_policies', 'the policy'),
    display_name: schemas.displayName('the policy', 'Inspectors'),
    filters: schemas.groupsOf('Which assets it applies to, as in the policy', 'string'),
    asset_attributes_read: names('Attributes that they may read', 'pressure'),
    event_arc_display_type_read: names('Types of events that they may read', 'Inspection'),
    behaviours: names('Behaviours of events that they may record', 'RecordEvidence'),
    event_arc_display_type_write: names('Types of events that they may record', 'Inspection'),
    asset_attributes_write: names('Attributes that they may set', 'pressure'),
  })
  .openapi('UserPolicy');

/** What a user of the tenancy may read and write. */
export const UserAccess = z
  .object({
    identity: schemas.identity('users', 'the user'),
    roles: schemas.roles,
    granted: Granted,
    policies: z.array(UserPolicy).openapi({
      description:
        'The policies that name the user, newest first, each with what its permissions for the user grant together',
    }),
    truncated: schemas.boolean(`Whether more than ${MOST_POLICIES} policies name the user`),
  })
  .openapi('UserAccess', {
    example: {
      identity: exampleOf('users'),
      roles: ['Non-Administrator'],
      granted: {
        behaviours: ['RecordEvidence'],
        asset_attributes_write: ['pressure'],
        event_arc_display_type_write: ['Inspection'],
        shared: [],
        reads_everything: false,
      },
      policies: [
        {
          identity: exampleOf('access_policies'),
          display_name: 'Inspectors',
          filters: [{ or: ['attributes.arc_display_type=Pump'] }],
          asset_attributes_read: ['*'],
          event_arc_display_type_read: ['*'],
          behaviours: ['RecordEvidence'],
          event_arc_display_type_write: ['Inspection'],
          asset_attributes_write: ['pressure'],
        },
      ],
      truncated: false,
    },
  });

/** What a caller of the tenancy may read and write, as the service decides on their requests. */
export async function accessOf(
  scope: TenantScope,
  identity: string,
  caller: Caller,
): Promise<z.infer<typeof UserAccess>> {
  const member = scope.ofMember(caller);
  const [rows] = await scope.read(
    scope.policiesNaming([caller], { asset: '', where: sql`1`, limit: MOST_POLICIES + 1 }),
  );
  const [own, shared] = await member.read(member.userPermissions(), member.sharedPermissions());
  const principal = await member.principal();
  const [grants] = grantsByCaller(rows.slice(0, MOST_POLICIES), 1);
  return {
    identity,
    roles: roles(principal.administrator, principal.auditor),
    granted: grantedTo(principal, own, shared),
    policies: grants!.map(({ policy, permissions }, i) => {
      const all = (...lists: PermissionList[]): string[] => {
        const set = new Set(permissions.flatMap((each) => lists.flatMap((list) => each[list])));
        return set.has(ALL) ? [ALL] : [...set].toSorted();
      };
      return {
        identity: `access_policies/${policy}`,
        display_name: rows[i]!.displayName,
        filters: JSON.parse(rows[i]!.filters) as Filters,
        asset_attributes_read: all('asset_attributes_read', 'include_attributes'),
        event_arc_display_type_read: all('event_arc_display_type_read'),
        behaviours: all('behaviours'),
        event_arc_display_type_write: all('event_arc_display_type_write'),
        asset_attributes_write: all('asset_attributes_write'),
      };
    }),
    truncated: rows.length > MOST_POLICIES,
  };
}
