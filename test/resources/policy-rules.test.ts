import { beforeAll, describe, expect, test } from 'vitest';
import { openClient, type Client } from '../support/client.ts';
import { expectProblem } from '../support/raw.ts';
import { sharedService, type Service } from '../support/service.ts';
import { openTenancy, violationsOf, type Tenancy } from '../support/tenancy.ts';
import { create, made, NOTHING, patch, read, UNKNOWN } from './support/policies.ts';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

const numbered = (n: number, of: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => of(i));

describe('what may be written', () => {
  let owner: Tenancy;
  let identity: string;
  beforeAll(async () => {
    owner = await openTenancy(service, client, 'Rules');
    identity = await made(owner, {});
  });

  const filters = (...or: string[]): object => ({ filters: [{ or }] });
  const permission = (of: object): object => ({ access_permissions: [of] });
  const users = (...or: string[]): object => permission({ user_attributes: [{ or }] });
  /** A filter `attributes.<name>=…` of this length. */
  const long = (length: number, at = 0): string => `attributes.a${at}=`.padEnd(length, 'x');
  /** Permissions whose JSON has this number of bytes. */
  const sized = (bytes: number): { access_permissions: object[] } => {
    const names = ['é'.repeat(500), ...numbered(98, (i) => String(i).padEnd(1000, 'x'))];
    const permissionsWith = (filler: string): object[] => [{ ...NOTHING, include_attributes: [...names, filler] }];
    const left = bytes - Buffer.byteLength(JSON.stringify(permissionsWith('')));
    return { access_permissions: permissionsWith('y'.repeat(left)) };
  };

  const LISTS = Object.keys(NOTHING).filter((name) => name !== 'subjects' && name !== 'user_attributes');
  const subject = (i: number): string => `subjects/${UNKNOWN.slice(0, -3)}${String(i).padStart(3, '0')}`;

  test.each<[string, object]>([
    ['a long name', { display_name: '😀'.repeat(64) }],
    ['a long description', { description: 'x'.repeat(4096) }],
    ['a long filter', filters(long(1024))],
    ['the same filter in two groups', { filters: [{ or: [long(20)] }, { or: [long(20)] }] }],
    ['20 filter strings in one group', filters(...numbered(20, (i) => long(1024, i)))],
    ['20 filter strings in 20 groups', { filters: numbered(20, (i) => long(20, i)).map((text) => ({ or: [text] })) }],
    ['50 permissions', { access_permissions: numbered(50, String).map(() => ({})) }],
    ['100 users', users(...numbered(100, (i) => `jwt_c=${i}`))],
    ['a long user', users('jwt_c='.padEnd(1024, 'x'))],
    ['200 names', permission(Object.fromEntries(LISTS.map((name) => [name, numbered(200, String)])))],
    ['a long name in a list', permission({ behaviours: ['x'.repeat(1024)] })],
    ['200 subjects', permission({ subjects: numbered(200, subject) })],
    ['upper-case subjects', permission({ subjects: [subject(1).toUpperCase().replace('SUBJECTS', 'subjects')] })],
    ['nested filters', filters('attributes.a.b=1', 'attributes.a[].b!=*', 'attributes.a.b:x', 'attributes.a=')],
  ])('%s is taken', async (_what, body) => {
    for (const answer of [
      await create(owner, { display_name: 'x', ...body }),
      await patch(owner, identity, { display_name: 'x', ...body }),
    ]) {
      expect(answer.status, answer.text).toBe(200);
      expect((await read(owner, answer.body.identity)).text).toBe(answer.text);
      const gone = answer.body.identity === identity ? undefined : answer.body.identity;
      if (gone) await owner.done('DELETE', `/iam/v1/${gone}`);
    }
  });

  test.each<[string, object, string, RegExp?]>([
    ['no name', { display_name: '' }, 'display_name'],
    ['a number as name', { display_name: 5 }, 'display_name'],
    ['a name too long', { display_name: 'x'.repeat(129) }, 'display_name'],
    ['a description too long', { description: 'x'.repeat(4097) }, 'description'],
    ['filters that are not a list', { filters: {} }, 'filters'],
    ['a filter that is no group', { filters: ['attributes.a=b'] }, 'filters[0]'],
    ['a group without or', { filters: [{}] }, 'filters[0].or'],
    ['a group that is a list', { filters: [['attributes.a=b']] }, 'filters[0]'],
    ['a filter that is no text', { filters: [{ or: [5] }] }, 'filters[0].or[0]'],
    ['an empty filter', filters('attributes.a=b', ''), 'filters[0].or[1]'],
    ['a filter too long', filters(long(1025)), 'filters[0].or[0]', /1024/],
    ['a filter twice', filters(long(20), 'attributes.b=c', long(20)), 'filters[0].or[2]', /twice/],
    ['21 filters in a group', filters(...numbered(21, (i) => long(20, i))), 'filters[0].or', /20/],
    ['21 groups', { filters: numbered(21, String).map(() => ({ or: [] })) }, 'filters', /20/],
    [
      '21 filters over groups',
      { filters: [{ or: numbered(12, (i) => long(20, i)) }, { or: numbered(9, (i) => long(20, i)) }] },
      'filters',
      /20/,
    ],
    ['51 permissions', { access_permissions: numbered(51, String).map(() => ({})) }, 'access_permissions', /50/],
    ['permissions that are not a list', { access_permissions: {} }, 'access_permissions'],
    ['a permission that is text', { access_permissions: ['read'] }, 'access_permissions[0]'],
    ...LISTS.flatMap((name): [string, object, string, RegExp?][] => [
      [`201 ${name}`, permission({ [name]: numbered(201, String) }), `access_permissions[0].${name}`, /200/],
      [`${name} twice`, permission({ [name]: ['a', 'b', 'a'] }), `access_permissions[0].${name}[2]`, /twice/],
      [`${name} empty`, permission({ [name]: ['a', ''] }), `access_permissions[0].${name}[1]`],
      [`${name} long`, permission({ [name]: ['x'.repeat(1025)] }), `access_permissions[0].${name}[0]`, /1024/],
      [`${name} as text`, permission({ [name]: 'a' }), `access_permissions[0].${name}`],
    ]),
    ['201 subjects', permission({ subjects: numbered(201, subject) }), 'access_permissions[0].subjects', /200/],
    ...[
      'subject',
      'subjects/',
      'subjects/x',
      `tenant/${UNKNOWN}`,
      UNKNOWN,
      `${subject(1)}/`,
      `/${subject(1)}`,
      '*',
    ].map((text): [string, object, string, RegExp] => [
      `the subject ${text}`,
      permission({ subjects: [subject(1), text] }),
      'access_permissions[0].subjects[1]',
      /subjects\/<uuid>/,
    ]),
    ['101 users', users(...numbered(101, (i) => `jwt_c=${i}`)), 'access_permissions[0].user_attributes[0].or', /100/],
    ['a user twice', users('jwt_c=1', 'jwt_c=1'), 'access_permissions[0].user_attributes[0].or[1]', /twice/],
    ['a user too long', users('jwt_c='.padEnd(1025, 'x')), 'access_permissions[0].user_attributes[0].or[0]', /1024/],
  ])('%s is refused, and the field named', async (_what, body, field, reason = /./) => {
    const before = (await read(owner, identity)).text;
    for (const answer of [await create(owner, { display_name: 'x', ...body }), await patch(owner, identity, body)]) {
      expectProblem(answer, 400);
      expect(Object.keys(violationsOf(answer))).toEqual([field]);
      expect(violationsOf(answer)[field]).toMatch(reason);
    }
    expect((await read(owner, identity)).text).toBe(before);
  });

  test('all permissions together have at most 100,000 bytes of JSON', async () => {
    for (const [bytes, status] of [
      [100_000, 200],
      [100_001, 400],
    ] as const) {
      const body = sized(bytes);
      expect(Buffer.byteLength(JSON.stringify(body.access_permissions))).toBe(bytes);
      const answer = await patch(owner, identity, body);
      expect(answer.status, answer.text.slice(0, 300)).toBe(status);
      if (status === 400)
        expect(violationsOf(answer)).toEqual({ access_permissions: expect.stringContaining('100000') });
    }
  });

  test('an error names each invalid filter string and user attribute by its index, with the reason', async () => {
    const bad = {
      'attributes.a': /<name>=<value>/,
      'a=b': /attributes\.<name>/,
      'Attributes.a=b': /attributes\.<name>/,
      'asset.attributes.a=b': /attributes\.<name>/,
      'event_attributes.a=b': /attributes\.<name>/,
      'attributes=b': /attributes\.<name>/,
      'attributes.=b': /must name an attribute/,
      'attributes..a=b': /must name an attribute/,
      'attributes.a.=b': /must name an attribute/,
      'attributes.a..b=c': /must name an attribute/,
      'attributes.a.b.c=d': /must name an attribute/,
      'attributes.a[].b.c=d': /must name an attribute/,
      'attributes.a[]=b': /key of the list/,
      ' attributes.a=b': /attributes\.<name>/,
      '=b': /attributes\.<name>/,
    };
    const listed = ['attributes.fine=1', ...Object.keys(bad)];
    const answer = await create(owner, { display_name: 'x', filters: [{ or: ['attributes.fine=1'] }, { or: listed }] });
    expectProblem(answer, 400);
    const said = violationsOf(answer);
    expect(Object.keys(said)).toEqual(Object.keys(bad).map((_, i) => `filters[1].or[${i + 1}]`));
    Object.entries(bad).forEach(([text, reason], i) => expect(said[`filters[1].or[${i + 1}]`], text).toMatch(reason));

    const nobody = ['email', 'email=', 'group:', 'Group=x', 'groups=x', 'jwt_=x', 'jwt_a', 'jwt_a=', 'role=x', '=x'];
    const unusual = ['subject', 'email!=x', 'group!=x', 'attributes.a=b', ' email=x', '*'];
    const refused = await create(owner, { display_name: 'x', ...users('email=a@b', ...nobody, ...unusual) });
    expectProblem(refused, 400);
    const places = [...nobody, ...unusual].map((_, i) => `access_permissions[0].user_attributes[0].or[${i + 1}]`);
    expect(Object.keys(violationsOf(refused))).toEqual(places);
    for (const place of places) expect(violationsOf(refused)[place]).toMatch(/email=…, subject=…, group=… or jwt_/);
    const good = ['email=a@b', 'email:a@b', 'subject=x', 'subject:x', 'group=x', 'group:x', 'jwt_a=x', 'jwt_a:x'];
    expect((await create(owner, { display_name: 'x', ...users(...good, 'jwt_http://x/role=y') })).status).toBe(200);
  });
});
