import { beforeAll, describe, expect, test } from 'vitest';
import { configOf } from '../../src/settings/config.ts';
import { openApi31 } from '../../src/http/openapi/documents.ts';
import { operations } from '../../src/operations.ts';
import { ID } from '../../src/resources/examples.ts';
import { openClient, type Client } from '../support/client.ts';
import { newTenant, ORIGIN, SECRETS, sharedService, type Service, type Tenant } from '../support/service.ts';

type Schema = { $ref?: string; properties?: Record<string, object>; required?: string[]; example?: unknown };
type Example = Record<string, unknown>;
type Body = { requestBody?: { content: { 'application/json'?: { schema: Schema } } } };

const document = openApi31(operations, configOf({ ORIGIN, ...SECRETS } as never)) as unknown as {
  paths: Record<string, { post?: Body; patch?: Body }>;
  components: { schemas: Record<string, Schema> };
};
const schemaOf = (body: Body | undefined): Schema | undefined => {
  const schema = body?.requestBody?.content['application/json']?.schema;
  return schema?.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!];
};

/** Only operators create tenants. Certificates have two names: resources/tls-ca-certificates.test.ts tests them. */
const LEFT_OUT = new Set(['/operator/v1/tenants', '/v1/tlscacertificates']);

/** Collections whose records a tenant's administrator can create and change. */
const collections = Object.entries(document.paths).flatMap(([path, { post }]) => {
  const [create, patch] = [schemaOf(post), schemaOf(document.paths[`${path}/{uuid}`]?.patch)];
  return create && patch && !LEFT_OUT.has(path) ? [{ path, create, patch, example: create.example as Example }] : [];
});

/** A different value of the same type, so that a change is visible. */
function otherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string' || value.startsWith('applications/')) return value;
  return value.startsWith('https://') ? `${value}/2` : `${value} 2`;
}

/** An example that names an application of the tenant instead of one that does not exist. */
const ofTenant = (example: Example, { client_id }: Tenant): Example =>
  JSON.parse(JSON.stringify(example).replaceAll(ID.applications, client_id)) as Example;

let service: Service;
let client: Client;
beforeAll(async () => {
  service = await sharedService();
  client = await openClient(service);
});

test('there are collections whose records can be changed', () => {
  expect(collections.length).toBeGreaterThan(3);
});

describe.each(collections)('$path', ({ path, create, patch, example }) => {
  const family = path.split('/').slice(0, -1).join('/');
  const request = async (token: string, method: string, at: string, body?: unknown) => {
    const answer = await client.call(token, method, at, { body });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };

  test('the example of a creation has every field', () => {
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(create.properties!).toSorted());
  });

  test('a creation stores every field', async () => {
    const tenant = await newTenant(service, 'Fields');
    const { token } = tenant;
    const given = ofTenant(example, tenant);
    const { identity } = await request(token, 'POST', path, given);
    const record = await request(token, 'GET', `${family}/${identity}`);
    expect(record).toMatchObject(given);
  });

  test.each(Object.keys(patch.properties!))('a change stores the field %s', async (name) => {
    const tenant = await newTenant(service, 'Fields');
    const { token } = tenant;
    const given = ofTenant(example, tenant);
    const first = Object.fromEntries((create.required ?? []).map((field) => [field, given[field]]));
    const { identity } = await request(token, 'POST', path, first);
    const value = name in first ? otherThan(given[name]) : given[name];
    await request(token, 'PATCH', `${family}/${identity}`, { [name]: value });
    const record = await request(token, 'GET', `${family}/${identity}`);
    expect(record).toMatchObject({ [name]: value });
  });
});
