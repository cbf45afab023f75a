import { ServiceError } from '../lib/errors.ts';

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** A parameter of a media type: its name, and its value in quotation marks or without (RFC 9110, section 5.6.6). */
const PARAMETER = new RegExp(`\\s*;\\s*(${TOKEN})=(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))`, 'g');

/** The names of UTF-8 in parameters. */
const UTF8 = new Set(['utf-8', 'utf8']);

/** Throws 415 unless the body has one of these content types, in UTF-8 and without an encoding. Returns the type. */
export function requireType(request: Request, ...types: string[]): string {
  requireIdentity(request);
  const given = (request.headers.get('content-type') ?? '').toLowerCase();
  const media = given.split(';', 1)[0]!.trim();
  if (!types.includes(media)) throw unsupportedType(...types);
  for (const [, name, quoted, value] of given.matchAll(PARAMETER)) {
    const charset = quoted ?? value!;
    if (name === 'charset' && !UTF8.has(charset))
      throw unsupported('content-type: the charset must be utf-8', { accept: types.join(', ') });
  }
  return media;
}

/** Throws 415 for a body with a content coding. Names of codings are case-insensitive (RFC 9110, section 8.4.1). */
export function requireIdentity(request: Request): void {
  const codings = (request.headers.get('content-encoding') ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase());
  if (codings.every((coding) => coding === '' || coding === 'identity')) return;
  throw unsupported('content-encoding must be identity: a body must not be compressed', {
    'accept-encoding': 'identity',
  });
}

/** 415 for a body whose content type is none of `types`. */
export const unsupportedType = (...types: string[]): ServiceError =>
  unsupported(`content-type must be ${types.join(' or ')}`, { accept: types.join(', ') });

/** 415 with the header that says what is accepted instead (RFC 9110, section 15.5.16). */
const unsupported = (message: string, headers: Record<string, string>): ServiceError =>
  new ServiceError('unsupported_media_type', message, { headers });
