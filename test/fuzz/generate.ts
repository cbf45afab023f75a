import * as fc from 'fast-check';
import { damaged, headersOf, pathOf, queryOf, type Parameter } from './address.ts';
import { contentOf, type RequestBody } from './content.ts';
import { mostly, type Schema } from './values.ts';

/** Who sends: one of the tenants, the operator, or somebody without a right (see world.ts). */
export type Sender = 'a' | 'b' | 'operator' | 'nobody' | 'garbage';

/**
 * A request as it is generated. Identities and secrets stand in it as `{{names}}` that the world
 * resolves when it is sent, so that the same seed gives the same requests on every service.
 */
export type Sketch = {
  operation: string;
  sender: Sender;
  method: string;
  /** From the origin, percent-encoded, with the query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

type Described = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: RequestBody;
  security: Record<string, unknown>[];
  servers?: unknown[];
};
/** The parts of the OpenAPI 3.1 document that requests are made from. */
export type Source = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

const MAX_ADDRESS = 8_000;

/** Requests to all operations of the document, more often to those that do more. */
export function requestsOf(document: Source): fc.Arbitrary<Sketch> {
  const parts = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      weight: weightOf(method, operation),
      arbitrary: requestOf(document, template, method, operation),
    })),
  );
  return fc.oneof(...parts);
}

function weightOf(method: string, { operationId, requestBody, parameters = [] }: Described): number {
  // What answers with a document costs much and takes no input; others walk all ledgers, or make tenants for ever.
  if (/OpenApi/.test(operationId)) return 1;
  if (operationId === 'fsck') return 3;
  if (operationId === 'createTenant') return 9;
  if (requestBody) return parameters.length > 0 ? 60 : 30;
  if (method !== 'get') return 12;
  return parameters.length > 5 ? 60 : parameters.length > 0 ? 30 : 15;
}

function requestOf(document: Source, template: string, method: string, operation: Described): fc.Arbitrary<Sketch> {
  const base = operation.servers ? '' : '/archivist';
  const parameters = operation.parameters ?? [];
  return fc
    .record({
      sender: senderOf(operation),
      method: mostly(
        30,
        fc.constant(method.toUpperCase()),
        fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'POST', 'DELETE'),
      ),
      path: mostly(40, pathOf(template), pathOf(template).chain(damaged)),
      query: queryOf(parameters.filter((parameter) => parameter.in === 'query')),
      headers: headersOf(parameters.filter((parameter) => parameter.in === 'header')),
      content: contentOf(operation.requestBody, document.components.schemas),
    })
    .map(({ sender, method: verb, path, query, headers, content }) => {
      const address = `${base}${path}${query === '' ? '' : `?${query}`}`;
      return {
        operation: operation.operationId,
        sender,
        method: verb,
        path: address.slice(0, MAX_ADDRESS).replace(/%.?$/, ''),
        headers: { ...content.headers, ...headers },
        body: verb === 'GET' || verb === 'HEAD' ? undefined : content.body,
      };
    });
}

function senderOf({ security }: Described): fc.Arbitrary<Sender> {
  const kind = Object.keys(security[0] ?? {})[0];
  const wrong = fc.constantFrom<Sender>('nobody', 'garbage', 'a', 'operator');
  if (kind === 'operator') return mostly(6, fc.constant('operator'), fc.constantFrom('nobody', 'garbage', 'a'));
  if (kind !== 'bearer') return mostly(6, fc.constant('nobody'), wrong);
  const tenants = fc.oneof(
    { weight: 2, arbitrary: fc.constant('a' as const) },
    { weight: 1, arbitrary: fc.constant('b' as const) },
  );
  return mostly<Sender>(10, tenants, fc.constantFrom('nobody', 'garbage', 'operator'));
}
