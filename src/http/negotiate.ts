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
  const ranges = accept.split(',').map((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const value = q === undefined ? 1 : Number(q.slice(2));
    return { name, q: Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0 };
  });
  const [main] = type.split('/');
  for (const name of [type, `${main}/*`, '*/*']) {
    const range = ranges.find((each) => each.name === name);
    if (range) return range.q;
  }
  return 0;
}
