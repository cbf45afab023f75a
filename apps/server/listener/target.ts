import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../../src/lib/errors.ts';

/**
 * Returns the path and query of a request as they were sent, and its host: from the target if that is an absolute URL
 * (RFC 9112 section 3.2.2), otherwise from the Host header. Throws if either is not valid HTTP: the runtime would
 * respond to such requests itself.
 */
export function targetOf(request: IncomingMessage): { path: string; host: string } {
  const target = request.url!;
  if (!target.startsWith('/')) {
    if (request.httpVersion === '1.1' && request.headers.host === undefined) throw new ServiceError('invalid', HOST);
    const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null;
    if (!url) throw new ServiceError('invalid', 'the request target must be a path or an http address');
    return { path: url.pathname + url.search, host: url.host };
  }
  // The Worker treats a backslash as a slash, and proxies do not: a backslash could bypass the path rules of a proxy.
  if (target.split('?', 1)[0]!.includes('\\'))
    throw new ServiceError('invalid', 'the path must not contain a backslash: send it as %5C');
  const [host = '', ...more] = request.headersDistinct['host'] ?? [];
  const url = /^[^\s/?#@\\]+$/.test(host) ? URL.parse(`http://${host}/`) : null;
  if (!url || more.length > 0) throw new ServiceError('invalid', HOST);
  return { path: target, host: url.host };
}

const HOST = 'host: must be one host name or address, with or without a port';
