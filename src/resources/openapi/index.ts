import { z } from '@hono/zod-openapi';
import type { Config } from '../../settings/config.ts';
import { utf8 } from '../../lib/text.ts';
import { operation, type Group, type Operation } from '../../http/operation.ts';
import { openApi31, swagger2 } from '../../http/openapi/documents.ts';
import { publicFor, tagOfBody } from '../../http/respond.ts';
import { languageOf, textsFor } from '../../http/negotiate.ts';
import { referencePage, type ReferenceGroup } from '../../http/pages/reference.ts';

const openapi = { name: 'openApi', path: '/openapi', title: 'OpenAPI' };

const OpenApi = z
  .object({})
  .loose()
  .openapi({ description: 'An OpenAPI 3.1 document', example: { openapi: '3.1.0' } });
const Swagger = z
  .object({})
  .loose()
  .openapi({ description: 'A Swagger 2.0 document', example: { swagger: '2.0' } });

/**
 * Documents and pages depend on the code and the settings only, so each is made on its first request and kept by
 * the isolate.
 */
const made = new Map<string, { config: Config; value: unknown }>();
function once<T>(key: string, config: Config, make: () => T): T {
  const known = made.get(key);
  if (known?.config === config) return known.value as T;
  const value = make();
  made.set(key, { config, value });
  return value;
}

const common = { method: 'get', auth: 'bearer', permission: 'member', rate: 'api' } as const;
const shared = { group: openapi, method: 'get', auth: 'public', permission: 'none', rate: 'public' } as const;

type PageOfGroup = (group: Group | undefined, config: Config, request: Request) => Promise<string>;

/** The operations that serve the OpenAPI documents and pages of all operations, these included. */
export function openApiOperations(others: readonly Operation[]): Operation[] {
  // An operation outside of the base path is in the document of the whole service only.
  const groups = [...new Set<Group>(others.filter(({ spec }) => !spec.atOrigin).map(({ spec }) => spec.group))];
  const listed = (group: Group): ReferenceGroup => ({
    ...group,
    operations: all
      .filter(({ spec }) => spec.group.name === group.name && !spec.atOrigin)
      .map(({ spec: { method, path, summary } }) => ({ method, path, summary })),
  });
  const pageOf: PageOfGroup = (group, config, request) =>
    once(`${group?.name ?? ''} page ${languageOf(request)}`, config, () =>
      referencePage(textsFor(request), new URL(config.baseUrl).pathname, groups.map(listed), group && listed(group)),
    );
  // `all` is complete when the first request reads it.
  const all = [...others];
  const own = [
    ...groups.flatMap((group) => operationsOfGroup(group, all, pageOf)),
    documentOperation(all),
    pageOperation(groups, pageOf),
  ];
  all.push(...own);
  return own;
}

/** The operations that serve the document and the page of one group. */
function operationsOfGroup(group: Group, all: readonly Operation[], pageOf: PageOfGroup): Operation[] {
  const name = group.name.charAt(0).toUpperCase() + group.name.slice(1);
  const document = (config: Config): Uint8Array =>
    once(group.name, config, () => utf8(JSON.stringify(swagger2(all, group, config))));
  return [
    operation(
      {
        ...common,
        group,
        id: `get${name}OpenApi`,
        path: `${group.path}:openapi`,
        summary: `Read the OpenAPI 2.0 document of the group "${group.title}"`,
        description: 'The operations of the group in the format of Swagger 2.0.',
        statuses: [200, 401, 429],
        response: Swagger,
      },
      async ({ config }) => ({ raw: document(config) }),
    ),
    operation(
      {
        ...common,
        group,
        id: `get${name}OpenApiUi`,
        path: `${group.path}:openapi-ui`,
        summary: `Read the OpenAPI page of the group "${group.title}"`,
        description: 'The reference of the group as HTML, in which the operations can be tried.',
        statuses: [200, 401, 429],
        response: 'html',
      },
      async ({ config, request }) => ({ html: await pageOf(group, config, request) }),
    ),
  ];
}

/** The operation that serves the document of the whole service. */
function documentOperation(all: readonly Operation[]): Operation {
  return operation(
    {
      ...shared,
      id: 'getOpenApi',
      path: '/openapi.json',
      summary: 'Read the OpenAPI 3.1 document of the service',
      description: 'All operations of the service.',
      statuses: [200],
      cacheable: true,
      response: OpenApi,
    },
    async ({ config }) => {
      const { raw, etag } = once('openapi 3.1', config, () => {
        const bytes = utf8(JSON.stringify(openApi31(all, config)));
        return { raw: bytes, etag: tagOfBody(bytes) };
      });
      return { raw, caching: { control: publicFor(config), etag } };
    },
  );
}

/** The operation that serves the page of the whole service. */
function pageOperation(groups: readonly Group[], pageOf: PageOfGroup): Operation {
  const names = groups.map(({ name }) => name) as [string, ...string[]];
  return operation(
    {
      ...shared,
      id: 'getOpenApiUi',
      path: '/openapi-ui',
      summary: 'Read the API reference of the service',
      description: 'The reference of the whole API as HTML, or of one group.',
      statuses: [200],
      query: {
        group: z
          .enum(names)
          .optional()
          .openapi({ description: 'Name of the group whose reference to show. Default: the whole API' }),
      },
      response: 'html',
    },
    async ({ config, query, request }) => {
      const group = groups.find(({ name }) => name === query.group);
      return { html: await pageOf(group, config, request) };
    },
  );
}
