import { systemClock, type Clock } from './ambient.ts';
import { baseOf, ServiceCaller } from './caller.ts';
import { EvidenceError, invalidArgument } from './errors.ts';
import { Assets } from './resources/assets.ts';
import { Attachments, Blobs } from './resources/blobs.ts';
import { Events } from './resources/events.ts';
import { Exports } from './resources/exports.ts';
import { Policies } from './resources/policies.ts';
import { Proofs } from './resources/proofs.ts';
import { Search } from './resources/search.ts';
import { EnrolledKeys } from './resources/signing-keys.ts';
import { Templates } from './resources/templates.ts';
import { Webhooks } from './resources/webhooks.ts';
import { listOf, type List } from './paging.ts';
import { credentialTokens, givenTokens, noTokens, type Credentials, type Tokens } from './tokens.ts';
import { readJson, Transport, type FetchFunction, type Repetition, type RetryBounds } from './transport.ts';
import type { RequestMethod, PathWith, RequestOptions, ResponseBody } from './types.ts';
import { systemFetch } from './xhr.ts';

export type ClientOptions = {
  /** `base_url` of the service, such as `https://evidence.example.com/archivist`, or its origin. */
  url: string;
  /** Client id and secret of an application. The client obtains and renews access tokens. */
  credentials?: Credentials;
  /**
   * An access token, or a function that returns one for each request. Without it and `credentials`, calls are
   * anonymous.
   */
  token?: string | (() => string | Promise<string>);
  /** The tenancy, `tenant/<uuid>`, of a person who is a member of several. */
  tenancy?: string;
  /** Default: that of the runtime. */
  fetch?: FetchFunction;
  /** Default: the clock of the system. */
  clock?: Clock;
  /** A number from 0 to 1, for the jitter of waits. Default: `Math.random`. */
  random?: () => number;
  /** Bounds of repetitions. Default: 5 attempts, waits from 500 ms to 60 s. */
  retry?: Partial<RetryBounds>;
  /** Milliseconds for one attempt. Default: 60,000. Uploads have no limit. */
  timeout?: number;
  /** Called when a request failed for now, before the wait that precedes its repetition. */
  onRepetition?: (repetition: Repetition) => void;
};

/** The arguments of `request`: the options can be omitted if the operation requires none. */
type Arguments<O> = object extends O ? [options?: O] : [options: O];

type ItemOf<L> = L extends readonly (infer T)[] ? T : never;

/** A client of the service. All methods reject with EvidenceError. */
export class EvidenceClient {
  /** `base_url` of the service. */
  readonly url: string;
  readonly assets: Assets;
  readonly events: Events;
  readonly blobs: Blobs;
  readonly attachments: Attachments;
  readonly search: Search;
  readonly proofs: Proofs;
  readonly policies: Policies;
  readonly templates: Templates;
  readonly webhooks: Webhooks;
  readonly exports: Exports;
  readonly signingKeys: EnrolledKeys;
  readonly #caller: ServiceCaller;

  constructor(options: ClientOptions) {
    const { fetch = systemFetch, clock = systemClock, random = Math.random, timeout = 60_000 } = options;
    const retry = { attempts: 5, base: 500, maxWait: 60_000, ...options.retry };
    if (!(Number.isInteger(retry.attempts) && retry.attempts >= 1 && retry.attempts <= 100))
      throw invalidArgument('retry.attempts', 'must be a whole number from 1 to 100');
    this.url = baseOf(options.url);
    const transport = new Transport({ fetch, clock, random, retry, timeout, onRepetition: options.onRepetition });
    this.#caller = new ServiceCaller(this.url, transport, tokensOf(this.url, transport, options), options.tenancy);
    this.assets = new Assets(this.#caller);
    this.events = new Events(this.#caller);
    this.blobs = new Blobs(this.#caller);
    this.attachments = new Attachments(this.#caller);
    this.search = new Search(this.#caller);
    this.proofs = new Proofs(this.#caller);
    this.policies = new Policies(this.#caller);
    this.templates = new Templates(this.#caller);
    this.webhooks = new Webhooks(this.#caller);
    this.exports = new Exports(this.#caller);
    this.signingKeys = new EnrolledKeys(this.#caller);
  }

  /**
   * Calls any operation of the OpenAPI document and returns the JSON of its response. `path` is the template of the
   * document, such as `/v2/assets/{uuid}`; its parameters, the query and the body are typed.
   */
  async request<M extends RequestMethod, P extends PathWith<M>>(
    method: M,
    path: P,
    ...[options]: Arguments<RequestOptions<P, M>>
  ): Promise<ResponseBody<P, M>> {
    return this.#caller.json(method, path, options ?? {});
  }

  /** The list at a path of the OpenAPI document, whose records are in the field `key` of each page. */
  list<P extends PathWith<'GET'>, K extends keyof ResponseBody<P, 'GET'> & string>(
    path: P,
    key: K,
    ...[options]: Arguments<RequestOptions<P, 'GET'>>
  ): List<ItemOf<ResponseBody<P, 'GET'>[K]>> {
    return listOf(this.#caller, path, key, options ?? {});
  }

  /** Calls any path, typed or not, and returns the response: for other bodies than JSON. Read or cancel its body. */
  async response(
    method: RequestMethod,
    path: string,
    options: Parameters<ServiceCaller['response']>[2] = {},
  ): Promise<Response> {
    return this.#caller.response(method, path, options);
  }
}

function tokensOf(
  base: string,
  transport: Transport,
  { credentials, token, clock = systemClock }: ClientOptions,
): Tokens {
  if (credentials && token !== undefined)
    throw new EvidenceError('INVALID_ARGUMENT', 'credentials: must not be given together with token');
  if (token !== undefined) return givenTokens(token);
  if (!credentials) return noTokens;
  const { clientId, clientSecret } = credentials;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const call = {
    method: 'POST',
    address: `${base}/iam/v1/appidp/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => form.toString(),
    repeatable: 'always',
    tokens: noTokens,
  } as const;
  return credentialTokens(() => transport.send(call, readJson), clock);
}
