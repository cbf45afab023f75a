import { randomKey } from './ambient.ts';
import { EvidenceError, invalidArgument } from './errors.ts';
import { noTokens, type Tokens } from './tokens.ts';
import { readBytes, readJson, type TransportCall, type Transport } from './transport.ts';
import type { QueryParameters, RecordSettings, RequestSettings } from './types.ts';

/** Paths of the OpenAPI document that are at the origin, not below the base path. */
const AT_ORIGIN = ['/appidpv1/', '/healthz'];

/** A request to a path of the service. */
export type ServiceCall = RecordSettings & {
  path?: Record<string, string | number> | undefined;
  query?: object | undefined;
  body?: unknown;
  /** Send no token: for public records. */
  anonymous?: boolean;
};

/** Sends requests to paths of one service, with its tokens. */
export class ServiceCaller {
  readonly base: string;
  readonly transport: Transport;
  readonly tokens: Tokens;
  readonly tenancy: string | undefined;

  constructor(base: string, transport: Transport, tokens: Tokens, tenancy?: string) {
    this.base = base;
    this.transport = transport;
    this.tokens = tokens;
    this.tenancy = tenancy;
  }

  /** The JSON of a response. */
  async json<T>(method: string, path: string, call: ServiceCall = {}): Promise<T> {
    return (await this.transport.send(this.call(method, path, call), readJson)) as T;
  }

  /** The bytes of a response. */
  async bytes(method: string, path: string, call: ServiceCall = {}): Promise<Uint8Array> {
    return this.transport.send(this.call(method, path, call), (response) => readBytes(response));
  }

  /** A response whose body has not been read yet. Neither the time limit nor `signal` apply to its body. */
  async response(method: string, path: string, call: ServiceCall = {}): Promise<Response> {
    return this.transport.send(this.call(method, path, call), (response) => Promise.resolve(response));
  }

  /** A call of the transport. */
  call(method: string, template: string, options: ServiceCall): TransportCall {
    const { path, query, body, headers, idempotencyKey, recordId, anonymous, signal, timeout } = options;
    return {
      method,
      address: this.address(template, path, query),
      headers: {
        accept: '*/*',
        // A field that the service does not know is an error: records cannot be corrected later.
        ...(body === undefined ? {} : { 'content-type': 'application/json', prefer: 'handling=strict' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...(this.tenancy === undefined || anonymous ? {} : { 'x-tenant': this.tenancy }),
        ...(recordId === undefined ? {} : { 'record-id': recordId }),
        ...headers,
      } as Record<string, string>,
      ...(body === undefined ? {} : { body: () => JSON.stringify(body) }),
      repeatable: method === 'GET' || (idempotencyKey ?? recordId) !== undefined ? 'always' : 'if refused',
      tokens: anonymous ? noTokens : this.tokens,
      signal,
      timeout,
    };
  }

  /** The address of a path of the OpenAPI document. */
  address(template: string, path: Record<string, string | number> = {}, query: object = {}): string {
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = path[name];
      if (value === undefined || value === '') throw invalidArgument(name, 'is a required path parameter');
      // A tile of a log has slashes.
      const segments = String(value).split('/');
      if (segments.some((segment) => /^\.{0,2}$/.test(segment)))
        throw invalidArgument(name, 'has an empty segment, "." or ".."');
      return segments.map(encodeURIComponent).join('/');
    });
    const base = AT_ORIGIN.some((prefix) => filled.startsWith(prefix)) ? new URL(this.base).origin : this.base;
    const text = queryText(query as QueryParameters);
    return `${base}${filled}${text === '' ? '' : `?${text}`}`;
  }
}

function queryText(query: QueryParameters): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const each of value as string[]) pairs.append(name, each);
    else if (typeof value === 'object')
      for (const [key, each] of Object.entries(value)) pairs.append(key, String(each));
    else pairs.append(name, String(value));
  }
  return pairs.toString();
}

/** The settings of a creation, with a random idempotency key unless the caller has one. */
export const keyed = <S extends RequestSettings>(settings: S): S & { idempotencyKey: string } => ({
  ...settings,
  idempotencyKey: settings.idempotencyKey ?? randomKey(),
});

/**
 * `base_url` of a service without a slash at the end. For an origin alone, such as `https://evidence.example.com`, the
 * base path of the service is added.
 */
export function baseOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw invalidArgument('url', 'must be an http or https address');
  if (parsed.username !== '' || parsed.search !== '' || parsed.hash !== '')
    throw invalidArgument('url', 'must not have credentials, a query or a fragment');
  const path = parsed.pathname.replace(/\/+$/, '');
  return `${parsed.origin}${path === '' ? '/archivist' : path}`;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ASSET = new RegExp(`^(public)?assets/(${UUID})$`);
const EVENT = new RegExp(`^(public)?assets/(${UUID})/events/(${UUID})$`);
const BLOB = new RegExp(`^(?:blobs|attachments)/(${UUID})$`);

/** Whether a text is the identity of an asset. */
export const isAsset = (identity: string): boolean => ASSET.test(identity);

/** The path of an asset. A public one is read without a token. */
export function assetPath(identity: string): { path: string; uuid: string; anonymous: boolean } {
  const match = ASSET.exec(identity);
  if (!match) throw invalidArgument('identity', 'must be assets/<uuid> or publicassets/<uuid>');
  return { path: `/v2/${identity}`, uuid: match[2]!, anonymous: match[1] !== undefined };
}

/** The path of an event. One of a public asset is read without a token. */
export function eventPath(identity: string): { path: string; anonymous: boolean } {
  const match = EVENT.exec(identity);
  if (!match)
    throw invalidArgument('identity', 'must be assets/<uuid>/events/<uuid> or publicassets/<uuid>/events/<uuid>');
  return { path: `/v2/${identity}`, anonymous: match[1] !== undefined };
}

/** The uuid of a file. */
export function blobUuid(identity: string): string {
  const match = BLOB.exec(identity);
  if (!match) throw invalidArgument('identity', 'must be blobs/<uuid>');
  return match[1]!;
}

/** A response that lacks what the interface promises. */
export const unexpected = (what: string): EvidenceError =>
  new EvidenceError('INTERNAL', `the service responded without ${what}`);
