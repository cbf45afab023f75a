import { expect } from 'vitest';
import type { Client } from './client.ts';
import type { Service } from './service.ts';
import { groups, openTenancy, walk, type Actor, type Arrays } from './tenancy.ts';

/** Separated by two spaces or a line break. */
const ASCII = String.raw`
  '  ''  "  ${'`'}  \  \'  %  _  a%  a_b  %%  ?  ?1  :x  @x  $1  ;  --  #  &  +  !  =  !=  a=b  a:b  %2A  %00
  $  $.x  $[0]  [0]  ["x"]  ."x"  {}  {"a":1}  []x  [*]  $.*  #-1  "$"."x"  /* x */
  ' OR '1'='1  '); DROP TABLE assets; --  " OR 1=1 --  ') UNION SELECT * FROM applications --
  **  *a  a*  a:*  a:secret  e:*  e:T  g.value  null  NULL  true  0  1e3  0x0  sha256:  sha256:---
  constructor  toString  hasOwnProperty  __proto__  prototype  length  undefined  NaN
`;

/** Texts with a special meaning in SQL, LIKE, JSON, JSON paths, JavaScript or an encoding of the service. */
export const TEXTS = [
  ...ASCII.trim().split(/ {2,}|\n\s*/),
  ...' | x|x |x\ty|x\ny|\u0001|é|e\u0301|İ|ı|ß|SS|😀|\u202e|\ufeff|\uffff|\u{10ffff}|\u2028'.split('|'),
];

/** The default permission of a policy for the member. */
export const READ: Arrays = { asset_attributes_read: ['*'], behaviours: ['*'], event_arc_display_type_write: ['*'] };

export type Mirror = Awaited<ReturnType<typeof openMirror>>;

/**
 * A tenancy and its mirror: the stranger has the same assets, and policies that name the member of the owner. No
 * response to that member may contain data of the mirror.
 */
export async function openMirror(service: Service, client: Client) {
  const from = (await service.logged()).length;
  const owner = await openTenancy(service, client, 'Owner');
  const stranger = await openTenancy(service, client, 'Stranger');
  const member = await owner.member({ role: 'r' });
  const policy = await owner.policy([], [], {});
  const everything = { ...READ, event_arc_display_type_read: ['*'] };
  await stranger.policy(['attributes.set=*'], [[`subject=${member.id}`, 'jwt_role=r']], everything);
  return {
    owner,
    stranger,
    member,
    policy,
    /** Changes the policy that tests use: its filters (each a group), its permission and its users. */
    set: async (filters: string[], arrays: Arrays = READ, users = [`subject=${member.id}`]): Promise<void> => {
      const access_permissions = [{ user_attributes: [{ or: users }], ...arrays }];
      await owner.done('PATCH', `/iam/v1/${policy}`, { body: { filters: groups(filters), access_permissions } });
    },
    /**
     * Creates the same assets for both, with the attribute `set`: one after another, or in any order. Returns the
     * owner's identities in the given order.
     */
    both: async (set: string, assets: object[], order: 'in order' | 'in any order' = 'in order'): Promise<string[]> => {
      const all = assets.map((attributes) => ({ set, ...attributes }));
      if (order === 'in any order') return (await Promise.all([owner, stranger].map((of) => of.assets(all))))[0]!;
      const made: string[] = [];
      for (const attributes of all) {
        made.push(await owner.asset(attributes));
        await stranger.asset(attributes);
      }
      return made;
    },
    /** Checks that no request since the mirror was opened was answered with a 5xx. */
    expectNoFaults: (): void =>
      expect(
        service
          .logs()
          .slice(from)
          .filter((line) => /"status":5\d\d|"level":"(error|alarm)"/.test(line)),
      ).toEqual([]),
  };
}

/** Returns the indexes of `assets` in a caller's list. Throws if the list contains another asset. */
export async function listed(who: Actor, assets: string[], query: Record<string, string> = {}): Promise<number[]> {
  const found = (await walk(who, '/v2/assets', query)).map(({ identity }) => assets.indexOf(identity));
  expect(found).not.toContain(-1);
  return found.toSorted((x, y) => x - y);
}
