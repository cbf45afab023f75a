import type { Operation, Parameter, Swagger2 } from './swagger2.ts';

/** An operation of a document with all of its parameters. */
export type Entry = { method: string; path: string; operation: Operation; parameters: Parameter[] };

/** The script that sends the forms. Without it the forms are hidden. */
export const TRY_SCRIPT = '/console/try.js';

/** The field for a token, hidden until the script runs. The token is kept in the memory of the page only. */
export const TOKEN_FORM = `<div class="try" data-token hidden>
<p><label for="token">Access token</label> <input id="token" type="password" autocomplete="off" spellcheck="false"></p>
<p class="note">For trying operations on this page. It stays in the memory of this page, and is forgotten when you leave it.</p>
</div>`;

/** A form that sends a request, hidden until the script runs. */
export function renderForm(doc: Swagger2, entry: Entry, id: string, example: string): string {
  const { method, path, operation, parameters } = entry;
  const given = parameters.filter(({ name, in: place }) => place !== 'body' && !name.includes('{'));
  const rows = given.map((parameter, i) => renderInput(parameter, `${id}-try-${i}`));
  if (given.length < parameters.filter(({ in: place }) => place !== 'body').length)
    rows.push(row(`${id}-try-more`, 'Further query', `<input id="${id}-try-more" data-in="more" autocomplete="off">`));
  if (parameters.some(({ in: place }) => place === 'body'))
    rows.push(
      row(
        `${id}-try-body`,
        'Body',
        `<textarea id="${id}-try-body" data-in="body" rows="8">${html(example)}</textarea>`,
      ),
    );
  const type = operation.consumes?.[0] ?? 'application/json';
  const address = doc.basePath.replace(/\/$/, '') + path;
  return `<form class="try" data-method="${html(method)}" data-path="${html(address)}" data-type="${html(type)}" hidden aria-label="Try ${html(method)} ${html(path)}">
<h4>Try it</h4>
${rows.join('\n')}
<p><button type="submit">Send</button></p>
<div data-answer role="status"></div>
</form>`;
}

function renderInput({ name, in: place, required = false, ...schema }: Parameter, id: string): string {
  const common = `id="${id}" name="${html(name)}" data-in="${html(place)}"${required ? ' required' : ''}`;
  const label = required ? `${name} *` : name;
  if (schema.type === 'file') return row(id, label, `<input type="file" ${common}>`);
  if (schema.enum) {
    const options = ['', ...(schema.enum as unknown[])].map((value) => `<option>${html(value)}</option>`);
    return row(id, label, `<select ${common}>${options.join('')}</select>`);
  }
  const secret = /secret/.test(name) ? ' type="password"' : '';
  return row(id, label, `<input${secret} ${common} autocomplete="off" spellcheck="false">`);
}

const row = (id: string, label: string, input: string): string =>
  `<p><label for="${id}">${html(label)}</label> ${input}</p>`;

/** Escapes a text for HTML. */
export const html = (text: unknown): string => String(text ?? '').replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
