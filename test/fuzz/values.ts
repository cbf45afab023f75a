import * as fc from 'fast-check';

/** The parts of a JSON schema (OpenAPI 3.1) that the generator reads. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  example?: unknown;
  maxLength?: number;
};

const KB64 = 65_536;

/** Texts at which software breaks. None is longer than what an address can carry. */
const BOUNDARY_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '-0',
  '1e999',
  'NaN',
  'Infinity',
  '9007199254740992',
  '9007199254740993',
  '18446744073709551616',
  '999999999999999999999999999999',
  'null',
  'undefined',
  'true',
  '*',
  '**',
  '!',
  '!=',
  '=',
  "'",
  "''",
  "' OR 1=1 --",
  '"',
  '`',
  '\\',
  '%',
  '%00',
  '%2F',
  '%3A',
  '%ZZ',
  '..',
  '../..',
  '.',
  '/',
  '//',
  ':',
  '-',
  '{uuid}',
  '$ref',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '[]',
  'a[].b',
  'a.b.c',
  'a..b',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff',
  'a\ud800b',
  '\ufeff',
  '\u2028',
  '\u202e',
  '\uffff',
  '😀',
  'e\u0301',
  'İ',
  'ß',
  '\t\r\n',
  '\x7f',
  '<script>alert(1)</script>',
  '${7*7}',
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(1024),
  'x'.repeat(1025),
  'é'.repeat(512),
];

/** One of two kinds of value: `weight` times to one. */
export function mostly<T>(weight: number, usual: fc.Arbitrary<T>, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
}

/** Percent-encoding of any text; a lone surrogate as the three bytes that it would have. */
export function encode(value: string): string {
  return [...value]
    .map((c) =>
      c.isWellFormed()
        ? encodeURIComponent(c).replaceAll('%7B', '{').replaceAll('%7D', '}')
        : `%ED%${(0xa0 + ((c.charCodeAt(0) >> 6) & 0x1f)).toString(16)}%80`,
    )
    .join('');
}

const BOUNDARY_TIMES = [
  '1970-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00.000001Z',
  '9999-12-31T23:59:59.999999999Z',
  '2026-02-29T00:00:00Z',
  '2024-02-29T23:59:60Z',
  '2026-11-21T08:46:00+14:00',
  '2026-11-21T08:46:00-23:59',
  '2026-11-21T24:00:00Z',
  '2026-11-21',
  '2026-11-21 08:46:00Z',
  '2026-11-21t08:46:00z',
  '+012026-11-21T08:46:00Z',
  '-000001-01-01T00:00:00Z',
  '2026-W47-6',
  '1700000000',
];

/** Names that attributes have and filters ask for; few, so that they meet. */
export const NAMES = ['arc_display_name', 'arc_description', 'colour', 'parts', 'owner', 'a', 'b', 'é', '__proto__'];

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...NAMES.slice(0, -1)) },
  { weight: 1, arbitrary: fc.constantFrom(...BOUNDARY_TEXTS) },
);
const word = fc.constantFrom('red', 'blue', 'x', '1', 'some text', 'été');

/** A text that fits anywhere, now and then one that fits nowhere. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 9, arbitrary: word },
  { weight: 3, arbitrary: fc.constantFrom(...BOUNDARY_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom('{{own.asset.1}}', '{{other.asset.1}}', '{{own.client}}', '{{issuer}}') },
);

export const time: fc.Arbitrary<string> = fc.oneof(
  { weight: 2, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 2, arbitrary: fc.constantFrom('2020-01-01T00:00:00Z', '2099-01-01T00:00:00.123456Z') },
  { weight: 2, arbitrary: fc.constantFrom(...BOUNDARY_TIMES) },
);

const longText = fc.constantFrom('x'.repeat(4096), 'x'.repeat(4097), 'x'.repeat(KB64), '\u20ac'.repeat(KB64));

const nested = (depth: number, around: (inner: unknown) => unknown): unknown => {
  let value: unknown = 'deep';
  for (let i = 0; i < depth; i++) value = around(value);
  return value;
};

/** Any JSON value that an operation has not asked for. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 0.5, 2 ** 53, -(2 ** 53), 1e308) },
  { weight: 4, arbitrary: text },
  { weight: 1, arbitrary: longText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], [{}], { '': '' }, ['a', 1]) },
  { weight: 2, arbitrary: fc.tuple(name, text).map((pair) => Object.fromEntries([pair])) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(8, 200, 1000).chain((depth) =>
      fc.constantFrom(
        nested(depth, (inner) => [inner]),
        nested(depth, (inner) => ({ a: inner })),
      ),
    ),
  },
);

/**
 * Values of a schema, mixed with ones that are not: at every place of the value with a chance of about
 * one in thirty. `schemas` are the document's components. `hint` is the name of the field.
 */
export function valueOf(schema: Schema, schemas: Record<string, Schema>, hint = ''): fc.Arbitrary<unknown> {
  const right = rightValueOf(schema, schemas, hint);
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: junk });
}

function rightValueOf(schema: Schema, schemas: Record<string, Schema>, hint: string): fc.Arbitrary<unknown> {
  if (schema.$ref) return valueOf(schemas[schema.$ref.split('/').at(-1)!]!, schemas, hint);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const any = schema.anyOf ?? schema.oneOf;
  if (any) return fc.oneof(...any.map((each) => valueOf(each, schemas, hint)));
  const types = [schema.type ?? (schema.properties ? 'object' : 'any')].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, schemas, hint)));
}

function ofType(type: string, schema: Schema, schemas: Record<string, Schema>, hint: string): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return stringFor(hint, schema);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, -1, 2 ** 53, 0.1));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.oneof(
        { weight: 30, arbitrary: fc.array(valueOf(schema.items ?? {}, schemas, hint), { maxLength: 3 }) },
        { weight: 1, arbitrary: valueOf(schema.items ?? {}, schemas, hint).map((item) => Array(101).fill(item)) },
      );
    case 'object':
      return objectOf(schema, schemas);
    default:
      return junk;
  }
}

const usually = (right: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: text });

function stringFor(hint: string, schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.constantFrom('{{own.asset.1}}', '{{other.asset.1}}');
  if (/time|since|before/.test(hint)) return time;
  if (/^subject$/.test(hint))
    return usually(fc.constantFrom('{{own.admin}}', '{{own.admin}}', '{{own.client}}', '{{other.client}}'));
  if (/^issuer$/.test(hint)) return usually(fc.constantFrom('{{issuer}}', 'https://idp.example'));
  if (/^tenant_identity$/.test(hint)) return usually(fc.constantFrom('{{newtenant}}', 'tenant/{{own.tenant}}'));
  if (/^after$/.test(hint)) return usually(fc.constant('assets/{{own.asset.1}}'));
  if (/^operation$/.test(hint)) return usually(fc.constantFrom('Record', 'Attach', 'StartTracking', 'Add'));
  if (/^behaviour$/.test(hint)) return usually(fc.constantFrom('RecordEvidence', 'Builtin', 'Attachments'));
  if (/display_name/.test(hint)) return fc.oneof({ weight: 3, arbitrary: word }, { weight: 1, arbitrary: text });
  return fc.oneof({ weight: 40, arbitrary: text }, { weight: 1, arbitrary: longText });
}

/** An object: the example with some fields of its schema over it, or any of the fields; at times a field too many. */
function objectOf(schema: Schema, schemas: Record<string, Schema>): fc.Arbitrary<Record<string, unknown>> {
  const known = Object.entries(schema.properties ?? {});
  const fields = Object.fromEntries(known.map(([field, each]) => [field, valueOf(each, schemas, field)]));
  const required = (schema.required ?? []).filter((field) => Object.hasOwn(fields, field));
  const parts: fc.WeightedArbitrary<Record<string, unknown>>[] = [
    { weight: 6, arbitrary: fc.record(fields, { requiredKeys: required as never[] }) },
    { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
  ];
  const { example, additionalProperties: more } = schema;
  if (example !== undefined)
    parts.push({
      weight: 6,
      arbitrary: fc.record(fields, { requiredKeys: [] }).chain((over) =>
        fc.subarray(Object.keys(over), { maxLength: Math.min(2, Object.keys(over).length) }).map((chosen) => ({
          ...(example as object),
          ...Object.fromEntries(chosen.map((field) => [field, over[field]])),
        })),
      ),
    });
  const base = fc.oneof(...parts);
  const extra = fc.tuple(name, more && more !== true ? valueOf(more, schemas) : junk);
  const extras =
    more === false || more === undefined
      ? fc.oneof(
          { weight: 12, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(extra, { maxLength: 1 }) },
        )
      : fc.array(extra, { maxLength: 4 });
  // Built from entries, so that `__proto__` is a field like any other.
  return fc.tuple(base, extras).map(([object, added]) => Object.fromEntries([...Object.entries(object), ...added]));
}
