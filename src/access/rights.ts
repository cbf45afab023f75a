import { sql, type SQL } from 'drizzle-orm';
import type { Attributes } from '../formats/records/attributes.ts';
import type { Database, RawStatement } from '../platform/database/database.ts';
import { ALL, matches, parseFilters, type Filters, type ParsedFilters, type Permission } from './policy.ts';
import { callersRows, permissionsOf, type Caller, type Principal } from './principal.ts';

/** The permissions of a policy for a caller, with its filters. */
export type Grant = { filters: ParsedFilters; permissions: Permission[] };

/** What a caller's rights follow from: the principal, and what policies grant them. */
export type CallerRights = {
  principal: Principal;
  /** From policies of their own tenancy that name them as a user. Not looked up for an administrator. */
  user: Grant[];
  /** From policies of the asset's tenancy that name theirs as an organization. */
  shared: Grant[];
  /** Whether the tenancy of the caller or that of the asset is suspended. */
  suspended: boolean;
  /** The display types of assets of the asset's tenancy whose events must be signed by their authors. */
  signedTypes: string[];
  /** Tenants with their access revisions: the grants and the signed types are unchanged while these are. */
  revisions: [string, number][];
};

type GrantRow =
  | { layer: 'user' | 'shared'; caller: number; filters: string; permissions: string }
  | { layer: 'owner'; tenant: string; revision: number; filters: string; permissions: '' | 'suspended' };

/** Of the policy `p`: a JSON list of the permissions that `named` lists. */
const permissionsIn = (named: string): SQL =>
  sql.raw(`json_group_array(json(p.access_permissions -> ('$[' || ${named}.item || ']')))`);

/**
 * The permissions of the tenancy of an asset that name the tenancies of callers as organizations: rows (caller, policy,
 * item).
 */
export const sharedPermissionsOf = (callers: readonly Caller[], asset: string): SQL =>
  sql`SELECT c.caller, g.policy, g.item
    FROM assets a CROSS JOIN tenants t CROSS JOIN (${callersRows(callers)}) c CROSS JOIN subjects s
    CROSS JOIN policy_subjects g
    WHERE a.id = ${asset} AND t.number = a.tenant AND t.id <> c.tenant AND s.remote = c.tenant AND s.tenant = t.id
    AND s.confirmed = 1 AND g.subject = s.id AND g.tenant = s.tenant`;

/**
 * The permissions that name callers, for one asset: a row for each policy and caller. If the asset is of another
 * tenancy, those of that tenancy as well.
 */
export function grantsQuery(db: Database, callers: readonly Caller[], asset: string): RawStatement<GrantRow> {
  return db.sql<GrantRow>(sql`
    SELECT 'user' AS layer, m.caller AS caller, p.filters AS filters, ${permissionsIn('m')} AS permissions,
    '' AS tenant, 0 AS revision
      FROM (${permissionsOf(callers)}) m CROSS JOIN access_policies p ON p.id = m.policy
      WHERE NOT EXISTS (SELECT 1 FROM administrators d WHERE d.tenant = m.tenant AND d.issuer = m.issuer
      AND d.subject = m.subject)
      GROUP BY m.caller, p.id
    UNION ALL SELECT 'shared', g.caller, p.filters, ${permissionsIn('g')}, '', 0
      FROM (${sharedPermissionsOf(callers, asset)}) g CROSS JOIN access_policies p ON p.id = g.policy
      GROUP BY g.caller, p.id
    UNION ALL SELECT 'owner', 0, t.require_signature, iif(t.suspended_us IS NULL, '', 'suspended'), t.id,
      t.access_revision
    FROM assets a CROSS JOIN tenants t ON t.number = a.tenant WHERE a.id = ${asset}`);
}

/** The rights of the caller at `index` in the list that `grantsQuery` was called with. */
export function callerRightsOf(principal: Principal, index: number, rows: readonly GrantRow[]): CallerRights {
  const of = (layer: 'user' | 'shared'): Grant[] =>
    rows.flatMap((row) =>
      row.layer === layer && row.caller === index
        ? [
            {
              filters: parseFilters(JSON.parse(row.filters) as Filters),
              permissions: JSON.parse(row.permissions) as Permission[],
            },
          ]
        : [],
    );
  const owner = rows.find((row) => row.layer === 'owner');
  const foreign = owner && owner.tenant !== principal.tenant ? owner : undefined;
  const revisions: CallerRights['revisions'] = [[principal.tenant, principal.accessRevision]];
  if (foreign) revisions.push([foreign.tenant, foreign.revision]);
  const signedTypes = foreign ? (JSON.parse(foreign.filters) as string[]) : principal.signedTypes;
  const suspended = principal.suspended || owner?.permissions === 'suspended';
  return { principal, user: of('user'), shared: of('shared'), suspended, signedTypes, revisions };
}

/** The lists for `principalsHold` (principal.ts): while that holds, the callers have these rights. */
export function conditionsOf(callers: readonly CallerRights[]): {
  principals: [tenant: string, issuer: string, subject: string, revision: number, administrator: number][];
  revisions: [tenant: string, revision: number][];
} {
  return {
    principals: callers.map(({ principal: { tenant, issuer, subject, revision, administrator } }) => [
      tenant,
      issuer,
      subject,
      revision,
      Number(administrator),
    ]),
    revisions: callers.flatMap(({ revisions }) => revisions),
  };
}

/** What a caller may do with one asset in its current state. */
export type Rights = {
  /** They may know that it exists. */
  known: boolean;
  /** They may do everything, as an administrator of its tenancy. */
  all: boolean;
  /** Whether `list`, a list of names in permissions, has `name` or `*`. Only `*` includes the empty name. */
  may(list: PermissionList, name: string): boolean;
  /** Whether `list` has any name. */
  some(list: PermissionList): boolean;
};

export type PermissionList = Exclude<keyof Permission, 'subjects' | 'user_attributes'>;

/**
 * The rights of a caller on an asset, from its current attributes. The same two layers as in access/visibility.ts, in
 * memory: the ledger decides on a head that is not yet in the database.
 */
export function rightsOn(
  callerRights: Pick<CallerRights, 'user' | 'shared'> & { principal: Pick<Principal, 'tenant' | 'administrator'> },
  asset: { tenant: string; public: boolean; attributes: Attributes },
): Rights {
  const { principal } = callerRights;
  const own = asset.tenant === principal.tenant;
  if (own && principal.administrator) return { known: true, all: true, may: () => true, some: () => true };
  if (asset.public) return { known: false, all: false, may: () => false, some: () => false };
  const tenantLayer = own ? undefined : new Layer(callerRights.shared, asset.attributes);
  const seen = tenantLayer ? tenantLayer.readable(asset.attributes) : asset.attributes;
  const layers = [
    ...(tenantLayer ? [tenantLayer] : []),
    ...(principal.administrator ? [] : [new Layer(callerRights.user, seen)]),
  ];
  return {
    known: layers.every((layer) => layer.givesSomething),
    all: false,
    may: (list, name) =>
      layers.every((layer) => (list === 'asset_attributes_read' ? layer.reads(name) : layer.has(list, name))),
    some: (list) => haveCommon(layers.map((layer) => layer.names(list))),
  };
}

/** Whether the tenancy of an asset with these attributes requires that authors sign its events. */
export function isSignedType({ signedTypes }: Pick<CallerRights, 'signedTypes'>, attributes: Attributes): boolean {
  const type = attributes['arc_display_type'];
  return typeof type === 'string' && signedTypes.includes(type);
}

/** Whether the rights allow recording some event of a behaviour. */
export const mayRecord = (rights: Rights, behaviour: string): boolean =>
  rights.may('behaviours', behaviour) &&
  // Events of this behaviour have no type, which only `*` includes.
  (behaviour === 'Builtin'
    ? rights.may('event_arc_display_type_write', '')
    : rights.some('event_arc_display_type_write'));

/** Whether there is a name that all of the sets have, of which `*` is every name. */
function haveCommon(sets: Set<string>[]): boolean {
  if (sets.some(({ size }) => size === 0)) return false;
  const [first, ...others] = sets.filter((set) => !set.has(ALL));
  return first === undefined || [...first].some((name) => others.every((set) => set.has(name)));
}

/** The attributes of an asset that the rights allow reading. */
export function readableAttributes(rights: Rights, attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => rights.may('asset_attributes_read', name)));
}

/** What the policies that match an asset allow. */
class Layer {
  readonly givesSomething: boolean;
  readonly #permissions: Permission[];
  readonly #names = new Map<PermissionList, Set<string>>();

  constructor(grants: readonly Grant[], attributes: Attributes) {
    this.#permissions = grants
      .filter(({ filters }) => matches(filters, attributes))
      .flatMap(({ permissions }) => permissions);
    this.givesSomething = this.#permissions.some(givesSomething);
  }

  /** The names in one list of all permissions. */
  names(list: PermissionList): Set<string> {
    const known = this.#names.get(list);
    if (known) return known;
    const names = new Set(this.#permissions.flatMap((permission) => permission[list]));
    this.#names.set(list, names);
    return names;
  }

  has(list: PermissionList, name: string): boolean {
    const names = this.names(list);
    return names.has(ALL) || names.has(name);
  }

  reads(name: string): boolean {
    return this.has('asset_attributes_read', name) || this.has('include_attributes', name);
  }

  readable(attributes: Attributes): Attributes {
    return Object.fromEntries(Object.entries(attributes).filter(([name]) => this.reads(name)));
  }
}

const givesSomething = ({ subjects: _s, user_attributes: _u, ...lists }: Permission): boolean =>
  Object.values(lists).some((list) => list.length > 0);
