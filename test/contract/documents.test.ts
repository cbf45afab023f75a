import { readFileSync } from 'node:fs';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../../src/http/operation.ts';
import { templatesOf } from '../../src/http/path.ts';
import { operations } from '../../src/operations.ts';
import { VERSION } from '../../src/settings/version.ts';
import { openClient, resolveResponse, type Answer, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, sharedService, type Service, type Tenant } from '../support/service.ts';
import { sampled, sized } from '../support/size.ts';

type Declared = {
  operationId: string;
  tags: string[];
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: unknown;
  responses: Record<
    string,
    { description?: string; headers?: Record<string, unknown>; content?: Record<string, unknown>; schema?: unknown }
  >;
};
type Document = {
  paths: Record<string, Record<string, Declared>>;
  components: Record<string, Record<string, unknown>>;
  [key: string]: unknown;
};

let service: Service;
let client: Client;
let tenant: Tenant;
let document: Document;

beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
  tenant = await newTenant(service, 'Reader');
  document = client.document as unknown as Document;
});

const groups = [...new Set(operations.filter(({ spec }) => !spec.atOrigin).map(({ spec }) => spec.group))].filter(
  ({ name }) => name !== 'openApi',
);
/**
 * The groups whose documents are validated against the schema of Swagger 2.0, which takes longer than all other
 * checks.
 */
const validated = new Set([...sampled(groups, 13), groups.at(-1)]);
const allOf = (paths: Document['paths']): [where: string, declared: Declared][] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, declared]): [string, Declared] => [`${method} ${path}`, declared]),
  );
const statusesOf = (declared: Declared): number[] => Object.keys(declared.responses).map(Number);

const READ = [200, 401, 403, 404, 429];
const LIST = [200, 206, 401, 403, 429];
const PAGE = [200, 401, 429];
const IAM = [200, 400, 401, 403, 429, 500];
const IAM_ITEM = [...IAM, 404];
const PAID = [200, 401, 402, 403, 429];
/** Statuses of range and conditional requests. */
const FILE = [206, 304, 412, 416];
const item = (path: string, statuses: number[]): [string, string, number[]][] =>
  ['get', 'patch', 'delete'].map((method) => [method, path, statuses]);

/** The status codes that must be declared for each method and path, because existing clients expect them. */
const SPECIFIED: [method: string, path: string, statuses: number[]][] = [
  ['post', '/iam/v1/appidp/token', [200, 400, 401]],
  ['get', '/iam/v1/applications', [200, 401, 403, 429]],
  ['post', '/iam/v1/applications', PAID],
  ['get', '/iam/v1/applications/{uuid}', READ],
  ['patch', '/iam/v1/applications/{uuid}', READ],
  ['delete', '/iam/v1/applications/{uuid}', READ],
  ['post', '/iam/v1/applications/{uuid}:regenerate-secret', READ],
  ['get', '/iam/v1/applications:openapi', PAGE],
  ['get', '/iam/v1/applications:openapi-ui', PAGE],
  ['get', '/v2/assets', LIST],
  ['post', '/v2/assets', PAID],
  ['get', '/v2/assets/{uuid}', READ],
  ['get', '/v2/assets/{uuid}:publicurl', READ],
  ['post', '/v2/assets/{uuid}/events', [200, 400, 401, 402, 403, 404, 429]],
  ['get', '/v2/assets/{asset_uuid}/events/{uuid}', READ],
  ['get', '/v2/assets/{asset_uuid}/events/{uuid}:publicurl', READ],
  ['get', '/v2/assets/{uuid}/events', LIST],
  ['get', '/v2/assets/-/events', LIST],
  ['get', '/v2/assets/{asset_uuid}/events/{uuid}:proof', READ],
  ['get', '/v2/assets:openapi', PAGE],
  ['get', '/v2/assets:openapi-ui', PAGE],
  ['get', '/iam/v1/subjects', IAM],
  ['post', '/iam/v1/subjects', IAM],
  ...item('/iam/v1/subjects/{uuid}', IAM_ITEM),
  ['get', '/iam/v1/subjects:openapi', PAGE],
  ['get', '/iam/v1/subjects:openapi-ui', PAGE],
  ['get', '/iam/v1/access_policies', IAM],
  ['post', '/iam/v1/access_policies', [...IAM, 402]],
  ...item('/iam/v1/access_policies/{uuid}', IAM_ITEM),
  ['get', '/iam/v1/access_policies/{uuid}/assets', IAM_ITEM],
  ['get', '/iam/v1/assets/{uuid}/access_policies', IAM_ITEM],
  ['get', '/iam/v1/access_policies:openapi', PAGE],
  ['get', '/iam/v1/access_policies:openapi-ui', PAGE],
  ['get', '/v1/tlscacertificates', IAM],
  ['post', '/v1/tlscacertificates', [...IAM, 402]],
  ...item('/v1/tlscacertificates/{uuid}', IAM_ITEM),
  ['get', '/v1/tlscacertificates:openapi', PAGE],
  ['get', '/v1/tlscacertificates:openapi-ui', PAGE],
  ['get', '/v2/locations', [200, 401, 403, 429]],
  ['post', '/v2/locations', PAID],
  ...item('/v2/locations/{uuid}', READ),
  ['get', '/v2/locations/{uuid}/permissions', READ],
  ['patch', '/v2/locations/{uuid}/permissions', READ],
  ['get', '/v2/locations:openapi', PAGE],
  ['get', '/v2/locations:openapi-ui', PAGE],
  ['post', '/v1/blobs', [200, 400, 401, 402, 403, 429, 500]],
  ['get', '/v1/blobs/{uuid}', [...IAM, ...FILE]],
  ['get', '/v1/blobs/{uuid}/info', IAM],
  ['get', '/v1/blobs:openapi', PAGE],
  ['get', '/v1/blobs:openapi-ui', PAGE],
  ...['', '/events/{event_uuid}'].flatMap((event): [string, string, number[]][] => [
    ['get', `/v2/attachments/assets/{asset_uuid}${event}/{uuid}`, [...READ, 400, ...FILE]],
    ['get', `/v2/attachments/assets/{asset_uuid}${event}/{uuid}/info`, [...READ, 400]],
    ...['/publicassets', ''].flatMap((family): [string, string, number[]][] => [
      ['get', `/v2/attachments${family}/{asset_uuid}${event}/{uuid}`, [200, 400, 404, 304, ...FILE]],
      ['get', `/v2/attachments${family}/{asset_uuid}${event}/{uuid}/info`, [200, 400, 404, 304]],
    ]),
  ]),
  ...['/publicassets', '/v2/publicassets'].flatMap((family): [string, string, number[]][] => [
    ['get', `${family}/{uuid}`, [200, 404]],
    ['get', `${family}/{uuid}/events`, [200, 206]],
    ['get', `${family}/-/events`, [200, 206]],
    ['get', `${family}/{asset_uuid}/events/{uuid}`, [200, 404]],
    ['get', `${family}/{uuid}:publicurl`, [200, 404]],
    ['get', `${family}/{asset_uuid}/events/{uuid}:publicurl`, [200, 404]],
    // KHIPU proofs name people, so they are not public.
    ['get', `${family}/{asset_uuid}/events/{uuid}:proof`, [200, 403, 404]],
  ]),
  ...['/v1/node', '/v1/archivistnode'].flatMap((node): [string, string, number[]][] => [
    ['get', node, READ],
    ['get', `${node}/block`, READ],
    ['get', `${node}:openapi`, PAGE],
    ['get', `${node}:openapi-ui`, PAGE],
  ]),
  ['get', '/v1/users:openapi', PAGE],
  ['get', '/v1alpha2/blockchain/assets/{asset_uuid}/events/{uuid}', READ],
  ['get', '/v1alpha2/blockchain/publicassets/{asset_uuid}/events/{uuid}', [200, 404]],
  ...['assets', 'publicassets'].flatMap((family): [string, string, number[]][] => [
    ['get', `/v1alpha2/blockchain/${family}:openapi`, PAGE],
    ['get', `/v1alpha2/blockchain/${family}:openapi-ui`, PAGE],
  ]),
  ['patch', '/operator/v1/tenants/{uuid}', [200, 401, 404]],
];
/** Statuses of every operation. */
const ALWAYS = [400, 405, 409, 413, 415, 429, 500, 503];

describe('the document of the service', () => {
  test('is valid OpenAPI 3.1, public, and the same for every caller', async () => {
    expect(document['openapi']).toBe('3.1.0');
    expect(document['servers']).toEqual([{ url: `${ORIGIN}/archivist` }]);
    await SwaggerParser.validate(structuredClone(document) as never);
    const [stranger, member] = [
      await client.call(undefined, 'GET', '/openapi.json'),
      await client.call(tenant.token, 'GET', '/openapi.json'),
    ];
    expect(stranger.text).toBe(member.text);
    const etag = stranger.headers.get('etag')!;
    const known = await client.call(undefined, 'GET', '/openapi.json', { headers: { 'if-none-match': etag } });
    expect([known.status, known.text]).toEqual([304, '']);
  });

  test('says the version of the service, its license and whom to contact, and describes each group', () => {
    expect(document['info']).toMatchObject({
      version: VERSION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      contact: { name: 'Operator of this deployment', url: ORIGIN },
    });
    const used = allOf(document.paths).flatMap(([, { tags }]) => tags);
    expect(document['tags']).toEqual(
      [...new Set(used)].map((name) => ({ name, description: expect.stringMatching(/\w/) as string })),
    );
  });

  test('names no schema like a global type, because generated clients would shadow it', () => {
    const globals = ['dom', 'es5'].flatMap((lib) => {
      const text = readFileSync(new URL(import.meta.resolve(`typescript-6/lib/lib.${lib}.d.ts`)), 'utf8');
      return [...text.matchAll(/^(?:interface|type|declare var|declare class) (\w+)/gm)];
    });
    const names = new Set(globals.map(([, name]) => name));
    expect([...names]).toEqual(expect.arrayContaining(['Blob', 'Error', 'Event', 'Location', 'Record']));
    expect(Object.keys(document.components['schemas']!).filter((name) => names.has(name))).toEqual([]);
  });

  test('has every operation under each of its paths, and no others', () => {
    const coded = operations.flatMap((operation: Operation) =>
      templatesOf(operation).map((template) => `${operation.spec.method} ${template}`),
    );
    expect(coded.length).toBeGreaterThan(operations.length);
    expect(
      allOf(document.paths)
        .map(([where]) => where)
        .toSorted(),
    ).toEqual(coded.toSorted());
    for (const { path } of groups) {
      expect(document.paths[`${path}:openapi`], path).toHaveProperty('get');
      expect(document.paths[`${path}:openapi-ui`], path).toHaveProperty('get');
    }
    expect(document.paths['/openapi.json']).toHaveProperty('get');
  });

  test('names each operation once', () => {
    const ids = allOf(document.paths).map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  });

  test.each(SPECIFIED)('declares the required status codes: %s %s', (method, path, column) => {
    const declared = document.paths[path]?.[method];
    expect(declared, `${method} ${path}`).toBeDefined();
    const expected = new Set([...column, ...ALWAYS]);
    if (path.includes('{')) expected.add(404);
    // Every list can be longer than the limit, and every public read can be conditional.
    if (declared!.parameters?.some(({ name }) => name === 'page_token')) expected.add(206);
    if (path.includes('publicassets') && !path.includes(':openapi')) expected.add(304);
    expect(statusesOf(declared!)).toEqual([...expected].toSorted((a, b) => a - b));
  });

  test('declares the responses that every operation can give, with bodies and headers', () => {
    for (const [where, declared] of allOf(document.paths)) {
      expect(statusesOf(declared), where).toEqual(expect.arrayContaining([200, ...ALWAYS]));
      const resolved = Object.fromEntries(
        Object.entries(declared.responses).map(([status, response]) => [
          status,
          resolveResponse(client.document, response)!,
        ]),
      );
      for (const [status, response] of Object.entries(resolved)) {
        expect(response.description, `${where} ${status}`).not.toBe('');
        // JSON, and HTML for browsers if the operation has a page, or a stream of events; or a file, or HTML only.
        const types = Object.keys(response.content ?? {}).join(' ');
        if (status !== '304')
          expect(types, `${where} ${status}`).toMatch(/^(\S+|application\/json text\/(html|event-stream))$/);
        if (status !== '304') expect(response.headers).toHaveProperty('x-request-id');
      }
      expect(resolved['401']?.headers ?? { 'www-authenticate': 1 }).toHaveProperty('www-authenticate');
      expect(resolved['405']!.headers).toHaveProperty('allow');
      for (const name of ['retry-after', 'archivist-rate-limit-reset'])
        expect(resolved['429']!.headers).toHaveProperty(name);
    }
  });

  test('declares security exactly where 401 is a response', () => {
    const schemes = Object.keys(document.components['securitySchemes']!);
    for (const [where, declared] of allOf(document.paths)) {
      const names = (declared.security ?? []).flatMap((each) => Object.keys(each));
      expect(names.length > 0, where).toBe(statusesOf(declared).includes(401));
      for (const name of names) expect(schemes).toContain(name);
    }
    const open = allOf(document.paths).filter(([, { security }]) => security?.length === 0);
    expect(open.map(([where]) => where.replace(/ \/v2\/public/, ' /public')).toSorted()).toEqual(
      [
        ...[
          '{uuid}',
          '{uuid}/events',
          '-/events',
          '-/events:feed',
          '{asset_uuid}/events/{uuid}',
          '{asset_uuid}/events/{uuid}:proof',
          '{asset_uuid}/events/{uuid}:receipt',
          '{asset_uuid}/events/{uuid}:tlogproof',
          '{uuid}:history',
          '{uuid}:publicurl',
          '{asset_uuid}/events/{uuid}:publicurl',
        ].flatMap((path) => [`get /publicassets/${path}`, `get /publicassets/${path}`]),
        // Each with its alias, the path that SDKs derive from a public address.
        ...['publicassets/{asset_uuid}', '{asset_uuid}'].flatMap((asset) =>
          [asset, `${asset}/events/{event_uuid}`].flatMap((record) => [
            `get /v2/attachments/${record}/{uuid}`,
            `get /v2/attachments/${record}/{uuid}/info`,
          ]),
        ),
        'get /v1alpha2/blockchain/publicassets/{asset_uuid}/events/{uuid}',
        'get /appidpv1/.well-known/jwks.json',
        'get /appidpv1/.well-known/openid-configuration',
        'get /openapi.json',
        'get /openapi-ui',
        'get /iam/v1/issuers',
        'get /v1/tenancies/{uuid}:publicinfo',
        'get /healthz',
        'get /a/{uuid}',
        'get /a/{uuid}/01/{gtin}/21/{serial}',
      ].toSorted(),
    );
    // A token is needed for the log of a tenancy, and not for the public one. That of an export can be in the address.
    const optional = allOf(document.paths).filter(([, { security }]) =>
      security?.some((each) => !Object.keys(each)[0]),
    );
    expect(optional.map(([where]) => where).toSorted()).toEqual([
      'get /v1/exports/{uuid}/files/{file}',
      ...['', '/checkpoint', '/keys', '/tile/{tile}', ':consistency'].map((path) => `get /v1/logs/{log}${path}`),
    ]);
    for (const [where, { security }] of optional) expect(security, where).toEqual([{}, { bearer: [] }]);
  });

  test('declares every parameter of a template, and a body where one is needed', () => {
    for (const [where, declared] of allOf(document.paths)) {
      const named = (declared.parameters ?? []).filter((each) => each.in === 'path');
      const template = [...where.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(named.map(({ name }) => name).toSorted(), where).toEqual(template.toSorted());
      expect(named.every(({ required }) => required)).toBe(true);
      if (where.startsWith('patch')) expect(declared.requestBody, where).toBeDefined();
      if (where.startsWith('get') || where.startsWith('delete')) expect(declared.requestBody, where).toBeUndefined();
    }
  });

  test('gives examples that its own schemas accept', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'doc', components: document.components });
    let found = 0;
    const isSampled = (n: number): boolean => n % sized({ quick: 4, long: 1, full: 1 }) === 0;
    const walk = (node: unknown, where: string): void => {
      if (node === null || typeof node !== 'object') return;
      const { example, examples, schema } = node as Record<string, unknown>;
      const given = [...(example === undefined ? [] : [example]), ...(Array.isArray(examples) ? examples : [])];
      for (const each of given) {
        found++;
        // Each is compiled on its own. In the quick tests, every fourth.
        if (!isSampled(found)) continue;
        const text = JSON.stringify(schema ?? node).replaceAll('"#/components/', '"doc#/components/');
        const validate = ajv.compile(JSON.parse(text));
        expect(validate(each), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      }
      for (const [key, value] of Object.entries(node)) if (!key.startsWith('example')) walk(value, `${where}/${key}`);
    };
    walk(document, '');
    expect(found).toBeGreaterThanOrEqual(2);
  });

  test('gives examples that the service accepts', async () => {
    const example = (name: string): unknown => (document.components['schemas']![name] as { example: unknown }).example;
    const accepted = async (method: string, path: string, body: unknown): Promise<Answer> => {
      const answer = await client.call(tenant.token, method, path, { body });
      expect(answer.status, answer.text).toBe(200);
      return answer;
    };
    const asset = await accepted('POST', '/v2/assets', example('CreateAsset'));
    await accepted('POST', `/v2/${asset.body.identity}/events`, example('CreateEvent'));
    await accepted('POST', '/iam/v1/access_policies', example('CreateAccessPolicy'));
    const subject = (await accepted('POST', '/iam/v1/subjects', example('CreateSubject'))).body.identity as string;
    const location = (await accepted('POST', '/v2/locations', example('CreateLocation'))).body.identity as string;
    // A location can only be shared with existing subjects, so the id in the example is replaced.
    const permissions = JSON.stringify(example('PatchLocationPermissions')).replace(/subjects\/[0-9a-f-]{36}/, subject);
    await accepted('PATCH', `/v2/${location}/permissions`, JSON.parse(permissions));
    const certificate = await accepted('POST', '/v1/tlscacertificates', example('CreateTlsCaCertificate'));
    await accepted('PATCH', `/v1/${certificate.body.identity}`, example('PatchTlsCaCertificate'));
    const application = await accepted('POST', '/iam/v1/applications', example('CreateApplication'));
    await accepted('PATCH', `/iam/v1/${application.body.identity}`, example('PatchApplication'));
    await accepted('PATCH', `/iam/v1/${subject}`, example('PatchSubject'));
    await accepted('PATCH', `/v2/${location}`, example('PatchLocation'));
    const policies = await accepted('GET', '/iam/v1/access_policies', undefined);
    await accepted('PATCH', `/iam/v1/${policies.body.access_policies[0].identity}`, example('PatchAccessPolicy'));
    await accepted('POST', '/v1/compliance_policies', example('CreateCompliancePolicy'));
    const template = await accepted('POST', '/v1/templates', example('CreateTemplate'));
    await accepted('PATCH', `/v1/${template.body.identity}`, example('PatchTemplate'));
    await accepted('POST', '/v1/invites', example('CreateInvite'));
    await accepted('PATCH', '/v1/tenancies/self', example('PatchTenancy'));
  });
});

describe.each(groups)('the documents of $name', (group) => {
  const { name, path } = group;

  test('are valid Swagger 2.0 with every operation of the group', async () => {
    expect((await client.call(undefined, 'GET', `${path}:openapi`)).status).toBe(401);
    const answer = await client.call(tenant.token, 'GET', `${path}:openapi`);
    expect(answer.status).toBe(200);
    const origin = new URL(ORIGIN);
    expect(answer.body).toMatchObject({
      swagger: '2.0',
      host: origin.host,
      basePath: '/archivist',
      schemes: [origin.protocol.slice(0, -1)],
    });
    const own = operations.filter(({ spec }) => spec.group.name === name && !spec.atOrigin);
    const coded = own.flatMap((operation) =>
      templatesOf(operation).map((template) => `${operation.spec.method} ${template}`),
    );
    const described = allOf(answer.body.paths);
    expect(described.map(([where]) => where).toSorted()).toEqual(coded.toSorted());
    const ids = described.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [where, declared] of described) {
      const [method, template] = where.split(' ') as [string, string];
      expect(statusesOf(declared), where).toEqual(statusesOf(document.paths[template]![method]!));
    }
    if (validated.has(group)) await SwaggerParser.validate(structuredClone(answer.body));
  });

  test('name their license and tag, define only what they use, and have examples of their schema only', async () => {
    const { body, text } = await client.call(tenant.token, 'GET', `${path}:openapi`);
    expect(body.info).toEqual({
      title: group.title,
      description: `Asset evidence and identity service: ${group.title}`,
      version: VERSION,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      contact: { name: 'Operator of this deployment', url: ORIGIN },
    });
    expect(body.tags).toEqual([{ name, description: group.title }]);
    for (const definition of Object.keys(body.definitions)) expect(text).toContain(`"#/definitions/${definition}"`);
    expect(text).not.toContain('{"x-nullable":true}');
    for (const [where, { responses }] of allOf(body.paths as Document['paths']))
      for (const { examples = {} } of Object.values(responses) as { examples?: object }[])
        if ('application/json' in examples) expect(Object.keys(examples), where).toEqual(['application/json']);
  });

  test('have a page that needs a token, loads files of its own origin only, and links to the document', async () => {
    expect((await client.call(undefined, 'GET', `${path}:openapi-ui`)).status).toBe(401);
    const answer = await client.call(tenant.token, 'GET', `${path}:openapi-ui`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/^<!doctype html>/i);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(answer.text).not.toMatch(/<(iframe|object|embed|img|base|style|meta http-equiv)\b|\s(style|on\w+)\s*=/i);
    expect(answer.text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/reference/main.js">']);
    for (const [, target] of answer.text.matchAll(/\s(?:src|href)="([^"]*)"/g)) expect(target).toMatch(/^\/(?!\/)/);
    expect(answer.text).toContain('href="/archivist/openapi.json"');
    expect(answer.text).toContain(`href="/archivist${path}:openapi"`);
    expect((await client.call(undefined, 'GET', '/openapi-ui', { query: { group: name } })).text).toBe(answer.text);
    for (const { spec } of operations.filter((each) => each.spec.group.name === name && !each.spec.atOrigin)) {
      expect(answer.text).toContain(spec.path);
    }
  });
});
