import { create as disposition } from 'content-disposition';
import { ServiceError } from '../lib/errors.ts';

/** A file that a response sends. */
export type Download = {
  /** Bytes. */
  size: number;
  /** Media type. */
  type: string;
  /** The suggested file name; may be unsafe, `downloadResponse` cleans it. */
  fileName: string;
  /** Lower-case hex. Used as the entity tag. */
  sha256: string;
  /** Opens the file, or a range of it. */
  open(range?: ByteRange): Promise<ReadableStream>;
};

export type ByteRange = { offset: number; length: number };

/**
 * The response with a file: 200, 206 with a range (RFC 9110, section 14), or 304. Throws 412 if `If-Match` has
 * another entity tag. Browsers save the file and do not show it, because another person has uploaded it; the sandbox
 * policy is a second protection. `maxAge`: seconds for which shared caches may keep it; undefined: private,
 * revalidated at every use.
 */
export async function downloadResponse(
  request: Request,
  download: Download,
  maxAge: number | undefined,
): Promise<Response> {
  const { size, type } = download;
  const etag = `"${download.sha256}"`;
  const headers: Record<string, string> = {
    etag,
    'cache-control': maxAge === undefined ? 'private, no-cache' : `public, max-age=${maxAge}`,
    'accept-ranges': 'bytes',
    'content-disposition': disposition(safeName(download.fileName)),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  };
  if (!isExpected(request, etag))
    throw new ServiceError('precondition_failed', `if-match: must be the entity tag of the file, ${etag}`, {
      headers: { etag },
    });
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  const range = rangeOf(request, size, etag);
  headers['content-type'] = type;
  headers['content-length'] = String(range?.length ?? size);
  if (range) headers['content-range'] = `bytes ${range.offset}-${range.offset + range.length - 1}/${size}`;
  const body = request.method === 'HEAD' || size === 0 ? null : await download.open(range);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Whether `If-None-Match` has this entity tag (RFC 9110, section 13.1.2). */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.some((tag) => tag === etag || tag === '*') ?? false;
}

/** Whether `If-Match` is absent or has this entity tag. Weak tags do not match (RFC 9110, section 13.1.1). */
function isExpected(request: Request, etag: string): boolean {
  const expected = request.headers.get('if-match')?.split(',');
  return expected?.some((tag) => [etag, '*'].includes(tag.trim())) ?? true;
}

/** The range that a GET requests. Several or malformed ranges are ignored. Throws 416 for a range outside the file. */
function rangeOf(request: Request, size: number, etag: string): ByteRange | undefined {
  if (request.method !== 'GET') return undefined;
  const [, first, last] = /^bytes=(\d{0,30})-(\d{0,30})$/i.exec(request.headers.get('range')?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  // If-Range (RFC 9110, section 13.1.5): without the current entity tag, the range is ignored. Dates are not supported.
  if ((request.headers.get('if-range') ?? etag) !== etag) return undefined;
  const offset = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (offset >= size || end <= offset)
    throw new ServiceError('range_not_satisfiable', `the file has ${size} bytes`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  return { offset, length: end - offset };
}

/** Characters that file systems interpret, control characters, and those that change the direction of text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff"*:<>?|]/gu;
const MAX_NAME = 200;

/** A file name without its path and without unsafe characters, at most MAX_NAME characters. */
function safeName(name: string): string {
  const base = name
    .split(/[\\/]/)
    .at(-1)!
    .replace(UNSAFE, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  if (base.length <= MAX_NAME) return base || 'file';
  const extension = /\.[^.]{1,20}$/.exec(base)?.[0] ?? '';
  return `${base.slice(0, MAX_NAME - extension.length).toWellFormed()}${extension}`;
}
