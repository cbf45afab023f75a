import { sql, type SQL } from 'drizzle-orm';
import { assert } from '../platform/database/conditions.ts';
import type { RawStatement, Statement } from '../platform/database/database.ts';
import { nowMicros } from '../lib/time.ts';
import { permissionsOf, principalsQuery, type Caller } from './principal.ts';
import type { Scoped } from './queries.ts';
import { reachableAssets } from './reachable.ts';
import { grantsQuery, sharedPermissionsOf } from './rights.ts';
import { TenantRows } from './tenant-rows.ts';

/** A tenancy as its members see it. */
export type Tenancy = {
  id: string;
  displayName: string;
  verifiedDomain: string;
  walletPublicKey: string;
  walletAddress: string;
  tesseraPublicKey: string;
  /** Whether it may have KHIPU assets; null: the default of the deployment's chain. */
  khipu: number | null;
  /** The proof mechanism of new assets whose creation names none; null: that of the service. */
  defaultMechanism: string | null;
  /** JSON: the display types of the assets whose events must be signed by their authors. */
  signedTypes: string;
  revision: number;
};

/** A policy that names callers. `named` (JSON): pairs of a caller's index and of a permission's position. */
export type PolicyNaming = {
  policy: string;
  displayName: string;
  filters: string;
  permissions: string;
  named: string;
};

/** Statements over the caller's tenancy, and over what policies give the caller and the tenancy. */
export class OwnTenancy extends TenantRows {
  /**
   * The current state of an asset that decides on the caller's rights, with the name under which the caller's tenancy
   * has imported its owner, and the permissions that policies give the caller on assets like it. The caller of this
   * function must compare these rights before it returns anything.
   */
  rightsOnAsset(asset: string) {
    const state = this.db.sql<{ tenant: string; public: number; attributes: string; owner: string | null }>(sql`
      SELECT t.id AS tenant, a.public AS public, a.attributes AS attributes, (SELECT s.display_name FROM subjects s
        WHERE s.tenant = ${this.tenant} AND s.remote = t.id AND s.confirmed = 1 ORDER BY s.id LIMIT 1) AS owner
      FROM assets a CROSS JOIN tenants t ON t.number = a.tenant WHERE a.id = ${asset}`);
    return [state as Scoped<typeof state>, this.#grants(asset)] as const;
  }

  #grants(asset: string) {
    const grants = grantsQuery(this.db, [this.caller], asset);
    return grants as Scoped<typeof grants>;
  }

  /** The principals of callers of the tenancy, in any order. */
  principals(callers: readonly Caller[]) {
    const query = principalsQuery(this.db, callers);
    return query as Scoped<typeof query>;
  }

  /**
   * The policies of the tenancy that name callers, newest first, with the permissions that do: callers of the tenancy
   * as users, and those of other tenancies by the organizations with which `asset` is shared. `where`: a condition on
   * the policy `p`.
   */
  policiesNaming(
    callers: readonly Caller[],
    { asset, where, limit }: { asset: string; where: SQL; limit: number },
  ): Scoped<RawStatement<PolicyNaming>> {
    return this.db.sql<PolicyNaming>(sql`SELECT p.id AS policy, p.display_name AS displayName, p.filters AS filters,
      p.access_permissions AS permissions, json_group_array(json_array(m.caller, m.item)) AS named
      FROM (SELECT caller, policy, item FROM (${permissionsOf(callers)})
        UNION ALL ${sharedPermissionsOf(callers, asset)}) m
      CROSS JOIN access_policies p ON p.id = m.policy
      WHERE p.tenant = ${this.tenant} AND ${where}
      GROUP BY p.id ORDER BY p.created_us DESC, p.id LIMIT ${limit}`) as Scoped<RawStatement<PolicyNaming>>;
  }

  /**
   * The permissions that policies of the tenancy give each of its people or applications on own assets, for
   * `callerRightsOf`: a caller is named by the index in the list.
   */
  grantsTo(members: readonly Pick<Caller, 'issuer' | 'subject'>[]) {
    const grants = grantsQuery(
      this.db,
      members.map(({ issuer, subject }) => ({ tenant: this.tenant, issuer, subject })),
      '',
    );
    return grants as Scoped<typeof grants>;
  }

  /** The permissions that policies of the caller's tenancy give them as a user, as JSON. */
  userPermissions(): Scoped<RawStatement<{ permission: string }>> {
    return this.db.sql<{ permission: string }>(sql`SELECT p.access_permissions -> ('$[' || m.item || ']') AS permission
      FROM (${permissionsOf([this.caller])}) m CROSS JOIN access_policies p ON p.id = m.policy`) as Scoped<
      RawStatement<{ permission: string }>
    >;
  }

  /**
   * The permissions that policies of other tenancies give the caller's tenancy, as JSON; at most 1,000. Suspended
   * tenancies give none.
   */
  sharedPermissions(): Scoped<RawStatement<{ tenant: string; permission: string }>> {
    return this.db.sql<{ tenant: string; permission: string }>(sql`SELECT s.tenant AS tenant,
      p.access_permissions -> ('$[' || g.item || ']') AS permission
      FROM subjects s CROSS JOIN policy_subjects g ON g.subject = s.id AND g.tenant = s.tenant
      CROSS JOIN access_policies p ON p.id = g.policy CROSS JOIN tenants t ON t.id = s.tenant AND t.suspended_us IS NULL
      WHERE s.remote = ${this.tenant} AND s.confirmed = 1 LIMIT 1000`) as Scoped<
      RawStatement<{ tenant: string; permission: string }>
    >;
  }

  /**
   * Those of the given assets on which the caller may have a right. Appends to all others are 404, unless the caller
   * may change nothing at all, and their ledgers need not be asked; for these the ledgers decide.
   */
  reachable(assets: readonly string[]): Scoped<RawStatement<{ id: string }>> {
    return this.db.sql<{ id: string }>(reachableAssets(this.caller, assets)) as Scoped<RawStatement<{ id: string }>>;
  }

  /** The row of the caller's tenancy. */
  ownTenancy(): Scoped<RawStatement<Tenancy>> {
    return this.db.sql<Tenancy>(sql`SELECT id, display_name AS displayName, verified_domain AS verifiedDomain,
      wallet_public_key AS walletPublicKey, wallet_address AS walletAddress, tessera_public_key AS tesseraPublicKey,
      khipu,
      default_mechanism AS defaultMechanism, require_signature AS signedTypes, revision
      FROM tenants WHERE id = ${this.tenant}`) as Scoped<RawStatement<Tenancy>>;
  }

  /** Further columns of the row of the caller's tenancy. */
  ownTenancyHas<Row>(columns: SQL): Scoped<RawStatement<Row>> {
    return this.db.sql<Row>(sql`SELECT ${columns} FROM tenants WHERE id = ${this.tenant}`) as Scoped<RawStatement<Row>>;
  }

  /** Ends the sessions of a member of the caller's tenancy, by the id of the user. */
  endSessionsOf(user: string): Scoped<Statement> {
    const now = nowMicros();
    const ending = this.db.sql(sql`UPDATE sessions SET expires_us = 0, ended_us = ${now} WHERE expires_us > ${now}
      AND (issuer, subject) IN (SELECT issuer, subject FROM members WHERE tenant = ${this.tenant} AND id = ${user})`);
    return ending as unknown as Scoped<Statement>;
  }

  /**
   * Writes the caller's tenancy with its next revision, under the condition `unchanged`: its revision is that of
   * `before`. Ledgers see a new default mechanism and new signed types with their next commit, because the access
   * revision changes with them.
   */
  changeTenancy(
    before: Tenancy,
    {
      displayName,
      verifiedDomain,
      defaultMechanism,
      signedTypes,
    }: Pick<Tenancy, 'displayName' | 'verifiedDomain' | 'defaultMechanism' | 'signedTypes'> = before,
  ): { condition: Statement; statement: Scoped<Statement> } {
    const { revision } = before;
    const isSame = defaultMechanism === before.defaultMechanism && signedTypes === before.signedTypes;
    return {
      condition: assert(
        this.db,
        'unchanged',
        sql`EXISTS (SELECT 1 FROM tenants WHERE id = ${this.tenant} AND revision = ${revision})`,
      ),
      statement: this.db.sql(
        sql`UPDATE tenants SET display_name = ${displayName}, verified_domain = ${verifiedDomain},
          default_mechanism = ${defaultMechanism}, require_signature = ${signedTypes}, revision = ${revision + 1},
          access_revision = access_revision + ${isSame ? 0 : 1} WHERE id = ${this.tenant}`,
      ) as unknown as Scoped<Statement>,
    };
  }
}
