import { createHash } from 'node:crypto';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { apiOf, type Addresses } from './service.ts';
import { send, type Wired } from './wire.ts';

/** The parts of an OpenAPI 3.1 document that tests use. */
export type Document = {
  paths: Record<
    string,
    Record<string, { operationId: string; responses: Record<string, DeclaredResponse | { $ref: string }> }>
  >;
  components: { responses: Record<string, DeclaredResponse> };
};
type DeclaredResponse = { description?: string; headers?: Record<string, unknown>; content?: Record<string, unknown> };

/** A declared response, which is in place or a reference to a component. */
export const resolveResponse = (
  document: Pick<Document, 'components'>,
  response: DeclaredResponse | { $ref: string } | undefined,
): DeclaredResponse | undefined =>
  response && '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1)!] : response;

export type Answer<T = any> = {
  status: number;
  headers: Headers;
  body: T;
  text: string;
  /** The unparsed body. */
  bytes?: Buffer;
  operationId: string | undefined;
};

export type Options = {
  body?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
  query?: Record<string, string> | string;
};

/**
 * Returns a function that validates a response to `method path` (relative to the base address) against the document:
 * the document must declare the status, the content type and the schema of the body. A path without an operation must
 * respond 404 or 405. The function records the operation in the response and throws if the response does not conform.
 */
export function answerCheck(document: Document): (method: string, path: string, answer: Answer) => void {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('uint64', /^\d{1,20}$/);
  ajv.addSchema({ $id: 'doc', components: document.components });
  const validators = new Map<unknown, ValidateFunction>();
  const validatorOf = (schema: unknown): ValidateFunction => {
    let validate = validators.get(schema);
    if (!validate) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"doc#/components/');
      validators.set(schema, (validate = ajv.compile(JSON.parse(text))));
    }
    return validate;
  };
  // Templates without parameters are matched first.
  const templates = Object.keys(document.paths)
    .map((template) => ({
      template,
      pattern: new RegExp(
        `^${template
          .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
          .replaceAll(/\{([^}]+)\}/g, (_, name) => (name === WITH_SLASHES ? '.+' : '[^/:]+'))}$`,
      ),
    }))
    .toSorted((a, b) => a.template.split('{').length - b.template.split('{').length);

  return function hold(method, path, answer) {
    // Repeated and trailing slashes are ignored, except for a few operations, which then do not exist.
    const clean = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
    const found = templates.find(({ pattern }) => pattern.test(clean.replaceAll(/%3a/gi, ':')));
    const where = `${method} ${path} -> ${answer.status} ${answer.text.slice(0, 300)}`;
    const operation = found && document.paths[found.template]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
    if (!answer.headers.get('x-request-id')) throw new Error(`no x-request-id: ${where}`);
    if (!operation || (clean !== path && answer.status === 404)) {
      if (method === 'OPTIONS' || answer.status === 404 || answer.status === 405) return;
      throw new Error(`no operation declared: ${where}`);
    }
    answer.operationId = operation.operationId;
    const declared = resolveResponse(document, operation.responses[String(answer.status)]);
    if (!declared) throw new Error(`status not declared by ${operation.operationId}: ${where}`);
    if (method === 'HEAD' || answer.status === 304) {
      if (answer.text !== '') throw new Error(`unexpected body: ${where}`);
      return;
    }
    if (declared.headers?.['content-disposition']) return holdFile(answer, where);
    const [type = '', ...parameters] = (answer.headers.get('content-type') ?? '').split(/; */);
    const content = declared.content?.[type] as { schema: unknown } | undefined;
    if (!content) throw new Error(`content type ${type} not declared by ${operation.operationId}: ${where}`);
    const isText = type === 'application/json' || type.startsWith('text/');
    if (isText !== parameters.includes('charset=utf-8')) throw new Error(`charset ${parameters.join('; ')}: ${where}`);
    if (type !== 'application/json') return;
    const validate = validatorOf(content.schema);
    if (!validate(answer.body))
      throw new Error(`body not as declared by ${operation.operationId}: ${ajv.errorsText(validate.errors)}: ${where}`);
  };
}

/** The name of the parameter whose values contain slashes: the path of a tile. */
const WITH_SLASHES = 'tile';

/** Checks the headers of a file: the entity tag is its hash, and browsers save it and never display it. */
function holdFile({ status, headers, bytes }: Answer, where: string): void {
  const wanted: [string, RegExp][] = [
    ['content-type', /^[\w.+-]+\/[\w.+-]+$/],
    ['etag', /^"[0-9a-f]{64}"$/],
    ['content-disposition', /^attachment\b/],
    ['content-security-policy', /^sandbox;/],
    ['x-content-type-options', /^nosniff$/],
  ];
  for (const [name, pattern] of wanted)
    if (!pattern.test(headers.get(name) ?? '')) throw new Error(`${name} ${headers.get(name)} of a file: ${where}`);
  if (status !== 200 || bytes === undefined) return;
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (headers.get('etag') !== `"${hash}"`) throw new Error(`the entity tag does not match the file: ${where}`);
}

/** Sends a request. `fetch` is for bodies that only it can send, and where redirects must be followed. */
async function sendAny(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: BodyInit | undefined },
): Promise<Wired> {
  if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) {
    const sent = await send(url, { method, headers, body: body as string | Uint8Array | undefined });
    if (![301, 302, 303, 307, 308].includes(sent.status)) return sent;
  }
  const response = await fetch(url, { method, headers, body });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** The check of each document of this process: compiling the schemas takes longer than most requests. */
const checks = new Map<string, ReturnType<typeof answerCheck>>();

/** A client that validates every response against the OpenAPI 3.1 document of the service (see `answerCheck`). */
export async function openClient(service: Addresses) {
  const described = await (await fetch(`${apiOf(service)}/openapi.json`)).text();
  const document = JSON.parse(described) as Document;
  const hold = checks.get(described) ?? answerCheck(document);
  checks.set(described, hold);

  /** Calls `path` (relative to the base address), with a token unless it is undefined. */
  async function call<T = any>(
    token: string | undefined,
    method: string,
    path: string,
    options: Options = {},
  ): Promise<Answer<T>> {
    const query =
      options.query === undefined
        ? ''
        : `?${typeof options.query === 'string' ? options.query : new URLSearchParams(options.query)}`;
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    if (options.body !== undefined) headers['content-type'] = 'application/json';
    const {
      status,
      headers: received,
      bytes,
    } = await sendAny(`${apiOf(service)}${path}${query}`, {
      method,
      headers: { ...headers, ...options.headers },
      body: options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    });
    const text = new TextDecoder().decode(bytes);
    const json = received.get('content-type')?.startsWith('application/json') && !received.has('content-disposition');
    const body = json && text !== '' ? JSON.parse(text) : text;
    const answer: Answer = { status, headers: received, body, text, bytes, operationId: undefined };
    hold(method, path.split('?')[0]!, answer);
    return answer;
  }
  return { document, call };
}

export type Client = Awaited<ReturnType<typeof openClient>>;
