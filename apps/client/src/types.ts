import type { components, paths } from '../schema.d.ts';

type Schemas = components['schemas'];
export type Asset = Schemas['Asset'];
export type Event = Schemas['AssetEvent'];
export type StoredFile = Schemas['BlobMetadata'];
export type AssetAttributes = Schemas['Attributes'];
export type AccessPolicy = Schemas['AccessPolicy'];
export type SigningKey = Schemas['SigningKey'];
export type WhoAmI = Schemas['WhoAmI'];
export type Template = Schemas['Template'];
export type Webhook = Schemas['Webhook'];
export type WebhookAttempt = Schemas['WebhookAttempt'];
export type Export = Schemas['Export'];
export type ListedExport = Schemas['ExportListed'];
export type NewExport = Schemas['CreateExport'];
export type NewAsset = Schemas['CreateAsset'];
export type NewEvent = Schemas['CreateEvent'];
export type NewAccessPolicy = Schemas['CreateAccessPolicy'];
export type NewWebhook = Schemas['CreateWebhook'];
export type WebhookChange = Schemas['PatchWebhook'];

export type RequestMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The paths of the OpenAPI document that have an operation for a method. */
export type PathWith<M extends RequestMethod> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object> ? P : never;
}[keyof paths];

type OperationOf<P extends keyof paths, M extends RequestMethod> = paths[P][Lowercase<M> & keyof paths[P]];

type ParametersOf<O, K extends 'path' | 'query'> = O extends { parameters: infer A }
  ? K extends keyof A
    ? NonNullable<A[K]>
    : never
  : never;
type BodyOf<O> = O extends { requestBody?: infer B }
  ? NonNullable<B> extends { content: { 'application/json': infer J } }
    ? J
    : never
  : never;

/** A field of the options: none without a type, optional if the operation does not require it. */
type Option<N extends string, T> = [T] extends [never]
  ? unknown
  : object extends T
    ? { [K in N]?: T }
    : { [K in N]: T };

/**
 * What recording an event accepts. `recordId`: a UUID that you have chosen for the event. With it, the request can be
 * repeated at any later time; an idempotency key is forgotten after 24 hours.
 */
export type RecordSettings = RequestSettings & { recordId?: string };

/** What every request accepts. */
export type RequestSettings = {
  headers?: Record<string, string>;
  /** Key of a POST, with which a repetition has no second effect. A POST without one is only repeated after a 429. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Milliseconds for one attempt. Default: that of the client. */
  timeout?: number;
};

/** Path parameters, query and body of an operation. */
export type RequestOptions<P extends keyof paths, M extends RequestMethod> = Option<
  'path',
  ParametersOf<OperationOf<P, M>, 'path'>
> &
  Option<'query', ParametersOf<OperationOf<P, M>, 'query'>> &
  Option<'body', BodyOf<OperationOf<P, M>>> &
  RequestSettings;

/** The JSON body of the successful response of an operation. */
export type ResponseBody<P extends keyof paths, M extends RequestMethod> =
  OperationOf<P, M> extends { responses: { 200: { content: { 'application/json': infer D } } } } ? D : unknown;

export type QueryOf<P extends PathWith<'GET'>> = ParametersOf<OperationOf<P, 'GET'>, 'query'>;

/** Query parameters: lists are repeated, and each field of a map is a parameter of its own. */
export type QueryParameters = Record<
  string,
  string | number | boolean | readonly string[] | Record<string, string> | null | undefined
>;
