import type { Config } from '../settings/config.ts';
import { describe } from '../lib/describe.ts';
import { sha256Hex } from '../lib/digest.ts';
import { JsonText, objectJson } from '../lib/json-text.ts';
import type { Cursor } from '../lib/paging.ts';
import { log } from '../platform/log.ts';
import { downloadResponse, isKnown } from './download.ts';
import type { Pairs } from './input.ts';
import { DOCUMENT_POLICY, EVENT_STREAM, languageOf, PAGE_POLICY, PAGE_VARY } from './negotiate.ts';
import { mediaOf, type Media, type Operation, type Reply } from './operation.ts';
import { listHeaders, sealPage, type PageRequest } from './paging.ts';

/** The request that a response is for. */
type Asked = { request: Request; config: Config };

/** The page of a list that was requested. `tag`: the ETag that an operation makes before its handler runs. */
type Input = { paged: Pairs; page: PageRequest; tag: string | undefined };

/** The response with what a handler returns. `audience`: to whom page tokens are bound. */
export async function respond(
  operation: Operation,
  asked: Asked,
  reply: Reply<unknown>,
  input: Input,
  audience: { operation: string; audience: string },
): Promise<Response> {
  const { spec } = operation;
  if ('download' in reply)
    return downloadResponse(asked.request, reply.download, spec.cacheable ? asked.config.publicMaxAge : undefined);
  if ('html' in reply)
    return new Response(reply.html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'content-security-policy': DOCUMENT_POLICY,
        'content-language': languageOf(asked.request),
        vary: 'accept-language',
      },
    });
  if ('stream' in reply)
    return new Response(reply.stream, {
      headers: {
        'content-type': `${EVENT_STREAM}; charset=utf-8`,
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        vary: 'accept',
      },
    });
  if ('pieces' in reply)
    return new Response(asked.request.method === 'HEAD' ? null : streamOf(reply.pieces), {
      headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store' },
    });
  let status = 200;
  const media = mediaOf(spec);
  const headers: Record<string, string> = {
    'content-type': media ? contentType(media) : JSON_TYPE,
    'cache-control': 'no-store',
  };
  let body: string | Uint8Array;
  if ('list' in reply) {
    const { items, next } = reply.list;
    const token = next ? await sealPage(next, input.paged, audience, asked.config.keys) : '';
    body = objectJson({ ...reply.also, [spec.list ?? 'items']: items, next_page_token: token });
    const answer = listHeaders(reply.list, input.page, asked.config.resultLimit);
    status = answer.status;
    Object.assign(headers, answer.headers);
  } else if ('raw' in reply) {
    body = reply.raw;
  } else {
    body = reply.json instanceof JsonText ? reply.json.text : JSON.stringify(reply.json);
    Object.assign(headers, reply.headers);
  }
  if (operation.page || spec.streams) headers['vary'] = 'accept';
  const byOperation = spec.cacheable && spec.cacheable !== 'by reply' ? publicFor(asked.config) : undefined;
  const caching = 'caching' in reply ? reply.caching : undefined;
  const control = caching?.control ?? byOperation;
  if (control === undefined) return new Response(body as BodyInit, { status, headers });

  headers['cache-control'] = control;
  // Page tokens differ each time, because they are sealed with a new nonce. So the tag covers the list and its cursor.
  headers['etag'] = caching?.etag ?? input.tag ?? ('list' in reply ? tagOf(reply.list) : tagOfBody(body));
  if (isKnown(asked.request, headers['etag'])) {
    delete headers['content-type'];
    return new Response(null, { status: 304, headers });
  }
  return new Response(body as BodyInit, { status, headers });
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** A stream that makes each piece when it is read. */
const streamOf = (pieces: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const { value } = await pieces.next().catch((error: unknown) => {
          // The client sees that the response ends too early: its status is sent.
          log('warn', 'a response could not be completed', { error: describe(error) });
          throw error;
        });
        if (value) stream.enqueue(value);
        else stream.close();
      },
      async cancel() {
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );

const contentType = ({ media, parameters, format }: Media): string =>
  [media, ...(parameters ? [parameters] : []), ...(format === 'text' ? ['charset=utf-8'] : [])].join('; ');

/** The `cache-control` of a public response. */
export const publicFor = ({ publicMaxAge }: Pick<Config, 'publicMaxAge'>): string => `public, max-age=${publicMaxAge}`;

/** The ETag of a body. */
export const tagOfBody = (body: string | Uint8Array): string => `"${sha256Hex(body).slice(0, 32)}"`;

/** The ETag of a value. */
export const tagOf = (content: unknown): string => `"${sha256Hex(JSON.stringify(content)).slice(0, 32)}"`;

/** 304 for a client that has the current response. */
export function notModified(operation: Operation, { config }: Asked, etag: string): Response {
  const headers: Record<string, string> = { etag, 'cache-control': publicFor(config) };
  if (operation.page) headers['vary'] = 'accept';
  return new Response(null, { status: 304, headers });
}

/** The response with a public page, cacheable like the JSON at the same URL. `sealed` maps the page tokens in it. */
export function pageResponse({ request, config }: Asked, html: string, sealed: ReadonlyMap<string, Cursor>): Response {
  // As for lists, the tag covers the cursors instead of the tokens.
  const lasting = [...sealed].reduce((text, [token, next]) => text.replaceAll(token, JSON.stringify(next)), html);
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': PAGE_POLICY,
    'cache-control': publicFor(config),
    'content-language': languageOf(request),
    etag: `"${sha256Hex(lasting).slice(0, 32)}"`,
    vary: PAGE_VARY,
  };
  if (!isKnown(request, headers['etag']!)) return new Response(html, { headers });
  delete headers['content-type'];
  return new Response(null, { status: 304, headers });
}
