import { desc, sql } from 'drizzle-orm';
import { applications, members } from '../../access/identity/tables.ts';
import { APPLICATION_ISSUER, isMember, principalOf, type Caller } from '../../access/principal.ts';
import type { TenantScope } from '../../access/scope.ts';
import { subjects } from '../../access/tables.ts';

/** Someone who can have rights on an asset, as responses name them. */
export type Holder = { identity: string; display_name: string; email: string };
/** Holders with the same caller: a partner can have been imported several times. */
type Holding = { caller: Caller; holders: Holder[] };

/** The newest of each kind whose rights are looked up for one request. */
const MOST = { people: 500, applications: 200, partners: 100 } as const;

const isPerson = isMember(sql`${members}`);

/** The caller that stands for the administrators of another tenancy. */
const administratorOf = (tenant: string): Caller => ({ tenant, issuer: '', subject: '' });

/** The people, applications and confirmed partners of a tenancy. `truncated`: there are more. */
export async function holdingsOf(scope: TenantScope): Promise<{ holdings: Holding[]; truncated: boolean }> {
  const newest = (table: typeof members | typeof applications | typeof subjects, most: number) => ({
    orderBy: [desc(table.createdUs), desc(table.id)],
    limit: most + 1,
  });
  const [people, machines, partners] = await scope.read(
    scope.rows(members, isPerson, newest(members, MOST.people)),
    scope.rows(applications, undefined, newest(applications, MOST.applications)),
    scope.rows(subjects, sql`confirmed = 1`, newest(subjects, MOST.partners)),
  );
  const { tenant } = scope;
  const organizations = Map.groupBy(partners.slice(0, MOST.partners), ({ remote }) => remote ?? '');
  return {
    holdings: [
      ...people.slice(0, MOST.people).map(({ id, issuer, subject, displayName, email }) => ({
        caller: { tenant, issuer, subject },
        holders: [{ identity: `users/${id}`, display_name: displayName, email }],
      })),
      ...machines.slice(0, MOST.applications).map(({ id, displayName }) => ({
        caller: { tenant, issuer: APPLICATION_ISSUER, subject: id },
        holders: [{ identity: `applications/${id}`, display_name: displayName, email: '' }],
      })),
      ...[...organizations].map(([remote, all]) => ({
        caller: administratorOf(remote),
        holders: all.map(({ id, displayName }) => ({
          identity: `subjects/${id}`,
          display_name: displayName,
          email: '',
        })),
      })),
    ],
    truncated: people.length > MOST.people || machines.length > MOST.applications || partners.length > MOST.partners,
  };
}

/** The caller that a holder is; undefined for one that does not exist, or a partner that is not confirmed. */
export async function callerOf(scope: TenantScope, collection: string, id: string): Promise<Caller | undefined> {
  const { tenant } = scope;
  const is = sql`id = ${id}`;
  if (collection === 'users') {
    const [[row]] = await scope.read(scope.rows(members, sql`${is} AND ${isPerson}`));
    return row && { tenant, issuer: row.issuer, subject: row.subject };
  }
  if (collection === 'applications') {
    const [[row]] = await scope.read(scope.rows(applications, is));
    return row && { tenant, issuer: APPLICATION_ISSUER, subject: row.id };
  }
  const [[row]] = await scope.read(scope.rows(subjects, sql`${is} AND confirmed = 1`));
  return row?.remote ? administratorOf(row.remote) : undefined;
}

/** The role of a caller of a tenancy, by which they have rights beside those of policies. */
export type Role = 'ADMINISTRATOR' | 'AUDITOR' | 'MEMBER' | 'PARTNER';

/** The role of a caller among the principals that were read with them; undefined for a caller who is gone. */
export function roleOf(
  scope: TenantScope,
  caller: Caller,
  principals: Parameters<typeof principalOf>[1],
): Role | undefined {
  if (caller.tenant !== scope.tenant) return 'PARTNER';
  const principal = principalOf(caller, principals);
  if (!principal) return undefined;
  if (principal.administrator) return 'ADMINISTRATOR';
  return principal.auditor ? 'AUDITOR' : 'MEMBER';
}
