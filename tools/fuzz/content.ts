import * as fc from 'fast-check';
import { encode, mostly, text, word } from './texts.ts';
import { valueOf, type Schema } from './values.ts';

/** The body of an operation in the document. */
export type RequestBody = { content: Record<string, { schema: Schema }> };

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const LINES = 'application/jsonl';

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
/** Larger than the limit of a body. */
const HUGE = `{"display_name":"${'x'.repeat(1_048_576)}"}`;

/** Maximum size of generated bodies: the service may close the connection of a larger one before it has been read. */
const LONGEST = 1.5 * 2 ** 20;

/** Encodes JSON and truncates it at the maximum size. */
function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) <= LONGEST ? json : Buffer.from(json).subarray(0, LONGEST).toString();
}

/** The items of the list in a JSON object, each in a line; other JSON as it is. */
function linesOf(json: string): string {
  try {
    const [items] = Object.values(JSON.parse(json) as object);
    return Array.isArray(items) ? items.map((item) => JSON.stringify(item)).join('\n') : json;
  } catch {
    return json;
  }
}

/** Generates bodies with their content type: valid by the schema, almost valid, invalid, or none. */
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
  if (type === MULTIPART) return mostly(6, uploads, fc.oneof(raw, none));
  const [right, nearly] = [true, false].map((tame) =>
    valueOf(schema, { schemas, tame }).map((value) => json(jsonOf(value))),
  ) as [fc.Arbitrary<Content>, fc.Arbitrary<Content>];
  const lines = requestBody.content[LINES]
    ? [
        {
          weight: 20,
          arbitrary: fc
            .oneof(right, nearly)
            .map(({ body }) => ({ headers: { 'content-type': LINES }, body: linesOf(body!) })),
        },
      ]
    : [];
  return fc.oneof(
    ...lines,
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

/** Client credentials as form fields: valid, or with a field that is wrong, missing or duplicated. */
const credentials = formText(
  fc.oneof(
    fc.constant(CREDENTIALS.join('&')),
    fc
      .tuple(fc.subarray(CREDENTIALS), fc.array(oddField, { maxLength: 2 }))
      .map(([some, more]) => [...some, ...more].join('&')),
  ),
);

/** A part of a form: headers and content. */
const part = (disposition: string, more: string, content: string): string =>
  `--fuzz\r\nContent-Disposition: ${disposition}\r\n${more}\r\n${content}\r\n`;
const FILES = [
  '',
  '%PDF-1.7',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '{"a":1}',
  'PK\u0003\u0004',
  'GIF89a',
  'text',
];
const file = fc
  .tuple(
    mostly(3, word, text),
    fc.oneof(fc.constantFrom(...FILES), text),
    fc.constantFrom('', 'Content-Type: text/html\r\n'),
  )
  .map(([name, content, type]) =>
    part(`form-data; name="file"; filename="${name.replaceAll(/["\r\n]/g, '_')}"`, type, content),
  );
const END = '--fuzz--\r\n';
const oddPart = fc.oneof(
  file,
  fc.tuple(text, text).map(([name, content]) => part(`form-data; name="${name}"`, '', content)),
  fc.tuple(text, text).map(([disposition, header]) => part(disposition, header, 'x')),
  fc.constantFrom('--fuzz', '--fuzz\r\n', '\r\n', '--fuzz--', `--fuzz\r\n${'a: b\r\n'.repeat(5000)}\r\n`),
);

/** Uploads: forms with one file, other forms, and bodies that are not forms. */
const uploads = fc
  .tuple(
    mostly(
      3,
      file.map((one) => one + END),
      fc
        .tuple(fc.array(oddPart, { maxLength: 3 }), fc.constantFrom(END, '', '--fuzz'))
        .map(([parts, end]) => parts.join('') + end),
    ),
    mostly(
      9,
      fc.constant('boundary=fuzz'),
      fc.constantFrom('boundary="fuzz"', 'boundary=', 'boundary=f', '', 'x=y; boundary=fuzz'),
    ),
  )
  .map(([body, parameter]): Content => ({ headers: { 'content-type': `${MULTIPART}; ${parameter}` }, body }));
