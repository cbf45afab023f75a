import * as fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/platform/database/database.ts';
import type { LocalD1 } from '../../ledger/support/d1.ts';
import type { ModelPermission, ModelPolicy, ModelPrincipal } from './model.ts';
import { asset, term, type WorldAsset } from './world.ts';
import {
  applicationRows,
  policyRow,
  readPrincipals,
  subjectRow,
  tenantRow,
  writeAssets,
  type Written,
} from './write.ts';

type Side = 'owner' | 'partner';
type User = { of: Side; claims: Record<string, string> };
type Policy = Omit<ModelPolicy, 'id' | 'tenant'> & { of: Side };

/**
 * Two mutually confirmed tenancies; the owner has assets. Principals: the administrators of both, then the users.
 * `policies` is called with the partner as a subject of the owner.
 */
async function pair(
  d1: LocalD1,
  db: Database,
  users: User[],
  policies: (partner: string) => Policy[],
  assets: WorldAsset[],
): Promise<Written> {
  const tenants: Record<Side, string> = { owner: randomUUID(), partner: randomUUID() };
  const administrators = (['owner', 'partner'] as const).map((of) => ({ of, claims: {}, administrator: true }));
  const principals = [...administrators, ...users.map((user) => ({ ...user, administrator: false }))].map(
    ({ of, claims, administrator }): ModelPrincipal => ({
      id: randomUUID(),
      tenant: tenants[of],
      administrator,
      claims,
    }),
  );
  const subjects = [
    { id: randomUUID(), tenant: tenants.owner, remote: tenants.partner, rightKey: true },
    { id: randomUUID(), tenant: tenants.partner, remote: tenants.owner, rightKey: true },
  ];
  const rules = policies(`subjects/${subjects[0]!.id}`).map(({ of, filters, permissions }): ModelPolicy => ({
    id: randomUUID(),
    tenant: tenants[of],
    filters,
    permissions,
  }));
  await d1.rows(
    ...Object.values(tenants).map(tenantRow),
    ...principals.flatMap(applicationRows),
    ...subjects.map(subjectRow),
    ...rules.map(policyRow),
  );
  const callers = principals.map(({ tenant, id }) => ({ tenant, issuer: 'appidp', subject: id }));
  const authors = await readPrincipals(db, callers.slice(0, 1));
  return { principals, subjects, policies: rules, assets: await writeAssets(db, authors, assets), callers };
}

const permission = (given: Partial<ModelPermission>): ModelPermission => ({
  subjects: [],
  user_attributes: [],
  behaviours: [],
  asset_attributes_read: [],
  asset_attributes_write: [],
  event_arc_display_type_read: [],
  event_arc_display_type_write: [],
  include_attributes: [],
  ...given,
});
const roles = (...of: string[]) => [{ or: of.map((role) => `jwt_role=${role}`) }];

/** The groups of a policy with ten terms. */
const SHAPES = [[10], [1, 9], [5, 5], [1, 1, 8], [3, 3, 4], [1, 2, 2, 5], [2, 2, 2, 2, 2], [1, 1, 1, 1, 6]];
const READS: Partial<ModelPermission>[] = [
  { asset_attributes_read: ['kind'] },
  { asset_attributes_read: ['place', 'arc_attachments'], event_arc_display_type_read: ['t1'] },
  { include_attributes: ['box'] },
  { event_arc_display_type_read: ['t2'] },
  { behaviours: ['RecordEvidence'] },
  { asset_attributes_read: ['tags'], asset_attributes_write: ['kind'] },
  { event_arc_display_type_read: ['*'] },
];

/**
 * The owner has 200 policies of ten terms and `assetCount` assets, the partner has 30 policies. All policies name users
 * with role a, some also those with b (users 3 and 7) and c (user 4), and some share with the partner. User 5 has no
 * rights; users 6 and 7 belong to the partner.
 */
export function twoHundredPolicies(d1: LocalD1, db: Database, assetCount: number): Promise<Written> {
  const sample = <T>(of: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(of, { seed: 20_263, numRuns });
  const terms = sample(term, 2300);
  const policies = (partner: string): Policy[] =>
    Array.from({ length: 230 }, (_, i): Policy => {
      let at = i * 10;
      const shape = SHAPES[i % SHAPES.length]!;
      // A group with one term matches few assets.
      const filters = shape.map((n, group) => {
        const or = Array.from({ length: n }, () => terms[at++]!);
        return { or: n === 1 && group === 0 ? [`attributes.lot=${i % 23}`] : or };
      });
      const given = permission({
        ...READS[i % READS.length],
        subjects: i % 11 === 1 ? [partner] : [],
        user_attributes: roles('a', ...((i < 200 ? i % 9 : i % 3) === 1 ? ['b'] : []), ...(i % 32 === 5 ? ['c'] : [])),
      });
      return { of: i < 200 ? 'owner' : 'partner', filters, permissions: [given] };
    });
  const assets = sample(asset, assetCount).map((one, i) => ({
    ...one,
    tenant: 0,
    at: i % 89,
    attributes: { ...one.attributes, lot: `${i % 29}` },
  }));
  const users = [
    ...['a', 'b', 'c', 'd'].map((role): User => ({ of: 'owner', claims: { role } })),
    ...['a', 'b'].map((role): User => ({ of: 'partner', claims: { role } })),
  ];
  return pair(d1, db, users, policies, assets);
}

/**
 * The owner has `few` + 10 assets, of which users 2 to 5 see `few`, `few` + 1, all, and none. It shares `few` + 1 with
 * the partner (1), whose users 6 to 9 see fewer, all, fewer, and none. `named` gives the names of attributes.
 */
export function fewAndMany(
  d1: LocalD1,
  db: Database,
  few: number,
  named: (attribute: string) => string = (attribute) => attribute,
): Promise<Written> {
  const reads = { asset_attributes_read: ['kind', named('lot')], event_arc_display_type_read: ['t1'] };
  const all = { asset_attributes_read: ['*'], event_arc_display_type_read: ['*'] };
  const policy = (of: Side, or: string[], given: Partial<ModelPermission>): Policy => ({
    of,
    filters: [{ or: or.map((text) => text.replace(/(?<=^attributes\.)\w+/, named)) }],
    permissions: [permission(given)],
  });
  const policies = (partner: string): Policy[] => [
    policy('owner', ['attributes.few=x'], { ...reads, user_attributes: roles('few') }),
    policy('owner', ['attributes.many=x'], { ...reads, user_attributes: roles('many') }),
    policy('owner', ['attributes.kind=x'], { ...reads, user_attributes: roles('all') }),
    policy('owner', ['attributes.many=x', 'attributes.other=x'], { ...reads, subjects: [partner] }),
    policy('partner', ['attributes.lot!=0'], { ...all, user_attributes: roles('some') }),
    policy('partner', ['attributes.kind=x'], { ...all, user_attributes: roles('all') }),
    policy('partner', ['attributes.lot=3'], { ...all, user_attributes: roles('lot') }),
  ];
  const assets = Array.from({ length: few + 10 }, (_, i): WorldAsset => ({
    tenant: 0,
    public: false,
    at: Math.floor(i / 3),
    attributes: {
      kind: 'x',
      [named('lot')]: `${i % 7}`,
      [named('hidden')]: 'y',
      ...(i < few ? { [named('few')]: 'x' } : {}),
      ...(i <= few ? { many: 'x' } : {}),
    },
    events: [
      {
        says: { arc_display_type: i % 2 === 0 ? 't1' : 't2' },
        sets: { [named('hidden')]: 'z' },
        declared: i % 3 === 0 ? i % 11 : undefined,
      },
    ],
    atOnce: true,
  }));
  const users = [
    ...['few', 'many', 'all', 'none'].map((role): User => ({ of: 'owner', claims: { role } })),
    ...['some', 'all', 'lot', 'none'].map((role): User => ({ of: 'partner', claims: { role } })),
  ];
  return pair(d1, db, users, policies, assets);
}
