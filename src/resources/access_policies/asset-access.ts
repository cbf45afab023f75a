import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import {
  accessOn,
  grantsByCaller,
  type AssetAccess as Access,
  type NameAccess,
  type NamedGrant,
} from '../../access/asset-access.ts';
import type { TenantScope } from '../../access/scope.ts';
import type { Attributes } from '../../formats/records/attributes.ts';
import { notFound, ServiceError } from '../../lib/errors.ts';
import { BEHAVIOURS } from '../../ledger/records/operations.ts';
import { exampleOf } from '../examples.ts';
import * as schemas from '../schemas.ts';
import { holdingsOf, roleOf, type Holder as AnyHolder, type Role } from './holders.ts';

/** How many policies that match an asset are looked at. */
const MOST_POLICIES = 200;
/**
 * How many names of policies one request looks at, and how many pairs of a name and a policy: policies can have many
 * names, and many callers different policies. The names of one caller are at most `each`.
 */
const MOST_NAMES = { all: 300_000, pairs: 100_000, each: 1000 } as const;

const POLICIES = 'identities of the policies that allow it';

const Holder = z
  .object({
    identity: schemas.text('`users/<uuid>`, `applications/<uuid>`, or for a partner `subjects/<uuid>`', {
      readOnly: true,
      example: exampleOf('users'),
    }),
    display_name: schemas.displayName('the person, application or partner', 'Ines Pector'),
    email: schemas.text('E-mail address of a person; otherwise empty', { example: 'inspector@example.com' }),
  })
  .openapi('AccessHolder');

const Named = z
  .object({
    name: schemas.text('The name; `*` is every name', { example: 'pressure' }),
    read: schemas.texts(`Reading: ${POLICIES}; empty if none does`, [exampleOf('access_policies')]),
    write: schemas.texts(`Writing: ${POLICIES}; empty if none does, or if no event may be recorded`),
  })
  .openapi('NameAccess');

const Group = z
  .object({
    role: z.enum(['ADMINISTRATOR', 'AUDITOR', 'MEMBER', 'PARTNER']).openapi({
      description:
        'ADMINISTRATOR: reads and writes everything, without policies. AUDITOR: reads everything, writes ' +
        'nothing. PARTNER: what the administrators of the other tenancy read and write',
    }),
    holders: z.array(Holder).openapi({ description: 'Who has these rights' }),
    attributes: z.array(Named).openapi({ description: 'Attributes of the asset, also in its events' }),
    event_types: z.array(Named).openapi({ description: 'Values of `arc_display_type` of events' }),
    behaviours: z
      .array(
        z
          .object({
            name: z.enum(BEHAVIOURS).openapi({ description: 'The behaviour', example: 'RecordEvidence' }),
            policies: schemas.texts(`Recording: ${POLICIES}`, [exampleOf('access_policies')]),
          })
          .openapi('BehaviourAccess'),
      )
      .openapi({ description: 'Behaviours of the events that they may record' }),
  })
  .openapi('AccessGroup');

const Policy = z
  .object({
    identity: schemas.identity('access_policies', 'the policy'),
    display_name: schemas.displayName('the policy', 'Inspectors'),
  })
  .openapi('GrantingPolicy');

/** Who can read and write an asset, and by which policies. */
export const AssetAccess = z
  .object({
    asset_identity: schemas.identityOf('assets', 'the asset'),
    public: schemas.boolean('Whether everyone can read the asset and its events; policies then do not apply'),
    groups: z
      .array(Group)
      .openapi({ description: 'Those who can read or write something, by what they can; `*` in a list is every name' }),
    policies: z.array(Policy).openapi({ description: 'The policies that the groups name' }),
    truncated: schemas.boolean(
      'Whether there are more people, applications, partners, policies or names than were looked at',
    ),
  })
  .openapi('AssetAccess');

type GroupOf = { role: Role; holders: AnyHolder[]; access: Access };

/** Administrators first, then those of the tenancy, then partners; those with more rights first. */
const RANK: Record<Role, number> = { ADMINISTRATOR: 0, AUDITOR: 1, MEMBER: 2, PARTNER: 3 };

/**
 * Who can read and write an asset of the caller's tenancy, as the service decides on their requests. Throws 404 for an
 * unknown asset, 403 for one of another tenancy.
 */
export async function accessToAsset(scope: TenantScope, id: string): Promise<z.infer<typeof AssetAccess>> {
  const { holdings, truncated } = await holdingsOf(scope);
  const callers = holdings.map(({ caller }) => caller);
  const [state] = scope.rightsOnAsset(id);
  const [[row], principals, rows] = await scope.read(
    state,
    scope.principals(callers.filter(({ tenant }) => tenant === scope.tenant)),
    scope.policiesNaming(callers, {
      asset: id,
      where: sql`p.id IN (${scope.grants.matching(id)})`,
      limit: MOST_POLICIES + 1,
    }),
  );
  if (!row) throw notFound(`assets/${id}`);
  if (row.tenant !== scope.tenant) await refuseShared(scope, id);
  const asset = { ...row, public: row.public === 1, attributes: JSON.parse(row.attributes) as Attributes };
  const grants = grantsByCaller(rows.slice(0, MOST_POLICIES), callers.length);
  const groups = new Map<string, GroupOf>();
  let [names, pairs, isCut] = [0, 0, false];
  holdings.forEach(({ caller, holders }, i) => {
    const role = roleOf(scope, caller, principals);
    if (role === undefined) return;
    // Callers whom the same permissions name have the same rights.
    const own = role === 'ADMINISTRATOR' || role === 'AUDITOR' ? [] : grants[i]!;
    const key = [role, ...own.map(({ policy, items }) => `${policy} ${items.join()}`)].join('; ');
    const group = groups.get(key);
    if (group) return void group.holders.push(...holders);
    names += namesIn(own);
    if (names > MOST_NAMES.all) return void (isCut = true);
    const holder = { tenant: caller.tenant, administrator: role === 'PARTNER' };
    const most = Math.min(MOST_NAMES.each, Math.floor((MOST_NAMES.pairs - pairs) / (own.length * 2 || 1)));
    const access = accessOn(holder, own, asset, BEHAVIOURS, most);
    pairs += sizeOf(access) * own.length;
    isCut ||= access.isCut;
    groups.set(key, { role, holders: [...holders], access });
  });
  const shown = [...groups.values()].filter(({ role, access }) => RANK[role] < 2 || hasRights(access));
  const named = new Set(shown.flatMap(({ access }) => policiesIn(access)));
  return {
    asset_identity: `assets/${id}`,
    public: asset.public,
    groups: shown.toSorted((a, b) => RANK[a.role] - RANK[b.role] || sizeOf(b.access) - sizeOf(a.access)).map(groupJson),
    policies: rows
      .filter(({ policy }) => named.has(policy))
      .map(({ policy, displayName }) => ({ identity: `access_policies/${policy}`, display_name: displayName })),
    truncated: truncated || isCut || rows.length > MOST_POLICIES,
  };
}

/** Throws 404 for an asset of another tenancy that is not shared with the caller, 403 for one that is. */
async function refuseShared(scope: TenantScope, id: string): Promise<never> {
  const [[seen]] = await scope.read(
    scope.query<{ id: string }>(
      'whole',
      (view) =>
        sql`SELECT asset.id FROM assets asset${view.join('asset')} WHERE asset.id = ${id} AND ${view.sees('asset')}`,
    ),
  );
  if (!seen) throw notFound(`assets/${id}`);
  throw new ServiceError(
    'forbidden',
    'only those who oversee the tenancy that owns an asset read who has rights on it',
  );
}

/** How many names the permissions have. */
const namesIn = (grants: readonly NamedGrant[]): number =>
  grants
    .flatMap(({ permissions }) => permissions.flatMap((each) => Object.values(each)))
    .reduce((sum, list) => sum + list.length, 0);

const hasRights = ({ reads, behaviours }: Access): boolean => reads || behaviours.length > 0;
const sizeOf = ({ attributes, eventTypes }: Access): number => attributes.length + eventTypes.length;
const policiesIn = ({ attributes, eventTypes, behaviours }: Access): string[] => [
  ...[...attributes, ...eventTypes].flatMap(({ read, write }) => [...read, ...write]),
  ...behaviours.flatMap(({ policies }) => policies),
];

const identities = (ids: readonly string[]): string[] => ids.map((id) => `access_policies/${id}`);
const nameJson = ({ name, read, write }: NameAccess) => ({ name, read: identities(read), write: identities(write) });

const groupJson = ({ role, holders, access }: GroupOf): z.infer<typeof Group> => ({
  role,
  holders,
  attributes: access.attributes.map(nameJson),
  event_types: access.eventTypes.map(nameJson),
  behaviours: access.behaviours.map(({ name, policies }) => ({
    name: name as (typeof BEHAVIOURS)[number],
    policies: identities(policies),
  })),
});
