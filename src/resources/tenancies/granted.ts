import { z } from '@hono/zod-openapi';
import type { Principal } from '../../access/principal.ts';
import { BEHAVIOURS } from '../../ledger/records/operations.ts';
import * as schemas from '../schemas.ts';

/** The lists of permissions that grant writing. */
const WRITES = ['behaviours', 'asset_attributes_write', 'event_arc_display_type_write'] as const;
type Lists = Record<(typeof WRITES)[number], string[]>;

const names = (what: string, example: string) =>
  z.array(z.string()).openapi({ description: `${what}, sorted; \`*\` is all`, example: [example] });

/** What access policies grant a caller, for `GET /v1/whoami`. */
export const Granted = z
  .object({
    behaviours: names('Behaviours', 'RecordEvidence'),
    asset_attributes_write: names('Names of asset attributes', 'condition'),
    event_arc_display_type_write: names('Types of events', 'Inspection'),
    shared: z
      .array(
        z
          .object({
            tenant_identity: schemas.identity('tenant', 'the other tenancy'),
            behaviours: z
              .array(z.enum(BEHAVIOURS))
              .openapi({ description: 'Behaviours of events that may be recorded', example: ['RecordEvidence'] }),
          })
          .openapi('GrantedByTenancy'),
      )
      .openapi({
        description:
          'The events that the caller may record on any asset of another tenancy: policies of both ' +
          'tenancies grant the behaviour and a type of event. Without tenancies that share for reading ' +
          'only, and from at most 1,000 permissions',
      }),
    reads_everything: schemas.boolean(
      'Whether the caller reads all evidence, logs and records of the tenancy, regardless of policies: an ' +
        'administrator or an auditor',
    ),
  })
  .openapi({
    description:
      'What access policies of the tenancy grant the caller on any asset. An empty list means that ' +
      'requests which need it are refused. What is allowed on an asset depends on the policies that match ' +
      'it, and on the tenancy that owns it. An extension of this service.',
  });

const EVERYTHING: Lists = { behaviours: ['*'], asset_attributes_write: ['*'], event_arc_display_type_write: ['*'] };

/** The names in the lists of several permissions, which are in rows as JSON. */
function grantedBy(rows: readonly { permission: string }[]): Lists {
  const permissions = rows.map(({ permission }) => JSON.parse(permission) as Lists);
  return Object.fromEntries(
    WRITES.map((list) => [list, [...new Set(permissions.flatMap((permission) => permission[list]))].toSorted()]),
  ) as Lists;
}

/**
 * What the caller can perhaps record on assets of each tenancy that shares some with theirs: behaviours that both
 * tenancies grant, with a type of event that both grant. A member must not learn the names in the policies of others,
 * so only the behaviours of the service are named.
 */
const sharedBy = (rows: readonly { tenant: string; permission: string }[], own: Lists) =>
  [...Map.groupBy(rows, ({ tenant }) => tenant)]
    .map(([tenant, granted]) => {
      const theirs = grantedBy(granted);
      const [allowed, types] = [
        inBoth(own.behaviours, theirs.behaviours),
        inBoth(own.event_arc_display_type_write, theirs.event_arc_display_type_write),
      ];
      const behaviours = BEHAVIOURS.filter((name) => allowed.includes('*') || allowed.includes(name))
        // Its events have no type, which only `*` includes.
        .filter((name) => (name === 'Builtin' ? types.includes('*') : types.length > 0));
      return { tenant_identity: `tenant/${tenant}`, behaviours };
    })
    .filter(({ behaviours }) => behaviours.length > 0)
    .toSorted((a, b) => (a.tenant_identity < b.tenant_identity ? -1 : 1));

/** The names that are in both lists, of which `*` is all. */
function inBoth(own: string[], other: string[]): string[] {
  if (own.includes('*')) return other;
  return other.includes('*') ? own : own.filter((name) => other.includes(name));
}

/** `own` and `shared`: the permissions for the caller in their tenancy and in others, as rows with JSON. */
export function grantedTo(
  { administrator, auditor }: Principal,
  own: readonly { permission: string }[],
  shared: readonly { tenant: string; permission: string }[],
): z.infer<typeof Granted> {
  const granted = administrator ? EVERYTHING : grantedBy(auditor ? [] : own);
  return { ...granted, shared: sharedBy(shared, granted), reads_everything: administrator || auditor };
}
