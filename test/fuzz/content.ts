import * as fc from 'fast-check';
import { encode, mostly, text } from './texts.ts';
import { valueOf, type Schema } from './values.ts';

/** The body of an operation, as the document describes it. */
export type RequestBody = { content: Record<string, { schema: Schema }> };

const FORM = 'application/x-www-form-urlencoded';

type Content = { headers: Record<string, string>; body: string | undefined };

const RAW_BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '""',
  '0',
  '{',
  '{"a":1,}',
  '{"a":NaN}',
  "{'a':1}",
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  '{"__proto__":{"display_name":"x"}}',
  '{"display_name":"a","display_name":"b"}',
  '{"display_name":1e999}',
  '['.repeat(20_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  `{"display_name":"${'x'.repeat(65_536)}"}`,
  `{"attributes":{${Array.from({ length: 3000 }, (_, i) => `"n${i}":"v"`).join(',')}}}`,
  `{"unknown":[${'0,'.repeat(30_000)}0]}`,
  'grant_type=client_credentials',
];
/** One byte more than a body may have. */
const HUGE = `{"display_name":"${'x'.repeat(1_048_576)}"}`;

/** No body is longer: a service that has read that much of one that is too long may hang up on the rest. */
const LONGEST = 1.5 * 2 ** 20;

/** JSON, cut off where it is far too long. */
function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) <= LONGEST ? json : Buffer.from(json).subarray(0, LONGEST).toString();
}

/** Bodies with their content type: right ones by the schema, almost right ones, wrong ones, none. */
export function contentOf(
  requestBody: RequestBody | undefined,
  schemas: Record<string, Schema>,
): fc.Arbitrary<Content> {
  const json = (body: string): Content => ({ headers: { 'content-type': 'application/json' }, body });
  const raw = mostly(20, fc.constantFrom(...RAW_BODIES), fc.constant(HUGE)).map(json);
  const none = fc.constant<Content>({ headers: {}, body: undefined });
  if (!requestBody) return mostly(12, none, raw);
  const [type, { schema }] = Object.entries(requestBody.content)[0]!;
  if (type === FORM) return mostly(6, credentials, fc.oneof(raw, formText(fc.constantFrom(...RAW_BODIES))));
  const [right, nearly] = [true, false].map((tame) =>
    valueOf(schema, { schemas, tame }).map((value) => json(jsonOf(value))),
  ) as [fc.Arbitrary<Content>, fc.Arbitrary<Content>];
  return fc.oneof(
    { weight: 30, arbitrary: right },
    { weight: 30, arbitrary: nearly },
    { weight: 6, arbitrary: raw },
    { weight: 1, arbitrary: none },
    { weight: 1, arbitrary: right.map(({ body }) => ({ headers: { 'content-type': FORM }, body })) },
  );
}

const formText = (body: fc.Arbitrary<string>): fc.Arbitrary<Content> =>
  body.map((each) => ({ headers: { 'content-type': FORM }, body: each }));

const CREDENTIALS = ['grant_type=client_credentials', 'client_id={{own.client}}', 'client_secret={{own.secret}}'];
const oddField = fc
  .tuple(fc.constantFrom('grant_type', 'client_id', 'client_secret', 'scope', 'x'), text)
  .map(([key, value]) => `${key}=${encode(value)}`);

/** Client credentials as form fields: right ones, or with a field that is wrong, missing or there twice. */
const credentials = formText(
  fc.oneof(
    fc.constant(CREDENTIALS.join('&')),
    fc
      .tuple(fc.subarray(CREDENTIALS), fc.array(oddField, { maxLength: 2 }))
      .map(([some, more]) => [...some, ...more].join('&')),
  ),
);
