import * as fc from 'fast-check';
import { HIDDEN_NAME } from './fields.ts';
import { encode, mostly, NAMES, text, time } from './texts.ts';
import type { Schema } from './values.ts';

/** A parameter of an operation in the document. */
export type Parameter = { in: string; name: string; schema: Schema };

const UUIDS = ['00000000-0000-4000-8000-000000000000', '00000000-0000-0000-0000-000000000000'];

/** Fills in the parameters of a path: existing ids, ids of others, ids of another kind, and invalid ids. */
export function pathOf(template: string): fc.Arbitrary<string> {
  // A parameter that follows another one names a file.
  const names = [...template.matchAll(/([a-z_]*)\/\{(\w+)\}/g)].map(
    ([, collection, name]) => [collection === '' ? 'files' : collection!, name!] as const,
  );
  if (names.length === 0) return fc.constant(template);
  const kinds: Record<string, string> = {
    assets: 'asset',
    publicassets: 'asset',
    events: 'event',
    applications: 'app',
    tenancies: 'tenant',
    // The operator may suspend and delete it.
    tenants: 'expendable',
    access_policies: 'policy',
    subjects: 'subject',
    locations: 'location',
    blobs: 'blob',
    compliance_policies: 'rule',
    templates: 'template',
    iothubgdr: 'import',
    svcbussources: 'source',
    webhooks: 'hook',
    exports: 'export',
    tlscacertificates: 'certificate',
    invites: 'invite',
    users: 'user',
  };
  return fc.nat({ max: 3 }).chain((index) => {
    const values = names.map(([collection, name]) => {
      if (name === 'gtin') return GTIN;
      if (name === 'serial') return SERIAL;
      if (name === 'file') return fc.oneof({ weight: 5, arbitrary: fc.constant('manifest.json') }, EXPORT_FILE);
      if (collection === 'files') return fileOf(index);
      if (collection === 'tile') return TILE;
      if (collection === 'logs') return logOf(name === 'log');
      const kind = kinds[collection] ?? 'asset';
      const at = collection === 'publicassets' || template.includes('/publicassets/') ? index % 2 : index;
      const id = kind === 'tenant' || kind === 'expendable' ? kind : `${kind}.${at}`;
      const unlike = kind === 'expendable' ? [] : ['{{own.event.1}}', '{{own.app.0}}', '{{own.tenant}}'];
      return fc.oneof(
        { weight: 12, arbitrary: fc.constant(`{{own.${id}}}`) },
        { weight: 3, arbitrary: fc.constant(`{{other.${id}}}`) },
        { weight: 1, arbitrary: fc.constantFrom(...unlike, ...UUIDS) },
        { weight: 1, arbitrary: text.map(encode) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            '-',
            '..',
            '%2F',
            '%3A',
            '%2e%2e',
            '%00',
            '%ZZ',
            '%C0%AF',
            'x'.repeat(4000),
            ':',
            '*',
          ),
        },
      );
    });
    return fc.tuple(...values).map((filled) => {
      const rest = filled.values();
      return template.replaceAll(/\{\w+\}/g, () => rest.next().value ?? '');
    });
  });
}

/** A file that is attached to the asset with that index, to its event, or to other records. */
const fileOf = (index: number): fc.Arbitrary<string> =>
  mostly(
    12,
    fc.constantFrom(`{{own.blob.${index}}}`, `{{own.blob.${index}}}`, `{{own.note.${index}}}`),
    fc.constantFrom(`{{other.blob.${index}}}`, '{{own.blob.2}}', '{{own.asset.1}}', ...UUIDS),
  );

/** A log by its id, or if `named` also by its tenancy, or the public one. */
const logOf = (named: boolean): fc.Arbitrary<string> =>
  mostly(
    8,
    fc.constantFrom('{{own.log}}', ...(named ? ['{{own.tenant}}', '{{own.tenant}}', 'public', 'PUBLIC'] : [])),
    fc.oneof(
      fc.constantFrom('{{other.log}}', '{{other.tenant}}', '{{own.asset.1}}', '-', '%00', ...UUIDS),
      text.map(encode),
    ),
  );

/** Names of files of exports, also such as none has. */
const EXPORT_FILE = fc.oneof(
  fc.constantFrom('locations-00001.jsonl.gz', 'assets-00009.jsonl.gz', 'events-1.jsonl.gz', '..', 'manifest.json%00'),
  text.map(encode),
);

/** GTINs and serial numbers of labels, valid and not. */
const GTIN = mostly(
  6,
  fc.constant('09506000134352'),
  fc.oneof(fc.constantFrom('09506000134353', '1', '-'), text.map(encode)),
);
const SERIAL = mostly(
  6,
  fc.constantFrom('BX-40-0017', '1'),
  fc.oneof(fc.constantFrom('..', '%00', 'x%20y'), text.map(encode)),
);

/** The path of a tile: of one that most logs have, of others, and texts that are not paths of tiles. */
const TILE = mostly(
  3,
  fc
    .tuple(fc.constantFrom('0', '0', 'entries'), fc.constantFrom('000.p/1', '000.p/2', '000.p%2F3'))
    .map(([level, rest]) => `${level}/${rest}`),
  fc.oneof(
    fc.constantFrom('0/000', '1/000.p/1', '63/000', '64/000', '0/x001/234.p/7', '0/x999/x999/x999/999', 'entries/000'),
    fc.constantFrom(
      '0/000.p/0',
      '0/000.p/256',
      '0/000.p/01',
      '00/000',
      '0/0',
      '0/000.p',
      '0//000',
      '-1/000',
      'entries',
    ),
    text.map(encode),
  ),
);

/** The same path in another spelling, or a similar path. */
export const damaged = (path: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    path.replaceAll(/:(?=[a-z])/g, '%3A'),
    path.replaceAll(/:(?=[a-z])/g, '%3a'),
    `${path}/`,
    `/${path}`,
    `${path}/..`,
    `${path}/../..${path}`,
    `${path}:`,
    `${path}%2F`,
    `${path}%00`,
    `${path};x=1`,
    `${path}/__proto__`,
    path.replace(/(?<=.)\/(?=[^/]*$)/, '%2F'),
    path.replace(/\/(?=[^/]*$)/, '//'),
    path.toUpperCase().replaceAll(/\{\{.*?\}\}/g, (all) => all.toLowerCase()),
  );

/** Generates query strings with known, unknown and duplicated parameters. A field mask consists of `fields`. */
export function queryOf(declared: Parameter[], fields: string[]): fc.Arbitrary<string> {
  // Filters with free names are declared as patterns, `^attributes\\.`; each is sent as a separate parameter.
  const parameters = declared.flatMap((parameter) =>
    parameter.schema.patternProperties
      ? Object.keys(parameter.schema.patternProperties).map((pattern) => ({
          ...parameter,
          name: `${pattern.slice(1).replaceAll('\\', '')}{name}`,
          schema: { type: 'string' },
        }))
      : [parameter],
  );
  const pairs = parameters.map(({ name, schema }) => {
    const names = name.includes('{name}')
      ? fc
          .tuple(
            fc.constantFrom(...NAMES, HIDDEN_NAME, 'parts.a', 'parts[].a', 'a.b.c', ''),
            fc.constantFrom('', '!', '!!'),
          )
          .map(([filled, negated]) => name.replace('{name}', filled) + negated)
      : fc.constant(name);
    return fc
      .tuple(names, mostly(12, queryValueOf(name, schema, fields), text))
      .map(([key, value]) => `${encode(key)}=${encode(value)}`);
  });
  const odd = fc.oneof(
    fc.tuple(text, text).map(([key, value]) => `${encode(key)}=${encode(value)}`),
    fc.constantFrom(
      '&',
      '=',
      '%',
      '%ZZ=1',
      '__proto__=1',
      'a=%C3%28',
      '=&=',
      '?',
      'x!=*',
      '[]=1',
      `token=${'t'.repeat(6000)}`,
    ),
  );
  // Attribute filters may occur several times with different names.
  const often = pairs.filter((_pair, i) => parameters[i]!.name.includes('{name}'));
  const some = someOf([...pairs, ...often], 3).chain((chosen) => fc.tuple(...chosen));
  const odds = mostly<string[]>(8, fc.constant([]), fc.array(odd, { maxLength: 2 }));
  return fc
    .tuple(some, odds, mostly(15, fc.constant(false), fc.constant(true)))
    .map(([known, unknown, twice]) => [...known, ...unknown, ...(twice ? known.slice(0, 1) : [])].join('&'));
}

const someOf = <T>(items: T[], most: number): fc.Arbitrary<T[]> =>
  fc.shuffledSubarray(items, { maxLength: Math.min(most, items.length) });

function queryValueOf(name: string, schema: Schema, fields: string[]): fc.Arbitrary<string> {
  if (schema.enum) return fc.constantFrom(...(schema.enum as string[]));
  if (/time/.test(name)) return time;
  if (name === 'page_size')
    return fc.constantFrom('1', '2', '3', '10', '500', '501', '0', '-1', '9007199254740992', 'NaN', '1.5', '');
  if (name === 'page_token')
    return fc.constantFrom('', 'x', '{{own.page}}', '{{other.page}}', 'k1.AAAA.AAAA', 't'.repeat(6000));
  // The sizes of two trees of a log.
  if (schema.type === 'integer' && (name === 'from' || name === 'to'))
    return fc.constantFrom('1', '1', '2', '3', '0', '5', '01', '-1', '1e1', '999999', '9007199254740992', '');
  // The number or the hash of a block, not both.
  if (name === 'number')
    return fc.constantFrom('latest', '0', '0x1', '1', '999999', '0x', '-1', '1.0', '0x10000000000000');
  if (name === 'hash') return fc.constantFrom(`0x${'0'.repeat(64)}`, `0x${'A'.repeat(64)}`, '0x', '0'.repeat(64), '');
  if (name === 'as')
    return mostly(
      5,
      fc.constantFrom('users/{{own.user.0}}', 'applications/{{own.app.0}}', 'subjects/{{own.subject.0}}'),
      fc.constantFrom('subjects/{{other.subject.0}}', 'users/x', `users/${UUIDS[1]}`, '', 'assets/{{own.asset.0}}'),
    );
  if (name === 'filters')
    return fc
      .array(
        fc.tuple(
          fc.constantFrom('attributes', 'event_attributes', 'asset_attributes', 'asset.attributes', 'x'),
          fc.constantFrom(...NAMES, HIDDEN_NAME),
          text,
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((terms) =>
        terms.map(([scope, key, value]) => `${scope}.${key}='${value.replaceAll("'", "''")}'`).join(' OR '),
      );
  if (name === 'mask')
    return mostly(
      5,
      someOf(fields, 2).map((some) => some.join(',')),
      fc.constantFrom('credentials', 'identity', '*', ',', 'display_name,display_name'),
    );
  return text;
}

/** Generates headers: those of the operation, and sometimes others. */
export function headersOf(parameters: Parameter[]): fc.Arbitrary<Record<string, string>> {
  const values: Record<string, fc.Arbitrary<string>> = {
    'idempotency-key': mostly(
      12,
      fc.nat({ max: 60 }).map((n) => `key-${n}`),
      fc.constantFrom('', ' ', 'k'.repeat(255), 'k'.repeat(256), 'é', '__proto__', 'a b'),
    ),
    'record-id': mostly(
      12,
      fc.nat({ max: 60 }).map((n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
      fc.constantFrom('', 'x', '00000000-0000-4000-8000-00000000000', '__proto__'),
    ),
    'x-request-total-count': fc.constantFrom('true', 'TRUE', 'false', '1', ''),
  };
  const declared = Object.fromEntries(parameters.map(({ name }) => [name, values[name] ?? fc.constantFrom('', 'x')]));
  const odd = fc.constantFrom<[string, string]>(
    ['if-none-match', '*'],
    ['if-none-match', '"x", W/"y"'],
    ['accept', 'text/html;q=NaN'],
    ['accept-encoding', 'gzip, br'],
    ['range', 'bytes=0-1'],
    ['content-encoding', 'gzip'],
    ['content-type', 'text/plain'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'multipart/form-data; boundary='],
    ['content-type', ''],
    ['origin', 'https://elsewhere.example'],
    ['host', 'elsewhere.example'],
    ['x-http-method-override', 'DELETE'],
    ['x-forwarded-for', "127.0.0.1, '"],
    ['x-long', 'h'.repeat(6000)],
    ['authorization', 'Basic Og=='],
    ['authorization', 'Bearer '],
  );
  return fc
    .tuple(
      fc.record(declared, { requiredKeys: [] }),
      mostly<[string, string][]>(12, fc.constant([]), fc.array(odd, { minLength: 1, maxLength: 2 })),
    )
    .map(([own, more]) => ({ ...(own as Record<string, string>), ...Object.fromEntries(more) }));
}
