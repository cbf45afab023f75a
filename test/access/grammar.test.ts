import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { compile, matches, parseFilters, parseUserAttribute, type Permission } from '../../src/access/policy.ts';
import { matchKey } from '../../src/formats/records/attributes.ts';
import { parseTerm, PRESENT } from '../../src/formats/records/filters.ts';

const LONG = 'é'.repeat(65);

describe('parseTerm', () => {
  const term = (text: string) => parseTerm(['attributes'], text);

  test.each([
    ['attributes.kind=x', 'kind', 'kind', 'equal', 'x'],
    ['attributes.kind:x', 'kind', 'kind', 'equal', 'x'],
    ['attributes.kind!=x', 'kind', 'kind', 'unequal', 'x'],
    ['attributes.kind=', 'kind', 'kind', 'equal', ''],
    ['attributes.kind!=', 'kind', 'kind', 'unequal', ''],
    // The first separator separates.
    ['attributes.kind=a:b=c', 'kind', 'kind', 'equal', 'a:b=c'],
    ['attributes.kind:a=b', 'kind', 'kind', 'equal', 'a=b'],
    ['attributes.kind!=a!=b', 'kind', 'kind', 'unequal', 'a!=b'],
    ['attributes.kind==x', 'kind', 'kind', 'equal', '=x'],
    ['attributes.a:b=c', 'a', 'a', 'equal', 'b=c'],
    ['attributes.a!b=c', 'a!b', 'a!b', 'equal', 'c'],
    ['attributes.kind=**', 'kind', 'kind', 'equal', '**'],
    ['attributes.kind= x ', 'kind', 'kind', 'equal', ' x '],
    ['attributes.kind=x\ny', 'kind', 'kind', 'equal', 'x\ny'],
    ['attributes.two words=x', 'two words', 'two words', 'equal', 'x'],
    ['attributes.box.k=x', 'box', 'box.k', 'equal', 'x'],
    ['attributes.box.k!=x', 'box', 'box.k', 'unequal', 'x'],
    ['attributes.tags[].k:x', 'tags', 'tags[].k', 'equal', 'x'],
    ['attributes.tags[0].k=x', 'tags[0]', 'tags[0].k', 'equal', 'x'],
  ])('parses %j', (text, name, path, op, value) => {
    expect(term(text)).toEqual({ scope: 'attributes', name, path, op, value });
  });

  test.each([
    ['attributes.kind=*', 'kind', 'kind', 'present'],
    ['attributes.kind:*', 'kind', 'kind', 'present'],
    ['attributes.kind!=*', 'kind', 'kind', 'absent'],
    ['attributes.box.k=*', 'box', 'box.k', 'present'],
    ['attributes.tags[].k!=*', 'tags', 'tags[].k', 'absent'],
  ])('parses %j', (text, name, path, op) => {
    expect(term(text)).toEqual({ scope: 'attributes', name, path, op });
  });

  test.each([
    '',
    'x',
    '=',
    ':x',
    'kind=x',
    'attributes=x',
    'attributes.=x',
    'attributes.kind',
    'attributes.kind!x',
    'attributes..kind=x',
    'attributes.box.=x',
    'attributes.box..k=x',
    'attributes.box.k.l=x',
    'attributes.tags[]=x',
    // A name that ends in ! is ambiguous with a negation.
    'attributes.kind!:x',
    'attributes.kind!!=x',
    'attributes.tags[].k.l=x',
    'event_attributes.kind=x',
    'Attributes.kind=x',
    ' attributes.kind=x',
  ])('rejects %j', (text) => {
    expect(term(text)).toEqual(expect.any(String));
  });

  test('limits names and values to the length of attributes', () => {
    const [name, value] = ['n'.repeat(1024), 'v'.repeat(4096)];
    expect(term(`attributes.${name}[].${name}=${value}`)).toMatchObject({ name, value });
    expect(term(`attributes.kind=${value}v`)).toEqual(expect.any(String));
    expect(term(`attributes.${name}[].${name}n=x`)).toEqual(expect.any(String));
  });

  test('accepts only the given scopes', () => {
    expect(parseTerm(['event_attributes', 'asset.attributes'], 'asset.attributes.kind=x')).toMatchObject({
      scope: 'asset.attributes',
      name: 'kind',
    });
  });
});

describe('parseUserAttribute', () => {
  test.each([
    ['email=Someone@Example.COM', 'email', 'someone@example.com'],
    ['email:a@b', 'email', 'a@b'],
    ['subject=Abc', 'subject', 'Abc'],
    ['subject:abc', 'subject', 'abc'],
    ['group=a=b', 'group', 'a=b'],
    ['group:a:b', 'group', 'a:b'],
    ['group:a=b', 'group', 'a=b'],
    ['group=a\nb', 'group', 'a\nb'],
    ['jwt_role=a', 'jwt_role', 'a'],
    ['jwt_role:a', 'jwt_role', 'a'],
    ['jwt_role=a:b=c', 'jwt_role', 'a:b=c'],
    ['jwt_role:a:b', 'jwt_role', 'a:b'],
    ['jwt_https://example.com/role=a', 'jwt_https://example.com/role', 'a'],
    ['jwt_two words=a', 'jwt_two words', 'a'],
    ['jwt_role=A', 'jwt_role', 'A'],
  ])('parses %j', (text, attribute, value) => {
    expect(parseUserAttribute(text)).toEqual({ attribute, value });
  });

  test.each([
    '',
    'email',
    'email=',
    'group:',
    'jwt_=a',
    'jwt_:a',
    'jwt_role=',
    'jwt_role',
    'role=a',
    'Email=a',
    'jwt=a',
    'name=a',
    ' group=a',
    'emails=a',
  ])('rejects %j', (text) => {
    expect(parseUserAttribute(text)).toEqual(expect.any(String));
  });
});

describe('compile', () => {
  const or = (...terms: string[]) => ({ or: terms.map((term) => `attributes.${term}`) });
  const permission = (given: Partial<Permission>): Permission => ({
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

  test('stores each term of a filter as a row', () => {
    expect(compile([or('kind=x', 'box.k!=y'), or('tags[].l=*', 'place!=*')], []).terms).toEqual([
      [0, 0, 2, 2, 0, 'kind', 'kind', 'x'],
      [0, 1, 2, 0, 1, 'box', 'box.k', 'y'],
      [1, 0, 2, 0, 0, 'tags', 'tags[].l', PRESENT],
      [1, 1, 2, 0, 1, 'place', 'place', PRESENT],
    ]);
  });

  test('stores a long value as a hash', () => {
    expect(compile([or(`kind=${LONG}`)], []).terms).toEqual([[0, 0, 1, 1, 0, 'kind', 'kind', matchKey(LONG)]]);
  });

  test.each([
    ['the shortest list of values', [or('a=1', 'a=2'), or('b=1'), or('c=1', 'c=2')], [0, 0, 1, 0, 0]],
    ['the first of two as short', [or('a=1', 'a=2'), or('b=1', 'b=2')], [1, 1, 0, 0]],
    ['no list with a negation', [or('a!=1'), or('b=1', 'b=2')], [0, 1, 1]],
    ['no list with a presence', [or('a=*'), or('b=1', 'b=2')], [0, 1, 1]],
    ['not even beside a value', [or('a=1', 'a=*'), or('b=1', 'b!=2'), or('c=1', 'c=2', 'c=3')], [0, 0, 0, 0, 1, 1, 1]],
    ['all assets when there is nothing to look up', [or('a=*', 'b=1'), or('c!=1')], [2, 0, 0]],
  ])('starts lists from %s', (_, filters, starts) => {
    expect(compile(filters, []).terms.map(([, , , start]) => start)).toEqual(starts);
  });

  test.each([
    ['no filters', []],
    ['an empty list', [or()]],
    ['an empty list beside another', [or('kind=x'), or()]],
  ])('stores no terms for filters that match nothing: %s', (_, filters) => {
    expect(compile(filters, []).terms).toEqual([]);
    expect(parseFilters(filters)).toBeUndefined();
    expect(matches(parseFilters(filters), { kind: 'x' })).toBe(false);
  });

  test('stores a duplicated term as two different rows', () => {
    const { terms } = compile([or('kind=x', 'kind=x', 'kind:x')], []);
    expect(terms.map(([clause, term]) => [clause, term])).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ]);
  });

  test('stores users by attribute and value, without duplicates in a list', () => {
    const given = [
      permission({ user_attributes: [{ or: ['group=a', 'group:a', 'email=B@c'] }, { or: ['group=a'] }] }),
      permission({ user_attributes: [{ or: ['jwt_role:x'] }] }),
    ];
    expect(compile([], given).users).toEqual([
      [0, 0, 2, 'group', 'a'],
      [0, 0, 2, 'email', 'b@c'],
      [0, 1, 2, 'group', 'a'],
      [1, 0, 1, 'jwt_role', 'x'],
    ]);
  });

  test('stores no users for a permission with an empty list of users', () => {
    expect(compile([], [permission({ user_attributes: [{ or: ['group=a'] }, { or: [] }] })]).users).toEqual([]);
    expect(compile([], [permission({})]).users).toEqual([]);
  });

  test('stores organizations by UUID, without duplicates and without invalid identities', () => {
    const id = randomUUID();
    const subjects = [`subjects/${id}`, `subjects/${id}`, 'subjects/00000000-0000-0000-0000-000000000000', id, ''];
    expect(compile([], [permission({}), permission({ subjects })]).subjects).toEqual([[1, id]]);
  });

  test('stores readable names without duplicates, including those of the older field', () => {
    const given = permission({
      asset_attributes_read: ['kind', 'kind', 'place'],
      include_attributes: ['kind', 'box', '*'],
      event_arc_display_type_read: ['t1', 't1', 'kind'],
      asset_attributes_write: ['secret'],
      event_arc_display_type_write: ['secret'],
      behaviours: ['secret'],
    });
    expect(compile([], [given]).reads).toEqual([
      [0, 'attribute', 'kind'],
      [0, 'attribute', 'place'],
      [0, 'attribute', 'box'],
      [0, 'attribute', '*'],
      [0, 'event_type', 't1'],
      [0, 'event_type', 'kind'],
    ]);
  });
});
