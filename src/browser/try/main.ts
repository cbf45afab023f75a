/** The maximum number of characters of a response that are shown. */
const SHOWN = 200_000;

// Lets the reader of an OpenAPI page send requests. The token is not stored; it stays in its field.
const token = document.querySelector<HTMLInputElement>('#token');
for (const part of document.querySelectorAll<HTMLElement>('.try')) {
  part.hidden = false;
  if (!(part instanceof HTMLFormElement)) continue;
  part.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(part);
  });
}

async function send(form: HTMLFormElement): Promise<void> {
  const { method = 'get', path = '' } = form.dataset;
  const shown = form.querySelector<HTMLElement>('[data-answer]')!;
  const button = form.querySelector('button')!;
  if (method === 'delete' && !confirm(`Delete ${addressOf(form, path)}?`)) return;
  button.disabled = true;
  try {
    const init = { method: method.toUpperCase(), headers: headersOf(form), body: bodyOf(form) ?? null };
    await show(shown, await fetch(addressOf(form, path), init));
  } catch {
    shown.replaceChildren(element('p', 'The service could not be reached.'));
  }
  button.disabled = false;
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The inputs of one kind that are not empty. */
const inputs = (form: HTMLFormElement, location: string): Input[] =>
  [...form.querySelectorAll<Input>(`[data-in="${location}"]`)].filter(({ value }) => value !== '');

function addressOf(form: HTMLFormElement, path: string): string {
  const filled = inputs(form, 'path').reduce(
    (before, { name, value }) => before.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const query = new URLSearchParams(inputs(form, 'query').map(({ name, value }) => [name, value])).toString();
  const whole = [query, ...inputs(form, 'more').map(({ value }) => value)].filter((part) => part !== '').join('&');
  return filled + (whole === '' ? '' : `?${whole}`);
}

function headersOf(form: HTMLFormElement): Headers {
  const headers = new Headers(
    inputs(form, 'header').map(({ name, value }): [string, string] => [name.toLowerCase(), value]),
  );
  if (token && token.value.trim() !== '') headers.set('authorization', `Bearer ${token.value.trim()}`);
  if (inputs(form, 'body').length > 0) headers.set('content-type', form.dataset['type'] ?? 'application/json');
  return headers;
}

function bodyOf(form: HTMLFormElement): BodyInit | undefined {
  const [body] = inputs(form, 'body');
  if (body) return body.value;
  const fields = inputs(form, 'formData');
  if (fields.length === 0) return undefined;
  if (form.dataset['type'] !== 'multipart/form-data')
    return new URLSearchParams(fields.map(({ name, value }) => [name, value]));
  const data = new FormData();
  for (const field of fields) {
    const file = field instanceof HTMLInputElement ? field.files?.[0] : undefined;
    data.append(field.name, file ?? field.value);
  }
  return data;
}

async function show(at: HTMLElement, response: Response): Promise<void> {
  const lines = [`${response.status} ${response.statusText}`.trim(), ...[...response.headers].map((h) => h.join(': '))];
  const disposition = response.headers.get('content-disposition');
  const parts = [element('h4', 'Response'), code(lines.join('\n'))];
  if (disposition === null) parts.push(code(pretty(await response.text()).slice(0, SHOWN)));
  else {
    const link = element('a', 'Save the file') as HTMLAnchorElement;
    link.href = URL.createObjectURL(await response.blob());
    link.download = /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'file';
    parts.push(link);
  }
  at.replaceChildren(...parts);
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function code(text: string): HTMLElement {
  const made = element('pre', text);
  made.tabIndex = 0;
  return made;
}
