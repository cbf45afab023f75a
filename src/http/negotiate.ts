import type { PageTexts } from './pages/texts/en.ts';
import { textsIn, type PageLanguage } from './pages/texts/texts.ts';

/** The Content-Security-Policy of pages: only files and responses of this origin, nothing inline. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The Content-Security-Policy of the API reference: as PAGE_POLICY, and the icons in the style sheet of the viewer. */
export const DOCUMENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Whether a request prefers HTML to JSON (RFC 9110, section 12.5.1), as browsers do. Without a preference, which is
 * usual for clients of the API, the response is JSON.
 */
export function prefersHtml(request: Request): boolean {
  const accept = request.headers.get('accept');
  return accept !== null && weight(accept, 'text/html') > weight(accept, 'application/json');
}

/** The request headers that a page depends on, for `vary`. */
export const PAGE_VARY = 'accept, accept-language';

/** The language of the page for a request: the one that it prefers (RFC 9110, section 12.5.4), English by default. */
export function languageOf(request: Request): PageLanguage {
  const ranges = rangesOf(request.headers.get('accept-language') ?? '');
  const weightOf = (language: PageLanguage): number =>
    Math.max(0, ...ranges.filter(({ name }) => name.split('-', 1)[0] === language).map(({ q }) => q));
  return weightOf('de') > weightOf('en') ? 'de' : 'en';
}

/** The texts of the page for a request. */
export const textsFor = (request: Request): PageTexts => textsIn(languageOf(request));

/** The media type of Server-Sent Events. */
export const EVENT_STREAM = 'text/event-stream';

/** Whether a request names Server-Sent Events as a type that it accepts, and prefers them to JSON. */
export function prefersEventStream(request: Request): boolean {
  const accept = request.headers.get('accept') ?? '';
  if (!accept.toLowerCase().includes(EVENT_STREAM)) return false;
  const of = weight(accept, EVENT_STREAM);
  return of > 0 && of >= weight(accept, 'application/json');
}

/** The quality value that `accept` gives a media type, by its most specific range. */
function weight(accept: string, type: string): number {
  const ranges = rangesOf(accept);
  const [main] = type.split('/');
  for (const name of [type, `${main}/*`, '*/*']) {
    const range = ranges.find((each) => each.name === name);
    if (range) return range.q;
  }
  return 0;
}

/** The ranges of a header that lists preferences, in lower case, with their quality values from 0 to 1. */
const rangesOf = (header: string): { name: string; q: number }[] =>
  header.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const value = q === undefined ? 1 : Number(q.slice(2));
    return { name, q: Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0 };
  });
