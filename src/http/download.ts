import { create as disposition } from 'content-disposition';
import { ServiceError } from '../core/errors.ts';

/** A file to be sent. */
export type Download = {
  /** Bytes. */
  size: number;
  /** Its media type. */
  type: string;
  /** What it is called when it is saved; made safe here. */
  fileName: string;
  /** Lower-case hex: the entity tag. What never changes needs no other validator. */
  sha256: string;
  /** Opens the bytes, or `length` of them from `offset`. */
  open(range?: ByteRange): Promise<ReadableStream>;
};

export type ByteRange = { offset: number; length: number };

/**
 * Answers with a file: whole, a range of it (RFC 9110 14), or that the client has it. Never shown by a browser,
 * and were it shown, without any right: it is what somebody else has uploaded. `maxAge`: seconds for which
 * anybody may serve it from a cache; undefined: it is for this caller, who must ask again each time.
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
  if (isKnown(request, etag)) return new Response(null, { status: 304, headers });
  const range = rangeOf(request, size, etag);
  headers['content-type'] = type;
  headers['content-length'] = String(range?.length ?? size);
  if (range) headers['content-range'] = `bytes ${range.offset}-${range.offset + range.length - 1}/${size}`;
  const body = request.method === 'HEAD' || size === 0 ? null : await download.open(range);
  return new Response(body, { status: range ? 206 : 200, headers });
}

/** Whether the client has what this entity tag names (If-None-Match, RFC 9110 13.1.2). */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  return known?.some((tag) => tag === etag || tag === '*') ?? false;
}

/** The one range that a GET asks for, if any: several, or ill-formed ones, are as if none were. Throws 416 outside the file. */
function rangeOf(request: Request, size: number, etag: string): ByteRange | undefined {
  if (request.method !== 'GET') return undefined;
  const [, first, last] = /^bytes=(\d{0,30})-(\d{0,30})$/i.exec(request.headers.get('range')?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  // A range of what the client has only while it is still that (If-Range, 13.1.5); a time is no strong validator here.
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

/** Characters of a file name that systems take apart, that control, or that turn the direction of text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff"*:<>?|]/gu;
const MAX_NAME = 200;

/** The name of a file without path, and without what could mislead a person or a system. */
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
