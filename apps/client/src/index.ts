export { EvidenceClient, type ClientOptions } from './client.ts';
export { EvidenceError, type ErrorCode, type FieldError } from './errors.ts';
export { verifyProof, type Pins, type Verification, type VerificationStep } from './verify.ts';
export {
  newSigningKey,
  privateJwkOf,
  signerOf,
  thumbprint,
  type PrivateJwk,
  type PublicJwk,
  type SignedEvidence,
  type EventSigner,
} from './signing.ts';
export { attachmentOf } from './resources/assets.ts';
export { fillTemplate, type FilledTemplate } from './resources/templates.ts';
export type { FileSource, UploadOptions } from './resources/blobs.ts';
export type { EventFilters, Evidence, FeedBatch, FeedOptions } from './resources/events.ts';
export type { WaitOptions } from './resources/exports.ts';
export type { ProofForm, ProofOptions } from './resources/proofs.ts';
export type { List, Page } from './paging.ts';
export type { Clock } from './ambient.ts';
export type { Credentials } from './tokens.ts';
export type { FetchFunction as Fetch, Repetition, RetryBounds } from './transport.ts';
export type {
  AccessPolicy,
  Asset,
  AssetAttributes as Attributes,
  Event,
  Export,
  ListedExport,
  RequestMethod as Method,
  NewAccessPolicy,
  NewAsset,
  NewEvent,
  NewWebhook,
  NewExport,
  PathWith,
  RequestOptions,
  RecordSettings,
  RequestSettings,
  ResponseBody,
  SigningKey,
  StoredFile,
  Template,
  Webhook,
  WebhookAttempt,
  WebhookChange,
} from './types.ts';
export type { components, paths } from '../schema.d.ts';
