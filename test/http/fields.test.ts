import { z } from '@hono/zod-openapi';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { expect, expectTypeOf, test } from 'vitest';
import { derived, field, fields } from '../../src/http/fields.ts';

const table = sqliteTable('contacts', {
  id: text().primaryKey(),
  tenant: text().notNull(),
  displayName: text('display_name').notNull(),
  urgent: integer({ mode: 'boolean' }).notNull(),
  calls: integer().notNull(),
  owner: text().notNull(),
  createdUs: integer('created_us').notNull(),
  revision: integer().notNull(),
});

const contact = fields(
  table,
  {
    identity: derived({
      response: z.string(),
      json: (row: { id: string }) => `contacts/${row.id}`,
      example: 'contacts/1',
    }),
    calls: field({
      column: table.calls,
      description: 'Calls so far',
      request: z.int(),
      response: () => z.string(),
      toJson: String,
      empty: 0,
    }),
    tags: field({
      column: table.urgent,
      description: 'Tags of the contact',
      request: z.array(z.string()),
      response: () => z.array(z.string()),
      toColumn: (tags) => tags.includes('urgent'),
      toJson: (urgent) => (urgent ? ['urgent'] : []),
      empty: [],
      example: ['urgent'],
    }),
    name: field({
      column: table.displayName,
      description: 'Name of the contact',
      request: z.string(),
      filter: { spelling: (given) => given.toLowerCase() },
      example: 'harbor office',
    }),
    owner: derived({ response: z.string(), json: (row) => row.owner, filter: table.owner, example: 'a' }),
  },
  { name: 'Contact', patchExample: {}, requestOrder: ['name', 'tags', 'calls'] },
);

const row = {
  id: '1',
  tenant: 't',
  displayName: 'quay',
  urgent: true,
  calls: 3,
  owner: 'o',
  createdUs: 0,
  revision: 1,
};

test('requests have the types of the schemas, and rows those of the table', () => {
  expectTypeOf<z.infer<typeof contact.create>>().toEqualTypeOf<{
    name: string;
    tags?: string[] | undefined;
    calls?: number | undefined;
  }>();
  expectTypeOf<z.infer<typeof contact.response>>().toEqualTypeOf<{
    identity: string;
    calls: string;
    tags: string[];
    name: string;
    owner: string;
  }>();
  expectTypeOf(contact.values).returns.toEqualTypeOf<{ displayName: string; urgent: boolean; calls: number }>();
  // @ts-expect-error The column is a number.
  field({ column: table.calls, description: '', request: z.string() });
});

test('a creation stores the empty value of each field that it lacks, converted to its column', () => {
  expect(contact.values({ name: 'quay' })).toEqual({ displayName: 'quay', urgent: false, calls: 0 });
  expect(contact.values({ name: 'quay', tags: ['urgent'], calls: 2 })).toEqual({
    displayName: 'quay',
    urgent: true,
    calls: 2,
  });
});

test('a change sets only the columns of the fields that it has', () => {
  expect(contact.changes({})).toEqual({});
  expect(contact.changes({ tags: [], calls: 0 })).toEqual({ urgent: false, calls: 0 });
});

test('a response has the fields in the order of the declaration, requests in that of requestOrder', () => {
  expect(Object.entries(contact.json(row))).toEqual([
    ['identity', 'contacts/1'],
    ['calls', '3'],
    ['tags', ['urgent']],
    ['name', 'quay'],
    ['owner', 'o'],
  ]);
  expect(Object.keys(contact.create.shape)).toEqual(['name', 'tags', 'calls']);
  expect(Object.keys(contact.cleared)).toEqual(['name', 'tags', 'calls']);
});

test('the mask clears fields with an empty value only, and fields without a schema for requests are read-only', () => {
  expect(contact.cleared).toEqual({ name: undefined, tags: [], calls: 0 });
  expect(contact.readOnly).toEqual(['identity', 'owner']);
  expect(contact.create.safeParse({ name: 'quay', owner: 'o' }).success).toBe(false);
});

test('the example of the response ends with the empty values of fields without an example', () => {
  expect(Object.entries(contact.example)).toEqual([
    ['identity', 'contacts/1'],
    ['tags', ['urgent']],
    ['name', 'harbor office'],
    ['owner', 'a'],
    ['calls', '0'],
  ]);
});

test('filters name the column, of a derived field too, and the spelling of records', () => {
  expect(contact.filters['name']).toMatchObject({ column: table.displayName });
  expect(contact.filters['name']!.spelling!('QUAY')).toBe('quay');
  expect(contact.filters['owner']).toEqual({ column: table.owner });
  expect(Object.keys(contact.filters)).toEqual(['name', 'owner']);
});
