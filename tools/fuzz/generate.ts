import * as fc from 'fast-check';
import { damaged, headersOf, pathOf, queryOf, type Parameter } from './address.ts';
import type { Sender } from './callers.ts';
import { contentOf, type RequestBody } from './content.ts';
import { mostly } from './texts.ts';
import type { Schema } from './values.ts';

/**
 * A generated request. It contains `{{names}}` in place of identities and secrets. The world resolves them when the
 * request is sent, so that the same seed generates the same requests for every service.
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
/** The parts of the OpenAPI 3.1 document from which requests are generated. */
export type Source = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

const MAX_ADDRESS = 8_000;

/** Generates requests to all operations of the document, or to those named, more often to complex ones. */
export function requestsOf(document: Source, ids?: readonly string[]): fc.Arbitrary<Sketch> {
  const parts = Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => ids?.includes(operationId) ?? true)
      .map(([method, operation]) => ({
        weight: weightOf(method, operation),
        arbitrary: requestOf(document, template, method, operation),
      })),
  );
  return fc.oneof(...parts);
}

function weightOf(method: string, { operationId, requestBody, parameters = [] }: Described): number {
  // Low weights: the documents are large and take no input, `fsck` reads all ledgers, and tenants cannot be deleted.
  if (/OpenApi/.test(operationId)) return 2;
  if (operationId === 'fsck') return 3;
  if (/Attachment/.test(operationId)) return 15;
  if (operationId === 'createTenant') return 9;
  if (/^create(Asset|Event)$/.test(operationId)) return 120;
  if (requestBody) return parameters.length > 0 ? 60 : 30;
  if (method !== 'get') return 12;
  if (parameters.length > 5) return 60;
  return parameters.length > 0 ? 30 : 15;
}

function requestOf(document: Source, template: string, method: string, operation: Described): fc.Arbitrary<Sketch> {
  const base = operation.servers ? '' : '/archivist';
  const parameters = operation.parameters ?? [];
  const isOfSessions = operation.security.length === 1 && 'session' in operation.security[0]!;
  const csrf = isOfSessions ? mostly(6, fc.constant({ 'x-csrf-token': 'x' }), fc.constant({})) : fc.constant({});
  return fc
    .record({
      sender: senderOf(operation),
      method: mostly(
        30,
        fc.constant(method.toUpperCase()),
        fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'POST', 'DELETE'),
      ),
      path: mostly(40, pathOf(template), pathOf(template).chain(damaged)),
      query: queryOf(
        parameters.filter((parameter) => parameter.in === 'query'),
        fieldsOf(document, operation),
      ),
      headers: headersOf(parameters.filter((parameter) => parameter.in === 'header')),
      content: contentOf(operation.requestBody, document.components.schemas),
      csrf,
    })
    .map(({ sender, method: verb, path, query, headers, content, csrf: token }) => {
      const address = `${base}${path}${query === '' ? '' : `?${query}`}`;
      return {
        operation: operation.operationId,
        sender,
        method: verb,
        path: address.slice(0, MAX_ADDRESS).replace(/%.?$/, ''),
        headers: { ...content.headers, ...headers, ...token },
        body: verb === 'GET' || verb === 'HEAD' ? undefined : content.body,
      };
    });
}

/** Returns the fields of the body of an operation. */
function fieldsOf({ components }: Source, { requestBody }: Described): string[] {
  const [media] = Object.values(requestBody?.content ?? {});
  const schema = media?.schema.$ref ? components.schemas[media.schema.$ref.split('/').at(-1)!] : media?.schema;
  return Object.keys(schema?.properties ?? {});
}

const wrongly = fc.constantFrom<Sender>('anonymous', 'invalid', 'a', 'operator');
const anyone = fc.constantFrom<Sender>('anonymous', 'anonymous', 'invalid', 'operator');
const callers = fc.oneof(
  ...(
    [
      ['a', 6],
      ['b', 3],
      ['member', 2],
      ['changing', 2],
      ['partner', 2],
      ['reshared', 1],
      ['guest', 2],
    ] satisfies [Sender, number][]
  ).map(([sender, weight]) => ({ weight, arbitrary: fc.constant<Sender>(sender) })),
);

function senderOf({ security }: Described): fc.Arbitrary<Sender> {
  // With a token or without.
  if (security.length > 1) return fc.oneof({ weight: 3, arbitrary: callers }, { weight: 1, arbitrary: anyone });
  const kind = Object.keys(security[0] ?? {})[0];
  if (kind === 'operator') return mostly(6, fc.constant('operator'), fc.constantFrom('anonymous', 'invalid', 'a'));
  if (kind !== 'bearer') return mostly(6, fc.constant('anonymous'), wrongly);
  return mostly<Sender>(10, callers, fc.constantFrom('anonymous', 'invalid', 'operator'));
}
