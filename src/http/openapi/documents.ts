import { OpenAPIHono, z } from '@hono/zod-openapi';
import { CSRF_HEADER } from '../../access/identity/csrf.ts';
import type { Config } from '../../settings/config.ts';
import { BASE_PATH } from '../../settings/config.ts';
import { VERSION } from '../../settings/version.ts';
import type { Group, Operation } from '../operation.ts';
import { statusesOf } from '../statuses.ts';
import { servedAs } from '../path.ts';
import { complete } from './completion.ts';
import { registerResponses } from './responses.ts';
import { routeOf, type Query } from './routes.ts';
import { toSwagger2 } from './swagger2.ts';

const TITLE = 'Asset evidence and identity service';
const LICENSE = { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' };
const ABOUT = `Records evidence about assets: tenancies create assets, append events to them and attach files, and \
every record is anchored on a blockchain.

- Authentication: \`Authorization: Bearer <token>\`, with a token of \`/iam/v1/appidp/token\` or of an identity \
provider of the deployment.
- Identities: a record is named by \`<collection>/<uuid>\`; paths contain the UUID.
- Lists: \`next_page_token\` of a page is \`page_token\` of the next request; it is empty on the last page.
- Errors: all errors have the body \`ErrorBody\`, except those of the token endpoint, which have that of RFC 6749.
- Operation ids: a verb and a resource, such as \`listAssets\`. The id of an operation under an alias of its \
path ends in a suffix that names the alias, such as \`listInvitesUnderIam\`.`;

/** The OpenAPI 3.1 document of all operations. */
export function openApi31(operations: readonly Operation[], config: Config): object {
  const groups = [...new Set(operations.map(({ spec }) => spec.group))];
  const document = registryOf(operations, config, anyNameFilters).getOpenAPI31Document({
    openapi: '3.1.0',
    info: { ...infoOf(config), title: TITLE, description: ABOUT },
    servers: [{ url: config.baseUrl }],
    tags: groups.map(tagOf),
  });
  complete(document, operations);
  return document;
}

/** The Swagger 2.0 document of one group. */
export function swagger2(
  operations: readonly Operation[],
  group: Group,
  config: Config,
): ReturnType<typeof toSwagger2> {
  const own = operations.filter((operation) => operation.spec.group === group && !operation.spec.atOrigin);
  const document = registryOf(own, config, namedFilters).getOpenAPIDocument({
    openapi: '3.0.0',
    info: {
      ...infoOf(config),
      title: group.title,
      description: `${TITLE}: ${group.title}`,
    },
    servers: [{ url: config.baseUrl }],
    tags: [tagOf(group)],
  });
  complete(document, own);
  const origin = new URL(config.origin);
  return toSwagger2(document, {
    host: origin.host,
    basePath: BASE_PATH,
    schemes: [origin.protocol.slice(0, -1)],
  });
}

const infoOf = ({ origin }: Config) => ({
  version: VERSION,
  license: LICENSE,
  contact: { name: 'Operator of this deployment', url: origin },
});

const tagOf = ({ name, title }: Group) => ({ name, description: title });

/** Filters with free names (`attributes.{name}` -> what it means) -> query parameters that document them. */
type DocumentFilters = (filters: Record<string, string>) => Query;

/**
 * One exploded object, whose properties are the parameters on the wire: a generated client can send any name.
 * The parameter's own name is never sent.
 */
const anyNameFilters: DocumentFilters = (filters) => {
  const patternProperties = Object.fromEntries(
    Object.entries(filters).map(([template, description]) => [
      `^${template.replace('{name}', '').replaceAll('.', '\\.')}`,
      { type: 'string', description },
    ]),
  );
  const description = `Filters by attribute, each a query parameter of its own: ${Object.keys(filters).join(', ')}`;
  const schema = { type: 'object', patternProperties, additionalProperties: false } as const;
  return {
    attribute_filters: z
      .custom<object>()
      .optional()
      .openapi({ ...schema, param: { style: 'form', explode: true, description } }),
  };
};

/** Swagger 2.0 has no objects in a query: each filter is documented by the template of its name. */
const namedFilters: DocumentFilters = (filters) =>
  Object.fromEntries(
    Object.entries(filters).map(([template, description]) => [
      template,
      z.string().optional().openapi({ description }),
    ]),
  );

function registryOf(operations: readonly Operation[], config: Config, documentFilters: DocumentFilters): OpenAPIHono {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of an application or a person',
  });
  registry.registerComponent('securitySchemes', 'client', {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and secret of an application; form fields are accepted too',
  });
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'header',
    name: CSRF_HEADER,
    description: 'The CSRF token of a session of the console, together with the cookie of the session',
  });
  registry.registerComponent('securitySchemes', 'operator', {
    type: 'http',
    scheme: 'bearer',
    description: 'The operator secret of the deployment',
  });
  registerResponses(
    registry,
    operations.map((operation) => [operation, statusesOf(operation)]),
  );
  for (const operation of operations) {
    const filters = operation.spec.filters ? documentFilters(operation.spec.filters.documented) : {};
    for (const served of servedAs(operation)) registry.registerPath(routeOf(operation, served, config, filters));
  }
  return app;
}
