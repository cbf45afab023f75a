// The API reference: Swagger UI with the OpenAPI document of this service. Nothing is sent to another origin, and the
// token stays in the memory of the page. Without a token, requests are those of the browser's session.
import style from 'swagger-ui-dist/swagger-ui.css';
import viewer from 'swagger-ui-dist/swagger-ui-bundle.js';
import { resolved } from './resolve.ts';
import { preferredLanguage } from '../language.ts';
import { inChosenLanguage } from '../pages/chosen.ts';
import { offerLanguages } from '../pages/languages.ts';
import { nameControls } from './accessible.ts';
import { translateChrome } from './chrome.ts';
import { errorsPlugin } from './errors.ts';
import { filterPlugin } from './filter.ts';
import { samplesOf, type Document } from './samples.ts';
import { textsOfPage } from './texts/texts.ts';

type Create = (type: unknown, props: object | null, ...children: unknown[]) => unknown;
type System = { React: { createElement: Create } };
type SentRequest = { headers: Record<string, string> };
type Options = Record<string, unknown> & {
  onComplete: () => void;
  requestInterceptor: (request: SentRequest) => Promise<SentRequest>;
};

if (preferredLanguage() !== document.documentElement.lang) await inChosenLanguage().catch(() => undefined);
offerLanguages();
const { page: wording } = textsOfPage();
const reference = document.querySelector<HTMLElement>('[data-document]')!;
const state = reference.querySelector<HTMLElement>('[data-state]')!;

void show().catch((error: unknown) => {
  console.warn(error);
  state.textContent = wording.notLoaded;
});

async function show(): Promise<void> {
  state.textContent = wording.loading;
  const [spec] = await Promise.all([
    fetchDocument(reference.dataset['document']!),
    load(Object.assign(document.createElement('script'), { src: viewer })),
    load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })),
  ]);
  narrow(spec, reference.dataset['base']!, reference.dataset['group']!);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const applyTheme = (): void => void document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', applyTheme);
  applyTheme();
  (window as unknown as { SwaggerUIBundle: (options: Options) => unknown }).SwaggerUIBundle({
    spec,
    domNode: reference.querySelector('[data-viewer]'),
    // An address of null turns off the validator of another origin.
    validatorUrl: null,
    persistAuthorization: false,
    queryConfigEnabled: false,
    deepLinking: true,
    filter: true,
    docExpansion: reference.dataset['group'] === '' ? 'none' : 'list',
    defaultModelsExpandDepth: 0,
    requestInterceptor: (request) => inSession(request, reference.dataset['base']!),
    plugins: [samplesPlugin(spec), resolvePlugin, linksPlugin, filterPlugin, errorsPlugin],
    onComplete: () => {
      // The viewer has its own <main>.
      reference.querySelector('[data-list]')!.remove();
      state.textContent = wording.inSession;
      nameControls(reference.querySelector('[data-viewer]')!);
      translateChrome(reference.querySelector('[data-viewer]')!);
    },
  });
}

/** Sends a request that has no token in the session of the browser, if there is one. */
async function inSession<T extends SentRequest>(request: T, base: string): Promise<T> {
  if (Object.keys(request.headers).some((name) => name.toLowerCase() === 'authorization')) return request;
  const response = await fetch(`${base}/iam/v1/sessions/current`, { headers: { 'x-csrf-token': 'new' } });
  const { csrf_token: csrf } = response.ok ? ((await response.json()) as { csrf_token?: string }) : {};
  return csrf === undefined ? request : { ...request, headers: { ...request.headers, 'x-csrf-token': csrf } };
}

async function fetchDocument(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the document could not be fetched: status ${response.status}`);
  return (await response.json()) as Document;
}

/** Adds a script or a style sheet, before those of this page, so that the rules of this page win. */
function load(part: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    part.addEventListener('load', () => resolve());
    part.addEventListener('error', () => reject(new Error('a file of the viewer could not be fetched')));
    document.head.prepend(part);
  });
}

/** Keeps the operations of one group (empty: all), and sends requests to the origin that the page is from. */
function narrow(spec: Document, base: string, group: string): void {
  spec.servers = [{ url: base }];
  for (const [path, methods] of Object.entries(spec.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (group !== '' && !operation.tags?.includes(group)) delete methods[method];
      if (operation.servers) operation.servers = [{ url: '/' }];
    }
    if (Object.keys(methods).length === 0) delete spec.paths[path];
  }
  if (group !== '') spec.tags = spec.tags?.filter(({ name }) => name === group) ?? [];
}

/**
 * Resolves the references of the operation that is shown. The resolver of the viewer parses the whole document each
 * time, which takes seconds for a document of this size.
 */
const resolvePlugin = () => ({
  fn: {
    resolveSubtree: async (document: Parameters<typeof resolved>[0], path: string[]) => ({
      spec: resolved(document, path),
      errors: [],
    }),
  },
});

/** Shows samples of a call above the responses of each operation. */
const samplesPlugin = (spec: Document) => () => ({
  wrapComponents: {
    responses:
      (Responses: unknown, { React: { createElement: h } }: System) =>
      (props: { path: string; method: string }): unknown =>
        h(
          'div',
          null,
          h(
            'section',
            { className: 'samples', 'aria-label': wording.samplesOf(`${props.method.toUpperCase()} ${props.path}`) },
            h('h4', null, wording.samples),
            ...samplesOf(spec, props.path, props.method, location.origin).map(({ language, code }, index) =>
              h(
                'details',
                { key: language, open: index === 0 },
                h('summary', null, language),
                h('pre', { tabIndex: 0 }, h('code', null, code)),
              ),
            ),
          ),
          h(Responses, props),
        ),
  },
});

/**
 * Shows titles without links: they are inside buttons and headings that do the same. Addresses of operations still
 * work.
 */
const linksPlugin = () => ({
  wrapComponents: {
    DeepLink:
      (_DeepLink: unknown, { React: { createElement: h } }: System) =>
      ({ text }: { text: unknown }): unknown =>
        h('span', null, text),
  },
});
