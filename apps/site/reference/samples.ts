/** The parts of an OpenAPI 3.1 document that samples are made of. */
export type SchemaExamples = { $ref?: string; example?: unknown; examples?: unknown[]; type?: unknown };
type Media = { schema?: SchemaExamples; example?: unknown };
type Parameter = { name: string; in: string; required?: boolean; example?: unknown; schema?: SchemaExamples };
export type OperationExamples = {
  tags?: string[];
  servers?: { url: string }[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
};
export type Document = {
  servers?: { url: string }[];
  tags?: { name: string }[];
  paths: Record<string, Record<string, OperationExamples>>;
  components?: { schemas?: Record<string, SchemaExamples> };
};

type Request = {
  method: string;
  url: string;
  headers: [string, string][];
  /** Environment variables with the client id and its secret, for HTTP Basic authentication. */
  basic: boolean;
  body?: { kind: 'json' | 'form' | 'multipart'; value: unknown };
};

/** A sample: the name of the language, and the code. */
export type CodeSample = { language: string; code: string };

/** Samples of a call in curl, Python (requests) and JavaScript (fetch), with the examples of the document. */
export function samplesOf(document: Document, path: string, method: string, origin: string): CodeSample[] {
  const operation = document.paths[path]?.[method];
  if (!operation) return [];
  const request = requestOf(document, operation, path, method, origin);
  return [
    { language: 'curl', code: curl(request) },
    { language: 'Python', code: python(request) },
    { language: 'JavaScript', code: javascript(request) },
  ];
}

function requestOf(
  document: Document,
  operation: OperationExamples,
  path: string,
  method: string,
  origin: string,
): Request {
  const base = new URL(operation.servers?.[0]?.url ?? document.servers?.[0]?.url ?? '/', origin);
  const parameters = operation.parameters ?? [];
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce(
      (before, each) => before.replace(`{${each.name}}`, String(exampleOf(document, each) ?? `{${each.name}}`)),
      path,
    );
  const query = new URLSearchParams(
    parameters
      .filter((each) => each.in === 'query' && each.required)
      .map((each) => [each.name, String(exampleOf(document, each) ?? each.name.toUpperCase())]),
  ).toString();
  const url = base.href.replace(/\/$/, '') + filled + (query === '' ? '' : `?${query}`);
  const scheme = Object.keys(operation.security?.find((each) => Object.keys(each).length > 0) ?? {})[0];
  const headers: [string, string][] = scheme && scheme !== 'client' ? [['Authorization', 'Bearer $TOKEN']] : [];
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = type === undefined ? undefined : bodyOf(document, type, media!);
  return { method: method.toUpperCase(), url, headers, basic: scheme === 'client', ...(body ? { body } : {}) };
}

function bodyOf(document: Document, type: string, media: Media): Request['body'] {
  const value = exampleOf(document, media) ?? {};
  if (type.startsWith('multipart/')) return { kind: 'multipart', value: 'FILE' };
  return { kind: type === 'application/x-www-form-urlencoded' ? 'form' : 'json', value };
}

function exampleOf(document: Document, of: { example?: unknown; schema?: SchemaExamples }): unknown {
  const { $ref } = of.schema ?? {};
  const schema = $ref === undefined ? of.schema : document.components?.schemas?.[$ref.split('/').at(-1)!];
  return of.example ?? schema?.example ?? schema?.examples?.[0];
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const fieldsOf = (value: unknown): [string, string][] =>
  Object.entries(value as object).map(([name, each]) => [name, String(each)]);

function curl({ method, url, headers, basic, body }: Request): string {
  const lines = [method === 'HEAD' ? `curl --head ${quote(url)}` : `curl -X ${method} ${quote(url)}`];
  for (const [name, value] of headers) lines.push(`-H "${name}: ${value}"`);
  if (basic) lines.push('-u "$CLIENT_ID:$CLIENT_SECRET"');
  if (body?.kind === 'json') {
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body.value, null, 2))}`);
  }
  if (body?.kind === 'form')
    for (const [name, value] of fieldsOf(body.value)) lines.push(`--data-urlencode ${quote(`${name}=${value}`)}`);
  if (body?.kind === 'multipart') lines.push(`-F 'file=@FILE'`);
  return lines.join(' \\\n  ');
}

function python({ method, url, headers, basic, body }: Request): string {
  const args = [JSON.stringify(method), JSON.stringify(url)];
  if (headers.length > 0) args.push(`headers={"Authorization": f"Bearer {os.environ['TOKEN']}"}`);
  if (basic) args.push('auth=(os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])');
  if (body?.kind === 'json') args.push(`json=${pythonOf(body.value)}`);
  if (body?.kind === 'form') args.push(`data=${pythonOf(body.value)}`);
  if (body?.kind === 'multipart') args.push('files={"file": open("FILE", "rb")}');
  const uses = headers.length > 0 || basic ? 'import os\n' : '';
  const call = `response = requests.request(\n${args.map((each) => indent(each, 4)).join(',\n')},\n)`;
  return `${uses}import requests\n\n${call}\nresponse.raise_for_status()\nprint(response.text)`;
}

/** A JSON value as a Python literal. */
function pythonOf(value: unknown, depth = 0): string {
  const pad = ' '.repeat(4 * depth);
  const inner = ' '.repeat(4 * (depth + 1));
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const list = Array.isArray(value);
  const items = list
    ? value.map((each) => inner + pythonOf(each, depth + 1))
    : Object.entries(value).map(([name, each]) => `${inner}${JSON.stringify(name)}: ${pythonOf(each, depth + 1)}`);
  const [open, close] = list ? '[]' : '{}';
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')},\n${pad}${close}`;
}

function javascript({ method, url, headers, basic, body }: Request): string {
  const sent: string[] = [];
  if (headers.length > 0) sent.push('authorization: `Bearer ${process.env.TOKEN}`');
  if (basic) sent.push('authorization: `Basic ${btoa(`${process.env.CLIENT_ID}:${process.env.CLIENT_SECRET}`)}`');
  if (body?.kind === 'json') sent.push(`'content-type': 'application/json'`);
  const options = [`method: '${method}'`];
  if (sent.length > 0) options.push(`headers: { ${sent.join(', ')} }`);
  if (body?.kind === 'json') options.push(`body: JSON.stringify(${JSON.stringify(body.value, null, 2)})`);
  if (body?.kind === 'form') options.push(`body: new URLSearchParams(${JSON.stringify(body.value, null, 2)})`);
  if (body?.kind === 'multipart') options.push('body: form');
  const form =
    body?.kind === 'multipart' ? `const form = new FormData();\nform.append('file', file); // a File or a Blob\n` : '';
  const lines = options.map((each) => `${indent(each, 2)},`).join('\n');
  const call = `const response = await fetch(${JSON.stringify(url)}, {\n${lines}\n});`;
  const end = 'if (!response.ok) throw new Error(await response.text());\nconsole.log(await response.text());';
  return `${form}${call}\n${end}`;
}

const indent = (text: string, by: number): string => text.replaceAll(/^/gm, ' '.repeat(by));
