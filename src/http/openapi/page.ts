import type { Schema } from './schema2.ts';
import { html, renderForm, TOKEN_FORM, TRY_SCRIPT, type Entry } from './form.ts';
import type { Parameter, Swagger2 } from './swagger2.ts';

/** An entry of the index: the title and address of a page, and its operations. */
export type Listed = {
  title: string;
  address: string;
  operations: { method: string; path: string; summary: string }[];
};

/**
 * Renders the index of all groups as one HTML page (UTF-8) without scripts.
 */
export function renderIndex(title: string, groups: Listed[]): string {
  const sections = groups.map(
    ({ title: name, address, operations }) => `<section><h2><a href="${html(address)}">${html(name)}</a></h2>
<ul class="plain">${operations.map(({ method, path, summary }) => `<li>${route({ method, path })} ${html(summary)}</li>`).join('')}</ul></section>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8">
<link rel="icon" href="/static/icon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(title)}</title>
<style>${STYLE}</style>
</head><body class="index">
<header><h1>${html(title)}</h1>
<p>Every group of operations has a page, on which they can be tried with a token. The whole interface as a
document for programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1). For people: the <a href="/console/">console</a>.</p>
</header>
<main>
${sections.join('\n')}
</main>
</body></html>
`;
}

/**
 * Renders a Swagger 2.0 document as one HTML page (UTF-8), for `DOCUMENT_POLICY`. The page works without scripts;
 * its one script, of the same origin, adds forms that send requests. Every text of the document is escaped; of
 * Markdown only paragraphs and `code` are rendered. `index` is the address of the page of all groups.
 */
export function renderPage(doc: Swagger2, index: string): string {
  const entries = Object.entries(doc.paths).flatMap(([path, { parameters = [], ...methods }]) =>
    Object.entries(methods).map(([method, operation]) => {
      const all = [...parameters, ...(operation.parameters ?? [])];
      return { method, path, operation, parameters: all };
    }),
  );
  const definitions = Object.entries(doc.definitions);
  const schemes = Object.entries(doc.securityDefinitions).map(([name, scheme]) => {
    const place = `${html(scheme['in'])} <code>${html(scheme['name'])}</code>`;
    const where = scheme['type'] === 'basic' ? 'HTTP Basic' : place;
    return [`<code>${html(name)}</code>`, where, prose(scheme['description'])];
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8">
<link rel="icon" href="/static/icon.svg">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${html(doc.info.title)}</title>
<style>${STYLE}</style>
<script type="module" src="${TRY_SCRIPT}"></script>
</head><body>
<a class="skip" href="#operations">Skip to the operations</a>
<header>
<h1>${html(doc.info.title)} <small>${html(doc.info.version)}</small></h1>
${prose(doc.info.description)}
<p class="note">Base address <code>${html(baseOf(doc))}</code></p>
</header>
<nav aria-label="Contents">
<p><a href="${html(index)}">All groups</a></p>
<p><a href="#operations">Operations</a></p>
<ul>${entries.map((entry) => `<li><a href="#${idOf(entry)}">${route(entry)}</a></li>`).join('')}</ul>
<p><a href="#authentication">Authentication</a></p><p><a href="#definitions">Definitions</a></p>
<ul>${definitions.map(([name]) => `<li>${definitionLink(name)}</li>`).join('')}</ul>
</nav>
<main>
<h2 id="operations">Operations</h2>
${TOKEN_FORM}
${entries.map((entry) => renderEntry(doc, entry)).join('\n')}
<h2 id="authentication">Authentication</h2>
${table(['Name', 'Where', 'Description'], schemes)}
<h2 id="definitions">Definitions</h2>
${definitions.map(renderDefinition).join('\n')}
</main>
</body></html>
`;
}

function renderEntry(doc: Swagger2, entry: Entry): string {
  const { operation, parameters } = entry;
  const body = parameters.find((each) => each.in === 'body');
  const schema = body?.schema ?? {};
  const rows = parameters.filter((each) => each.in !== 'body').map(parameterRow);
  const security = operation.security ?? doc.security ?? [];
  const schemes = security.map((each) => html(Object.keys(each).join(' and ') || 'none'));
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const headers = Object.entries(response.headers ?? {}).map(
      ([name, header]) => `<p class="note"><code>${html(name)}</code> ${html(header.description)}</p>`,
    );
    const content = response.schema ? typeOf(response.schema) + fields(response.schema) : '';
    return [`<b>${html(status)}</b>`, prose(response.description) + headers.join(''), content];
  });
  return `<details>
<summary><h3>${route(entry)}</h3> ${html(operation.summary)}${operation.deprecated ? ' <em>deprecated</em>' : ''}</summary>
<div id="${idOf(entry)}">${prose(operation.description)}
<p class="note">Authentication: <a href="#authentication">${schemes.join(' or ') || 'none'}</a></p>
<pre tabindex="0"><code>${html(curl(doc, entry, Object.keys(security[0] ?? {})[0]))}</code></pre>
${rows.length > 0 ? `<h4>Parameters</h4>${table(['Name', 'In', 'Type', 'Description'], rows)}` : ''}
${body ? `<h4>Request body</h4><p>${typeOf(schema)}${types(operation.consumes)}</p>${prose(body.description)}${fields(schema)}` : ''}
<h4>Responses${types(operation.produces)}</h4>${table(['Status', 'Description', 'Body'], responses)}
${renderForm(doc, entry, idOf(entry), exampleOf(doc, body))}
</div></details>`;
}

const renderDefinition = ([name, schema]: [string, Schema]) =>
  `<section id="${anchor('definition', name)}"><h3>${html(name)}</h3>
<p class="note">${typeOf(schema)}</p>${describe(schema)}${fields(schema)}</section>`;

function parameterRow({ required, ...schema }: Parameter): string[] {
  const place = schema.in === 'formData' ? 'form' : html(schema.in);
  const description = describe({ ...schema, example: schema['x-example'] });
  return [fieldName(schema.name, required), place, typeOf(schema), description];
}

/** The example of a body as JSON; empty without an example. */
function exampleOf(doc: Swagger2, body: Parameter | undefined): string {
  const schema = body?.schema ?? {};
  const named = schema.$ref === undefined ? schema : doc.definitions[nameOf(schema.$ref)];
  const example = body?.['x-example'] ?? named?.example;
  return example === undefined ? '' : JSON.stringify(example, null, 2);
}

/** A curl command for the operation. Names in capitals and in braces are placeholders. */
function curl(doc: Swagger2, { method, path, operation, parameters }: Entry, scheme = ''): string {
  const verb = method === 'head' ? '--head' : `-X ${method.toUpperCase()}`;
  const lines = [`curl ${verb} ${quote(baseOf(doc) + path)}`];
  const { type, name } = doc.securityDefinitions[scheme] ?? {};
  if (type === 'basic') lines.push('-u "$CLIENT_ID:$CLIENT_SECRET"');
  if (name === 'Authorization') lines.push('-H "Authorization: Bearer $TOKEN"');
  const flag = operation.consumes?.some((each) => each.startsWith('multipart/')) ? '-F' : '-d';
  for (const { name: field, in: place, schema = {}, ...rest } of parameters) {
    const named = schema.$ref === undefined ? schema : doc.definitions[nameOf(schema.$ref)];
    const example = rest['x-example'] ?? named?.example;
    const value = rest.type === 'file' ? '@FILE' : (example ?? field.toUpperCase());
    if (place === 'formData' && rest.required) lines.push(`${flag} ${quote(`${field}=${value}`)}`);
    if (place !== 'body') continue;
    lines.push(`-H ${quote(`Content-Type: ${operation.consumes?.[0] ?? 'application/json'}`)}`);
    lines.push(`--data-binary ${quote(example ? JSON.stringify(example, null, 2) : '@FILE')}`);
  }
  return lines.join(' \\\n  ');
}

/** The properties of a schema and of inline schemas in it; a named schema is a link. */
function fields(schema: Schema): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    fieldName(name, schema.required?.includes(name)),
    typeOf(property),
    describe(property) + fields(property),
  ]);
  const { items, additionalProperties: rest, allOf = [], 'x-oneOf': choices = [] } = schema;
  const inner = [...(items ? [items] : []), ...(typeof rest === 'object' ? [rest] : [])];
  const own = rows.length > 0 ? table(['Field', 'Type', 'Description'], rows) : '';
  return own + [...inner, ...allOf, ...choices].map(fields).join('');
}

function typeOf(schema: Schema): string {
  const { allOf = [], 'x-oneOf': choices = [], additionalProperties: rest, format } = schema;
  let type = html(schema.type ?? 'any') + (format ? ` <small>${html(format)}</small>` : '');
  if (schema.$ref !== undefined) type = definitionLink(nameOf(schema.$ref));
  else if (choices.length > 0) type = choices.map(typeOf).join(' or ');
  else if (allOf.length > 0) type = allOf.map(typeOf).join(' and ');
  else if (schema.type === 'array') type = `list of ${typeOf(schema.items ?? {})}`;
  else if (typeof rest === 'object' && !schema.properties) type = `map of ${typeOf(rest)}`;
  return schema['x-nullable'] && type !== 'any' ? `${type} or null` : type;
}

/** Description, limits and example of a schema. */
function describe(schema: Schema): string {
  const values = schema.enum ?? schema.items?.enum ?? [];
  const words = (keyword: string) => keyword.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`);
  const facts = FACTS.filter((keyword) => schema[keyword] !== undefined).map(
    (keyword) => `${words(keyword)} <code>${json(schema[keyword])}</code>`,
  );
  const list = values.map((value) => `<code>${json(value)}</code>`).join(' ');
  if (list) facts.unshift(`one of ${list}`);
  const note = facts.length > 0 ? `<p class="note">${facts.join(', ')}</p>` : '';
  return prose(schema.description) + note;
}

function table(columns: string[], rows: string[][]): string {
  const head = columns.map((column) => `<th scope="col">${column}</th>`).join('');
  const line = ([first, ...cells]: string[]) =>
    `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
  return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows.map(line).join('')}</tbody></table></div>`;
}

const json = (value: unknown) => html(JSON.stringify(value));
const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const nameOf = (ref: string) => ref.slice('#/definitions/'.length);
const types = (list: string[] = []) => ` <small>${html(list.join(', '))}</small>`;
const idOf = ({ method, path }: Entry) => anchor('operation', `${method}-${path}`);
const anchor = (kind: string, name: string) =>
  `${kind}-${name.replace(/[^\w-]/g, (c) => `.${c.charCodeAt(0).toString(16)}`)}`;
const definitionLink = (name: string) => `<a href="#${anchor('definition', name)}">${html(name)}</a>`;
const fieldName = (name: string, required = false) =>
  `<code>${html(name)}</code>${required ? ' <em>required</em>' : ''}`;
const route = ({ method, path }: Pick<Entry, 'method' | 'path'>) =>
  `<b class="method ${html(method)}">${html(method)}</b> <code>${html(path).replace(/[/:]/g, '<wbr>$&')}</code>`;
const baseOf = ({ schemes, host, basePath }: Swagger2) =>
  `${schemes[0] ?? 'https'}://${host}${basePath.replace(/\/$/, '')}`;
const prose = (text: unknown) =>
  html(text)
    .split(/\n\s*\n/)
    .map((each) => (each.trim() ? `<p>${each.replace(/`([^`]+)`/g, '<code>$1</code>')}</p>` : ''))
    .join('');
const FACTS = (
  'default minimum exclusiveMinimum maximum exclusiveMaximum multipleOf minLength maxLength pattern ' +
  'minItems maxItems uniqueItems collectionFormat readOnly example'
).split(' ');
const STYLE = `
:root{color-scheme:light dark;--bg:#fafaf7;--card:#fff;--ink:#1c2128;--soft:#59636e;--line:#d9dcd6;--link:#0a6150;--code:#f0f2ec}
@media(prefers-color-scheme:dark){:root{--bg:#14171b;--card:#1b1f25;--ink:#e6e9ec;--soft:#a4aeb9;--line:#333a43;--link:#6fd0b5;--code:#252b32}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.5rem;max-width:90rem;background:var(--bg);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;display:grid;gap:0 3rem;grid-template:auto auto/minmax(0,1fr)}
@media(min-width:60rem){body{grid-template:auto 1fr/19rem minmax(0,1fr)}header{grid-column:1/-1}nav{position:sticky;top:0;max-height:100vh;overflow:auto}}
h1{font-size:2rem;margin:.5rem 0}h2{font-size:1.4rem;margin:2rem 0 .75rem}h3{font-size:1rem;margin:0;display:inline}h4{margin:1.5rem 0 .5rem}
p{margin:.4rem 0}a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
small,.note,em{color:var(--soft);font-size:.875rem;font-weight:400}em{font-style:italic}
code,pre{font:.875rem/1.5 ui-monospace,Menlo,Consolas,monospace;background:var(--code);border-radius:4px}
code{padding:.1em .3em;overflow-wrap:anywhere}tbody th code{overflow-wrap:normal}pre{padding:.9rem;overflow:auto}pre code,h3 code,nav code{background:none;padding:0}
nav{font-size:.875rem;padding:1rem 0}nav p{font-weight:600}nav ul{list-style:none;margin:0 0 1rem;padding:0}nav li{margin:.35rem 0}nav a{text-decoration:none}nav a:hover{text-decoration:underline}
details,section{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:.6rem 0}
summary{padding:.7rem 1rem;cursor:pointer}summary:hover{background:var(--code);border-radius:8px}details>div,section{padding:.2rem 1rem 1rem}section{padding-top:1rem}
details>div{border-top:1px solid var(--line);scroll-margin-top:4rem}section{scroll-margin-top:1rem}:target{box-shadow:inset 3px 0 var(--link)}
.method{display:inline-block;min-width:4.2rem;padding:.1rem .4rem;border-radius:4px;background:#59636e;color:#fff;font-size:.75rem;text-align:center;text-transform:uppercase}
.get{background:#17683f}.post{background:#1b5aa6}.patch,.put{background:#8a5200}.delete{background:#b0271f}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;vertical-align:top;padding:.45rem .8rem .45rem 0;border-bottom:1px solid var(--line)}thead th{color:var(--soft);font-weight:600}tbody th{font-weight:400}tr:last-child>*{border-bottom:0}td p{margin:0}td p+p{margin-top:.3rem}
.try{border-top:1px solid var(--line);margin-top:1rem;padding-top:.25rem}.try[data-token]{border:1px solid var(--line);border-radius:8px;padding:.6rem 1rem;background:var(--card)}
.try label{display:inline-block;min-width:12rem;font-weight:600}.try input,.try select,.try textarea{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--soft);border-radius:4px;padding:.3rem .5rem;width:min(28rem,100%)}.try textarea{display:block;width:100%;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875rem}
button{font:inherit;font-weight:600;padding:.35rem 1rem;border-radius:4px;border:1px solid var(--link);background:var(--link);color:var(--card);cursor:pointer}button:disabled{opacity:.6}[data-answer] pre{max-height:30rem}
body.index{grid-template:auto auto/minmax(0,1fr);max-width:60rem}.plain{list-style:none;padding:0;margin:0}.plain li{margin:.4rem 0}.index section h2{margin:.2rem 0 .6rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem}`;
